//! Super Morpion: alpha-beta search on a position made for it, with an evaluation whose weights were fitted.

mod evaluation;
mod features;
mod position;
mod weights;

use rules::{Game, SuperMorpion, View};

use self::evaluation::Evaluation;
use self::position::{Position, name};
use super::{Knowledge, Strength};
use crate::analysis::Analysis;
use crate::limits::{Control, Limits};
use crate::search::alphabeta::{self, Thought};

impl Knowledge for SuperMorpion {
    type Memory = alphabeta::Memory;

    /// Level 1 loses to whoever takes a line that is there and parries the other's (36 %, of 200 games); every
    /// other level scores 75 to 79 % against the one below, and level 10 as much more as it is given time.
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

    fn think(
        view: &View<SuperMorpion>,
        limits: &Limits,
        memory: &mut alphabeta::Memory,
        control: &mut Control<'_, <SuperMorpion as Game>::Move>,
    ) -> Analysis<<SuperMorpion as Game>::Move> {
        let game = view.position();
        let evaluation = Evaluation::new(game.options().tiebreak());
        let thought = Thought { evaluation: &evaluation, position: Position::new(game), name };
        alphabeta::think(&thought, limits, memory, control)
    }
}
