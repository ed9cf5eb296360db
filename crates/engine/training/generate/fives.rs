//! A position of Three Fives for two in 26 bytes.
//!
//! ```text
//! byte  0–3   the points of the player to move, one bit each
//!       4–7   the points of the opponent
//!       8–11  the points of medium pieces
//!       12–15 the points of large pieces
//!       16–17 the share that the search expects for the player to move, in 65535ths
//!       18–19 the hand-written evaluation, in points
//!       20–22 for each size, smallest first, the pieces in hand of the player to move, plus 16 × those of the opponent
//!       23    the groups that the player to move has completed, plus 16 × those of the opponent
//!       24    the groups, up to three, that the player to move can complete at once, plus 16 × those of the opponent
//!       25    how the game ended for the player to move: 0 lost, 1 drawn, 2 won; plus 16 if the search proved its value
//! ```

use rules::fives::{Move, Size};
use rules::{AnyMove, Fives, Game};

use super::{Recorded, Searched};

#[path = "../../src/knowledge/fives/features.rs"]
mod features;
#[path = "../../src/knowledge/fives/growth.rs"]
#[allow(dead_code, reason = "the engine uses more of it")]
mod growth;
#[path = "../../src/knowledge/fives/weights.rs"]
mod weights;

use features::{features, immediate_completions};

/// The id of the game, and how its positions are generated.
pub(crate) const GENERATOR: (&str, fn(&[String])) = (Fives::KIND.id(), crate::generate::<Fives>);

impl Recorded for Fives {
    const RANDOM_MOVES: u32 = 13;
    const MAX_MOVES: u32 = 250;

    fn own_move(mv: AnyMove) -> Move {
        let AnyMove::Fives(mv) = mv else { unreachable!("a move of Three Fives") };
        mv
    }

    fn record(position: &Searched<Fives>, result: u8) -> Vec<u8> {
        let Searched { game, seat, is_proven, .. } = position;
        let (seat, other, table) = (*seat, seat.other(), game.position());
        let (mine, theirs) = (features(table, seat), features(table, other));
        let handwritten = weights::value(table, seat, &mine, &theirs);
        let both = |own: u8, other: u8| own + 16 * other;
        let mut record = Vec::with_capacity(26);
        for set in
            [table.pieces(seat), table.pieces(other), table.sized(Size::Medium), table.sized(Size::Large)]
        {
            record.extend(set.to_le_bytes());
        }
        record.extend(position.share());
        record.extend((handwritten.clamp(-32000, 32000) as i16).to_le_bytes());
        record.extend(Size::ALL.map(|size| both(table.hand(seat, size), table.hand(other, size))));
        record.push(both(table.groups(seat), table.groups(other)));
        record.push(both(immediate_completions(&mine) as u8, immediate_completions(&theirs) as u8));
        record.push(both(result, u8::from(*is_proven)));
        record
    }
}
