//! The engine in Three Fives with two players: proven values are correct, and there is always a legal move.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use engine::{Analysis, Engine, Level, Limits, NothingToSearch, Observer, TimeLimit, Value};
use rules::fives::{Move, Options};
use rules::{AnyGame, AnyMove, Fives, Game, Kind, Outcome, Rng, Seat, Turn, Viewer};

fn think_with(engine: &mut Engine, game: &Fives, limits: &Limits) -> Analysis<AnyMove> {
    let view = AnyGame::from(game.clone()).view(Viewer::Seat(Seat::ONE));
    engine.think(&view, limits, &mut ()).unwrap()
}

fn think(game: &Fives, limits: &Limits) -> Analysis<AnyMove> {
    think_with(&mut Engine::new(), game, limits)
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn chosen(analysis: &Analysis<AnyMove>) -> Move {
    match analysis.chosen {
        AnyMove::Fives(mv) => mv,
        _ => unreachable!(),
    }
}

fn after(game: &Fives, mv: Move) -> Fives {
    let mut next = game.clone();
    next.play(mv).unwrap();
    next
}

/// Whether the seat to move can win at once, by trying every move.
fn wins_at_once(game: &Fives) -> bool {
    let Some(seat) = game.to_move() else { return false };
    let win = Turn::Over(Outcome::Win(seat));
    game.moves().into_iter().any(|mv| after(game, mv).turn() == win)
}

/// Games that the engine plays with short searches, so that positions are like those of real games.
fn positions(seed: u64, games: u64) -> Vec<Fives> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    for n in 0..games {
        let mut engine = Engine::new();
        let mut game = Fives::new(Options::default());
        let careless = 2 + n as u32 % 5;
        for _ in 0..200 {
            if game.turn().is_over() {
                break;
            }
            found.push(game.clone());
            let mv = if rng.below(careless) == 0 {
                game.random_move(&mut rng, &mut Vec::new()).unwrap()
            } else {
                chosen(&think_with(&mut engine, &game, &nodes(60)))
            };
            game.play_unchecked(mv);
        }
    }
    found
}

#[test]
fn a_win_in_one_is_always_found_and_proven() {
    let mut wins = 0;
    let random = {
        let mut rng = Rng::new(5);
        let mut found = Vec::new();
        for _ in 0..1500 {
            let mut game = Fives::new(Options::default());
            while !game.turn().is_over() {
                if game.position().groups(game.to_move().unwrap()) == 2 {
                    found.push(game.clone());
                }
                game.play_unchecked(game.random_move(&mut rng, &mut Vec::new()).unwrap());
            }
        }
        found
    };
    for game in positions(1, 150).iter().chain(&random) {
        let seat = game.to_move().unwrap();
        if wins_at_once(game) {
            wins += 1;
            for limits in [nodes(0), nodes(500)] {
                let analysis = think(game, &limits);
                assert_eq!(after(game, chosen(&analysis)).turn(), Turn::Over(Outcome::Win(seat)), "{game}");
                assert_eq!(
                    analysis.value(),
                    Value::Proven { outcome: Outcome::Win(seat), plies: 1 },
                    "{game}"
                );
            }
        }
    }
    assert!(wins >= 2000, "{wins}");
}

/// How many moves the seat to move needs for a forced win, if at most `plies`; the other's as a negative number; 0 if
/// neither can.
fn solve(game: &Fives, plies: i32) -> i32 {
    let Some(seat) = game.to_move() else { return 0 };
    let (mut best_win, mut worst_loss, mut all_lose) = (0, 0, true);
    if plies == 0 {
        return 0;
    }
    for mv in game.moves() {
        let next = after(game, mv);
        // From here on a positive number is a win of `seat` in that many moves.
        let value = match next.turn() {
            Turn::Over(Outcome::Win(winner)) => {
                if winner == seat {
                    1
                } else {
                    -1
                }
            }
            Turn::Over(Outcome::Draw) | Turn::Chance => 0,
            Turn::Seat(mover) => {
                let value = solve(&next, plies - 1);
                let value = if mover == seat { value } else { -value };
                value + value.signum()
            }
        };
        if value > 0 && (best_win == 0 || value < best_win) {
            best_win = value;
        }
        if value < 0 {
            worst_loss = worst_loss.min(value);
        } else {
            all_lose = false;
        }
    }
    if best_win > 0 {
        best_win
    } else if all_lose {
        worst_loss
    } else {
        0
    }
}

#[test]
fn wins_and_losses_within_three_moves_are_those_of_an_exhaustive_search() {
    let mut seen = [0; 2];
    let mut rng = Rng::new(9);
    for game in positions(2, 120) {
        let groups = |seat| game.position().groups(seat);
        if groups(Seat::ONE).max(groups(Seat::TWO)) < 2 || rng.below(3) > 0 {
            continue;
        }
        let seat = game.to_move().unwrap();
        let truth = solve(&game, 3);
        let value = think(&game, &nodes(20_000)).value();
        if truth != 0 {
            let winner = if truth > 0 { seat } else { seat.other() };
            let plies = truth.unsigned_abs();
            assert_eq!(value, Value::Proven { outcome: Outcome::Win(winner), plies }, "{game}");
            seen[usize::from(truth > 0)] += 1;
        } else if let Value::Proven { plies, .. } = value {
            assert!(plies > 3, "{game} {value}");
        }
    }
    assert!(seen[0] >= 10 && seen[1] >= 50, "{seen:?}");
}

#[test]
fn lines_are_legal_and_proven_ones_end_as_they_say() {
    let mut proven = 0;
    for (n, game) in positions(3, 40).iter().enumerate() {
        let lines = [1, 3, usize::MAX][n % 3];
        let analysis = think(game, &Limits { lines, ..nodes(3000) });
        assert_eq!(analysis.lines.len(), lines.min(game.moves().len()));
        let seat = game.to_move().unwrap();
        assert!(analysis.lines.is_sorted_by(|a, b| a.value.share(seat, 2) >= b.value.share(seat, 2)));
        let mut first: Vec<AnyMove> = analysis.lines.iter().map(|line| line.moves[0]).collect();
        first.sort();
        first.dedup();
        assert_eq!(first.len(), analysis.lines.len());
        for line in &analysis.lines {
            let mut game = AnyGame::from(game.clone());
            for &mv in &line.moves {
                game.play(mv).unwrap();
            }
            if let Value::Proven { outcome, plies } = line.value
                && line.moves.len() == plies as usize
            {
                assert_eq!(game.turn(), Turn::Over(outcome));
                proven += 1;
            }
        }
    }
    assert!(proven >= 50, "{proven}");
}

struct Stop;
impl Observer for Stop {
    fn should_stop(&mut self) -> bool {
        true
    }
}

#[test]
fn a_search_without_time_nodes_or_depth_has_a_legal_move() {
    for game in positions(4, 3) {
        let thoughts = [
            think(
                &game,
                &Limits {
                    time: Some(TimeLimit::new(|| Duration::ZERO, Duration::ZERO)),
                    ..Limits::default()
                },
            ),
            think(&game, &nodes(0)),
            think(&game, &Limits { depth: Some(0), ..Limits::default() }),
            Engine::new()
                .think(&AnyGame::from(game.clone()).view(Viewer::Public), &Limits::default(), &mut Stop)
                .unwrap(),
        ];
        for analysis in thoughts {
            assert!(game.check(chosen(&analysis)).is_ok(), "{game}");
        }
    }
}

#[test]
fn every_level_plays_legal_games_to_their_end() {
    for number in 1..=10 {
        let level = Level::new(number).unwrap();
        let mut engine = Engine::new();
        let mut game = Fives::new(Options::default());
        for seed in 0..300 {
            if game.turn().is_over() {
                break;
            }
            let limits = Limits { level, seed, ..nodes(300) };
            game.play(chosen(&think_with(&mut engine, &game, &limits))).unwrap();
        }
    }
}

#[test]
fn a_finished_game_is_not_searched() {
    let mut rng = Rng::new(3);
    let mut game = Fives::new(Options::default());
    while !game.turn().is_over() {
        game.play_unchecked(game.random_move(&mut rng, &mut Vec::new()).unwrap());
    }
    let outcome = game.turn().outcome().unwrap();
    let view = AnyGame::from(game).view(Viewer::Public);
    assert_eq!(Engine::new().think(&view, &Limits::default(), &mut ()), Err(NothingToSearch::Over(outcome)));
}

#[test]
fn the_same_search_twice_gives_the_same_analysis() {
    for (seed, game) in positions(6, 2).into_iter().enumerate() {
        let level = Level::new(1 + seed as u8 % 10).unwrap();
        let limits = Limits { level, seed: seed as u64, ..nodes(4000) };
        assert_eq!(think(&game, &limits), think(&game, &limits));
    }
}

#[test]
fn three_players_can_still_be_searched() {
    let game = AnyGame::new(Kind::Fives, "players=3").unwrap();
    let analysis = Engine::new().think(&game.view(Viewer::Public), &nodes(50), &mut ()).unwrap();
    assert!(game.check(analysis.chosen).is_ok());
}

/// From a position, a game that has gone in a circle, so that one step leads to the same position for the third time;
/// and that step.
fn circle(start: &Fives) -> Option<(Fives, Move)> {
    let inverse = |mv: Move| match mv {
        Move::Step(from, to) => Some(Move::Step(to, from)),
        Move::Drop(..) | Move::Swap(..) => None,
    };
    let step = |game: &Fives| {
        game.moves().into_iter().find(|&mv| {
            let next = after(game, mv);
            let is_quiet = next.seen().len() == game.seen().len() + 1;
            is_quiet
                && inverse(mv).is_some()
                && next.to_move().is_some_and(|seat| Some(seat) != game.to_move())
        })
    };
    let there = step(start)?;
    let and_there = step(&after(start, there))?;
    let (back, and_back) = (inverse(there)?, inverse(and_there)?);
    let mut game = start.clone();
    for mv in [there, and_there, back, and_back, there, and_there, back] {
        game.play(mv).ok()?;
    }
    game.to_move()?;
    (after(&game, and_back).turn() == Turn::Over(Outcome::Draw)).then_some((game, and_back))
}

#[test]
fn the_losing_side_takes_a_draw_by_repetition_and_the_winning_side_does_not() {
    let (mut taken, mut refused) = (0, 0);
    for start in positions(7, 40) {
        let Some((game, draws)) = circle(&start) else { continue };
        let seat = game.to_move().unwrap();
        let all = think(&game, &Limits { lines: usize::MAX, ..nodes(10_000) });
        let (drawn, others): (Vec<_>, Vec<_>) =
            all.lines.iter().partition(|line| line.moves == [AnyMove::Fives(draws)]);
        assert_eq!(drawn.len(), 1, "{game}");
        // It counts as a draw as long as nothing better is known, and is never proven before everything is.
        assert_eq!(drawn[0].value, Value::Expected([0.5, 0.5, 0.0, 0.0]), "{game}");
        let Some(best) = others.first().map(|line| line.value.share(seat, 2)) else { continue };
        let analysis = think(&game, &nodes(10_000));
        if best < 0.2 {
            assert_eq!(chosen(&analysis), draws, "{game}");
            assert!(!analysis.value().is_proven(), "{game}");
            taken += 1;
        } else if best > 0.8 {
            assert_ne!(chosen(&analysis), draws, "{game}");
            refused += 1;
        }
    }
    assert!(taken >= 20 && refused >= 20, "{taken} {refused}");
}

#[test]
fn proofs_after_repetitions_are_true() {
    let mut seen = [0; 3];
    // One memory for all: results without a history must not be used for positions with one.
    let mut engine = Engine::new();
    for start in positions(8, 60) {
        let groups = |seat| start.position().groups(seat);
        if groups(Seat::ONE).max(groups(Seat::TWO)) < 2 {
            continue;
        }
        let Some((game, _)) = circle(&start) else { continue };
        think_with(&mut engine, &start, &nodes(1000));
        let seat = game.to_move().unwrap();
        let value = think_with(&mut engine, &game, &nodes(1000)).value();
        let truth = solve(&game, 3);
        match value {
            Value::Proven { outcome: Outcome::Win(winner), plies } if plies <= 3 => {
                assert_eq!(truth, if winner == seat { plies as i32 } else { -(plies as i32) }, "{game}");
                seen[usize::from(winner == seat)] += 1;
            }
            Value::Proven { outcome: Outcome::Draw, .. } => panic!("{game}: no draw is certain"),
            Value::Proven { .. } => (),
            Value::Expected(_) => {
                assert_eq!(truth.min(1), 0.min(truth), "{game}");
                seen[2] += 1;
            }
        }
    }
    assert!(seen[1] >= 10 && seen[2] >= 10, "{seen:?}");
}
