//! The acts of an operator, and their text in the log, which servers follow.

use std::fmt;
use std::str::FromStr;

use table::{TableId, Time};

use super::ban::BanSubject;

/// Something that an operator did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Lobby and archive no longer show a table.
    Hide(TableId),
    /// Lobby and archive show a table again.
    Show(TableId),
    /// A table was deleted with all its events.
    Delete(TableId),
    /// A guest or a range of addresses may no longer use the server, until then or for good.
    Ban(BanSubject, Option<Time>),
    /// A ban was lifted.
    Unban(BanSubject),
    /// The lobby is closed for this reason: no table is listed or paired.
    CloseLobby(String),
    /// The lobby is open again.
    OpenLobby,
    /// The lobby shows this announcement to everyone.
    Announce(String),
    /// The announcement was removed.
    Unannounce,
}

/// A line of the log of acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActEntry {
    /// Its number, from 1.
    pub number: u64,
    /// When it was done.
    pub at: Time,
    /// The user of the operating system who did it.
    pub who: String,
    /// What was done; `None` if a newer version of the program did it.
    pub act: Option<Act>,
    /// The same as text.
    pub text: String,
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Hide(id) => write!(f, "hide {id}"),
            Act::Show(id) => write!(f, "show {id}"),
            Act::Delete(id) => write!(f, "delete {id}"),
            Act::Ban(subject, None) => write!(f, "ban {subject} -"),
            Act::Ban(subject, Some(until)) => write!(f, "ban {subject} {until}"),
            Act::Unban(subject) => write!(f, "unban {subject}"),
            Act::CloseLobby(why) => write!(f, "close-lobby {why}"),
            Act::OpenLobby => f.write_str("open-lobby"),
            Act::Announce(text) => write!(f, "announce {text}"),
            Act::Unannounce => f.write_str("unannounce"),
        }
    }
}

/// The text is not an act that this version knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownAct;

impl FromStr for Act {
    type Err = UnknownAct;

    fn from_str(text: &str) -> Result<Act, UnknownAct> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let id = || rest.parse::<TableId>().map_err(|_| UnknownAct);
        let subject = |text: &str| text.parse::<BanSubject>().map_err(|_| UnknownAct);
        Ok(match word {
            "hide" => Act::Hide(id()?),
            "show" => Act::Show(id()?),
            "delete" => Act::Delete(id()?),
            "ban" => {
                let (banned, until) = rest.split_once(' ').ok_or(UnknownAct)?;
                let until =
                    if until == "-" { None } else { Some(Time(until.parse().map_err(|_| UnknownAct)?)) };
                Act::Ban(subject(banned)?, until)
            }
            "unban" => Act::Unban(subject(rest)?),
            "close-lobby" => Act::CloseLobby(rest.to_owned()),
            "open-lobby" if rest.is_empty() => Act::OpenLobby,
            "announce" if !rest.is_empty() => Act::Announce(rest.to_owned()),
            "unannounce" if rest.is_empty() => Act::Unannounce,
            _ => return Err(UnknownAct),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_read_as_they_are_written() {
        for text in [
            "hide abc",
            "show abc",
            "delete abc",
            "ban 0000000000000007 -",
            "ban 192.0.2.0/24 1234",
            "unban 2001:db8::/32",
            "close-lobby we are moving house",
            "close-lobby ",
            "open-lobby",
            "announce Tournament on Sunday",
            "unannounce",
        ] {
            assert_eq!(text.parse::<Act>().map(|act| act.to_string()).as_deref(), Ok(text));
        }
        for wrong in ["", "hide", "hide a b", "ban 7", "ban x -", "announce", "open-lobby now", "dance"] {
            assert_eq!(wrong.parse::<Act>(), Err(UnknownAct), "{wrong}");
        }
    }
}
