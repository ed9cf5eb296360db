//! Tic Tac Doh! for two, solved from scratch, with the value of every position.

use std::ops::ControlFlow;

use rules::{AnyMove, Doh, Game};

use super::{Atlas, Census, GameSolver, MultiplayerSolver, Progress, Solution, SolvedOpening, Verdict};
use crate::knowledge::doh::board::{Board, PIECES};
use crate::knowledge::doh::reachable::Layer;
use crate::knowledge::doh::solver::{ExactScore, Solver};

/// How Tic Tac Doh! is solved.
pub(crate) const DOH: GameSolver = GameSolver {
    start: || Some(doh()),
    census: Some(doh_all),
    multiplayer: Some(|players, progress| MultiplayerSolver::new(players)?.solve(progress)),
    atlas: Some(Atlas::new),
};

impl From<ExactScore> for Verdict {
    fn from(score: ExactScore) -> Verdict {
        match (score.is_win(), score.is_loss()) {
            (true, _) => Verdict::Win,
            (_, true) => Verdict::Loss,
            _ => Verdict::Draw,
        }
    }
}

/// Solves Tic Tac Doh! with two players from scratch.
pub fn doh() -> Solution {
    let mut solver = Solver::from_nothing();
    let start = Doh::new(Default::default());
    let openings = start
        .moves()
        .into_iter()
        .filter_map(|mv| {
            let mut next = start;
            next.play_unchecked(mv);
            let score = solver.score(Board::of(&next).canonical(), &mut || true)?.before();
            Some(SolvedOpening { mv: AnyMove::Doh(mv), value: score.into(), plies: score.plies(0) })
        })
        .collect();
    let score = solver.score(Board::default(), &mut || true).unwrap_or(ExactScore::DRAW);
    Solution { value: score.into(), plies: score.plies(0), positions: solver.positions() as u64, openings }
}

impl Census {
    fn count(&mut self, board: Board, score: ExactScore) {
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

/// The number of positions of Tic Tac Doh! without a line. It is only used to report progress.
pub(super) const WITHOUT_LINE: u64 = 8_685_413;

/// How many positions pass between two calls of `progress`.
pub(super) const PROGRESS_INTERVAL: u64 = 1 << 14;

/// Computes the value of every position that a game of Tic Tac Doh! with two players can reach, from scratch, with its
/// distance to the end under best play. `None` if `progress`, which is called many times a second, broke off.
pub fn doh_all(progress: &mut dyn FnMut(Progress) -> ControlFlow<()>) -> Option<Census> {
    let mut census = Census::default();
    let mut solver = Solver::from_nothing();
    let mut done = 0;
    let mut layer = Layer::first();
    while !layer.open.is_empty() {
        census.over_by_line += layer.won.len() as u64;
        let next = layer.next(|board| {
            done += 1;
            if done % PROGRESS_INTERVAL == 0 {
                progress(Progress { done, total: WITHOUT_LINE })?;
            }
            let score = if board.can_complete() {
                Some(ExactScore::WIN_IN_ONE)
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
