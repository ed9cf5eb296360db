//! What the search for puzzles asks of a game.

use rules::{Game, Seat};

use crate::theme::PuzzleTheme;

/// A game with puzzles.
pub trait PuzzleGame: Game {
    /// The options and the number of puzzles with them in the game's collection.
    const PLAN: &'static [PuzzlePlan];

    /// How many puzzles of the collection the tests prove in every run: more where the proofs are short.
    const PROVEN_SAMPLE: usize = 40;

    /// How far the moves other than the solution are searched for wins, where the rest of the solution takes `plies`
    /// moves of all players.
    fn horizon(plies: u32) -> Horizon;

    /// The position as a solver gets it: without earlier positions, where those are part of a position.
    fn without_history(&self) -> Self {
        self.clone()
    }

    /// A position with the same moves and the same forced wins, in which the order of earlier moves leaves no trace, so
    /// that a search recognises a position that it reaches by several ways.
    fn for_search(&self) -> Self {
        self.clone()
    }

    /// Whether `seat` might win within this many moves of all players. `false` only if it certainly cannot: searches
    /// that remember positions then stop.
    fn may_win_within(&self, seat: Seat, plies: u32) -> bool {
        let _ = (seat, plies);
        true
    }

    /// Whether it is certain who acts next. Hidden cards may leave that open: then no win is proven, and none is ruled out.
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

/// How far the moves other than the solution are searched for wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// To the end of the game: no other move wins at all. Only for games in which no position can occur twice.
    WholeGame,
    /// No other move wins within this many moves of all players, that move counted.
    Moves(u32),
}

/// How many puzzles with some options a collection has, and how they are found.
#[derive(Clone, Copy, Debug)]
pub struct PuzzlePlan {
    /// The options, as text.
    pub options: &'static str,
    /// How many puzzles to find.
    pub count: usize,
    /// The most moves of all players in a solution.
    pub plies: u32,
    /// The fewest moves in a solution: shorter ones would be too easy. Up to three, a tenth of the puzzles may be
    /// shorter.
    pub fewest: u32,
    /// How many positions the engine searches for a move. More of them prove longer wins.
    pub nodes: u64,
    /// How many positions each search of a proof may visit.
    pub proof_nodes: u64,
    /// In each position of a game, how many moves are tried as mistakes: the position after one may be a puzzle.
    pub mistakes: u32,
    /// The most moves of all players in a solution after such a mistake.
    pub mistake_plies: u32,
}

impl PuzzlePlan {
    /// What most plans have in common.
    pub(crate) const BASE: PuzzlePlan = PuzzlePlan {
        options: "",
        count: 0,
        plies: 1,
        fewest: 1,
        nodes: 1_500,
        proof_nodes: 400_000,
        mistakes: 0,
        mistake_plies: 0,
    };
}
