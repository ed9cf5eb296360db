//! What is known of the games before they are played.

use env::Space;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rules::{Kind, OptionSpec};

use crate::errors;

/// The games, in display order.
#[pyfunction]
pub(crate) fn games() -> Vec<GameInfo> {
    Kind::ALL.iter().map(|&kind| GameInfo { kind }).collect()
}

/// Reads the id of a game.
pub(crate) fn kind(id: &str) -> PyResult<Kind> {
    id.parse().map_err(errors::value)
}

/// The text of options that are given as keywords: `players=3` and so on.
pub(crate) fn options_text(options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let mut texts = Vec::new();
    for (key, value) in options.into_iter().flatten() {
        texts.push(format!("{}={}", key.extract::<String>()?, value.str()?.extract::<String>()?));
    }
    Ok(texts.join(","))
}

/// Static facts about a game: `trois.games()` lists them.
#[pyclass(module = "trois", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct GameInfo {
    kind: Kind,
}

#[pymethods]
impl GameInfo {
    /// The id that `trois.new` takes.
    #[getter]
    fn id(&self) -> &'static str {
        self.kind.id()
    }

    /// The name, in English.
    #[getter]
    fn name(&self) -> String {
        self.kind.name().en.into_owned()
    }

    /// The name, in French.
    #[getter]
    fn name_fr(&self) -> String {
        self.kind.name().fr.into_owned()
    }

    /// A sentence about the game.
    #[getter]
    fn pitch(&self) -> String {
        self.kind.info().pitch.en.clone().into_owned()
    }

    /// Who made the game, in English.
    #[getter]
    fn byline(&self) -> String {
        self.kind.info().byline.en.clone().into_owned()
    }

    /// Who made the game, in French.
    #[getter]
    fn byline_fr(&self) -> String {
        self.kind.info().byline.fr.clone().into_owned()
    }

    /// The numbers of players.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let players = self.kind.players();
        PyTuple::new(py, players.min..=players.max)
    }

    /// Whether a player holds something that the others may not see.
    #[getter]
    fn hides(&self) -> bool {
        self.kind.hides()
    }

    /// Whether cards are drawn.
    #[getter]
    fn has_chance(&self) -> bool {
        self.kind.has_chance()
    }

    /// The options, which `trois.new` takes as keywords.
    #[getter]
    fn options(&self) -> Vec<OptionInfo> {
        self.kind.options().iter().map(|spec| OptionInfo { spec }).collect()
    }

    /// What observations and actions look like with these options.
    #[pyo3(signature = (**options))]
    fn space(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<SpaceInfo> {
        let space = Space::new(self.kind, &options_text(options)?).map_err(errors::value)?;
        Ok(SpaceInfo { space })
    }

    fn __repr__(&self) -> String {
        format!("<trois.GameInfo {}: {}>", self.kind, self.kind.name().en)
    }
}

/// An option of a game.
#[pyclass(module = "trois", frozen)]
pub(crate) struct OptionInfo {
    spec: &'static OptionSpec,
}

#[pymethods]
impl OptionInfo {
    /// The keyword.
    #[getter]
    fn key(&self) -> &'static str {
        self.spec.key
    }

    /// The values it may take, as text.
    #[getter]
    fn values(&self) -> Vec<&'static str> {
        self.spec.values.to_vec()
    }

    /// The value if it is not given.
    #[getter]
    fn default(&self) -> &'static str {
        self.spec.default
    }

    /// What it changes.
    #[getter]
    fn about(&self) -> String {
        self.spec.about.en.clone().into_owned()
    }

    fn __repr__(&self) -> String {
        format!("<trois.OptionInfo {}={}: {}>", self.spec.key, self.spec.default, self.spec.values.join(", "))
    }
}

/// What the observations and actions of a game look like.
#[pyclass(module = "trois", frozen)]
pub(crate) struct SpaceInfo {
    space: Space,
}

#[pymethods]
impl SpaceInfo {
    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.space.seats
    }

    /// The shape of an observation, an array of `int8`.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.space.shape)
    }

    /// The largest value of an entry of an observation; the smallest is 0.
    #[getter]
    fn high(&self) -> i8 {
        self.space.high()
    }

    /// The number of actions.
    #[getter]
    fn actions(&self) -> usize {
        self.space.actions
    }

    /// What the number of an action means.
    #[getter]
    fn about_actions(&self) -> &'static str {
        self.space.about_actions
    }

    /// The parts of an observation, in order: what each holds, how many entries, the largest value.
    #[getter]
    fn fields(&self) -> Vec<(&'static str, usize, i8)> {
        self.space.fields.iter().map(|field| (field.about, field.size, field.high)).collect()
    }

    /// The number of different chance outcomes.
    #[getter]
    fn chances(&self) -> usize {
        self.space.chances
    }

    /// The number of cards in the deck; 0 without one.
    #[getter]
    fn deck(&self) -> usize {
        self.space.deck
    }

    /// The largest number of moves of a game; `None` if there is none.
    #[getter]
    fn max_moves(&self) -> Option<u32> {
        self.space.longest
    }

    fn __repr__(&self) -> String {
        format!(
            "<trois.SpaceInfo observation {:?} of int8, {} actions>",
            self.space.shape, self.space.actions
        )
    }
}
