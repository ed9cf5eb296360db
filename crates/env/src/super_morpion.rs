//! Super Morpion as numbers.

use rules::super_morpion::{Move, Options};
use rules::{Seat, SuperMorpion};

use crate::encode::{Encode, Field};
use crate::paint;

/// All cells of a board.
const FULL: u16 = 0x1ff;

/// Writes a set of cells for each of the nine boards.
#[inline]
fn boards(out: &mut [i8], set: impl Fn(usize) -> u16) {
    for board in 0..9 {
        paint::nine(set(board), &mut out[9 * board..]);
    }
}

/// All cells of a board if its bit is set.
#[inline]
const fn whole(boards: u16, board: usize) -> u16 {
    (boards >> board & 1) * FULL
}

/// The cells of a board on which the next move may be.
#[inline]
const fn playable_cells(position: &SuperMorpion, board: usize) -> u16 {
    whole(position.playable(), board) & position.empty(board)
}

impl Encode for SuperMorpion {
    const ACTIONS: &'static str = "0 to 80: 9 × board + cell, both from 0 in reading order";
    const LONGEST: Option<u32> = Some(81);

    fn shape(_options: Options) -> Vec<usize> {
        vec![5, 9, 9]
    }

    fn fields(_options: Options) -> Vec<Field> {
        vec![
            Field::new("own small pieces, by board and cell", 81, 1),
            Field::new("the opponent’s small pieces", 81, 1),
            Field::new("boards the observer has won: all nine cells of them", 81, 1),
            Field::new("boards the opponent has won", 81, 1),
            Field::new("where the player to move may play", 81, 1),
        ]
    }

    fn actions(_options: Options) -> usize {
        81
    }

    #[inline]
    fn action_of(&self, mv: Move) -> usize {
        9 * mv.board() + mv.cell()
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        u8::try_from(action).ok().and_then(|action| Move::new(action / 9, action % 9))
    }

    #[inline]
    fn write_observation(&self, observer: Seat, out: &mut [i8]) {
        let other = observer.other();
        let Some(out) = out.first_chunk_mut::<405>() else { return };
        boards(&mut out[..], |board| self.marks(observer, board));
        boards(&mut out[81..], |board| self.marks(other, board));
        boards(&mut out[162..], |board| whole(self.won(observer), board));
        boards(&mut out[243..], |board| whole(self.won(other), board));
        boards(&mut out[324..], |board| playable_cells(self, board));
    }

    #[inline]
    fn write_mask(&self, out: &mut [i8], _buffer: &mut Vec<Move>) {
        if let Some(out) = out.first_chunk_mut::<81>() {
            boards(out, |board| playable_cells(self, board));
        }
    }
}
