//! Saves the game on this device whenever it changes.

use leptos::prelude::*;

use super::local_session::LocalSession;
use crate::local::LocalGame;
use crate::paint_job::PaintJob;
use crate::saved_games;
use crate::storage::SaveError;

/// Saves the session's game after each change, once the change is painted.
pub fn autosave(session: LocalSession) {
    let saving = PaintJob::new();
    Effect::new(move |before: Option<String>| {
        let id = session.id.get();
        let game = session.game.get();
        // A game that was only opened keeps the time at which it was last played.
        let Some(before) = before else { return id };
        if before != id {
            saving.flush();
        }
        let name = id.clone();
        saving.set(move || {
            if let Err(error) = save(&name, &game) {
                session.announcements.report(error.words());
            }
        });
        id
    });
}

/// Saves a game. A game without moves (at the start, or after all moves are taken back) is not listed.
fn save(id: &str, game: &LocalGame) -> Result<(), SaveError> {
    if game.record().steps().iter().any(|step| !step.is_chance()) {
        return saved_games::save(id, game);
    }
    saved_games::delete(id);
    Ok(())
}
