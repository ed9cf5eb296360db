//! The question whether a move is really meant, for players who want to be asked.

use leptos::prelude::*;
use rules::Words;

use super::table_labels;
use super::table_session::TableSession;
use crate::language::{lang, tr};

/// The move that waits to be confirmed, in words, with the buttons that play it and take it back.
#[component]
pub fn ConfirmMove(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let sentence = Memo::new(move |_| {
        let (mv, current) = (session.proposed.get()?, session.current.get()?);
        let names = session.with(table_labels::names)?;
        Some(boards::say_move(&current.game, mv, &names, lang()))
    });
    move || {
        sentence.get().map(|sentence| {
            view! {
                <div class="ask confirm" role="group" aria-label=tr(Words::new("Confirmer le coup", "Confirm the move"))>
                    <span role="status">{sentence}</span>
                    <button class="strong" on:click=move |_| session.confirm_move()>
                        {tr(Words::new("Jouer ce coup", "Play this move"))}
                    </button>
                    <button on:click=move |_| session.proposed.set(None)>{tr(Words::new("Annuler", "Cancel"))}</button>
                </div>
            }
        })
    }
}
