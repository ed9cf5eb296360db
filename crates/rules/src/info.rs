//! What there is to know about a game before it is played: each game says it once, in its `info.rs`.

use std::fmt;

use crate::text::{Lang, Words};

/// What there is to know about a game before it is played.
///
/// Programs ask for it by [`Kind::info`](crate::Kind::info) instead of naming a game.
#[derive(Debug)]
pub struct GameInfo {
    /// The name of the game, for people.
    pub name: Words,
    /// What the game is like, in one sentence.
    pub pitch: Words,
    /// How many people can play.
    pub players: Bounds,
    /// How many minutes a game takes: what the source says, or our estimate where it is silent.
    pub minutes: Bounds,
    /// The players' ages, where the source gives them.
    pub ages: Option<Bounds>,
    /// Whether a player holds something that the others may not see.
    pub hides: bool,
    /// Whether chance has turns.
    pub has_chance: bool,
    /// The seats, in turn order: as many as can play at most.
    pub seats: &'static [SeatInfo],
    /// Who sits in seat 1 and so begins, as the source has it, in one sentence.
    pub first_player: Words,
    /// Who made or published the game, in a few words without a capital.
    pub byline: Words,
    /// The author, the publisher and the source, and what is ours.
    pub credits: Words,
    /// A whole game with the default options, as moves separated by spaces, to be shown as a moving picture.
    pub sample: &'static str,
    /// Texts of options that differ in how the game is played and looks. The first is empty: the defaults. Playthroughs
    /// and the tests of boards and engines go over them.
    pub variants: &'static [&'static str],
    /// The text of options with which a game ends soon, for load and for tests that play whole games.
    pub quick: &'static str,
    /// The depth to which `trois bench perft` counts: some tens of milliseconds.
    pub bench_depth: u32,
    /// How many random moves begin a game between engines, so that games differ without being decided.
    pub random_opening: u8,
}

/// What a game calls a seat, and what stands for it in pictures.
#[derive(Debug)]
pub struct SeatInfo {
    /// The name of the seat, without a capital.
    pub name: Words,
    /// What stands for the seat in pictures.
    pub mark: SeatMark,
}

impl SeatInfo {
    pub(crate) const fn new(fr: &'static str, en: &'static str, mark: SeatMark) -> SeatInfo {
        SeatInfo { name: Words::new(fr, en), mark }
    }

    /// The name of the seat with a capital first letter.
    pub fn title(&self, lang: Lang) -> String {
        let mut letters = self.name.get(lang).chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}

/// What stands for a seat in pictures, by meaning; user interfaces give it a shape and a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatMark {
    /// The cross of seat 1.
    Cross,
    /// The nought of seat 2.
    Nought,
    /// The red cards.
    Red,
    /// The blue cards.
    Blue,
    /// Pieces in the colour that every game with coloured pieces gives to this seat.
    Colour,
    /// Nothing: the pieces belong to nobody.
    Shared,
}

/// A least and a greatest number, which may be the same. Its text is `2–4`, or `2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The least number.
    pub min: u8,
    /// The greatest number.
    pub max: u8,
}

impl Bounds {
    /// From `min` to `max`.
    pub const fn new(min: u8, max: u8) -> Bounds {
        Bounds { min, max }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.min == self.max {
            write!(f, "{}", self.min)
        } else {
            write!(f, "{}–{}", self.min, self.max)
        }
    }
}
