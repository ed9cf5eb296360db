//! The card game: the engine sees what its player sees, and nothing else.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::knowledge::cards::{CardsMemory, CardsSettings, Method, start_cards};
use engine::{Engine, Limits, NothingToSearch, Value, search};
use rules::{AnyGame, AnyMove, AnyView, Cards, Game, Outcome, Rng, Seat, Turn, View, Viewer};

/// Positions of random games in which a seat is to move.
fn positions(options: &str, games: u64) -> Vec<Cards> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut game = Cards::new(options.parse().unwrap());
        while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            game.play_unchecked(mv);
            if game.to_move().is_some() {
                found.push(game);
            }
        }
    }
    found
}

#[test]
fn only_the_view_of_the_player_to_move_can_be_searched() {
    let game = AnyGame::Cards(positions("", 1)[0]);
    let Turn::Seat(mover) = game.turn() else { panic!("a seat is to move") };
    for viewer in [Viewer::Seat(mover.other()), Viewer::Public] {
        let thought = Engine::new().think(&game.view(viewer), &Limits::default(), &mut ());
        assert_eq!(thought.unwrap_err(), NothingToSearch::HiddenHand);
    }
}

#[test]
fn worlds_that_look_the_same_are_searched_in_the_same_way() {
    let limits = Limits { nodes: Some(200), seed: 3, lines: usize::MAX, ..Limits::default() };
    let mut different = 0;
    for game in positions("", 2).into_iter().step_by(7) {
        let viewer = Viewer::Seat(game.to_move().unwrap());
        let view = View::new(&game, viewer);
        let world = view.imagine(&mut Rng::new(99));
        different += u32::from(world != game);
        let think = |game: Cards| {
            let view: AnyView = AnyGame::Cards(game).view(viewer);
            Engine::new().think(&view, &limits, &mut ()).unwrap()
        };
        assert_eq!(think(game), think(world));
    }
    assert!(different > 3);
}

#[test]
fn a_win_at_once_is_taken_without_thinking() {
    let mut engine = Engine::new();
    let limits = Limits { nodes: Some(0), ..Limits::default() };
    let mut wins = 0;
    for game in positions("target=2", 150) {
        let mover = game.to_move().unwrap();
        let won = |mv| {
            let mut next = game;
            next.play_unchecked(mv);
            next.turn() == Turn::Over(Outcome::Win(mover))
        };
        if game.moves().into_iter().any(won) {
            wins += 1;
            let view = AnyGame::Cards(game).view(Viewer::Seat(mover));
            let analysis = engine.think(&view, &limits, &mut ()).unwrap();
            let AnyMove::Cards(chosen) = analysis.chosen else { panic!("a move of another game") };
            assert!(won(chosen), "{chosen} in {game}");
            assert_eq!(analysis.value(), Value::Proven { outcome: Outcome::Win(mover), plies: 1 });
        }
    }
    assert!(wins > 50, "{wins}");
}

#[test]
fn both_methods_give_legal_moves_and_respect_their_limits() {
    let mut memory = CardsMemory::default();
    for method in [Method::InformationSet, Method::PerfectInformation { playouts: 40 }] {
        let settings = CardsSettings { method, ..CardsSettings::BEST };
        for game in positions("numbers=6", 2).into_iter().step_by(5) {
            let view = View::new(&game, Viewer::Seat(game.to_move().unwrap()));
            let limits = Limits { nodes: Some(120), lines: usize::MAX, ..Limits::default() };
            let (analysis, kept) = search::run(start_cards(&view, &limits, &settings, memory), &limits);
            memory = kept;
            assert!(game.is_legal(analysis.chosen));
            assert!(analysis.nodes <= 120, "{}", analysis.nodes);
            assert_eq!(analysis.lines.len(), game.moves().len());
        }
    }
}

/// With an empty pile, a player who counts cards knows the opponent's hand, so results can be proven.
#[test]
fn positions_with_a_deduced_hand_are_solved() {
    // Red and blue on top:  R B R
    //                       R B B
    //                       B R B
    let grid = "...../.R1r1b2B1r2b1R1r1b2./.R1r1b2B1r1B1r2b1./.B1r2b1R1r1b2B1r2b1./.....";
    let value = |tokens: &str| {
        let text = format!("{grid} R1 B1YYYYYYGG - - {tokens} 1 numbers=1,target=12");
        let game: Cards = text.parse().unwrap();
        let view = AnyGame::Cards(game).view(Viewer::Seat(Seat::ONE));
        let AnyView::Cards(seen) = &view else { panic!("a view of another game") };
        assert_eq!(seen.position().hidden(Seat::TWO), 9, "the other hand is closed");
        Engine::new()
            .think(&view, &Limits { nodes: Some(20_000), ..Limits::default() }, &mut ())
            .unwrap()
            .value()
    };
    // Whatever seat 1 covers, blue still has a line to complete.
    assert_eq!(value("9-11"), Value::Proven { outcome: Outcome::Win(Seat::TWO), plies: 2 });
    assert_eq!(value("11-10"), Value::Proven { outcome: Outcome::Win(Seat::ONE), plies: 1 });
}
