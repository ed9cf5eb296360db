//! Morpion: small enough to see to the end every time.

use std::cmp::Reverse;
use std::collections::HashMap;

use rules::morpion::Move;
use rules::{Game, Morpion, Outcome, Seat, Turn, View};

use super::{Knowledge, Strength};
use crate::analysis::{Analysis, Line, Value};
use crate::limits::{Control, Limits};

impl Knowledge for Morpion {
    type Memory = Seen;

    /// Whoever does not overlook what is on the board draws, so there is room for little: each level scores some 60 %
    /// against the one below, and the first moves almost at random.
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

    fn think(
        view: &View<Morpion>,
        limits: &Limits,
        seen: &mut Seen,
        control: &mut Control<'_, Move>,
    ) -> Analysis<Move> {
        let game = *view.position();
        let Turn::Seat(mover) = game.turn() else { return guess(&game) };
        let depth = limits.depth.unwrap_or(9).clamp(1, 9);
        let mut lines: Vec<Line<Move>> =
            game.moves().into_iter().map(|mv| seen.line(game, mv, depth, control)).collect();
        lines.sort_by_key(|line| Reverse(rank(line.value, mover)));
        let mut analysis = Analysis::new(lines, depth);
        control.tell(&mut analysis);
        analysis
    }
}

/// An analysis without thought.
fn guess(game: &Morpion) -> Analysis<Move> {
    let lines = game.moves().into_iter().map(|mv| Line { value: UNKNOWN, moves: vec![mv] });
    Analysis::new(lines.collect(), 0)
}

/// What nothing is known of is as good for one as for the other.
const UNKNOWN: Value = Value::Expected([0.5, 0.5, 0.0, 0.0]);

/// The best play from every position that was met, for each number of moves ahead: a few thousand at the most.
#[derive(Default)]
pub struct Seen(HashMap<(Morpion, u32), (Value, Option<Move>)>);

impl Seen {
    /// What a move is worth and the best play after it, seen `depth` moves ahead.
    fn line(&mut self, game: Morpion, mv: Move, depth: u32, control: &mut Control<'_, Move>) -> Line<Move> {
        let mut next = game;
        next.play_unchecked(mv);
        let value = later(self.best(next, depth - 1, control).0);
        let mut moves = vec![mv];
        for left in (0..depth).rev() {
            let Some(reply) = self.best(next, left, control).1 else { break };
            next.play_unchecked(reply);
            moves.push(reply);
        }
        Line { value, moves }
    }

    /// What a position is worth, and the best move in it if one is looked for.
    fn best(&mut self, game: Morpion, depth: u32, control: &mut Control<'_, Move>) -> (Value, Option<Move>) {
        let mover = match game.turn() {
            Turn::Over(outcome) => return (Value::Proven { outcome, plies: 0 }, None),
            Turn::Seat(mover) if depth > 0 => mover,
            Turn::Seat(_) | Turn::Chance => return (UNKNOWN, None),
        };
        if let Some(known) = self.0.get(&(game, depth)) {
            return *known;
        }
        control.visit();
        let play = |mv: Move| {
            let mut next = game;
            next.play_unchecked(mv);
            next
        };
        let moves = game.moves();
        let win = Outcome::Win(mover);
        let best = match moves.iter().find(|&&mv| play(mv).turn() == Turn::Over(win)) {
            // Nothing is better than to win at once, so nothing else is looked at.
            Some(&mv) => Some((Value::Proven { outcome: win, plies: 1 }, Some(mv))),
            // The first of equals is taken, as `max_by_key` would take the last.
            None => moves
                .into_iter()
                .map(|mv| (later(self.best(play(mv), depth - 1, control).0), Some(mv)))
                .min_by_key(|(value, _)| Reverse(rank(*value, mover))),
        };
        let best = best.unwrap_or((UNKNOWN, None));
        self.0.insert((game, depth), best);
        best
    }
}

/// The same value, one move earlier.
fn later(value: Value) -> Value {
    match value {
        Value::Proven { outcome, plies } => Value::Proven { outcome, plies: plies + 1 },
        expected @ Value::Expected(_) => expected,
    }
}

/// How much `mover` likes a value: wins before the rest, soon rather than late; losses last, late rather than soon.
fn rank(value: Value, mover: Seat) -> i32 {
    match value {
        Value::Proven { outcome: Outcome::Win(seat), plies } if seat == mover => 100 - plies as i32,
        Value::Proven { outcome: Outcome::Win(_), plies } => -100 + plies as i32,
        Value::Proven { outcome: Outcome::Draw, .. } | Value::Expected(_) => 0,
    }
}
