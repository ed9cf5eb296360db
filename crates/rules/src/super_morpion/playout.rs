//! Random play to the end, fast: the same rules on a layout made for it.
//!
//! What costs time in random play is branches that cannot be foreseen and the way from one move to the next. Here a
//! closed board simply has no empty cells, so "where may I play?" is one load, and the pieces lie in arrays of
//! sixteen, so that no index is ever out of bounds.

use super::SuperMorpion;
use crate::grid;
use crate::rng::Rng;
use crate::seat::{Outcome, Seat, Turn};

/// A game on its way to the end.
struct Playout {
    /// The pieces of each seat on each board.
    marks: [[u16; 16]; 2],
    /// The empty cells of each board; none where the board is closed.
    empty: [u16; 16],
    /// The boards that each seat has won.
    won: [u16; 2],
    /// How many empty cells there are on all boards.
    left: u32,
    /// The board to which the last move sent, closed or not.
    board: usize,
}

/// Plays random moves from a game that is not over.
pub(super) fn playout(game: &SuperMorpion, rng: &mut Rng) -> Outcome {
    let mut playout = Playout::new(game);
    // Each draw of 64 bits serves two moves, one of each seat, so that neither has to be told whose turn it is.
    if game.turn == Turn::Seat(Seat::TWO) && playout.step::<1>(rng.bits()) {
        return Outcome::Win(Seat::TWO);
    }
    while playout.left > 0 {
        let bits = rng.bits();
        if playout.step::<0>(bits) {
            return Outcome::Win(Seat::ONE);
        }
        if playout.left == 0 {
            break;
        }
        if playout.step::<1>(bits << 32) {
            return Outcome::Win(Seat::TWO);
        }
    }
    SuperMorpion::by_majority(playout.won, game.options.tiebreak)
}

impl Playout {
    fn new(game: &SuperMorpion) -> Playout {
        let mut playout = Playout {
            marks: [[0; 16]; 2],
            empty: [0; 16],
            won: game.won,
            left: 0,
            board: game.sent as usize & 15,
        };
        for seat in 0..2 {
            playout.marks[seat][..9].copy_from_slice(&game.marks[seat]);
        }
        for board in grid::cells(game.open) {
            let cells = game.empty(board.into());
            playout.empty[board as usize & 15] = cells;
            playout.left += cells.count_ones();
        }
        playout
    }

    /// Plays a random move of a seat, drawn from the upper half of `bits`; whether it wins.
    #[inline(always)]
    fn step<const SEAT: usize>(&mut self, bits: u64) -> bool {
        let pick = |bound: u32| (((bits >> 32) * u64::from(bound)) >> 32) as u32;
        let mut board = self.board;
        let count = self.empty[board].count_ones();
        // `ANYWHERE` is a place in the array that has no empty cells, and so is every closed board.
        let mut n = pick(if count == 0 { self.left } else { count });
        if count == 0 {
            (board, n) = find(&self.empty, n);
        }
        let cells = self.empty[board];
        let cell = grid::nth(cells, n);
        let own = self.marks[SEAT][board] | 1 << cell;
        self.marks[SEAT][board] = own;
        // A won board closes without a branch: `keep` is 0 if the board is won, and all ones if not.
        let is_won = u16::from(grid::has_line(own));
        let keep = is_won.wrapping_sub(1);
        let rest = cells & !(1 << cell);
        self.empty[board] = rest & keep;
        self.left -= 1 + (rest & !keep).count_ones();
        self.won[SEAT] |= is_won << board;
        self.board = cell as usize & 15;
        grid::has_line(self.won[SEAT])
    }
}

/// The board that holds the `n`-th empty cell of all, and which of its empty cells that is. No branch depends on
/// `n`, which nobody can foresee.
#[inline]
fn find(empty: &[u16; 16], n: u32) -> (usize, u32) {
    let (mut board, mut before, mut sum) = (0, 0, 0);
    for cells in &empty[..8] {
        sum += cells.count_ones();
        let is_further = n >= sum;
        board += usize::from(is_further);
        before = if is_further { sum } else { before };
    }
    (board & 15, n - before)
}

#[cfg(test)]
mod tests {
    use crate::{Game, Outcome, Rng, Seat, SuperMorpion};

    /// The fast loop and the plain one end as often in each way, from the start and from the middle of games.
    #[test]
    fn random_play_ends_as_it_does_move_by_move() {
        for plies in [0, 20, 40] {
            let mut rng = Rng::new(plies);
            let mut buffer = Vec::new();
            let mut start = SuperMorpion::new(Default::default());
            for _ in 0..plies {
                if let Some(mv) = start.random_move(&mut rng, &mut buffer) {
                    start.play_unchecked(mv);
                }
            }
            let (mut fast, mut plain) = ([0i32; 3], [0i32; 3]);
            for _ in 0..20_000 {
                fast[index(start.playout(&mut rng, &mut buffer))] += 1;
                let mut game = start;
                while let Some(mv) = game.random_move(&mut rng, &mut buffer) {
                    game.play_unchecked(mv);
                }
                plain[index(game.turn().outcome().unwrap())] += 1;
            }
            for (fast, plain) in fast.into_iter().zip(plain) {
                assert!((fast - plain).abs() < 600, "after {plies} plies: {fast} and {plain} of 20,000");
            }
        }
    }

    fn index(outcome: Outcome) -> usize {
        match outcome {
            Outcome::Win(Seat::ONE) => 0,
            Outcome::Win(_) => 1,
            Outcome::Draw => 2,
        }
    }
}
