//! Tic Tac Doh! as numbers.

use rules::doh::{Move, Options, STASH, Size};
use rules::frame::Square;
use rules::{Doh, Seat};

use crate::encode::{Encode, Field};
use crate::{bits, write_sets};

/// The squares of the frame.
const SQUARES: usize = 25;

impl Encode for Doh {
    type Derived = [u64; 2];
    const ACTIONS: &'static str = "0 to 74: 25 × size + square; sizes S M L, squares a1 b1 … e1 a2 … e5";
    const MAX_MOVES: Option<u32> = Some(15);

    fn shape(_options: Options) -> Vec<usize> {
        vec![7, 5, 5]
    }

    fn fields(_options: Options) -> Vec<Field> {
        vec![
            Field::new("squares that hold a small piece, by rank and file", SQUARES, 1),
            Field::new("squares that hold a medium piece", SQUARES, 1),
            Field::new("squares that hold a large piece", SQUARES, 1),
            Field::new("squares whose pile is a nest", SQUARES, 1),
            Field::new("small pieces left in the stash, in every entry", SQUARES, STASH as i8),
            Field::new("medium pieces left", SQUARES, STASH as i8),
            Field::new("large pieces left", SQUARES, STASH as i8),
        ]
    }

    fn actions(_options: Options) -> usize {
        3 * SQUARES
    }

    #[inline]
    fn action_of(&self, mv: Move) -> usize {
        SQUARES * mv.size().index() + mv.square().index()
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        let size = Size::ALL.get(action / SQUARES)?;
        Square::from_index((action % SQUARES) as u8).map(|square| Move::new(*size, square))
    }

    #[inline]
    fn derive(&self) -> [u64; 2] {
        let mut legal = [0; 2];
        for size in Size::ALL {
            bits::insert(&mut legal, SQUARES * size.index(), self.placements(size).into());
        }
        legal
    }

    #[inline]
    fn write_observation(&self, _observer: Seat, out: &mut [i8]) {
        let Some(out) = out.first_chunk_mut::<{ 7 * SQUARES }>() else { return };
        for size in Size::ALL {
            write_sets::write_25_squares(self.held(size), &mut out[SQUARES * size.index()..]);
            let stash = SQUARES * (4 + size.index());
            out[stash..stash + SQUARES].fill(self.left(size) as i8);
        }
        write_sets::write_25_squares(self.nests(), &mut out[3 * SQUARES..]);
    }
}
