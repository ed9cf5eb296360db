//! Puzzles on a live board: the puzzle of the day, training by theme, rush, streak, and failed ones to try again.
//!
//! The collection of a game is a separate file, which is fetched when the page is opened. The solver's progress is
//! saved on this device.

pub mod address;
pub mod board;
pub mod choices;
pub mod current;
mod open;
pub mod run;
pub mod run_panel;
pub mod session;
pub mod share;
pub mod stats;
pub mod task;
pub mod verdict;

pub use address::{PuzzleAddress, PuzzleSet};
pub use board::PuzzleBoard;
pub use choices::{Modes, Themes};
pub use run_panel::RunPanel;
pub use session::{PuzzleSession, today};
pub use share::SharePuzzle;
pub use stats::{GalleryStats, SolverStats};
pub use task::Task;
pub use verdict::{Verdict, VerdictButtons};
