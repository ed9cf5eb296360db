//! Values of quiet boards for any number of players, each computed once from the values of the boards after it.
//!
//! A board is *quiet* if the player to move cannot complete a line. The stash belongs to everyone, so a move after
//! which a line can be completed gives the game to the next player, if that player takes it: such a move is *giving*.
//! All other moves lead from one quiet board to another. Of 8.7 million boards without a line, 1.1 million are quiet,
//! and the same ones for any number of players.

use super::board::{Board, PIECES};

/// How the value of a board follows from the values after it. Values list the seats in the order in which they move,
/// the player to move first.
pub(crate) trait Valuation {
    /// The value of a board.
    type Value: Copy;

    /// The value when all pieces are in play: a draw.
    fn drawn(&self) -> Self::Value;

    /// The value when no piece can be put anywhere: the previous player has won.
    fn stuck(&self) -> Self::Value;

    /// The value of a board with this many giving moves, and with these values after its other moves.
    fn value(&self, giving: u32, after: &[Self::Value]) -> Self::Value;
}

/// The values of the quiet boards that were requested, and of those that follow them.
#[derive(Debug)]
pub(crate) struct QuietValues<V: Valuation + 'static> {
    valuation: V,
    /// Values that exist already and are not stored again.
    base: Option<&'static QuietValues<V>>,
    /// A hash table: for each slot, the index in `values` plus one, or 0. Less than two thirds are used.
    slots: Vec<u32>,
    values: Vec<(Board, V::Value)>,
}

impl<V: Valuation> QuietValues<V> {
    pub(crate) fn new(valuation: V) -> QuietValues<V> {
        QuietValues { valuation, base: None, slots: vec![0; 1 << 10], values: Vec::new() }
    }

    /// A table of values on top of an existing one.
    pub(crate) fn with_base(base: &'static QuietValues<V>) -> QuietValues<V>
    where
        V: Clone,
    {
        QuietValues { base: Some(base), ..QuietValues::new(base.valuation.clone()) }
    }

    /// Every board that has a value.
    pub(crate) fn boards(&self) -> impl Iterator<Item = Board> {
        self.values.iter().map(|(board, _)| *board)
    }

    /// The value of a quiet board in its [canonical](Board::canonical) orientation. `visit` is called for each board
    /// that is valued; once it returns false, this returns `None`, and a later call continues with the values in the
    /// table.
    pub(crate) fn value(&mut self, board: Board, visit: &mut dyn FnMut() -> bool) -> Option<V::Value> {
        if let Some(value) = self.known(board) {
            return Some(value);
        }
        // There are at most 44 moves: see `Solver::score`.
        let mut quiet = [Board::default(); 64];
        let (mut count, mut giving) = (0, 0);
        board.for_each_move(|next, _| {
            if next.can_complete() {
                giving += 1;
            } else {
                quiet[count & 63] = next.canonical();
                count += 1;
            }
        });
        let value = if giving + count as u32 == 0 {
            self.valuation.stuck()
        } else {
            let mut after = [self.valuation.drawn(); 64];
            for (value, &next) in after.iter_mut().zip(&quiet[..count]) {
                *value = self.value(next, visit)?;
            }
            self.valuation.value(giving, &after[..count])
        };
        self.store(board, value);
        visit().then_some(value)
    }

    /// The value of a quiet board in its canonical orientation, if it is known.
    #[inline]
    pub(crate) fn known(&self, board: Board) -> Option<V::Value> {
        if board.placed() == PIECES {
            return Some(self.valuation.drawn());
        }
        match (self.slots[self.slot(board)].checked_sub(1), self.base) {
            (Some(place), _) => Some(self.values[place as usize].1),
            (None, Some(base)) => base.known(board),
            (None, None) => None,
        }
    }

    /// The slot of a board, or the one where it would be stored (linear probing).
    #[inline]
    fn slot(&self, board: Board) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = board.hash(self.slots.len().trailing_zeros());
        while let Some(place) = self.slots[slot].checked_sub(1)
            && self.values[place as usize].0 != board
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn store(&mut self, board: Board, value: V::Value) {
        if 3 * self.values.len() >= 2 * self.slots.len() {
            self.slots = vec![0; 2 * self.slots.len()];
            for place in 0..self.values.len() {
                let slot = self.slot(self.values[place].0);
                self.slots[slot] = place as u32 + 1;
            }
        }
        let slot = self.slot(board);
        self.values.push((board, value));
        self.slots[slot] = self.values.len() as u32;
    }
}
