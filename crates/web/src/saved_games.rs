//! The games saved on this device.

use crate::browser;
use crate::local::LocalGame;
use crate::storage::{self, SaveError};

/// A saved game.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// The key under which it is saved.
    pub id: String,
    /// When it was last played, in milliseconds since the Unix epoch.
    pub last_played: f64,
    /// The game, or its text if that cannot be parsed. Such a text is kept.
    pub game: Result<LocalGame, String>,
}

/// All saved games, the last played first.
pub fn all() -> Vec<SavedGame> {
    let mut games: Vec<SavedGame> = storage::keys("game.").into_iter().filter_map(|id| load(&id)).collect();
    games.sort_by(|a, b| b.last_played.total_cmp(&a.last_played));
    games
}

/// Loads a game.
pub fn load(id: &str) -> Option<SavedGame> {
    let text = storage::load(&format!("game.{id}"))?;
    let (last_played, record) = text.split_once('\n').unwrap_or(("", &text));
    let game = LocalGame::parse(record).map_err(|_| record.to_owned());
    Some(SavedGame { id: id.to_owned(), last_played: last_played.parse().unwrap_or(0.0), game })
}

/// The unfinished games, the last played first.
pub fn unfinished() -> impl Iterator<Item = (String, LocalGame)> {
    all().into_iter().filter_map(|saved| match saved.game {
        Ok(game) if game.outcome().is_none() => Some((saved.id, game)),
        _ => None,
    })
}

/// Saves a game.
pub fn save(id: &str, game: &LocalGame) -> Result<(), SaveError> {
    storage::save(&format!("game.{id}"), &format!("{}\n{game}", browser::time_of_day()))
}

/// Deletes a game. The result can restore it.
pub fn delete(id: &str) -> Option<DeletedGame> {
    let name = format!("game.{id}");
    let text = storage::load(&name)?;
    storage::remove(&name);
    Some(DeletedGame { name, text })
}

/// A game that was just deleted.
#[derive(Clone, Debug)]
pub struct DeletedGame {
    name: String,
    text: String,
}

impl DeletedGame {
    /// Saves it again.
    pub fn restore(&self) {
        // There is space for it, since it was there before.
        let _ = storage::save(&self.name, &self.text);
    }
}

/// A key for a new game: the time, and a random part in case two tabs start a game in the same millisecond.
pub fn new_id() -> String {
    let mut number = browser::time_of_day() as u64 * 1000 + (browser::random() * 1000.0) as u64;
    let mut id = Vec::new();
    while number > 0 {
        id.push(char::from_digit((number % 36) as u32, 36).unwrap_or('0'));
        number /= 36;
    }
    id.iter().rev().collect()
}
