//! Games of three and four: even with short searches, the engine misses no win in one and allows none that it could
//! prevent.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::{Engine, Limits};
use rules::{AnyGame, AnyMove, Kind, Outcome, Rng, Seat, Turn, Viewer};

fn after(game: &AnyGame, mv: AnyMove) -> AnyGame {
    let mut next = game.clone();
    next.play(mv).unwrap();
    next
}

/// Whether the player to move can win at once, found by trying every move.
fn can_win(game: &AnyGame) -> bool {
    let Turn::Seat(mover) = game.turn() else { return false };
    game.moves().into_iter().any(|mv| after(game, mv).turn() == Turn::Over(Outcome::Win(mover)))
}

/// Whether a move lets another player win at once, or makes another player win.
fn is_blunder(game: &AnyGame, mv: AnyMove, mover: Seat) -> bool {
    let next = after(game, mv);
    match next.turn() {
        Turn::Over(Outcome::Win(winner)) => winner != mover,
        Turn::Seat(seat) => seat != mover && can_win(&next),
        _ => false,
    }
}

/// Checks the engine's move in one position. Returns whether there was something to get wrong.
fn check(engine: &mut Engine, game: &AnyGame, nodes: u64, seed: u64) -> bool {
    let Turn::Seat(mover) = game.turn() else { return false };
    let limits = Limits { nodes: Some(nodes), seed, ..Limits::default() };
    let analysis = engine.think(&game.view(Viewer::Public), &limits, &mut ()).unwrap();
    assert!(game.check(analysis.chosen).is_ok(), "{} is illegal in {game}", analysis.chosen);
    if can_win(game) {
        let next = after(game, analysis.chosen);
        assert_eq!(next.turn(), Turn::Over(Outcome::Win(mover)), "a win was missed in {game}");
        return true;
    }
    let moves = game.moves();
    let blunders = moves.iter().filter(|&&mv| is_blunder(game, mv, mover)).count();
    let is_bad = is_blunder(game, analysis.chosen, mover);
    assert!(!is_bad || blunders == moves.len(), "{} lets another win in {game}", analysis.chosen);
    blunders > 0 && blunders < moves.len()
}

fn check_doh(options: &str, games: u64, nodes: u64) {
    let mut engine = Engine::new();
    let mut sharp = 0;
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut game = AnyGame::new(Kind::Doh, options).unwrap();
        while let Turn::Seat(mover) = game.turn() {
            sharp += u64::from(check(&mut engine, &game, nodes, seed));
            // Half of the moves are careful, since games would be too short otherwise.
            let moves = game.moves();
            let careful: Vec<_> = moves.iter().copied().filter(|&mv| !is_blunder(&game, mv, mover)).collect();
            let from = if careful.is_empty() || rng.below(2) == 0 { &moves } else { &careful };
            game.play(from[rng.below(from.len() as u32) as usize]).unwrap();
        }
    }
    assert!(sharp > games, "only {sharp} positions of {games} games had something to see");
}

#[test]
fn three_players_of_doh_see_every_win_in_one() {
    check_doh("players=3", 400, 0);
    check_doh("players=3", 150, 50);
}

#[test]
fn four_players_of_doh_see_every_win_in_one() {
    check_doh("players=4", 400, 0);
    check_doh("players=4", 150, 50);
}

#[test]
fn three_players_of_fives_see_every_win_in_one() {
    let mut engine = Engine::new();
    let mut sharp = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let mut game = AnyGame::new(Kind::Fives, "players=3").unwrap();
        let mut past = Vec::new();
        while !game.turn().is_over() {
            past.push(game.clone());
            let mv = game.random_move(&mut rng).unwrap();
            game.play(mv).unwrap();
        }
        // Wins are near when a player has two groups, towards the end.
        for game in past.iter().rev().take(25) {
            sharp += u32::from(check(&mut engine, game, seed % 2 * 40, seed));
        }
    }
    assert!(sharp > 100, "only {sharp} positions had something to see");
}
