//! Three Fives: alpha-beta search for two players; for three, see `fives_many`.
//!
//! - [`numbers`]: moves as numbers.
//! - [`growth`]: what groups would become, and where they can be completed.
//! - [`position`]: a position for alpha-beta; [`features`], [`weights`] and [`evaluation`]: its evaluation.

mod evaluation;
mod features;
mod growth;
mod numbers;
mod position;
#[cfg(test)]
mod tests;
mod weights;

use rules::fives::Move;
use rules::{Fives, Game, Level, View};

use self::evaluation::Evaluation;
use self::position::Position;
use super::fives_many::{self, FivesGuide};
use super::{Knowledge, Strength};
use crate::analysis::Analysis;
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::search::alphabeta::{self, AlphaBeta};
use crate::search::mcts::{Tree, TreeSearch};
use crate::search::{Search, Status};

impl Knowledge for Fives {
    type Memory = (alphabeta::Memory, Tree<Fives>);
    type Search = FivesSearch;

    /// For two players. The lowest four look one move ahead, the first with so much blur that it often overlooks a group
    /// that it could complete. The others play like the fourth when their attention slips, and at full strength when it
    /// does not: in this game a player who always looks further than the opponent hardly ever loses, so that ten steps
    /// of depth would lie too far apart.
    const LEVELS: [Strength; 10] = {
        const fn level(blur: f32, slips: f32) -> Strength {
            Strength { nodes: u64::MAX, depth: 1, blur, slips }
        }
        [
            level(0.52, 1.0),
            level(0.325, 1.0),
            level(0.21, 1.0),
            level(0.135, 1.0),
            level(0.13, 0.84),
            level(0.13, 0.67),
            level(0.13, 0.44),
            level(0.13, 0.25),
            level(0.13, 0.1),
            Strength::FULL,
        ]
    };

    fn strength(&self, level: Level) -> Strength {
        if self.seats() > 2 { fives_many::strength(level) } else { Self::LEVELS[level.index()] }
    }

    fn start(view: &View<Fives>, limits: &Limits, (memory, tree): Self::Memory) -> FivesSearch {
        let game = view.position();
        if game.seats() > 2 {
            return FivesSearch::Many(Box::new(fives_many::start(game, limits, tree)), memory);
        }
        let evaluation = Evaluation::new(game);
        let position = Position::new(game, evaluation.salt());
        let search = AlphaBeta::new(evaluation, position, numbers::name, limits, memory);
        FivesSearch::Two(Box::new(TwoPlayerSearch(search)), tree)
    }
}

/// An alpha-beta search of Three Fives.
pub struct TwoPlayerSearch(AlphaBeta<Evaluation, Move>);

/// A search of Three Fives, and what the other kind of search remembers.
pub enum FivesSearch {
    /// With two players.
    Two(Box<TwoPlayerSearch>, Tree<Fives>),
    /// With three.
    Many(Box<TreeSearch<Fives, FivesGuide>>, alphabeta::Memory),
}

impl Search for FivesSearch {
    type Move = Move;
    type Memory = (alphabeta::Memory, Tree<Fives>);

    fn step(&mut self, control: &mut SearchControl<'_, Move>) -> Status {
        match self {
            FivesSearch::Two(search, _) => search.0.step(control),
            FivesSearch::Many(search, _) => search.step(control),
        }
    }

    fn analysis(&self) -> Analysis<Move> {
        match self {
            FivesSearch::Two(search, _) => search.0.analysis(),
            FivesSearch::Many(search, _) => search.analysis(),
        }
    }

    fn into_memory(self) -> (alphabeta::Memory, Tree<Fives>) {
        match self {
            FivesSearch::Two(search, tree) => (search.0.into_memory(), tree),
            FivesSearch::Many(search, memory) => (memory, search.into_memory()),
        }
    }
}
