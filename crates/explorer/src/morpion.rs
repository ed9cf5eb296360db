//! The symmetries of Morpion.

use rules::morpion::Move;
use rules::{Game, Morpion, Seat};

use crate::signature::Explored;
use crate::square::{self, CELLS, turned_cells};

impl Explored for Morpion {
    const WAYS: u8 = square::WAYS;

    fn write_turned(&self, way: u8, out: &mut Vec<u8>) {
        let mover = self.to_move().unwrap_or(Seat::ONE);
        for seat in [mover, mover.other()] {
            out.extend(turned_cells(way, self.marks(seat)).to_le_bytes());
        }
    }

    fn turned_codes(&self, moves: &[Move], way: u8) -> Vec<u32> {
        moves.iter().map(|mv| CELLS[usize::from(way & 7)][mv.index()].into()).collect()
    }
}
