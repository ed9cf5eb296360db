//! The project's rulings where the source is silent: swap rights, repetition, the end, the notation.

use super::*;

/// The mover's own piece must have the right to swap.
#[test]
fn the_right_of_the_other_piece_does_not_help() {
    let game = at(".../..../..1S2M./..../...", "00", "1");
    assert_eq!(why(&game, "c3=c4"), Illegal::NoRight(Size::Small, Size::Medium));
    // Seat 2's medium piece has the right that seat 1's small one lacks.
    let game = at(".../..../..1S2M./..../...", "00", "2");
    assert!(is_legal(&game, "c4=c3"));
}

/// A swap is written with the mover's piece first.
#[test]
fn a_swap_is_written_with_the_movers_piece_first() {
    let game = at(".../..../..1L2M./..../...", "00", "1");
    assert!(is_legal(&game, "c3=c4"));
    assert_eq!(why(&game, "c4=c3"), Illegal::NotYours(point("c4"), Seat::TWO));
    // The mover's piece may stand on the later point.
    assert!(is_legal(&at(".../..../..2M1L./..../...", "00", "1"), "c4=c3"));
}

/// A swap of the mover's own pieces is one move, written with the earlier point (in a1, a2, … order) first.
#[test]
fn a_swap_of_two_own_pieces_is_written_with_the_first_point_first() {
    for board in [".../..../..1S1L./..../...", ".../..../..1L1S./..../...", ".../..../..1M1L./..../..."] {
        let game = at(board, "00", "1");
        assert!(is_legal(&game, "c3=c4"));
        assert_eq!(why(&game, "c4=c3"), Illegal::FirstPointFirst(point("c3"), point("c4")));
    }
}

/// A swap of the mover's own pieces changes no group, so the limit of five does not apply.
#[test]
fn a_swap_of_two_own_pieces_leaves_the_groups_as_they_are() {
    let game = at("1S../1S.../1S1L.../..../...", "00", "1");
    let after = continue_with(game.clone(), "c1=c2");
    assert_eq!(after.position().pieces(Seat::ONE), game.position().pieces(Seat::ONE));
    assert_eq!(after.position().groups(Seat::ONE), 0);
}

/// If a turn completes only an opponent's third group, that opponent wins.
#[test]
fn the_third_group_of_another_alone_wins_for_that_player() {
    let game = continue_with(at(FOR_THE_OTHER, "02", "1"), "c3=c4");
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::TWO)));
    // Even if the mover also completes a group, as long as it is not the mover's third.
    let game = continue_with(at(BOTH, "12", "1"), "c3=c4");
    assert_eq!((game.position().groups(Seat::ONE), game.position().groups(Seat::TWO)), (2, 3));
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::TWO)));
    // And with three players.
    let game = continue_with(at(&FOR_THE_OTHER.replace('2', "3"), "002", "1"), "c3=c4");
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(THREE)));
}

/// « si cela n'entraîne pas la fin du jeu, ces cinq pièces sont enlevées »: the last groups stay on the board.
#[test]
fn the_groups_that_end_the_game_stay_on_the_board() {
    let game = continue_with(at(BOTH, "22", "1"), "c3=c4");
    assert_eq!(game.position().last_groups(), set("c4 c5 d5 e5 b4 c3 c2 c1 b1 a1"));
    assert_eq!(
        game.to_string(),
        "..1S/...1S/2S2S2M1L1S/2S..1M/2M.. 000/000 3/3 win1 - players=2,repetition=3"
    );
    // Both groups stay if one of them ends the game.
    let game = continue_with(at(BOTH, "12", "1"), "c3=c4");
    assert_eq!(game.position().last_groups().count_ones(), 10);
    assert_eq!(game.to_string().parse(), Ok(game));
    let goes_on = at(BOTH, "11", "1");
    assert_eq!(continue_with(goes_on, "c3=c4").position().last_groups(), 0);
}

/// A group counts for its owner no matter who completes it; in a game for three, the third player is not affected.
#[test]
fn a_swap_touches_the_groups_of_two_players_at_most() {
    let board = "3S3S3S/3M..1S/2S2S1L2M1S/2S..1M/2M.1M";
    let game = continue_with(at(board, "000", "1"), "c3=c4");
    let groups = [Seat::ONE, Seat::TWO, THREE].map(|seat| game.position().groups(seat));
    assert_eq!(groups, [1, 1, 0]);
    assert_eq!(game.position().occupied(), set("e3 e4 e5 d2"));
    assert_eq!(game.position().pieces(THREE), set("e3 e4 e5 d2"));
}

/// With all 19 points occupied and every swap illegal, no player can move.
#[test]
fn the_game_is_a_draw_when_nobody_has_a_legal_turn() {
    let before = at("1L1L1L/1L2L3L3L/2L2L1M1M1M/.1M2M2M/2M2M1M", "000", "3");
    let game = continue_with(before.clone(), "Mb1");
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
    assert_eq!(game.ending(), Some(Ending::Stuck));
    assert!([Seat::ONE, Seat::TWO, THREE].iter().all(|&seat| !game.position().has_turn(seat)));
    assert!(game.moves().is_empty());
    assert_eq!(why(&game, "c1-c2"), Illegal::Over);
    // With a small piece instead, which may swap with a large one, the game continues.
    assert_eq!(continue_with(before, "Sb1").ending(), None);
}

/// Two small pieces move back and forth: after four moves the position is the same again.
const TO_AND_FRO: &str = "a1-a2 e5-e4 a2-a1 e4-e5 ";

/// The third occurrence of a position is a draw.
#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let game = play(&format!("Sa1 Se5 {TO_AND_FRO}{TO_AND_FRO}"));
    assert_eq!(game.turn(), Turn::Over(Outcome::Draw));
    assert_eq!((game.ending(), game.occurrences()), (Some(Ending::Repetition), 3));
    assert!(game.moves().is_empty());
    assert_eq!(game.to_string().parse(), Ok(game));
}

/// The second occurrence is not yet a draw.
#[test]
fn the_second_occurrence_of_a_position_is_not_yet_a_draw() {
    let game = play(&format!("Sa1 Se5 {TO_AND_FRO}"));
    assert_eq!((game.turn(), game.occurrences()), (Turn::Seat(Seat::ONE), 2));
    let game = continue_with(game, "a1-a2 e5-e4 a2-a1");
    assert_eq!((game.turn(), game.occurrences()), (Turn::Seat(Seat::TWO), 2));
    assert!(continue_with(game, "e4-e5").turn().is_over());
}

/// The occurrences need not be consecutive.
#[test]
fn repetition_counts_through_other_positions() {
    let game = play(&format!("Sa1 Se5 {TO_AND_FRO} a1-b1 e5-d5 b1-c1 d5-c5 c1-b1 c5-d5 b1-a1"));
    assert!(!game.turn().is_over());
    assert_eq!(continue_with(game, "d5-e5").turn(), Turn::Over(Outcome::Draw));
}

/// Option `repetition`: 0 = off.
#[test]
fn with_repetition_off_a_position_may_recur_forever() {
    let mut game = continue_with(start("repetition=0"), "Sa1 Se5");
    for _ in 0..50 {
        game = continue_with(game, TO_AND_FRO);
        assert_eq!((game.turn(), game.occurrences()), (Turn::Seat(Seat::ONE), 1));
        assert!(game.seen().is_empty(), "nothing is remembered");
    }
}

/// Option `repetition`: the number of times.
#[test]
fn repetition_can_be_set_from_two_to_nine() {
    for times in 2..=9 {
        let mut game = continue_with(start(&format!("repetition={times}")), "Sa1 Se5");
        for _ in 2..times {
            game = continue_with(game, TO_AND_FRO);
            assert!(!game.turn().is_over());
        }
        assert_eq!(continue_with(game, TO_AND_FRO).turn(), Turn::Over(Outcome::Draw), "{times}");
    }
    for wrong in ["repetition=1", "repetition=10", "repetition=-1", "repetition=3.0"] {
        assert!(wrong.parse::<Options>().is_err(), "{wrong}");
    }
    assert_eq!(Options::default().repetition(), 3);
}

/// The player to move is part of the position.
#[test]
fn the_same_board_with_another_player_to_move_is_another_position() {
    // Seat 1 goes around a triangle in three moves while seat 2 goes there and back in two.
    let game = continue_with(start("repetition=2"), "Sa1 Se5 a1-a2 e5-e4 a2-b2 e4-e5 b2-a1");
    assert_eq!(game.position().pieces(Seat::ONE), set("a1"));
    assert_eq!((game.turn(), game.occurrences()), (Turn::Seat(Seat::TWO), 1));
}

/// Hands are part of the position, so a drop makes all earlier positions impossible; the count starts again.
#[test]
fn a_drop_restarts_the_repetition_count() {
    let game = play(&format!("Sa1 Se5 {TO_AND_FRO} Mc1"));
    assert!(game.seen().is_empty());
    let game = continue_with(game, "e5-e4 a1-a2 e4-e5 a2-a1");
    assert_eq!((game.turn(), game.occurrences()), (Turn::Seat(Seat::TWO), 2));
    let game = continue_with(game, "e5-e4 a1-a2 e4-e5");
    assert!(!game.turn().is_over());
    assert_eq!(
        continue_with(game, "a2-a1").turn(),
        Turn::Over(Outcome::Draw),
        "the position after the drop is the first"
    );
}

/// Groups are part of the position, so completing one makes all earlier positions impossible.
#[test]
fn a_completed_group_restarts_the_repetition_count() {
    let game = at(FOR_THE_OTHER, "00", "1");
    let game = continue_with(game, "c3-d3 c4-c5 d3-c3 c5-c4");
    assert_eq!((game.occurrences(), game.seen().len()), (2, 4));
    let game = continue_with(game, "c3=c4");
    assert_eq!((game.occurrences(), game.seen().len()), (1, 0));
    assert_eq!(game.position().groups(Seat::TWO), 1);
}

/// A game parsed from its text continues exactly as before, including repetition.
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
    read = continue_with(read, "e5-e4 a2-a1");
    assert!(!read.turn().is_over());
    assert_eq!(continue_with(read, "e4-e5").turn(), Turn::Over(Outcome::Draw));
}

/// Perft 1–3: two players 36, 1188, 42228; three players 36, 1188, 35640.
#[test]
fn perft_numbers_are_those_of_the_rules_page() {
    for (options, counts) in [("players=2", [36, 1188, 42228]), ("players=3", [36, 1188, 35640])] {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&start(options), depth, &[]), Some(count), "{options} {depth}");
        }
    }
}
