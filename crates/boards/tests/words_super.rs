//! The texts of finished games of Super Morpion, in both languages.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use rules::{AnyGame, Kind, Lang};

const SIX_BOARDS: &str = "1.5 5.1 1.3 3.3 3.5 5.6 6.6 6.7 7.5 5.7 7.4 4.8 8.1 1.9 9.4 4.6 6.4 4.9 9.9 9.1 1.2 2.2 2.9 9.2 \
                          2.5 5.5 5.4 4.4 4.3 3.4 4.5 5.3 3.2 2.6 6.5 8.9 9.5 2.8 8.2 2.7 7.2 2.3 3.7 7.3 3.1 1.8 8.3 \
                          3.8 9.7 7.8 3.6 7.9 9.6 7.7 1.7 4.1 2.1 4.2 4.7 3.9";

const FOUR_EACH: &str = "2.1 1.6 6.7 7.7 7.5 5.6 6.5 5.4 4.6 6.4 4.2 2.4 4.7 7.1 1.8 8.2 2.7 7.3 3.1 1.3 3.9 9.9 9.7 7.2 \
                         2.8 8.8 8.1 1.4 4.9 9.4 4.4 4.8 8.9 9.5 5.5 5.1 1.2 2.3 3.6 6.3 3.8 8.7 2.2 2.6 6.2 2.9 9.2 \
                         9.8 8.3 3.4 4.3 3.5 5.2 6.9 9.6 6.1 1.9 9.1 1.7 5.8 8.6 6.6 5.7 3.2 5.9 3.3 3.7 5.3";

fn over(options: &str, moves: &str) -> [String; 2] {
    let mut game = AnyGame::new(Kind::Super, options).unwrap();
    for text in moves.split_whitespace() {
        game.play(game.parse_move(text).unwrap()).unwrap();
    }
    [Lang::Fr, Lang::En].map(|lang| boards::say_turn(&game, &boards::Names::sides(game.kind()), lang))
}

#[test]
fn a_game_without_a_line_is_said_with_the_boards_that_decided_it() {
    let [fr, en] = over("", SIX_BOARDS);
    assert!(fr.starts_with("Les croix ont gagné. Pas de ligne, mais plus de plaquettes\u{a0}: 6 à "), "{fr}");
    assert!(en.starts_with("Crosses won. No line, but more boards: 6 to "), "{en}");
    let [fr, en] = over("", FOUR_EACH);
    assert!(fr.ends_with("\u{a0}: 4 à 4."), "{fr}");
    assert!(en.ends_with(": 4 to 4."), "{en}");
}

#[test]
fn the_number_of_boards_is_said_only_if_it_counts() {
    let [_, en] = over("tiebreak=draw", SIX_BOARDS);
    assert_eq!(en, "It’s a draw. Nobody has three boards in a row.");
}

#[test]
fn a_move_is_said_by_where_it_goes() {
    let said = |kind: Kind, mv: &str| {
        let game = AnyGame::new(kind, "").unwrap();
        let mv = game.parse_move(mv).unwrap();
        [Lang::Fr, Lang::En].map(|lang| boards::say_move(&game, mv, &boards::Names::sides(kind), lang))
    };
    assert_eq!(said(Kind::Morpion, "5"), ["Les croix jouent au centre.", "Crosses play in the centre."]);
    assert_eq!(said(Kind::Morpion, "9"), ["Les croix jouent en bas à droite.", "Crosses play bottom right."]);
    let [fr, en] = said(Kind::Super, "5.9");
    assert_eq!(fr, "Les croix jouent en bas à droite de la plaquette du centre.");
    assert_eq!(en, "Crosses play bottom right on the centre board.");
    assert_eq!(said(Kind::Super, "1.5")[1], "Crosses play in the centre of the top-left board.");
}
