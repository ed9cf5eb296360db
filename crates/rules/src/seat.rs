//! Seats, turns, outcomes and viewers.

use std::fmt;
use std::str::FromStr;

use crate::text::{Lang, Say, TextError, words};

/// A player's place at the table. Seats are numbered from 1 in turn order; seat 1 moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat that moves first.
    pub const ONE: Seat = Seat(0);
    /// The seat that moves second.
    pub const TWO: Seat = Seat(1);

    /// The seat with this index, counted from 0.
    #[inline]
    pub const fn from_index(index: u8) -> Seat {
        Seat(index)
    }

    /// The seat with this number, counted from 1; there is no seat 0.
    pub const fn from_number(number: u8) -> Option<Seat> {
        if number == 0 { None } else { Some(Seat(number - 1)) }
    }

    /// The index of the seat, counted from 0, for use in arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of the seat, counted from 1, as people say it.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The seat that follows in turn order at a table of `seats`.
    #[inline]
    pub const fn next(self, seats: u8) -> Seat {
        if self.0 + 1 >= seats { Seat(0) } else { Seat(self.0 + 1) }
    }

    /// The other seat of a game for two.
    #[inline]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

impl FromStr for Seat {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Seat, TextError> {
        match text.as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(Seat(digit - b'1')),
            _ => Err(TextError::new(0, text, words!(fr: "un numéro de joueur", en: "a seat number"))),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This seat won; all others lost.
    Win(Seat),
    /// No seat won.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(seat) => write!(f, "win{seat}"),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}

impl FromStr for Outcome {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Outcome, TextError> {
        if text == "draw" {
            return Ok(Outcome::Draw);
        }
        if let Some(seat) = text.strip_prefix("win").and_then(|seat| seat.parse().ok()) {
            return Ok(Outcome::Win(seat));
        }
        Err(TextError::new(
            0,
            text,
            words!(fr: "un résultat (win1, win2… ou draw)", en: "a result (win1, win2… or draw)"),
        ))
    }
}

impl Say for Outcome {
    fn say(&self, lang: Lang) -> String {
        match (self, lang) {
            (Outcome::Win(seat), Lang::Fr) => format!("Le joueur {seat} gagne."),
            (Outcome::Win(seat), Lang::En) => format!("Player {seat} wins."),
            (Outcome::Draw, Lang::Fr) => "Partie nulle.".to_owned(),
            (Outcome::Draw, Lang::En) => "The game is a draw.".to_owned(),
        }
    }
}

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This seat moves.
    Seat(Seat),
    /// A card is drawn: the host of the game picks the outcome.
    Chance,
    /// The game is over.
    Over(Outcome),
}

impl Turn {
    /// The seat to move, if a seat is to move.
    #[inline]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    /// The outcome, if the game is over.
    #[inline]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            Turn::Seat(_) | Turn::Chance => None,
        }
    }

    /// Whether the game is over.
    #[inline]
    pub const fn is_over(self) -> bool {
        matches!(self, Turn::Over(_))
    }
}

/// The turn field of position texts: the seat to move, `+` for a draw, or the result.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Seat(seat) => seat.fmt(f),
            Turn::Chance => f.write_str("+"),
            Turn::Over(outcome) => outcome.fmt(f),
        }
    }
}

impl FromStr for Turn {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Turn, TextError> {
        if text == "+" {
            return Ok(Turn::Chance);
        }
        if let Ok(seat) = text.parse() {
            return Ok(Turn::Seat(seat));
        }
        text.parse().map(Turn::Over).map_err(|_: TextError| {
            TextError::new(
                0,
                text,
                words!(
                    fr: "un tour (un numéro de joueur, +, win1, win2… ou draw)",
                    en: "a turn (a seat number, +, win1, win2… or draw)"
                ),
            )
        })
    }
}

/// Who views a game: it decides what is redacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player in this seat, who sees their own hidden cards.
    Seat(Seat),
    /// A spectator, who sees only what is public.
    Public,
}

impl Viewer {
    /// Whether this viewer is the player in `seat`.
    #[inline]
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}
