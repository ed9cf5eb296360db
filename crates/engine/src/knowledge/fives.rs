//! Three Fives: alpha-beta search for two players; for three, see `fives_many`.
//!
//! - [`numbers`]: moves as numbers.
//! - [`growth`]: what groups would become, and where they can be completed.
//! - [`position`]: a position for alpha-beta; [`features`], [`weights`] and [`evaluation`]: its evaluation;
//!   [`network`]: what was learned beside it.

mod evaluation;
mod features;
mod growth;
mod network;
mod numbers;
mod position;
#[cfg(test)]
mod tests;
mod weights;

use std::sync::Arc;

use rules::fives::Move;
use rules::{Fives, Game, Level, Seat, View};

use self::evaluation::Evaluation;
use self::network::Network;
use self::position::Position;
use super::fives_many::{self, FivesGuide};
use super::{Knowledge, Strength};
use crate::analysis::Analysis;
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::network::NetworkError;
use crate::search::alphabeta::{self, AlphaBeta};
use crate::search::mcts::{Tree, TreeSearch};
use crate::search::{Search, Status};

impl Knowledge for Fives {
    type Memory = Memory;
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

    fn start(view: &View<Fives>, limits: &Limits, memory: Memory) -> FivesSearch {
        let game = view.position();
        let Memory { search: memory, tree, network } = memory;
        let running = if game.seats() > 2 {
            Running::Many(Box::new(fives_many::start(game, limits, tree)), memory)
        } else {
            let evaluation = Evaluation::new(game, network.clone());
            let position = Position::new(game, evaluation.salt());
            let search = AlphaBeta::new(evaluation, position, numbers::name, limits, memory);
            Running::Two(Box::new(search), tree)
        };
        FivesSearch { running, network }
    }

    fn load_network(memory: &mut Memory, file: &[u8]) -> Result<(), NetworkError> {
        memory.network = Some(Arc::new(Network::read(file)?));
        Ok(())
    }

    fn forget(memory: &Memory) -> Memory {
        Memory { network: memory.network.clone(), ..Memory::default() }
    }
}

/// What is counted for a seat, weighed, in points: the higher, the better for it.
pub(super) fn merit(position: &rules::fives::Position, seat: Seat, is_mover: bool) -> i32 {
    weights::merit(position, seat, is_mover, &features::features(position, seat))
}

/// What one search leaves to the next.
#[derive(Default)]
pub struct Memory {
    search: alphabeta::Memory,
    tree: Tree<Fives>,
    /// The network that was loaded in place of the one that comes with the engine.
    network: Option<Arc<Network>>,
}

/// A search of Three Fives.
pub struct FivesSearch {
    running: Running,
    network: Option<Arc<Network>>,
}

/// A search, and what the other kind of search remembers.
enum Running {
    /// With two players.
    Two(Box<AlphaBeta<Evaluation, Move>>, Tree<Fives>),
    /// With three.
    Many(Box<TreeSearch<Fives, FivesGuide>>, alphabeta::Memory),
}

impl Search for FivesSearch {
    type Move = Move;
    type Memory = Memory;

    fn step(&mut self, control: &mut SearchControl<'_, Move>) -> Status {
        match &mut self.running {
            Running::Two(search, _) => search.step(control),
            Running::Many(search, _) => search.step(control),
        }
    }

    fn analysis(&self) -> Analysis<Move> {
        match &self.running {
            Running::Two(search, _) => search.analysis(),
            Running::Many(search, _) => search.analysis(),
        }
    }

    fn into_memory(self) -> Memory {
        let (search, tree) = match self.running {
            Running::Two(search, tree) => (search.into_memory(), tree),
            Running::Many(search, memory) => (memory, search.into_memory()),
        };
        Memory { search, tree, network: self.network }
    }
}
