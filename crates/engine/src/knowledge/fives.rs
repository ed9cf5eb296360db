//! Three Fives: alpha-beta search for two players; for three, see [`multiplayer`].
//!
//! - [`numbers`]: moves as numbers.
//! - [`growth`]: what groups would become, and where they can be completed.
//! - [`position`]: a position for alpha-beta; [`features`], [`weights`] and [`evaluation`]: its evaluation;
//!   [`network`]: a network whose value is added to it.

mod evaluation;
mod features;
mod growth;
mod multiplayer;
mod network;
mod numbers;
mod position;
#[cfg(test)]
mod tests;
mod weights;

use rules::fives::Move;
use rules::{Fives, Game, Level, Seat, View};

use self::evaluation::FivesEvaluation;
use self::multiplayer::FivesGuide;
use self::network::Network;
use self::position::Position;
use super::{Knowledge, Strength};
use crate::analysis::Analysis;
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::network::{NetworkChoice, NetworkError, NetworkSource, UnusedNetwork};
use crate::search::alphabeta::{self, AlphaBeta};
use crate::search::mcts::{MctsTree, TreeSearch};
use crate::search::{Search, Status};

impl Knowledge for Fives {
    type Memory = FivesMemory;
    type Search = FivesSearch;

    /// For two players. The lowest four look one move ahead, the first with so much blur that it often overlooks a
    /// group that it could complete. The others play like the fourth when their attention slips, and at full strength
    /// otherwise: in this game a player who always looks further than the opponent hardly ever loses, so ten steps of
    /// depth would be too far apart.
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
        if self.seats() > 2 { multiplayer::strength(level) } else { Self::LEVELS[level.index()] }
    }

    fn start(view: &View<Fives>, limits: &Limits, memory: FivesMemory) -> FivesSearch {
        let game = view.position();
        let FivesMemory { search: memory, tree, network } = memory;
        let running = if game.seats() > 2 {
            FivesSearchKind::Multiplayer(Box::new(multiplayer::start(game, limits, tree)), memory)
        } else {
            let evaluation = FivesEvaluation::new(game, &network);
            let position = Position::new(game, evaluation.salt());
            let search = AlphaBeta::new(evaluation, position, numbers::move_of, limits, memory);
            FivesSearchKind::Two(Box::new(search), tree)
        };
        FivesSearch { running, network }
    }

    fn use_network(memory: &mut FivesMemory, source: NetworkSource<'_>) -> Result<(), NetworkError> {
        memory.network.choose(source, Network::read)
    }

    fn unused_network(&self, memory: &FivesMemory) -> Option<UnusedNetwork> {
        memory.network.unused(self.seats() == 2, Network::standard)
    }

    fn forget(memory: &FivesMemory) -> FivesMemory {
        FivesMemory { network: memory.network.clone(), ..FivesMemory::default() }
    }
}

/// The weighted sum of a seat's features, in points: higher is better for that seat.
fn seat_value(position: &rules::fives::Position, seat: Seat, is_mover: bool) -> i32 {
    weights::seat_value(position, seat, is_mover, &features::features(position, seat))
}

/// What one search leaves to the next.
#[derive(Default)]
pub struct FivesMemory {
    search: alphabeta::AlphaBetaMemory,
    tree: MctsTree<Fives>,
    network: NetworkChoice<Network>,
}

/// A search of Three Fives.
pub struct FivesSearch {
    running: FivesSearchKind,
    network: NetworkChoice<Network>,
}

/// The search of one kind, and the memory of the other kind.
enum FivesSearchKind {
    /// With two players.
    Two(Box<AlphaBeta<FivesEvaluation, Move>>, MctsTree<Fives>),
    /// With three.
    Multiplayer(Box<TreeSearch<Fives, FivesGuide>>, alphabeta::AlphaBetaMemory),
}

impl Search for FivesSearch {
    type Move = Move;
    type Memory = FivesMemory;

    fn step(&mut self, control: &mut SearchControl<'_, Move>) -> Status {
        match &mut self.running {
            FivesSearchKind::Two(search, _) => search.step(control),
            FivesSearchKind::Multiplayer(search, _) => search.step(control),
        }
    }

    fn analysis(&self) -> Analysis<Move> {
        match &self.running {
            FivesSearchKind::Two(search, _) => search.analysis(),
            FivesSearchKind::Multiplayer(search, _) => search.analysis(),
        }
    }

    fn into_memory(self) -> FivesMemory {
        let (search, tree) = match self.running {
            FivesSearchKind::Two(search, tree) => (search.into_memory(), tree),
            FivesSearchKind::Multiplayer(search, memory) => (memory, search.into_memory()),
        };
        FivesMemory { search, tree, network: self.network }
    }
}
