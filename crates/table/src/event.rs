//! What has happened at a table. The list of its events is the only truth about it; they are kept as text, and
//! never leave the server: others are told [messages](crate::Message).

use std::fmt;
use std::str::FromStr;

use rules::{Outcome, Seat, TextError, Viewer, words};

use crate::fair::{Contribution, Secret};
use crate::name::Name;
use crate::offers::Offer;
use crate::phrase::Phrase;
use crate::request;
use crate::setup::{Guest, Level, Setup};
use crate::time::Time;
use crate::wire::{Escaped, Fields, List, Maybe, word_text};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// When.
    pub at: Time,
    /// Whose request brought it about, and the number of that request.
    pub cause: Option<Cause>,
    /// What.
    pub what: What,
}

/// A request, by who made it and by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cause {
    /// Who.
    pub guest: Guest,
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
        Ok(Cause { guest: guest.parse()?, number: crate::wire::number(number)? })
    }
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum What {
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
        guest: Guest,
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
        why: Absence,
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
        guest: Guest,
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
        why: Ending,
    },
    /// Another table was opened for the same players.
    Rematched {
        /// Its address.
        table: TableId,
    },
}

/// Why an engine sits in a human's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Absence {
    /// The human gave up, and may come back.
    Resigned,
    /// The human had gone, and may come back.
    Gone,
    /// The human had no time left, and cannot come back.
    Time,
}

word_text!(
    Absence, "une absence", "an absence",
    Absence::Resigned => "resigned", Absence::Gone => "gone", Absence::Time => "time",
);

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
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
    Ending, "une fin", "an ending",
    Ending::Rules => "rules", Ending::Resignation => "resignation", Ending::Agreement => "agreement",
    Ending::Time => "time", Ending::Claim => "claim", Ending::Closed => "closed",
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

impl What {
    /// Whether a viewer may know of it.
    pub(crate) fn is_told_to(&self, viewer: Viewer) -> bool {
        match *self {
            What::Premoved { seat, .. } | What::Unpremoved { seat } => viewer.is(seat),
            What::Handed { .. } => false,
            _ => true,
        }
    }
}

/// `1234 by=… moved seat=1 move=5`: when, whose request, what.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by={} {}", self.at, Maybe(self.cause), self.what)
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Created { setup, secret } => write!(f, "created setup={} secret={secret}", Escaped(setup)),
            What::Joined { seat, guest, name, contribution } => {
                let name = Escaped(name);
                write!(f, "joined seat={seat} guest={guest} name={name} contribution={contribution}")
            }
            What::Left { seat } => write!(f, "left seat={seat}"),
            What::Started { order } => write!(f, "started order={}", List(order)),
            What::Moved { seat, mv } => write!(f, "moved seat={seat} move={}", Escaped(mv)),
            What::Drawn { mv } => write!(f, "drawn move={}", Escaped(mv)),
            What::Premoved { seat, ply, mv } => {
                write!(f, "premoved seat={seat} ply={ply} move={}", Escaped(mv))
            }
            What::Unpremoved { seat } => write!(f, "unpremoved seat={seat}"),
            What::Offered { seat, offer } => write!(f, "offered seat={seat} what={offer}"),
            What::Accepted { seat, offer } => write!(f, "accepted seat={seat} what={offer}"),
            What::Declined { seat, offer } => write!(f, "declined seat={seat} what={offer}"),
            What::Withdrawn { seat, offer } => write!(f, "withdrawn seat={seat} what={offer}"),
            What::TookBack { ply } => write!(f, "took-back ply={ply}"),
            What::StoodIn { seat, level, why } => write!(f, "stood-in seat={seat} level={level} why={why}"),
            What::Returned { seat } => write!(f, "returned seat={seat}"),
            What::Handed { seat, guest } => write!(f, "handed seat={seat} guest={guest}"),
            What::Gone { seat } => write!(f, "gone seat={seat}"),
            What::Back { seat } => write!(f, "back seat={seat}"),
            What::Resumed { down_for } => write!(f, "resumed down-for={down_for}"),
            What::Said { seat, phrase } => write!(f, "said seat={seat} phrase={phrase}"),
            What::Ended { outcome, why } => write!(f, "ended outcome={} why={why}", Maybe(*outcome)),
            What::Rematched { table } => write!(f, "rematched table={table}"),
        }
    }
}

impl FromStr for Event {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Event, TextError> {
        let mut fields = Fields::new(text);
        let at = Time(fields.bare_number()?);
        let cause = fields.maybe("by")?;
        let what = what(&mut fields)?;
        fields.end()?;
        Ok(Event { at, cause, what })
    }
}

fn what(fields: &mut Fields<'_>) -> Result<What, TextError> {
    let expected = words!(fr: "un événement", en: "an event");
    Ok(match fields.word(expected.clone())? {
        "created" => What::Created { setup: fields.field("setup")?, secret: fields.field("secret")? },
        "joined" => What::Joined {
            seat: fields.field("seat")?,
            guest: fields.field("guest")?,
            name: fields.field("name")?,
            contribution: fields.field("contribution")?,
        },
        "left" => What::Left { seat: fields.field("seat")? },
        "started" => What::Started { order: fields.list("order")? },
        "moved" => What::Moved { seat: fields.field("seat")?, mv: fields.text("move")? },
        "drawn" => What::Drawn { mv: fields.text("move")? },
        "premoved" => What::Premoved {
            seat: fields.field("seat")?,
            ply: request::ply(fields)?,
            mv: fields.text("move")?,
        },
        "unpremoved" => What::Unpremoved { seat: fields.field("seat")? },
        "offered" => What::Offered { seat: fields.field("seat")?, offer: fields.field("what")? },
        "accepted" => What::Accepted { seat: fields.field("seat")?, offer: fields.field("what")? },
        "declined" => What::Declined { seat: fields.field("seat")?, offer: fields.field("what")? },
        "withdrawn" => What::Withdrawn { seat: fields.field("seat")?, offer: fields.field("what")? },
        "took-back" => What::TookBack { ply: request::ply(fields)? },
        "stood-in" => What::StoodIn {
            seat: fields.field("seat")?,
            level: fields.field("level")?,
            why: fields.field("why")?,
        },
        "returned" => What::Returned { seat: fields.field("seat")? },
        "handed" => What::Handed { seat: fields.field("seat")?, guest: fields.field("guest")? },
        "gone" => What::Gone { seat: fields.field("seat")? },
        "back" => What::Back { seat: fields.field("seat")? },
        "resumed" => What::Resumed { down_for: fields.number("down-for")? },
        "said" => What::Said { seat: fields.field("seat")?, phrase: fields.field("phrase")? },
        "ended" => What::Ended { outcome: fields.maybe("outcome")?, why: fields.field("why")? },
        "rematched" => What::Rematched { table: fields.field("table")? },
        unknown => return Err(TextError::new(0, unknown, expected)),
    })
}
