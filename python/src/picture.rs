//! Pictures of positions: SVG for notebooks, pixels for videos.

use boards::{DrawContext, Theme};
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use rules::{AnyGame, AnyMove, Lang, Viewer};

use crate::{errors, raster};

fn theme(name: &str) -> PyResult<Theme> {
    Theme::ALL.into_iter().find(|theme| theme.id() == name).ok_or_else(|| {
        let known: Vec<&str> = Theme::ALL.iter().map(|theme| theme.id()).collect();
        errors::value(format!("There is no theme “{name}”: it is one of {}.", known.join(", ")))
    })
}

fn scene(game: &AnyGame, viewer: Viewer, last_move: Option<AnyMove>) -> boards::Scene {
    let context = DrawContext { viewer, coordinates: true, last_move, ..DrawContext::plain(Lang::En) };
    boards::draw(game, &context)
}

/// The picture as SVG text.
pub(crate) fn svg(
    game: &AnyGame,
    viewer: Viewer,
    last_move: Option<AnyMove>,
    theme: &str,
) -> PyResult<String> {
    let title = format!("{}: {game}", game.kind().name().en);
    Ok(scene(game, viewer, last_move).svg(self::theme(theme)?, &title))
}

/// The picture as rows of pixels.
pub(crate) fn rgb<'py>(
    py: Python<'py>,
    game: &AnyGame,
    viewer: Viewer,
    last_move: Option<AnyMove>,
    theme: &str,
) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
    let theme = self::theme(theme)?;
    let scene = scene(game, viewer, last_move);
    let picture = py.detach(|| raster::draw(&scene, theme));
    let Some((width, height, pixels)) = picture else {
        return Err(errors::value("This picture has no size."));
    };
    PyArray1::from_vec(py, pixels).reshape(vec![height, width, 3])
}
