//! The end of the game: a line, an empty stash, or a player without a move.

use super::{Illegal, STUCK, Size, TIE, mv, play, play_with, refusal, seat, set, won_by};
use rules::{Game, Outcome, Turn};

/// "Players take turns putting a piece on the board until someone gets three pieces of the same size in a row."
#[test]
fn a_line_ends_the_game_at_once() {
    let game = play("Sc3 Sd3 Sb3");
    assert_eq!((game.turn(), game.moves()), (won_by(1), vec![]));
    assert_eq!(game.check(mv("Mc4")), Err(Illegal::Over));
    assert_eq!(game.winning_squares(), set("b3 c3 d3"));
}

/// One piece can complete two lines; that is still one win.
#[test]
fn two_lines_at_once_win_like_one() {
    let game = play("Lc3 Ld4 Le3 Le4 Le5");
    assert_eq!(game.turn(), won_by(1));
    assert_eq!(game.winning_squares(), set("c3 d4 e3 e4 e5"));
}

/// A line wins for the player who completed it, no matter who placed the other pieces.
#[test]
fn the_player_who_completes_a_line_wins() {
    assert_eq!(play_with(3, "Sc3 Sd3 Sb3").turn(), won_by(3));
    assert_eq!(play_with(4, "Sc3 Sd3 Md4 Sb3").turn(), won_by(4));
    assert_eq!(play_with(3, "Sc3 Sd3 Md4 Sb3").turn(), won_by(1));
}

/// The stash holds five pieces of each size, so there is no sixth.
#[test]
fn a_size_runs_out_after_five() {
    let moves = "Sc3 Sd3 Sc4 Se4 Sd5";
    assert_eq!(refusal(moves, "Se3"), Illegal::NoneLeft(Size::Small));
    let game = play(moves);
    assert_eq!((game.left(Size::Small), game.placements(Size::Small)), (0, 0));
    assert!(game.is_legal(mv("Me3")));
}

/// "… or until all of the pieces have been placed on the board (a tie)."
#[test]
fn all_fifteen_pieces_placed_without_a_line_is_a_tie() {
    for players in 2..=4 {
        let game = play_with(players, TIE);
        assert_eq!((game.placed(), game.turn()), (15, Turn::Over(Outcome::Draw)));
    }
    assert!(!play(TIE.rsplit_once(' ').unwrap().0).turn().is_over());
    let few = play("Lc3 Sb4 Sb2 Sa4 Mb4 Lb3 Mb2 Ma4 La2 Mc3 Lb2 La4 Mb3 Sc3 Sb3");
    assert_eq!(few.turn(), Turn::Over(Outcome::Draw), "a tie, though the grid is not full");
    assert_eq!(few.occupied().count_ones(), 6);
}

/// A line takes precedence over the tie.
#[test]
fn the_fifteenth_piece_can_still_win() {
    let game = play("Sc3 Mb3 Sd4 Sb3 Md2 Sc2 Lc4 Ld3 Ld2 Lb2 Md3 Md4 Mb2 Lb4 Sd3");
    assert_eq!((game.placed(), game.turn()), (15, won_by(1)));
}

/// "In the event that a person cannot make a legal move on his turn, the other player wins."
#[test]
fn a_player_who_cannot_move_loses_to_the_other() {
    let game = play(STUCK);
    assert_eq!(Size::ALL.map(|size| game.left(size)), [1, 0, 0], "a piece is left");
    assert_eq!(game.winning_squares(), 0, "there is no line");
    assert_eq!((game.turn(), game.moves()), (won_by(2), vec![]));
}

/// With 3 and 4 players, the player who moved last still wins.
#[test]
fn with_three_or_four_players_the_one_who_moved_last_wins_against_a_stuck_one() {
    for players in [3, 4] {
        let before = play_with(players, STUCK.rsplit_once(' ').unwrap().0);
        assert_eq!(before.turn(), Turn::Seat(seat(2)));
        assert_eq!(play_with(players, STUCK).turn(), won_by(2), "seat 3 cannot go on; seat 1 does not win");
    }
}
