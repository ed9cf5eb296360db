//! What a client can ask of the table, as one line: the number of the request, a word, and its fields.

use std::fmt;
use std::str::FromStr;

use rules::{Seat, TextError, words};

use crate::fair::Contribution;
use crate::line_codec::{Escaped, Fields, Maybe, word_text};
use crate::offers::Offer;
use crate::phrase::Phrase;

/// The longest line that is read.
pub const LONGEST_LINE: usize = 1024;

/// A request with its number. The numbers of one client grow; a number that was dealt with before is answered as
/// it was then, and nothing happens twice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The number, from 1.
    pub number: u64,
    /// What is asked for.
    pub kind: RequestKind,
}

impl Request {
    /// The number of a request of which perhaps nothing else can be read; 0 if not even that can.
    pub fn number_of(line: &str) -> u64 {
        Fields::new(line).bare_number().unwrap_or(0)
    }
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RequestKind {
    /// To sit down, before the start.
    Join {
        /// Where; anywhere if it does not matter.
        seat: Option<Seat>,
        /// Under which name, as it was typed.
        name: String,
        /// What the player adds to the shuffle.
        contribution: Contribution,
    },
    /// To get up, before the start.
    Leave,
    /// To move.
    Move {
        /// How many moves of players came before it.
        ply: u32,
        /// The move.
        mv: String,
    },
    /// To move as soon as it is one's turn, if that is then the move with this number and it is legal.
    Premove {
        /// How many moves of players will have come before it.
        ply: u32,
        /// The move.
        mv: String,
    },
    /// To forget the premove.
    Unpremove,
    /// To offer something.
    Offer(Offer),
    /// To accept what another offers.
    Accept(Offer),
    /// To decline what another offers.
    Decline(Offer),
    /// To take back one's own offer.
    Withdraw(Offer),
    /// To give up.
    Resign,
    /// To go on without somebody who has gone.
    Claim(Claim),
    /// To take one's seat back from the engine that took it over.
    Return,
    /// To say a phrase.
    Say(Phrase),
}

/// What can be claimed when somebody has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// To have won. For two.
    Win,
    /// A draw. For two.
    Draw,
    /// That an engine take over the seats of those who have gone. For three or more.
    Engine,
}

word_text!(
    Claim, "une réclamation", "a claim",
    Claim::Win => "win", Claim::Draw => "draw", Claim::Engine => "engine",
);

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number, self.kind)
    }
}

impl fmt::Display for RequestKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestKind::Join { seat, name, contribution } => {
                write!(f, "join seat={} name={} contribution={contribution}", Maybe(*seat), Escaped(name))
            }
            RequestKind::Leave => f.write_str("leave"),
            RequestKind::Move { ply, mv } => write!(f, "move ply={ply} move={}", Escaped(mv)),
            RequestKind::Premove { ply, mv } => write!(f, "premove ply={ply} move={}", Escaped(mv)),
            RequestKind::Unpremove => f.write_str("unpremove"),
            RequestKind::Offer(offer) => write!(f, "offer what={offer}"),
            RequestKind::Accept(offer) => write!(f, "accept what={offer}"),
            RequestKind::Decline(offer) => write!(f, "decline what={offer}"),
            RequestKind::Withdraw(offer) => write!(f, "withdraw what={offer}"),
            RequestKind::Resign => f.write_str("resign"),
            RequestKind::Claim(claim) => write!(f, "claim what={claim}"),
            RequestKind::Return => f.write_str("return"),
            RequestKind::Say(phrase) => write!(f, "say phrase={phrase}"),
        }
    }
}

impl FromStr for Request {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Request, TextError> {
        if text.len() > LONGEST_LINE {
            let expected = words!(
                fr: "une ligne de {LONGEST_LINE} octets au plus",
                en: "a line of at most {LONGEST_LINE} bytes"
            );
            return Err(TextError::new(0, text, expected));
        }
        let mut fields = Fields::new(text);
        let number = fields.bare_number()?;
        if number == 0 {
            let expected = words!(fr: "un numéro à partir de 1", en: "a number from 1");
            return Err(TextError::new(0, "0", expected));
        }
        let kind = kind(&mut fields)?;
        fields.end()?;
        Ok(Request { number, kind })
    }
}

fn kind(fields: &mut Fields<'_>) -> Result<RequestKind, TextError> {
    const KNOWN: &str =
        "join, leave, move, premove, unpremove, offer, accept, decline, withdraw, resign, claim, return, say";
    let expected = words!(fr: "une demande connue ({KNOWN})", en: "a known request ({KNOWN})");
    Ok(match fields.word(expected.clone())? {
        "join" => RequestKind::Join {
            seat: fields.maybe("seat")?,
            name: fields.text("name")?,
            contribution: fields.field("contribution")?,
        },
        "leave" => RequestKind::Leave,
        "move" => RequestKind::Move { ply: ply(fields)?, mv: fields.text("move")? },
        "premove" => RequestKind::Premove { ply: ply(fields)?, mv: fields.text("move")? },
        "unpremove" => RequestKind::Unpremove,
        "offer" => RequestKind::Offer(fields.field("what")?),
        "accept" => RequestKind::Accept(fields.field("what")?),
        "decline" => RequestKind::Decline(fields.field("what")?),
        "withdraw" => RequestKind::Withdraw(fields.field("what")?),
        "resign" => RequestKind::Resign,
        "claim" => RequestKind::Claim(fields.field("what")?),
        "return" => RequestKind::Return,
        "say" => RequestKind::Say(fields.field("phrase")?),
        unknown => return Err(TextError::new(0, unknown, expected)),
    })
}

/// The number of moves that came before.
pub(crate) fn ply(fields: &mut Fields<'_>) -> Result<u32, TextError> {
    let ply = fields.number("ply")?;
    u32::try_from(ply).map_err(|_| {
        TextError::new(0, &ply.to_string(), words!(fr: "un nombre de coups", en: "a number of moves"))
    })
}
