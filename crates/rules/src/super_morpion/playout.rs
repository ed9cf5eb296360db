//! Random play to the end, fast: the same rules on a layout made for it.
//!
//! What costs time in random play is branches that cannot be foreseen and the way from one move to the next. Here a
//! closed board simply has no empty cells, so "where may I play?" is one load, and the pieces lie in arrays of
//! sixteen, so that no index is ever out of bounds.

use super::SuperMorpion;
use crate::grid;
use crate::rng::Rng;
use crate::seat::{Outcome, Seat, Turn};

/// Plays random moves from a game that is not over.
pub(super) fn playout(game: &SuperMorpion, rng: &mut Rng) -> Outcome {
    let mut empty = [0u16; 16];
    let mut marks = [[0u16; 16]; 2];
    for board in 0..9 {
        marks[0][board] = game.marks[0][board];
        marks[1][board] = game.marks[1][board];
        empty[board] = if game.open >> board & 1 != 0 { game.empty(board) } else { 0 };
    }
    let mut won = game.won;
    let mut left: u32 = empty.iter().map(|cells| cells.count_ones()).sum();
    let mut mover = match game.turn {
        Turn::Seat(seat) => seat.index() & 1,
        Turn::Chance | Turn::Over(_) => 0,
    };
    // `ANYWHERE` is a place in the arrays that has no empty cells.
    let mut board = game.sent as usize & 15;
    while left > 0 {
        let count = empty[board].count_ones();
        let mut n = rng.below(if count == 0 { left } else { count });
        if count == 0 {
            (board, n) = find(&empty, n);
        }
        let cell = grid::nth(empty[board], n);
        let own = marks[mover][board] | 1 << cell;
        marks[mover][board] = own;
        // A won board closes without a branch: `keep` is 0 if the board is won, and all ones if not.
        let is_won = u16::from(grid::has_line(own));
        let keep = is_won.wrapping_sub(1);
        let rest = empty[board] & !(1 << cell);
        empty[board] = rest & keep;
        left -= 1 + (rest & !keep).count_ones();
        won[mover] |= is_won << board;
        if grid::has_line(won[mover]) {
            return Outcome::Win(Seat::from_index(mover as u8));
        }
        board = cell as usize & 15;
        mover ^= 1;
    }
    SuperMorpion::by_majority(won, game.options.tiebreak)
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
    (board, n - before)
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
