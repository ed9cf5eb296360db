//! Move ordering: killer moves, history and counter-move history.

use super::{Candidate, MAX_PLY, SearchPosition};
use crate::search::transposition::NO_MOVE;

/// History values stay between plus and minus this.
const LIMIT: i32 = 1024;

/// How well moves did elsewhere in the tree.
pub(super) struct MoveOrdering {
    /// By mover and move.
    history: Vec<i16>,
    /// By previous move and reply. The last row is for positions without a previous move.
    replies: Vec<i16>,
    /// By ply, the last two quiet moves that caused a cutoff.
    killers: Vec<[u16; 2]>,
    moves: usize,
}

impl MoveOrdering {
    pub(super) fn new<P: SearchPosition>() -> MoveOrdering {
        let moves = P::MOVES;
        MoveOrdering {
            history: vec![0; 2 * moves],
            replies: vec![0; (moves + 1) * moves],
            killers: vec![[NO_MOVE; 2]; MAX_PLY + 1],
            moves,
        }
    }

    /// Prepares for the next search, a move or two later in the game: history is kept, killers are cleared.
    pub(super) fn start_search(&mut self) {
        self.killers.fill([NO_MOVE; 2]);
    }

    /// Where the replies to a move start.
    #[inline]
    fn row(&self, previous: u16) -> usize {
        usize::from(previous).min(self.moves) * self.moves
    }

    /// The history of a move.
    #[inline]
    pub(super) fn history(&self, mover: usize, previous: u16, mv: u16) -> i32 {
        let mv = usize::from(mv);
        i32::from(self.history[mover * self.moves + mv]) + i32::from(self.replies[self.row(previous) + mv])
    }

    /// Ranks the moves: the one from the transposition table first, then by killers and history.
    #[inline]
    pub(super) fn rank(
        &self,
        candidates: &mut [Candidate],
        mover: usize,
        previous: u16,
        ply: usize,
        table_move: u16,
    ) {
        let killers = self.killers[ply];
        let history = &self.history[mover * self.moves..][..self.moves];
        let replies = &self.replies[self.row(previous)..][..self.moves];
        for candidate in candidates {
            if candidate.mv == table_move {
                candidate.rank = i32::MAX;
            } else if !candidate.is_noisy {
                let mv = usize::from(candidate.mv);
                candidate.rank += i32::from(history[mv]) + i32::from(replies[mv]);
                if candidate.mv == killers[0] {
                    candidate.rank += 700;
                } else if candidate.mv == killers[1] {
                    candidate.rank += 500;
                }
            }
        }
    }

    /// Learns that the last of the searched moves caused a cutoff, and that those before it did not.
    #[cold]
    pub(super) fn learn(&mut self, tried: &[Candidate], mover: usize, previous: u16, ply: usize, depth: i32) {
        let bonus = (depth * depth * 4).min(400);
        let row = self.row(previous);
        let Some((cut, rest)) = tried.split_last() else { return };
        if cut.is_noisy {
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
        for candidate in rest.iter().filter(|candidate| !candidate.is_noisy) {
            add(candidate.mv, -bonus);
        }
    }
}

/// Swaps the highest-ranked of the candidates from `at` on to `at`.
#[inline]
pub(super) fn pick(candidates: &mut [Candidate], at: usize) -> Candidate {
    let mut best = at;
    for i in at + 1..candidates.len() {
        if candidates[i].rank > candidates[best].rank {
            best = i;
        }
    }
    candidates.swap(at, best);
    candidates[at]
}
