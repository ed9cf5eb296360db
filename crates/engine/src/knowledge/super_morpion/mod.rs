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

    const LEVELS: [Strength; 10] = [Strength::FULL; 10];

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
