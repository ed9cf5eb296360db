//! What the search for puzzles asks of a game.

use rules::{Game, Seat};

use crate::theme::PuzzleTheme;

/// A game with puzzles.
pub trait PuzzleGame: Game {
    /// The options and the number of puzzles with them in the game's collection.
    const PLAN: &'static [PuzzlePlan];

    /// No other move than the solution wins within this many moves of all players, counted from that move. No other
    /// move wins as fast as the solution in any case.
    const HORIZON: u32;

    /// The position as a solver gets it: without earlier positions, where those are part of a position.
    fn fresh(&self) -> Self {
        self.clone()
    }

    /// Whether `seat` might win within this many moves. `false` only if it certainly cannot: a search that remembers
    /// positions then stops.
    fn may_win_within(&self, seat: Seat, plies: u32) -> bool {
        let _ = (seat, plies);
        true
    }

    /// Whether it is certain who acts next. Hidden cards may leave that open, and then nothing is proven.
    fn is_turn_known(&self) -> bool {
        true
    }

    /// Positions with a forced win, for each length of the plan, if a table of the whole game has them. Without such a
    /// table, puzzles come from games alone.
    #[cfg(feature = "generate")]
    fn from_table(plan: &PuzzlePlan) -> Vec<Vec<Self>> {
        let _ = plan;
        Vec::new()
    }

    /// The themes of a move of the solver; `rest` are the moves that follow in the solution.
    fn themes_of(before: &Self, mv: Self::Move, after: &Self, rest: &[Self::Move]) -> Vec<PuzzleTheme>;
}

/// How many puzzles with some options a collection has, and how they are found.
#[derive(Clone, Copy, Debug)]
pub struct PuzzlePlan {
    /// The options, as text.
    pub options: &'static str,
    /// How many puzzles to find. Those with too few moves to choose from are left out afterwards.
    pub count: usize,
    /// The most moves of all players in a solution.
    pub plies: u32,
    /// The fewest moves in a solution: shorter ones would be too easy. A tenth of the puzzles may be shorter.
    pub fewest: u32,
    /// How many positions the engine searches for a move. More of them prove longer wins.
    pub nodes: u64,
}
