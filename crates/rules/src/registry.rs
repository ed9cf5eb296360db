//! The registry: the list of games, and how generic code reaches each of them.

use std::fmt;
use std::str::FromStr;

use crate::game::Game;
use crate::info::{Bounds, GameInfo, SeatInfo};
use crate::options::{GameOptions, OptionSpec};
use crate::seat::Seat;
use crate::text::{TextError, Words, words};

/// The list of the games. A line here is all that registers a game.
///
/// `for_each_game!([callback] arguments)` calls the macro `callback` with `[arguments]`, then for each game its
/// [`Kind`], its module, its type and its id: `callback!([arguments] Morpion, morpion, Morpion, "morpion"; …)`. The
/// module has the same name in every crate that has one file or folder per game.
#[macro_export]
macro_rules! for_each_game {
    ([$($callback:tt)+] $($arguments:tt)*) => {
        $($callback)+! {
            [$($arguments)*]
            Morpion, morpion, Morpion, "morpion";
            Super, super_morpion, SuperMorpion, "super";
            Doh, doh, Doh, "doh";
            Cards, cards, Cards, "cards";
            Fives, fives, Fives, "fives";
        }
    };
}
pub(crate) use for_each_game;

/// Runs code that is generic over [`Game`] with the type of a [`Kind`]'s game: `with_game!(kind, G =>
/// perft::<G>(…))`.
#[macro_export]
macro_rules! with_game {
    ($kind:expr, $G:ident => $body:expr) => {
        $crate::for_each_game!([$crate::with_game] $kind, $G, $body)
    };
    ([$value:expr, $G:ident, $body:expr] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        match $value {
            $($crate::Kind::$kind => {
                type $G = $crate::$module::$game;
                $body
            })*
        }
    };
}
pub(crate) use with_game;

macro_rules! kinds {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        /// Identifies one of the games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum Kind { $($kind,)* }

        impl Kind {
            /// All games, in display order.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind,)*];

            /// The short name in texts, commands and file names.
            pub const fn id(self) -> &'static str {
                match self { $(Kind::$kind => $id,)* }
            }

            /// The name of the game's module, in every crate that has one file or folder per game.
            pub const fn module(self) -> &'static str {
                match self { $(Kind::$kind => stringify!($module),)* }
            }
        }
    };
}

for_each_game!([kinds]);

/// The game that programs open when the user names none.
impl Default for Kind {
    fn default() -> Kind {
        Kind::Super
    }
}

impl Kind {
    /// The static facts about the game.
    pub fn info(self) -> &'static GameInfo {
        with_game!(self, G => G::INFO)
    }

    /// The display name of the game.
    pub fn name(self) -> Words {
        self.info().name.clone()
    }

    /// The options that can be set before the game.
    pub fn options(self) -> &'static [OptionSpec] {
        with_game!(self, G => <<G as Game>::Options as GameOptions>::SPECS)
    }

    /// The number of players.
    pub fn players(self) -> Bounds {
        self.info().players
    }

    /// Whether a player holds something that the others may not see.
    pub fn hides(self) -> bool {
        self.info().hides
    }

    /// Whether some turns are [`Turn::Chance`](crate::Turn::Chance).
    pub fn has_chance(self) -> bool {
        self.info().has_chance
    }

    /// The name of a seat in this game and its symbol in pictures.
    pub fn seat(self, seat: Seat) -> &'static SeatInfo {
        let seats = self.info().seats;
        &seats[seat.index().min(seats.len() - 1)]
    }

    /// The text of each combination of option values, the defaults first.
    pub fn all_options(self) -> Vec<String> {
        let mut texts = vec![String::new()];
        for spec in self.options() {
            let with = |text: &String, value: &str| {
                let comma = if text.is_empty() { "" } else { "," };
                if value == spec.default {
                    text.clone()
                } else {
                    format!("{text}{comma}{}={value}", spec.key)
                }
            };
            let others = spec.values.iter().filter(|value| **value != spec.default);
            let values = std::iter::once(&spec.default).chain(others);
            texts = values
                .flat_map(|value| texts.iter().map(|text| with(text, value)).collect::<Vec<_>>())
                .collect();
        }
        texts
    }

    /// An option text for each number of players, with defaults for all other options.
    pub fn options_by_players(self) -> Vec<String> {
        let Some(spec) = self.options().iter().find(|spec| spec.key == "players") else {
            return vec![String::new()];
        };
        let text =
            |value: &&str| if **value == *spec.default { String::new() } else { format!("players={value}") };
        spec.values.iter().map(text).collect()
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Kind {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Kind, TextError> {
        Kind::ALL.iter().copied().find(|kind| kind.id() == text).ok_or_else(|| {
            let ids: Vec<&str> = Kind::ALL.iter().map(|kind| kind.id()).collect();
            let list = ids.join(", ");
            TextError::new(0, text, words!(fr: "un jeu ({list})", en: "a game ({list})"))
        })
    }
}
