//! The exact value of any position of Tic Tac Doh! with two players.
//!
//! The stash belongs to both, so a line that one player can complete, the other can too. Hence a position in which a
//! line can be completed is won in one move, and all others are *quiet*: there, any move that lets a line be completed
//! loses in two. So only moves from one quiet position to another need to be followed, and there are few: 367,900 of
//! the 8.7 million positions are quiet, have pieces left in the stash and can be reached without a mistake. Each is
//! solved once, over all its moves, and stored in a table.

use super::board::{Board, PIECES};
use super::early;

/// The value of a position for the player to move with best play: the winner wins as soon as possible, the loser loses
/// as late as possible. Greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ExactScore(i8);

/// The score of a win in 0 moves.
const WIN: i8 = 63;

impl ExactScore {
    /// A draw: all pieces come into play.
    pub(crate) const DRAW: ExactScore = ExactScore(0);

    /// The player to move has lost after this many moves.
    pub(crate) const fn loss_in(plies: u32) -> ExactScore {
        ExactScore(plies as i8 - WIN)
    }

    /// The player to move can win at once.
    pub(crate) const WIN_IN_ONE: ExactScore = ExactScore::loss_in(0).before();

    /// The same score one move earlier, for the other player.
    pub(crate) const fn before(self) -> ExactScore {
        ExactScore(-self.0 + self.0.signum())
    }

    /// Whether the player to move wins.
    pub(crate) const fn is_win(self) -> bool {
        self.0 > 0
    }

    /// Whether the player to move loses.
    pub(crate) const fn is_loss(self) -> bool {
        self.0 < 0
    }

    /// The number of moves to the end of a won or lost game.
    const fn distance(self) -> u32 {
        (WIN - self.0.abs()) as u32
    }

    /// After how many moves the game ends, with this many pieces in play. A draw takes all pieces.
    pub(crate) const fn plies(self, placed: u32) -> u32 {
        if self.0 == 0 { PIECES - placed } else { self.distance() }
    }

    /// The score as seven bits.
    pub(crate) const fn bits(self) -> u64 {
        (self.0 + 64) as u64
    }

    /// The score with these seven bits.
    pub(crate) const fn from_bits(bits: u64) -> ExactScore {
        ExactScore((bits & 127) as i8 - 64)
    }
}

/// The shift of the score in an entry of the table: the bits that a [`Board`] leaves free.
const NOTE: u32 = 57;

/// The quiet positions that were solved, and whether the table of early positions may be used.
#[derive(Debug, Default)]
pub struct Solver {
    /// Boards with their score as a note, 0 for an empty slot. The length is a power of two, and less than two thirds
    /// are used. There are at most 1.1 million quiet boards to solve, so this never takes more than 16 MiB.
    entries: Vec<u64>,
    used: usize,
    from_nothing: bool,
}

impl Solver {
    /// A solver that does not use the table of early positions.
    pub(crate) fn from_nothing() -> Solver {
        Solver { from_nothing: true, ..Solver::default() }
    }

    /// How many quiet positions were solved.
    pub(crate) fn positions(&self) -> usize {
        self.used
    }

    /// The score of a quiet board in its [canonical](Board::canonical) orientation. `visit` is called for each position
    /// that is solved; once it returns false, the solver returns `None`, and a later call continues with what is in the
    /// table. So an interrupted solver solves the same positions in the same order.
    pub(crate) fn score(&mut self, board: Board, visit: &mut dyn FnMut() -> bool) -> Option<ExactScore> {
        if let Some(score) = self.known(board) {
            return Some(score);
        }
        // There are at most 44 moves: three sizes on each of the twelve squares around a block of two by two, and two
        // on each of its own.
        let mut quiet = [Board::default(); 64];
        let (mut n, mut is_stuck) = (0, true);
        board.for_each_move(|next, _| {
            is_stuck = false;
            if !next.can_complete() {
                quiet[n & 63] = next.canonical();
                n += 1;
            }
        });
        // A player who has a move loses no sooner than by allowing a line.
        let mut best = ExactScore::loss_in(if is_stuck { 0 } else { 2 });
        for &next in &quiet[..n] {
            best = best.max(self.score(next, visit)?.before());
        }
        self.store(board, best);
        visit().then_some(best)
    }

    /// The score of a quiet board in its canonical orientation, if it is known.
    #[inline]
    pub(crate) fn known(&self, board: Board) -> Option<ExactScore> {
        if board.placed() == PIECES {
            return Some(ExactScore::DRAW);
        }
        if board.placed() <= early::PLACED
            && !self.from_nothing
            && let Some(score) = early::score(board)
        {
            return Some(score);
        }
        if self.entries.is_empty() {
            return None;
        }
        let entry = self.entries[self.slot(board)];
        (entry != 0).then(|| ExactScore::from_bits(entry >> NOTE))
    }

    /// The slot of a board in the table, or the one where it would be stored (linear probing).
    #[inline]
    fn slot(&self, board: Board) -> usize {
        let mask = self.entries.len() - 1;
        let mut slot = board.hash(self.entries.len().trailing_zeros());
        while self.entries[slot] != 0 && Board::from_bits(self.entries[slot]) != board {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn store(&mut self, board: Board, score: ExactScore) {
        if 3 * self.used >= 2 * self.entries.len() {
            let entries = vec![0; (2 * self.entries.len()).max(1 << 10)];
            for entry in std::mem::replace(&mut self.entries, entries) {
                if entry != 0 {
                    let slot = self.slot(Board::from_bits(entry));
                    self.entries[slot] = entry;
                }
            }
        }
        let slot = self.slot(board);
        self.used += usize::from(self.entries[slot] == 0);
        self.entries[slot] = board.bits() | score.bits() << NOTE;
    }
}
