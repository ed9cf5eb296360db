//! The transposition table grows during a game without costing a move.

#![allow(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

use std::cell::Cell;
use std::time::Duration;

use engine::{Engine, Limits, TimeLimit};
use rules::{AnyGame, Kind, Turn, Viewer};

thread_local! {
    static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// A clock that advances only when it is read. The search reads it every 2048 positions, and the growing table every 64
/// KiB, so that both take as long as on a busy machine where memory is slow.
fn clock() -> Duration {
    NOW.set(NOW.get() + Duration::from_micros(20));
    NOW.get()
}

#[test]
fn every_move_of_a_game_is_searched_deeply_while_the_table_grows() {
    let mut engine = Engine::new();
    let mut game = AnyGame::new(Kind::Super, "").unwrap();
    for mv in 1..=10 {
        let Turn::Seat(seat) = game.turn() else { panic!("the game is over after {mv} moves") };
        let limits =
            Limits { time: Some(TimeLimit::new(clock, Duration::from_millis(5))), ..Limits::default() };
        let analysis = engine.think(&game.view(Viewer::Seat(seat)), &limits, &mut ()).unwrap();
        assert!(analysis.nodes > 100_000, "move {mv}: {} positions", analysis.nodes);
        assert!(
            analysis.depth >= 8,
            "move {mv}: depth {} after {} positions",
            analysis.depth,
            analysis.nodes
        );
        game.play(analysis.chosen).unwrap();
    }
}
