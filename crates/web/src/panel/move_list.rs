//! The list of moves.

use leptos::prelude::*;
use rules::Words;

use crate::language::tr;
use crate::layout::Layout;

/// An entry of the list: a move, or a card drawn by chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveEntry {
    /// The notation.
    pub text: String,
    /// Whether it is a drawn card.
    pub is_chance: bool,
}

/// The numbered list of moves.
#[component]
pub fn MoveList(
    /// The entries.
    #[prop(into)]
    moves: Signal<Vec<MoveEntry>>,
) -> impl IntoView {
    // Drawn cards are listed without a number of their own.
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
