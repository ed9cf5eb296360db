//! A position of Tic Tac Doh! in one word, for the solver, independent of its place on the table and of its
//! orientation.
//!
//! ```text
//! bit  63    57 56       48 47  41 40       32 31  25 24       16 15   9 8         0
//!     ┌────────┬───────────┬──────┬───────────┬──────┬───────────┬──────┬───────────┐
//!     │ (note) │   nests   │  0   │   large   │  0   │  medium   │  0   │   small   │
//!     └────────┴───────────┴──────┴───────────┴──────┴───────────┴──────┴───────────┘
//!
//! each set of nine:    6 7 8      the pieces pushed into the corner of bit 0, so that the
//!                      3 4 5      lowest rank and the leftmost file are never empty
//!                      0 1 2
//! ```
//!
//! The rest is derived from these bits: the stash has the pieces that are not on the board, and the number of pieces
//! tells whose turn it is, which changes nothing else, since both players have the same moves. As long as the pieces do
//! not fill the height or the width of the grid, the grid can be shifted around them, and the next piece may go wherever
//! one of these shifts allows: see [`OPEN_SHIFTS`].

use rules::doh::{Options, STASH, Size};
use rules::frame::Squares;
use rules::grid::{self, completing};
use rules::{Doh, Symmetry};

/// A set of the nine squares.
pub(super) type Nine = u16;

/// A position, without the player to move. The bits of `note` are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Board(u64);

/// How many pieces there are.
pub(crate) const PIECES: u32 = 3 * STASH as u32;

const FULL: u64 = grid::FULL as u64;
const NESTS: u32 = 48;
const LANES: u64 = FULL | FULL << 16 | FULL << 32 | FULL << NESTS;

/// For each set, how far it must be shifted to reach the corner: one for each file, three for each rank.
const PUSH: [u32; 512] = {
    let mut table = [0; 512];
    let mut set = 1usize;
    while set < 512 {
        while (set >> (table[set] % 3)) & 0o111 == 0 {
            table[set] += 1;
        }
        while (set >> table[set]) & 0o007 == 0 {
            table[set] += 3;
        }
        set += 1;
    }
    table
};

/// For each set of occupied squares in the corner: the orientations that give the least set, by their index in
/// [`Symmetry::ALL`], each with the shift that follows. Only these can give the least board. An entry with `way` 8 ends
/// the list.
static CANONICAL_ORIENTATIONS: [[(u8, u8); 9]; 512] = {
    let mut table = [[(8, 0); 9]; 512];
    let mut set = 1;
    while set < 512 {
        let (mut least, mut n, mut way) = (FULL as Nine + 1, 0, 0);
        while way < 8 {
            let turned = Symmetry::ALL[way as usize].cells(set as Nine);
            let push = PUSH[turned as usize];
            let pushed = turned >> push;
            if pushed < least {
                (least, n) = (pushed, 0);
            }
            if pushed == least {
                table[set][n] = (way, push as u8);
                n += 1;
            }
            way += 1;
        }
        table[set][n] = (8, 0);
        set += 1;
    }
    table
};

/// The empty squares of the grid next to a set.
const fn near(set: Nine) -> Nine {
    let wide = set | (set & 0o333) << 1 | (set & 0o666) >> 1;
    (wide | wide << 3 | wide >> 3) & FULL as Nine & !set
}

/// For each set of occupied squares in the corner: the shifts that the grid allows, each with the empty squares on
/// which a piece can be put after this shift and not after an earlier one. The first shift is 0; an entry without
/// squares ends the list.
static OPEN_SHIFTS: [[(u8, Nine); 9]; 512] = {
    let mut table = [[(0, 0); 9]; 512];
    let mut set = 1;
    while set < 512 {
        // One bit for each square of an 8×8 frame in which the occupied squares stay in place.
        let (mut seen, mut n, mut push) = (0u64, 0, 0);
        while push < 9 {
            let (files, ranks) = (push % 3, push / 3);
            let pushed = set << push;
            // The shift must not cross the upper edge, nor wrap from the right edge to the left.
            if PUSH[set] == 0 && pushed < 512 && pushed >> push == set && PUSH[pushed] as usize == push {
                let mut rest = near(pushed as Nine);
                let mut fresh = 0;
                while rest != 0 {
                    let square = rest.trailing_zeros() as usize;
                    let at = 1 << ((2 + square % 3 - files) + 8 * (2 + square / 3 - ranks));
                    if seen & at == 0 {
                        seen |= at;
                        fresh |= 1 << square;
                    }
                    rest &= rest - 1;
                }
                if fresh != 0 {
                    table[set][n] = (push as u8, fresh);
                    n += 1;
                }
            }
            push += 1;
        }
        set += 1;
    }
    table
};

/// A set of the 5×5 frame, shifted into the corner, as nine bits.
const fn nine(squares: Squares) -> u64 {
    (squares & 0o7 | squares >> 2 & 0o70 | squares >> 4 & 0o700) as u64
}

impl Board {
    /// The board of a position.
    pub(crate) fn of(game: &Doh) -> Board {
        let occupied = game.occupied();
        let mut push = 0;
        while occupied != 0 && (occupied >> push) & 0b00001_00001_00001_00001_00001 == 0 {
            push += 1;
        }
        while occupied != 0 && (occupied >> push) & 0b11111 == 0 {
            push += 5;
        }
        let [small, medium, large] = Size::ALL.map(|size| nine(game.held(size) >> push));
        Board(small | medium << 16 | large << 32 | nine(game.nests() >> push) << NESTS)
    }

    /// A position with this board, if there is one. The player to move follows from the number of pieces.
    pub(crate) fn game(self, options: Options) -> Option<Doh> {
        let pile = |square: u32| {
            let held: String = Size::ALL
                .into_iter()
                .filter(|size| self.held(size.index()) >> square & 1 != 0)
                .map(Size::letter)
                .collect();
            let pile = if self.nests() >> square & 1 != 0 { held } else { held.chars().rev().collect() };
            match pile.len() {
                0 => ".".to_owned(),
                1 => pile,
                _ => format!("({pile})"),
            }
        };
        let turn = self.placed() % u32::from(options.players()) + 1;
        // The nine squares can be anywhere in the frame, as long as a piece is on its centre.
        (0..9).find_map(|place| {
            let (left, bottom) = (place % 3, place / 3);
            let row = |rank: u32| -> String {
                let square = |file: u32| match (file.checked_sub(left), rank.checked_sub(bottom)) {
                    (Some(file @ 0..3), Some(rank @ 0..3)) => pile(file + 3 * rank),
                    _ => ".".to_owned(),
                };
                (0..5).map(square).collect()
            };
            let rows: Vec<String> = (0..5).rev().map(row).collect();
            format!("{} {turn} {options}", rows.join("/")).parse().ok()
        })
    }

    /// A board from its bits, which must not include a note.
    pub(crate) const fn from_bits(bits: u64) -> Board {
        Board(bits & LANES)
    }

    /// The bits. The seven highest are 0, and free for a note.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// A hash with this many bits.
    #[inline]
    pub(crate) const fn hash(self, bits: u32) -> usize {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize
    }

    /// The squares with a piece of a size, hidden in a nest or not.
    #[inline]
    const fn held(self, size: usize) -> Nine {
        (self.0 >> (16 * size) & FULL) as Nine
    }

    #[inline]
    const fn nests(self) -> Nine {
        (self.0 >> NESTS) as Nine
    }

    #[inline]
    const fn occupied(self) -> usize {
        ((self.0 | self.0 >> 16 | self.0 >> 32) & FULL) as usize
    }

    /// How many pieces are in play.
    #[inline]
    pub(crate) const fn placed(self) -> u32 {
        (self.0 & (LANES >> 16)).count_ones()
    }

    /// Whether the stash has a piece of this size.
    #[inline]
    const fn is_left(self, size: usize) -> bool {
        self.held(size).count_ones() < STASH as u32
    }

    /// The squares that count as this size in a line.
    #[inline]
    const fn counts_as(self, size: usize) -> Nine {
        match size {
            0 => self.held(0) & !self.nests(),
            1 => self.held(1) & !(self.nests() & self.held(2)),
            _ => self.held(2),
        }
    }

    /// The squares whose pile a piece of this size can join.
    #[inline]
    const fn joinable(self, size: usize) -> Nine {
        let (small, medium, large) = (self.held(0), self.held(1), self.held(2));
        match size {
            0 => medium & !small & !self.nests(),
            1 => (small | large) & !medium,
            _ => medium & !large & (!small | self.nests()),
        }
    }

    /// Whether the player to move can complete a line.
    #[inline]
    pub(crate) fn can_complete(self) -> bool {
        let open = &OPEN_SHIFTS[self.occupied()];
        (0..3).any(|size| {
            let set = self.counts_as(size);
            // That takes at least two such squares, and a piece in the stash.
            if set & set.wrapping_sub(1) == 0 || !self.is_left(size) {
                return false;
            }
            let joins = completing(set) & self.joinable(size) != 0;
            joins
                || open
                    .iter()
                    .take_while(|(_, squares)| *squares != 0)
                    .any(|&(push, squares)| completing(set << push) & squares != 0)
        })
    }

    /// Calls `each` with every board that one move leads to, shifted into the corner, and whether the move completes a
    /// line. Moves that lead to symmetric boards are both reported. There are no calls if no piece can be put anywhere.
    #[inline]
    pub(crate) fn for_each_move(self, mut each: impl FnMut(Board, bool)) {
        for size in 0..3 {
            if !self.is_left(size) {
                continue;
            }
            let mut put = |place: Board, mut squares: Nine| {
                let winning = completing(place.counts_as(size));
                while squares != 0 {
                    let bit = squares & squares.wrapping_neg();
                    squares &= squares - 1;
                    let nest = if size > 0 { place.held(size - 1) & bit } else { 0 };
                    let next = place.0 | u64::from(bit) << (16 * size) | u64::from(nest) << NESTS;
                    each(Board(next).shifted_into_corner(), winning & bit != 0);
                }
            };
            put(self, self.joinable(size));
            for &(push, squares) in
                OPEN_SHIFTS[self.occupied()].iter().take_while(|(_, squares)| *squares != 0)
            {
                put(Board(self.0 << push), squares);
            }
            if self.0 == 0 {
                put(self, 1);
            }
        }
    }

    /// The same board, shifted into the corner.
    #[inline]
    fn shifted_into_corner(self) -> Board {
        Board(self.0 >> PUSH[self.occupied()])
    }

    /// The canonical form of this board: the least of its rotations and reflections.
    #[inline]
    pub(crate) fn canonical(self) -> Board {
        let mut least = u64::MAX;
        for &(way, push) in &CANONICAL_ORIENTATIONS[self.occupied()] {
            let Some(symmetry) = Symmetry::ALL.get(way as usize) else { break };
            let lane = |lane: u32| u64::from(symmetry.cells((self.0 >> (16 * lane)) as Nine)) << (16 * lane);
            least = least.min((lane(0) | lane(1) | lane(2) | lane(3)) >> push);
        }
        // Only the empty board has no orientation in the list.
        if least == u64::MAX { self } else { Board(least) }
    }
}
