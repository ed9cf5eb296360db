//! The moves of the game that is studied, with its variations, and the buttons that change a line.

use leptos::prelude::*;
use rules::record::{GameTree, Node, TreeEvent};
use rules::{AnyGame, Words};

use super::analysis_board::AnalysisBoard;
use super::arrows;
use super::tree::StudyTree;
use crate::labels;
use crate::language::{lang, tr};
use crate::panel::{ListItem, ListItems, MoveEntry, MoveList};

/// The items of the list: the main line, with variations behind the move that they replace. An id is a node.
fn list_items(tree: &StudyTree) -> Vec<ListItem> {
    let comment = |id| {
        let (comment, _) = arrows::split(&review::annotation::without(tree.moves().node(id).comment()));
        (!comment.is_empty()).then_some(ListItem::Comment(comment))
    };
    let mut items = ListItems(Vec::from_iter(comment(GameTree::ROOT)));
    for event in tree.moves().events() {
        match event {
            TreeEvent::BeginVariation => items.0.push(ListItem::BeginVariation),
            TreeEvent::EndVariation => items.0.push(ListItem::EndVariation),
            TreeEvent::Move(id) => {
                let node = tree.moves().node(id);
                let Some((mv, parent)) = node.mv().zip(node.parent()) else { continue };
                let before = tree.node(parent).game;
                let parts = boards::notation(before, mv);
                match before.turn().seat() {
                    None => items.add_draw(id, parts),
                    Some(seat) => {
                        let grade = tree.grade(id);
                        items.0.push(ListItem::Move(MoveEntry {
                            id,
                            number: tree.move_number(id),
                            seat,
                            parts,
                            draws: Vec::new(),
                            marks: marks(node),
                            grade: grade.map_or("", |(grade, _)| grade.mark()),
                            better: grade.map(|(_, better)| boards::notation(before, better)),
                        }));
                    }
                }
                items.0.extend(comment(id));
            }
        }
    }
    items.0
}

/// The marks of a move: `!`, ` $14`.
fn marks(node: &Node) -> String {
    node.nags().iter().map(|nag| nag.suffix().map_or_else(|| format!(" {nag}"), str::to_owned)).collect()
}

/// The moves, and the buttons for the line shown.
#[component]
pub fn Notation(
    /// The analysis board.
    analysis: AnalysisBoard,
) -> impl IntoView {
    let players = Memo::new(move |_| {
        let (lang, game) = (lang(), analysis.game());
        labels::columns(game.kind(), &analysis.names(), game.seats(), lang)
    });
    let items = Memo::new(move |_| analysis.tree.with(list_items));
    let current = Memo::new(move |_| Some(analysis.tree.with(StudyTree::current_id)));
    let go = Callback::new(move |id| analysis.change(|tree| tree.go(id)));
    let is_variation = move || {
        analysis.tree.with(|tree| {
            let mut id = tree.current_id();
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
            tree.has_moves() || AnyGame::new(start.kind(), &start.options()).as_ref() != Ok(start)
        })
    });
    let can_start_over = move || can_start_over.get();
    view! {
        <section class="notation">
            <MoveList players items current go/>
            <p class="row">
                <Show when=is_variation>
                    <button on:click=move |_| analysis.change(|tree| tree.promote(tree.current_id()))>
                        {tr(Words::new("En faire la ligne principale", "Make main line"))}
                    </button>
                    <button on:click=move |_| analysis.change(|tree| tree.remove(tree.current_id()))>
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
    use boards::NotationPart;
    use rules::Kind;

    use super::*;
    use crate::study::import;

    #[test]
    fn the_list_shows_comments_and_marks() {
        let text = "{start} 5! {good} 1 (2 $14) 9";
        let tree = import::read(text, Kind::Morpion).expect("a game").tree;
        let shown: Vec<String> = list_items(&tree)
            .into_iter()
            .map(|item| match item {
                ListItem::Move(entry) => format!("{}.{:?}{}", entry.number, entry.parts, entry.marks),
                ListItem::Comment(comment) => format!("{{{comment}}}"),
                ListItem::BeginVariation => "(".to_owned(),
                ListItem::EndVariation => ")".to_owned(),
                ListItem::Deal(_) => "deal".to_owned(),
            })
            .collect();
        let text = |text: &str| format!("{:?}", NotationPart::text(&text));
        let [one, two, three, variation] = ["5", "1", "9", "2"].map(text);
        let moves =
            [format!("1.{one}!"), format!("2.{two}"), format!("2.{variation} $14"), format!("3.{three}")];
        let [one, two, variation, three] = moves.each_ref().map(String::as_str);
        assert_eq!(shown, ["{start}", one, "{good}", two, "(", variation, ")", three]);
    }
}
