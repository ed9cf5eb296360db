//! The symmetries of Morpion.

use rules::morpion::Move;
use rules::{Game, Morpion, Seat};

use crate::position_key::SymmetricGame;
use crate::square::{self, CELLS, turned_cells};

impl SymmetricGame for Morpion {
    const SYMMETRIES: u8 = square::SYMMETRIES;

    fn write_turned(&self, symmetry: u8, out: &mut Vec<u8>) {
        let mover = self.to_move().unwrap_or(Seat::ONE);
        for seat in [mover, mover.other()] {
            out.extend(turned_cells(symmetry, self.marks(seat)).to_le_bytes());
        }
    }

    fn turned_codes(&self, moves: &[Move], symmetry: u8) -> Vec<u32> {
        moves.iter().map(|mv| CELLS[usize::from(symmetry & 7)][mv.index()].into()).collect()
    }
}
