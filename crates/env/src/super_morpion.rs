//! Super Morpion as numbers.

use rules::super_morpion::{Move, Options};
use rules::{Game, Rng, Seat, SuperMorpion};

use crate::bits;
use crate::cell_set::CellSet;
use crate::encode::{Derived, Encode, Field};

/// The derived data of a position: the sets of cells that an observation shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cells {
    /// Where the player to move may play.
    playable: CellSet,
    /// For each seat, its pieces and all cells of the boards it has won.
    pieces: [CellSet; 2],
}

impl Derived for Cells {
    #[inline]
    fn legal(&self) -> impl AsRef<[u64]> {
        self.playable.in_order()
    }

    #[inline]
    fn contains(&self, action: usize) -> bool {
        CellSet::CELLS.get(action).is_some_and(|&cell| self.playable.intersects(cell))
    }
}

/// All cells of each board, then all cells, then none.
const REGIONS: [CellSet; 11] = {
    let mut regions = [CellSet::EMPTY; 11];
    let mut cell = 0;
    while cell < 81 {
        regions[cell / 9] = regions[cell / 9].union(CellSet::CELLS[cell]);
        regions[9] = regions[9].union(CellSet::CELLS[cell]);
        cell += 1;
    }
    regions
};

/// The cells of the board to which the next player is sent, or all cells. A closed board has no empty cell: it is full, or
/// all of it belongs to its winner.
#[inline]
fn region(position: &SuperMorpion) -> CellSet {
    REGIONS[position.sent().unwrap_or(9).min(9)]
}

/// The pieces of a seat, and all cells of the boards it has won.
fn pieces(position: &SuperMorpion, seat: Seat) -> CellSet {
    let has = |cell: usize| {
        (position.won(seat) >> (cell / 9) | position.marks(seat, cell / 9) >> (cell % 9)) & 1 != 0
    };
    (0..81).filter(|&cell| has(cell)).fold(CellSet::EMPTY, |all, cell| all.union(CellSet::CELLS[cell]))
}

impl Encode for SuperMorpion {
    type Derived = Cells;
    const ACTIONS: &'static str = "0 to 80: 9 × board + cell, both from 0 in reading order";
    const MAX_MOVES: Option<u32> = Some(81);

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
        let pieces = [Seat::ONE, Seat::TWO].map(|seat| pieces(self, seat));
        let region = if self.turn().is_over() { CellSet::EMPTY } else { region(self) };
        Cells { playable: region.without(pieces[0].union(pieces[1])), pieces }
    }

    #[inline]
    fn update(&self, mover: Seat, mv: Move, derived: &mut Cells) {
        // Everything is read from the position before anything is stored. So the compiler still knows the values that
        // the move has stored, and does not load them again.
        let region = region(self);
        // A won board has only the winner's pieces.
        let is_won = self.won(mover) >> mv.board() & 1 != 0;
        let won = REGIONS[if is_won { mv.board() } else { 10 }];
        let mover = mover.index() & 1;
        let own = derived.pieces[mover].union(won).union(CellSet::CELLS[self.action_of(mv)]);
        let others = derived.pieces[1 - mover].without(won);
        derived.pieces[mover] = own;
        derived.pieces[1 - mover] = others;
        derived.playable = region.without(own.union(others));
    }

    /// Most players are sent to a board, where the position finds a random cell in less time than a set of all cells.
    #[inline]
    fn random_action(&self, derived: &Cells, rng: &mut Rng) -> Option<usize> {
        match self.sent() {
            Some(_) => self.random_move(rng, &mut Vec::new()).map(|mv| self.action_of(mv)),
            None => bits::random(&derived.playable.in_order(), rng),
        }
    }

    fn write_observation(&self, observer: Seat, out: &mut [i8]) {
        self.write(observer, &self.derive(), out, &mut [0; 81]);
    }

    #[inline]
    fn write(&self, observer: Seat, derived: &Cells, observation: &mut [i8], mask: &mut [i8]) {
        let Some(observation) = observation.first_chunk_mut::<243>() else { return };
        let ([own, opponents, free], _) = observation.as_chunks_mut::<81>() else { return };
        let observer = observer.index() & 1;
        derived.pieces[observer].write_entries([own]);
        derived.pieces[1 - observer].write_entries([opponents]);
        if let Some(mask) = mask.first_chunk_mut::<81>() {
            derived.playable.write_entries([free, mask]);
        }
    }
}
