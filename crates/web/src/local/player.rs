//! Who sits in a seat.

use engine::Level;

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Somebody at this device.
    Person,
    /// The engine, at a level.
    Engine(Level),
}

impl Player {
    /// Reads `person,5,5`: a number is an engine of that level.
    pub fn list(text: &str) -> Vec<Player> {
        let player = |word: &str| word.parse().map_or(Player::Person, Player::Engine);
        text.split(',').filter(|word| !word.is_empty()).map(player).collect()
    }

    /// Writes `person,5,5`.
    pub fn write_list(players: &[Player]) -> String {
        let word = |player: &Player| match player {
            Player::Person => "person".to_owned(),
            Player::Engine(level) => level.to_string(),
        };
        players.iter().map(word).collect::<Vec<String>>().join(",")
    }
}
