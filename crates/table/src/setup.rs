//! What is chosen before a table opens: the game, who may sit where, the clock, who starts.

use std::fmt;
use std::str::FromStr;

use rules::{AnyGame, Kind, TextError, words};

use crate::clock::Control;
use crate::wire::{self, List, word_text};

/// Somebody without an account, as the server knows them. It never leaves the server: others see the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guest(pub u64);

impl fmt::Display for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Guest {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Guest, TextError> {
        u64::from_str_radix(text, 16)
            .ok()
            .map(Guest)
            .filter(|guest| guest.to_string() == text)
            .ok_or_else(|| TextError::new(0, text, words!(fr: "un invité", en: "a guest")))
    }
}

/// How well an engine plays, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The level of the engine that takes over for somebody.
    pub const STAND_IN: Level = Level(5);

    /// The level with this number, 1 to 10.
    pub const fn new(level: u8) -> Option<Level> {
        if level >= 1 && level <= 10 { Some(Level(level)) } else { None }
    }

    /// Its number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Level {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Level, TextError> {
        let wrong = || TextError::new(0, text, words!(fr: "un niveau de 1 à 10", en: "a level from 1 to 10"));
        wire::number(text).ok().and_then(|level| Level::new(u8::try_from(level).ok()?)).ok_or_else(wrong)
    }
}

/// Who may sit in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Whoever comes.
    Open,
    /// This guest only.
    Reserved(Guest),
    /// An engine.
    Engine(Level),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Open => f.write_str("open"),
            Place::Reserved(guest) => write!(f, "guest:{guest}"),
            Place::Engine(level) => write!(f, "engine:{level}"),
        }
    }
}

impl FromStr for Place {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Place, TextError> {
        match text.split_once(':') {
            None if text == "open" => Ok(Place::Open),
            Some(("guest", guest)) => guest.parse().map(Place::Reserved),
            Some(("engine", level)) => level.parse().map(Place::Engine),
            _ => {
                let expected = words!(
                    fr: "une place (open, engine:1 à engine:10)",
                    en: "a place (open, engine:1 to engine:10)"
                );
                Err(TextError::new(0, text, expected))
            }
        }
    }
}

/// Who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Starts {
    /// The first place; then the others in order.
    First,
    /// Chance seats everyone when the table is full, by the same secret that draws the cards.
    Random,
}

word_text!(Starts, "qui commence", "who starts", Starts::First => "first", Starts::Random => "random");

/// What is chosen before a table opens.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    game: AnyGame,
    places: Vec<Place>,
    clock: Control,
    starts: Starts,
}

impl Setup {
    /// A table for a game, with its options as text; or what is wrong with it.
    pub fn new(
        kind: Kind,
        options: &str,
        places: Vec<Place>,
        clock: Control,
        starts: Starts,
    ) -> Result<Setup, TextError> {
        let game = AnyGame::new(kind, options)?;
        let (seats, given) = (game.seats(), List(&places).to_string());
        if places.len() != usize::from(seats) {
            let expected = words!(fr: "{seats} places", en: "{seats} places");
            return Err(TextError::new(0, &given, expected));
        }
        if places.iter().all(|place| matches!(place, Place::Engine(_))) {
            let expected = words!(fr: "une place au moins pour quelqu’un", en: "a place for somebody");
            return Err(TextError::new(0, &given, expected));
        }
        let is_twice = |place: &Place| {
            matches!(place, Place::Reserved(_)) && places.iter().filter(|other| *other == place).count() > 1
        };
        if places.iter().any(is_twice) {
            let expected = words!(fr: "une seule place par invité", en: "one place for each guest");
            return Err(TextError::new(0, &given, expected));
        }
        Ok(Setup { game, places, clock, starts })
    }

    /// Which game.
    pub fn kind(&self) -> Kind {
        self.game.kind()
    }

    /// The text of its options.
    pub fn options(&self) -> String {
        self.game.options()
    }

    /// Who may sit where.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// How much time there is.
    pub fn clock(&self) -> Control {
        self.clock
    }

    /// Who begins.
    pub fn starts(&self) -> Starts {
        self.starts
    }

    /// The position at the start.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }
}

/// `cards numbers=9,target=5 open,engine:3 300+5 random`; `-` for a game without options.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { game, places, clock, starts } = self;
        let (kind, options) = (game.kind(), game.options());
        let options = if options.is_empty() { "-" } else { &options };
        write!(f, "{kind} {options} {} {clock} {starts}", List(places))
    }
}

impl FromStr for Setup {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Setup, TextError> {
        let mut at = 0;
        let mut parts = text.split(' ').map(|part| {
            let start = at;
            at += part.len() + 1;
            (start, part)
        });
        let mut next = || {
            parts.next().ok_or_else(|| {
                let expected = words!(
                    fr: "une table\u{a0}: jeu, options, places, pendule, qui commence",
                    en: "a table: game, options, places, clock, who starts"
                );
                TextError::new(text.len(), "", expected)
            })
        };
        let (game_at, game) = next()?;
        let (options_at, options) = next()?;
        let (places_at, places) = next()?;
        let (clock_at, clock) = next()?;
        let (starts_at, starts) = next()?;
        if let Some((at, rest)) = parts.next() {
            return Err(TextError::new(
                at,
                rest,
                words!(fr: "la fin de la ligne", en: "the end of the line"),
            ));
        }
        let kind: Kind = game.parse().map_err(|error: TextError| error.shifted(game_at))?;
        let options = if options == "-" { "" } else { options };
        AnyGame::new(kind, options).map_err(|error| error.shifted(options_at))?;
        let places = wire::list(places).map_err(|error| error.shifted(places_at))?;
        let clock = clock.parse().map_err(|error: TextError| error.shifted(clock_at))?;
        let starts = starts.parse().map_err(|error: TextError| error.shifted(starts_at))?;
        Setup::new(kind, options, places, clock, starts).map_err(|error| error.shifted(places_at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setup_reads_as_it_is_written() {
        for text in [
            "morpion - open,open untimed first",
            "cards numbers=9,target=5 open,engine:3 300+5 random",
            "doh players=4 open,guest:00000000000000ff,engine:10,open 3d random",
        ] {
            assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_cannot_be_a_table_is_refused() {
        for text in [
            "",
            "chess - open,open untimed first",
            "morpion - open untimed first",
            "morpion - open,open,open untimed first",
            "morpion - engine:1,engine:2 untimed first",
            "morpion - guest:0000000000000001,guest:0000000000000001 untimed first",
            "morpion players=3 open,open untimed first",
            "morpion - open,engine:11 untimed first",
            "morpion - open,open 0+0 first",
            "morpion - open,open untimed me",
            "morpion - open,open untimed first ",
        ] {
            assert!(text.parse::<Setup>().is_err(), "{text}");
        }
    }
}
