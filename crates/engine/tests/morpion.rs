//! Morpion is solved at once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::{Engine, Limits, Value};
use rules::{AnyGame, Kind, Outcome, Rng, Seat, Turn, Viewer};

fn think(game: &AnyGame, engine: &mut Engine) -> engine::Analysis<rules::AnyMove> {
    engine.think(&game.view(Viewer::Public), &Limits::default(), &mut ()).unwrap()
}

#[test]
fn the_start_is_a_draw_whatever_is_played() {
    let game = AnyGame::new(Kind::Morpion, "").unwrap();
    let analysis = think(&game, &mut Engine::new());
    assert_eq!(analysis.lines.len(), 9);
    for line in &analysis.lines {
        assert_eq!(line.value, Value::Proven { outcome: Outcome::Draw, plies: 9 });
        assert_eq!(line.moves.len(), 9);
    }
    assert!(analysis.nodes < 10_000, "{} positions", analysis.nodes);
}

#[test]
fn the_engine_never_loses_and_its_values_come_true() {
    let mut engine = Engine::new();
    let mut rng = Rng::new(1);
    let mut wins = 0;
    for round in 0..200 {
        let seat = Seat::from_index(round % 2);
        let mut game = AnyGame::new(Kind::Morpion, "").unwrap();
        let mut promise = None;
        while let Turn::Seat(turn) = game.turn() {
            let mv = if turn == seat {
                let analysis = think(&game, &mut engine);
                promise = Some(analysis.value());
                analysis.chosen
            } else {
                game.random_move(&mut rng).unwrap()
            };
            game.play(mv).unwrap();
        }
        let outcome = game.turn().outcome().unwrap();
        assert_ne!(outcome, Outcome::Win(seat.other()));
        if let Some(Value::Proven { outcome: Outcome::Win(winner), .. }) = promise {
            assert_eq!(outcome, Outcome::Win(winner));
            wins += 1;
        }
    }
    assert!(wins > 100, "{wins} wins against random play");
}
