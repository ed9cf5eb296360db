//! The symmetries of Super Morpion: boards and cells turn together.

use rules::super_morpion::Move;
use rules::{Game, Seat, SuperMorpion};

use crate::position_key::SymmetricGame;
use crate::square;

/// Stands for a board that may be chosen freely.
const ANYWHERE: u8 = 9;

impl SymmetricGame for SuperMorpion {
    const SYMMETRIES: u8 = square::SYMMETRIES;

    fn write_turned(&self, symmetry: u8, out: &mut Vec<u8>) {
        let mover = self.to_move().unwrap_or(Seat::ONE);
        let symmetry = square::numbered(symmetry);
        out.push(self.sent().map_or(ANYWHERE, |board| symmetry.cell(board) as u8));
        for seat in [mover, mover.other()] {
            out.extend(symmetry.cells(self.won(seat)).to_le_bytes());
            let mut boards = [0; 9];
            for board in 0..9 {
                boards[symmetry.cell(board)] = symmetry.cells(self.marks(seat, board));
            }
            out.extend(boards.iter().flat_map(|cells| cells.to_le_bytes()));
        }
    }

    fn turned_codes(&self, moves: &[Move], symmetry: u8) -> Vec<u32> {
        let symmetry = square::numbered(symmetry);
        moves.iter().map(|mv| (symmetry.cell(mv.board()) * 9 + symmetry.cell(mv.cell())) as u32).collect()
    }
}
