//! The functions that open a game: a new one, one from a position, or one from a record.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rules::record::{GameParser, ParsedGame};
use rules::{AnyGame, Record};

use crate::game::Game;
use crate::{errors, info};

/// A new game. Options are keywords: `trois.new("doh", players=3)`.
#[pyfunction]
#[pyo3(signature = (game, **options))]
pub(crate) fn new(game: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
    let start = AnyGame::new(info::kind(game)?, &info::options_text(options)?).map_err(errors::value)?;
    Ok(Game::from_position(start))
}

/// The game with this position: see `Game.text`.
#[pyfunction]
pub(crate) fn parse(game: &str, text: &str) -> PyResult<Game> {
    Ok(Game::from_position(AnyGame::parse(info::kind(game)?, text).map_err(errors::value)?))
}

/// Reads one game from a record. `game` says which game it is if the record does not.
#[pyfunction]
#[pyo3(signature = (text, game=None))]
pub(crate) fn read(text: &str, game: Option<&str>) -> PyResult<Game> {
    let kind = game.map(info::kind).transpose()?;
    Ok(Game::from_record(Record::parse(text, kind).map_err(errors::value)?))
}

/// Reads every game of a text with records, without its variations.
#[pyfunction]
#[pyo3(signature = (text, game=None))]
pub(crate) fn read_all(text: &str, game: Option<&str>) -> PyResult<Vec<Game>> {
    let mut parser = GameParser::new(game.map(info::kind).transpose()?);
    let mut parsed = parser.feed(text);
    parsed.extend(parser.finish());
    let game = |ParsedGame { tree, errors, .. }: ParsedGame| match (tree, errors.into_iter().next()) {
        (Some(tree), None) => Ok(Game::from_record(tree.record_of(&tree.main_line()))),
        (_, Some(error)) => Err(errors::value(error)),
        (None, None) => Err(errors::value("There is no game in this text.")),
    };
    parsed.into_iter().map(game).collect()
}
