//! Placeholder of the skeleton, to be replaced.

use rules::{Doh, Game, View};

use super::doh_many::{self, DohManyMemory};
use super::{Knowledge, Strength};
use crate::analysis::{Analysis, Line, Value};
use crate::limits::{Control, Level, Limits};

impl Knowledge for Doh {
    type Memory = DohManyMemory;

    const LEVELS: [Strength; 10] = [Strength::FULL; 10];

    fn strength(&self, level: Level) -> Strength {
        if self.seats() > 2 {
            doh_many::doh_many_strength(level)
        } else {
            Self::LEVELS[level.number() as usize - 1]
        }
    }

    fn think(
        view: &View<Doh>,
        limits: &Limits,
        memory: &mut DohManyMemory,
        control: &mut Control<'_, <Doh as Game>::Move>,
    ) -> Analysis<<Doh as Game>::Move> {
        if view.position().seats() > 2 {
            return doh_many::think_doh_many(view, limits, memory, control);
        }
        let value = Value::Expected([0.25; 4]);
        let lines = view.position().moves().into_iter().map(|mv| Line { value, moves: vec![mv] }).collect();
        let mut analysis = Analysis::new(lines, 1);
        control.tell(&mut analysis);
        analysis
    }
}
