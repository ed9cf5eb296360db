//! The result of a search.

use std::fmt;
use std::time::Duration;

use rules::{Outcome, Seat};

/// The value of a move or a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Proven: with best play, the game ends with this outcome, this many moves after the position that was searched.
    Proven {
        /// How it ends.
        outcome: Outcome,
        /// After how many moves of all players.
        plies: u32,
    },
    /// Not proven: the expected share of each seat, from 0 (certain loss) to 1 (certain win). A draw counts a half, or
    /// an equal share with more than two players; the shares add up to 1.
    Expected([f32; 4]),
}

impl Value {
    /// An expected value for two seats, where `seat` has this share.
    pub fn for_two(seat: Seat, share: f32) -> Value {
        let mut shares = [0.0; 4];
        shares[seat.index() & 1] = share;
        shares[seat.other().index() & 1] = 1.0 - share;
        Value::Expected(shares)
    }

    /// The share that `seat` can expect, from 0 to 1, in a game for `seats`.
    pub fn share(&self, seat: Seat, seats: u8) -> f32 {
        match *self {
            Value::Proven { outcome: Outcome::Win(winner), .. } => f32::from(u8::from(winner == seat)),
            Value::Proven { outcome: Outcome::Draw, .. } => 1.0 / f32::from(seats),
            Value::Expected(shares) => shares[seat.index() & 3],
        }
    }

    /// Whether it is proven.
    pub fn is_proven(&self) -> bool {
        matches!(self, Value::Proven { .. })
    }
}

/// How many moves the winner makes in a forced win that takes `plies` moves of all players together. The winner makes
/// the last of them. Texts for people count a win this way: "wins in 3 moves".
pub fn winner_moves(plies: u32, seats: u8) -> u32 {
    plies.div_ceil(u32::from(seats.max(1)))
}

/// `win1 in 7`, `draw in 3` or `0.53 0.47`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Proven { outcome, plies } => write!(f, "{outcome} in {plies}"),
            Value::Expected(shares) => {
                let last = shares.iter().rposition(|&share| share > 0.0).unwrap_or(0).max(1);
                let texts: Vec<String> = shares[..=last].iter().map(|share| format!("{share:.2}")).collect();
                f.write_str(&texts.join(" "))
            }
        }
    }
}

/// A principal variation: a move, its value, and the best play that follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The value of the first move.
    pub value: Value,
    /// The move, then the moves that follow. Never empty.
    pub moves: Vec<M>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<M> {
    /// The move to play. At the highest level the first of the best line; lower levels may choose another.
    pub chosen: M,
    /// The best moves found, best first. Never empty.
    pub lines: Vec<Line<M>>,
    /// The depth of the last whole iteration, for searches that count in moves.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether it comes from the opening book, without a search.
    pub is_from_book: bool,
}

impl<M: Copy> Analysis<M> {
    /// An analysis with these lines, best first.
    ///
    /// # Panics
    /// If there is no line: a search always knows a legal move.
    pub fn new(lines: Vec<Line<M>>, depth: u32) -> Analysis<M> {
        Analysis {
            chosen: lines[0].moves[0],
            lines,
            depth,
            nodes: 0,
            elapsed: Duration::ZERO,
            is_from_book: false,
        }
    }

    /// The value of the best line.
    pub fn value(&self) -> Value {
        self.lines[0].value
    }

    /// Positions visited per second; 0 if no time was measured.
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }

    /// The same analysis with other moves.
    pub(crate) fn map<N: Copy>(self, f: fn(M) -> N) -> Analysis<N> {
        let line = |line: Line<M>| Line { value: line.value, moves: line.moves.into_iter().map(f).collect() };
        Analysis {
            chosen: f(self.chosen),
            lines: self.lines.into_iter().map(line).collect(),
            depth: self.depth,
            nodes: self.nodes,
            elapsed: self.elapsed,
            is_from_book: self.is_from_book,
        }
    }
}
