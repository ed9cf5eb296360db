//! Tic Tac Doh! for three and four: compares the solver with brute force on the naive rules.

#![allow(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

use std::collections::HashMap;
use std::ops::ControlFlow;

use engine::solve::{self, MultiplayerSolver, Standing};
use engine::{Engine, Limits, Value};
use rules::doh::Options;
use rules::{AnyGame, AnyMove, Doh, Game, Outcome, Rng, Turn, Viewer};

/// The naive rules, which are independent of the fast ones.
#[allow(dead_code, reason = "the comparison of the rules needs more of it")]
#[path = "../../rules/tests/naive/doh.rs"]
mod naive_doh;

/// The trait that `naive_doh` implements.
#[allow(dead_code, reason = "the comparison of the rules needs more of it")]
trait Naive {
    fn moves(&self) -> Vec<String>;
    fn turn(&self) -> String;
    fn play(&mut self, mv: &str);
    fn boxed_clone(&self) -> Box<dyn Naive>;
}

/// The result of brute force for a position, by seat.
#[derive(Clone, Debug)]
struct Found {
    uniform: Vec<f64>,
    delaying: Vec<f64>,
    /// The expected length of the game if a player who has lost delays.
    length: f64,
    /// Whether each seat can force a win, and at least a draw.
    wins: Vec<bool>,
    draws: Vec<bool>,
}

fn seat_in(text: &str) -> usize {
    text.rsplit(' ').next().unwrap().parse::<usize>().unwrap() - 1
}

/// The mean of the shares after the chosen moves.
fn mean(chosen: &[&Found], shares: fn(&Found) -> &Vec<f64>, seats: usize) -> Vec<f64> {
    let of = |seat: usize| chosen.iter().map(|next| shares(next)[seat]).sum::<f64>() / chosen.len() as f64;
    (0..seats).map(of).collect()
}

fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// The moves that are best for a seat, by its share.
fn best(next: &[Found], shares: fn(&Found) -> &Vec<f64>, seat: usize) -> (f64, Vec<&Found>) {
    let best = next.iter().map(|next| shares(next)[seat]).fold(0.0, f64::max);
    (best, next.iter().filter(|next| is_same(shares(next)[seat], best)).collect())
}

/// Searches everything that can follow, by the definitions alone, without symmetry or quiet positions.
fn brute_force(game: &naive_doh::Doh, seats: usize, known: &mut HashMap<naive_doh::Doh, Found>) -> Found {
    let turn = game.turn();
    if turn == "result draw" {
        let equal = vec![1.0 / seats as f64; seats];
        return Found {
            uniform: equal.clone(),
            delaying: equal,
            length: 0.0,
            wins: vec![false; seats],
            draws: vec![true; seats],
        };
    }
    if turn.starts_with("result win") {
        let winner = seat_in(&turn);
        let shares: Vec<f64> = (0..seats).map(|seat| f64::from(u8::from(seat == winner))).collect();
        let wins: Vec<bool> = (0..seats).map(|seat| seat == winner).collect();
        return Found { uniform: shares.clone(), delaying: shares, length: 0.0, draws: wins.clone(), wins };
    }
    if let Some(found) = known.get(game) {
        return found.clone();
    }
    let mover = seat_in(&turn);
    let next: Vec<Found> = game
        .moves()
        .iter()
        .map(|mv| {
            let mut next = game.clone();
            next.play(mv);
            brute_force(&next, seats, known)
        })
        .collect();
    let (_, uniform) = best(&next, |found| &found.uniform, mover);
    let (share, mut delaying) = best(&next, |found| &found.delaying, mover);
    let lengths = delaying.iter().map(|next| next.length);
    if is_same(share, 0.0) {
        let longest = lengths.fold(0.0, f64::max);
        delaying.retain(|next| is_same(next.length, longest));
    } else if is_same(share, 1.0) {
        let shortest = lengths.fold(f64::MAX, f64::min);
        delaying.retain(|next| is_same(next.length, shortest));
    }
    let forces = |of: fn(&Found) -> &Vec<bool>| {
        let can = |seat: usize| {
            if seat == mover {
                next.iter().any(|next| of(next)[seat])
            } else {
                next.iter().all(|next| of(next)[seat])
            }
        };
        (0..seats).map(can).collect()
    };
    let found = Found {
        uniform: mean(&uniform, |found| &found.uniform, seats),
        delaying: mean(&delaying, |found| &found.delaying, seats),
        length: 1.0 + delaying.iter().map(|next| next.length).sum::<f64>() / delaying.len() as f64,
        wins: forces(|found| &found.wins),
        draws: forces(|found| &found.draws),
    };
    known.insert(game.clone(), found.clone());
    found
}

fn assert_same(standing: &Standing, found: &Found, game: &Doh) {
    let same = |a: &[f64], b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| is_same(a, b));
    assert!(same(&standing.uniform, &found.uniform), "{game}: {standing:?} is not {found:?}");
    assert!(same(&standing.delaying, &found.delaying), "{game}: {standing:?} is not {found:?}");
    let seats = |holds: &[bool]| -> Vec<usize> { (0..holds.len()).filter(|&seat| holds[seat]).collect() };
    let wins: Vec<usize> = standing.forces_win.iter().map(|(seat, _)| seat.index()).collect();
    let draws: Vec<usize> = standing.forces_draw.iter().map(|seat| seat.index()).collect();
    assert_eq!((wins, draws), (seats(&found.wins), seats(&found.draws)), "{game}");
}

/// A game with this many pieces in play, by both rules. In half of the cases, no player lets the next one win at once
/// if another move is found.
fn random_game(rng: &mut Rng, players: u8, placed: u8) -> (Doh, naive_doh::Doh) {
    'again: loop {
        let is_careful = rng.below(2) == 0;
        let mut fast = Doh::new(Options::new(players).unwrap());
        let mut slow = naive_doh::Doh::start(&format!("players={players}"));
        while fast.placed() < placed {
            let wins = |game: &Doh| {
                game.moves().into_iter().any(|mv| {
                    let mut next = *game;
                    next.play_unchecked(mv);
                    next.turn().is_over() && next.winning_squares() != 0
                })
            };
            let mut moves = fast.moves();
            rng.shuffle(&mut moves);
            let careful = moves.iter().copied().find(|&mv| {
                let mut next = fast;
                next.play_unchecked(mv);
                !next.turn().is_over() && !wins(&next)
            });
            let mv = if is_careful { careful } else { moves.first().copied() };
            let Some(mv) = mv else { continue 'again };
            fast.play(mv).unwrap();
            slow.play(&mv.to_string());
            if fast.turn().is_over() {
                continue 'again;
            }
        }
        return (fast, slow);
    }
}

fn check_sample(players: u8, counts: &[(u8, u32)]) {
    let mut solver = MultiplayerSolver::new(players).unwrap();
    let mut rng = Rng::new(u64::from(players));
    let mut undecided = 0;
    for &(placed, count) in counts {
        for _ in 0..count {
            let (fast, slow) = random_game(&mut rng, players, placed);
            let found = brute_force(&slow, usize::from(players), &mut HashMap::new());
            let standing = solver.standing(&fast).unwrap();
            assert_same(&standing, &found, &fast);
            undecided += u32::from(!found.wins.contains(&true));
        }
    }
    assert!(undecided > 20, "only {undecided} positions had no forced win");
}

#[test]
fn for_two_the_values_are_those_of_brute_force() {
    check_sample(2, &[(10, 3), (11, 15), (12, 60), (13, 100), (14, 100)]);
}

#[test]
fn for_three_the_values_are_those_of_brute_force() {
    check_sample(3, &[(10, 3), (11, 15), (12, 60), (13, 100), (14, 100)]);
}

#[test]
fn for_four_the_values_are_those_of_brute_force() {
    check_sample(4, &[(10, 3), (11, 15), (12, 60), (13, 100), (14, 100)]);
}

/// For two players, the other solver knows all values.
#[test]
fn for_two_the_census_is_that_of_the_solver_for_two() {
    let progress = &mut |_| ControlFlow::Continue(());
    let (two, multiplayer) =
        (solve::doh_all(progress).unwrap(), MultiplayerSolver::new(2).unwrap().solve(progress).unwrap());
    assert_eq!(multiplayer.census.forces_win, [two.won, two.lost]);
    assert_eq!((multiplayer.census.drawn, multiplayer.census.nobody_forces_win), (two.drawn, two.drawn));
    assert_eq!(multiplayer.census.to_move, two.to_move());
    let by_distance = |plies: usize| {
        multiplayer.census.by_distance.get(plies).map_or((0, 0), |counts| (counts[0], counts[1]))
    };
    for (plies, &counts) in two.by_distance.iter().enumerate() {
        assert_eq!(by_distance(plies), counts, "{plies}");
    }
}

#[test]
fn in_a_finished_game_the_winner_has_the_whole_share() {
    let mut solver = MultiplayerSolver::new(3).unwrap();
    let won: Doh = "...../...../.SSS./..M../..M.. win2 players=3".parse().unwrap();
    assert_eq!(won.turn(), Turn::Over(Outcome::Win(rules::Seat::TWO)));
    let standing = solver.standing(&won).unwrap();
    assert_eq!(standing.uniform, [0.0, 1.0, 0.0]);
    assert_eq!(standing.forces_win, [(rules::Seat::TWO, 0)]);
    let for_two = Doh::new(Options::new(2).unwrap());
    assert_eq!(solver.standing(&for_two), None);
    assert!(MultiplayerSolver::new(1).is_none() && MultiplayerSolver::new(5).is_none());
}

/// The engine reports exactly what can be forced as proven, however the others play.
#[test]
fn results_proven_for_three_and_four_players_can_be_forced() {
    for players in [3, 4] {
        let mut solver = MultiplayerSolver::new(players).unwrap();
        let mut engine = Engine::new();
        let mut rng = Rng::new(7);
        let (mut wins, mut open) = (0, 0);
        for i in 0..250 {
            let (game, _) = random_game(&mut rng, players, 3 + i % 11);
            let view = AnyGame::from(game).view(Viewer::Public);
            let limits = Limits { lines: usize::MAX, ..Limits::default() };
            let analysis = engine.think(&view, &limits, &mut ()).unwrap();
            assert_eq!(analysis.lines.len(), game.moves().len(), "{game}");
            for line in &analysis.lines {
                let AnyMove::Doh(mv) = line.moves[0] else { panic!("{game}") };
                let mut next = game;
                next.play(mv).unwrap();
                let standing = solver.standing(&next).unwrap();
                let forced =
                    standing.forces_win.first().map(|&(seat, plies)| (Outcome::Win(seat), plies + 1));
                match line.value {
                    Value::Proven { outcome: Outcome::Draw, .. } => {
                        assert_eq!(
                            (forced, standing.forces_draw.len()),
                            (None, usize::from(players)),
                            "{game} {mv}"
                        );
                    }
                    Value::Proven { outcome, plies } => {
                        assert_eq!(Some((outcome, plies)), forced, "{game} {mv}");
                        wins += 1;
                    }
                    Value::Expected(shares) => {
                        assert_eq!(forced, None, "{game} {mv}");
                        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{game} {mv}: {shares:?}");
                        open += 1;
                    }
                }
            }
        }
        assert!(wins > 1000 && open > 100, "{wins} proven, {open} open");
    }
}
