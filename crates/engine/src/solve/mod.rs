//! Games solved from scratch, without precomputed tables.
//!
//! ```
//! use engine::solve::{self, Verdict};
//!
//! let solution = solve::doh();
//! assert_eq!(solution.value, Verdict::Draw);
//! let medium = solution.openings.iter().find(|opening| opening.mv.to_string() == "Mc3").unwrap();
//! assert_eq!((medium.value, medium.plies), (Verdict::Loss, 6));
//! ```

mod doh;
mod doh_atlas;
mod doh_multiplayer;
mod morpion;

use std::fmt;
use std::ops::ControlFlow;

use rules::{AnyMove, Kind};

use crate::knowledge::Knowledge;

pub(crate) use doh::DOH;
pub use doh::{doh, doh_all};
pub use doh_atlas::{Atlas, AtlasEntry, AtlasError, AtlasMap, DEPTH as ATLAS_DEPTH};
pub use doh_multiplayer::{MultiplayerCensus, MultiplayerSolution, MultiplayerSolver, Standing};
pub(crate) use morpion::MORPION;

/// How a game ends for one player, with best play by both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// That player wins.
    Win,
    /// The other player wins.
    Loss,
    /// A draw.
    Draw,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Win => "win",
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
        })
    }
}

/// The value of a first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedOpening {
    /// The move.
    pub mv: AnyMove,
    /// How the game ends for the player who makes it.
    pub value: Verdict,
    /// How many moves the whole game takes, this one included. A draw takes all fifteen.
    pub plies: u32,
}

/// A game that was solved from its first position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How it ends for the player who begins.
    pub value: Verdict,
    /// The number of moves to the end, if the winner hurries and the loser delays.
    pub plies: u32,
    /// How many positions were computed. Symmetric ones count once; those in which a line can be completed at once need
    /// no computation and do not count.
    pub positions: u64,
    /// The value of every first move.
    pub openings: Vec<SolvedOpening>,
}

/// Receives the progress of a long computation, and can break it off.
pub type OnProgress<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// How a game is solved: [`Knowledge::SOLVER`]. A long computation returns `None` if its progress function broke it
/// off.
#[derive(Clone, Copy, Debug)]
pub struct GameSolver {
    /// Solves the game with its default options from the first position.
    pub start: fn() -> Option<Solution>,
    /// Values every position of the game for two.
    pub census: Option<fn(OnProgress<'_>) -> Option<Census>>,
    /// Values every position of the game for this many players.
    pub multiplayer: Option<fn(u8, OnProgress<'_>) -> Option<MultiplayerSolution>>,
    /// Computes the atlas of the app.
    pub atlas: Option<fn(OnProgress<'_>) -> Option<Atlas>>,
}

/// How a game is solved; `None` if it is too large.
pub fn solver(kind: Kind) -> Option<GameSolver> {
    rules::with_game!(kind, G => <G as Knowledge>::SOLVER)
}

/// The games that are solved, in the order of the registry.
pub fn solved_games() -> impl Iterator<Item = Kind> {
    Kind::ALL.iter().copied().filter(|&kind| solver(kind).is_some())
}

/// Solves a game with its default options from scratch; `None` if it is not one of [`solved_games`].
pub fn solve(kind: Kind) -> Option<Solution> {
    (solver(kind)?.start)()
}

/// The progress of a long computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many positions are done.
    pub done: u64,
    /// How many there are.
    pub total: u64,
}

/// How many positions of Tic Tac Doh! there are.
///
/// Symmetric positions, including translations, count once. Every position counts that some game can reach, however
/// badly played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions won by the player to move.
    pub won: u64,
    /// Positions lost by the player to move.
    pub lost: u64,
    /// Positions in which neither can win against best play.
    pub drawn: u64,
    /// Positions that a line has ended. No seat is to move in them, so they do not count as lost.
    pub over_by_line: u64,
    /// Positions that are over because no piece of the stash can be put anywhere. They do not count as lost.
    pub over_by_block: u64,
    /// Positions that are over because all pieces are in play. They do not count as drawn.
    pub over_drawn: u64,
    /// For each number of moves to the end with best play, from 0: how many positions are won and lost in that many.
    pub by_distance: Vec<(u64, u64)>,
}

impl Census {
    /// All positions in which a player is to move.
    pub fn to_move(&self) -> u64 {
        self.won + self.lost + self.drawn
    }

    /// All positions, finished ones included.
    pub fn all(&self) -> u64 {
        self.to_move() + self.over_by_line + self.over_by_block + self.over_drawn
    }
}
