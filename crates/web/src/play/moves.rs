//! The list of moves of a game on this device.

use leptos::prelude::*;
use rules::Viewer;

use super::local_session::LocalSession;
use crate::panel::{MoveEntry, MoveList};

/// The moves as the viewer may see them. Drawn cards are listed when the game is over.
#[component]
pub fn Moves(
    /// The game being played.
    session: LocalSession,
) -> impl IntoView {
    let moves = Signal::derive(move || {
        let viewer = session.viewer();
        session.game.with(|game| {
            let is_over = game.outcome().is_some();
            let steps = game.record().steps();
            let positions = game.record().positions();
            let shown = steps.iter().zip(positions).filter(|(step, _)| !step.is_chance() || is_over);
            let written = |(step, before): (&rules::record::RecordedMove, rules::AnyGame)| {
                let viewer =
                    if is_over { before.turn().seat().map_or(Viewer::Public, Viewer::Seat) } else { viewer };
                let is_chance = step.is_chance();
                let mv = if is_chance { step.mv() } else { before.redact_move(step.mv(), viewer) };
                MoveEntry { text: mv.to_string(), is_chance }
            };
            shown.map(written).collect::<Vec<MoveEntry>>()
        })
    });
    view! { <MoveList moves/> }
}
