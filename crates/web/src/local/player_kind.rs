//! The kind of player in a seat.

use engine::Level;

/// The kind of player in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person at this device.
    Person,
    /// The engine, at a level.
    Engine(Level),
}

impl PlayerKind {
    /// Reads `person,5,5`: a number is an engine of that level.
    pub fn list(text: &str) -> Vec<PlayerKind> {
        let player = |word: &str| word.parse().map_or(PlayerKind::Person, PlayerKind::Engine);
        text.split(',').filter(|word| !word.is_empty()).map(player).collect()
    }

    /// Writes `person,5,5`.
    pub fn write_list(players: &[PlayerKind]) -> String {
        let word = |player: &PlayerKind| match player {
            PlayerKind::Person => "person".to_owned(),
            PlayerKind::Engine(level) => level.to_string(),
        };
        players.iter().map(word).collect::<Vec<String>>().join(",")
    }
}
