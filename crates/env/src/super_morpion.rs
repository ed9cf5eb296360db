//! Super Morpion as numbers.

use rules::super_morpion::{Move, Options};
use rules::{Game, Seat, SuperMorpion};

use crate::bits;
use crate::encode::{Encode, Field};

/// What a batch keeps beside a position: sets of the 81 cells, in the order of the actions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cells {
    /// Where the player to move may play.
    playable: [u64; 2],
    /// For each seat, its pieces and all cells of the boards it has won.
    pieces: [[u64; 2]; 2],
}

impl AsRef<[u64]> for Cells {
    #[inline]
    fn as_ref(&self) -> &[u64] {
        &self.playable
    }
}

/// All cells of a board.
#[inline]
const fn whole(board: usize) -> u128 {
    0x1ff << (9 * board)
}

/// A set of cells as words: what was stored as words is loaded as words.
#[inline]
const fn words(cells: u128) -> [u64; 2] {
    [cells as u64, (cells >> 64) as u64]
}

/// All cells of each board, then all cells, then none.
const REGIONS: [[u64; 2]; 11] = {
    let mut regions = [[0; 2]; 11];
    let mut board = 0;
    while board < 9 {
        regions[board] = words(whole(board));
        board += 1;
    }
    regions[9] = words((1 << 81) - 1);
    regions
};

/// The cells in which the next move may be. A closed board has no empty cell: it is full, or its winner has all of it.
#[inline]
fn playable(position: &SuperMorpion, pieces: &[[u64; 2]; 2]) -> [u64; 2] {
    let region = position.sent().unwrap_or(9) + usize::from(position.turn().is_over());
    let [low, high] = REGIONS[region.min(10)];
    [low & !(pieces[0][0] | pieces[1][0]), high & !(pieces[0][1] | pieces[1][1])]
}

/// The pieces of a seat, and all cells of the boards it has won.
fn pieces(position: &SuperMorpion, seat: Seat) -> u128 {
    (0..9).fold(0, |all, board| {
        let won = u128::from(position.won(seat) >> board & 1) * whole(board);
        all | won | u128::from(position.marks(seat, board)) << (9 * board)
    })
}

impl Encode for SuperMorpion {
    type Derived = Cells;
    const ACTIONS: &'static str = "0 to 80: 9 × board + cell, both from 0 in reading order";
    const LONGEST: Option<u32> = Some(81);

    fn shape(_options: Options) -> Vec<usize> {
        vec![3, 9, 9]
    }

    fn fields(_options: Options) -> Vec<Field> {
        vec![
            Field::new("own pieces, by board and cell; a board the observer has won shows nine", 81, 1),
            Field::new("the opponent’s pieces, and nine on each board the opponent has won", 81, 1),
            Field::new("where the player to move may play", 81, 1),
        ]
    }

    fn actions(_options: Options) -> usize {
        81
    }

    #[inline]
    fn action_of(&self, mv: Move) -> usize {
        9 * mv.board() + mv.cell()
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        u8::try_from(action).ok().and_then(|action| Move::new(action / 9, action % 9))
    }

    fn derive(&self) -> Cells {
        let pieces = [Seat::ONE, Seat::TWO].map(|seat| words(pieces(self, seat)));
        Cells { playable: playable(self, &pieces), pieces }
    }

    #[inline]
    fn update(&self, mover: Seat, mv: Move, derived: &mut Cells) {
        let mover = mover.index() & 1;
        let [own, others] = [mover, 1 - mover].map(|seat| derived.pieces[seat]);
        // A board that is won has no other pieces than the winner's.
        let is_won = self.won(Seat::from_index(mover as u8)) >> mv.board() & 1 != 0;
        let won = REGIONS[if is_won { mv.board() } else { 10 }];
        let cell = words(1 << self.action_of(mv));
        derived.pieces[mover] = [own[0] | won[0] | cell[0], own[1] | won[1] | cell[1]];
        derived.pieces[1 - mover] = [others[0] & !won[0], others[1] & !won[1]];
        derived.playable = playable(self, &derived.pieces);
    }

    fn write_observation(&self, observer: Seat, out: &mut [i8]) {
        self.write(observer, &self.derive(), out, &mut [0; 81]);
    }

    #[inline]
    fn write(&self, observer: Seat, derived: &Cells, observation: &mut [i8], mask: &mut [i8]) {
        let ([own, opponents, free], _) = observation.as_chunks_mut::<81>() else { return };
        let observer = observer.index() & 1;
        bits::paint_81(derived.pieces[observer], [own]);
        bits::paint_81(derived.pieces[1 - observer], [opponents]);
        if let Some(mask) = mask.first_chunk_mut::<81>() {
            bits::paint_81(derived.playable, [free, mask]);
        }
    }
}
