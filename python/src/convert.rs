//! Conversions between Python and the rules: seats, turns, seeds, kinds and diagrams.

use pyo3::prelude::*;
use rules::{AnyGame, Kind, Seat, Turn};

use crate::game::Game;
use crate::{errors, info};

/// The seat with this number in a game.
pub(crate) fn seat(number: u8, game: &AnyGame) -> PyResult<Seat> {
    let seats = game.seats();
    Seat::from_number(number)
        .filter(|seat| seat.number() <= seats)
        .ok_or_else(|| errors::value(format!("There is no seat {number}, only 1 to {seats}.")))
}

/// The turn in Python: the number of the seat, 0 for chance, `None` when the game is over.
pub(crate) fn turn_number(turn: Turn) -> Option<u8> {
    match turn {
        Turn::Seat(seat) => Some(seat.number()),
        Turn::Chance => Some(0),
        Turn::Over(_) => None,
    }
}

/// A seed: the one given, or one from Python's `random`, so that `random.seed` decides.
pub(crate) fn seed(py: Python<'_>, given: Option<u64>) -> PyResult<u64> {
    match given {
        Some(seed) => Ok(seed),
        None => py.import("random")?.call_method1("getrandbits", (64,))?.extract(),
    }
}

/// The diagram, without white space at the ends of its lines.
pub(crate) fn diagram(game: &AnyGame) -> String {
    let lines: Vec<String> = format!("{game:#}").lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n").trim_end().to_owned()
}

/// The kind of a game, for functions that take an id or a game.
pub(crate) fn kind_of(game: &Bound<'_, PyAny>) -> PyResult<Kind> {
    match game.cast::<Game>() {
        Ok(game) => Ok(game.borrow().position().kind()),
        Err(_) => info::kind(&game.extract::<String>()?),
    }
}
