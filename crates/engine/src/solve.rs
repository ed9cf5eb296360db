//! Games solved from nothing: no table that was made before is used.
//!
//! ```
//! use engine::solve::{self, Verdict};
//!
//! let solution = solve::doh();
//! assert_eq!(solution.value, Verdict::Draw);
//! let medium = solution.openings.iter().find(|opening| opening.mv.to_string() == "Mc3").unwrap();
//! assert_eq!((medium.value, medium.plies), (Verdict::Loss, 6));
//! ```

use std::fmt;
use std::ops::ControlFlow;

use rules::doh::Move;
use rules::{Doh, Game};

use crate::knowledge::doh::board::{Board, PIECES};
use crate::knowledge::doh::reach::Layer;
use crate::knowledge::doh::solver::{Score, Solver};

/// How a game ends for one player, both playing their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// That player wins.
    Win,
    /// The other player wins.
    Loss,
    /// A draw.
    Draw,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Win => "win",
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
        })
    }
}

impl From<Score> for Verdict {
    fn from(score: Score) -> Verdict {
        match (score.is_win(), score.is_loss()) {
            (true, _) => Verdict::Win,
            (_, true) => Verdict::Loss,
            _ => Verdict::Draw,
        }
    }
}

/// What a first move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The move.
    pub mv: Move,
    /// How the game ends for the player who makes it.
    pub value: Verdict,
    /// How many moves the whole game takes, this one included. A draw takes all fifteen.
    pub plies: u32,
}

/// A game that was solved from its first position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How it ends for the player who begins.
    pub value: Verdict,
    /// The number of moves to the end, if the winner hurries and the loser delays.
    pub plies: u32,
    /// How many positions were worked out. Those that are the same turned, mirrored or elsewhere on the table count
    /// once; those in which a line can be completed at once need no work and do not count.
    pub positions: u64,
    /// What every first move is worth.
    pub openings: Vec<Opening>,
}

/// Solves Tic Tac Doh! with two players from nothing.
pub fn doh() -> Solution {
    let mut solver = Solver::from_nothing();
    let start = Doh::new(Default::default());
    let openings = start
        .moves()
        .into_iter()
        .filter_map(|mv| {
            let mut next = start;
            next.play_unchecked(mv);
            let score = solver.score(Board::of(&next).least(), &mut || true)?.before();
            Some(Opening { mv, value: score.into(), plies: score.plies(0) })
        })
        .collect();
    let score = solver.score(Board::default(), &mut || true).unwrap_or(Score::DRAW);
    Solution { value: score.into(), plies: score.plies(0), positions: solver.positions() as u64, openings }
}
/// How far [`doh_all`] has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many positions were gone through.
    pub done: u64,
    /// How many there are to go through.
    pub total: u64,
}

/// How many positions of Tic Tac Doh! there are.
///
/// Positions that are the same turned, mirrored or elsewhere on the table count once. Every position counts that
/// some game can come to, however badly played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions won by the player to move.
    pub won: u64,
    /// Positions lost by the player to move.
    pub lost: u64,
    /// Positions in which neither can win against best play.
    pub drawn: u64,
    /// Positions that are over because of a line. Nobody is to move in them, so they do not count as lost.
    pub over_by_line: u64,
    /// Positions that are over because no piece of the stash can be put anywhere. They do not count as lost.
    pub over_by_block: u64,
    /// Positions that are over because all pieces are in play. They do not count as drawn.
    pub over_drawn: u64,
    /// For each number of moves to the end with best play, from 0: how many positions are won and lost in so many.
    pub by_distance: Vec<(u64, u64)>,
}

impl Census {
    /// All positions in which a player is to move.
    pub fn to_move(&self) -> u64 {
        self.won + self.lost + self.drawn
    }

    /// All positions, those that are over included.
    pub fn all(&self) -> u64 {
        self.to_move() + self.over_by_line + self.over_by_block + self.over_drawn
    }

    fn count(&mut self, board: Board, score: Score) {
        let plies = score.plies(board.placed()) as usize;
        if self.by_distance.len() <= plies {
            self.by_distance.resize(plies + 1, (0, 0));
        }
        match Verdict::from(score) {
            _ if board.placed() == PIECES => self.over_drawn += 1,
            Verdict::Loss if plies == 0 => self.over_by_block += 1,
            Verdict::Win => {
                self.won += 1;
                self.by_distance[plies].0 += 1;
            }
            Verdict::Loss => {
                self.lost += 1;
                self.by_distance[plies].1 += 1;
            }
            Verdict::Draw => self.drawn += 1,
        }
    }
}

/// How many positions of Tic Tac Doh! have no line; known beforehand only to tell how far the work has come.
const WITHOUT_LINE: u64 = 8_685_413;

/// How many positions pass between two calls of `progress`.
const TELL: u64 = 1 << 14;

/// Values every position that a game of Tic Tac Doh! with two players can come to, from nothing, with its distance
/// under best play. `None` if `progress`, which is called many times a second, broke off.
pub fn doh_all(progress: &mut dyn FnMut(Progress) -> ControlFlow<()>) -> Option<Census> {
    let mut census = Census::default();
    let mut solver = Solver::from_nothing();
    let mut done = 0;
    let mut layer = Layer::first();
    while !layer.open.is_empty() {
        census.over_by_line += layer.won.len() as u64;
        let next = layer.next(|board| {
            done += 1;
            if done % TELL == 0 {
                progress(Progress { done, total: WITHOUT_LINE })?;
            }
            let score = if board.can_complete() {
                Some(Score::WIN_IN_ONE)
            } else {
                solver.score(board, &mut || true)
            };
            score.map_or(ControlFlow::Break(()), |score| {
                census.count(board, score);
                ControlFlow::Continue(())
            })
        });
        let ControlFlow::Continue(next) = next else { return None };
        layer = next;
    }
    Some(census)
}
