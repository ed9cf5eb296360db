//! The symmetries of Morpion.

use rules::morpion::Move;
use rules::{Game, Morpion, Seat};

use crate::position_key::SymmetricGame;
use crate::square;

impl SymmetricGame for Morpion {
    const SYMMETRIES: u8 = square::SYMMETRIES;

    fn write_turned(&self, symmetry: u8, out: &mut Vec<u8>) {
        let symmetry = square::numbered(symmetry);
        let mover = self.to_move().unwrap_or(Seat::ONE);
        for seat in [mover, mover.other()] {
            out.extend(symmetry.cells(self.marks(seat)).to_le_bytes());
        }
    }

    fn turned_codes(&self, moves: &[Move], symmetry: u8) -> Vec<u32> {
        let symmetry = square::numbered(symmetry);
        moves.iter().map(|mv| symmetry.cell(mv.index()) as u32).collect()
    }
}
