//! Saves the game on this device whenever it changes.

use leptos::prelude::*;

use super::local_session::LocalSession;
use crate::saved_games;

/// Saves the session's game after each change. A game without moves (at the start, or after all moves are taken back)
/// is not listed.
pub fn autosave(session: LocalSession) {
    Effect::new(move |before: Option<()>| {
        let saved = session.id.with(|id| {
            session.game.with(|game| {
                let is_played = game.record().steps().iter().any(|step| !step.is_chance());
                match before {
                    // A game that was only opened keeps the time at which it was last played.
                    None => Ok(()),
                    Some(()) if is_played => saved_games::save(id, game),
                    Some(()) => {
                        saved_games::delete(id);
                        Ok(())
                    }
                }
            })
        });
        if let Err(error) = saved {
            session.announcements.report(error.words());
        }
    });
}
