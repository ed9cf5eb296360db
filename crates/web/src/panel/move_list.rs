//! The moves played so far.

use leptos::prelude::*;
use rules::Words;

use crate::language::tr;
use crate::layout::Layout;

/// A move or a draw, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveEntry {
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
    moves: Signal<Vec<MoveEntry>>,
) -> impl IntoView {
    // Draws are listed, but not counted.
    let items = move || {
        let mut count = 0;
        let item = |mv: MoveEntry| {
            count += u32::from(!mv.is_chance);
            view! { <li class:chance=mv.is_chance value=count>{mv.text}</li> }
        };
        moves.get().into_iter().map(item).collect_view()
    };
    view! {
        <details class="moves" open=Layout::two_columns().get_untracked()>
            <summary>{tr(Words::new("Coups", "Moves"))}</summary>
            <ol>{items}</ol>
        </details>
    }
}
