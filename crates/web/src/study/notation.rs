//! The moves of the game with its variations, as a text one can walk in.

use leptos::prelude::*;
use rules::{Lang, Words};

use super::desk::Desk;
use super::tree::{Id, Tree};
use crate::app::{lang, said};

/// One piece of the text.
#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Move { id: Id, text: String, mark: &'static str, better: Option<String>, here: bool },
    Open,
    Close,
}

/// The game as a text, the main line first, variations in parentheses behind the move they replace.
fn pieces(tree: &Tree) -> Vec<Piece> {
    let mut out = Vec::new();
    write_from(tree, 0, &mut out);
    out
}

fn write_from(tree: &Tree, id: Id, out: &mut Vec<Piece>) {
    // Long games are long lines: they are walked in a loop, and only variations go deeper.
    let mut id = id;
    while let Some((&main, others)) = tree.node(id).children.split_first() {
        out.push(piece(tree, main));
        for &other in others {
            out.push(Piece::Open);
            out.push(piece(tree, other));
            write_from(tree, other, out);
            out.push(Piece::Close);
        }
        id = main;
    }
}

fn piece(tree: &Tree, id: Id) -> Piece {
    let slip = tree.slip(id);
    Piece::Move {
        id,
        text: tree.node(id).mv.map_or_else(String::new, |mv| mv.to_string()),
        mark: slip.map_or("", |(slip, _)| slip.mark()),
        better: slip.map(|(_, better)| better.to_string()),
        here: tree.at() == id,
    }
}

/// The moves, to walk in.
#[component]
pub fn Notation(
    /// The analysis board.
    desk: Desk,
) -> impl IntoView {
    let text = Memo::new(move |_| desk.tree.with(pieces));
    let show = move |piece: Piece| match piece {
        Piece::Open => "( ".into_any(),
        Piece::Close => ") ".into_any(),
        Piece::Move { id, text, mark, better, here } => {
            let better = better.map(|better| match lang() {
                Lang::Fr => format!("Mieux\u{a0}: {better}"),
                Lang::En => format!("Better: {better}"),
            });
            let title = better.clone();
            view! {
                <button class="plain move" class:here=here aria-current=here.then_some("true") title=title
                    on:click=move |_| desk.change(|tree| tree.go(id))>
                    {text}<b class="slip">{mark}</b>
                    {better.map(|better| view! { <small class="better">" " {better}</small> })}
                </button>
                " "
            }
            .into_any()
        }
    };
    let is_variation = move || {
        desk.tree.with(|tree| {
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
    view! {
        <section aria-label=said(Words::new("Coups", "Moves"))>
            <div class="notation"><p>{move || text.get().into_iter().map(show).collect_view()}</p></div>
            <Show when=is_variation>
                <p class="row">
                    <button on:click=move |_| desk.change(|tree| tree.promote(tree.at()))>
                        {said(Words::new("En faire la ligne principale", "Make it the main line"))}
                    </button>
                    <button on:click=move |_| desk.change(|tree| tree.remove(tree.at()))>
                        {said(Words::new("Supprimer d’ici", "Delete from here"))}
                    </button>
                </p>
            </Show>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{AnyGame, Kind};

    #[test]
    fn a_variation_stands_in_parentheses_behind_the_move_it_replaces() {
        let mut tree = Tree::new(AnyGame::new(Kind::Morpion, "").expect("options"));
        let play = |tree: &mut Tree, text: &str| {
            let mv = tree.here().game.parse_move(text).expect("a move");
            tree.play(mv).expect("legal");
        };
        play(&mut tree, "5");
        play(&mut tree, "1");
        play(&mut tree, "9");
        tree.go(1);
        play(&mut tree, "2");
        play(&mut tree, "3");
        let text: Vec<String> = pieces(&tree)
            .into_iter()
            .map(|piece| match piece {
                Piece::Open => "(".to_owned(),
                Piece::Close => ")".to_owned(),
                Piece::Move { text, .. } => text,
            })
            .collect();
        assert_eq!(text.join(" "), "5 1 ( 2 3 ) 9");
    }
}
