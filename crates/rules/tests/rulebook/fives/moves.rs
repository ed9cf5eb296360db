//! Lost turns, moves and swaps.

use super::*;

/// A game in which seat 3 is the first to lose a turn: the perimeter is full, and seat 3's only piece on the board is
/// a medium one between pieces with which it may not swap.
const LOSES_A_TURN: &str = "Sa1 Sb1 Ld5 Mb4 Mc1 Lc5 b4-b2 La2 Me4 Le3 Sa3 e4-c4 Md2 Lb4 Se5 e3-d3 b1=c1 Se4 Me4 Mc5 \
                            Me3 Ld5 Le5";

/// « Si aucun mouvement autorisé n'est possible, le joueur perd son tour et c'est au joueur suivant de prendre son
/// tour. »
#[test]
fn a_player_without_a_legal_turn_loses_it_to_the_next() {
    let (before, last) = LOSES_A_TURN.rsplit_once(' ').unwrap();
    let before = play3(before);
    assert_eq!(before.turn(), Turn::Seat(Seat::TWO));
    let game = continue_with(before, last);
    assert!(!game.position().has_turn(THREE));
    assert_eq!(game.turn(), Turn::Seat(Seat::ONE), "seat 3 has lost its turn");
    assert_eq!(game.position().hand(THREE, Size::Small), 3, "though it has pieces in hand");
    // As soon as a point of the perimeter is free, seat 3 plays again, after seat 2.
    let game = continue_with(game, "d3-c2 e5-d4");
    assert_eq!(game.turn(), Turn::Seat(THREE));
    assert!(is_legal(&game, "Se5"));
}

/// In a game for two, the player who just moved moves again. On each empty point a piece of seat 2 would make a group
/// of six.
#[test]
fn when_the_only_other_player_loses_the_turn_the_same_player_moves_again() {
    let game = continue_with(at("2L2L1L/1S..2M/1S2S2S1S2M/2S2S.2M/.1M2M", "01", "1"), "Ma1");
    assert_eq!(game.turn(), Turn::Seat(Seat::ONE));
    assert!(!game.position().has_turn(Seat::TWO));
    assert_eq!(game.position().empty(), set("b3 d3 d4"));
    let game = continue_with(game, "d2-d3");
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO), "seat 2 plays again once it can");
}

/// « Si un joueur déplace une pièce, plutôt que d'échanger la position de deux pièces, tous les points que la pièce
/// traverse et son point de destination doivent être vides. »
#[test]
fn a_piece_moves_over_empty_points_to_an_empty_point() {
    let game = at(".../..../1L.2S../..../...", "00", "1");
    assert!(is_legal(&game, "c1-c2"));
    assert_eq!(why(&game, "c1-c3"), Illegal::StepOnPiece(point("c3"), Seat::TWO));
    assert_eq!(why(&game, "c1-c4"), Illegal::InTheWay(point("c1"), point("c4"), point("c3")));
    assert_eq!(why(&game, "c1-c5"), Illegal::InTheWay(point("c1"), point("c5"), point("c3")));
    let own = at(".../..../1M1S.../..../...", "00", "1");
    assert_eq!(why(&own, "c1-c3"), Illegal::InTheWay(point("c1"), point("c3"), point("c2")));
}

/// « Une petite pyramide ne se déplace que vers les points adjacents, à une distance d'un point. »
#[test]
fn a_small_piece_moves_one_point() {
    let game = at(".../..../..1S../..../...", "00", "1");
    assert_eq!(destinations(&game, "c3"), set("b2 b3 c2 c4 d3 d4"));
    assert_eq!(why(&game, "c3-c5"), Illegal::TooFar(Size::Small, point("c3"), point("c5")));
}

/// « Une pyramide moyenne peut se déplacer d'un ou deux points en ligne droite. »
#[test]
fn a_medium_piece_moves_one_or_two_points() {
    let game = at(".../..../1M..../..../...", "00", "1");
    assert_eq!(destinations(&game, "c1"), set("c2 c3 d2 e3 b1 a1"));
    assert_eq!(why(&game, "c1-c4"), Illegal::TooFar(Size::Medium, point("c1"), point("c4")));
    assert_eq!(why(&game, "c1-d3"), Illegal::NotInLine(point("c1"), point("d3")));
}

/// « Une grande pyramide peut se déplacer aussi loin que le joueur le souhaite, en ligne droite, dans n'importe
/// laquelle des six directions. »
#[test]
fn a_large_piece_moves_as_far_as_it_likes() {
    let game = at(".../..../1L..../..../...", "00", "1");
    assert_eq!(destinations(&game, "c1"), set("c2 c3 c4 c5 d2 e3 b1 a1"));
}

/// Whether seat 1's piece on c3 may swap with seat 2's on c4.
fn may_swap(own: &str, other: &str) -> bool {
    is_legal(&at(&format!(".../..../..1{own}2{other}./..../..."), "00", "1"), "c3=c4")
}

/// « Une grande pièce ne peut échanger de position qu'avec une pièce moyenne adjacente. »
#[test]
fn a_large_piece_swaps_only_with_a_medium_one() {
    assert_eq!(["S", "M", "L"].map(|other| may_swap("L", other)), [false, true, false]);
}

/// « Une pièce moyenne ne peut échanger de position qu'avec une petite pièce adjacente. »
#[test]
fn a_medium_piece_swaps_only_with_a_small_one() {
    assert_eq!(["S", "M", "L"].map(|other| may_swap("M", other)), [true, false, false]);
}

/// « Une petite pièce ne peut échanger de position qu'avec une grande pièce adjacente. »
#[test]
fn a_small_piece_swaps_only_with_a_large_one() {
    assert_eq!(["S", "M", "L"].map(|other| may_swap("S", other)), [false, false, true]);
}

/// « Un joueur peut échanger la position de deux de ses propres pièces adjacentes, pour autant qu'elles soient de
/// tailles différentes. »
#[test]
fn two_own_adjacent_pieces_of_different_sizes_always_swap() {
    for first in ["S", "M", "L"] {
        for second in ["S", "M", "L"] {
            let game = at(&format!(".../..../..1{first}1{second}./..../..."), "00", "1");
            assert_eq!(is_legal(&game, "c3=c4"), first != second, "{first} {second}");
            let swaps = game.moves().iter().filter(|mv| matches!(mv, Move::Swap(..))).count();
            assert_eq!(swaps, usize::from(first != second), "one move, listed once");
        }
    }
    let game = continue_with(at(".../..../..1S1L./..../...", "00", "1"), "c3=c4");
    assert_eq!(game.position().at(point("c3")), Some((Seat::ONE, Size::Large)));
    assert_eq!(game.position().at(point("c4")), Some((Seat::ONE, Size::Small)));
}

/// Pieces of the same size never swap, no matter who owns them.
#[test]
fn two_pieces_of_the_same_size_never_swap() {
    for (size, letter) in Size::ALL.into_iter().zip(["S", "M", "L"]) {
        for other in ["1", "2"] {
            let game = at(&format!(".../..../..1{letter}{other}{letter}./..../..."), "00", "1");
            assert_eq!(why(&game, "c3=c4"), Illegal::SameSize(point("c3"), point("c4"), size));
        }
    }
}

/// « Aucun déplacement supplémentaire n'est autorisé lors d'un tour. »
#[test]
fn the_turn_ends_with_the_swap_of_two_own_pieces() {
    let game = continue_with(at(".../..../..1S1L./..../...", "00", "1"), "c3=c4");
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO));
}
