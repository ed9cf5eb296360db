//! The class of a board, by the lines that each player could still complete.
//!
//! This file depends on nothing else of the engine, so that the program that fits the weights classifies boards exactly
//! as the engine does.

use rules::grid::{FULL, LINES, completing};

/// How many classes of boards there are.
pub(super) const CLASSES: usize = 3 * 3 * 4 * 4 * 2;

/// For each set of cells: the lines of which it has none, one, two or three cells, one bit each.
static HOLDS: [[u8; 4]; 512] = {
    let mut table = [[0; 4]; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            let held = (LINES[line] & set as u16).count_ones() as usize;
            table[set][held] |= 1 << line;
            line += 1;
        }
        set += 1;
    }
    table
};

/// For each set of cells: its size. Not every processor has an instruction for that, and a table is as fast.
static COUNT: [u8; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        table[set] = (set as u16).count_ones() as u8;
        set += 1;
    }
    table
};

/// How many cells or boards there are in a set.
#[inline]
pub(super) fn count(set: u16) -> usize {
    COUNT[(set & FULL) as usize] as usize
}

/// The class of an open board from the side of the player with `own` pieces against `other` ones:
///
/// - on how many cells each could win it at once, up to two;
/// - how many lines each has begun alone, up to three;
/// - whether a line is still empty.
#[inline]
pub(super) fn class(own: u16, other: u16) -> usize {
    let (own, other) = (own & FULL, other & FULL);
    let empty = !(own | other);
    let wins = count(completing(own) & empty).min(2);
    let losses = count(completing(other) & empty).min(2);
    let (mine, yours) = (&HOLDS[own as usize], &HOLDS[other as usize]);
    let begun = count(u16::from(mine[1] & yours[0])).min(3);
    let opposed = count(u16::from(yours[1] & mine[0])).min(3);
    let is_fresh = usize::from(mine[0] & yours[0] != 0);
    (((wins * 3 + losses) * 4 + begun) * 4 + opposed) * 2 + is_fresh
}

/// The kind of a place: 0 the centre, 1 a corner, 2 an edge.
pub(super) const KIND: [usize; 9] = [1, 2, 1, 2, 0, 2, 1, 2, 1];

/// The kind of each of the [`LINES`]: 0 a diagonal, 1 another through the centre, 2 along the side.
#[allow(
    dead_code,
    reason = "the program that fits the weights reads it; the evaluation has these kinds written into its code"
)]
pub(super) const LINE_KIND: [usize; 8] = [2, 1, 2, 2, 1, 2, 0, 0];

/// The situation of the player to move, as input of the evaluation.
pub(super) struct Situation {
    /// The boards that are open.
    pub(super) open: u16,
    /// The boards that the player has won, and those that the opponent has won.
    pub(super) won: [u16; 2],
    /// The open boards that the player could win with one piece, and those that the opponent could.
    pub(super) winnable: [u16; 2],
    /// The board to which the player is sent and its empty cells; none if free.
    pub(super) sent: Option<(usize, u16)>,
}

/// How many features a [`Situation`] can have.
pub(super) const SITUATIONS: usize = 25 + 40 + 8 + 12 + 10;

impl Situation {
    /// The features it has:
    ///
    /// ```text
    ///  0–24  how many boards each could win with one piece, up to four: own × 5 + other's
    /// 25–64  whether each could win the game with one piece (own × 2 + other's), × 10 + closed boards
    /// 65–72  sent: whether the opponent could win the game, × 4 + how many cells are safe, up to three
    /// 73–84  sent: cells on which the opponent could win the board, up to two, × 4 + whether the board would complete
    ///        a line of boards for each (own × 2 + other's)
    /// 85–94  free: closed boards
    /// ```
    #[inline]
    pub(super) fn features(&self, losses: usize) -> [usize; 4] {
        let closed = 9 - count(self.open);
        // The boards that would complete a line of boards.
        let own = completing(self.won[0]) & self.open;
        let other = completing(self.won[1]) & self.open;
        let is_hot = usize::from(other & self.winnable[1] != 0);
        let boards = count(self.winnable[0]).min(4) * 5 + count(self.winnable[1]).min(4);
        let edge = 25 + (usize::from(own & self.winnable[0] != 0) * 2 + is_hot) * 10 + closed;
        let Some((board, empty)) = self.sent else { return [boards, edge, 85 + closed, 85 + closed] };
        let safe = count(empty & self.open & !self.winnable[1]).min(3);
        let point = usize::from(own >> board & 1) * 2 + usize::from(other >> board & 1);
        [boards, edge, 65 + is_hot * 4 + safe, 73 + losses * 4 + point]
    }
}

/// On how many cells the opponent could win a board of this class at once, up to two.
#[inline]
pub(super) fn losses(class: usize) -> usize {
    class / 32 % 3
}
