//! The actions of an operator, and their text in the admin log, which servers follow.

use std::fmt;
use std::str::FromStr;

use table::{TableId, Time};

use super::ban::BanSubject;

/// Something that an operator did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminAction {
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

/// An entry of the admin log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdminLogEntry {
    /// Its number, from 1.
    pub number: u64,
    /// When it was done.
    pub at: Time,
    /// The user of the operating system who did it.
    pub who: String,
    /// What was done; `None` if a newer version of the program did it.
    pub action: Option<AdminAction>,
    /// The same as text.
    pub text: String,
}

impl fmt::Display for AdminAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdminAction::Hide(id) => write!(f, "hide {id}"),
            AdminAction::Show(id) => write!(f, "show {id}"),
            AdminAction::Delete(id) => write!(f, "delete {id}"),
            AdminAction::Ban(subject, None) => write!(f, "ban {subject} -"),
            AdminAction::Ban(subject, Some(until)) => write!(f, "ban {subject} {until}"),
            AdminAction::Unban(subject) => write!(f, "unban {subject}"),
            AdminAction::CloseLobby(why) => write!(f, "close-lobby {why}"),
            AdminAction::OpenLobby => f.write_str("open-lobby"),
            AdminAction::Announce(text) => write!(f, "announce {text}"),
            AdminAction::Unannounce => f.write_str("unannounce"),
        }
    }
}

/// The text is not an action that this version knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownAdminAction;

impl FromStr for AdminAction {
    type Err = UnknownAdminAction;

    fn from_str(text: &str) -> Result<AdminAction, UnknownAdminAction> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let id = || rest.parse::<TableId>().map_err(|_| UnknownAdminAction);
        let subject = |text: &str| text.parse::<BanSubject>().map_err(|_| UnknownAdminAction);
        Ok(match word {
            "hide" => AdminAction::Hide(id()?),
            "show" => AdminAction::Show(id()?),
            "delete" => AdminAction::Delete(id()?),
            "ban" => {
                let (banned, until) = rest.split_once(' ').ok_or(UnknownAdminAction)?;
                let until = if until == "-" {
                    None
                } else {
                    Some(Time(until.parse().map_err(|_| UnknownAdminAction)?))
                };
                AdminAction::Ban(subject(banned)?, until)
            }
            "unban" => AdminAction::Unban(subject(rest)?),
            "close-lobby" => AdminAction::CloseLobby(rest.to_owned()),
            "open-lobby" if rest.is_empty() => AdminAction::OpenLobby,
            "announce" if !rest.is_empty() => AdminAction::Announce(rest.to_owned()),
            "unannounce" if rest.is_empty() => AdminAction::Unannounce,
            _ => return Err(UnknownAdminAction),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_round_trip() {
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
            assert_eq!(text.parse::<AdminAction>().map(|action| action.to_string()).as_deref(), Ok(text));
        }
        for wrong in ["", "hide", "hide a b", "ban 7", "ban x -", "announce", "open-lobby now", "dance"] {
            assert_eq!(wrong.parse::<AdminAction>(), Err(UnknownAdminAction), "{wrong}");
        }
    }
}
