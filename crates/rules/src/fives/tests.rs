//! Tests of Three Fives beyond its rules: keys, counts, and texts that are refused.

use std::collections::HashMap;

use super::board::points;
use super::{Fives, Move, Point, Position, Size};
use crate::game::Game;
use crate::rng::Rng;
use crate::seat::{Seat, Turn};

/// Calls `each` with every position of some random games.
fn on_random_play(options: &str, games: u64, mut each: impl FnMut(&Fives)) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut game = Fives::new(options.parse().unwrap());
        each(&game);
        while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            game.play_unchecked(mv);
            each(&game);
        }
    }
}

#[test]
fn a_position_is_small_and_a_game_hardly_bigger() {
    assert!(size_of::<Position>() <= 40 && size_of::<Fives>() <= 96 && size_of::<Move>() <= 3);
}

#[test]
fn two_positions_have_the_same_key_exactly_if_they_are_equal() {
    for options in ["", "players=3"] {
        let mut known: HashMap<u128, Position> = HashMap::new();
        on_random_play(options, 60, |game| {
            let position = *game.position();
            assert_eq!(*known.entry(position.key()).or_insert(position), position);
            assert_eq!(position.recall(position.key()), position);
        });
        let mut positions: Vec<Position> = known.values().copied().collect();
        positions.dedup();
        assert_eq!(positions.len(), known.len());
    }
}

#[test]
fn every_piece_is_in_hand_on_the_board_or_in_a_group() {
    on_random_play("players=3", 30, |game| {
        let position = game.position();
        assert_eq!(position.size.iter().fold(0, |all, size| all | size), position.occupied());
        for seat in 0..3 {
            let hand: u8 = position.hands[seat].iter().sum();
            let last = (position.last_groups() & position.colour[seat]).count_ones() as u8;
            let board = position.colour[seat].count_ones() as u8 - last;
            assert_eq!(hand + board + 5 * position.groups[seat], 15, "{game}");
        }
    });
}

#[test]
fn a_random_move_is_the_one_at_a_random_place_in_the_list() {
    let mut rng = Rng::new(1);
    on_random_play("", 5, |game| {
        let moves = game.moves();
        let mut same = rng.clone();
        let expected = (!moves.is_empty()).then(|| moves[same.below(moves.len() as u32) as usize]);
        assert_eq!(game.position().random_move(&mut rng), expected, "{game}");
    });
}

#[test]
fn the_points_of_drops_moves_and_swaps_are_those_of_the_legal_moves() {
    on_random_play("players=3", 5, |game| {
        let Turn::Seat(mover) = game.turn() else { return };
        let position = game.position();
        let mut moves = Vec::new();
        for size in Size::ALL.into_iter().filter(|&size| position.hand(mover, size) > 0) {
            moves.extend(points(position.drop_points(mover)).map(|to| Move::Drop(size, to)));
        }
        for from in points(position.pieces(mover)) {
            moves.extend(points(position.step_points(from)).map(|to| Move::Step(from, to)));
            moves.extend(points(position.swap_points(from)).map(|to| Move::Swap(from, to)));
        }
        let mut listed = game.moves();
        moves.sort();
        listed.sort();
        assert_eq!(moves, listed, "{game}");
        assert!(points(position.empty()).all(|p| position.step_points(p) | position.swap_points(p) == 0));
    });
}

#[test]
fn a_seat_has_a_turn_exactly_if_it_has_a_legal_move() {
    let mut lost = 0;
    on_random_play("players=3", 600, |game| {
        if game.turn().is_over() {
            return;
        }
        for seat in (0..3).map(Seat::from_index) {
            let count = game.position().with_turn(Turn::Seat(seat)).count_moves();
            assert_eq!(game.position().has_turn(seat), count > 0, "{game}");
            lost += usize::from(count == 0);
        }
    });
    assert!(lost > 0, "some turns are lost");
}

#[test]
fn an_illegal_move_never_panics() {
    let mut all: Vec<Move> = Vec::new();
    for a in Point::all() {
        all.extend(Size::ALL.map(|size| Move::Drop(size, a)));
        all.extend(Point::all().flat_map(|b| [Move::Step(a, b), Move::Swap(a, b)]));
    }
    let mut rng = Rng::new(1);
    for options in ["", "players=3,repetition=0"] {
        let mut game = Fives::new(options.parse().unwrap());
        for _ in 0..20_000 {
            let mv = all[rng.below(all.len() as u32) as usize];
            game.play_unchecked(mv);
            let _ = (game.moves(), game.check(mv), game.to_string(), format!("{game:#}"));
            if game.turn().is_over() {
                game = Fives::new(options.parse().unwrap());
            }
        }
    }
}

#[test]
fn a_game_copied_into_another_keeps_its_capacity() {
    let mut long = Fives::new("repetition=9".parse().unwrap());
    for mv in "Sa1 Se5 a1-a2 e5-e4 a2-a1 e4-e5 a1-a2 e5-e4".split(' ') {
        long.play(mv.parse().unwrap()).unwrap();
    }
    let short = Fives::new("repetition=9".parse().unwrap());
    let mut copy = long.clone();
    let room = copy.seen.capacity();
    copy.clone_from(&short);
    assert_eq!((&copy, copy.seen.capacity()), (&short, room));
    copy.clone_from(&long);
    assert_eq!((&copy, copy.seen.capacity()), (&long, room));
}

const DRAWN: &str = "..2S/..../...../..../1S.. 455/455 0/0 draw ..2S/..../...../..../1S..:1,\
    ..2S/..../...../..../.1S.:2,.2S./..../...../..../.1S.:1,.2S./..../...../..../1S..:2 players=2,repetition=2";

#[test]
fn a_position_that_the_rules_can_reach_is_read() {
    for text in [
        ".../..../...../..../... 555/555 0/0 1 - players=2,repetition=3",
        ".../..../...../..../... 555/555/555 0/0/0 3 - players=3,repetition=0",
        "..1S/...1S/2S2S2M1L1S/2S..1M/2M.. 000/000 3/3 win2 - players=2,repetition=3",
        "1L1L1L/1L2L3L3L/2L2L1M1M1M/3M1M2M2M/2M2M1M 501/512/543 0/0/0 draw - players=3,repetition=3",
        "..2S/..../...../..../.1S. 455/455 0/0 2 ..2S/..../...../..../1S..:1 players=2,repetition=3",
        DRAWN,
    ] {
        assert_eq!(text.parse::<Fives>().map(|game| game.to_string()).as_deref(), Ok(text));
    }
}

#[test]
fn an_unreachable_position_is_refused_with_the_location_of_the_error() {
    for (text, at, expected) in [
        ("", 0, "the earlier positions and the options"),
        (".../..../...../..../... 555/555 0/0 1 players=2,repetition=3", 60, "the earlier positions"),
        (".../..../...../..../... 555/555 0/0 1 - - players=2", 42, "the earlier positions and the options"),
        (".../..../...../..../... 555/555 0/0 1 - players=5", 40, "players= and one of 2, 3"),
        ("", 0, "the board"),
        (".../..../...../.... 555/555 0/0 1 - players=2", 19, "the rows from e to a"),
        (".../..../...../..../.... 555/555 0/0 1 - players=2", 23, "the rows from e to a"),
        (".../.../...../..../... 555/555 0/0 1 - players=2", 7, "the rows from e to a"),
        ("3S../..../...../..../... 555/555 0/0 1 - players=2", 0, "a seat from 1 to 2"),
        ("1X../..../...../..../... 555/555 0/0 1 - players=2", 1, "a size S, M or L"),
        ("..é/..../...../..../... 555/555 0/0 1 - players=2", 2, "the rows from e to a"),
        (".../..../...../..../... 555 0/0 1 - players=2", 24, "2 hands"),
        (".../..../...../..../... 555/556 0/0 1 - players=2", 24, "2 hands"),
        (".../..../...../..../... 555/555/555 0/0 1 - players=2", 24, "2 hands"),
        (".../..../...../..../... 555/555 0 1 - players=2", 32, "2 numbers of groups"),
        (".../..../...../..../... 555/555 0/4 1 - players=2", 32, "2 numbers of groups"),
        (".../..../...../..../... 555/555 0/0 3 - players=2", 36, "a turn (1, 2, win1"),
        (".../..../...../..../... 555/555 0/0 + - players=2", 36, "a turn (1, 2, win1"),
        (".../..../...../..../... 555/555/555 0/0/0 win4 - players=3", 42, "a turn (1, 2, 3, win1"),
        // A group of six; of five; three groups without a win; a win without three groups.
        ("1S1S1S/1S1S../...../1M.../... 045/555 0/0 1 - players=2", 0, "a board without a group of five"),
        ("1S1S1S/1S1S1M./...../..../... 045/555 0/0 1 - players=2", 0, "more than five pieces of one colour"),
        (".../..../...../..../... 000/555 3/0 1 - players=2", 0, "fewer than three groups for each player"),
        (".../..../...../..../... 000/555 3/0 win1 - players=2", 0, "the third group of player 1"),
        ("1S1S1S/1S1S../...../..../... 000/555 2/0 win1 - players=2", 0, "the third group of player 1"),
        ("1S1S1S/1S1S../...../..../... 000/555 3/0 win2 - players=2", 0, "the third group of player 2"),
        ("1S1S1S/1S1S../...../..../... 000/000 3/3 win1 - players=2", 0, "the third group of player 1"),
        // Too many or too few pieces.
        (".../..../...../..../1S.. 555/555 0/0 1 - players=2", 25, "at most 5 pieces of each size"),
        (".../..../...../..../2S.. 555/545 0/0 1 - players=2", 25, "at most 5 pieces of each size"),
        (".../..../...../..../... 555/555 0/1 1 - players=2", 24, "for player 2, 10 pieces"),
        (".../..../...../..../... 555/554 0/0 1 - players=2", 24, "for player 2, 15 pieces"),
        // Impossible turns.
        (".../..../...../..../... 555/555 0/0 draw - players=2", 36, "drawn by repetition"),
        (
            "2L2L1L/1S..2M/1S2S2S1S2M/2S2S.2M/1M1M2M 234/000 0/1 2 - players=2",
            52,
            "the turn of a seat that has a move (seat 1 has one)",
        ),
        (
            "1L1L1L/1L2L3L3L/2L2L1M1M1M/3M1M2M2M/2M2M1M 501/512/543 0/0/0 1 - players=3",
            61,
            "the turn draw, as nobody has a move",
        ),
        // Impossible earlier positions.
        (
            "..2S/..../...../..../.1S. 455/455 0/0 2 ..2S/..../...../..../1S..:1 players=2,repetition=0",
            40,
            "repetition does not count",
        ),
        ("..2S/..../...../..../.1S. 455/455 0/0 2 ..2S players=2", 44, "the rows from e to a"),
        (
            "..2S/..../...../..../.1S. 455/455 0/0 2 ..2S/..../...../..../1M..:1 players=2",
            40,
            "the same pieces as on the board",
        ),
        (
            "..2S/..../...../..../.1S. 455/455 0/0 2 ..2S/..../...../..../1S.. players=2",
            65,
            "the seat that was to move",
        ),
        (
            "..2S/..../...../..../.1S. 455/455 0/0 2 ..2S/..../...../..../1S..:3 players=2",
            65,
            "the seat that was to move",
        ),
        (
            "..2S/..../...../..../.1S. 455/455 0/0 2 ..2S/..../...../..../.1S.:2 players=2,repetition=2",
            40,
            "no position came 2 times",
        ),
        (
            "..2S/..../...../..../.1S. 455/455 0/0 draw ..2S/..../...../..../1S..:2 players=2,repetition=2",
            38,
            "drawn by repetition",
        ),
        (
            "1L1L1L/1L2L3L3L/2L2L1M1M1M/3M1M2M2M/2M2M1M 501/512/543 0/0/0 draw \
             1M1L1L/1L2L3L3L/2L2L1M1M1M/3M1L2M2M/2M2M1M:1 players=3",
            66,
            "because nobody has a move",
        ),
    ] {
        let error = text.parse::<Fives>().expect_err(text);
        assert_eq!(error.at(), at, "{text}: {error}");
        assert!(error.expected().en.contains(expected), "{text}: {error}");
    }
}

#[test]
fn a_garbled_text_is_refused_or_round_trips() {
    let mut rng = Rng::new(1);
    let mut read = 0;
    for seed in 0..3000 {
        let mut game = Fives::new(if seed % 2 == 0 { "" } else { "players=3" }.parse().unwrap());
        for _ in 0..rng.below(120) {
            let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) else { break };
            game.play_unchecked(mv);
        }
        let mut text = game.to_string().into_bytes();
        for _ in 0..=rng.below(3) {
            const SYMBOLS: &[u8] = b"./:,-= 0123456789SMLdrawin+";
            let at = rng.below(text.len() as u32) as usize;
            let symbol = SYMBOLS[rng.below(SYMBOLS.len() as u32) as usize];
            match rng.below(4) {
                0 => text[at] = symbol,
                1 => text.insert(at, symbol),
                2 => drop(text.remove(at)),
                _ => {
                    let other = rng.below(text.len() as u32) as usize;
                    text.swap(at, other);
                }
            }
        }
        let text = String::from_utf8(text).unwrap();
        if let Ok(game) = text.parse::<Fives>() {
            read += 1;
            assert_eq!(game.to_string().parse(), Ok(game.clone()), "{text}");
            assert_eq!(game.turn().is_over(), game.moves().is_empty(), "{text}");
        }
    }
    assert!(read > 20, "some spoilt texts are still positions: {read}");
}
