//! Tic Tac Doh!: the sentences of the English and French rules, and the project's rulings. This file covers the
//! players, the pieces, and where a piece may go.

mod ends;
mod piles;
mod refusals;
mod text;

use rules::doh::{Illegal, Move, Options, Pile, Size};
use rules::frame::{self, Square, Squares};
use rules::{Bounds, Doh, Game, Kind, Outcome, Seat, Turn, perft};

/// A real game that ends because no move is left: the stash has one small, and no pile takes a small.
const STUCK: &str = "Mc3 Lb4 Md3 Mc4 Lb5 Sd4 Sc4 Ld3 Sc5 Md4 Lc3 Mc5 Sb3 Ld5";

/// A real game that places all pieces without a line.
const TIE: &str = "Mc3 Sb2 Ma3 Mb2 La1 Lb3 Sa3 Mb1 Mc2 La2 Lc1 Sc3 Lb2 Sb1 Sc2";

fn play_with(players: u8, moves: &str) -> Doh {
    let mut game = Doh::new(Options::new(players).unwrap());
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap_or_else(|reason| panic!("{game}: {mv}: {reason:?}"));
    }
    game
}

fn play(moves: &str) -> Doh {
    play_with(2, moves)
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn set(squares: &str) -> Squares {
    squares.split_whitespace().fold(0, |all, text| all | square(text).bit())
}

fn at(game: &Doh, text: &str) -> Pile {
    game.at(square(text))
}

fn refusal(moves: &str, refused: &str) -> Illegal {
    play(moves).check(mv(refused)).unwrap_err()
}

fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

fn won_by(number: u8) -> Turn {
    Turn::Over(Outcome::Win(seat(number)))
}

/// "Tic Tac Doh is a two player Tic Tac Toe variant."
#[test]
fn two_play_unless_another_number_is_chosen() {
    let game = Doh::new(Options::default());
    assert_eq!((game.seats(), game.to_string()), (2, "...../...../...../...../..... 1 players=2".to_owned()));
}

/// "The game requires only a single stash of pyramids."
#[test]
fn one_stash_of_five_pieces_of_each_size_serves_all_players() {
    for players in 2..=4 {
        let game = play_with(players, "");
        assert_eq!(Size::ALL.map(|size| game.left(size)), [5, 5, 5]);
        let game = play_with(players, "Lc3 Ld3 Md3 Lc4");
        assert_eq!(Size::ALL.map(|size| game.left(size)), [5, 4, 2]);
        assert_eq!(game.placed(), 4);
    }
}

/// A turn puts one piece of any size still in the stash.
#[test]
fn every_player_may_take_any_size() {
    assert_eq!(play("").moves(), ["Sc3", "Mc3", "Lc3"].map(mv));
    for sizes in ["Sc3 Sd3", "Sc3 Md3", "Sc3 Ld3", "Lc3 Sd3", "Lc3 Ld3"] {
        assert_eq!(play(sizes).placed(), 2);
    }
}

/// "Goal: Get three pieces of the same size in a row in an imaginary 3x3 grid."
#[test]
fn three_of_a_size_in_a_row_win() {
    assert_eq!(play("Sc3 Mc4 Sd3 Md4 Sb3").turn(), won_by(1));
    assert_eq!(play("Sc3 Md3 Sc4 Md4 Sc2").turn(), won_by(1), "a column");
    assert_eq!(play("Sc3 Mc4 Sd4 Md3 Sb2").turn(), won_by(1), "a diagonal");
    assert_eq!(play("Sc3 Mc4 Sb4 Mb3 Sd2").turn(), won_by(1), "the other diagonal");
    assert_eq!(play("Mc3 Mc4 Md3 Sd4 Lb2 Mb3").turn(), won_by(2), "whoever put the other two");
}

/// "… of the same size …"
#[test]
fn three_pieces_in_a_row_of_different_sizes_win_nothing() {
    assert_eq!(play("Sc3 Sd3 Mb3").turn(), Turn::Seat(seat(2)));
    assert_eq!(play("Lc3 Ld4 Mb2").turn(), Turn::Seat(seat(2)));
}

/// Three squares in line: consecutive, and straight.
#[test]
fn a_line_is_three_consecutive_squares_and_nothing_else() {
    assert_eq!(play("Sc3 Sd3 Sd4").turn(), Turn::Seat(seat(2)), "a corner is no line");
    assert_eq!(play("Sc3 Md4 Sd5 Me3 Se4").turn(), Turn::Seat(seat(2)), "a bend is no line");
    assert!(matches!(refusal("Sc3 Md3 Se3", "Sb3"), Illegal::Outside { .. }), "a gap would leave the grid");
    let game = play("Mc3 Ld3 Mb4 Sd4 Mb2 Sc2 Lb3");
    assert_eq!(game.counts_as(Size::Medium), set("c3 b4 b2"), "an arrow is no line");
    assert!(!game.turn().is_over());
}

/// "Players take turns placing the Icehouse pieces on the table."
#[test]
fn players_take_turns() {
    let turns = |players: u8| {
        let mut game = play_with(players, "");
        ["Sc3", "Md3", "Lc4", "Sd4", "Mb3"].map(|text| {
            let next = game.to_move().unwrap().number();
            game.play(mv(text)).unwrap();
            next
        })
    };
    assert_eq!(turns(2), [1, 2, 1, 2, 1]);
    assert_eq!(turns(3), [1, 2, 3, 1, 2]);
    assert_eq!(turns(4), [1, 2, 3, 4, 1]);
}

/// "Each piece must be placed in an imaginary square next to … a piece already in play."
#[test]
fn a_piece_goes_next_to_a_piece_in_play() {
    let game = play("Sc3");
    assert_eq!(game.open(), set("b2 c2 d2 b3 d3 b4 c4 d4"));
    assert_eq!(game.placements(Size::Small), game.open());
    for far in ["Sa1", "Se5", "Sc1", "Sa3", "Sc5", "Se2"] {
        assert!(matches!(refusal("Sc3", far), Illegal::NextToNothing { .. }), "{far}");
    }
    assert!(play("Sc3 Md3").is_legal(mv("Le2")), "next to the second piece");
}

/// "(Diagonally counts as next to.)"
#[test]
fn diagonally_counts_as_next_to() {
    for corner in ["Sb2", "Md2", "Lb4", "Sd4"] {
        assert!(play("Lc3").is_legal(mv(corner)), "{corner}");
    }
    assert_eq!(play("Lc3 Ld4 Se5").grid(), set("c3 d3 e3 c4 d4 e4 c5 d5 e5"));
}

/// "… or on top of a piece already in play."
#[test]
fn a_piece_may_go_on_top_of_a_piece_in_play_wherever_it_stands() {
    let alone = play("Lc3 Mc3");
    assert_eq!(alone.occupied(), set("c3"), "nothing stands next to c3");
    let game = play("Sc3 Md4 Le5");
    assert_eq!(game.placements(Size::Medium) & game.occupied(), set("c3 e5"));
    assert_eq!(game.placements(Size::Small) & game.occupied(), set("d4"));
    assert_eq!(game.placements(Size::Large) & game.occupied(), set("d4"));
}

/// "A piece cannot be played if it would lie outside the imaginary 3x3 grid."
#[test]
fn no_piece_goes_outside_the_grid() {
    let pinned = play("Sc3 Md3 Le3");
    assert_eq!(pinned.grid(), set("c1 d1 e1 c2 d2 e2 c3 d3 e3 c4 d4 e4 c5 d5 e5"));
    assert!(matches!(pinned.check(mv("Sb3")), Err(Illegal::Outside { .. })));
    assert!(matches!(pinned.check(mv("Sb4")), Err(Illegal::Outside { .. })));
    let full = play("Sc3 Md3 Le3 Sd4 Md5");
    assert_eq!(full.grid(), set("c3 d3 e3 c4 d4 e4 c5 d5 e5"));
    assert_eq!(full.open(), set("c4 e4 c5 e5"));
    for below in ["Sc2", "Md2", "Le2", "Sb2", "Sb4"] {
        assert!(matches!(full.check(mv(below)), Err(Illegal::Outside { .. })), "{below}");
    }
}

/// Two pieces two files apart leave exactly three files; two ranks apart, three ranks.
#[test]
fn pieces_two_apart_pin_the_grid() {
    assert_eq!(play("Sc3").grid().count_ones(), 25);
    assert_eq!(play("Sc3 Sd3").grid().count_ones(), 20);
    assert_eq!(play("Sc3 Sd4").grid().count_ones(), 16);
    assert_eq!(play("Sc3 Md4 Sb3").grid(), set("b2 c2 d2 b3 c3 d3 b4 c4 d4 b5 c5 d5"));
    assert_eq!(play("Sc3 Md4 Sb2").grid(), set("b2 c2 d2 b3 c3 d3 b4 c4 d4"));
}

/// Putting a piece on a piece does not pin the grid further.
#[test]
fn a_pile_takes_no_more_room_than_a_piece() {
    assert_eq!(play("Sc3 Ld3 Md3").grid(), play("Sc3 Ld3").grid());
    assert_eq!(play("Lc3 Mc3 Sc3").grid().count_ones(), 25);
}

/// "The first piece you play can either be the center, corner or edge. Nobody knows until a few more piece have been
/// played."
#[test]
fn the_first_piece_may_turn_out_to_be_centre_corner_or_edge() {
    let place_of_first = |moves: &str| {
        let grid = play(moves).grid();
        assert_eq!(grid.count_ones(), 9);
        (frame::neighbours(Square::CENTRE.bit()) & grid).count_ones()
    };
    assert_eq!(place_of_first("Sc3 Mb2 Ld4"), 8, "the centre");
    assert_eq!(place_of_first("Sc3 Md4 Le5"), 3, "a corner");
    assert_eq!(place_of_first("Sc3 Md4 Lc5 Sb4"), 5, "an edge");
}

/// The first piece is always written on c3, since only relative places matter.
#[test]
fn the_first_piece_always_goes_on_c3() {
    for place in Square::all() {
        for size in Size::ALL {
            let verdict = play("").check(Move::new(size, place));
            assert_eq!(verdict, if place == Square::CENTRE { Ok(()) } else { Err(Illegal::NotCentre) });
        }
    }
}

/// "Like chess, once you let go of a piece, it is considered played and cannot be moved."
#[test]
fn once_played_a_piece_stays() {
    let mut game = play("");
    for text in STUCK.split_whitespace() {
        let before = game;
        game.play(mv(text)).unwrap();
        assert_eq!(game.placed(), before.placed() + 1);
        for size in Size::ALL {
            assert_eq!(before.held(size) & !game.held(size), 0, "{text}");
        }
    }
}

/// "This might work reasonably well as a 3- or 4-person game."
#[test]
fn two_three_or_four_can_play() {
    assert_eq!(Kind::Doh.players(), Bounds::new(2, 4));
    for players in 0..=9 {
        assert_eq!(Options::new(players).is_some(), (2..=4).contains(&players));
        let text = format!("players={players}");
        assert_eq!(text.parse::<Options>().ok(), Options::new(players));
    }
}

/// Perft 1–5, the same for 2, 3 and 4 players: 3, 76, 2666, 82032, 2073496.
#[test]
fn the_move_sequences_are_as_many_as_the_rules_say() {
    for players in 2..=4 {
        let start = play_with(players, "");
        let counts = [1, 2, 3, 4, 5].map(|depth| perft(&start, depth, &[]).unwrap());
        assert_eq!(counts, [3, 76, 2666, 82_032, 2_073_496]);
    }
}
