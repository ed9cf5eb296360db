//! Tic Tac Doh!, by Brian Schultze: three of a size in line, on an imaginary grid.
//!
//! The position is four sets of squares of the [`frame`]: where each size stands, and which piles are nests. That is
//! enough, because a square holds each size at most once.
//!
//! ```text
//! on a square    .  S  M  L  MS  LM  LMS  SM  ML  SML      pieces from the bottom to the top
//! held[S]        0  1  0  0   1   0    1   1   0    1
//! held[M]        0  0  1  0   1   1    1   1   1    1
//! held[L]        0  0  0  1   0   1    1   0   1    1
//! nests          0  0  0  0   0   0    0   1   1    1
//! ```

mod illegal;
mod info;
mod notation;
mod pile;

pub use crate::pyramid::Size;
pub use illegal::{Below, Illegal};
pub use pile::Pile;

use crate::frame::{self, Square, Squares};
use crate::game::{Game, PerfectInformation};
use crate::info::GameInfo;
use crate::options::{GameOptions, OptionSpec, options_text};
use crate::registry::Kind;
use crate::rng::Rng;
use crate::seat::{Outcome, Seat, Turn};
use crate::text::Words;

/// The number of pieces of each size in the stash at the start.
pub const STASH: u8 = 5;

/// A position of Tic Tac Doh!.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Doh {
    /// The squares that hold a piece of each size, including those hidden in a nest.
    held: [Squares; 3],
    /// The squares that hold a nest.
    nests: Squares,
    /// The squares that the grid can still reach. This and the next two fields follow from `held`; they are cached
    /// because move generation needs them all the time.
    grid: Squares,
    /// The empty squares on which a piece can be put.
    open: Squares,
    /// The number of pieces of each size left in the stash.
    left: [u8; 3],
    options: Options,
    turn: Turn,
}

/// The options of Tic Tac Doh!.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    players: u8,
}

impl Options {
    /// Options for this many players, 2 to 4.
    pub const fn new(players: u8) -> Option<Options> {
        if players >= 2 && players <= 4 { Some(Options { players }) } else { None }
    }

    /// The number of players.
    pub const fn players(self) -> u8 {
        self.players
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { players: 2 }
    }
}

impl GameOptions for Options {
    const SPECS: &'static [OptionSpec] = &[OptionSpec {
        key: "players",
        values: &["2", "3", "4"],
        default: "2",
        name: Words::new("Joueurs", "Players"),
        value_names: &[],
        about: Words::new(
            "Le jeu est conçu pour deux\u{202f}; d’après son auteur, il peut aussi se jouer à trois ou à quatre.",
            "The game is meant for two; its designer thinks it may also work with three or four.",
        ),
    }];

    fn get(&self, _key: &str) -> &'static str {
        match self.players {
            2 => "2",
            3 => "3",
            _ => "4",
        }
    }

    fn set(&mut self, _key: &str, value: &'static str) {
        self.players = match value {
            "2" => 2,
            "3" => 3,
            _ => 4,
        };
    }
}

options_text!(Options);

/// A piece from the stash put on a square. What stands there decides whether it makes a tree or a nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    size: Size,
    square: Square,
}

impl Move {
    /// A piece of this size put on this square.
    #[inline]
    pub const fn new(size: Size, square: Square) -> Move {
        Move { size, square }
    }

    /// The size of the piece.
    #[inline]
    pub const fn size(self) -> Size {
        self.size
    }

    /// The square on which it is put.
    #[inline]
    pub const fn square(self) -> Square {
        self.square
    }
}

/// Whether a set that fits in a three-by-three grid contains a line of three.
///
/// The shifts never wrap around the edge of the frame: that would take a square on file a and one on file e, and no
/// grid has both.
#[inline]
const fn has_line(set: Squares) -> bool {
    (set & set >> 1 & set >> 2)
        | (set & set >> 4 & set >> 8)
        | (set & set >> 5 & set >> 10)
        | (set & set >> 6 & set >> 12)
        != 0
}

/// For each square: its neighbours, and the squares that share a grid with it.
///
/// The squares that the grid can still reach are the intersection of the latter over all pieces in play.
static AROUND: [(Squares, Squares); 25] = {
    let mut table = [(0, 0); 25];
    let mut i = 0;
    while i < 25 {
        table[i] = (frame::neighbours(1 << i), frame::room(1 << i));
        i += 1;
    }
    table
};

impl Doh {
    /// The squares that hold a piece of this size, including those hidden in a nest.
    #[inline]
    pub const fn held(&self, size: Size) -> Squares {
        self.held[size.index()]
    }

    /// The squares that hold a nest.
    #[inline]
    pub const fn nests(&self) -> Squares {
        self.nests
    }

    /// The squares that hold a tree.
    pub const fn trees(&self) -> Squares {
        // Every pile of two or three pieces holds a medium.
        self.held[1] & (self.held[0] | self.held[2]) & !self.nests
    }

    /// The squares with pieces on them.
    #[inline]
    pub const fn occupied(&self) -> Squares {
        self.held[0] | self.held[1] | self.held[2]
    }

    /// The pile on a square.
    pub fn at(&self, square: Square) -> Pile {
        let has = |size: &usize| self.held[*size] & square.bit() != 0;
        match ((0..3).find(has), (0..3).rfind(has)) {
            (Some(smallest), Some(largest)) => Pile::of(smallest, largest, self.nests & square.bit() != 0),
            _ => Pile::Empty,
        }
    }

    /// The squares that count as this size in a line: a tree as all its sizes, a nest as its outermost piece.
    #[inline]
    pub const fn counts_as(&self, size: Size) -> Squares {
        match size {
            Size::Small => self.held[0] & !self.nests,
            Size::Medium => self.held[1] & !(self.nests & self.held[2]),
            // A large piece is never covered.
            Size::Large => self.held[2],
        }
    }

    /// The number of pieces of this size left in the stash.
    #[inline]
    pub const fn left(&self, size: Size) -> u8 {
        self.left[size.index()]
    }

    /// The number of pieces in play, which is also the number of moves made.
    pub const fn placed(&self) -> u8 {
        3 * STASH - (self.left[0] + self.left[1] + self.left[2])
    }

    /// The squares that the imaginary grid can still reach: the whole frame at first, nine once it is pinned.
    #[inline]
    pub const fn grid(&self) -> Squares {
        self.grid
    }

    /// The empty squares on which a piece can be put: neighbours of a piece in play, inside the grid; for the first
    /// piece, the centre of the frame.
    #[inline]
    pub const fn open(&self) -> Squares {
        self.open
    }

    /// The squares whose pile takes a piece of this size; ignores the stash.
    #[inline]
    const fn joinable(&self, size: Size) -> Squares {
        let [small, medium, large] = self.held;
        match size {
            // On a lone medium or on the tree LM.
            Size::Small => medium & !small & !self.nests,
            // On a lone large or over a lone small: piles of several pieces always have a medium.
            Size::Medium => (small | large) & !medium,
            // Over a lone medium or over the nest SM.
            Size::Large => medium & !large & (!small | self.nests),
        }
    }

    /// The squares on which a piece of this size may be put; none when the game is over.
    #[inline]
    pub const fn placements(&self, size: Size) -> Squares {
        if self.turn.is_over() || self.left[size.index()] == 0 { 0 } else { self.open | self.joinable(size) }
    }

    /// The squares on which a piece of this size completes a line and so wins.
    #[inline]
    pub const fn completing(&self, size: Size) -> Squares {
        let set = self.counts_as(size);
        let mut third = 0;
        let mut i = 0;
        while i < 4 {
            let step = [1, 4, 5, 6][i];
            let (up, down) = (set << step, set >> step);
            third |= (up & up << step) | (down & down >> step) | (up & down);
            i += 1;
        }
        // As in `has_line`: squares that wrapped around the edge of the frame are not in the grid.
        third & self.placements(size)
    }

    /// The squares of the winning lines. Empty while the game is running, and if it was won because the next player had
    /// no move.
    pub fn winning_squares(&self) -> Squares {
        Size::ALL
            .into_iter()
            .flat_map(|size| frame::LINES.iter().filter(move |&&line| self.counts_as(size) & line == line))
            .fold(0, |all, line| all | line)
    }

    /// Whether no piece of the stash can be put anywhere.
    #[inline]
    fn is_stuck(&self) -> bool {
        // An open square takes every size, and there is one until the grid is full.
        self.open == 0 && Size::ALL.into_iter().all(|size| self.left(size) == 0 || self.joinable(size) == 0)
    }

    /// The turn after `mover` has moved; `line` says whether that made a line.
    #[inline]
    fn turn_after(&self, mover: Seat, line: bool) -> Turn {
        if line {
            Turn::Over(Outcome::Win(mover))
        } else if self.left[0] | self.left[1] | self.left[2] == 0 {
            Turn::Over(Outcome::Draw)
        } else if self.is_stuck() {
            Turn::Over(Outcome::Win(mover))
        } else {
            Turn::Seat(mover.next(self.options.players))
        }
    }
}

impl Game for Doh {
    const KIND: Kind = Kind::Doh;
    const INFO: &'static GameInfo = info::INFO;
    type Options = Options;
    type Move = Move;
    type Illegal = Illegal;

    fn new(options: Options) -> Doh {
        Doh {
            held: [0; 3],
            nests: 0,
            grid: frame::room(0),
            open: Square::CENTRE.bit(),
            left: [STASH; 3],
            options,
            turn: Turn::Seat(Seat::ONE),
        }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn seats(&self) -> u8 {
        self.options.players
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    #[inline]
    fn moves_into(&self, moves: &mut Vec<Move>) {
        for size in Size::ALL {
            moves.extend(frame::squares(self.placements(size)).map(|square| Move { size, square }));
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.why_not(mv).map_or(Ok(()), Err)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        let Turn::Seat(mover) = self.turn else { return };
        let (size, bit) = (mv.size.index(), mv.square.bit());
        if let Some(smaller) = size.checked_sub(1) {
            self.nests |= self.held[smaller] & bit;
        }
        self.held[size] |= bit;
        self.left[size] = self.left[size].saturating_sub(1);
        let (near, grid) = AROUND[mv.square.index()];
        self.grid &= grid;
        self.open = (self.open | near) & self.grid & !self.occupied();
        // A new piece can only add its own size to what its square counts as.
        self.turn = self.turn_after(mover, has_line(self.counts_as(mv.size)));
    }

    #[inline]
    fn count_moves(&self, _buffer: &mut Vec<Move>) -> usize {
        Size::ALL.into_iter().map(|size| self.placements(size).count_ones() as usize).sum()
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _buffer: &mut Vec<Move>) -> Option<Move> {
        let all = Size::ALL.map(|size| self.placements(size));
        let counts = all.map(u32::count_ones);
        let total: u32 = counts.iter().sum();
        if total == 0 {
            return None;
        }
        let mut n = rng.below(total);
        for (i, size) in Size::ALL.into_iter().enumerate() {
            if n < counts[i] {
                return frame::nth(all[i], n).map(|square| Move { size, square });
            }
            n -= counts[i];
        }
        None
    }
}

impl PerfectInformation for Doh {}
