//! The symmetries of Super Morpion: boards and cells turn together, since a cell sends to the board in the same place.

use rules::super_morpion::Move;
use rules::{Game, Seat, SuperMorpion, Symmetry};

use crate::book::Symmetric;

/// A position in one of its symmetric forms: the pieces of each player on each board, the boards that each has won, the
/// board to which the player is sent (9 for a free choice), and the player to move.
pub(super) type Key = ([[u16; 9]; 2], [u16; 2], u8, u8);

fn form(game: &SuperMorpion, symmetry: Symmetry) -> Key {
    let seats = [Seat::ONE, Seat::TWO];
    let mut marks = [[0; 9]; 2];
    for (seat, marks) in seats.into_iter().zip(&mut marks) {
        for board in 0..9 {
            marks[symmetry.cell(board)] = symmetry.cells(game.marks(seat, board));
        }
    }
    let sent = game.sent().map_or(9, |board| symmetry.cell(board) as u8);
    let mover = game.to_move().map_or(2, Seat::index) as u8;
    (marks, seats.map(|seat| symmetry.cells(game.won(seat))), sent, mover)
}

impl Symmetric for SuperMorpion {
    type Key = Key;

    fn canonical(&self) -> (Key, Symmetry) {
        let mut least = None;
        for symmetry in Symmetry::ALL {
            let form = form(self, symmetry);
            if least.as_ref().is_none_or(|(key, _)| form < *key) {
                least = Some((form, symmetry));
            }
        }
        least.unwrap_or_else(|| (form(self, Symmetry::IDENTITY), Symmetry::IDENTITY))
    }

    fn transform(mv: Move, symmetry: Symmetry) -> Move {
        let (board, cell) = (symmetry.cell(mv.board()), symmetry.cell(mv.cell()));
        Move::new(board as u8, cell as u8).unwrap_or(mv)
    }
}

#[cfg(test)]
mod tests {
    use rules::Rng;

    use super::*;

    #[test]
    fn symmetric_games_have_the_same_canonical_form_all_the_way() {
        let mut rng = Rng::new(5);
        for _ in 0..30 {
            let mut games = Symmetry::ALL.map(|symmetry| (symmetry, SuperMorpion::new(Default::default())));
            while let Some(mv) = games[0].1.random_move(&mut rng, &mut Vec::new()) {
                let key = games[0].1.canonical().0;
                for (symmetry, game) in &mut games {
                    let (own, leads_there) = game.canonical();
                    assert_eq!(own, key);
                    assert_eq!(form(game, leads_there), key);
                    game.play(SuperMorpion::transform(mv, *symmetry)).unwrap();
                }
            }
        }
    }
}
