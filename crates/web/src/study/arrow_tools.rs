//! Drawing arrows on the analysis board: the switch for fingers, and the eraser.

use leptos::prelude::*;
use rules::Words;

use super::analysis_board::AnalysisBoard;
use super::tree::StudyTree;
use crate::language::tr;

/// The switch that lets a finger draw, and the button that removes the arrows of the position.
#[component]
pub fn ArrowTools(
    /// The analysis board.
    analysis: AnalysisBoard,
) -> impl IntoView {
    let draws = analysis.draws_arrows;
    let has_arrows =
        Memo::new(move |_| analysis.tree.with(|tree| !tree.arrows(tree.current_id()).is_empty()));
    view! {
        <p class="row arrow-tools">
            <button class="choice switch" role="switch" aria-checked=move || draws.get().to_string()
                title=tr(Words::new("Ou avec le bouton droit de la souris", "Or with the right mouse button"))
                on:click=move |_| analysis.toggle_arrows()>{tr(Words::new("Dessiner des flèches", "Draw arrows"))}</button>
            <Show when=move || has_arrows.get()>
                <button on:click=move |_| analysis.tree.update(StudyTree::clear_arrows)>
                    {tr(Words::new("Effacer les flèches", "Clear the arrows"))}
                </button>
            </Show>
        </p>
    }
}
