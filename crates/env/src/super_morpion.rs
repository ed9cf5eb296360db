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
        vec![3, 9, 9]
    }

    fn fields(_options: Options) -> Vec<Field> {
        vec![
            Field::new("own pieces, by board and cell; a board the observer has won shows nine", 81, 1),
            Field::new("the opponent’s pieces, and nine on each board the opponent has won", 81, 1),
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
    fn legal_move(&self, action: usize) -> Option<Move> {
        let mv = self.move_of(action)?;
        (playable_cells(self, mv.board()) >> mv.cell() & 1 != 0).then_some(mv)
    }

    #[inline]
    fn write_observation(&self, observer: Seat, out: &mut [i8]) {
        let Some(out) = out.first_chunk_mut::<243>() else { return };
        for (plane, seat) in [observer, observer.other()].into_iter().enumerate() {
            // A won board has no small pieces, and a board of nine pieces of one seat would have been won.
            boards(&mut out[81 * plane..], |board| self.marks(seat, board) | whole(self.won(seat), board));
        }
        boards(&mut out[162..], |board| playable_cells(self, board));
    }

    #[inline]
    fn write_mask(&self, out: &mut [i8], _buffer: &mut Vec<Move>) {
        if let Some(out) = out.first_chunk_mut::<81>() {
            boards(out, |board| playable_cells(self, board));
        }
    }

    #[inline]
    fn write_both(&self, observer: Seat, observation: &mut [i8], mask: &mut [i8], _buffer: &mut Vec<Move>) {
        self.write_observation(observer, observation);
        // The last plane is the mask.
        if let (Some(mask), Some(plane)) = (mask.first_chunk_mut::<81>(), observation.last_chunk::<81>()) {
            *mask = *plane;
        }
    }
}
