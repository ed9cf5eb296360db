//! The requests of clients, one line each: the number of the request, a word, and its fields.

use std::fmt;
use std::str::FromStr;

use rules::{Seat, TextError, words};

use crate::contribution::Contribution;
use crate::line_codec::{Escaped, Fields, Maybe, word_text};
use crate::offers::Offer;
use crate::phrase::Phrase;

/// The maximum length of a line from a client, in bytes.
pub const LONGEST_LINE: usize = 1024;

/// A numbered request. The numbers of one client grow. A request that was granted before gets the same answer again,
/// and nothing happens twice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The number that the client gave it, from 1.
    pub number: u64,
    /// What the client asks for.
    pub kind: RequestKind,
}

impl Request {
    /// The number at the beginning of a line that may not be a valid request; 0 if there is none.
    pub fn number_of(line: &str) -> u64 {
        Fields::new(line).bare_number().unwrap_or(0)
    }
}

/// What a client can ask for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields say it; those that do not are documented")]
pub enum RequestKind {
    /// Take a seat, before the start.
    Join {
        /// The seat; `None` for any.
        seat: Option<Seat>,
        /// The name as it was typed.
        name: String,
        /// The player's part of the randomness.
        contribution: Contribution,
    },
    /// Leave the seat, before the start.
    Leave,
    /// Play a move.
    Move {
        /// The number of moves that players made before it, so that a late move is not played at another turn.
        ply: u32,
        mv: String,
    },
    /// Play a move as soon as it is the player's turn, if that is at this ply and the move is legal then.
    Premove { ply: u32, mv: String },
    /// Cancel the premove.
    Unpremove,
    /// Make an offer.
    Offer(Offer),
    /// Accept the offer of another player.
    Accept(Offer),
    /// Decline the offer of another player.
    Decline(Offer),
    /// Withdraw one's own offer.
    Withdraw(Offer),
    /// Give up.
    Resign,
    /// Claim a win, a draw or an engine because another player is gone, or the end of a game that has hardly begun.
    Claim(Claim),
    /// Take one's seat back from the engine that stands in.
    Return,
    /// Say a preset phrase.
    Say(Phrase),
}

/// What a player can claim when another one is gone or does not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// A win, in a game of two.
    Win,
    /// A draw, in a game of two.
    Draw,
    /// An engine for each player who is gone, in a game of three or more.
    Engine,
    /// No result, because another player has not made a first move.
    Abort,
}

word_text!(
    Claim, "une réclamation", "a claim",
    Claim::Win => "win", Claim::Draw => "draw", Claim::Engine => "engine", Claim::Abort => "abort",
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
    let expected = || words!(fr: "une demande connue ({KNOWN})", en: "a known request ({KNOWN})");
    Ok(match fields.word(expected)? {
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
        unknown => return Err(TextError::new(0, unknown, expected())),
    })
}

/// Reads the field `ply`.
pub(crate) fn ply(fields: &mut Fields<'_>) -> Result<u32, TextError> {
    let ply = fields.number("ply")?;
    u32::try_from(ply).map_err(|_| {
        TextError::new(0, &ply.to_string(), words!(fr: "un nombre de coups", en: "a number of moves"))
    })
}
