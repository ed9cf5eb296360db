//! Fast random playouts: the same rules, with the random choices drawn in advance.
//!
//! A player who is sent to a board takes a random empty cell of it, so the cells of each board are taken in a random
//! order, independent of when and by whom. This order is drawn before the game: a [queue](order) for each board. A
//! move is then a single load, without a random number or a count of cells. A closed board has an empty queue. A
//! player who is sent to one may play anywhere: only then is a board drawn, in proportion to its empty cells; the
//! cell is the next in that board's queue.
//!
//! Boards and cells are numbered 1 to 9 here, 0 means none, and arrays have sixteen entries, so that a masked index
//! is always in bounds.

use std::ops::ControlFlow;

use super::{ANYWHERE, SuperMorpion, order};
use crate::grid;
use crate::rng::Rng;
use crate::seat::{Outcome, Seat, Turn};

/// The state of the boards.
struct Boards {
    /// The cells of each board in the order in which they will be taken; empty if the board is closed.
    queues: [u64; 16],
    /// The pieces of each seat on each board.
    marks: [[u16; 16]; 2],
}

/// A running playout. The boards are separate so that the rest stays in registers.
struct Playout {
    /// The boards that each seat has won.
    won: [u16; 2],
    /// The number of empty cells of each board, in lanes of [`LANE`] bits. Winning a board does not reset its lane.
    counts: u64,
    /// The board to which the last move sent, closed or not.
    board: usize,
    /// The random number generator.
    rng: Rng,
}

/// The width of a lane in bits: nine lanes fill 63 bits, and the sum of all, at most 81, fits into one.
const LANE: usize = 7;

/// A 1 in the lane of every board.
const ONE_EACH: u64 = 0x0102_0408_1020_4081;

/// A 1 in the lane of one board.
static ONE: [u64; 16] = {
    let mut one = [0; 16];
    let mut board = 1;
    while board <= 9 {
        one[board] = 1 << (LANE * (board - 1));
        board += 1;
    }
    one
};

/// For each set of boards, numbered as in [`grid`]: a mask of the lanes of all other boards.
static LANES_BUT: [u64; 512] = {
    let mut lanes = [ONE_EACH * 127; 512];
    let mut i = 0;
    while i < 512 * 9 {
        let (set, board) = (i / 9, i % 9);
        if set >> board & 1 != 0 {
            lanes[set] &= !(ONE[board + 1] * 127);
        }
        i += 1;
    }
    lanes
};

/// Plays random moves from a game that is not over.
pub(super) fn playout(game: &SuperMorpion, rng: &mut Rng) -> Outcome {
    observed(game, rng, |_, _| ())
}

/// A playout that calls `see` with each board and cell.
#[inline(always)]
fn observed(game: &SuperMorpion, rng: &mut Rng, see: impl FnMut(usize, usize)) -> Outcome {
    let mut playout = Playout {
        won: game.won.map(|won| won << 1),
        counts: 0,
        board: if game.sent == ANYWHERE { 0 } else { usize::from(game.sent) + 1 },
        rng: rng.clone(),
    };
    let mut boards = playout.set_up(game);
    let end = playout.run(&mut boards, game.turn == Turn::Seat(Seat::TWO), see);
    *rng = playout.rng;
    match end {
        ControlFlow::Break(Some(winner)) => Outcome::Win(winner),
        _ => SuperMorpion::by_majority(playout.won, game.options.tiebreak),
    }
}

impl Playout {
    /// Draws the queues and counts the empty cells.
    #[inline(always)]
    fn set_up(&mut self, game: &SuperMorpion) -> Boards {
        let mut boards = Boards { queues: [0; 16], marks: [[0; 16]; 2] };
        for (marks, from) in boards.marks.iter_mut().zip(&game.marks) {
            for (marks, from) in marks[1..10].iter_mut().zip(from) {
                *marks = from << 1;
            }
        }
        for board in 0..9 {
            let is_open = game.open >> board & 1;
            let cells = game.empty(board) & is_open.wrapping_neg();
            boards.queues[board + 1] = order::random(cells, self.rng.bits());
            self.counts |= u64::from(cells.count_ones()) << (LANE * board);
        }
        boards
    }

    /// Plays until a seat wins or no move is left. The seats alternate in the code, so that each step knows its seat
    /// at compile time.
    #[inline(always)]
    fn run(
        &mut self,
        boards: &mut Boards,
        is_second: bool,
        mut see: impl FnMut(usize, usize),
    ) -> ControlFlow<Option<Seat>> {
        if is_second {
            self.step::<1>(boards, &mut see)?;
        }
        loop {
            self.step::<0>(boards, &mut see)?;
            self.step::<1>(boards, &mut see)?;
        }
    }

    /// Plays a random move of a seat. Breaks with the seat if it wins, with `None` if there is no move.
    #[inline(always)]
    fn step<const SEAT: usize>(
        &mut self,
        boards: &mut Boards,
        see: &mut impl FnMut(usize, usize),
    ) -> ControlFlow<Option<Seat>> {
        let mut board = self.board & 15;
        let mut queue = boards.queues[board];
        if queue == 0 {
            let won = (self.won[0] | self.won[1]) >> 1 & grid::FULL;
            let sums = sums(self.counts & LANES_BUT[won as usize]);
            let total = total(sums);
            if total == 0 {
                return ControlFlow::Break(None);
            }
            board = board_of(sums, self.rng.below(total)) & 15;
            queue = boards.queues[board];
        }
        let cell = queue as usize & 15;
        see(board, cell);
        let own = boards.marks[SEAT][board] | 1 << cell;
        boards.marks[SEAT][board] = own;
        // Closes a won board without a branch, because the branch would be unpredictable.
        let is_won = u16::from(grid::has_line(own >> 1));
        boards.queues[board] = (queue >> 4) & u64::from(is_won).wrapping_sub(1);
        self.counts -= ONE[board];
        self.won[SEAT] |= is_won << board;
        self.board = cell;
        if grid::has_line(self.won[SEAT] >> 1) {
            return ControlFlow::Break(Some(if SEAT == 0 { Seat::ONE } else { Seat::TWO }));
        }
        ControlFlow::Continue(())
    }
}

/// Prefix sums: in each board's lane, the number of empty cells on it and on the boards before it.
#[inline]
fn sums(counts: u64) -> u64 {
    counts.wrapping_mul(ONE_EACH)
}

/// The number of empty cells on all boards.
#[inline]
fn total(sums: u64) -> u32 {
    (sums >> (8 * LANE)) as u32 & 127
}

/// The board of the `n`-th empty cell, counted from 0. Compares the first eight lanes with `n` at once, even and odd
/// ones separately so that each has a bit to borrow from.
#[inline]
fn board_of(sums: u64, n: u32) -> usize {
    const EVEN: u64 = 1 | 1 << (2 * LANE) | 1 << (4 * LANE) | 1 << (6 * LANE);
    const LANES: u64 = EVEN * 127;
    const BORROW: u64 = EVEN << LANE;
    let n = (u64::from(n) * EVEN) | BORROW;
    let even = (n - (sums & LANES)) & BORROW;
    let odd = (n - ((sums >> LANE) & LANES)) & BORROW;
    (even | odd << 1).count_ones() as usize + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::super_morpion::{Move, Options, Tiebreak};

    #[test]
    fn random_play_is_legal_and_ends_as_the_rules_say() {
        let mut rng = Rng::new(1);
        let mut ends = [0; 3];
        for n in 0..6_000 {
            let tiebreak = if n % 2 == 0 { Tiebreak::Majority } else { Tiebreak::Draw };
            let mut game = after(n % 60, Options::new(tiebreak), &mut rng);
            if game.turn().is_over() {
                continue;
            }
            let start = game;
            let outcome = observed(&start, &mut rng, |board, cell| {
                let mv = Move::new(board as u8 - 1, cell as u8 - 1).unwrap();
                assert_eq!(game.check(mv), Ok(()), "{mv:?} in {game:?}");
                game.play_unchecked(mv);
            });
            assert_eq!(game.turn(), Turn::Over(outcome), "from {start:?}");
            ends[index(outcome)] += 1;
        }
        assert!(ends.iter().all(|&n| n > 300), "{ends:?}");
    }

    #[test]
    fn every_legal_move_is_as_likely_as_the_others() {
        let mut rng = Rng::new(2);
        for plies in [0, 1, 24, 25, 36, 37, 48] {
            let game = loop {
                let game = after(plies, Options::default(), &mut rng);
                // From the middle of the game on, test free choices of a board: those can go wrong.
                if !game.turn().is_over() && (plies < 24 || game.sent().is_none()) {
                    break game;
                }
            };
            let mut seen = [[0u32; 10]; 10];
            let mut moves = Vec::new();
            game.moves_into(&mut moves);
            let each = 1_000;
            for _ in 0..each * moves.len() {
                let mut is_first = true;
                observed(&game, &mut rng, |board, cell| {
                    seen[board][cell] += u32::from(is_first);
                    is_first = false;
                });
            }
            for mv in moves {
                let times = seen[mv.board() + 1][mv.cell() + 1];
                assert!(
                    times.abs_diff(each as u32) < 160,
                    "{mv:?} came {times} times, not {each}, in {game:?}"
                );
            }
        }
    }

    #[test]
    fn a_board_is_chosen_once_for_each_of_its_empty_cells() {
        let mut rng = Rng::new(3);
        for _ in 0..1_000 {
            let numbers: [u32; 9] = std::array::from_fn(|_| rng.below(2) * rng.below(10));
            let counts = numbers.iter().enumerate().map(|(i, &n)| ONE[i + 1] * u64::from(n)).sum();
            let mut chosen = [0; 9];
            for n in 0..total(sums(counts)) {
                chosen[board_of(sums(counts), n) - 1] += 1;
            }
            assert_eq!(chosen, numbers);
        }
    }

    /// Fast playouts end like move-by-move playouts, from the start and from the middle of games.
    #[test]
    fn random_play_ends_as_it_does_move_by_move() {
        for plies in [0, 20, 40] {
            let mut rng = Rng::new(plies);
            let mut buffer = Vec::new();
            let start = after(plies, Options::default(), &mut rng);
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

    /// A game after this many random moves, or fewer if it ends earlier.
    fn after(plies: u64, options: Options, rng: &mut Rng) -> SuperMorpion {
        let mut game = SuperMorpion::new(options);
        for _ in 0..plies {
            if let Some(mv) = game.random_move(rng, &mut Vec::new()) {
                game.play_unchecked(mv);
            }
        }
        game
    }

    fn index(outcome: Outcome) -> usize {
        match outcome {
            Outcome::Win(Seat::ONE) => 0,
            Outcome::Win(_) => 1,
            Outcome::Draw => 2,
        }
    }
}
