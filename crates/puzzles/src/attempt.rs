//! One try at a puzzle: judges each move of the solver and plays the defence.

use rules::{AnyGame, AnyIllegal, AnyMove, Outcome, Turn};

use crate::puzzle::Puzzle;
use crate::puzzle_game::Horizon;

/// One try at a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleAttempt {
    puzzle: Puzzle,
    game: AnyGame,
    /// How many moves of the line have been played.
    at: usize,
    is_solved: bool,
    /// Whether the solver has made a wrong move or asked for the solution.
    has_failed: bool,
}

/// The judgement of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The puzzle is solved.
    Solved,
    /// Right: these replies have been played, and it is the solver's turn again.
    Right(Vec<AnyMove>),
    /// Legal, but not the winning move; nothing has been played.
    Wrong,
    /// Illegal, for this reason; nothing has been played.
    Illegal(AnyIllegal),
}

impl PuzzleAttempt {
    /// Begins a puzzle.
    pub fn new(puzzle: Puzzle) -> PuzzleAttempt {
        let game = puzzle.start.clone();
        PuzzleAttempt { puzzle, game, at: 0, is_solved: false, has_failed: false }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The current position.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// How many moves of the solution have been played.
    pub fn played(&self) -> usize {
        self.at
    }

    /// Whether the last move has been found or shown.
    pub fn is_over(&self) -> bool {
        self.at >= self.puzzle.line.len() || self.is_solved
    }

    /// Whether every move was found at once and without help.
    pub fn is_solved(&self) -> bool {
        self.is_solved && !self.has_failed
    }

    /// The right move; `None` when the puzzle is over.
    pub fn expected(&self) -> Option<AnyMove> {
        if self.is_over() { None } else { self.puzzle.line.get(self.at).copied() }
    }

    /// Plays the right move and the reply for a solver who asks for it. The puzzle then counts as not solved.
    pub fn show(&mut self) -> Option<AnyMove> {
        let mv = self.expected()?;
        self.has_failed = true;
        self.advance();
        Some(mv)
    }

    /// The position after a wrong move that may nevertheless win, more slowly: other moves than the solution were not
    /// searched that far. An engine can look at it before [`answer`](PuzzleAttempt::answer) judges the move. `None` for
    /// every other move, and with hidden cards, of which an engine proves nothing.
    pub fn may_win_slowly(&self, mv: AnyMove) -> Option<AnyGame> {
        if self.clone().answer(mv) != Judgement::Wrong {
            return None;
        }
        let kind = self.game.kind();
        let left = self.puzzle.line.len().saturating_sub(self.at) as u32;
        let is_searched_to_the_end = crate::horizon(kind, left) == Horizon::WholeGame;
        let mut next = self.game.clone();
        let is_played = next.play(mv).is_ok();
        (!is_searched_to_the_end && !kind.hides() && is_played && !next.turn().is_over()).then_some(next)
    }

    /// Judges a move and plays it if it is right.
    pub fn answer(&mut self, mv: AnyMove) -> Judgement {
        if let Err(why) = self.game.check(mv) {
            return Judgement::Illegal(why);
        }
        let Some(expected) = self.expected() else { return Judgement::Wrong };
        if mv == expected {
            let replies = self.advance();
            return if self.is_over() {
                self.is_solved = true;
                Judgement::Solved
            } else {
                Judgement::Right(replies)
            };
        }
        // At the end, several moves may win at once.
        let mut next = self.game.clone();
        let is_win = next.play(mv).is_ok() && next.turn() == Turn::Over(Outcome::Win(self.puzzle.solver()));
        if is_win && self.at + 1 == self.puzzle.line.len() {
            (self.game, self.at, self.is_solved) = (next, self.at + 1, true);
            return Judgement::Solved;
        }
        self.has_failed = true;
        Judgement::Wrong
    }

    /// Plays the next move of the line, and the moves up to the solver's next turn, which it returns.
    fn advance(&mut self) -> Vec<AnyMove> {
        let mut played = Vec::new();
        while let Some(&mv) = self.puzzle.line.get(self.at) {
            let is_reply = self.game.turn().seat() != Some(self.puzzle.solver());
            if !played.is_empty() && !is_reply || self.game.play(mv).is_err() {
                break;
            }
            played.push(mv);
            self.at += 1;
        }
        played.drain(..1.min(played.len()));
        played
    }
}
