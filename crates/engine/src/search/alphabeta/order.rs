//! In which order moves are tried: what has refuted other moves goes first.

use super::{Choice, MAX_PLY, Position};
use crate::search::table::NO_MOVE;

/// No history goes beyond this.
const LIMIT: i32 = 1024;

/// What the search has learnt about moves, wherever they were played.
pub(super) struct Order {
    /// For each mover and move, how well it did.
    history: Vec<i16>,
    /// For each move and reply, how well the reply did. The last row is for positions without a move before.
    replies: Vec<i16>,
    /// At each ply, the two quiet moves that cut last.
    killers: Vec<[u16; 2]>,
    moves: usize,
}

impl Order {
    pub(super) fn new<P: Position>() -> Order {
        let moves = P::MOVES;
        Order {
            history: vec![0; 2 * moves],
            replies: vec![0; (moves + 1) * moves],
            killers: vec![[NO_MOVE; 2]; MAX_PLY + 1],
            moves,
        }
    }

    /// The row of replies to a move.
    #[inline]
    fn row(&self, before: u16) -> usize {
        usize::from(before).min(self.moves) * self.moves
    }

    /// How well a move did elsewhere.
    #[inline]
    pub(super) fn history(&self, mover: usize, before: u16, mv: u16) -> i32 {
        let mv = usize::from(mv);
        i32::from(self.history[mover * self.moves + mv]) + i32::from(self.replies[self.row(before) + mv])
    }

    /// Adds to the ranks what is known of the moves: the move that the table remembers, killers, history.
    #[inline]
    pub(super) fn rank(
        &self,
        choices: &mut [Choice],
        mover: usize,
        before: u16,
        ply: usize,
        remembered: u16,
    ) {
        let killers = self.killers[ply];
        let history = &self.history[mover * self.moves..][..self.moves];
        let replies = &self.replies[self.row(before)..][..self.moves];
        for choice in choices {
            if choice.mv == remembered {
                choice.rank = i32::MAX;
            } else if !choice.is_loud {
                let mv = usize::from(choice.mv);
                choice.rank += i32::from(history[mv]) + i32::from(replies[mv]);
                if choice.mv == killers[0] {
                    choice.rank += 700;
                } else if choice.mv == killers[1] {
                    choice.rank += 500;
                }
            }
        }
    }

    /// Learns that the last of the quiet moves tried cut, and that those before it did not.
    #[cold]
    pub(super) fn learn(&mut self, tried: &[Choice], mover: usize, before: u16, ply: usize, depth: i32) {
        let bonus = (depth * depth * 4).min(400);
        let row = self.row(before);
        let Some((cut, rest)) = tried.split_last() else { return };
        if cut.is_loud {
            return;
        }
        if self.killers[ply][0] != cut.mv {
            self.killers[ply] = [cut.mv, self.killers[ply][0]];
        }
        let mut add = |mv: u16, bonus: i32| {
            let mv = usize::from(mv);
            for cell in [&mut self.history[mover * self.moves + mv], &mut self.replies[row + mv]] {
                let old = i32::from(*cell);
                *cell = (old + bonus - old * bonus.abs() / LIMIT) as i16;
            }
        };
        add(cut.mv, bonus);
        for choice in rest.iter().filter(|choice| !choice.is_loud) {
            add(choice.mv, -bonus);
        }
    }
}

/// Brings the highest-ranked of the choices from `at` on to `at`.
#[inline]
pub(super) fn pick(choices: &mut [Choice], at: usize) -> Choice {
    let mut best = at;
    for i in at + 1..choices.len() {
        if choices[i].rank > choices[best].rank {
            best = i;
        }
    }
    choices.swap(at, best);
    choices[at]
}
