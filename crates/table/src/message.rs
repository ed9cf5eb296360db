//! What a viewer is told, as one line: the number of the message, when, a word, and its fields. The numbers of one
//! viewer follow on each other without gaps, so that nobody can tell when others were told something in private.

use std::fmt;
use std::str::FromStr;

use rules::{Outcome, Seat, TextError, Turn, words};

use crate::clock::Clocks;
use crate::event::{Absence, Ending, TableId};
use crate::fair::{Contribution, Secret};
use crate::name::Name;
use crate::offers::Offer;
use crate::phrase::Phrase;
use crate::request;
use crate::setup::Level;
use crate::snapshot::Snapshot;
use crate::time::Time;
use crate::wire::{Escaped, Fields, List, Maybe};

/// Something that one viewer is told.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Message {
    /// Its number among the messages for this viewer.
    pub number: u64,
    /// When it happened.
    pub at: Time,
    /// What.
    pub told: Told,
}

/// A move or a draw as a viewer saw it, and who was next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The move.
    pub mv: String,
    /// Who was next.
    pub turn: Turn,
}

/// What can be told. The fields are those of the [events](crate::What), without what others may not know and with
/// what follows: the turn, the clocks, as whom one looks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are those of the events")]
pub enum Told {
    /// Everything that the viewer may know now: with this one begins.
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
        clocks: Clocks,
        you: Option<Seat>,
    },
    Moved {
        seat: Seat,
        ply: u32,
        step: Step,
        clocks: Clocks,
    },
    Drawn {
        step: Step,
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
        steps: u32,
        clocks: Clocks,
    },
    StoodIn {
        seat: Seat,
        level: Level,
        why: Absence,
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
    /// The game is over. `steps` is the whole game, where some of it had been hidden.
    Ended {
        outcome: Option<Outcome>,
        why: Ending,
        clocks: Clocks,
        secret: Secret,
        steps: Option<Vec<Step>>,
    },
    Rematched {
        table: TableId,
    },
}

/// `R5@c3:2`, or `+?:+`: the move, and who is next.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.mv, self.turn)
    }
}

impl FromStr for Step {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Step, TextError> {
        match text.split_once(':') {
            Some((mv, turn)) if !mv.is_empty() && !mv.contains(',') => {
                Ok(Step { mv: mv.to_owned(), turn: turn.parse()? })
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
        write!(f, "{} {} {}", self.number, self.at, self.told)
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Told::Table(snapshot) => write!(f, "table {snapshot}"),
            Told::Joined { seat, name, contribution, you } => {
                let (name, you) = (Escaped(name), Maybe(*you));
                write!(f, "joined seat={seat} name={name} contribution={contribution} you={you}")
            }
            Told::Left { seat, is_reserved, you } => {
                let place = if *is_reserved { "reserved" } else { "open" };
                write!(f, "left seat={seat} place={place} you={}", Maybe(*you))
            }
            Told::Started { order, clocks, you } => {
                write!(f, "started order={} clocks={clocks} you={}", List(order), Maybe(*you))
            }
            Told::Moved { seat, ply, step, clocks } => {
                write!(f, "moved seat={seat} ply={ply} step={} clocks={clocks}", Escaped(step))
            }
            Told::Drawn { step, clocks } => write!(f, "drawn step={} clocks={clocks}", Escaped(step)),
            Told::Premoved { ply, mv } => write!(f, "premoved ply={ply} move={}", Escaped(mv)),
            Told::Unpremoved => f.write_str("unpremoved"),
            Told::Offered { seat, offer } => write!(f, "offered seat={seat} what={offer}"),
            Told::Accepted { seat, offer } => write!(f, "accepted seat={seat} what={offer}"),
            Told::Declined { seat, offer } => write!(f, "declined seat={seat} what={offer}"),
            Told::Withdrawn { seat, offer } => write!(f, "withdrawn seat={seat} what={offer}"),
            Told::TookBack { ply, steps, clocks } => {
                write!(f, "took-back ply={ply} steps={steps} clocks={clocks}")
            }
            Told::StoodIn { seat, level, why, clocks } => {
                write!(f, "stood-in seat={seat} level={level} why={why} clocks={clocks}")
            }
            Told::Returned { seat, clocks } => write!(f, "returned seat={seat} clocks={clocks}"),
            Told::Gone { seat } => write!(f, "gone seat={seat}"),
            Told::Back { seat } => write!(f, "back seat={seat}"),
            Told::Resumed { down_for, clocks } => write!(f, "resumed down-for={down_for} clocks={clocks}"),
            Told::Said { seat, phrase } => write!(f, "said seat={seat} phrase={phrase}"),
            Told::Ended { outcome, why, clocks, secret, steps } => {
                write!(f, "ended outcome={} why={why} clocks={clocks} secret={secret}", Maybe(*outcome))?;
                match steps {
                    None => f.write_str(" steps=seen"),
                    Some(steps) => write!(f, " steps={}", Escaped(List(steps))),
                }
            }
            Told::Rematched { table } => write!(f, "rematched table={table}"),
        }
    }
}

impl FromStr for Message {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Message, TextError> {
        let mut fields = Fields::new(text);
        let number = fields.bare_number()?;
        let at = Time(fields.bare_number()?);
        let told = told(&mut fields)?;
        fields.end()?;
        Ok(Message { number, at, told })
    }
}

fn told(fields: &mut Fields<'_>) -> Result<Told, TextError> {
    let expected = words!(fr: "un message connu", en: "a known message");
    Ok(match fields.word(expected.clone())? {
        "table" => Told::Table(Box::new(Snapshot::read(fields)?)),
        "joined" => Told::Joined {
            seat: fields.field("seat")?,
            name: fields.field("name")?,
            contribution: fields.field("contribution")?,
            you: fields.maybe("you")?,
        },
        "left" => Told::Left {
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
        "started" => Told::Started {
            order: fields.list("order")?,
            clocks: fields.field("clocks")?,
            you: fields.maybe("you")?,
        },
        "moved" => Told::Moved {
            seat: fields.field("seat")?,
            ply: request::ply(fields)?,
            step: fields.field("step")?,
            clocks: fields.field("clocks")?,
        },
        "drawn" => Told::Drawn { step: fields.field("step")?, clocks: fields.field("clocks")? },
        "premoved" => Told::Premoved { ply: request::ply(fields)?, mv: fields.text("move")? },
        "unpremoved" => Told::Unpremoved,
        "offered" => Told::Offered { seat: fields.field("seat")?, offer: fields.field("what")? },
        "accepted" => Told::Accepted { seat: fields.field("seat")?, offer: fields.field("what")? },
        "declined" => Told::Declined { seat: fields.field("seat")?, offer: fields.field("what")? },
        "withdrawn" => Told::Withdrawn { seat: fields.field("seat")?, offer: fields.field("what")? },
        "took-back" => Told::TookBack {
            ply: request::ply(fields)?,
            steps: u32::try_from(fields.number("steps")?).unwrap_or(u32::MAX),
            clocks: fields.field("clocks")?,
        },
        "stood-in" => Told::StoodIn {
            seat: fields.field("seat")?,
            level: fields.field("level")?,
            why: fields.field("why")?,
            clocks: fields.field("clocks")?,
        },
        "returned" => Told::Returned { seat: fields.field("seat")?, clocks: fields.field("clocks")? },
        "gone" => Told::Gone { seat: fields.field("seat")? },
        "back" => Told::Back { seat: fields.field("seat")? },
        "resumed" => Told::Resumed { down_for: fields.number("down-for")?, clocks: fields.field("clocks")? },
        "said" => Told::Said { seat: fields.field("seat")?, phrase: fields.field("phrase")? },
        "ended" => Told::Ended {
            outcome: fields.maybe("outcome")?,
            why: fields.field("why")?,
            clocks: fields.field("clocks")?,
            secret: fields.field("secret")?,
            steps: match fields.text("steps")?.as_str() {
                "seen" => None,
                steps => Some(crate::wire::list(steps)?),
            },
        },
        "rematched" => Told::Rematched { table: fields.field("table")? },
        unknown => return Err(TextError::new(0, unknown, expected)),
    })
}
