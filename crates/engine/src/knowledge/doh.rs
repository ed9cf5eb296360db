//! Tic Tac Doh!: perfect with two players; with more, see [`doh_many`].
//!
//! - [`board`]: a position in one word, so that positions that are the same turned, mirrored or moved are one.
//! - [`solver`]: the exact value of any position, and [`early`] those that would take longest, known beforehand.
//! - [`reach`]: every position that a game can come to.
//! - [`two`]: from values to moves and lines.

pub(crate) mod board;
mod early;
pub(crate) mod reach;
pub(crate) mod solver;
#[cfg(test)]
mod tests;
mod two;

use rules::{Doh, Game, View};

use super::doh_many::{self, DohManyMemory};
use super::{Knowledge, Strength};
use crate::analysis::Analysis;
use crate::limits::{Control, Level, Limits};

impl Knowledge for Doh {
    type Memory = (solver::Solver, DohManyMemory);

    /// With two players. Level 1 sees a line that it can complete half of the time and nothing else; level 3 begins
    /// to see those that it leaves to the other. Each level scores 70 to 79 % against the one below: the test
    /// `each_level_beats_the_one_below` plays them.
    const LEVELS: [Strength; 10] = {
        const fn level(depth: u32, blur: f32) -> Strength {
            Strength { nodes: u64::MAX, depth, blur, slips: 1.0 }
        }
        [
            level(1, 0.5),
            level(1, 0.22),
            level(2, 0.42),
            level(2, 0.265),
            level(3, 0.15),
            level(5, 0.12),
            level(7, 0.1),
            level(10, 0.16),
            level(12, 0.16),
            Strength::FULL,
        ]
    };

    fn strength(&self, level: Level) -> Strength {
        if self.seats() > 2 {
            doh_many::doh_many_strength(self.seats(), level)
        } else {
            Self::LEVELS[level.index()]
        }
    }

    fn think(
        view: &View<Doh>,
        limits: &Limits,
        (two, many): &mut (solver::Solver, DohManyMemory),
        control: &mut Control<'_, <Doh as Game>::Move>,
    ) -> Analysis<<Doh as Game>::Move> {
        let game = view.position();
        if game.seats() == 2 {
            two::think(game, limits, two, control)
        } else {
            doh_many::think_doh_many(view, limits, many, control)
        }
    }
}
