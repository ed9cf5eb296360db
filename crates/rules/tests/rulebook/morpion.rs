//! Morpion: the variant at the end of the Super Morpion manual, and the rulings on it.

use rules::morpion::Illegal;
use rules::{Game, Lang, Morpion, Outcome, Say, Seat, Turn};

fn play(moves: &str) -> Morpion {
    let mut game = Morpion::new(Default::default());
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap_or_else(|reason| panic!("{mv}: {reason:?}"));
    }
    game
}

/// « Il est possible de jouer au morpion traditionnel en ne jouant qu'avec les marqueurs de points. »
#[test]
fn one_grid_of_nine_cells_is_played_on() {
    let moves: Vec<String> = play("").moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
}

/// Cells 1–9 in reading order (1 = top left, 5 = centre).
#[test]
fn cells_are_numbered_in_reading_order() {
    assert_eq!(play("1 5").to_string(), "x../.o./... 1");
    assert_eq!(play("3 7").to_string(), "..x/.../o.. 1");
}

/// Seats are numbered from 1 in turn order; seat 1 moves first.
#[test]
fn seat_1_moves_first_and_seats_alternate() {
    assert_eq!(play("").turn(), Turn::Seat(Seat::ONE));
    assert_eq!(play("5").turn(), Turn::Seat(Seat::TWO));
    assert_eq!(play("5 1").turn(), Turn::Seat(Seat::ONE));
}

/// First line of three wins.
#[test]
fn each_of_the_eight_lines_wins() {
    for line in ["1 2 3", "4 5 6", "7 8 9", "1 4 7", "2 5 8", "3 6 9", "1 5 9", "3 5 7"] {
        let cells: Vec<&str> = line.split(' ').collect();
        let others: Vec<String> =
            (1..=9).map(|n| n.to_string()).filter(|n| !cells.contains(&n.as_str())).collect();
        let game = play(&format!("{} {} {} {} {}", cells[0], others[0], cells[1], others[2], cells[2]));
        assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::ONE)), "{line}");
        assert_eq!(game.winning_cells().count_ones(), 3);
    }
}

/// First line of three wins.
#[test]
fn the_second_seat_can_win_too() {
    assert_eq!(play("1 4 2 5 9 6").turn(), Turn::Over(Outcome::Win(Seat::TWO)));
}

/// First line of three wins.
#[test]
fn a_line_ends_the_game_with_cells_left() {
    let game = play("1 4 2 5 3");
    assert!(game.moves().is_empty());
    assert_eq!(game.check("9".parse().unwrap()), Err(Illegal::Over));
}

/// Full grid without one is a draw.
#[test]
fn a_full_grid_without_a_line_is_a_draw() {
    assert_eq!(play("1 2 3 5 4 6 8 7 9").turn(), Turn::Over(Outcome::Draw));
}

/// First line of three wins; full grid without one is a draw.
#[test]
fn a_line_made_by_the_last_cell_wins() {
    assert_eq!(play("1 2 3 4 5 6 8 7 9").turn(), Turn::Over(Outcome::Win(Seat::ONE)));
}

/// A move once made stands.
#[test]
fn a_taken_cell_is_refused_and_the_reason_says_by_whom() {
    let game = play("5");
    let reason = game.check("5".parse().unwrap()).unwrap_err();
    assert_eq!(reason, Illegal::Taken("5".parse().unwrap(), Seat::ONE));
    assert_eq!(reason.say(Lang::En), "There is already a cross in that cell: choose an empty one.");
    assert_eq!(
        reason.say(Lang::Fr),
        "Il y a déjà une croix dans cette case\u{a0}: choisissez une case vide."
    );
}

#[test]
fn after_the_end_every_move_is_refused() {
    let reason = play("1 4 2 5 3").check("9".parse().unwrap()).unwrap_err();
    assert_eq!(reason.say(Lang::En), "The game is over.");
    assert_eq!(reason.say(Lang::Fr), "La partie est finie.");
}

#[test]
fn impossible_positions_are_refused() {
    for wrong in [
        "",
        "x../.../...",
        "x../.../... 1",
        "xx./.../... 2",
        "o../.../... 1",
        "xxx/ooo/... 1",
        "xxx/oo./... 2",
        "x.../.../... 2",
        "x../.../.... 2",
        "x../.../... 2 ",
        "x../.../... win1",
        "xx./oo./... 3",
        "xé./.../... 2",
    ] {
        assert!(wrong.parse::<Morpion>().is_err(), "{wrong:?}");
    }
}
