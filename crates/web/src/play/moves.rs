//! The list of moves of a game on this device.

use leptos::prelude::*;

use super::local_session::LocalSession;
use crate::labels;
use crate::language::lang;
use crate::panel::{ListItems, MoveList};

/// The moves as the viewer may see them. A touch on one shows the position after it.
#[component]
pub fn Moves(
    /// The game being played.
    session: LocalSession,
) -> impl IntoView {
    let players = Memo::new(move |_| {
        let lang = lang();
        session.game.with(|game| labels::columns(game.kind(), &game.names(), game.game().seats(), lang))
    });
    let items = Memo::new(move |_| {
        session.with_painted(|game| ListItems::of_record(game.record(), session.viewer_of(game)))
    });
    let current = Memo::new(move |_| {
        let last = session.with_painted(|game| game.record().steps().len());
        Some(session.shown_step.get().unwrap_or(last))
    });
    let go = Callback::new(move |step| session.show_step(step));
    view! { <MoveList players items current go/> }
}
