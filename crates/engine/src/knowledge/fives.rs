//! Three Fives: alpha-beta search with two players; `fives_many` thinks for three.
//!
//! - [`numbers`]: moves as numbers.
//! - [`growth`]: what groups would become, and where they can be completed.
//! - [`position`]: a position as the search sees it; [`features`], [`weights`] and [`evaluation`]: what
//!   it looks like.

mod evaluation;
mod features;
mod growth;
mod numbers;
mod position;
#[cfg(test)]
mod tests;
mod weights;

use rules::fives::Move;
use rules::{Fives, Game, View};

use self::evaluation::Evaluation;
use self::position::Position;
use super::fives_many::{self, FivesManyMemory};
use super::{Knowledge, Strength};
use crate::analysis::Analysis;
use crate::limits::{Control, Level, Limits};
use crate::search::alphabeta::{self, Thought};

impl Knowledge for Fives {
    type Memory = (alphabeta::Memory, FivesManyMemory);

    /// With two players. The lowest four see what their own move makes of the position and no more, the first so
    /// dimly that it often overlooks a group that it could complete. The others play as the fourth does when their
    /// attention slips, and with all they have when it does not: in this game a player who always looks further
    /// than another hardly ever loses, so that ten steps of depth would lie too far apart.
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
        if self.seats() > 2 { fives_many::fives_many_strength(level) } else { Self::LEVELS[level.index()] }
    }

    fn think(
        view: &View<Fives>,
        limits: &Limits,
        memory: &mut (alphabeta::Memory, FivesManyMemory),
        control: &mut Control<'_, Move>,
    ) -> Analysis<Move> {
        let game = view.position();
        if game.seats() > 2 {
            return fives_many::think_fives_many(view, limits, &mut memory.1, control);
        }
        let evaluation = Evaluation::new(game);
        let position = Position::new(game, evaluation.salt());
        alphabeta::think(
            &Thought { evaluation: &evaluation, position, name: numbers::name },
            limits,
            &mut memory.0,
            control,
        )
    }
}
