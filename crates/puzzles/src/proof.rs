//! Finds forced wins by trying every move, without an evaluation: its results follow from the rules alone.

use std::collections::HashMap;

use rules::{Outcome, Seat, Turn};

use crate::fast_hash::FastHash;
use crate::puzzle_game::PuzzleGame;

/// A search for forced wins. It counts the positions that it visits, and gives up when there are too many.
pub struct ForcedWinSearch<G: PuzzleGame> {
    /// How many positions were visited.
    pub nodes: u64,
    most: u64,
    /// For each depth, a list of moves that is reused.
    buffers: Vec<Vec<G::Move>>,
    /// For each depth, the last reply that refuted a move: it is tried first.
    refutations: Vec<Option<G::Move>>,
    /// What counts where hidden cards leave open who acts next: a win, or no win.
    is_open_turn_won: bool,
    /// The positions that were searched, if the search remembers them.
    known: Option<HashMap<G, KnownWin, FastHash>>,
}

/// What is known about a position.
#[derive(Clone, Copy)]
struct KnownWin {
    /// The solver wins within this many moves.
    wins: u32,
    /// The solver does not win within this many moves.
    fails: u32,
}

/// The search gave up: there were too many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPositions;

impl<G: PuzzleGame> ForcedWinSearch<G> {
    /// A plain search that gives up after this many positions.
    pub fn new(most: u64) -> ForcedWinSearch<G> {
        ForcedWinSearch {
            nodes: 0,
            most,
            buffers: Vec::new(),
            refutations: Vec::new(),
            is_open_turn_won: false,
            known: None,
        }
    }

    /// A search that remembers positions and skips those without a win ([`PuzzleGame::may_win_within`]). It must be
    /// asked about one seat only.
    pub fn remembering(most: u64) -> ForcedWinSearch<G> {
        ForcedWinSearch { known: Some(HashMap::default()), ..ForcedWinSearch::new(most) }
    }

    /// A search that remembers positions and finds every win that there may be: if hidden cards leave open who acts next
    /// ([`PuzzleGame::is_turn_known`]), that counts as won. Where it finds no win, there certainly is none within these
    /// moves.
    pub fn of_possible_wins(most: u64) -> ForcedWinSearch<G> {
        ForcedWinSearch { is_open_turn_won: true, ..ForcedWinSearch::remembering(most) }
    }

    /// Whether `seat` can win within this many moves of all players, whatever the others do.
    pub fn wins_within(&mut self, game: &G, seat: Seat, plies: u32) -> Result<bool, TooManyPositions> {
        self.nodes += 1;
        match game.turn() {
            Turn::Over(outcome) => return Ok(outcome == Outcome::Win(seat)),
            _ if plies == 0 => return Ok(false),
            _ if self.nodes > self.most => return Err(TooManyPositions),
            turn if turn != Turn::Seat(seat) && !game.is_turn_known() => return Ok(self.is_open_turn_won),
            Turn::Seat(_) | Turn::Chance => {}
        }
        if let Some(known) = &self.known {
            if !game.may_win_within(seat, plies) {
                return Ok(false);
            }
            match known.get(game) {
                Some(known) if known.wins <= plies => return Ok(true),
                Some(known) if known.fails >= plies => return Ok(false),
                _ => {}
            }
        }
        let depth = plies as usize;
        if self.buffers.len() <= depth {
            self.buffers.resize_with(depth + 1, Vec::new);
            self.refutations.resize(depth + 1, None);
        }
        let mut moves = std::mem::take(&mut self.buffers[depth]);
        moves.clear();
        game.moves_into(&mut moves);
        let result = if game.turn() == Turn::Seat(seat) {
            self.some_move_wins(game, seat, plies, &moves)
        } else {
            self.every_move_loses(game, seat, plies, &mut moves)
        };
        self.buffers[depth] = moves;
        if let Ok(wins) = result {
            self.remember(game, plies, wins);
        }
        result
    }

    /// Remembers a result. The last move is searched faster than it is looked up.
    fn remember(&mut self, game: &G, plies: u32, wins: bool) {
        if let (Some(known), 2..) = (&mut self.known, plies) {
            let known = known.entry(game.clone()).or_insert(KnownWin { wins: u32::MAX, fails: 0 });
            if wins {
                known.wins = known.wins.min(plies);
            } else {
                known.fails = known.fails.max(plies);
            }
        }
    }

    fn some_move_wins(
        &mut self,
        game: &G,
        seat: Seat,
        plies: u32,
        moves: &[G::Move],
    ) -> Result<bool, TooManyPositions> {
        for &mv in moves {
            if self.wins_within(&after(game, mv), seat, plies - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn every_move_loses(
        &mut self,
        game: &G,
        seat: Seat,
        plies: u32,
        moves: &mut [G::Move],
    ) -> Result<bool, TooManyPositions> {
        let depth = plies as usize;
        if let Some(best) = self.refutations[depth].and_then(|mv| moves.iter().position(|&known| known == mv))
        {
            moves.swap(0, best);
        }
        for &mv in &*moves {
            if !self.wins_within(&after(game, mv), seat, plies - 1)? {
                self.refutations[depth] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The moves after which `seat`, who is to move, still wins within this many moves, the move itself counted.
    pub fn winning_moves(
        &mut self,
        game: &G,
        seat: Seat,
        plies: u32,
    ) -> Result<Vec<G::Move>, TooManyPositions> {
        let mut winning = Vec::new();
        for mv in game.moves() {
            if plies > 0 && self.wins_within(&after(game, mv), seat, plies - 1)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }
}

/// The position after a legal move.
pub(crate) fn after<G: PuzzleGame>(game: &G, mv: G::Move) -> G {
    let mut next = game.clone();
    next.play_unchecked(mv);
    next
}
