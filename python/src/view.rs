//! A view in Python: what one player may see.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::PyArrayDyn;
use pyo3::prelude::*;
use rules::{AnyView, Rng, Viewer};

use crate::convert::{diagram, seed, turn_number};
use crate::game::Game;
use crate::picture;

/// What a view is pickled as: the game, the text of the position, the seat.
type Pickled = (&'static str, String, Option<u8>);

/// A position as one player may see it, or a spectator: `Game.view` makes one. Nothing that was hidden is in it.
#[pyclass(module = "trois", frozen)]
pub(crate) struct View {
    view: AnyView,
}

impl View {
    pub(crate) fn new(view: AnyView) -> View {
        View { view }
    }

    pub(crate) fn inner(&self) -> &AnyView {
        &self.view
    }
}

#[pymethods]
impl View {
    /// The id of the game.
    #[getter]
    fn kind(&self) -> &'static str {
        self.view.position().kind().id()
    }

    /// The seat whose view it is; `None` for a spectator's.
    #[getter]
    fn seat(&self) -> Option<u8> {
        match self.view.viewer() {
            Viewer::Seat(seat) => Some(seat.number()),
            Viewer::Public => None,
        }
    }

    /// The seat to move, from 1; 0 if a card is to be drawn; `None` when the game is over.
    #[getter]
    fn turn(&self) -> Option<u8> {
        turn_number(self.view.position().turn())
    }

    /// The position as one line of text, without what is hidden.
    #[getter]
    fn text(&self) -> String {
        self.view.position().to_string()
    }

    /// The moves that may be legal as far as the viewer knows; on the viewer's own turn, the legal moves.
    fn moves(&self) -> Vec<String> {
        self.view.position().moves().iter().map(ToString::to_string).collect()
    }

    /// A random whole game that is consistent with this view. Without a seed, Python's `random` decides.
    #[pyo3(signature = (seed=None))]
    fn imagine(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<Game> {
        let mut rng = Rng::new(self::seed(py, seed)?);
        Ok(Game::from_position(self.view.imagine(&mut rng)))
    }

    /// The picture as SVG text. `theme` is `"light"`, `"dark"` or `"contrast"`.
    #[pyo3(signature = (theme="light"))]
    fn svg(&self, theme: &str) -> PyResult<String> {
        picture::svg(&self.view.position(), self.view.viewer(), None, theme)
    }

    /// The picture as an array of `uint8`: rows, columns, red green blue.
    #[pyo3(signature = (theme="light"))]
    fn rgb<'py>(&self, py: Python<'py>, theme: &str) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        picture::rgb(py, &self.view.position(), self.view.viewer(), None, theme)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        Ok((py.import("trois")?.getattr("_view")?, (self.kind(), self.text(), self.seat())))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("light")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<View>().is_ok_and(|other| other.get().view == self.view)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.view.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        diagram(&self.view.position())
    }

    fn __repr__(&self) -> String {
        let position = self.view.position();
        let viewer = self.seat().map_or_else(|| "a spectator".to_owned(), |seat| format!("seat {seat}"));
        format!("<trois.View of {viewer}: {} {position}>", position.kind())
    }
}
