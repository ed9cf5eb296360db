//! The announcements for pieces that are picked up and put back, in both languages.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use boards::{DrawContext, Spot};
use expect_test::{Expect, expect};
use rules::cards::Card;
use rules::{AnyGame, AnyIllegal, AnyMove, Kind, Lang, Viewer, fives, frame};

/// Checks the announcement when these spots are picked.
fn check(kind: Kind, position: &str, picked: &[Spot], put_back: bool, expect: &Expect) {
    let game = match position {
        "" => AnyGame::new(kind, "").unwrap(),
        text => AnyGame::parse(kind, text).unwrap(),
    };
    let viewer = game.turn().seat().map_or(Viewer::Public, Viewer::Seat);
    let said = Lang::ALL.map(|lang| {
        let look: DrawContext<AnyMove, AnyIllegal> = DrawContext {
            viewer,
            interactive: true,
            picked: picked.to_vec(),
            put_back,
            ..DrawContext::plain(lang)
        };
        boards::draw(&game, &look).announcement.unwrap_or_default().replace(['\u{a0}', '\u{202f}'], "~")
    });
    expect.assert_eq(&said.join(" | "));
}

fn square(name: &str) -> Spot {
    Spot::Place(name.parse::<frame::Square>().unwrap().index() as u8)
}

#[test]
fn a_pyramid_or_a_square_is_said_with_where_it_can_go() {
    let check = |picked: &[Spot], expect| check(Kind::Doh, "", picked, false, expect);
    check(&[Spot::Piece(0)], &expect!["Petite pyramide prise~: 1 case. | Small pyramid picked: 1 square."]);
    check(&[Spot::Piece(1)], &expect!["Pyramide moyenne prise~: 1 case. | Medium pyramid picked: 1 square."]);
    check(&[square("c3")], &expect!["Case c3 choisie~: 3 tailles. | Square c3 picked: 3 sizes."]);
}

#[test]
fn a_card_or_a_place_is_said_with_where_it_can_go() {
    const PINNED: &str =
        "...../.B1_R4./.R3b1R7B5r1./.R2B8_./..... R4R5B5B6YG ?5 ?16 R1R8B8B9YYYY 3-2 1 numbers=9,target=5";
    let check = |picked: &[Spot], expect| check(Kind::Cards, PINNED, picked, false, expect);
    let card = |name: &str| Spot::Piece(name.parse::<Card>().unwrap().index() as u8);
    check(&[card("B5")], &expect!["5 bleu pris~: 3 places. | Blue 5 picked: 3 spaces."]);
    check(&[card("Y")], &expect!["Carte jaune prise~: 7 places. | Yellow card picked: 7 spaces."]);
    check(&[card("G")], &expect!["Carte verte prise~: 6 places. | Green card picked: 6 spaces."]);
    check(&[card("G"), square("b3")], &expect!["Place b3 choisie~: 4 places. | Space b3 picked: 4 spaces."]);
    check(&[square("b4")], &expect!["Place b4 choisie~: 2 cartes. | Space b4 picked: 2 cards."]);
}

#[test]
fn a_piece_in_hand_or_on_the_board_is_said_with_where_it_can_go() {
    const MIDDLE: &str = "1M1S./2S1L../..2L2M./...2S/1L.. 443/344 0/0 1 - players=2,repetition=3";
    let check = |picked: &[Spot], expect| check(Kind::Fives, MIDDLE, picked, false, expect);
    let point = |name: &str| Spot::Place(name.parse::<fives::Point>().unwrap().index() as u8);
    check(&[Spot::Piece(1)], &expect!["Pièce moyenne prise~: 7 points. | Medium piece picked: 7 points."]);
    check(
        &[point("a1")],
        &expect!["Grande pièce en a1 prise~: 5 points. | Large piece on a1 picked: 5 points."],
    );
    check(&[point("a3")], &expect!["Point a3 choisi~: 3 tailles. | Point a3 picked: 3 sizes."]);
}

#[test]
fn a_piece_put_back_is_announced_and_nothing_else() {
    check(Kind::Doh, "", &[], true, &expect!["Reposé. | Put back."]);
    check(Kind::Doh, "", &[], false, &expect![" | "]);
    check(Kind::Morpion, "", &[Spot::Place(0)], false, &expect![" | "]);
}
