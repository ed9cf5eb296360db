//! What has happened at a table. The list of its events is the only truth about it; they are kept as text, and
//! never leave the server: others are told [messages](crate::Message).

use std::fmt;
use std::str::FromStr;

use rules::{Level, Outcome, Seat, TextError, Viewer, words};

use crate::fair::{Contribution, Secret};
use crate::line_codec::{Escaped, Fields, List, Maybe, word_text};
use crate::name::Name;
use crate::offers::Offer;
use crate::phrase::Phrase;
use crate::request;
use crate::setup::{GuestId, Setup};
use crate::time::Time;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// When.
    pub at: Time,
    /// Whose request brought it about, and the number of that request.
    pub cause: Option<Cause>,
    /// What.
    pub kind: EventKind,
}

/// A request, by who made it and by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cause {
    /// Who.
    pub guest: GuestId,
    /// The number of the request.
    pub number: u64,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.guest, self.number)
    }
}

impl FromStr for Cause {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Cause, TextError> {
        let (guest, number) = text.split_once(':').unwrap_or((text, ""));
        Ok(Cause { guest: guest.parse()?, number: crate::line_codec::number(number)? })
    }
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// The table was opened.
    Created {
        /// As what.
        setup: Setup,
        /// What chance will be drawn from.
        secret: Secret,
    },
    /// Somebody sat down.
    Joined {
        /// Where. Chance may change it at the start.
        seat: Seat,
        /// Who.
        guest: GuestId,
        /// Under which name.
        name: Name,
        /// What they added to the shuffle.
        contribution: Contribution,
    },
    /// Somebody got up before the start.
    Left {
        /// From where.
        seat: Seat,
    },
    /// The game began.
    Started {
        /// Which place, counted from 1, each seat had been until now.
        order: Vec<Seat>,
    },
    /// A player moved.
    Moved {
        /// Who.
        seat: Seat,
        /// What.
        mv: String,
    },
    /// Chance did something.
    Drawn {
        /// What.
        mv: String,
    },
    /// A player chose a move ahead. Nobody else may know.
    Premoved {
        /// Who.
        seat: Seat,
        /// For which move of the game.
        ply: u32,
        /// What.
        mv: String,
    },
    /// The move that was chosen ahead is forgotten. Nobody else may know.
    Unpremoved {
        /// Whose.
        seat: Seat,
    },
    /// Something was offered.
    Offered {
        /// By whom.
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// An offer was accepted by one of those who were asked.
    Accepted {
        /// By whom.
        seat: Seat,
        /// Which.
        offer: Offer,
    },
    /// An offer was declined.
    Declined {
        /// By whom.
        seat: Seat,
        /// Which.
        offer: Offer,
    },
    /// An offer was withdrawn.
    Withdrawn {
        /// By whom.
        seat: Seat,
        /// Which.
        offer: Offer,
    },
    /// The game went back to where so many moves had been made.
    TookBack {
        /// How many moves of players are left.
        ply: u32,
    },
    /// An engine took over a seat.
    StoodIn {
        /// Whose.
        seat: Seat,
        /// How well it plays.
        level: Level,
        /// Why.
        why: StandInReason,
    },
    /// A human took the seat back from the engine.
    Returned {
        /// Whose.
        seat: Seat,
    },
    /// A player goes on from another device. Nobody is told: nothing changes for anybody else.
    Handed {
        /// Which seat.
        seat: Seat,
        /// As whom the server knows the player from now on.
        guest: GuestId,
    },
    /// A player's connection was lost.
    Gone {
        /// Whose.
        seat: Seat,
    },
    /// A player's connection was there again.
    Back {
        /// Whose.
        seat: Seat,
    },
    /// The server had been down.
    Resumed {
        /// For how many milliseconds. They count for nobody.
        down_for: u64,
    },
    /// A player said something.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        phrase: Phrase,
    },
    /// The game ended.
    Ended {
        /// How; `None` if it never began.
        outcome: Option<Outcome>,
        /// Why.
        why: EndReason,
    },
    /// Another table was opened for the same players.
    Rematched {
        /// Its address.
        table: TableId,
    },
}

/// Why an engine sits in a human's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StandInReason {
    /// The human gave up, and may come back.
    Resigned,
    /// The human had gone, and may come back.
    Gone,
    /// The human had no time left, and cannot come back.
    Time,
}

word_text!(
    StandInReason, "une absence", "an absence",
    StandInReason::Resigned => "resigned", StandInReason::Gone => "gone", StandInReason::Time => "time",
);

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// By its rules.
    Rules,
    /// One of two gave up.
    Resignation,
    /// All agreed on a draw.
    Agreement,
    /// One of two had no time left.
    Time,
    /// One of two had gone, and the other claimed the result.
    Claim,
    /// The table was closed before the game began.
    Closed,
}

word_text!(
    EndReason, "une fin", "an ending",
    EndReason::Rules => "rules", EndReason::Resignation => "resignation", EndReason::Agreement => "agreement",
    EndReason::Time => "time", EndReason::Claim => "claim", EndReason::Closed => "closed",
);

/// The address of a table: 1 to 64 letters, digits, `-` and `_`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableId(String);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for TableId {
    type Err = TextError;

    fn from_str(text: &str) -> Result<TableId, TextError> {
        let is_plain = text.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_'));
        if is_plain && (1..=64).contains(&text.len()) && text != "-" {
            return Ok(TableId(text.to_owned()));
        }
        Err(TextError::new(0, text, words!(fr: "l’adresse d’une table", en: "the address of a table")))
    }
}

impl EventKind {
    /// Whether a viewer may know of it.
    pub(crate) fn is_visible_to(&self, viewer: Viewer) -> bool {
        match *self {
            EventKind::Premoved { seat, .. } | EventKind::Unpremoved { seat } => viewer.is(seat),
            EventKind::Handed { .. } => false,
            _ => true,
        }
    }
}

/// `1234 by=… moved seat=1 move=5`: when, whose request, what.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by={} {}", self.at, Maybe(self.cause), self.kind)
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventKind::Created { setup, secret } => {
                write!(f, "created setup={} secret={secret}", Escaped(setup))
            }
            EventKind::Joined { seat, guest, name, contribution } => {
                let name = Escaped(name);
                write!(f, "joined seat={seat} guest={guest} name={name} contribution={contribution}")
            }
            EventKind::Left { seat } => write!(f, "left seat={seat}"),
            EventKind::Started { order } => write!(f, "started order={}", List(order)),
            EventKind::Moved { seat, mv } => write!(f, "moved seat={seat} move={}", Escaped(mv)),
            EventKind::Drawn { mv } => write!(f, "drawn move={}", Escaped(mv)),
            EventKind::Premoved { seat, ply, mv } => {
                write!(f, "premoved seat={seat} ply={ply} move={}", Escaped(mv))
            }
            EventKind::Unpremoved { seat } => write!(f, "unpremoved seat={seat}"),
            EventKind::Offered { seat, offer } => write!(f, "offered seat={seat} what={offer}"),
            EventKind::Accepted { seat, offer } => write!(f, "accepted seat={seat} what={offer}"),
            EventKind::Declined { seat, offer } => write!(f, "declined seat={seat} what={offer}"),
            EventKind::Withdrawn { seat, offer } => write!(f, "withdrawn seat={seat} what={offer}"),
            EventKind::TookBack { ply } => write!(f, "took-back ply={ply}"),
            EventKind::StoodIn { seat, level, why } => {
                write!(f, "stood-in seat={seat} level={level} why={why}")
            }
            EventKind::Returned { seat } => write!(f, "returned seat={seat}"),
            EventKind::Handed { seat, guest } => write!(f, "handed seat={seat} guest={guest}"),
            EventKind::Gone { seat } => write!(f, "gone seat={seat}"),
            EventKind::Back { seat } => write!(f, "back seat={seat}"),
            EventKind::Resumed { down_for } => write!(f, "resumed down-for={down_for}"),
            EventKind::Said { seat, phrase } => write!(f, "said seat={seat} phrase={phrase}"),
            EventKind::Ended { outcome, why } => write!(f, "ended outcome={} why={why}", Maybe(*outcome)),
            EventKind::Rematched { table } => write!(f, "rematched table={table}"),
        }
    }
}

impl FromStr for Event {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Event, TextError> {
        let mut fields = Fields::new(text);
        let at = Time(fields.bare_number()?);
        let cause = fields.maybe("by")?;
        let kind = kind(&mut fields)?;
        fields.end()?;
        Ok(Event { at, cause, kind })
    }
}

fn kind(fields: &mut Fields<'_>) -> Result<EventKind, TextError> {
    let expected = words!(fr: "un événement", en: "an event");
    Ok(match fields.word(expected.clone())? {
        "created" => EventKind::Created { setup: fields.field("setup")?, secret: fields.field("secret")? },
        "joined" => EventKind::Joined {
            seat: fields.field("seat")?,
            guest: fields.field("guest")?,
            name: fields.field("name")?,
            contribution: fields.field("contribution")?,
        },
        "left" => EventKind::Left { seat: fields.field("seat")? },
        "started" => EventKind::Started { order: fields.list("order")? },
        "moved" => EventKind::Moved { seat: fields.field("seat")?, mv: fields.text("move")? },
        "drawn" => EventKind::Drawn { mv: fields.text("move")? },
        "premoved" => EventKind::Premoved {
            seat: fields.field("seat")?,
            ply: request::ply(fields)?,
            mv: fields.text("move")?,
        },
        "unpremoved" => EventKind::Unpremoved { seat: fields.field("seat")? },
        "offered" => EventKind::Offered { seat: fields.field("seat")?, offer: fields.field("what")? },
        "accepted" => EventKind::Accepted { seat: fields.field("seat")?, offer: fields.field("what")? },
        "declined" => EventKind::Declined { seat: fields.field("seat")?, offer: fields.field("what")? },
        "withdrawn" => EventKind::Withdrawn { seat: fields.field("seat")?, offer: fields.field("what")? },
        "took-back" => EventKind::TookBack { ply: request::ply(fields)? },
        "stood-in" => EventKind::StoodIn {
            seat: fields.field("seat")?,
            level: fields.field("level")?,
            why: fields.field("why")?,
        },
        "returned" => EventKind::Returned { seat: fields.field("seat")? },
        "handed" => EventKind::Handed { seat: fields.field("seat")?, guest: fields.field("guest")? },
        "gone" => EventKind::Gone { seat: fields.field("seat")? },
        "back" => EventKind::Back { seat: fields.field("seat")? },
        "resumed" => EventKind::Resumed { down_for: fields.number("down-for")? },
        "said" => EventKind::Said { seat: fields.field("seat")?, phrase: fields.field("phrase")? },
        "ended" => EventKind::Ended { outcome: fields.maybe("outcome")?, why: fields.field("why")? },
        "rematched" => EventKind::Rematched { table: fields.field("table")? },
        unknown => return Err(TextError::new(0, unknown, expected)),
    })
}
