//! Morpion: small enough to be solved in every search.

use std::cmp::Reverse;
use std::collections::HashMap;

use rules::morpion::Move;
use rules::{Game, Morpion, Outcome, Seat, Turn, View, Viewer};

use super::{Knowledge, Strength};
use crate::analysis::{Analysis, Line, Value};
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::search::{self, Search, Status};
use crate::solve::{self, GameSolver};

impl Knowledge for Morpion {
    type Memory = Solved;
    type Search = MorpionSearch;

    /// A player who overlooks nothing draws, so levels cannot differ by much: each scores some 60 % against the one
    /// below, and the first moves almost at random.
    const LEVELS: [Strength; 10] = {
        const fn level(depth: u32, blur: f32) -> Strength {
            Strength { nodes: u64::MAX, depth, blur, slips: 1.0 }
        }
        [
            level(1, 3.0),
            level(2, 1.4),
            level(2, 0.72),
            level(3, 0.48),
            level(4, 0.36),
            level(5, 0.35),
            level(6, 0.35),
            level(7, 0.26),
            level(9, 0.186),
            Strength::FULL,
        ]
    };

    const SOLVER: Option<GameSolver> = Some(solve::MORPION);

    fn exact(&self, solved: &mut Solved) -> Option<(Outcome, u32)> {
        if let Turn::Over(outcome) = self.turn() {
            return Some((outcome, 0));
        }
        let limits = Limits::default();
        let search = Morpion::start(&View::new(self, Viewer::Public), &limits, std::mem::take(solved));
        let (analysis, memory) = search::run(search, &limits);
        *solved = memory;
        match analysis.value() {
            Value::Proven { outcome, plies } => Some((outcome, plies)),
            Value::Expected(_) => None,
        }
    }

    /// Solved positions do not depend on earlier searches.
    fn forget(solved: &Solved) -> Solved {
        solved.clone()
    }

    fn start(view: &View<Morpion>, limits: &Limits, solved: Solved) -> MorpionSearch {
        let game = *view.position();
        let depth = limits.depth.unwrap_or(9).clamp(1, 9);
        let unknown = |mv| Line { value: UNKNOWN, moves: vec![mv] };
        let lines: Vec<Line<Move>> = game.moves().into_iter().map(unknown).collect();
        MorpionSearch { game, depth, solved, analysis: Analysis::new(lines, 0), next: 0, is_finished: false }
    }
}

/// A search of Morpion, one root move at a time. It takes some milliseconds at most, so it pauses when asked, but no
/// limit stops it: the answer is always exact within its depth.
pub struct MorpionSearch {
    game: Morpion,
    depth: u32,
    solved: Solved,
    analysis: Analysis<Move>,
    /// The next line to compute.
    next: usize,
    is_finished: bool,
}

impl Search for MorpionSearch {
    type Move = Move;
    type Memory = Solved;

    fn step(&mut self, control: &mut SearchControl<'_, Move>) -> Status {
        while let Some(line) = self.analysis.lines.get_mut(self.next) {
            let Some(found) = self.solved.line(self.game, line.moves[0], self.depth, control) else {
                return Status::Running;
            };
            *line = found;
            self.next += 1;
        }
        if !std::mem::replace(&mut self.is_finished, true) {
            if let Some(mover) = self.game.to_move() {
                self.analysis.lines.sort_by_key(|line| Reverse(rank(line.value, mover)));
            }
            let lines = std::mem::take(&mut self.analysis.lines);
            self.analysis = Analysis::new(lines, self.depth);
            control.report(&mut self.analysis);
        }
        Status::Finished
    }

    fn analysis(&self) -> Analysis<Move> {
        self.analysis.clone()
    }

    fn into_memory(self) -> Solved {
        self.solved
    }
}

/// The value of a position that was not searched.
const UNKNOWN: Value = Value::Expected([0.5, 0.5, 0.0, 0.0]);

/// The value of each solved position and the best move in it, for each depth: a few thousand at most.
#[derive(Clone, Default)]
pub struct Solved(HashMap<(Morpion, u32), (Value, Option<Move>)>);

impl Solved {
    /// The value of a move and the best play after it, `depth` moves deep; `None` if the search pauses.
    fn line(
        &mut self,
        game: Morpion,
        mv: Move,
        depth: u32,
        control: &mut SearchControl<'_, Move>,
    ) -> Option<Line<Move>> {
        let mut next = game;
        next.play_unchecked(mv);
        let value = earlier(self.best(next, depth - 1, control)?.0);
        let mut moves = vec![mv];
        for left in (0..depth).rev() {
            let Some(reply) = self.best(next, left, control)?.1 else { break };
            next.play_unchecked(reply);
            moves.push(reply);
        }
        Some(Line { value, moves })
    }

    /// The value of a position and the best move in it; `None` if the search pauses. What is solved by then is kept, so
    /// that the next call solves the same positions in the same order.
    fn best(
        &mut self,
        game: Morpion,
        depth: u32,
        control: &mut SearchControl<'_, Move>,
    ) -> Option<(Value, Option<Move>)> {
        let mover = match game.turn() {
            Turn::Over(outcome) => return Some((Value::Proven { outcome, plies: 0 }, None)),
            Turn::Seat(mover) if depth > 0 => mover,
            Turn::Seat(_) | Turn::Chance => return Some((UNKNOWN, None)),
        };
        if let Some(known) = self.0.get(&(game, depth)) {
            return Some(*known);
        }
        let play = |mv: Move| {
            let mut next = game;
            next.play_unchecked(mv);
            next
        };
        let moves = game.moves();
        let win = Outcome::Win(mover);
        let mut best = (UNKNOWN, None);
        if let Some(&mv) = moves.iter().find(|&&mv| play(mv).turn() == Turn::Over(win)) {
            // An immediate win cannot be improved, so no other move is searched.
            best = (Value::Proven { outcome: win, plies: 1 }, Some(mv));
        } else {
            for mv in moves {
                let value = earlier(self.best(play(mv), depth - 1, control)?.0);
                if best.1.is_none() || rank(value, mover) > rank(best.0, mover) {
                    best = (value, Some(mv));
                }
            }
        }
        self.0.insert((game, depth), best);
        control.visit();
        (!control.is_pausing()).then_some(best)
    }
}

/// The same value, one move earlier.
fn earlier(value: Value) -> Value {
    match value {
        Value::Proven { outcome, plies } => Value::Proven { outcome, plies: plies + 1 },
        expected @ Value::Expected(_) => expected,
    }
}

/// The order of values for `mover`: wins first, short ones before long ones; losses last, long ones before short ones.
fn rank(value: Value, mover: Seat) -> i32 {
    match value {
        Value::Proven { outcome: Outcome::Win(seat), plies } if seat == mover => 100 - plies as i32,
        Value::Proven { outcome: Outcome::Win(_), plies } => -100 + plies as i32,
        Value::Proven { outcome: Outcome::Draw, .. } | Value::Expected(_) => 0,
    }
}
