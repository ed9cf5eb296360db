//! The search's view of a position agrees with the rules.

use rules::fives::board::{self, ALL};
use rules::fives::{GROUP, Options};
use rules::{Fives, Game, Rng, Turn};

use super::growth::Growth;
use super::numbers::{MOVES, PASS, move_of, number};
use super::position::Position;
use crate::search::alphabeta::{SearchPosition as _, TerminalResult};

/// Calls `look` for every position of random games, with the position as the search sees it.
fn random_games(games: u32, mut look: impl FnMut(&Fives, &Position)) {
    let mut rng = Rng::new(11);
    for _ in 0..games {
        let mut game = Fives::new(Options::default());
        let mut position = Position::new(&game, 0);
        loop {
            look(&game, &position);
            let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) else { break };
            game.play_unchecked(mv);
            position.play(number(mv));
            if game.to_move().is_some_and(|seat| seat != position.seat()) {
                look(&game, &position);
                position.play(PASS);
            }
        }
    }
}

#[test]
fn every_move_has_a_number_of_its_own() {
    for mv in 0..MOVES as u16 - 1 {
        assert_eq!(number(move_of(mv)), mv);
    }
}

#[test]
fn positions_follow_the_rules_through_random_games() {
    let (mut passes, mut wins) = (0, 0);
    random_games(600, |game, position| {
        let mut choices = Vec::new();
        match game.turn() {
            Turn::Seat(seat) => {
                assert_eq!(position.ending(), None);
                position.moves(false, &mut choices);
                let mut found: Vec<_> = choices.iter().map(|choice| choice.mv).collect();
                let mut moves: Vec<_> = game.moves().into_iter().map(number).collect();
                if seat != position.seat() {
                    passes += 1;
                    moves = vec![PASS];
                } else {
                    assert_eq!(position.key(), Position::new(game, 0).key());
                }
                found.sort_unstable();
                moves.sort_unstable();
                assert_eq!(found, moves, "{game}");
                // Without the repetition rule, the game remembers nothing; otherwise both go back equally far.
                assert!(position.reversible_plies() >= game.seen().len());
            }
            Turn::Over(rules::Outcome::Win(seat)) => {
                wins += 1;
                let ending = if seat == position.seat() { TerminalResult::Won } else { TerminalResult::Lost };
                assert_eq!(position.ending(), Some(ending));
            }
            Turn::Over(_) | Turn::Chance => (),
        }
    });
    assert!(wins > 400, "{wins} wins and {passes} lost turns");
}

#[test]
fn noisy_moves_are_those_that_complete_a_group_of_the_mover() {
    let mut count = 0;
    random_games(200, |game, position| {
        let Some(seat) = game.to_move().filter(|&seat| seat == position.seat()) else { return };
        let (mut choices, mut noisy) = (Vec::new(), Vec::new());
        position.moves(false, &mut choices);
        position.moves(true, &mut noisy);
        for choice in choices {
            let mut next = *game.position();
            next.play(move_of(choice.mv));
            let completes = next.groups(seat) > game.position().groups(seat);
            assert_eq!(choice.is_noisy, completes, "{game} {}", move_of(choice.mv));
            count += usize::from(completes);
            // If only noisy moves are listed, one drop per point is enough.
            let is_listed = |mv: u16| noisy.iter().any(|choice| choice.mv == mv);
            let is_like = |mv| match (move_of(mv), move_of(choice.mv)) {
                (rules::fives::Move::Drop(_, a), rules::fives::Move::Drop(_, b)) => a == b,
                (a, b) => a == b,
            };
            assert_eq!(completes, noisy.iter().any(|choice| is_like(choice.mv)), "{game}");
            assert!(completes || !is_listed(choice.mv));
        }
    });
    assert!(count > 2000, "{count}");
}

#[test]
fn groups_that_a_move_would_form_are_found_and_six_are_refused() {
    let mut refused = 0;
    random_games(100, |game, position| {
        for seat in [position.seat(), position.seat().other()] {
            let own = game.position().pieces(seat);
            if game.turn().is_over() {
                return;
            }
            let growth = Growth::new(own);
            for point in board::points(ALL & !own) {
                let size = board::group(own, point).count_ones();
                for (made, set) in (3..).zip(growth.makes) {
                    assert_eq!(set & point.bit() != 0, size == made, "{game} {point}");
                }
                assert_eq!(growth.refused & point.bit() != 0, size > GROUP, "{game} {point}");
                refused += u32::from(size > GROUP);
            }
            assert_eq!(growth.refused & game.position().drop_points(seat), 0, "{game}");
        }
    });
    assert!(refused > 500, "{refused}");
}
