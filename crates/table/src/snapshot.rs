//! Everything that one viewer may know of a table. A client begins with a snapshot and keeps it up to date, message by
//! message.

use std::fmt;
use std::str::FromStr;

use rules::{AnyGame, Kind, Level, Outcome, Seat, TextError, Turn, Viewer, words};

use crate::clock::{Clocks, TimeControl};
use crate::contribution::{Contribution, OrDot};
use crate::event::{EndReason, StandInReason, TableId};
use crate::fair::{Commitment, Secret, ShuffleVersion};
use crate::line_codec::{Escaped, Fields, List, Maybe};
use crate::message::SeenMove;
use crate::name::Name;
use crate::offers::StandingOffer;
use crate::setup::{SeatSetup, Seating, Setup};
use crate::time::Time;

/// Everything that one viewer may know of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Snapshot {
    /// The viewer's own seat.
    pub you: Option<Seat>,
    /// The game.
    pub kind: Kind,
    /// The text of its options.
    pub options: String,
    /// The time control.
    pub clock: TimeControl,
    /// How the players are seated.
    pub seating: Seating,
    /// Who is in each seat.
    pub seats: Vec<Occupant>,
    /// The server's commitment to its secret.
    pub commitment: Commitment,
    /// The players' contributions to the shuffle, in the order of the seats before the start.
    pub contributions: Vec<Option<Contribution>>,
    /// The number that each seat had before the start; empty until then.
    pub order: Vec<Seat>,
    /// How the shuffles follow from the contributions.
    pub shuffle: ShuffleVersion,
    /// The moves of players and of chance, redacted for the viewer.
    pub moves: Vec<SeenMove>,
    /// The clocks.
    pub clocks: Clocks,
    /// The offers that stand open.
    pub offers: Vec<StandingOffer>,
    /// The viewer's own premove.
    pub premove: Option<Premove>,
    /// How and why the game ended.
    pub end: Option<End>,
    /// The secret, once the game is over.
    pub secret: Option<Secret>,
    /// The table of the rematch.
    pub rematch: Option<TableId>,
}

/// Who is in a seat, as everyone may know it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Occupant {
    /// Nobody yet: any guest may join.
    Open,
    /// Nobody yet: the seat is reserved for one guest.
    Reserved,
    /// An engine of this level.
    Engine(Level),
    /// A human.
    Human {
        /// The name that the guest picked.
        name: Name,
        /// When the connection was lost, if it is lost.
        gone: Option<Time>,
        /// The engine that stands in, and why.
        stand_in: Option<(Level, StandInReason)>,
    },
}

/// A move chosen in advance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Premove {
    /// The number of moves that players will have made before it.
    pub ply: u32,
    /// The move.
    pub mv: String,
}

/// How and why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// The result; `None` if the game never started, was abandoned or was aborted.
    pub outcome: Option<Outcome>,
    /// The reason.
    pub why: EndReason,
}

impl Snapshot {
    /// The viewer whose snapshot this is.
    pub fn viewer(&self) -> Viewer {
        self.you.map_or(Viewer::Public, Viewer::Seat)
    }

    /// The [public setup](Setup::public) with which the table was opened, which players sign with their contributions.
    pub fn setup(&self) -> Result<Setup, TextError> {
        let mut seats = vec![SeatSetup::Open; self.seats.len()];
        for (index, occupant) in self.seats.iter().enumerate() {
            let before = self.order.get(index).map_or(index, |seat| seat.index());
            if let (Occupant::Engine(level), Some(seat)) = (occupant, seats.get_mut(before)) {
                *seat = SeatSetup::Engine(*level);
            }
        }
        Setup::new(self.kind, &self.options, seats, self.clock, self.seating)
    }

    /// Whether a human plays in a seat, without an engine standing in.
    pub fn is_human(&self, seat: Seat) -> bool {
        matches!(self.seats.get(seat.index()), Some(Occupant::Human { stand_in: None, .. }))
    }

    /// The number of moves that players have made. Moves of chance begin with `+`, and no others do.
    pub fn ply(&self) -> u32 {
        self.moves.iter().filter(|seen| !seen.mv.starts_with('+')).count() as u32
    }

    /// The first of the [`moves`](Self::moves) that a take-back of a seat would undo: the last move of that seat. `None`
    /// if it has not moved.
    pub fn taken_back_from(&self, seat: Seat) -> Option<usize> {
        let start = AnyGame::new(self.kind, &self.options).ok()?.turn();
        let turns = std::iter::once(start).chain(self.moves.iter().map(|seen| seen.turn));
        let by: Vec<Turn> = turns.take(self.moves.len()).collect();
        by.iter().rposition(|turn| turn.seat() == Some(seat))
    }

    /// Whether the viewer may abort the game now: another human has not made a first move in time.
    pub fn can_abort(&self, now: Time) -> bool {
        let Some(wait) = self.clock.abort_delay() else { return false };
        let is_late = |seat: Seat| match self.seats.get(seat.index()) {
            Some(Occupant::Human { gone, stand_in: None, .. }) => {
                let since = self.clocks.running_since(seat).into_iter().chain(*gone).min();
                since.is_some_and(|since| now.since(since) >= wait) && self.taken_back_from(seat).is_none()
            }
            _ => false,
        };
        let is_playing = self.end.is_none() && !self.order.is_empty();
        let others = (0..self.seats.len() as u8).map(Seat::from_index);
        is_playing && self.you.is_some() && others.filter(|seat| self.you != Some(*seat)).any(is_late)
    }

    /// The position as the viewer sees it; once the game is over, all of it. An error is about the first move that does not
    /// fit.
    pub fn position(&self) -> Result<AnyGame, TextError> {
        let mut game = AnyGame::new(self.kind, &self.options)?;
        if self.end.is_some() {
            for seen in &self.moves {
                let mv = game.parse_move(&seen.mv)?;
                let illegal =
                    |_| TextError::new(0, &seen.mv, words!(fr: "un coup permis", en: "a legal move"));
                game.play(mv).map_err(illegal)?;
            }
            return Ok(game);
        }
        let mut view = game.view(self.viewer());
        for seen in &self.moves {
            view.observe(game.parse_move(&seen.mv)?, seen.turn);
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
                .list::<OrDot>("contributions")?
                .into_iter()
                .map(|or_dot| or_dot.0)
                .collect(),
            order: fields.list("order")?,
            shuffle: fields.field("shuffle")?,
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
        let contributions: Vec<OrDot> = self.contributions.iter().copied().map(OrDot).collect();
        write!(f, " commitment={commitment} contributions={}", Escaped(List(&contributions)))?;
        let (order, moves) = (List(&self.order), Escaped(List(&self.moves)));
        write!(f, " order={order} shuffle={} steps={moves}", self.shuffle)?;
        write!(f, " clocks={clocks} offers={}", List(&self.offers))?;
        write!(f, " premove={}", Escaped(Maybe(self.premove.as_ref())))?;
        write!(f, " end={} secret={}", Maybe(self.end), Maybe(self.secret))?;
        write!(f, " rematch={}", Maybe(self.rematch.as_ref()))
    }
}

/// The fields for all seats: `seats=2 seat1=… seat2=…`.
pub(crate) struct Occupants<'s>(pub(crate) &'s [Occupant]);

impl fmt::Display for Occupants<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seats={}", self.0.len())?;
        for (index, occupant) in self.0.iter().enumerate() {
            write!(f, " seat{}={}", index + 1, Escaped(occupant))?;
        }
        Ok(())
    }
}

impl Occupant {
    /// Reads the fields for all seats.
    pub(crate) fn read_all(fields: &mut Fields<'_>) -> Result<Vec<Occupant>, TextError> {
        let count = fields.number("seats")?.min(9);
        (1..=count).map(|seat| fields.field(&format!("seat{seat}"))).collect()
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
        let invalid =
            || TextError::new(0, text, words!(fr: "l’occupant d’une place", en: "the occupant of a seat"));
        match (text, text.split_once(':')) {
            ("open", _) => Ok(Occupant::Open),
            ("reserved", _) => Ok(Occupant::Reserved),
            (_, Some(("engine", level))) => level.parse().map(Occupant::Engine),
            (_, Some(("human", rest))) => {
                let mut parts = rest.splitn(3, ':');
                let (Some(gone), Some(stand_in), Some(name)) = (parts.next(), parts.next(), parts.next())
                else {
                    return Err(invalid());
                };
                let gone = if gone == "-" { None } else { Some(gone.parse()?) };
                let stand_in = match stand_in {
                    "-" => None,
                    some => {
                        let (level, why) = some.split_once('/').ok_or_else(invalid)?;
                        Some((level.parse()?, why.parse()?))
                    }
                };
                Ok(Occupant::Human { name: name.parse()?, gone, stand_in })
            }
            _ => Err(invalid()),
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
        let invalid =
            || TextError::new(0, text, words!(fr: "un coup choisi d’avance", en: "a move chosen ahead"));
        let (ply, mv) = text.split_once(':').ok_or_else(invalid)?;
        let ply = u32::try_from(crate::line_codec::number(ply)?).map_err(|_| invalid())?;
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
