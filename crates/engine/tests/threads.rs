//! Searches on several threads: as correct as on one, and ended when they are stopped.

#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

use engine::{Engine, Level, Limits, Status, StepBudget, Value};
use rules::{AnyGame, AnyMove, AnyView, Kind, Outcome, Rng, Turn, Viewer};

fn public(game: &AnyGame) -> AnyView {
    game.view(Viewer::Public)
}

/// A game of Super Morpion after some random moves.
fn after_random_moves(seed: u64, moves: usize) -> AnyGame {
    let (mut game, mut rng) = (AnyGame::new(Kind::Super, "").unwrap(), Rng::new(seed));
    for _ in 0..moves {
        if let Some(mv) = game.random_move(&mut rng) {
            game.play(mv).unwrap();
        }
    }
    game
}

#[test]
fn four_threads_prove_what_one_thread_proves() {
    let mut proven = 0;
    for seed in 0..40 {
        let game = after_random_moves(seed, 44);
        if game.turn().is_over() {
            continue;
        }
        let think = |threads| {
            let limits = Limits { nodes: Some(200_000), threads, ..Limits::default() };
            Engine::new().think(&public(&game), &limits, &mut ()).unwrap().value()
        };
        if let (Value::Proven { outcome: one, .. }, Value::Proven { outcome: four, .. }) =
            (think(1), think(4))
        {
            assert_eq!(one, four, "{game}");
            proven += 1;
        }
    }
    assert!(proven >= 15, "only {proven} positions were proven by both");
}

#[test]
fn the_positions_of_all_threads_are_reported_and_limits_count_those_of_one() {
    let view = public(&after_random_moves(1, 6));
    let limits = |threads| Limits { nodes: Some(300_000), threads, ..Limits::default() };
    let nodes = |threads| Engine::new().think(&view, &limits(threads), &mut ()).unwrap().nodes;
    assert!((290_000..=300_000).contains(&nodes(1)), "{}", nodes(1));
    assert!(nodes(3) > 310_000, "the other threads have searched nothing");
}

#[test]
fn a_search_in_steps_continues_on_all_threads_and_ends_when_it_is_stopped() {
    let game = after_random_moves(2, 8);
    let mut engine = Engine::new();
    for _ in 0..20 {
        engine.start(&public(&game), &Limits { threads: 3, ..Limits::default() }).unwrap();
        for _ in 0..4 {
            assert_eq!(engine.step(StepBudget::nodes(5000)), Status::Running);
        }
        let chosen = engine.stop().unwrap().chosen;
        assert!(game.check(chosen).is_ok());
    }
    // A running search ends with its engine.
    engine.start(&public(&game), &Limits { threads: 3, ..Limits::default() }).unwrap();
    drop(engine);
}

#[test]
fn threads_do_not_make_a_weak_level_stronger() {
    let game = after_random_moves(3, 8);
    let choose = |threads| {
        let limits = Limits { level: Level::new(8).unwrap(), threads, ..Limits::default() };
        let analysis = Engine::new().think(&public(&game), &limits, &mut ()).unwrap();
        (analysis.chosen, analysis.nodes)
    };
    assert_eq!(choose(1), choose(4));
}

#[test]
fn every_win_in_one_is_found_by_four_threads_in_every_game() {
    for &kind in Kind::ALL.iter().filter(|kind| !kind.info().hides) {
        let game = AnyGame::new(kind, "").unwrap();
        let limits = Limits { nodes: Some(3000), threads: 4, ..Limits::default() };
        let mut engine = Engine::new();
        let mut played: Vec<AnyMove> = Vec::new();
        let mut game = game;
        while !game.turn().is_over() && played.len() < 200 {
            let analysis = engine.think(&public(&game), &limits, &mut ()).unwrap();
            if let Value::Proven { outcome: Outcome::Win(seat), plies: 1 } = analysis.value()
                && game.turn().seat() == Some(seat)
            {
                game.play(analysis.chosen).unwrap();
                assert_eq!(game.turn(), Turn::Over(Outcome::Win(seat)), "{kind}");
                break;
            }
            played.push(analysis.chosen);
            game.play(analysis.chosen).unwrap();
        }
    }
}
