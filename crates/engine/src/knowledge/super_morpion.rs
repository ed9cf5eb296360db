//! Placeholder of the skeleton, to be replaced.

use rules::{Game, SuperMorpion, View};

use super::{Knowledge, Strength};
use crate::analysis::{Analysis, Line, Value};
use crate::limits::{Control, Limits};

impl Knowledge for SuperMorpion {
    type Memory = ();

    const LEVELS: [Strength; 10] = [Strength::FULL; 10];

    fn think(
        view: &View<SuperMorpion>,
        _limits: &Limits,
        _memory: &mut (),
        control: &mut Control<'_, <SuperMorpion as Game>::Move>,
    ) -> Analysis<<SuperMorpion as Game>::Move> {
        let value = Value::Expected([0.25; 4]);
        let lines = view.position().moves().into_iter().map(|mv| Line { value, moves: vec![mv] }).collect();
        let mut analysis = Analysis::new(lines, 1);
        control.tell(&mut analysis);
        analysis
    }
}
