//! The moves of the game with its variations, as a text one can walk in.

use leptos::prelude::*;
use rules::{AnyGame, Lang, Words};

use super::analysis_board::AnalysisBoard;
use super::tree::{Id, Piece, Tree};
use crate::language::{lang, tr};

/// One piece of the text.
#[derive(Clone, Debug, PartialEq)]
enum PlayerRow {
    Move { id: Id, text: String, mark: &'static str, better: Option<String>, here: bool },
    Open,
    Close,
}

/// The game as a text, the main line first, variations in parentheses behind the move they replace.
fn shown(tree: &Tree) -> Vec<PlayerRow> {
    let show = |piece| match piece {
        Piece::Open => PlayerRow::Open,
        Piece::Close => PlayerRow::Close,
        Piece::Move(id) => {
            let slip = tree.slip(id);
            PlayerRow::Move {
                id,
                text: tree.node(id).mv.map_or_else(String::new, |mv| mv.to_string()),
                mark: slip.map_or("", |(slip, _)| slip.mark()),
                better: slip.map(|(_, better)| better.to_string()),
                here: tree.at() == id,
            }
        }
    };
    tree.pieces().into_iter().map(show).collect()
}

/// The moves, to walk in.
#[component]
pub fn Notation(
    /// The analysis board.
    analysis: AnalysisBoard,
) -> impl IntoView {
    let text = Memo::new(move |_| analysis.tree.with(shown));
    let show = move |piece: PlayerRow| match piece {
        PlayerRow::Open => "( ".into_any(),
        PlayerRow::Close => ") ".into_any(),
        PlayerRow::Move { id, text, mark, better, here } => {
            let better = better.map(|better| match lang() {
                Lang::Fr => format!("Mieux\u{a0}: {better}"),
                Lang::En => format!("Better: {better}"),
            });
            let title = better.clone();
            view! {
                <button class="plain move" class:here=here aria-current=here.then_some("true") title=title
                    on:click=move |_| analysis.change(|tree| tree.go(id))>
                    {text}<b class="slip">{mark}</b>
                    {better.map(|better| view! { <small class="better">" " {better}</small> })}
                </button>
                " "
            }
            .into_any()
        }
    };
    let is_variation = move || {
        analysis.tree.with(|tree| {
            let mut id = tree.at();
            while let Some(parent) = tree.node(id).parent {
                if tree.node(parent).children.first() != Some(&id) {
                    return true;
                }
                id = parent;
            }
            false
        })
    };
    let can_start_over = Memo::new(move |_| {
        analysis.tree.with(|tree| {
            let start = &tree.node(0).game;
            tree.is_played() || AnyGame::new(start.kind(), &start.options()).as_ref() != Ok(start)
        })
    });
    let can_start_over = move || can_start_over.get();
    view! {
        <section aria-label=tr(Words::new("Coups", "Moves"))>
            <div class="notation"><p>{move || text.get().into_iter().map(show).collect_view()}</p></div>
            <p class="row">
                <Show when=is_variation>
                    <button on:click=move |_| analysis.change(|tree| tree.promote(tree.at()))>
                        {tr(Words::new("En faire la ligne principale", "Make it the main line"))}
                    </button>
                    <button on:click=move |_| analysis.change(|tree| tree.remove(tree.at()))>
                        {tr(Words::new("Supprimer d’ici", "Delete from here"))}
                    </button>
                </Show>
                <Show when=can_start_over>
                    <button on:click=move |_| analysis.start_over()>
                        {tr(Words::new("Recommencer", "Start over"))}
                    </button>
                </Show>
                <Show when=move || analysis.previous.with(Option::is_some)>
                    <button on:click=move |_| analysis.reopen_previous()>
                        {tr(Words::new("Reprendre l’étude d’avant", "Go back to the study before"))}
                    </button>
                </Show>
            </p>
        </section>
    }
}
