//! The symmetries of Super Morpion: boards and cells turn together.

use rules::super_morpion::Move;
use rules::{Game, Seat, SuperMorpion};

use crate::signature::Explored;
use crate::square::{self, CELLS, turned_cells};

/// Stands for a board that may be chosen freely.
const ANYWHERE: u8 = 9;

impl Explored for SuperMorpion {
    const WAYS: u8 = square::WAYS;

    fn write_turned(&self, way: u8, out: &mut Vec<u8>) {
        let mover = self.to_move().unwrap_or(Seat::ONE);
        let table = &CELLS[usize::from(way & 7)];
        out.push(self.sent().map_or(ANYWHERE, |board| table[board]));
        for seat in [mover, mover.other()] {
            out.extend(turned_cells(way, self.won(seat)).to_le_bytes());
            let mut boards = [0; 9];
            for board in 0..9 {
                boards[usize::from(table[board])] = turned_cells(way, self.marks(seat, board));
            }
            out.extend(boards.iter().flat_map(|cells| cells.to_le_bytes()));
        }
    }

    fn turned_codes(&self, moves: &[Move], way: u8) -> Vec<u32> {
        let table = &CELLS[usize::from(way & 7)];
        moves.iter().map(|mv| u32::from(table[mv.board()]) * 9 + u32::from(table[mv.cell()])).collect()
    }
}
