//! Monte-Carlo search of every game: it has a move at once, stops when asked, and is deterministic.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use engine::search::mcts::MctsParameters;
use engine::{Analysis, Engine, Limits, NothingToSearch, Observer, TimeLimit, Value, think_uct};
use rules::{AnyGame, AnyMove, AnyView, Kind, Outcome, Rng, Seat, Turn, Viewer};

/// A game after some random moves, and the view of the player to move.
fn some_game(kind: Kind, options: &str, moves: u32, seed: u64) -> (AnyGame, AnyView) {
    let mut rng = Rng::new(seed);
    let mut game = AnyGame::new(kind, options).unwrap();
    let mut made = 0;
    while made < moves || game.turn() == Turn::Chance {
        made += u32::from(game.turn() != Turn::Chance);
        let mv = game.random_move(&mut rng).unwrap();
        game.play(mv).unwrap();
    }
    let Turn::Seat(seat) = game.turn() else { panic!("the game ended too soon") };
    let view = game.view(Viewer::Seat(seat));
    (game, view)
}

/// Every game with each number of players.
fn games() -> impl Iterator<Item = (Kind, String)> {
    Kind::ALL
        .iter()
        .flat_map(|&kind| kind.options_by_players().into_iter().map(move |options| (kind, options)))
}

struct StopAtOnce;

impl Observer for StopAtOnce {
    fn should_stop(&mut self) -> bool {
        true
    }
}

#[test]
fn a_legal_move_is_known_without_thinking() {
    for (kind, options) in games() {
        let (game, view) = some_game(kind, &options, 2, 7);
        let none = Limits { nodes: Some(0), ..Limits::default() };
        let no_time =
            Limits { time: Some(TimeLimit::new(|| Duration::ZERO, Duration::ZERO)), ..Limits::default() };
        let unlimited = Limits::default();
        let mut answers = Vec::new();
        for parameters in [MctsParameters::PLAIN, MctsParameters::GUIDED] {
            answers.push(think_uct(&view, &none, &parameters).unwrap());
            answers.push(think_uct(&view, &no_time, &parameters).unwrap());
        }
        answers.push(Engine::new().think(&view, &none, &mut ()).unwrap());
        answers.push(Engine::new().think(&view, &no_time, &mut ()).unwrap());
        answers.push(Engine::new().think(&view, &unlimited, &mut StopAtOnce).unwrap());
        for analysis in answers {
            assert!(game.check(analysis.chosen).is_ok(), "{kind} {options}: {}", analysis.chosen);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_analysis() {
    for (kind, options) in games() {
        let (_, view) = some_game(kind, &options, 3, 11);
        let limits = Limits { nodes: Some(700), seed: 5, lines: usize::MAX, ..Limits::default() };
        for parameters in [MctsParameters::PLAIN, MctsParameters::GUIDED] {
            let twice = [0, 1].map(|_| think_uct(&view, &limits, &parameters).unwrap());
            assert_eq!(twice[0], twice[1]);
        }
        let twice = [0, 1].map(|_| Engine::new().think(&view, &limits, &mut ()).unwrap());
        assert_eq!(twice[0], twice[1], "{kind} {options}");
    }
}

#[test]
fn limits_are_kept_and_all_moves_are_listed() {
    for (kind, options) in games() {
        let (game, view) = some_game(kind, &options, 3, 13);
        let limits = Limits { nodes: Some(300), lines: usize::MAX, ..Limits::default() };
        let analysis = think_uct(&view, &limits, &MctsParameters::PLAIN).unwrap();
        assert_eq!(analysis.nodes, 300);
        check_lines(&game, &analysis);
        let fewer = MctsParameters { playouts: 99, ..MctsParameters::PLAIN };
        assert_eq!(think_uct(&view, &limits, &fewer).unwrap().nodes, 99);
        // These are searched by playouts at all levels, and so within few positions.
        if game.seats() > 2 || kind.hides() {
            check_lines(&game, &Engine::new().think(&view, &limits, &mut ()).unwrap());
        }
    }
}

/// Every legal move has one line, and expected shares add up to 1.
fn check_lines(game: &AnyGame, analysis: &Analysis<AnyMove>) {
    let mut moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    let mut listed: Vec<String> = analysis.lines.iter().map(|line| line.moves[0].to_string()).collect();
    moves.sort();
    listed.sort();
    assert_eq!(moves, listed);
    for line in &analysis.lines {
        if let Value::Expected(shares) = line.value {
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{shares:?}");
        }
    }
}

#[test]
fn lines_can_be_played() {
    for (kind, options) in games().filter(|game| !game.0.has_chance()) {
        let (game, view) = some_game(kind, &options, 2, 3);
        let limits = Limits { nodes: Some(3000), lines: 3, ..Limits::default() };
        let analysis = think_uct(&view, &limits, &MctsParameters::GUIDED).unwrap();
        for line in &analysis.lines {
            let mut game = game.clone();
            for &mv in &line.moves {
                game.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn morpion_is_proven_a_draw_and_its_mistakes_losses() {
    let prove = |text: &str| {
        let view = AnyGame::parse(Kind::Morpion, text).unwrap().view(Viewer::Public);
        think_uct(&view, &Limits::default(), &MctsParameters::GUIDED).unwrap().value()
    };
    assert!(matches!(prove(".../.../... 1"), Value::Proven { outcome: Outcome::Draw, .. }));
    // An edge answers the corner: it loses.
    assert!(matches!(prove("xo./.../... 1"), Value::Proven { outcome: Outcome::Win(Seat::ONE), .. }));
    assert!(matches!(prove("xx./oo./... 1"), Value::Proven { outcome: Outcome::Win(Seat::ONE), plies: 1 }));
}

#[test]
fn a_search_of_a_finished_game_is_refused() {
    let view = AnyGame::parse(Kind::Morpion, "xxx/oo./... win1").unwrap().view(Viewer::Public);
    let thought = think_uct(&view, &Limits::default(), &MctsParameters::PLAIN);
    assert_eq!(thought.unwrap_err(), NothingToSearch::Over(Outcome::Win(Seat::ONE)));
}
