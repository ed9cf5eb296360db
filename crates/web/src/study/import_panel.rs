//! Importing a game or a position to the analysis board, and exporting one.

use leptos::prelude::*;
use rules::{Kind, Words};

use super::analysis_board::AnalysisBoard;
use super::import::{self, Imported};
use super::tree::StudyTree;
use crate::export;
use crate::language::tr;
use crate::panel::{CopyField, CopyText, ShareFiles, SharedGame};
use crate::router::Router;

/// The panel for imports and exports.
#[component]
pub fn ImportPanel(
    /// Which game is studied.
    kind: Kind,
    /// The analysis board.
    analysis: AnalysisBoard,
) -> impl IntoView {
    let router = Router::here();
    let text = RwSignal::new(String::new());
    let wrong = RwSignal::new(None::<Words>);
    let read = move |_| {
        let imported = text.get_untracked();
        match import::read(&imported, kind) {
            // A game of another kind has its own page, with its own address and title, where errors are shown too.
            Ok(Imported { tree, error }) if tree.current().game.kind() != kind => {
                let text = if error.is_some() { imported } else { tree.text() };
                router.go_by(&export::study_path_of_text(tree.current().game.kind(), &text));
            }
            Ok(Imported { tree, error }) => {
                analysis.open(tree);
                if error.is_none() {
                    text.set(String::new());
                }
                wrong.set(error);
            }
            Err(why) => wrong.set(Some(why)),
        }
    };
    let position = move || analysis.game().to_string();
    let whole = Memo::new(move |_| analysis.tree.with(StudyTree::text));
    let link = move || export::absolute_url(&export::study_path_of_text(kind, &whole.get()));
    let shared = move || {
        analysis.tree.with_untracked(|tree| SharedGame {
            record: tree.record(),
            position: tree.current().game.clone(),
            last_move: tree.current().mv,
        })
    };
    view! {
        <details class="bring">
            <summary>{tr(Words::new("Importer / exporter", "Import / export"))}</summary>
            <label class="field">
                <span>{tr(Words::new("Partie, liste de coups ou position à importer", "Game, list of moves or position to import"))}</span>
                <textarea rows="4" prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))></textarea>
                <small>{tr(Words::new(
                    "Une variante se met entre parenthèses, après le coup qu’elle remplace.",
                    "Put a variation in parentheses after the move it replaces.",
                ))}</small>
            </label>
            <p class="row">
                <button class="strong" on:click=read>{tr(Words::new("Importer", "Import"))}</button>
            </p>
            <div role="alert">{move || wrong.get().map(|why| view! { <p class="refusal">{tr(why)}</p> })}</div>
            <label class="field">
                <span>{tr(Words::new("Position affichée", "Position shown"))}</span>
                <input readonly class="link" prop:value=position/>
            </label>
            {move || view! {
                <CopyText name=Words::new("Partie avec ses variantes", "Game with variations")
                    button=Words::new("Copier la partie", "Copy game") text=whole.get()/>
                <CopyField name=Words::new("Lien", "Link") button=Words::new("Copier le lien", "Copy link")
                    text=link()/>
            }}
            <ShareFiles game=move |()| Some(shared())/>
        </details>
    }
}
