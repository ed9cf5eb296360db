//! Golden pictures of Tic Tac Doh! (`UPDATE_EXPECT=1 cargo test -p trois-boards` rewrites them).

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use boards::{DrawContext, MoveEvaluation, Spot};
use common::{check, picture};
use rules::{AnyGame, AnyIllegal, AnyMove, Kind, Lang};

/// Every kind of pile, on a grid whose files are pinned and whose ranks are not.
const PILES: &str = "Lc3 Mc3 Sc3 Sd4 Md4 Ld4 Mb4 Lb4 Sb3 Mb3 Sc4";

type AnyContext = DrawContext<AnyMove, AnyIllegal>;

fn doh(name: &str, moves: &str, change: impl Fn(&mut AnyContext)) {
    check(&format!("doh-{name}"), &picture(Kind::Doh, "", moves, change));
}

/// The spots of a square, in notation, and of a size.
fn place(square: &str) -> Spot {
    let square: rules::frame::Square = square.parse().unwrap();
    Spot::Place(square.index() as u8)
}

const SMALL: Spot = Spot::Piece(0);
const LARGE: Spot = Spot::Piece(2);

/// Sets up the refusal of a move after these moves.
fn refusing(moves: &'static str, wrong: &'static str) -> impl Fn(&mut AnyContext) {
    move |look| {
        let mut game = AnyGame::new(Kind::Doh, "").unwrap();
        for text in moves.split_whitespace() {
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        look.refused = Some(game.check(game.parse_move(wrong).unwrap()).unwrap_err());
    }
}

fn refused(name: &str, moves: &'static str, wrong: &'static str) {
    doh(&format!("refused-{name}"), moves, refusing(moves, wrong));
}

#[test]
fn the_frame_shrinks_from_five_by_five_to_three_by_three() {
    doh("start", "", |_| {});
    doh("one", "Lc3", |look| look.coordinates = true);
    doh("shrunk", "Lc3 Sd4 Mc5", |_| {});
    doh("pinned", "Lc3 Sd4 Mc5 Sb4", |look| look.coordinates = true);
}

#[test]
fn trees_nests_and_lone_pieces() {
    doh("piles", PILES, |_| {});
    doh("wide", PILES, |look| look.wide = true);
    doh("flipped", PILES, |look| {
        look.flipped = true;
        look.coordinates = true;
    });
}

#[test]
fn a_picked_piece_and_what_it_would_make() {
    doh("picked", PILES, |look| look.picked = vec![LARGE]);
    doh("ghost-far", "Lc3 Sd4", |look| (look.picked, look.hover) = (vec![LARGE], Some(place("c5"))));
    doh("ghost-nest", "Lc3 Md4", |look| (look.picked, look.hover) = (vec![LARGE], Some(place("d4"))));
    doh("ghost-tree", "Lc3 Md4", |look| (look.picked, look.hover) = (vec![SMALL], Some(place("d4"))));
}

#[test]
fn a_touched_pile_is_fanned_out() {
    doh("fan-tree", PILES, |look| look.hover = Some(place("c3")));
    doh("fan-nest", PILES, |look| {
        look.picked = vec![place("b3")];
        look.lang = Lang::Fr;
    });
    doh("fan-deep-nest", PILES, |look| look.hover = Some(place("d4")));
}

#[test]
fn every_refusal_shows_its_reason() {
    refused("not-centre", "", "La1");
    refused("outside", "Lc3 Sd4 Mc5", "Sb2");
    refused("outside-both", "Lc3 Sb4", "Se1");
    refused("next-to-nothing", "Lc3", "Sa1");
    refused("none-left", "Sc3 Mc4 Sd4 Lc5 Sb5 Sb4 Mb3 Sd3", "Sd5");
    refused("same-size", PILES, "Sc4");
    refused("two-apart", PILES, "Lc4");
    refused("tree-into-nest", "Lc3 Mc3", "Lc3");
    refused("nest-into-tree", PILES, "Sb3");
}

#[test]
fn a_line_through_a_tree_a_nest_and_a_lone_piece_wins() {
    doh("won", "Lc3 Mc3 Sd4 Md4 Sb4 Mb2", |_| {});
}

#[test]
fn evaluation_badges_hide_no_piece() {
    doh("verdicts", "Lc3 Sd4 Mc5", |look| {
        let mut game = AnyGame::new(Kind::Doh, "").unwrap();
        for text in "Lc3 Sd4 Mc5".split_whitespace() {
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        look.picked = vec![SMALL];
        let verdict = |(text, best)| MoveEvaluation { text, share: 0.5, best };
        let thought = [("Sc3", "+5", true), ("Sc5", "48", false), ("Sd3", "100", false)];
        look.evaluations = thought
            .map(|(mv, text, best)| (game.parse_move(mv).unwrap(), verdict((text.to_owned(), best))))
            .to_vec();
    });
}
