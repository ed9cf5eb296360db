//! The messages to clients, one line each: the number of the message, the time, a word, and its fields. The messages to
//! one viewer are numbered without gaps: a gap would reveal that another player did something in private.

use std::fmt;
use std::str::FromStr;

use rules::{Level, Outcome, Seat, TextError, Turn, words};

use crate::clock::Clocks;
use crate::contribution::Contribution;
use crate::event::{EndReason, StandInReason, TableId};
use crate::fair::{Secret, ShuffleVersion};
use crate::line_codec::{Escaped, Fields, List, Maybe};
use crate::name::Name;
use crate::offers::Offer;
use crate::phrase::Phrase;
use crate::request;
use crate::snapshot::Snapshot;
use crate::time::Time;

/// A message to one viewer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Message {
    /// Its number among the messages for this viewer.
    pub number: u64,
    /// When the event happened.
    pub at: Time,
    /// What the viewer learns.
    pub update: Update,
}

impl Message {
    /// Whether this is a snapshot, which needs no message before it.
    pub fn is_snapshot(&self) -> bool {
        matches!(self.update, Update::Table(_))
    }
}

/// A move of a player or of chance, redacted for a viewer, and the turn after it. To follow the game a client needs both:
/// a hidden hand can decide whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeenMove {
    /// The redacted move.
    pub mv: String,
    /// The turn after it.
    pub turn: Turn,
    /// Whether an engine made it in the place of a player.
    pub is_stand_in: bool,
}

/// What the text of a [`SeenMove`] ends with if an engine made it in the place of a player.
const STAND_IN: &str = ":engine";

/// What a viewer learns from a message. The fields are those of the [event](crate::EventKind), redacted, plus what the
/// client needs: the turn, the clocks, the viewer's own seat (`you`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are those of the events")]
pub enum Update {
    /// Everything that the viewer may know now. Clients begin with this.
    Table(Box<Snapshot>),
    Joined {
        seat: Seat,
        name: Name,
        contribution: Contribution,
        you: Option<Seat>,
    },
    Left {
        seat: Seat,
        is_reserved: bool,
        you: Option<Seat>,
    },
    Started {
        order: Vec<Seat>,
        shuffle: ShuffleVersion,
        clocks: Clocks,
        you: Option<Seat>,
    },
    Moved {
        seat: Seat,
        ply: u32,
        mv: SeenMove,
        clocks: Clocks,
    },
    Drawn {
        mv: SeenMove,
        clocks: Clocks,
    },
    Premoved {
        ply: u32,
        mv: String,
    },
    Unpremoved,
    Offered {
        seat: Seat,
        offer: Offer,
    },
    Accepted {
        seat: Seat,
        offer: Offer,
    },
    Declined {
        seat: Seat,
        offer: Offer,
    },
    Withdrawn {
        seat: Seat,
        offer: Offer,
    },
    TookBack {
        ply: u32,
        moves: u32,
        clocks: Clocks,
    },
    StoodIn {
        seat: Seat,
        level: Level,
        why: StandInReason,
        clocks: Clocks,
    },
    Returned {
        seat: Seat,
        clocks: Clocks,
    },
    Gone {
        seat: Seat,
    },
    Back {
        seat: Seat,
    },
    Resumed {
        down_for: u64,
        clocks: Clocks,
    },
    Said {
        seat: Seat,
        phrase: Phrase,
    },
    /// The game is over. `moves` has all moves unredacted, if some had been hidden from the viewer.
    Ended {
        outcome: Option<Outcome>,
        why: EndReason,
        clocks: Clocks,
        secret: Secret,
        moves: Option<Vec<SeenMove>>,
    },
    Rematched {
        table: TableId,
    },
}

/// `R5@c3:2`, `+?:+` or `5:1:engine`: the move, the turn after it, and whether an engine made it in a player's place.
impl fmt::Display for SeenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}{}", self.mv, self.turn, if self.is_stand_in { STAND_IN } else { "" })
    }
}

impl FromStr for SeenMove {
    type Err = TextError;

    fn from_str(text: &str) -> Result<SeenMove, TextError> {
        let (seen, is_stand_in) = match text.strip_suffix(STAND_IN) {
            Some(seen) => (seen, true),
            None => (text, false),
        };
        match seen.split_once(':') {
            Some((mv, turn)) if !mv.is_empty() && !mv.contains(',') => {
                Ok(SeenMove { mv: mv.to_owned(), turn: turn.parse()?, is_stand_in })
            }
            _ => {
                let expected = words!(fr: "un coup et le tour suivant, comme 5:2", en: "a move and the next turn, like 5:2");
                Err(TextError::new(0, text, expected))
            }
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.number, self.at, self.update)
    }
}

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Update::Table(snapshot) => write!(f, "table {snapshot}"),
            Update::Joined { seat, name, contribution, you } => {
                let (name, you) = (Escaped(name), Maybe(*you));
                write!(f, "joined seat={seat} name={name} contribution={contribution} you={you}")
            }
            Update::Left { seat, is_reserved, you } => {
                let setup = if *is_reserved { "reserved" } else { "open" };
                write!(f, "left seat={seat} place={setup} you={}", Maybe(*you))
            }
            Update::Started { order, shuffle, clocks, you } => {
                let (order, you) = (List(order), Maybe(*you));
                write!(f, "started order={order} shuffle={shuffle} clocks={clocks} you={you}")
            }
            Update::Moved { seat, ply, mv, clocks } => {
                write!(f, "moved seat={seat} ply={ply} step={} clocks={clocks}", Escaped(mv))
            }
            Update::Drawn { mv, clocks } => write!(f, "drawn step={} clocks={clocks}", Escaped(mv)),
            Update::Premoved { ply, mv } => write!(f, "premoved ply={ply} move={}", Escaped(mv)),
            Update::Unpremoved => f.write_str("unpremoved"),
            Update::Offered { seat, offer } => write!(f, "offered seat={seat} what={offer}"),
            Update::Accepted { seat, offer } => write!(f, "accepted seat={seat} what={offer}"),
            Update::Declined { seat, offer } => write!(f, "declined seat={seat} what={offer}"),
            Update::Withdrawn { seat, offer } => write!(f, "withdrawn seat={seat} what={offer}"),
            Update::TookBack { ply, moves, clocks } => {
                write!(f, "took-back ply={ply} steps={moves} clocks={clocks}")
            }
            Update::StoodIn { seat, level, why, clocks } => {
                write!(f, "stood-in seat={seat} level={level} why={why} clocks={clocks}")
            }
            Update::Returned { seat, clocks } => write!(f, "returned seat={seat} clocks={clocks}"),
            Update::Gone { seat } => write!(f, "gone seat={seat}"),
            Update::Back { seat } => write!(f, "back seat={seat}"),
            Update::Resumed { down_for, clocks } => write!(f, "resumed down-for={down_for} clocks={clocks}"),
            Update::Said { seat, phrase } => write!(f, "said seat={seat} phrase={phrase}"),
            Update::Ended { outcome, why, clocks, secret, moves } => {
                write!(f, "ended outcome={} why={why} clocks={clocks} secret={secret}", Maybe(*outcome))?;
                match moves {
                    None => f.write_str(" steps=seen"),
                    Some(moves) => write!(f, " steps={}", Escaped(List(moves))),
                }
            }
            Update::Rematched { table } => write!(f, "rematched table={table}"),
        }
    }
}

impl FromStr for Message {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Message, TextError> {
        let mut fields = Fields::new(text);
        let number = fields.bare_number()?;
        let at = Time(fields.bare_number()?);
        let update = update(&mut fields)?;
        fields.end()?;
        Ok(Message { number, at, update })
    }
}

fn update(fields: &mut Fields<'_>) -> Result<Update, TextError> {
    let expected = || words!(fr: "un message connu", en: "a known message");
    Ok(match fields.word(expected)? {
        "table" => Update::Table(Box::new(Snapshot::read(fields)?)),
        "joined" => Update::Joined {
            seat: fields.field("seat")?,
            name: fields.field("name")?,
            contribution: fields.field("contribution")?,
            you: fields.maybe("you")?,
        },
        "left" => Update::Left {
            seat: fields.field("seat")?,
            is_reserved: match fields.text("place")?.as_str() {
                "open" => false,
                "reserved" => true,
                other => {
                    return Err(TextError::new(
                        0,
                        other,
                        words!(fr: "open ou reserved", en: "open or reserved"),
                    ));
                }
            },
            you: fields.maybe("you")?,
        },
        "started" => Update::Started {
            order: fields.list("order")?,
            shuffle: fields.field("shuffle")?,
            clocks: fields.field("clocks")?,
            you: fields.maybe("you")?,
        },
        "moved" => Update::Moved {
            seat: fields.field("seat")?,
            ply: request::ply(fields)?,
            mv: fields.field("step")?,
            clocks: fields.field("clocks")?,
        },
        "drawn" => Update::Drawn { mv: fields.field("step")?, clocks: fields.field("clocks")? },
        "premoved" => Update::Premoved { ply: request::ply(fields)?, mv: fields.text("move")? },
        "unpremoved" => Update::Unpremoved,
        "offered" => Update::Offered { seat: fields.field("seat")?, offer: fields.field("what")? },
        "accepted" => Update::Accepted { seat: fields.field("seat")?, offer: fields.field("what")? },
        "declined" => Update::Declined { seat: fields.field("seat")?, offer: fields.field("what")? },
        "withdrawn" => Update::Withdrawn { seat: fields.field("seat")?, offer: fields.field("what")? },
        "took-back" => Update::TookBack {
            ply: request::ply(fields)?,
            moves: u32::try_from(fields.number("steps")?).unwrap_or(u32::MAX),
            clocks: fields.field("clocks")?,
        },
        "stood-in" => Update::StoodIn {
            seat: fields.field("seat")?,
            level: fields.field("level")?,
            why: fields.field("why")?,
            clocks: fields.field("clocks")?,
        },
        "returned" => Update::Returned { seat: fields.field("seat")?, clocks: fields.field("clocks")? },
        "gone" => Update::Gone { seat: fields.field("seat")? },
        "back" => Update::Back { seat: fields.field("seat")? },
        "resumed" => {
            Update::Resumed { down_for: fields.number("down-for")?, clocks: fields.field("clocks")? }
        }
        "said" => Update::Said { seat: fields.field("seat")?, phrase: fields.field("phrase")? },
        "ended" => Update::Ended {
            outcome: fields.maybe("outcome")?,
            why: fields.field("why")?,
            clocks: fields.field("clocks")?,
            secret: fields.field("secret")?,
            moves: match fields.text("steps")?.as_str() {
                "seen" => None,
                moves => Some(crate::line_codec::list(moves)?),
            },
        },
        "rematched" => Update::Rematched { table: fields.field("table")? },
        unknown => return Err(TextError::new(0, unknown, expected())),
    })
}
