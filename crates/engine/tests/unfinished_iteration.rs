//! A search with several lines that ends in the middle of an iteration: scores of different depths are not compared.

#![allow(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

use std::collections::HashMap;

use engine::{Analysis, Engine, Limits, Observer, Value};
use rules::{AnyGame, AnyMove, Kind, Rng, Turn, Viewer};

/// Keeps the last two analyses.
#[derive(Default)]
struct Last([Option<Analysis<AnyMove>>; 2]);

impl Observer for Last {
    fn progress(&mut self, analysis: &Analysis<AnyMove>) {
        self.0.swap(0, 1);
        self.0[1] = Some(analysis.clone());
    }
}

fn positions() -> Vec<AnyGame> {
    let mut rng = Rng::new(12);
    let mut positions = Vec::new();
    for (kind, moves) in [(Kind::Super, 14), (Kind::Super, 25), (Kind::Fives, 9)] {
        let mut game = AnyGame::new(kind, "").unwrap();
        for _ in 0..moves {
            game.play(game.random_move(&mut rng).unwrap()).unwrap();
        }
        positions.push(game);
    }
    positions
}

/// The last whole iteration before the limit and the final analysis, for searches that ended within an iteration.
fn unfinished(lines: usize) -> Vec<(AnyGame, Analysis<AnyMove>, Analysis<AnyMove>)> {
    let mut found = Vec::new();
    for game in positions() {
        let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
        for nodes in (2_000..60_000).step_by(1511) {
            let limits = Limits { nodes: Some(nodes), lines, ..Limits::default() };
            let mut last = Last::default();
            let analysis = Engine::new().think(&game.view(Viewer::Seat(seat)), &limits, &mut last).unwrap();
            let [Some(whole), Some(told)] = last.0 else { panic!("no progress") };
            assert_eq!(told.lines, analysis.lines);
            if whole.depth == analysis.depth {
                found.push((game.clone(), whole, analysis));
            }
        }
    }
    assert!(found.len() > 50, "{}", found.len());
    found
}

fn by_move(analysis: &Analysis<AnyMove>) -> HashMap<String, &engine::Line<AnyMove>> {
    analysis.lines.iter().map(|line| (line.moves[0].to_string(), line)).collect()
}

#[test]
fn estimates_of_all_moves_come_from_the_last_whole_iteration() {
    for (game, whole, analysis) in unfinished(usize::MAX) {
        let before = by_move(&whole);
        for line in &analysis.lines {
            let old = before[&line.moves[0].to_string()];
            // Proven values are valid at any depth.
            assert!(line.value.is_proven() || line.value == old.value, "{game}: {line:?} was {old:?}");
        }
    }
}

#[test]
fn lines_of_the_unfinished_iteration_come_before_those_that_it_did_not_reach() {
    let mut improved = 0;
    for (game, whole, analysis) in unfinished(4) {
        let before = by_move(&whole);
        let is_new = |line: &engine::Line<AnyMove>| {
            before.get(&line.moves[0].to_string()).is_none_or(|old| old.moves != line.moves)
        };
        let seat = game.turn().seat().unwrap();
        let share = |line: &engine::Line<AnyMove>| line.value.share(seat, 2);
        improved += analysis.lines.iter().filter(|line| is_new(line)).count();
        // A line that the iteration reached may have the same moves as before. One that it did not reach is worth no
        // more than the last that it reached, and comes after it.
        if let Some(last) = analysis.lines.iter().rposition(is_new) {
            let (lines, limit) = (&analysis.lines[..last], share(&analysis.lines[last]));
            let is_in_place = |line: &engine::Line<AnyMove>| is_new(line) || share(line) > limit;
            assert!(lines.iter().all(is_in_place), "{game}: {:?} after {:?}", analysis.lines, whole.lines);
        }
        let estimates: Vec<_> =
            analysis.lines.iter().filter(|line| matches!(line.value, Value::Expected(_))).collect();
        assert!(
            estimates.windows(2).all(|pair| share(pair[0]) >= share(pair[1])),
            "{game}: {:?}",
            analysis.lines
        );
    }
    assert!(improved > 0, "no unfinished iteration found anything");
}
