//! The events of a table. They are its source of truth, stored as text, and never leave the server: clients get
//! [messages](crate::Message).

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rules::{Level, Outcome, Seat, TextError, Viewer, words};

use crate::compaction::CompactedLog;
use crate::contribution::Contribution;
use crate::fair::{Secret, ShuffleVersion};
use crate::line_codec::{Escaped, Fields, List, Maybe, word_text};
use crate::name::Name;
use crate::offers::Offer;
use crate::phrase::Phrase;
use crate::request;
use crate::setup::{GuestId, Setup};
use crate::time::Time;

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// When it happened.
    pub at: Time,
    /// The request that caused it. If one request leads to several events, only the first has it.
    pub cause: Option<Cause>,
    /// What happened.
    pub kind: EventKind,
}

/// A request, identified by its guest and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cause {
    /// The guest who made it.
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

/// What can happen at a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields say it; those that do not are documented")]
pub enum EventKind {
    /// The table was opened.
    Created { setup: Setup, secret: Secret },
    /// A guest took a seat. Random seating may give the guest another one at the start.
    Joined { seat: Seat, guest: GuestId, name: Name, contribution: Contribution },
    /// A guest left a seat before the start.
    Left { seat: Seat },
    /// The game started.
    Started {
        /// The number that each seat had until now.
        order: Vec<Seat>,
        /// How its shuffles follow from the contributions.
        shuffle: ShuffleVersion,
    },
    /// A player moved.
    Moved { seat: Seat, mv: String },
    /// Chance moved: a card was drawn.
    Drawn { mv: String },
    /// A player chose a move in advance. Only that player may know.
    Premoved {
        seat: Seat,
        /// The ply at which it will be played.
        ply: u32,
        mv: String,
    },
    /// A player cancelled a premove, or it could not be played. Only that player may know.
    Unpremoved { seat: Seat },
    /// A player made an offer.
    Offered { seat: Seat, offer: Offer },
    /// A player accepted an offer. Others may still have to.
    Accepted { seat: Seat, offer: Offer },
    /// A player declined an offer.
    Declined { seat: Seat, offer: Offer },
    /// The player who had made an offer withdrew it, or no human was left to accept it.
    Withdrawn { seat: Seat, offer: Offer },
    /// The last moves were taken back.
    TookBack {
        /// The number of moves that are left.
        ply: u32,
    },
    /// An engine took over a human's seat.
    StoodIn { seat: Seat, level: Level, why: StandInReason },
    /// A human took the seat back from the engine.
    Returned { seat: Seat },
    /// A player continues on another device. No message is sent, because nothing changes for the others.
    Handed {
        seat: Seat,
        /// The player's guest id on the new device.
        guest: GuestId,
    },
    /// A player lost the connection.
    Gone { seat: Seat },
    /// A player is connected again.
    Back { seat: Seat },
    /// The server was down. The outage is credited to the running clock.
    Resumed {
        /// The length of the outage in milliseconds.
        down_for: u64,
    },
    /// A player said a preset phrase.
    Said { seat: Seat, phrase: Phrase },
    /// The game ended.
    Ended {
        /// The result; `None` if the game had not started, was abandoned or was aborted.
        outcome: Option<Outcome>,
        why: EndReason,
    },
    /// The table of the rematch was opened.
    Rematched { table: TableId },
    /// The state that follows from everything since the table was opened, in place of the events before it, which
    /// are dropped. No message is sent.
    Compacted(Box<CompactedLog>),
}

/// Why an engine plays in a human's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StandInReason {
    /// The human resigned, and may return.
    Resigned,
    /// The human was gone and another player claimed an engine. The human may return.
    Gone,
    /// The human ran out of time, and cannot return.
    Time,
}

word_text!(
    StandInReason, "une absence", "an absence",
    StandInReason::Resigned => "resigned", StandInReason::Gone => "gone", StandInReason::Time => "time",
);

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// The rules of the game ended it.
    Rules,
    /// One of two players resigned.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// One of two players ran out of time.
    Time,
    /// One of two players was gone, and the other claimed the result.
    Claim,
    /// The table was closed before the game started.
    Closed,
    /// No player had done anything for a long time. There is no result.
    Abandoned,
    /// A player had not made a first move in time, and another aborted the game. There is no result.
    Aborted,
}

word_text!(
    EndReason, "une fin", "an ending",
    EndReason::Rules => "rules", EndReason::Resignation => "resignation", EndReason::Agreement => "agreement",
    EndReason::Time => "time", EndReason::Claim => "claim", EndReason::Closed => "closed",
    EndReason::Abandoned => "abandoned", EndReason::Aborted => "aborted",
);

/// The address of a table: 1 to 64 letters, digits, `-` and `_`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableId(Arc<str>);

impl TableId {
    /// The address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first characters of the address, for logs: enough to find the table in the database, and too few to open it.
    /// Anyone with the whole address of an unlisted table can join it.
    pub fn prefix(&self) -> &str {
        const LENGTH: usize = 4;
        self.0.get(..LENGTH.min(self.0.len() / 2)).unwrap_or_default()
    }
}

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
            return Ok(TableId(text.into()));
        }
        Err(TextError::new(0, text, words!(fr: "l’adresse d’une table", en: "the address of a table")))
    }
}

impl EventKind {
    /// Whether everyone may know that it happened.
    pub fn is_public(&self) -> bool {
        self.is_visible_to(Viewer::Public)
    }

    /// Whether a viewer may know that it happened.
    pub(crate) fn is_visible_to(&self, viewer: Viewer) -> bool {
        match *self {
            EventKind::Premoved { seat, .. } | EventKind::Unpremoved { seat } => viewer.is(seat),
            EventKind::Handed { .. } | EventKind::Compacted(_) => false,
            _ => true,
        }
    }
}

/// `1234 by=GUEST:REQUEST moved seat=1 move=5`: the time, the cause or `-`, the kind and its fields.
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
            EventKind::Started { order, shuffle: ShuffleVersion::BySeat } => {
                write!(f, "started order={}", List(order))
            }
            EventKind::Started { order, shuffle } => {
                write!(f, "started order={} shuffle={shuffle}", List(order))
            }
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
            EventKind::Compacted(waiting) => write!(f, "compacted {waiting}"),
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
    let expected = || words!(fr: "un événement", en: "an event");
    Ok(match fields.word(expected)? {
        "created" => EventKind::Created { setup: fields.field("setup")?, secret: fields.field("secret")? },
        "joined" => EventKind::Joined {
            seat: fields.field("seat")?,
            guest: fields.field("guest")?,
            name: fields.field("name")?,
            contribution: fields.field("contribution")?,
        },
        "left" => EventKind::Left { seat: fields.field("seat")? },
        "started" => EventKind::Started { order: fields.list("order")?, shuffle: shuffle(fields)? },
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
        "compacted" => EventKind::Compacted(Box::new(CompactedLog::read(fields)?)),
        unknown => return Err(TextError::new(0, unknown, expected())),
    })
}

/// How the shuffles of a game follow from the contributions. Games of the former version have no such field.
fn shuffle(fields: &mut Fields<'_>) -> Result<ShuffleVersion, TextError> {
    if fields.is_at_end() {
        return Ok(ShuffleVersion::BySeat);
    }
    match fields.field("shuffle")? {
        ShuffleVersion::ByContribution => Ok(ShuffleVersion::ByContribution),
        // Every event has exactly one text.
        ShuffleVersion::BySeat => {
            Err(TextError::new(0, "shuffle=1", words!(fr: "la fin de la ligne", en: "the end of the line")))
        }
    }
}
