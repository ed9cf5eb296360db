//! The moves of the game with its variations, as a text one can walk in.

use leptos::prelude::*;
use rules::record::{GameTree, Node, TreeEvent};
use rules::{AnyGame, Lang, Words};

use super::analysis_board::AnalysisBoard;
use super::tree::{Id, StudyTree};
use crate::language::{lang, tr};

/// A part of the notation.
#[derive(Clone, Debug, PartialEq)]
enum NotationItem {
    Move {
        id: Id,
        /// The move with the marks that the game's author gave it.
        text: String,
        /// The engine's mark.
        slip: &'static str,
        better: Option<String>,
        here: bool,
    },
    Comment(String),
    Open,
    Close,
}

/// The notation of a game: the main line first, variations in parentheses behind the move that they replace.
fn notation(tree: &StudyTree) -> Vec<NotationItem> {
    let comment = |id| {
        let comment = tree.moves().node(id).comment();
        (!comment.is_empty()).then(|| NotationItem::Comment(comment.to_owned()))
    };
    let mut items = Vec::from_iter(comment(GameTree::ROOT));
    for event in tree.moves().events() {
        match event {
            TreeEvent::BeginVariation => items.push(NotationItem::Open),
            TreeEvent::EndVariation => items.push(NotationItem::Close),
            TreeEvent::Move(id) => {
                let slip = tree.slip(id);
                items.push(NotationItem::Move {
                    id,
                    text: move_text(tree.moves().node(id)),
                    slip: slip.map_or("", |(slip, _)| slip.mark()),
                    better: slip.map(|(_, better)| better.to_string()),
                    here: tree.at() == id,
                });
                items.extend(comment(id));
            }
        }
    }
    items
}

/// A move with its marks: `5!`, `5 $14`.
fn move_text(node: &Node) -> String {
    let mut text = node.mv().map_or_else(String::new, |mv| mv.to_string());
    for nag in node.nags() {
        match nag.suffix() {
            Some(suffix) => text += suffix,
            None => text += &format!(" {nag}"),
        }
    }
    text
}

/// The moves, to walk in.
#[component]
pub fn Notation(
    /// The analysis board.
    analysis: AnalysisBoard,
) -> impl IntoView {
    let text = Memo::new(move |_| analysis.tree.with(notation));
    let show = move |item: NotationItem| match item {
        NotationItem::Comment(comment) => view! { <small class="comment">{comment}</small> " " }.into_any(),
        NotationItem::Open => "( ".into_any(),
        NotationItem::Close => ") ".into_any(),
        NotationItem::Move { id, text, slip, better, here } => {
            let better = better.map(|better| match lang() {
                Lang::Fr => format!("Mieux\u{a0}: {better}"),
                Lang::En => format!("Better: {better}"),
            });
            let title = better.clone();
            view! {
                <button class="plain move" class:here=here aria-current=here.then_some("true") title=title
                    on:click=move |_| analysis.change(|tree| tree.go(id))>
                    {text}<b class="slip">{slip}</b>
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
            let start = tree.node(0).game;
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
                        {tr(Words::new("En faire la ligne principale", "Make main line"))}
                    </button>
                    <button on:click=move |_| analysis.change(|tree| tree.remove(tree.at()))>
                        {tr(Words::new("Supprimer à partir d’ici", "Delete from here"))}
                    </button>
                </Show>
                <Show when=can_start_over>
                    <button on:click=move |_| analysis.start_over()>
                        {tr(Words::new("Recommencer", "Start over"))}
                    </button>
                </Show>
                <Show when=move || analysis.previous.with(Option::is_some)>
                    <button on:click=move |_| analysis.reopen_previous()>
                        {tr(Words::new("Revenir à l’étude précédente", "Back to the previous study"))}
                    </button>
                </Show>
            </p>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use rules::Kind;

    use super::*;
    use crate::study::import;

    #[test]
    fn the_notation_shows_comments_and_marks() {
        let text = "{start} 5! {good} 1 (2 $14) 9";
        let tree = import::read(text, Kind::Morpion).expect("a game").tree;
        let shown: Vec<String> = notation(&tree)
            .into_iter()
            .map(|item| match item {
                NotationItem::Move { text, .. } => text,
                NotationItem::Comment(comment) => format!("{{{comment}}}"),
                NotationItem::Open => "(".to_owned(),
                NotationItem::Close => ")".to_owned(),
            })
            .collect();
        assert_eq!(shown, ["{start}", "5!", "{good}", "1", "(", "2 $14", ")", "9"]);
    }
}
