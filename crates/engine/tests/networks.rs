//! What evaluates positions: the built-in network, or the hand-written evaluation where a network is refused or unwanted.

#![allow(clippy::unwrap_used, reason = "a test or an experiment fails by panicking")]

use engine::{Engine, Limits, Line, NetworkError, NetworkSource};
use rules::{AnyGame, AnyMove, Kind, Rng, Viewer};

/// What a search finds in a position some moves after the start.
fn searched(engine: &mut Engine, kind: Kind) -> Vec<Line<AnyMove>> {
    let (mut game, mut rng) = (AnyGame::new(kind, "").unwrap(), Rng::new(5));
    let mut played = 0;
    while game.turn().seat().is_none() || played < 4 {
        played += u32::from(game.turn().seat().is_some());
        game.play(game.random_move(&mut rng).unwrap()).unwrap();
    }
    let view = game.view(Viewer::Seat(game.turn().seat().unwrap()));
    engine.think(&view, &Limits { nodes: Some(2000), ..Limits::default() }, &mut ()).unwrap().lines
}

#[test]
fn after_a_refused_file_the_hand_written_evaluation_is_used_and_the_built_in_network_when_asked_for() {
    let mut games_with_networks = 0;
    for &kind in Kind::ALL {
        let built_in = searched(&mut Engine::new(), kind);
        let mut hand_written = Engine::new();
        assert_eq!(hand_written.use_network(kind, NetworkSource::HandWritten), Ok(()));
        let without = searched(&mut hand_written, kind);
        let mut engine = Engine::new();
        let error = engine.use_network(kind, NetworkSource::File(b"")).unwrap_err();
        if error == NetworkError::NoNetwork {
            assert_eq!(without, built_in, "{kind}");
        } else {
            games_with_networks += 1;
            assert_ne!(without, built_in, "{kind}");
        }
        assert_eq!(searched(&mut engine, kind), without, "{kind} after a refused file");
        assert_eq!(
            searched(&mut engine.fresh(), kind),
            without,
            "{kind}: a fresh engine has the same evaluation"
        );
        engine.forget();
        assert_eq!(searched(&mut engine, kind), without, "{kind}: a new game has the same evaluation");
        assert_eq!(engine.use_network(kind, NetworkSource::BuiltIn), Ok(()));
        assert_eq!(searched(&mut engine, kind), built_in, "{kind} with the built-in network again");
    }
    assert_eq!(games_with_networks, 3);
}
