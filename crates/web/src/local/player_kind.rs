//! The kind of player in a seat.

use std::fmt;

use engine::Level;
use rules::record::RecordedPlayer;

/// The kind of player in a seat. Its text is `person`, or the engine's level: the value of a choice in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person at this device.
    Person,
    /// The engine, at a level.
    Engine(Level),
}

/// The player in the record of a game on this device.
impl From<PlayerKind> for RecordedPlayer {
    fn from(player: PlayerKind) -> RecordedPlayer {
        match player {
            PlayerKind::Person => RecordedPlayer::Person,
            PlayerKind::Engine(level) => RecordedPlayer::Engine(level),
        }
    }
}

/// Who continues for a recorded player on this device: people take every seat that is not the engine's.
impl From<RecordedPlayer> for PlayerKind {
    fn from(player: RecordedPlayer) -> PlayerKind {
        match player {
            RecordedPlayer::Engine(level) => PlayerKind::Engine(level),
            RecordedPlayer::Person | RecordedPlayer::Named(_) | RecordedPlayer::Random => PlayerKind::Person,
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Person => f.write_str("person"),
            PlayerKind::Engine(level) => level.fmt(f),
        }
    }
}

/// Whatever is not a level is a person.
impl From<&str> for PlayerKind {
    fn from(text: &str) -> PlayerKind {
        text.parse().map_or(PlayerKind::Person, PlayerKind::Engine)
    }
}

#[cfg(test)]
impl PlayerKind {
    /// Reads `person,5,5`.
    pub fn list(text: &str) -> Vec<PlayerKind> {
        text.split(',').map(PlayerKind::from).collect()
    }
}
