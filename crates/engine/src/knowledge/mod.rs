//! How each game is thought about: one file per game.

pub mod cards;
pub(crate) mod doh;
mod doh_many;
mod fives;
mod fives_many;
mod morpion;
mod super_morpion;

use rules::{Game, Rng, Seat, Viewer};

use crate::analysis::Analysis;
use crate::limits::{Control, Level, Limits};

/// What must be known of a game to think about it.
pub trait Knowledge: Game {
    /// What is kept from one thought to the next: tables, trees.
    type Memory: Default + Send;

    /// Whether players have secrets, so that a view is less than a position.
    const HIDES: bool = false;

    /// How well each level plays.
    const LEVELS: [Strength; 10];

    /// How well a level plays this very game, where that depends on its options: the number of players, say.
    fn strength(&self, level: Level) -> Strength {
        Self::LEVELS[level.index()]
    }

    /// Whether this viewer knows enough to think for `seat`, whose turn it is. Where nothing is hidden, anyone does.
    fn can_see(_view: &rules::View<Self>, _seat: Seat) -> bool {
        true
    }

    /// Finds the best moves of the seat whose turn it is. `control` says when to stop; a legal move is known from
    /// the first moment on. At least `limits.lines` lines are given where there are so many moves; a level that
    /// chooses among moves asks for more.
    fn think(
        view: &rules::View<Self>,
        limits: &Limits,
        memory: &mut Self::Memory,
        control: &mut Control<'_, Self::Move>,
    ) -> Analysis<Self::Move>;
}

/// For games with hidden hands: only the player to move can think.
pub(crate) fn is_viewer<G: Game>(view: &rules::View<G>, seat: Seat) -> bool {
    view.viewer() == Viewer::Seat(seat)
}

/// How well a level plays: it sees less far and less clearly, always or when its attention slips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// It looks at no more positions than this.
    pub nodes: u64,
    /// It looks no further ahead than this.
    pub depth: u32,
    /// It cannot tell apart moves whose expected scores differ by much less than this: the standard deviation of the
    /// error with which it sees each.
    pub blur: f32,
    /// How often its attention slips, from 0 to 1: at the other moves it holds nothing back.
    pub slips: f32,
}

impl Strength {
    /// Nothing held back.
    pub const FULL: Strength = Strength { nodes: u64::MAX, depth: u32::MAX, blur: 0.0, slips: 0.0 };

    /// How well it plays this one move.
    pub(crate) fn at_this_move(self, seed: u64) -> Strength {
        let is_attentive = self.slips < 1.0 && uniform(&mut Rng::new(seed ^ 0x0a77_e471)) >= self.slips;
        if is_attentive { Strength::FULL } else { self }
    }

    /// The limits, narrowed to what this strength allows.
    pub(crate) fn narrow(&self, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        if self.nodes < u64::MAX {
            limits.nodes = Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes)));
        }
        if self.depth < u32::MAX {
            limits.depth = Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth)));
        }
        if self.blur > 0.0 {
            limits.lines = usize::MAX;
        }
        limits
    }

    /// The move that this strength takes for the best: the one that looks best when each value is seen blurred.
    pub(crate) fn choose<G: Game>(&self, analysis: &Analysis<G::Move>, game: &G, seed: u64) -> G::Move {
        let (Some(seat), true) = (game.to_move(), self.blur > 0.0) else { return analysis.chosen };
        let mut rng = Rng::new(seed ^ 0x7e57_ab1e);
        let mut best = (f32::MIN, analysis.chosen);
        for line in &analysis.lines {
            let seen = line.value.share(seat, game.seats()) + self.blur * normal(&mut rng);
            if seen > best.0 {
                best = (seen, line.moves[0]);
            }
        }
        best.1
    }
}

/// Levels by playouts and blur, for searches that count in playouts; the tenth holds nothing back.
const fn levels(nine: [(u64, f32); 9]) -> [Strength; 10] {
    let mut levels = [Strength::FULL; 10];
    let mut i = 0;
    while i < 9 {
        levels[i] = Strength { nodes: nine[i].0, depth: u32::MAX, blur: nine[i].1, slips: 1.0 };
        i += 1;
    }
    levels
}

/// A number from the standard normal distribution, near enough: the sum of twelve uniform ones, less six.
fn normal(rng: &mut Rng) -> f32 {
    (0..12).map(|_| uniform(rng)).sum::<f32>() - 6.0
}

/// A number from 0 up to but not including 1.
fn uniform(rng: &mut Rng) -> f32 {
    rng.below(1 << 24) as f32 / (1 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attention_slips_as_often_as_it_should() {
        for slips in [0.0, 0.1, 0.44, 1.0] {
            let strength = Strength { depth: 1, slips, ..Strength::FULL };
            let slipped = |seed| strength.at_this_move(seed) == strength;
            // A program that counts its moves gives seeds that follow each other.
            let times = (0..10_000).filter(|&seed| slipped(seed)).count();
            assert!((times as f32 / 10_000.0 - slips).abs() < 0.02, "{times} of 10 000 at {slips}");
        }
    }
}
