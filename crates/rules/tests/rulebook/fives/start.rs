//! The players, the pieces, and where a piece may be dropped.

use super::*;

/// « Nombre de joueurs : 2 à 3. »
#[test]
fn the_game_is_for_two_or_three_players() {
    assert_eq!((start("players=2").seats(), start("players=3").seats(), start("").seats()), (2, 3, 2));
    for wrong in ["players=1", "players=4", "players=0", "players="] {
        assert!(wrong.parse::<Options>().is_err(), "{wrong}");
    }
    assert_eq!((Options::new(1, 3), Options::new(4, 3)), (None, None));
}

/// « 1 pile Icehouse d'une couleur par joueur : 5 grandes, 5 moyennes et 5 petites pyramides. »
#[test]
fn each_player_has_five_small_five_medium_and_five_large_pieces() {
    for game in [start(""), start("players=3")] {
        for seat in (0..game.seats()).map(Seat::from_index) {
            assert_eq!(Size::ALL.map(|size| game.position().hand(seat, size)), [5, 5, 5]);
        }
    }
    assert_eq!(start("").position().hand(THREE, Size::Small), 0);
}

/// « 12 points constituent le périmètre du plateau et 7 autres, les points intérieurs. »
#[test]
fn twelve_points_are_the_perimeter_and_seven_are_inside() {
    assert_eq!(INTERIOR, set("b2 b3 c2 c3 c4 d3 d4"));
    assert_eq!(PERIMETER, set("a1 a2 a3 b1 b4 c1 c5 d2 d5 e3 e4 e5"));
    assert_eq!(Point::all().count(), 19);
}

/// « Ces points peuvent être considérés comme les intersections d'une grille de triangles équilatéraux, ou comme
/// les centres d'une grille d'hexagones réguliers. »
#[test]
fn a_point_inside_has_six_neighbours() {
    assert_eq!(point("c3").neighbours(), set("b2 b3 c2 c4 d3 d4"));
    assert!(points(INTERIOR).all(|point| point.neighbours().count_ones() == 6));
    assert_eq!(point("a1").neighbours(), set("a2 b1 b2"));
    assert_eq!(point("a2").neighbours(), set("a1 a3 b2 b3"));
}

/// « Le but du jeu est d'être le premier à former trois groupes connectés de cinq pièces de sa propre couleur. »
/// « Le premier joueur dont le troisième groupe de cinq pièces est formé est le vainqueur. »
#[test]
fn the_third_group_of_five_wins() {
    // Seat 1 completes a1 a2 a3 b1 c1 three times; seat 2 keeps away.
    let first = play("Sa1 Se3 Sa2 Se5 Sa3 Sc5 Sb1 Sd5 Sc1");
    assert_eq!((first.position().groups(Seat::ONE), first.turn()), (1, Turn::Seat(Seat::TWO)));
    let second = continue_with(first, "e3-e4 Ma1 e4-e3 Ma2 e3-e4 Ma3 e4-e3 Mb1 Md2 Mc1");
    assert_eq!((second.position().groups(Seat::ONE), second.turn()), (2, Turn::Seat(Seat::TWO)));
    let third = continue_with(second, "e3-e4 La1 e4-e3 La2 e3-e4 La3 e4-e3 Lb1 e3-e4 Lc1");
    assert_eq!(third.position().groups(Seat::ONE), 3);
    assert_eq!(third.turn(), Turn::Over(Outcome::Win(Seat::ONE)));
    assert_eq!(third.ending(), Some(Ending::Groups));
    assert!(third.moves().is_empty());
}

/// « Au début du jeu, aucune pièce ne se trouve sur le plateau. »
#[test]
fn the_board_is_empty_at_the_start() {
    assert_eq!(start("").position().occupied(), 0);
    assert_eq!(start("").to_string(), ".../..../...../..../... 555/555 0/0 1 - players=2,repetition=3");
}

/// « Les pièces de chaque joueur sont disposées devant eux, bien visibles par leurs adversaires. »
#[test]
fn everyone_sees_the_pieces_in_every_hand() {
    let game = play("Sa1 Lc5 a1-a2");
    for viewer in [Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO), Viewer::Public] {
        assert_eq!(*View::new(&game, viewer).position(), game);
    }
}

/// « Les joueurs prennent leur tour dans le sens des aiguilles d'une montre. »
#[test]
fn three_players_take_turns_in_order() {
    let mut game = start("players=3");
    for (number, text) in
        [(1, "Sa1"), (2, "Sa2"), (3, "Sa3"), (1, "Sb1"), (2, "Sb4"), (3, "a3-b3"), (1, "Me5")]
    {
        assert_eq!(game.turn(), Turn::Seat(Seat::from_number(number).unwrap()));
        game = continue_with(game, text);
    }
    assert_eq!(game.position().pieces(THREE), set("b3"));
}

/// « placer une pièce de sa main sur tout point du périmètre (poser une pièce) »
#[test]
fn a_piece_of_any_size_is_dropped_on_any_point_of_the_perimeter() {
    let mut drops: Vec<String> = start("").moves().iter().map(Move::to_string).collect();
    drops.sort();
    let mut expected: Vec<String> = Vec::new();
    for size in ["S", "M", "L"] {
        expected.extend(points(PERIMETER).map(|point| format!("{size}{point}")));
    }
    expected.sort();
    assert_eq!(drops, expected);
    let game = play("Ma1");
    assert_eq!(game.position().at(point("a1")), Some((Seat::ONE, Size::Medium)));
    assert_eq!(Size::ALL.map(|size| game.position().hand(Seat::ONE, size)), [5, 4, 5]);
}

/// A drop needs an empty point.
#[test]
fn no_piece_is_dropped_on_another() {
    let game = play("Sa1 Sa2");
    assert_eq!(why(&game, "La1"), Illegal::DropOnPiece(point("a1"), Seat::ONE));
    assert_eq!(why(&game, "La2"), Illegal::DropOnPiece(point("a2"), Seat::TWO));
}

/// A piece that is dropped comes from the hand.
#[test]
fn a_size_that_is_not_in_hand_is_not_dropped() {
    let game = play("La1 Sc1 La3 Sc5 Ld2 Se3 Ld5 Se5 Lb4 Sb1");
    assert_eq!(why(&game, "La2"), Illegal::NotInHand(Size::Large));
    assert!(is_legal(&game, "Ma2") && is_legal(&game, "Sa2"));
}

/// « Il est interdit de poser une pièce sur un point intérieur. »
#[test]
fn no_piece_is_dropped_inside() {
    let game = start("");
    for inside in points(INTERIOR) {
        for size in ["S", "M", "L"] {
            assert_eq!(why(&game, &format!("{size}{inside}")), Illegal::DropInside(inside));
        }
    }
}

/// « Il est également interdit de poser et de déplacer une pièce au même tour. »
#[test]
fn a_turn_drops_or_moves_but_not_both() {
    let dropped = play("Sa1");
    assert_eq!(dropped.turn(), Turn::Seat(Seat::TWO), "the turn ends with the drop");
    assert_eq!(why(&dropped, "a1-a2"), Illegal::NotYours(point("a1"), Seat::ONE));
    let moved = continue_with(dropped, "Sc5 a1-a2");
    assert_eq!(moved.turn(), Turn::Seat(Seat::TWO), "the turn ends with the move");
    for both in ["Sa1-a2", "Sa1 a1-a2", "Sa1,a1-a2"] {
        assert!(both.parse::<Move>().is_err(), "{both}");
    }
}

/// « déplacer une pièce de sa couleur sur le plateau selon sa capacité de déplacement »
#[test]
fn only_own_pieces_move() {
    let game = play("Sa1 Sc5");
    assert_eq!(why(&game, "c5-c4"), Illegal::NotYours(point("c5"), Seat::TWO));
    assert_eq!(why(&game, "c4-c3"), Illegal::NoPiece(point("c4")));
    assert!(is_legal(&game, "a1-a2"));
}

/// « la déplacer en ligne droite, dans l'une des six directions »
#[test]
fn a_piece_moves_in_six_straight_lines() {
    let game = at(".../..../..1L../..../...", "00", "1");
    assert_eq!(destinations(&game, "c3"), set("c1 c2 c4 c5 a1 b2 d4 e5 a3 b3 d3 e3"));
    assert_eq!(why(&game, "c3-d5"), Illegal::NotInLine(point("c3"), point("d5")));
    assert_eq!(why(&game, "c3-a2"), Illegal::NotInLine(point("c3"), point("a2")));
}

/// « échanger sa position avec une pièce adjacente »
#[test]
fn a_swap_needs_an_adjacent_piece() {
    let game = at("..2M/..../..1L../.2M../2M..", "00", "1");
    assert!(is_legal(&game, "c3=b2"));
    assert_eq!(why(&game, "c3=e5"), Illegal::NotNeighbours(point("c3"), point("e5")));
    assert_eq!(why(&game, "c3=a1"), Illegal::NotNeighbours(point("c3"), point("a1")));
    assert_eq!(why(&game, "c3=c4"), Illegal::NothingToSwap(point("c3"), point("c4")));
    let after = continue_with(game, "c3=b2");
    assert_eq!(after.position().at(point("b2")), Some((Seat::ONE, Size::Large)));
    assert_eq!(after.position().at(point("c3")), Some((Seat::TWO, Size::Medium)));
}

/// « Aucune capture n'est possible, ni aucun empilement ou emboîtement. »
#[test]
fn nothing_is_captured_and_nothing_is_stacked() {
    let game = at(".../..../.1L2S1M./..../...", "00", "1");
    assert_eq!(why(&game, "c2-c3"), Illegal::StepOnPiece(point("c3"), Seat::TWO));
    assert_eq!(why(&game, "c4-c3"), Illegal::StepOnPiece(point("c3"), Seat::TWO));
    let own = at(".../..../.1L1S../..../...", "00", "1");
    assert_eq!(why(&own, "c2-c3"), Illegal::StepOnPiece(point("c3"), Seat::ONE));
}

/// « Il est interdit d'effectuer les deux types de déplacement au même tour. »
#[test]
fn a_turn_moves_or_swaps_but_not_both() {
    let game = continue_with(at(".../..../..1L2M./..../...", "00", "1"), "c3=c4");
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO), "the turn ends with the swap");
    assert_eq!(why(&game, "c4-c5"), Illegal::NotYours(point("c4"), Seat::ONE));
    for both in ["c3=c4-c5", "c3-c4=c5", "c3-c4-c5", "c3=c4=c5"] {
        assert!(both.parse::<Move>().is_err(), "{both}");
    }
}

/// « Il est interdit de passer son tour tant qu'un mouvement autorisé est possible. »
#[test]
fn nobody_passes_while_a_legal_turn_exists() {
    for pass in ["", "-", "pass", "--", "0", "="] {
        assert!(pass.parse::<Move>().is_err(), "{pass:?} is no move");
    }
    let game = play("Sa1 Sc5");
    assert_eq!(why(&game, "a1-a1"), Illegal::SamePoint(point("a1")));
    assert_eq!(why(&game, "a1=a1"), Illegal::SamePoint(point("a1")));
}
