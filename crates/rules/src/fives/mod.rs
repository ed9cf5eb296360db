//! Three Fives (Trois fois cinq): pyramids on a hexagon of 19 points, for two or three players. Drop, move or swap;
//! five connected pieces of a colour come off, and the third five wins.
//!
//! [`Position`] is the state of the table, which engines search. [`Fives`] adds the earlier positions that the
//! repetition rule needs.

pub mod board;
mod history;
mod illegal;
mod info;
mod key;
mod notation;
mod position;
mod read;
mod sight;
#[cfg(test)]
mod tests;
mod turns;

pub use crate::pyramid::Size;
pub use board::{Point, Points};
pub use illegal::Illegal;
pub use position::Position;

use history::History;

use crate::game::{Game, PerfectInformation};
use crate::info::GameInfo;
use crate::options::{GameOptions, OptionSpec, options_text};
use crate::registry::Kind;
use crate::rng::Rng;
use crate::seat::{Outcome, Seat, Turn};
use crate::text::Words;

/// The number of pieces of one colour that complete a group; no connected group may be larger.
pub const GROUP: u32 = 5;

/// The number of groups that wins.
pub const GROUPS_TO_WIN: u8 = 3;

/// The number of pieces of each size that a player begins with.
pub const PIECES_OF_A_SIZE: u8 = 5;

/// What the size of a piece decides: a small one moves one point and swaps with a large one, a medium one moves one
/// or two points and swaps with a small one, a large one moves any distance and swaps with a medium one.
impl Size {
    /// The only size with which a piece of this size has the right to swap.
    #[inline]
    pub const fn swaps_with(self) -> Size {
        match self {
            Size::Small => Size::Large,
            Size::Medium => Size::Small,
            Size::Large => Size::Medium,
        }
    }

    /// The largest number of points that a piece of this size moves. No line of the board has more than five points.
    pub const fn reach(self) -> u8 {
        match self {
            Size::Small => 1,
            Size::Medium => 2,
            Size::Large => 4,
        }
    }
}

/// A turn: a drop, a move or a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A piece of this size goes from the hand to this point.
    Drop(Size, Point),
    /// The piece on the first point moves to the second.
    Step(Point, Point),
    /// The mover's piece on the first point changes places with the piece on the second. If both are the mover's, the
    /// earlier point (in the order a1, a2, …) comes first.
    Swap(Point, Point),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A seat completed its third group.
    Groups,
    /// No seat had a legal turn.
    Stuck,
    /// The same position occurred too often.
    Repetition,
}

/// The options of Three Fives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    players: u8,
    repetition: u8,
}

impl Options {
    /// Options for 2 or 3 players, and a draw when a position occurs this often: 2 to 9 times, or 0 for never.
    pub const fn new(players: u8, repetition: u8) -> Option<Options> {
        if (players == 2 || players == 3) && repetition <= 9 && repetition != 1 {
            Some(Options { players, repetition })
        } else {
            None
        }
    }

    /// The number of players: 2 or 3.
    #[inline]
    pub const fn players(self) -> u8 {
        self.players
    }

    /// How often a position must occur for a draw; 0 if repetition is off.
    #[inline]
    pub const fn repetition(self) -> u8 {
        self.repetition
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { players: 2, repetition: 3 }
    }
}

impl GameOptions for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            key: "players",
            values: &["2", "3"],
            default: "2",
            name: Words::new("Joueurs", "Players"),
            value_names: &[],
            about: Words::new(
                "À deux ou à trois, chacun avec ses quinze pyramides.",
                "Two or three players, each with fifteen pyramids.",
            ),
        },
        OptionSpec {
            key: "repetition",
            values: &["0", "2", "3", "4", "5", "6", "7", "8", "9"],
            default: "3",
            name: Words::new("Nulle par répétition", "Draw by repetition"),
            value_names: &[
                Words::new("Jamais", "Never"),
                Words::new("2 fois", "Twice"),
                Words::new("3 fois", "3 times"),
                Words::new("4 fois", "4 times"),
                Words::new("5 fois", "5 times"),
                Words::new("6 fois", "6 times"),
                Words::new("7 fois", "7 times"),
                Words::new("8 fois", "8 times"),
                Words::new("9 fois", "9 times"),
            ],
            about: Words::new(
                "La partie est nulle quand la même position s’est présentée ce nombre de fois\u{202f}; avec «\u{a0}Jamais\u{a0}», elle continue sans limite (0).",
                "The game is a draw once the same position has come up this many times; with “Never”, it goes on without limit (0).",
            ),
        },
    ];

    fn get(&self, key: &str) -> &'static str {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let value = if key == "players" { self.players } else { self.repetition };
        DIGITS[usize::from(value) % 10]
    }

    fn set(&mut self, key: &str, value: &'static str) {
        let value = value.bytes().next().map_or(0, |digit| digit.wrapping_sub(b'0'));
        let (players, repetition) =
            if key == "players" { (value, self.repetition) } else { (self.players, value) };
        *self = Options::new(players, repetition).unwrap_or(*self);
    }
}

options_text!(Options);

/// A game of Three Fives: the position, and the earlier ones that could still occur again.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Fives {
    position: Position,
    /// The positions since the last drop or group, without the current one. A drop or a group is irreversible, so older
    /// positions cannot occur again. Empty if repetition is off, and when the game is over unless repetition ended it.
    seen: History,
}

/// Written by hand for `clone_from`, which keeps the history's memory.
impl Clone for Fives {
    fn clone(&self) -> Fives {
        Fives { position: self.position, seen: self.seen.clone() }
    }

    fn clone_from(&mut self, source: &Fives) {
        self.position = source.position;
        self.seen.clone_from(&source.seen);
    }
}

impl Fives {
    /// The current position, without its history.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The [keys](Position::key) of the earlier positions that could still occur again, oldest first.
    #[inline]
    pub fn seen(&self) -> &[u128] {
        self.seen.keys()
    }

    /// How many times the current position has occurred, including now. Always 1 with `repetition=0`.
    pub fn occurrences(&self) -> usize {
        if let Turn::Seat(_) = self.position.turn() {
            return self.seen.count(self.position.key()) + 1;
        }
        // A draw by repetition does not store who was to move, so take the seat with the highest count.
        let seats = (0..self.seats()).map(Seat::from_index);
        let keys = seats.map(|seat| self.position.with_turn(Turn::Seat(seat)).key());
        keys.map(|key| self.seen.count(key)).max().unwrap_or(0) + 1
    }

    /// How the game ended; `None` while it is running.
    pub fn ending(&self) -> Option<Ending> {
        match self.position.turn() {
            Turn::Over(Outcome::Win(_)) => Some(Ending::Groups),
            Turn::Over(Outcome::Draw) if self.seen().is_empty() => Some(Ending::Stuck),
            Turn::Over(Outcome::Draw) => Some(Ending::Repetition),
            Turn::Seat(_) | Turn::Chance => None,
        }
    }
}

impl Game for Fives {
    const KIND: Kind = Kind::Fives;
    const INFO: &'static GameInfo = info::INFO;
    type Options = Options;
    type Move = Move;
    type Illegal = Illegal;

    fn new(options: Options) -> Fives {
        Fives { position: Position::new(options), seen: History::default() }
    }

    fn options(&self) -> Options {
        self.position.options()
    }

    fn seats(&self) -> u8 {
        self.position.options().players
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.position.turn()
    }

    #[inline]
    fn moves_into(&self, moves: &mut Vec<Move>) {
        self.position.moves_into(moves);
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.position.check(mv)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if self.position.turn().is_over() {
            return;
        }
        let repetition = usize::from(self.position.options().repetition);
        let before = self.position.key();
        if !self.position.play(mv) || self.position.turn().is_over() {
            self.seen.clear();
        } else if repetition > 0 {
            self.seen.push(before);
            if self.seen.count(self.position.key()) + 1 >= repetition {
                self.position = self.position.with_turn(Turn::Over(Outcome::Draw));
            }
        }
    }

    fn points(&self, seat: Seat) -> u32 {
        u32::from(self.position.groups(seat))
    }

    #[inline]
    fn count_moves(&self, _buffer: &mut Vec<Move>) -> usize {
        self.position.count_moves()
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _buffer: &mut Vec<Move>) -> Option<Move> {
        self.position.random_move(rng)
    }
}

impl PerfectInformation for Fives {}
