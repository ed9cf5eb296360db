//! Principal-variation alpha-beta search for two players who see everything.
//!
//! A game says what its positions are ([`Position`]) and how good they look ([`Evaluation`]); the rest is here:
//! iterative deepening in `root`, the tree in `tree`, and the order in which moves are tried in `order`.
//! Everything is generic and compiled for each game, so that it costs what a search written for that game would.
//!
//! # What is proven
//! A score is *sound* if it follows from the rules alone: every leaf under it that matters is the end of a game. A
//! won or lost score is sound by itself, for estimates never reach so high and nothing else makes one; a move that
//! was left out counts as an estimate. For draws the search keeps track: see `Search::is_guess`.
//!
//! # Positions that come again
//! Where a game says that they can ([`Position::back`]), a position that stood before on the way from the root is
//! taken for a draw, and so is one that the game before the root has made a draw ([`Evaluation::came_too_often`]).
//! Both count as estimates, for they depend on the way. Wins and losses stay sound: who wins can come nearer to the
//! end with every move and so never needs a position twice, and a position that must not come once more is no win
//! to begin with. But what must not come once more must be part of the [key](Position::key), since the table
//! outlives the thought.

mod order;
mod root;
mod tree;

pub use root::{Thought, think};

use crate::search::table::{NO_MOVE, Table};

/// The score of a win right now. A win in `n` moves is worth `n` less.
pub const WIN: i32 = 32_000;
/// Scores from here on are wins in some number of moves; from minus this down, losses. Estimates stay between.
pub const SURE: i32 = 31_000;
/// How many points make one natural unit of log-odds: an estimate of this much is a share of 1 ÷ (1 + 1/e). Every
/// game's evaluation counts in the same points, so that the margins of the search mean the same.
pub const POINTS: f32 = 400.0;
/// No line is looked at further than this.
pub const MAX_PLY: usize = 120;

/// How a game has ended, for the player who would move next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The player who would move next has won.
    Won,
    /// Nobody has won.
    Drawn,
    /// The player who would move next has lost.
    Lost,
}

/// A move to try: its number, and how good it looks before anything is searched.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The move.
    pub mv: u16,
    /// Whether it changes so much that the position before it should not be judged without trying it.
    pub is_loud: bool,
    /// How early to try it: more is earlier. Loud moves come in their own right; for the others what is known of
    /// the move from elsewhere in the tree, up to about ±1000, is added.
    pub rank: i32,
}

/// A position, small and quick to copy, in which two players move in turn. A turn that is lost is a move too.
pub trait Position: Copy {
    /// Moves are numbers below this.
    const MOVES: usize;

    /// A number that tells this position from others, everything included on which its value depends.
    fn key(&self) -> u64;

    /// Who moves: 0 or 1.
    fn mover(&self) -> usize;

    /// How the game has ended, if it has.
    fn ending(&self) -> Option<Ending>;

    /// Adds the moves to a list; only the loud ones if so asked. There is a move unless the game has ended.
    fn moves(&self, only_loud: bool, into: &mut Vec<Choice>);

    /// Plays a move of the list.
    fn play(&mut self, mv: u16);

    /// The move that is a lost turn, if there is such a thing: it is no move of the rules, and left out of lines.
    const PASS: u16 = NO_MOVE;

    /// How many of the last moves can be undone by others, so that an earlier position can come again: none older
    /// than this can.
    #[inline]
    fn back(&self) -> usize {
        0
    }
}

/// What a position is worth where the search stops. Behind this little may stand a table or a network.
pub trait Evaluation {
    /// The positions it knows.
    type Position: Position;
    /// What it keeps for a position, so that the next one takes little work.
    type State: Copy;

    /// What to keep for a position that came from nowhere.
    fn begin(&self, position: &Self::Position) -> Self::State;

    /// What to keep for `after`, which came from `before` by `mv`.
    fn update(
        &self,
        state: &Self::State,
        before: &Self::Position,
        mv: u16,
        after: &Self::Position,
    ) -> Self::State;

    /// What the position is worth to the player to move, in [`POINTS`].
    fn value(&self, state: &Self::State, position: &Self::Position) -> i32;

    /// How much better than `beta` a position must look, for each move left to search, to be left at that.
    const ENOUGH: i32 = 150;

    /// Positions with at least so many moves left to search are looked up and kept in the table. The table is far
    /// away in memory: where positions are quick to search it takes longer to ask about the last move.
    const KEPT: i32 = 1;

    /// Whether the game has seen this position so often before the root that to reach it is a draw.
    #[inline]
    fn came_too_often(&self, _position: &Self::Position) -> bool {
        false
    }
}

/// What is kept from one thought to the next.
#[derive(Default)]
pub struct Memory {
    table: Table,
}

/// The share of the game that a score promises.
pub fn share(score: i32) -> f32 {
    1.0 / (1.0 + (-(score as f32) / POINTS).exp())
}
