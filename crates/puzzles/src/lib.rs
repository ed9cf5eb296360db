//! Puzzles: positions in which the player to move can force a win in a number of moves, and each time exactly one move
//! does it in the moves that are left.
//!
//! - [`PuzzleCollection`] is a file of puzzles: text, a line each, read when it is needed. [`Puzzle`] is one of them.
//! - [`PuzzleId`] names a puzzle in links: it stays the same when the collection grows.
//! - [`PuzzleAttempt`] judges the moves of a solver. [`PuzzleProgress`] is a solver's rating, streaks, and puzzles to try
//!   again.
//! - [`ForcedWinSearch`] finds forced wins within some moves, [`WinSearch`] decides positions to the end of the game,
//!   [`solve`] checks that there is one winning move each time, and [`rating`](solution::rating) says how hard it is.
//! - [`PuzzleTheme`] says what a puzzle is about. Each game implements [`PuzzleGame`].
//! - [`generate`] finds puzzles in games of the engine. Only this needs the engine.

mod attempt;
mod collection;
mod fast_hash;
#[cfg(feature = "generate")]
pub mod generate;
mod progress;
mod proof;
mod puzzle;
mod puzzle_game;
mod puzzle_id;
pub mod solution;
mod theme;
mod win_search;

mod cards;
mod doh;
mod fives;
mod morpion;
mod super_morpion;

pub use attempt::{Judgement, PuzzleAttempt};
pub use collection::PuzzleCollection;
pub use progress::{DailyResult, PuzzleProgress, PuzzleRun};
pub use proof::{ForcedWinSearch, TooManyPositions};
pub use puzzle::{Puzzle, PuzzleError};
pub use puzzle_game::{Horizon, PuzzleGame, PuzzlePlan};
pub use puzzle_id::PuzzleId;
pub use solution::solve;
pub use theme::{PuzzleTheme, themes};
pub use win_search::WinSearch;

use rules::Kind;
#[cfg(feature = "data")]
use rules::for_each_game;

/// How far the moves other than the solution were searched for wins, where the rest of the solution takes `plies` moves
/// of all players.
pub fn horizon(kind: Kind, plies: u32) -> Horizon {
    rules::with_game!(kind, G => <G as PuzzleGame>::horizon(plies))
}

/// The plans by which the collection of a game is made.
pub fn plans(kind: Kind) -> &'static [PuzzlePlan] {
    rules::with_game!(kind, G => <G as PuzzleGame>::PLAN)
}

#[cfg(feature = "data")]
macro_rules! collections {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        /// The text of the collection of a game that comes with the program.
        pub fn collection_text(kind: Kind) -> &'static str {
            match kind { $(Kind::$kind => include_str!(concat!("../data/", $id, ".txt")),)* }
        }
    };
}
#[cfg(feature = "data")]
for_each_game!([collections]);

/// The collection of a game that comes with the program.
///
/// # Panics
/// If it cannot be read. The tests read all of them.
#[cfg(feature = "data")]
pub fn collection(kind: Kind) -> PuzzleCollection {
    PuzzleCollection::read(collection_text(kind)).unwrap_or_else(|why| panic!("{kind}: {why}"))
}
