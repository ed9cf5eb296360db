//! Everything that one viewer may know of a table: what a client holds, gets when it comes late, and brings up to
//! date message by message.

use std::fmt;
use std::str::FromStr;

use rules::{AnyGame, Kind, Level, Outcome, Seat, TextError, Viewer, words};

use crate::clock::{Clocks, TimeControl};
use crate::event::{EndReason, StandInReason, TableId};
use crate::fair::{Commitment, Contribution, Secret};
use crate::line_codec::{Escaped, Fields, List, Maybe};
use crate::message::SeenMove;
use crate::name::Name;
use crate::offers::StandingOffer;
use crate::setup::Seating;
use crate::time::Time;

/// What one viewer may know of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Snapshot {
    /// In which seat the viewer sits.
    pub you: Option<Seat>,
    /// Which game.
    pub kind: Kind,
    /// The text of its options.
    pub options: String,
    /// How much time there is.
    pub clock: TimeControl,
    /// Who begins.
    pub seating: Seating,
    /// Who sits where.
    pub seats: Vec<Occupant>,
    /// To which secret the server has committed itself.
    pub commitment: Commitment,
    /// What was contributed to the shuffle, by place: by the order in which people sat before the start.
    pub contributions: Vec<Option<Contribution>>,
    /// Which place each seat had been before the start; empty until then.
    pub order: Vec<Seat>,
    /// The moves and draws so far, as the viewer saw them.
    pub moves: Vec<SeenMove>,
    /// The clocks.
    pub clocks: Clocks,
    /// The offers that stand.
    pub offers: Vec<StandingOffer>,
    /// The move that the viewer has chosen ahead, and for which ply.
    pub premove: Option<Premove>,
    /// How and why the game ended.
    pub end: Option<End>,
    /// The secret, once the game is over.
    pub secret: Option<Secret>,
    /// The table of the next game.
    pub rematch: Option<TableId>,
}

/// Who sits in a seat, as others may know it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Occupant {
    /// Nobody: whoever comes may sit here.
    Open,
    /// Nobody: the place is kept for somebody.
    Reserved,
    /// An engine.
    Engine(Level),
    /// A human.
    Human {
        /// The name.
        name: Name,
        /// Since when there is no connection.
        gone: Option<Time>,
        /// The engine that plays instead, and why.
        stand_in: Option<(Level, StandInReason)>,
    },
}

/// A move chosen ahead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Premove {
    /// How many moves of players will have come before it.
    pub ply: u32,
    /// The move.
    pub mv: String,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// Who won; `None` if the game never began.
    pub outcome: Option<Outcome>,
    /// Why.
    pub why: EndReason,
}

impl Snapshot {
    /// As whom the client looks.
    pub fn viewer(&self) -> Viewer {
        self.you.map_or(Viewer::Public, Viewer::Seat)
    }

    /// Whether a human plays in a seat, and no engine.
    pub fn is_human(&self, seat: Seat) -> bool {
        matches!(self.seats.get(seat.index()), Some(Occupant::Human { stand_in: None, .. }))
    }

    /// How many moves of players have been made. A draw begins with `+`, and nothing else does.
    pub fn ply(&self) -> u32 {
        self.moves.iter().filter(|step| !step.mv.starts_with('+')).count() as u32
    }

    /// The position as the viewer sees it, all of it once the game is over; or the first step that does not fit.
    pub fn position(&self) -> Result<AnyGame, TextError> {
        let mut game = AnyGame::new(self.kind, &self.options)?;
        if self.end.is_some() {
            for step in &self.moves {
                let mv = game.parse_move(&step.mv)?;
                let unfit = |_| TextError::new(0, &step.mv, words!(fr: "un coup permis", en: "a legal move"));
                game.play(mv).map_err(unfit)?;
            }
            return Ok(game);
        }
        let mut view = game.view(self.viewer());
        for step in &self.moves {
            view.observe(game.parse_move(&step.mv)?, step.turn);
        }
        Ok(view.position())
    }

    pub(crate) fn read(fields: &mut Fields<'_>) -> Result<Snapshot, TextError> {
        Ok(Snapshot {
            you: fields.maybe("you")?,
            kind: fields.field("game")?,
            options: fields.text("options")?,
            clock: fields.field("clock")?,
            seating: fields.field("starts")?,
            seats: Occupant::read_all(fields)?,
            commitment: fields.field("commitment")?,
            contributions: fields
                .list::<Dashed>("contributions")?
                .into_iter()
                .map(|dashed| dashed.0)
                .collect(),
            order: fields.list("order")?,
            moves: fields.list("steps")?,
            clocks: fields.field("clocks")?,
            offers: fields.list("offers")?,
            premove: fields.maybe("premove")?,
            end: fields.maybe("end")?,
            secret: fields.maybe("secret")?,
            rematch: fields.maybe("rematch")?,
        })
    }
}

impl fmt::Display for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Snapshot { kind, clock, seating, commitment, clocks, .. } = self;
        write!(f, "you={} game={kind} options={}", Maybe(self.you), Escaped(&self.options))?;
        write!(f, " clock={clock} starts={seating} {}", Occupants(&self.seats))?;
        let contributions: Vec<Dashed> = self.contributions.iter().copied().map(Dashed).collect();
        write!(f, " commitment={commitment} contributions={}", Escaped(List(&contributions)))?;
        write!(f, " order={} steps={}", List(&self.order), Escaped(List(&self.moves)))?;
        write!(f, " clocks={clocks} offers={}", List(&self.offers))?;
        write!(f, " premove={}", Escaped(Maybe(self.premove.as_ref())))?;
        write!(f, " end={} secret={}", Maybe(self.end), Maybe(self.secret))?;
        write!(f, " rematch={}", Maybe(self.rematch.as_ref()))
    }
}

/// Who sits where: `seats=2 seat1=… seat2=…`.
pub(crate) struct Occupants<'s>(pub(crate) &'s [Occupant]);

impl fmt::Display for Occupants<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seats={}", self.0.len())?;
        for (index, sitter) in self.0.iter().enumerate() {
            write!(f, " seat{}={}", index + 1, Escaped(sitter))?;
        }
        Ok(())
    }
}

impl Occupant {
    /// Reads who sits where.
    pub(crate) fn read_all(fields: &mut Fields<'_>) -> Result<Vec<Occupant>, TextError> {
        let count = fields.number("seats")?.min(9);
        (1..=count).map(|seat| fields.field(&format!("seat{seat}"))).collect()
    }
}

/// What may be missing in a list: `.` if it is, since `-` alone is an empty list.
struct Dashed(Option<Contribution>);

impl fmt::Display for Dashed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(contribution) => contribution.fmt(f),
            None => f.write_str("."),
        }
    }
}

impl FromStr for Dashed {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Dashed, TextError> {
        if text == "." { Ok(Dashed(None)) } else { text.parse().map(|some| Dashed(Some(some))) }
    }
}

/// `open`, `reserved`, `engine:5`, or `human:GONE:STAND-IN:NAME`, the first two of which are `-` or like `1234` and
/// `5/resigned`.
impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Occupant::Open => f.write_str("open"),
            Occupant::Reserved => f.write_str("reserved"),
            Occupant::Engine(level) => write!(f, "engine:{level}"),
            Occupant::Human { name, gone, stand_in } => {
                let stand_in = stand_in.map(|(level, why)| format!("{level}/{why}"));
                write!(f, "human:{}:{}:{name}", Maybe(*gone), Maybe(stand_in))
            }
        }
    }
}

impl FromStr for Occupant {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Occupant, TextError> {
        let wrong = || TextError::new(0, text, words!(fr: "qui est assis là", en: "who sits there"));
        match (text, text.split_once(':')) {
            ("open", _) => Ok(Occupant::Open),
            ("reserved", _) => Ok(Occupant::Reserved),
            (_, Some(("engine", level))) => level.parse().map(Occupant::Engine),
            (_, Some(("human", rest))) => {
                let mut parts = rest.splitn(3, ':');
                let (Some(gone), Some(stand_in), Some(name)) = (parts.next(), parts.next(), parts.next())
                else {
                    return Err(wrong());
                };
                let gone = if gone == "-" { None } else { Some(gone.parse()?) };
                let stand_in = match stand_in {
                    "-" => None,
                    some => {
                        let (level, why) = some.split_once('/').ok_or_else(wrong)?;
                        Some((level.parse()?, why.parse()?))
                    }
                };
                Ok(Occupant::Human { name: name.parse()?, gone, stand_in })
            }
            _ => Err(wrong()),
        }
    }
}

/// `12:R5@c3`.
impl fmt::Display for Premove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.ply, self.mv)
    }
}

impl FromStr for Premove {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Premove, TextError> {
        let wrong =
            || TextError::new(0, text, words!(fr: "un coup choisi d’avance", en: "a move chosen ahead"));
        let (ply, mv) = text.split_once(':').ok_or_else(wrong)?;
        let ply = u32::try_from(crate::line_codec::number(ply)?).map_err(|_| wrong())?;
        Ok(Premove { ply, mv: mv.to_owned() })
    }
}

/// `win1:rules`, or `-:closed`.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", Maybe(self.outcome), self.why)
    }
}

impl FromStr for End {
    type Err = TextError;

    fn from_str(text: &str) -> Result<End, TextError> {
        let (outcome, why) = text.split_once(':').unwrap_or((text, ""));
        let outcome = if outcome == "-" { None } else { Some(outcome.parse()?) };
        Ok(End { outcome, why: why.parse()? })
    }
}
