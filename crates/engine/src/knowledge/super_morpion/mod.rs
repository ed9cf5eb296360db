//! Super Morpion: alpha-beta search on a position of its own, evaluated by a network or, where
//! boards do not decide a game without a line, by weights that are fitted to games.

mod evaluation;
mod features;
mod handwritten;
mod network;
mod patterns;
mod position;
mod weights;

use std::sync::Arc;

use rules::super_morpion::Move;
use rules::{Game, SuperMorpion, View};

use self::evaluation::Evaluation;
use self::network::Network;
use self::position::{Position, name};
use super::{Knowledge, Strength};
use crate::analysis::Analysis;
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::network::NetworkError;
use crate::search::alphabeta::{self, AlphaBeta};
use crate::search::{Search, Status};

impl Knowledge for SuperMorpion {
    type Memory = Memory;
    type Search = SuperMorpionSearch;

    /// Level 1 scores 36 % (200 games) against a player who completes a line where possible and blocks the opponent's.
    /// Every other level scores 70 to 84 % against the one below (60 to 200 games a step); level 10 gets stronger with its time.
    const LEVELS: [Strength; 10] = {
        const fn level(depth: u32, nodes: u64, blur: f32) -> Strength {
            Strength { nodes, depth, blur, slips: 1.0 }
        }
        [
            level(1, 500, 0.27),
            level(1, 500, 0.143),
            level(1, 500, 0.078),
            level(2, 2000, 0.058),
            level(3, 4000, 0.039),
            level(4, 10_000, 0.018),
            level(u32::MAX, 600, 0.0),
            level(u32::MAX, 2600, 0.0),
            level(u32::MAX, 11_000, 0.0),
            Strength::FULL,
        ]
    };

    fn start(view: &View<SuperMorpion>, limits: &Limits, memory: Memory) -> SuperMorpionSearch {
        let game = view.position();
        let Memory { search, network } = memory;
        let evaluation = Evaluation::new(game.options().tiebreak(), network.clone());
        let search = AlphaBeta::new(evaluation, Position::new(game), name, limits, search);
        SuperMorpionSearch { search, network }
    }

    fn load_network(memory: &mut Memory, file: &[u8]) -> Result<(), NetworkError> {
        memory.network = Some(Arc::new(Network::read(file)?));
        Ok(())
    }

    fn forget(memory: &Memory) -> Memory {
        Memory { search: alphabeta::Memory::default(), network: memory.network.clone() }
    }
}

/// What one search leaves to the next.
#[derive(Default)]
pub struct Memory {
    search: alphabeta::Memory,
    /// The network that was loaded in place of the one that comes with the engine.
    network: Option<Arc<Network>>,
}

/// An alpha-beta search of Super Morpion.
pub struct SuperMorpionSearch {
    search: AlphaBeta<Evaluation, Move>,
    network: Option<Arc<Network>>,
}

impl Search for SuperMorpionSearch {
    type Move = Move;
    type Memory = Memory;

    fn step(&mut self, control: &mut SearchControl<'_, Move>) -> Status {
        self.search.step(control)
    }

    fn analysis(&self) -> Analysis<Move> {
        self.search.analysis()
    }

    fn into_memory(self) -> Memory {
        Memory { search: self.search.into_memory(), network: self.network }
    }
}
