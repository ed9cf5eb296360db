//! Placeholder of the skeleton, to be replaced.

use rules::fives::Move;
use rules::{Fives, Game, View};

use super::fives_many::{self, FivesManyMemory};
use super::{Knowledge, Strength};
use crate::analysis::Analysis;
use crate::limits::{Control, Level, Limits};

impl Knowledge for Fives {
    type Memory = FivesManyMemory;

    const LEVELS: [Strength; 10] = [Strength::FULL; 10];

    fn strength(&self, level: Level) -> Strength {
        if self.seats() > 2 { fives_many::fives_many_strength(level) } else { Self::LEVELS[level.index()] }
    }

    fn think(
        view: &View<Fives>,
        limits: &Limits,
        memory: &mut FivesManyMemory,
        control: &mut Control<'_, Move>,
    ) -> Analysis<Move> {
        fives_many::think_fives_many(view, limits, memory, control)
    }
}
