//! Three Fives (Trois fois cinq): the rules of its source, sentence by sentence, then the rulings of the project.

use rules::fives::board::{INTERIOR, PERIMETER, Points, points};
use rules::fives::{Ending, Illegal, Move, Options, Point, Size};
use rules::{Fives, Game, Lang, Outcome, Say, Seat, Turn, View, Viewer, perft};

const THREE: Seat = Seat::from_index(2);

/// Plays moves on, each of which must be legal.
fn go_on(mut game: Fives, moves: &str) -> Fives {
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap_or_else(|why| panic!("{game}: {mv}: {}", why.say(Lang::En)));
    }
    game
}

fn start(options: &str) -> Fives {
    Fives::new(options.parse().unwrap())
}

/// Plays a game for two from the start.
fn play(moves: &str) -> Fives {
    go_on(start(""), moves)
}

/// Plays a game for three from the start.
fn play3(moves: &str) -> Fives {
    go_on(start("players=3"), moves)
}

/// A position with these pieces on the board and these groups, one digit for each seat. What is neither on the
/// board nor in a group is in hand; groups are thought to have been made of the size there is most of.
fn at(board: &str, groups: &str, turn: &str) -> Fives {
    let players = groups.len();
    let mut hands = Vec::new();
    for (seat, taken) in groups.bytes().enumerate() {
        let on_board = |size: char| board.matches(format!("{}{size}", seat + 1).as_str()).count();
        let mut hand = ['S', 'M', 'L'].map(|size| 5 - on_board(size));
        for _ in 0..5 * (taken - b'0') {
            *hand.iter_mut().max().unwrap() -= 1;
        }
        hands.push(hand.map(|count| count.to_string()).concat());
    }
    let groups: Vec<String> = groups.chars().map(String::from).collect();
    let (hands, groups) = (hands.join("/"), groups.join("/"));
    format!("{board} {hands} {groups} {turn} - players={players},repetition=3").parse().unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn set(names: &str) -> Points {
    names.split_whitespace().fold(0, |set, name| set | point(name).bit())
}

fn is_legal(game: &Fives, text: &str) -> bool {
    let listed = game.moves().contains(&mv(text));
    assert_eq!(game.check(mv(text)).is_ok(), listed, "{game}: {text}");
    listed
}

fn why(game: &Fives, text: &str) -> Illegal {
    assert!(!game.moves().contains(&mv(text)), "{game}: {text} is listed");
    game.check(mv(text)).expect_err("the move is refused")
}

/// The points to which the piece on `from` may move.
fn destinations(game: &Fives, from: &str) -> Points {
    game.moves().into_iter().fold(0, |all, mv| match mv {
        Move::Step(a, b) if a == point(from) => all | b.bit(),
        _ => all,
    })
}

// ---- What the source says ---------------------------------------------------------------------------------

/// « Nombre de joueurs : 2 à 3. »
#[test]
fn two_or_three_play() {
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
    // Seat 1 makes a1 a2 a3 b1 c1 three times, seat 2 stays apart.
    let first = play("Sa1 Se3 Sa2 Se5 Sa3 Sc5 Sb1 Sd5 Sc1");
    assert_eq!((first.position().groups(Seat::ONE), first.turn()), (1, Turn::Seat(Seat::TWO)));
    let second = go_on(first, "e3-e4 Ma1 e4-e3 Ma2 e3-e4 Ma3 e4-e3 Mb1 Md2 Mc1");
    assert_eq!((second.position().groups(Seat::ONE), second.turn()), (2, Turn::Seat(Seat::TWO)));
    let third = go_on(second, "e3-e4 La1 e4-e3 La2 e3-e4 La3 e4-e3 Lb1 e3-e4 Lc1");
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
        game = go_on(game, text);
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
    let moved = go_on(dropped, "Sc5 a1-a2");
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
    let after = go_on(game, "c3=b2");
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
    let game = go_on(at(".../..../..1L2M./..../...", "00", "1"), "c3=c4");
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

/// The game in which seat 3 is the first to lose a turn: all of the perimeter is full, and its only piece on the
/// board is a medium one that stands between pieces with which it may not swap.
const LOSES_A_TURN: &str = "Sa1 Sb1 Ld5 Mb4 Mc1 Lc5 b4-b2 La2 Me4 Le3 Sa3 e4-c4 Md2 Lb4 Se5 e3-d3 b1=c1 Se4 Me4 Mc5 \
                            Me3 Ld5 Le5";

/// « Si aucun mouvement autorisé n'est possible, le joueur perd son tour et c'est au joueur suivant de prendre son
/// tour. »
#[test]
fn a_player_without_a_legal_turn_loses_it_to_the_next() {
    let (before, last) = LOSES_A_TURN.rsplit_once(' ').unwrap();
    let before = play3(before);
    assert_eq!(before.turn(), Turn::Seat(Seat::TWO));
    let game = go_on(before, last);
    assert!(!game.position().has_turn(THREE));
    assert_eq!(game.turn(), Turn::Seat(Seat::ONE), "seat 3 has lost its turn");
    assert_eq!(game.position().hand(THREE, Size::Small), 3, "though it has pieces in hand");
    // As soon as a point of the perimeter is free, seat 3 plays again, after seat 2.
    let game = go_on(game, "d3-c2 e5-d4");
    assert_eq!(game.turn(), Turn::Seat(THREE));
    assert!(is_legal(&game, "Se5"));
}

/// In a game for two, the player who just moved moves again. The empty points are where a piece of seat 2 would
/// make a group of six.
#[test]
fn when_the_only_other_player_loses_the_turn_the_same_player_moves_again() {
    let game = go_on(at("2L2L1L/1S..2M/1S2S2S1S2M/2S2S.2M/.1M2M", "01", "1"), "Ma1");
    assert_eq!(game.turn(), Turn::Seat(Seat::ONE));
    assert!(!game.position().has_turn(Seat::TWO));
    assert_eq!(game.position().empty(), set("b3 d3 d4"));
    let game = go_on(game, "d2-d3");
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
    let game = go_on(at(".../..../..1S1L./..../...", "00", "1"), "c3=c4");
    assert_eq!(game.position().at(point("c3")), Some((Seat::ONE, Size::Large)));
    assert_eq!(game.position().at(point("c4")), Some((Seat::ONE, Size::Small)));
}

/// Pieces of one size never swap, whoever owns them.
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
    let game = go_on(at(".../..../..1S1L./..../...", "00", "1"), "c3=c4");
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO));
}

/// « Les pièces de même couleur situées sur des points adjacents sont dites connectées l'une à l'autre. »
/// « Toute pièce adjacente à un groupe connecté dont la couleur est identique à celle de ce groupe en fait partie. »
#[test]
fn a_group_is_all_that_is_connected_in_one_colour() {
    let game = at("..1S/..../1S1M2M1L./.1L../2S1S.", "00", "1");
    assert_eq!(game.position().group_at(point("c1")), set("c1 c2 b2 a2"));
    assert_eq!(game.position().group_at(point("c4")), set("c4"));
    assert_eq!(game.position().group_at(point("e5")), set("e5"));
    assert_eq!(game.position().group_at(point("c3")), set("c3"));
    assert_eq!(game.position().group_at(point("c5")), 0);
}

/// « Si votre déplacement forme un groupe connecté de cinq pièces de la même couleur, si cela n'entraîne pas la fin
/// du jeu, ces cinq pièces sont enlevées du plateau et sont hors jeu jusqu'à la fin de la partie. »
#[test]
fn a_group_of_five_is_taken_off_for_good() {
    let game = play("Sa1 Se3 Sa2 Se5 La3 Sc5 Mb1 Sd5");
    assert_eq!(game.position().pieces(Seat::ONE), set("a1 a2 a3 b1"));
    let game = go_on(game, "Mc1");
    assert_eq!(game.position().pieces(Seat::ONE), 0);
    assert_eq!((game.position().groups(Seat::ONE), game.position().groups(Seat::TWO)), (1, 0));
    assert_eq!(
        Size::ALL.map(|size| game.position().hand(Seat::ONE, size)),
        [3, 3, 4],
        "they are not in hand"
    );
    assert_eq!(game.position().pieces(Seat::TWO), set("e3 e5 c5 d5"), "others stay");
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO));
}

/// A move makes a group just as a drop does.
#[test]
fn a_group_is_completed_by_a_drop_by_a_move_or_by_a_swap() {
    for (board, last) in [
        (".../..../...../1S.../1S1M1M", "Lc1"),
        (".../1L.../...../1S.../1S1M1M", "d2-c1"),
        (".../1L.../2M..../1S.../1S1M1M", "d2=c1"),
    ] {
        let game = go_on(at(board, "00", "1"), last);
        assert_eq!((game.position().groups(Seat::ONE), game.position().pieces(Seat::ONE)), (1, 0), "{last}");
    }
}

/// The point that a piece leaves no longer connects anything.
#[test]
fn a_piece_that_moves_away_no_longer_counts_where_it_was() {
    // Were the point b2 still to count after b2-b1, a1 b1 b2 c3 d4 would be five.
    let game = go_on(at(".../..1S./..1S../.1M../1S..", "00", "1"), "b2-b1");
    assert_eq!(game.position().groups(Seat::ONE), 0);
    assert_eq!(game.position().group_at(point("b1")), set("a1 b1"));
    assert_eq!(game.position().group_at(point("c3")), set("c3 d4"));
    // And with c1 they would be six: the piece that leaves makes room.
    assert!(is_legal(&at(".../..1S./1S.1S../.1M../1S..", "00", "1"), "b2-b1"));
}

/// The pieces of seat 2 on c1 c2 b1 a1 wait for a fifth on c3; it is seat 1 that brings it there.
const FOR_THE_OTHER: &str = ".../..../2S2S1L2M./2S.../2M..";

/// « Il est possible de former un tel groupe pour un adversaire par un échange de positions, bien que cela ne soit
/// généralement pas recommandé. »
#[test]
fn a_swap_can_complete_a_group_for_an_opponent() {
    let game = go_on(at(FOR_THE_OTHER, "00", "1"), "c3=c4");
    assert_eq!((game.position().groups(Seat::ONE), game.position().groups(Seat::TWO)), (0, 1));
    assert_eq!(game.position().pieces(Seat::TWO), 0);
    assert_eq!(game.position().pieces(Seat::ONE), set("c4"));
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO));
}

/// « Il n'est pas permis de former un groupe connecté de plus de cinq pièces de la même couleur, que ce soit pour
/// soi-même […] »
#[test]
fn no_turn_makes_an_own_group_of_more_than_five() {
    let game = play("Sc1 Se3 Sb1 Se4 Sa1 Sd5 Sa3 Sc5 Sb4 Md2");
    let six = set("a1 a2 a3 b1 b4 c1");
    for size in ["M", "L"] {
        assert_eq!(why(&game, &format!("{size}a2")), Illegal::TooMany(Seat::ONE, six), "by a drop");
    }
    let seven = Illegal::TooMany(Seat::ONE, set("a1 a2 a3 b1 c1 d2 e3"));
    assert_eq!(why(&at("1S../1S.../1S..../..../1S1S1M", "00", "1"), "Mb1"), seven, "by a drop");
    assert_eq!(why(&at("1S../1S.../1S..../...1L/1S1S1M", "00", "1"), "b4-b1"), seven, "by a move");
    assert_eq!(why(&at("1S../1S.../1S..../2M1L../1S1S1M", "00", "1"), "b2=b1"), seven, "by a swap");
    // With two pieces less it is five, which is allowed.
    for (board, text) in [
        (".../1S.../1S..../..../1S1S.", "Mb1"),
        (".../1S.../1S..../...1L/1S1S.", "b4-b1"),
        (".../1S.../1S..../2M1L../1S1S.", "b2=b1"),
    ] {
        assert!(is_legal(&at(board, "00", "1"), text), "{text}");
    }
}

/// « […] ou pour un adversaire. »
#[test]
fn no_swap_makes_an_opponents_group_of_more_than_five() {
    let game = at("..2S/..2M./..1L2M./2S2S../2S..", "00", "1");
    assert_eq!(why(&game, "c3=c4"), Illegal::TooMany(Seat::TWO, set("a1 b1 b2 c3 d4 e5")));
    // With one piece less it is five, which is allowed.
    assert!(is_legal(&at(".../..2M./..1L2M./2S2S../2S..", "00", "1"), "c3=c4"));
}

/// Seat 1's large piece on c3 and seat 2's medium one on c4 each complete a group by changing places.
const BOTH: &str = "..1S/...1S/2S2S1L2M1S/2S..1M/2M..";

/// One turn can complete a group of the mover and one of another.
#[test]
fn a_swap_can_complete_a_group_for_each_of_two() {
    let game = go_on(at(BOTH, "00", "1"), "c3=c4");
    assert_eq!((game.position().groups(Seat::ONE), game.position().groups(Seat::TWO)), (1, 1));
    assert_eq!(game.position().occupied(), 0);
    assert_eq!(game.turn(), Turn::Seat(Seat::TWO));
}

/// « Si le déplacement d'un joueur forme simultanément son dernier groupe connecté et celui d'un adversaire, c'est
/// le joueur qui a effectué le déplacement qui remporte la partie. »
#[test]
fn both_third_groups_at_once_win_for_the_mover() {
    let game = go_on(at(BOTH, "22", "1"), "c3=c4");
    assert_eq!((game.position().groups(Seat::ONE), game.position().groups(Seat::TWO)), (3, 3));
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::ONE)));
    // The same with the colours changed: seat 2 moves and wins.
    let other = BOTH.replace('1', "x").replace('2', "1").replace('x', "2");
    let game = go_on(at(&other, "22", "2"), "c3=c4");
    assert_eq!((game.position().groups(Seat::ONE), game.position().groups(Seat::TWO)), (3, 3));
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::TWO)));
}

/// « Les joueurs peuvent convenir d'une égalité » is an act of the match: no position of the rules is a draw for
/// that, and no move offers one.
#[test]
fn a_draw_by_agreement_is_no_move() {
    assert!("draw".parse::<Move>().is_err());
    assert!(".../..../...../..../... 555/555 0/0 draw - players=2,repetition=3".parse::<Fives>().is_err());
}

// ---- What the project ruled -------------------------------------------------------------------------------

/// It is the player's own piece that must have the right to swap.
#[test]
fn the_right_of_the_other_piece_does_not_help() {
    let game = at(".../..../..1S2M./..../...", "00", "1");
    assert_eq!(why(&game, "c3=c4"), Illegal::NoRight(Size::Small, Size::Medium));
    // Seat 2's medium piece has the right that seat 1's small one lacks.
    let game = at(".../..../..1S2M./..../...", "00", "2");
    assert!(is_legal(&game, "c4=c3"));
}

/// A swap is written with the own piece first.
#[test]
fn a_swap_begins_with_the_own_piece() {
    let game = at(".../..../..1L2M./..../...", "00", "1");
    assert!(is_legal(&game, "c3=c4"));
    assert_eq!(why(&game, "c4=c3"), Illegal::NotYours(point("c4"), Seat::TWO));
    // The own piece may well stand on the later point.
    assert!(is_legal(&at(".../..../..2M1L./..../...", "00", "1"), "c4=c3"));
}

/// Two own pieces: one move, written with the point that comes first in a1, a2, … order first.
#[test]
fn a_swap_of_two_own_pieces_is_written_with_the_first_point_first() {
    for board in [".../..../..1S1L./..../...", ".../..../..1L1S./..../...", ".../..../..1M1L./..../..."] {
        let game = at(board, "00", "1");
        assert!(is_legal(&game, "c3=c4"));
        assert_eq!(why(&game, "c4=c3"), Illegal::FirstPointFirst(point("c3"), point("c4")));
    }
}

/// Two own pieces that swap change no group, so the limit of five is no matter.
#[test]
fn a_swap_of_two_own_pieces_leaves_the_groups_as_they_are() {
    let game = at("1S../1S.../1S1L.../..../...", "00", "1");
    let after = go_on(game.clone(), "c1=c2");
    assert_eq!(after.position().pieces(Seat::ONE), game.position().pieces(Seat::ONE));
    assert_eq!(after.position().groups(Seat::ONE), 0);
}

/// If a turn completes the third group of another only, that player wins.
#[test]
fn the_third_group_of_another_alone_wins_for_that_player() {
    let game = go_on(at(FOR_THE_OTHER, "02", "1"), "c3=c4");
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::TWO)));
    // Even if the mover completes a group too, as long as it is not the third.
    let game = go_on(at(BOTH, "12", "1"), "c3=c4");
    assert_eq!((game.position().groups(Seat::ONE), game.position().groups(Seat::TWO)), (2, 3));
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::TWO)));
    // And with three at the table.
    let game = go_on(at(&FOR_THE_OTHER.replace('2', "3"), "002", "1"), "c3=c4");
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(THREE)));
}

/// « si cela n'entraîne pas la fin du jeu, ces cinq pièces sont enlevées »: the last ones stay, for all to see.
#[test]
fn the_groups_that_end_the_game_stay_on_the_board() {
    let game = go_on(at(BOTH, "22", "1"), "c3=c4");
    assert_eq!(game.position().last_groups(), set("c4 c5 d5 e5 b4 c3 c2 c1 b1 a1"));
    assert_eq!(
        game.to_string(),
        "..1S/...1S/2S2S2M1L1S/2S..1M/2M.. 000/000 3/3 win1 - players=2,repetition=3"
    );
    // Both stay when one of them ends the game.
    let game = go_on(at(BOTH, "12", "1"), "c3=c4");
    assert_eq!(game.position().last_groups().count_ones(), 10);
    assert_eq!(game.to_string().parse(), Ok(game));
    let goes_on = at(BOTH, "11", "1");
    assert_eq!(go_on(goes_on, "c3=c4").position().last_groups(), 0);
}

/// A group counts for its owner whoever completes it, and in a game for three nobody else is touched.
#[test]
fn a_swap_touches_the_groups_of_two_players_at_most() {
    let board = "3S3S3S/3M..1S/2S2S1L2M1S/2S..1M/2M.1M";
    let game = go_on(at(board, "000", "1"), "c3=c4");
    let groups = [Seat::ONE, Seat::TWO, THREE].map(|seat| game.position().groups(seat));
    assert_eq!(groups, [1, 1, 0]);
    assert_eq!(game.position().occupied(), set("e3 e4 e5 d2"));
    assert_eq!(game.position().pieces(THREE), set("e3 e4 e5 d2"));
}

/// With all 19 points taken and every swap illegal, nobody can move.
#[test]
fn the_game_is_a_draw_when_nobody_has_a_legal_turn() {
    let before = at("1L1L1L/1L2L3L3L/2L2L1M1M1M/.1M2M2M/2M2M1M", "000", "3");
    let game = go_on(before.clone(), "Mb1");
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
    assert_eq!(game.ending(), Some(Ending::Stuck));
    assert!([Seat::ONE, Seat::TWO, THREE].iter().all(|&seat| !game.position().has_turn(seat)));
    assert!(game.moves().is_empty());
    assert_eq!(why(&game, "c1-c2"), Illegal::Over);
    // With a small piece instead, which may swap with a large one, the game goes on.
    assert_eq!(go_on(before, "Sb1").ending(), None);
}

/// Two small pieces that go to and fro: after four moves the position is the same again.
const TO_AND_FRO: &str = "a1-a2 e5-e4 a2-a1 e4-e5 ";

/// The same position for the third time is a draw.
#[test]
fn the_third_time_of_a_position_is_a_draw() {
    let game = play(&format!("Sa1 Se5 {TO_AND_FRO}{TO_AND_FRO}"));
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
    assert_eq!((game.ending(), game.occurrences()), (Some(Ending::Repetition), 3));
    assert!(game.moves().is_empty());
    assert_eq!(game.to_string().parse(), Ok(game));
}

/// Twice is not yet three times.
#[test]
fn the_second_time_of_a_position_is_not_yet_a_draw() {
    let game = play(&format!("Sa1 Se5 {TO_AND_FRO}"));
    assert_eq!((game.turn(), game.occurrences()), (Turn::Seat(Seat::ONE), 2));
    let game = go_on(game, "a1-a2 e5-e4 a2-a1");
    assert_eq!((game.turn(), game.occurrences()), (Turn::Seat(Seat::TWO), 2));
    assert!(go_on(game, "e4-e5").turn().is_over());
}

/// The repeated positions need not come one after the other.
#[test]
fn repetition_counts_through_other_positions() {
    let game = play(&format!("Sa1 Se5 {TO_AND_FRO} a1-b1 e5-d5 b1-c1 d5-c5 c1-b1 c5-d5 b1-a1"));
    assert!(!game.turn().is_over());
    assert_eq!(go_on(game, "d5-e5").turn(), Turn::Over(Outcome::Draw));
}

/// Option `repetition`: 0 = off.
#[test]
fn with_repetition_off_a_position_may_come_for_ever() {
    let mut game = go_on(start("repetition=0"), "Sa1 Se5");
    for _ in 0..50 {
        game = go_on(game, TO_AND_FRO);
        assert_eq!((game.turn(), game.occurrences()), (Turn::Seat(Seat::ONE), 1));
        assert!(game.seen().is_empty(), "nothing is remembered");
    }
}

/// Option `repetition`: the number of times.
#[test]
fn repetition_can_be_set_from_two_to_nine() {
    for times in 2..=9 {
        let mut game = go_on(start(&format!("repetition={times}")), "Sa1 Se5");
        for _ in 2..times {
            game = go_on(game, TO_AND_FRO);
            assert!(!game.turn().is_over());
        }
        assert_eq!(go_on(game, TO_AND_FRO).turn(), Turn::Over(Outcome::Draw), "{times}");
    }
    for wrong in ["repetition=1", "repetition=10", "repetition=-1", "repetition=3.0"] {
        assert!(wrong.parse::<Options>().is_err(), "{wrong}");
    }
    assert_eq!(Options::default().repetition(), 3);
}

/// The player to move is part of the position.
#[test]
fn the_same_board_with_another_player_to_move_is_another_position() {
    // Seat 1 walks around a triangle in three moves while seat 2 goes and comes back in two.
    let game = go_on(start("repetition=2"), "Sa1 Se5 a1-a2 e5-e4 a2-b2 e4-e5 b2-a1");
    assert_eq!(game.position().pieces(Seat::ONE), set("a1"));
    assert_eq!((game.turn(), game.occurrences()), (Turn::Seat(Seat::TWO), 1));
}

/// Hands are part of the position, so nothing before a drop comes again; what comes after it is counted anew.
#[test]
fn a_drop_begins_the_count_again() {
    let game = play(&format!("Sa1 Se5 {TO_AND_FRO} Mc1"));
    assert!(game.seen().is_empty());
    let game = go_on(game, "e5-e4 a1-a2 e4-e5 a2-a1");
    assert_eq!((game.turn(), game.occurrences()), (Turn::Seat(Seat::TWO), 2));
    let game = go_on(game, "e5-e4 a1-a2 e4-e5");
    assert!(!game.turn().is_over());
    assert_eq!(
        go_on(game, "a2-a1").turn(),
        Turn::Over(Outcome::Draw),
        "the position after the drop is the first"
    );
}

/// Groups are part of the position, so nothing before a group comes again.
#[test]
fn a_group_begins_the_count_again() {
    let game = at(FOR_THE_OTHER, "00", "1");
    let game = go_on(game, "c3-d3 c4-c5 d3-c3 c5-c4");
    assert_eq!((game.occurrences(), game.seen().len()), (2, 4));
    let game = go_on(game, "c3=c4");
    assert_eq!((game.occurrences(), game.seen().len()), (1, 0));
    assert_eq!(game.position().groups(Seat::TWO), 1);
}

/// A game read from its text goes on exactly, repetition included.
#[test]
fn a_position_text_carries_what_repetition_needs() {
    let game = play(&format!("Sa1 Se5 {TO_AND_FRO} a1-a2"));
    let earlier = [
        "..2S/..../...../..../1S..:1",
        "..2S/..../...../..../.1S.:2",
        ".2S./..../...../..../.1S.:1",
        ".2S./..../...../..../1S..:2",
        "..2S/..../...../..../1S..:1",
    ];
    let expected =
        format!("..2S/..../...../..../.1S. 455/455 0/0 2 {} players=2,repetition=3", earlier.join(","));
    assert_eq!(game.to_string(), expected);
    let mut read: Fives = game.to_string().parse().unwrap();
    read = go_on(read, "e5-e4 a2-a1");
    assert!(!read.turn().is_over());
    assert_eq!(go_on(read, "e4-e5").turn(), Turn::Over(Outcome::Draw));
}

/// Perft 1–3: two players 36, 1188, 42228; three players 36, 1188, 35640.
#[test]
fn the_number_of_games_is_that_of_the_contract() {
    for (options, counts) in [("players=2", [36, 1188, 42228]), ("players=3", [36, 1188, 35640])] {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&start(options), depth, &[]), Some(count), "{options} {depth}");
        }
    }
}

/// Every reason for which a turn is refused, in both languages.
#[test]
fn every_reason_is_said_in_both_languages() {
    let busy = at(".../..../1S1M2S1L2L/..../2M..", "00", "1");
    let spent = at("1L../1L..1L/1M2M..1L/..../..1L", "00", "1");
    let crowded = play("Sc1 Se3 Sb1 Se4 Sa1 Sd5 Sa3 Sc5 Sb4 Md2");
    let over = go_on(at(FOR_THE_OTHER, "02", "1"), "c3=c4");
    for (game, text, fr, en) in [
        (&over, "Sa1", "La partie est finie.", "The game is over."),
        (
            &spent,
            "La1",
            "Vous n’avez plus de grande pièce en main\u{a0}: jouez une pièce que vous avez.",
            "You have no large piece left in hand: play a piece that you have.",
        ),
        (
            &busy,
            "Mb2",
            "On ne pose une pièce que sur le pourtour, et b2 est à l’intérieur\u{a0}: posez-la sur un point vide du pourtour.",
            "Pieces are dropped on the perimeter only, and b2 is inside: drop it on an empty point of the perimeter.",
        ),
        (
            &busy,
            "Ma1",
            "Le point a1 est occupé par une pièce du joueur 2\u{a0}: posez la vôtre sur un point vide du pourtour.",
            "There is a piece of player 2 on a1: drop yours on an empty point of the perimeter.",
        ),
        (
            &busy,
            "b2-b3",
            "Il n’y a pas de pièce en b2\u{a0}: partez d’une de vos pièces.",
            "There is no piece on b2: begin with one of your own pieces.",
        ),
        (
            &busy,
            "a1-a2",
            "La pièce en a1 est au joueur 2\u{a0}: partez d’une de vos pièces.",
            "The piece on a1 belongs to player 2: begin with one of your own pieces.",
        ),
        (
            &busy,
            "c1-c1",
            "Le point c1 est nommé deux fois\u{a0}: il faut deux points différents.",
            "The point c1 is named twice: it takes two different points.",
        ),
        (
            &busy,
            "c4-a3",
            "c4 et a3 ne sont pas sur une même ligne\u{a0}: une pièce se déplace en ligne droite, dans l’une des six directions.",
            "c4 and a3 are not in one line: a piece moves in a straight line, in one of the six directions.",
        ),
        (
            &busy,
            "c1-e3",
            "Une petite pièce se déplace d’un point, et e3 est à 2 points de c1\u{a0}: restez plus près.",
            "A small piece moves one point, and e3 is 2 points away from c1: stay nearer.",
        ),
        (
            &spent,
            "c1-c4",
            "Une moyenne pièce se déplace de deux points au plus, et c4 est à 3 points de c1\u{a0}: restez plus près.",
            "A medium piece moves two points at most, and c4 is 3 points away from c1: stay nearer.",
        ),
        (
            &busy,
            "c4-c5",
            "Le point c5 est occupé par une pièce du joueur 2\u{a0}: un déplacement finit sur un point vide.",
            "There is a piece of player 2 on c5: a move ends on an empty point.",
        ),
        (
            &spent,
            "c1-c3",
            "La pièce en c2 barre le chemin de c1 à c3\u{a0}: on ne passe que sur des points vides.",
            "The piece on c2 stands in the way from c1 to c3: a piece moves over empty points only.",
        ),
        (
            &busy,
            "c2=c4",
            "c2 et c4 ne sont pas voisins\u{a0}: on n’échange que deux pièces posées sur des points voisins.",
            "c2 and c4 are not neighbours: only pieces on neighbouring points swap.",
        ),
        (
            &busy,
            "c2=b2",
            "Il n’y a pas de pièce en b2 avec laquelle échanger\u{a0}: pour y aller, jouez c2-b2.",
            "There is no piece on b2 to swap with: to move there, play c2-b2.",
        ),
        (
            &busy,
            "c4=c5",
            "Les pièces en c4 et c5 sont toutes deux de taille grande\u{a0}: on n’échange que des pièces de tailles différentes.",
            "The pieces on c4 and c5 are both large: only pieces of different sizes swap.",
        ),
        (
            &busy,
            "c4=c3",
            "Une grande pièce ne s’échange pas avec une petite pièce adverse\u{a0}: seulement avec une moyenne.",
            "A large piece does not swap with another player’s small piece: only with a medium one.",
        ),
        (
            &busy,
            "c2=c1",
            "L’échange de deux de vos pièces est un seul coup, écrit dans l’ordre des points\u{a0}: c1=c2.",
            "A swap of two pieces of your own is one move, written in the order of the points: c1=c2.",
        ),
        (
            &crowded,
            "Ma2",
            "Ce coup réunirait 6 pièces du joueur 1 (a1, a2, a3, b1, b4, c1)\u{a0}: un groupe n’en a jamais plus de cinq.",
            "This would join 6 pieces of player 1 (a1, a2, a3, b1, b4, c1): a group never has more than five.",
        ),
    ] {
        let reason = why(game, text);
        assert_eq!((reason.say(Lang::Fr).as_str(), reason.say(Lang::En).as_str()), (fr, en), "{text}");
    }
}
