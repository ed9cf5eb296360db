//! Monte-Carlo tree search for games of any number of seats, with chance but without hidden information.
//!
//! Limits count playouts as nodes. A playout descends the tree by UCT (each seat maximises its own share), continues to
//! the end of the game by a [`Guide`], and its result is backed up. Unless the parameters are plain:
//!
//! - the guide prunes moves that lose at once, chooses the moves of playouts and rates moves (progressive bias);
//! - decided positions are proven and backed up exactly (MCTS-Solver), so that the search ends when nothing is left to
//!   find out;
//! - a move that was never tried is expected to be a little worse than its parent, not infinitely good (first-play
//!   urgency).
//!
//! All nodes are in one vector, which is kept from one search to the next, so that a playout allocates nothing once the
//! vector is large enough. For games with hidden information see [`ismcts`](super::ismcts).

mod lines;
mod node;
mod search;
mod tree;

pub(crate) use node::Statistics;
pub use node::{Pruned, Shares, shares_of};
pub use search::{GuidedTree, TreeSearch};
pub use tree::MctsTree;

use rules::{Game, Rng};

/// The parameters of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsParameters {
    /// At most this many playouts, even if the limits allow more.
    pub playouts: u64,
    /// The exploration constant of UCT: how much less visited moves are preferred.
    pub exploration: f32,
    /// Plain UCT with random playouts and nothing else. The guide is not used.
    pub plain: bool,
    /// How often a position is visited before its moves are added to the tree.
    pub expand_at: u32,
    /// The weight of the guide's bias.
    pub bias: f32,
    /// How much worse than its parent an untried move is expected to be.
    pub caution: f32,
    /// The capacity of the tree. Once it is reached, playouts start from the existing leaves.
    pub max_nodes: usize,
}

impl MctsParameters {
    /// Plain UCT with random playouts: the baseline that other players are measured against.
    pub const PLAIN: MctsParameters = MctsParameters {
        playouts: u64::MAX,
        exploration: 1.0,
        plain: true,
        expand_at: 1,
        bias: 0.0,
        caution: 0.0,
        max_nodes: 4_000_000,
    };

    /// All improvements.
    pub const GUIDED: MctsParameters =
        MctsParameters { exploration: 0.6, plain: false, caution: 0.1, ..MctsParameters::PLAIN };

    /// Plays to the end, at random or by the guide.
    pub(crate) fn playout<G: Game>(
        &self,
        game: &mut G,
        guide: &mut impl Guide<G>,
        rng: &mut Rng,
        buffer: &mut Vec<G::Move>,
    ) -> Shares {
        if self.plain {
            shares_of(game.playout(rng, buffer), game.seats())
        } else {
            guide.playout(game, rng, buffer)
        }
    }
}

/// Knowledge of a game that helps the search.
pub trait Guide<G: Game> {
    /// Prunes `moves`, the legal moves of a seat: if one wins at once, all that do not; else those after which another
    /// seat can win at once, if there are others. At least one move stays. Returns what was pruned.
    fn prune(&mut self, _game: &G, _moves: &mut Vec<G::Move>) -> Pruned {
        Pruned::Nothing
    }

    /// A rating of a move, from 0 to 1.
    fn bias(&mut self, _game: &G, _mv: G::Move) -> f32 {
        0.0
    }

    /// Plays to the end, or far enough to estimate each seat's share. `game`, which is not over, is left in any state;
    /// `buffer` is scratch space.
    fn playout(&mut self, game: &mut G, rng: &mut Rng, buffer: &mut Vec<G::Move>) -> Shares {
        shares_of(game.playout(rng, buffer), game.seats())
    }
}

/// A guide without knowledge.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {}
