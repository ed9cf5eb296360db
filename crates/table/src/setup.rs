//! The setup with which a table is opened: the game, the seats, the time control, the seating.

use std::fmt;
use std::str::FromStr;

use rules::{AnyGame, Kind, Level, TextError, words};

use crate::clock::TimeControl;
use crate::line_codec::{self, List, word_text};

/// The identity of a guest. It never leaves the server: others see the name that the guest picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuestId(pub u64);

impl fmt::Display for GuestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for GuestId {
    type Err = TextError;

    fn from_str(text: &str) -> Result<GuestId, TextError> {
        u64::from_str_radix(text, 16)
            .ok()
            .map(GuestId)
            .filter(|guest| guest.to_string() == text)
            .ok_or_else(|| TextError::new(0, text, words!(fr: "un invité", en: "a guest")))
    }
}

/// The level of an engine that stands in for a player.
pub const STAND_IN_LEVEL: Level = match Level::new(5) {
    Some(level) => level,
    None => Level::MAX,
};

/// Who may take a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatSetup {
    /// Any guest.
    Open,
    /// Only this guest.
    Reserved(GuestId),
    /// An engine of this level plays here.
    Engine(Level),
}

impl fmt::Display for SeatSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatSetup::Open => f.write_str("open"),
            SeatSetup::Reserved(guest) => write!(f, "guest:{guest}"),
            SeatSetup::Engine(level) => write!(f, "engine:{level}"),
        }
    }
}

impl FromStr for SeatSetup {
    type Err = TextError;

    fn from_str(text: &str) -> Result<SeatSetup, TextError> {
        match text.split_once(':') {
            None if text == "open" => Ok(SeatSetup::Open),
            Some(("guest", guest)) => guest.parse().map(SeatSetup::Reserved),
            Some(("engine", level)) => level.parse().map(SeatSetup::Engine),
            _ => {
                let expected = words!(
                    fr: "une place (open, engine:1 à engine:10)",
                    en: "a seat (open, engine:1 to engine:10)"
                );
                Err(TextError::new(0, text, expected))
            }
        }
    }
}

/// How the players are seated when the table is full. Seat 1 moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seating {
    /// Each player keeps the seat that they joined.
    InOrder,
    /// The seats are shuffled, from the same secret as the draws.
    Random,
}

word_text!(Seating, "le choix de qui commence", "a choice of who starts", Seating::InOrder => "first", Seating::Random => "random");

/// The setup of a table. The constructors validate it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    game: AnyGame,
    seats: Vec<SeatSetup>,
    clock: TimeControl,
    seating: Seating,
}

impl Setup {
    /// Validates and builds a setup. The options are text, as in records.
    pub fn new(
        kind: Kind,
        options: &str,
        seats: Vec<SeatSetup>,
        clock: TimeControl,
        seating: Seating,
    ) -> Result<Setup, TextError> {
        let game = AnyGame::new(kind, options)?;
        let (count, given) = (game.seats(), List(&seats).to_string());
        if seats.len() != usize::from(count) {
            let expected = words!(fr: "{count} places", en: "{count} seats");
            return Err(TextError::new(0, &given, expected));
        }
        if seats.iter().all(|seat| matches!(seat, SeatSetup::Engine(_))) {
            let expected = words!(fr: "une place au moins pour quelqu’un", en: "a seat for somebody");
            return Err(TextError::new(0, &given, expected));
        }
        let is_reserved_twice = |seat: &SeatSetup| {
            matches!(seat, SeatSetup::Reserved(_)) && seats.iter().filter(|other| *other == seat).count() > 1
        };
        if seats.iter().any(is_reserved_twice) {
            let expected = words!(fr: "une seule place par invité", en: "one seat for each guest");
            return Err(TextError::new(0, &given, expected));
        }
        Ok(Setup { game, seats, clock, seating })
    }

    /// The game.
    pub fn kind(&self) -> Kind {
        self.game.kind()
    }

    /// The game's options as text.
    pub fn options(&self) -> String {
        self.game.options()
    }

    /// Who may take each seat.
    pub fn seats(&self) -> &[SeatSetup] {
        &self.seats
    }

    /// The time control.
    pub fn clock(&self) -> TimeControl {
        self.clock
    }

    /// How the players are seated.
    pub fn seating(&self) -> Seating {
        self.seating
    }

    /// The setup as everyone may know it: reserved seats are open. It is what players sign.
    pub fn public(&self) -> Setup {
        let public = |seat: &SeatSetup| match seat {
            SeatSetup::Engine(level) => SeatSetup::Engine(*level),
            SeatSetup::Open | SeatSetup::Reserved(_) => SeatSetup::Open,
        };
        Setup { seats: self.seats.iter().map(public).collect(), ..self.clone() }
    }

    /// The first position of the game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }
}

/// `cards numbers=9,target=5 open,engine:3 300+5 random`; `-` for a game without options.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { game, seats, clock, seating } = self;
        let (kind, options) = (game.kind(), game.options());
        let options = if options.is_empty() { "-" } else { &options };
        write!(f, "{kind} {options} {} {clock} {seating}", List(seats))
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
                    en: "a table: game, options, seats, clock, who starts"
                );
                TextError::new(text.len(), "", expected)
            })
        };
        let (game_at, game) = next()?;
        let (options_at, options) = next()?;
        let (seats_at, seats) = next()?;
        let (clock_at, clock) = next()?;
        let (seating_at, seating) = next()?;
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
        let seats = line_codec::list(seats).map_err(|error| error.shifted(seats_at))?;
        let clock = clock.parse().map_err(|error: TextError| error.shifted(clock_at))?;
        let seating = seating.parse().map_err(|error: TextError| error.shifted(seating_at))?;
        Setup::new(kind, options, seats, clock, seating).map_err(|error| error.shifted(seats_at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setup_round_trips() {
        for text in [
            "morpion - open,open untimed first",
            "cards numbers=9,target=5 open,engine:3 300+5 random",
            "doh players=4 open,guest:00000000000000ff,engine:10,open 3d random",
        ] {
            assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn invalid_setups_are_refused() {
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
