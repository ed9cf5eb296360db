//! A position of Super Morpion in 24 bytes.
//!
//! ```text
//! byte  0–17  for each board, what it holds: the sum over its cells of 3^cell × (0 empty, 1 the player to move,
//!             2 the opponent), or 19683 won by the player to move, 19684 by the opponent, 19685 drawn
//!       18    the board to which the player to move is sent, 9 for the freedom to choose
//!       19    how the game ended for the player to move: 0 lost, 1 drawn, 2 won
//!       20–21 the share that the search expects for the player to move, in 65535ths
//!       22    the number of moves played
//!       23    1 if the search proved its value, 0 if not
//! ```

use rules::super_morpion::Move;
use rules::{AnyMove, Game, SuperMorpion};

use super::{Recorded, Searched};

/// The id of the game, and how its positions are generated.
pub(crate) const GENERATOR: (&str, fn(&[String])) =
    (SuperMorpion::KIND.id(), crate::generate::<SuperMorpion>);

impl Recorded for SuperMorpion {
    const RANDOM_MOVES: u32 = 14;
    const MAX_MOVES: u32 = u32::MAX;

    fn own_move(mv: AnyMove) -> Move {
        let AnyMove::Super(mv) = mv else { unreachable!("a move of Super Morpion") };
        mv
    }

    fn record(position: &Searched<SuperMorpion>, result: u8) -> Vec<u8> {
        let Searched { game, seat, ply, is_proven, .. } = position;
        let mut record = Vec::with_capacity(24);
        for board in 0..9 {
            let code: u16 = if game.open() >> board & 1 != 0 {
                let (own, other) = (game.marks(*seat, board), game.marks(seat.other(), board));
                (0..9).rev().fold(0, |code, cell| code * 3 + (own >> cell & 1) + 2 * (other >> cell & 1))
            } else if game.won(*seat) >> board & 1 != 0 {
                19683
            } else if game.won(seat.other()) >> board & 1 != 0 {
                19684
            } else {
                19685
            };
            record.extend(code.to_le_bytes());
        }
        record.extend([game.sent().unwrap_or(9) as u8, result]);
        record.extend(position.share());
        record.extend([*ply as u8, u8::from(*is_proven)]);
        record
    }
}
