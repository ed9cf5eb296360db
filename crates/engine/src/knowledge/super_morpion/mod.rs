//! Super Morpion: alpha-beta search on a position of its own, with an evaluation whose weights are fitted to games.

mod evaluation;
mod features;
mod position;
mod weights;

use rules::super_morpion::Move;
use rules::{Game, SuperMorpion, View};

use self::evaluation::Evaluation;
use self::position::{Position, name};
use super::{Knowledge, Strength};
use crate::analysis::Analysis;
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::search::alphabeta::{self, AlphaBeta};
use crate::search::{Search, Status};

impl Knowledge for SuperMorpion {
    type Memory = alphabeta::Memory;
    type Search = SuperMorpionSearch;

    /// Level 1 scores 36 % (200 games) against a player who completes a line where possible and blocks the opponent's.
    /// Every other level scores 75 to 79 % against the one below; level 10 gets stronger with its time.
    const LEVELS: [Strength; 10] = {
        const fn level(depth: u32, nodes: u64, blur: f32) -> Strength {
            Strength { nodes, depth, blur, slips: 1.0 }
        }
        [
            level(1, 500, 0.27),
            level(1, 500, 0.143),
            level(1, 500, 0.078),
            level(2, 2000, 0.068),
            level(3, 4000, 0.051),
            level(4, 10_000, 0.0305),
            level(u32::MAX, 970, 0.0),
            level(u32::MAX, 3170, 0.0),
            level(u32::MAX, 12_600, 0.0),
            Strength::FULL,
        ]
    };

    fn start(view: &View<SuperMorpion>, limits: &Limits, memory: alphabeta::Memory) -> SuperMorpionSearch {
        let game = view.position();
        let evaluation = Evaluation::new(game.options().tiebreak());
        SuperMorpionSearch(AlphaBeta::new(evaluation, Position::new(game), name, limits, memory))
    }
}

/// An alpha-beta search of Super Morpion.
pub struct SuperMorpionSearch(AlphaBeta<Evaluation, Move>);

impl Search for SuperMorpionSearch {
    type Move = Move;
    type Memory = alphabeta::Memory;

    fn step(&mut self, control: &mut SearchControl<'_, Move>) -> Status {
        self.0.step(control)
    }

    fn analysis(&self) -> Analysis<Move> {
        self.0.analysis()
    }

    fn into_memory(self) -> alphabeta::Memory {
        self.0.into_memory()
    }
}
