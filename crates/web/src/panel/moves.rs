//! The moves played so far.

use leptos::prelude::*;
use rules::Words;

use crate::app::said;

/// A move or a draw, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its text.
    pub text: String,
    /// Whether chance made it.
    pub is_chance: bool,
}

/// The moves, numbered.
#[component]
pub fn MoveList(
    /// The moves.
    #[prop(into)]
    moves: Signal<Vec<Written>>,
) -> impl IntoView {
    let item = |mv: Written| view! { <li class:chance=mv.is_chance>{mv.text}</li> };
    view! {
        <details class="moves">
            <summary>{said(Words::new("Coups", "Moves"))}</summary>
            <ol>{move || moves.get().into_iter().map(item).collect_view()}</ol>
        </details>
    }
}
