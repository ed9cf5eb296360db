//! The symmetries of Tic Tac Doh!: it is played anywhere on the table, so positions can also be moved.

use rules::doh::{Move, Size};
use rules::{Doh, frame};

use crate::position_key::SymmetricGame;
use crate::square::{self, TurnedFrame};

impl SymmetricGame for Doh {
    const SYMMETRIES: u8 = square::SYMMETRIES;

    fn write_turned(&self, symmetry: u8, out: &mut Vec<u8>) {
        let frame = TurnedFrame::new(symmetry, self.occupied());
        let has = |set: frame::Squares, square: frame::Square| u8::from(set & square.bit() != 0);
        let mut piles: Vec<[u8; 2]> = frame::squares(self.occupied())
            .map(|square| {
                let sizes = Size::ALL.map(|size| has(self.held(size), square));
                let nest = has(self.nests(), square);
                [frame.place(square), sizes[0] | sizes[1] << 1 | sizes[2] << 2 | nest << 3]
            })
            .collect();
        piles.sort_unstable();
        out.extend(piles.into_iter().flatten());
    }

    fn turned_codes(&self, moves: &[Move], symmetry: u8) -> Vec<u32> {
        let frame = TurnedFrame::new(symmetry, self.occupied());
        moves.iter().map(|mv| u32::from(frame.place(mv.square())) * 3 + mv.size().index() as u32).collect()
    }
}
