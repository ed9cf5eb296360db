//! The games kept on this device.

use crate::local::LocalGame;
use crate::storage::{self, SaveError};

/// A game as it is kept.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// Its name here.
    pub id: String,
    /// When it was last played, in milliseconds since 1970.
    pub when: f64,
    /// The game, or the text that could not be read: it is not thrown away.
    pub game: Result<LocalGame, String>,
}

/// All games kept here, the last played first.
pub fn all() -> Vec<SavedGame> {
    let mut games: Vec<SavedGame> = storage::keys("game.").into_iter().filter_map(|id| load(&id)).collect();
    games.sort_by(|a, b| b.when.total_cmp(&a.when));
    games
}

/// A game kept here.
pub fn load(id: &str) -> Option<SavedGame> {
    let text = storage::load(&format!("game.{id}"))?;
    let (when, record) = text.split_once('\n').unwrap_or(("", &text));
    let game = LocalGame::parse(record).map_err(|_| record.to_owned());
    Some(SavedGame { id: id.to_owned(), when: when.parse().unwrap_or(0.0), game })
}

/// The games that are not over, the last played first.
pub fn unfinished() -> impl Iterator<Item = (String, LocalGame)> {
    all().into_iter().filter_map(|kept| match kept.game {
        Ok(game) if game.outcome().is_none() => Some((kept.id, game)),
        _ => None,
    })
}

/// Keeps a game.
pub fn save(id: &str, game: &LocalGame) -> Result<(), SaveError> {
    storage::save(&format!("game.{id}"), &format!("{}\n{game}", js_sys::Date::now()))
}

/// Forgets a game; its text can still bring it back.
pub fn delete(id: &str) -> Option<DeletedGame> {
    let name = format!("game.{id}");
    let text = storage::load(&name)?;
    storage::remove(&name);
    Some(DeletedGame { name, text })
}

/// A game that was forgotten a moment ago.
#[derive(Clone, Debug)]
pub struct DeletedGame {
    name: String,
    text: String,
}

impl DeletedGame {
    /// Keeps it again.
    pub fn restore(&self) {
        // It was there before, so there is room for it.
        let _ = storage::save(&self.name, &self.text);
    }
}

/// A name for a new game: the time, and a little chance for two tabs that begin in the same millisecond.
pub fn new_id() -> String {
    let mut number = js_sys::Date::now() as u64 * 1000 + (js_sys::Math::random() * 1000.0) as u64;
    let mut id = Vec::new();
    while number > 0 {
        id.push(char::from_digit((number % 36) as u32, 36).unwrap_or('0'));
        number /= 36;
    }
    id.iter().rev().collect()
}
