//! A search in steps: it returns the same analysis however it is divided, and can be stopped between two steps.

#![allow(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

use std::cell::Cell;
use std::time::Duration;

use engine::{Analysis, Engine, Level, Limits, NothingToSearch, Status, StepBudget, TimeLimit};
use rules::{AnyGame, AnyMove, AnyView, Kind, Outcome, Rng, Seat, Turn, Viewer};

/// A game with options, the number of random moves to play first, and the number of positions to search, which ends each
/// search before it is complete.
type Case = (Kind, &'static str, u32, u64);

/// Cases whose figures were chosen for how the engine searches the game.
const CHOSEN: [Case; 8] = [
    (Kind::Super, "", 8, 60_000),
    (Kind::Super, "tiebreak=draw", 30, 60_000),
    (Kind::Doh, "", 3, 300),
    (Kind::Doh, "players=3", 2, 3000),
    (Kind::Doh, "players=4", 2, 3000),
    (Kind::Cards, "", 6, 2000),
    (Kind::Fives, "", 10, 20_000),
    (Kind::Fives, "players=3", 8, 1000),
];

/// Every game with each number of players: as chosen above, or else with figures that suit any game.
fn games() -> Vec<Case> {
    let mut cases = CHOSEN.to_vec();
    let seats = |kind, options| AnyGame::new(kind, options).unwrap().seats();
    for &kind in Kind::ALL {
        for &options in kind.info().variants {
            let is_same = |case: &Case| case.0 == kind && seats(kind, case.1) == seats(kind, options);
            if !cases.iter().any(is_same) {
                cases.push((kind, options, u32::from(kind.info().random_opening), 1000));
            }
        }
    }
    cases
}

/// The view of the player to move after random moves.
fn view_after(kind: Kind, options: &str, moves: u32, rng: &mut Rng) -> (AnyGame, AnyView) {
    loop {
        let mut game = AnyGame::new(kind, options).unwrap();
        let mut left = moves;
        while left > 0 && !game.turn().is_over() || game.turn() == Turn::Chance {
            left -= u32::from(game.turn() != Turn::Chance);
            game.play(game.random_move(rng).unwrap()).unwrap();
        }
        if let Turn::Seat(seat) = game.turn() {
            let view = game.view(Viewer::Seat(seat));
            return (game, view);
        }
    }
}

/// Runs a search in steps of random sizes up to `most` positions: the analysis, and how many steps it took.
fn in_steps(
    engine: &mut Engine,
    view: &AnyView,
    limits: &Limits,
    most: u32,
    rng: &mut Rng,
) -> (Analysis<AnyMove>, u32) {
    engine.start(view, limits).unwrap();
    let mut steps = 1;
    while engine.step(StepBudget::nodes(u64::from(rng.below(most)))) == Status::Running {
        steps += 1;
    }
    (engine.stop().unwrap(), steps)
}

#[test]
fn any_steps_give_the_same_analysis_as_one_uninterrupted_search() {
    for (kind, options, moves, nodes) in games() {
        let mut rng = Rng::new(21);
        for case in 0..3 {
            let (game, view) = view_after(kind, options, moves + case, &mut rng);
            // With few lines, with all of them, and at a level that chooses among them.
            let few = Limits { nodes: Some(nodes), lines: 3, seed: 5, ..Limits::default() };
            let all = Limits { lines: usize::MAX, ..few.clone() };
            let blurred = Limits { level: Level::new(4).unwrap(), lines: 1, ..few.clone() };
            let deep = Limits { nodes: Some(4 * nodes), depth: Some(6), lines: 1, ..few.clone() };
            for limits in [few, all, blurred, deep] {
                let whole = Engine::new().think(&view, &limits, &mut ()).unwrap();
                for most in [2, 100, 5000] {
                    let (stepped, steps) = in_steps(&mut Engine::new(), &view, &limits, most, &mut rng);
                    assert_eq!(stepped, whole, "{game} in {steps} steps, {limits:?}");
                    let visited = whole.nodes as u32;
                    assert!(
                        most > 2 || steps * 40 > visited,
                        "{steps} steps for {visited} positions of {game}"
                    );
                }
            }
        }
    }
}

/// The memory of a search does not depend on its steps either.
#[test]
fn the_next_search_is_the_same_after_steps_as_after_one_uninterrupted_search() {
    for (kind, options, moves, nodes) in games() {
        let mut rng = Rng::new(22);
        let (mut game, view) = view_after(kind, options, moves, &mut rng);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (mut whole, mut stepped) = (Engine::new(), Engine::new());
        let chosen = whole.think(&view, &limits, &mut ()).unwrap().chosen;
        assert_eq!(in_steps(&mut stepped, &view, &limits, 300, &mut rng).0.chosen, chosen);
        game.play(chosen).unwrap();
        while game.turn() == Turn::Chance {
            game.play(game.random_move(&mut rng).unwrap()).unwrap();
        }
        let Turn::Seat(seat) = game.turn() else { continue };
        let view = game.view(Viewer::Seat(seat));
        let expected = whole.think(&view, &limits, &mut ()).unwrap();
        assert_eq!(in_steps(&mut stepped, &view, &limits, 300, &mut rng).0, expected, "{game}");
    }
}

#[test]
fn a_step_keeps_about_to_its_budget() {
    for (kind, options, moves, _) in games() {
        let mut engine = Engine::new();
        let (game, view) = view_after(kind, options, moves, &mut Rng::new(23));
        engine.start(&view, &Limits::default()).unwrap();
        let mut before = 0;
        for _ in 0..200 {
            let status = engine.step(StepBudget::nodes(50));
            let nodes = engine.analysis().unwrap().nodes;
            // The root evaluates all moves at once, and quiescence search is not interrupted.
            assert!(nodes - before <= 400, "{} positions in one step of {game}", nodes - before);
            before = nodes;
            if status == Status::Finished {
                break;
            }
        }
    }
}

#[test]
fn a_search_that_is_stopped_between_steps_answers_at_once_with_the_best_so_far() {
    for (kind, options, moves, _) in games() {
        for steps in [0, 1, 7, 40] {
            let mut engine = Engine::new();
            let (game, view) = view_after(kind, options, moves, &mut Rng::new(24));
            assert!(engine.analysis().is_none());
            engine.start(&view, &Limits { lines: 3, ..Limits::default() }).unwrap();
            let mut status = Status::Running;
            for _ in 0..steps {
                status = engine.step(StepBudget::nodes(100));
            }
            let before = engine.analysis().unwrap();
            assert!(game.check(before.chosen).is_ok());
            let analysis = engine.stop().unwrap();
            assert!(game.check(analysis.chosen).is_ok());
            if status == Status::Finished {
                assert_eq!(analysis, before);
            }
            // Morpion is always solved to the end.
            let spent = analysis.nodes - before.nodes;
            assert!(spent <= if kind == Kind::Morpion { 6000 } else { 120 }, "{spent} positions after stop");
            assert!(engine.analysis().is_none() && engine.stop().is_none());
            assert_eq!(engine.step(StepBudget::UNLIMITED), Status::Finished);
        }
    }
}

#[test]
fn the_transposition_table_survives_a_stop() {
    for (kind, depth) in [(Kind::Super, 7), (Kind::Fives, 5)] {
        let mut rng = Rng::new(25);
        let (mut again, mut fresh) = (0, 0);
        for _ in 0..8 {
            let mut engine = Engine::new();
            let (_, view) = view_after(kind, "", 12, &mut rng);
            engine.start(&view, &Limits { depth: Some(30), ..Limits::default() }).unwrap();
            for _ in 0..20 {
                engine.step(StepBudget::nodes(1000));
            }
            engine.stop();
            // The stopped search went deeper than this, so the table has the results.
            let shallow = Limits { depth: Some(depth), ..Limits::default() };
            again += engine.think(&view, &shallow, &mut ()).unwrap().nodes;
            fresh += Engine::new().think(&view, &shallow, &mut ()).unwrap().nodes;
        }
        assert!(again * 2 < fresh, "{kind}: {again} and {fresh}");
    }
}

#[test]
fn a_new_search_takes_the_place_of_the_one_under_way() {
    let mut engine = Engine::new();
    for (kind, options, moves, _) in games() {
        let (game, view) = view_after(kind, options, moves, &mut Rng::new(26));
        engine.start(&view, &Limits::default()).unwrap();
        engine.step(StepBudget::nodes(100));
        assert!(game.check(engine.analysis().unwrap().chosen).is_ok());
    }
    let over = AnyGame::parse(Kind::Morpion, "oox/.x./x.. win1").unwrap();
    let refused = engine.start(&over.view(Viewer::Public), &Limits::default());
    assert_eq!(refused, Err(NothingToSearch::Over(Outcome::Win(Seat::ONE))));
    assert!(engine.analysis().is_none());
}

thread_local! {
    static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// A clock that advances by 50 µs whenever it is read.
fn ticking() -> Duration {
    NOW.set(NOW.get() + Duration::from_micros(50));
    NOW.get()
}

#[test]
fn a_time_limit_ends_the_search() {
    for (kind, options, moves, _) in games() {
        let (_, view) = view_after(kind, options, moves, &mut Rng::new(27));
        let time = TimeLimit::new(ticking, Duration::from_millis(1));
        let limits = Limits { time: Some(time), ..Limits::default() };
        let started = NOW.get();
        let analysis = Engine::new().think(&view, &limits, &mut ()).unwrap();
        assert!(analysis.elapsed > Duration::ZERO);
        // The time may run out just after the last report: the clock says when the search ended.
        let is_late = NOW.get() - started >= Duration::from_millis(1);
        assert!(is_late || matches!(kind, Kind::Morpion | Kind::Doh), "{kind} {options}: {analysis:?}");
    }
}

#[test]
fn a_step_with_a_time_budget_pauses_and_makes_progress_even_without_any_time() {
    for (kind, options, moves, nodes) in games() {
        let (_, view) = view_after(kind, options, moves, &mut Rng::new(28));
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let whole = Engine::new().think(&view, &limits, &mut ()).unwrap();
        for budget in [Duration::ZERO, Duration::from_millis(1)] {
            let mut engine = Engine::new();
            engine.start(&view, &limits).unwrap();
            let mut steps = 0;
            while engine.step(StepBudget::time(ticking, budget)) == Status::Running {
                steps += 1;
                assert!(steps < 1_000_000, "{kind} {options} does not end");
            }
            assert_eq!(engine.stop().unwrap(), whole);
            assert!(
                steps > 0 || whole.nodes < 100,
                "{kind} {options}: no pause in {} positions",
                whole.nodes
            );
        }
    }
}
