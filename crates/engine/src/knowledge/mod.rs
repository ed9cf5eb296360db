//! How the engine plays each game: one file per game.

pub mod cards;
pub(crate) mod doh;
mod fives;
mod morpion;
mod super_morpion;

use rules::{Game, Level, Outcome, Rng, Seat, Viewer};

use crate::analysis::Analysis;
use crate::book::{BookError, BookLine};
use crate::limits::Limits;
use crate::network::{NetworkError, NetworkSource, UnusedNetwork};
use crate::search::Search;
use crate::solve::GameSolver;

/// A game that the engine can play.
pub trait Knowledge: Game + Send {
    /// What one search leaves to the next: tables, trees.
    type Memory: Default + Send;
    /// A search of the game.
    type Search: Search<Move = Self::Move, Memory = Self::Memory> + Send;

    /// The strength of each level.
    const LEVELS: [Strength; 10];

    /// How the game is solved from scratch; `None` if it is too large.
    const SOLVER: Option<GameSolver> = None;

    /// The text of the opening book that comes with the engine, if there is one.
    const BOOK: Option<&'static str> = None;

    /// The strength of a level in this game, where that depends on its options, such as the number of players.
    fn strength(&self, level: Level) -> Strength {
        Self::LEVELS[level.index()]
    }

    /// Whether this viewer knows enough to search for `seat`, whose turn it is. If nothing is hidden, every viewer does.
    fn can_see(_view: &rules::View<Self>, _seat: Seat) -> bool {
        true
    }

    /// The outcome under best play by every seat, and the number of moves until then. `None` unless the game is solved
    /// for every position. A finished game has its own outcome, after no move.
    fn exact(&self, _memory: &mut Self::Memory) -> Option<(Outcome, u32)> {
        None
    }

    /// Starts a search for the best moves of the seat to move. Its analysis has at least `limits.lines` lines if there
    /// are that many moves; a level that chooses among moves asks for more.
    fn start(view: &rules::View<Self>, limits: &Limits, memory: Self::Memory) -> Self::Search;

    /// Evaluates positions from now on with this network. If it is a file that is refused, the hand-written evaluation
    /// is used. A game that no network evaluates refuses every file.
    fn use_network(_memory: &mut Self::Memory, source: NetworkSource<'_>) -> Result<(), NetworkError> {
        match source {
            NetworkSource::File(_) => Err(NetworkError::NoNetwork),
            NetworkSource::BuiltIn | NetworkSource::HandWritten => Ok(()),
        }
    }

    /// Why the network that was chosen does not evaluate this position, if it does not.
    fn unused_network(&self, _memory: &Self::Memory) -> Option<UnusedNetwork> {
        None
    }

    /// Uses the opening book in a text from now on, or none if it is refused.
    fn load_book(_memory: &mut Self::Memory, _text: &str) -> Result<(), BookError> {
        Err(BookError::NoBook)
    }

    /// The opening book's entry for this position.
    fn book_line(&self, _memory: &Self::Memory) -> Option<BookLine<Self::Move>> {
        None
    }

    /// A memory without the results of searches, but with the network and the book that were chosen.
    fn forget(_memory: &Self::Memory) -> Self::Memory {
        Self::Memory::default()
    }
}

/// For games with hidden hands: only the player to move knows enough.
pub(crate) fn is_viewer<G: Game>(view: &rules::View<G>, seat: Seat) -> bool {
    view.viewer() == Viewer::Seat(seat)
}

/// How a level is weakened: less search and blurred values, at every move or when its attention slips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// At most this many positions.
    pub nodes: u64,
    /// At most this many moves ahead.
    pub depth: u32,
    /// The standard deviation of the random error added to the value of each move: moves whose values differ by much
    /// less than this are chosen about equally often.
    pub blur: f32,
    /// The probability, from 0 to 1, that a move is played with this weakness; the others are played at full strength.
    pub slips: f32,
}

impl Strength {
    /// Full strength.
    pub const FULL: Strength = Strength { nodes: u64::MAX, depth: u32::MAX, blur: 0.0, slips: 0.0 };

    /// The strength at one move: weakened, or full if the attention does not slip.
    pub(crate) fn at_move(self, seed: u64) -> Strength {
        let is_attentive = self.slips < 1.0 && uniform(&mut Rng::new(seed ^ 0x0a77_e471)) >= self.slips;
        if is_attentive { Strength::FULL } else { self }
    }

    /// The limits, reduced to what this strength allows.
    pub(crate) fn narrow(&self, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        if *self != Strength::FULL {
            // Other threads would make the level stronger.
            limits.threads = 1;
        }
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

    /// The best move after blurring the value of each.
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

/// Levels by playouts and blur, for searches that count playouts; the tenth has full strength.
const fn levels(nine: [(u64, f32); 9]) -> [Strength; 10] {
    let mut levels = [Strength::FULL; 10];
    let mut i = 0;
    while i < 9 {
        levels[i] = Strength { nodes: nine[i].0, depth: u32::MAX, blur: nine[i].1, slips: 1.0 };
        i += 1;
    }
    levels
}

/// An approximately normal random number: the sum of twelve uniform ones, minus six.
fn normal(rng: &mut Rng) -> f32 {
    (0..12).map(|_| uniform(rng)).sum::<f32>() - 6.0
}

/// A random number from 0 up to but not including 1.
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
            let slipped = |seed| strength.at_move(seed) == strength;
            // A program that counts its moves uses consecutive seeds.
            let times = (0..10_000).filter(|&seed| slipped(seed)).count();
            assert!((times as f32 / 10_000.0 - slips).abs() < 0.02, "{times} of 10 000 at {slips}");
        }
    }
}
