//! Many games at once in Python, with NumPy arrays in and out.

use engine::Level;
use env::{Arrays, BatchSettings};
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::seed;
use crate::game::Game;
use crate::{errors, info};

/// An array of small numbers.
type Bytes<'py> = Bound<'py, PyArray1<i8>>;

/// The maximum number of games in a batch.
const MAX_GAMES: usize = 1 << 24;

/// Many games of one kind, stepped together. No Python object is created per game or per step.
///
/// The arrays are always the same objects, and each step overwrites them: copy what you want to keep.
/// `torch.from_numpy` and `numpy.from_dlpack` share their memory.
///
/// A game that ends is replaced by a new one at once, unless `auto_reset=False`: `terminated` is then true, `rewards`
/// has its rewards, and `observations` and `masks` are those of the new game. `threads=0` uses all cores; the games do
/// not depend on the number of threads.
#[pyclass(module = "trois")]
pub(crate) struct Batch {
    batch: env::Batch,
    /// What the player to move of each game sees: games × the shape of the space, `int8`.
    #[pyo3(get)]
    observations: Py<PyArrayDyn<i8>>,
    /// 1 for each legal action: games × actions, `int8`.
    #[pyo3(get)]
    masks: Py<PyArray2<i8>>,
    /// The index of the player to move, from 0; −1 if the game is over: games, `int8`.
    #[pyo3(get)]
    players: Py<PyArray1<i8>>,
    /// The reward of each player for the last step: games × players, `float32`.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// Whether the last step ended the game: games, `bool`.
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// Whether the last step cut the game off after `max_moves` moves: games, `bool`.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// Actions that `sample` wrote.
    sampled: Py<PyArray1<i64>>,
}

impl Batch {
    /// The games that an argument `where` chooses: all if it is not given.
    fn chosen(&self, given: Option<PyReadonlyArray1<'_, bool>>) -> PyResult<Vec<bool>> {
        let len = self.batch.len();
        let chosen = given.map_or_else(|| vec![true; len], |given| given.as_array().to_vec());
        if chosen.len() == len {
            return Ok(chosen);
        }
        Err(errors::value(format!("`where` has {} entries for {len} games: give one each.", chosen.len())))
    }

    /// Runs an operation that writes the arrays, without the interpreter lock.
    fn write(
        &mut self,
        py: Python<'_>,
        run: impl FnOnce(&mut env::Batch, Arrays<'_>) -> Result<(), env::BatchError> + Send,
    ) -> PyResult<()> {
        let mut observations = self.observations.bind(py).try_readwrite().map_err(errors::value)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(errors::value)?;
        let mut players = self.players.bind(py).try_readwrite().map_err(errors::value)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(errors::value)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(errors::value)?;
        let mut truncated = self.truncated.bind(py).try_readwrite().map_err(errors::value)?;
        let arrays = Arrays {
            observations: observations.as_slice_mut().map_err(errors::value)?,
            masks: masks.as_slice_mut().map_err(errors::value)?,
            players: players.as_slice_mut().map_err(errors::value)?,
            rewards: rewards.as_slice_mut().map_err(errors::value)?,
            terminated: terminated.as_slice_mut().map_err(errors::value)?,
            truncated: truncated.as_slice_mut().map_err(errors::value)?,
        };
        let batch = &mut self.batch;
        py.detach(|| run(batch, arrays)).map_err(errors::value)
    }
}

/// The actions as an array of `int64`. Other whole numbers are converted; anything else is refused.
fn actions_of<'py>(actions: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(array) = actions.extract::<PyReadonlyArray1<'py, i64>>() {
        return Ok(array);
    }
    let numpy = actions.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (actions,))?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    // Large numbers of uint64 would become negative.
    let fits: bool = numpy.call_method1("can_cast", (&dtype, "int64"))?.extract()?;
    if !matches!(kind.as_str(), "i" | "u") || !fits {
        let dtype = dtype.str()?;
        return Err(errors::wrong_type(format!(
            "Actions are whole numbers, one for each game; these are {dtype}."
        )));
    }
    if dimensions != 1 {
        return Err(errors::value(format!(
            "Actions are an array with one dimension, one number for each game; this one has {dimensions}."
        )));
    }
    let array = numpy.call_method1("ascontiguousarray", (array, "int64"))?;
    array.extract().map_err(|_| errors::wrong_type("Actions are whole numbers, one for each game."))
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, size, seed=None, threads=1, auto_reset=true, max_moves=None, **options))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        size: usize,
        seed: Option<u64>,
        threads: usize,
        auto_reset: bool,
        max_moves: Option<u32>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Batch> {
        if size > MAX_GAMES || threads > 1024 {
            let what = format!("A batch has at most {MAX_GAMES} games and 1024 threads.");
            return Err(errors::value(what));
        }
        let settings =
            BatchSettings { len: size, seed: self::seed(py, seed)?, auto_reset, max_moves, threads };
        let batch = match game.cast::<Game>() {
            Ok(start) => {
                let options = info::options_text(options)?;
                if !options.is_empty() {
                    return Err(errors::value(format!(
                        "A batch that begins from a position has that position's options: leave out {options}."
                    )));
                }
                env::Batch::from_position(start.borrow().position(), settings)
            }
            Err(_) => env::Batch::new(
                info::kind(&game.extract::<String>()?)?,
                &info::options_text(options)?,
                settings,
            ),
        };
        let batch = batch.map_err(errors::value)?;
        let space = batch.space();
        let shape: Vec<usize> = std::iter::once(size).chain(space.shape.iter().copied()).collect();
        let mut batch = Batch {
            observations: PyArrayDyn::zeros(py, shape, false).unbind(),
            masks: PyArray2::zeros(py, [size, space.actions], false).unbind(),
            players: PyArray1::zeros(py, size, false).unbind(),
            rewards: PyArray2::zeros(py, [size, space.seats], false).unbind(),
            terminated: PyArray1::zeros(py, size, false).unbind(),
            truncated: PyArray1::zeros(py, size, false).unbind(),
            sampled: PyArray1::zeros(py, size, false).unbind(),
            batch,
        };
        batch.write(py, |batch, arrays| {
            batch.observe(arrays);
            Ok(())
        })?;
        Ok(batch)
    }

    /// Restarts the games in which `where` is true, or all. With a seed, all games restart with new random generators;
    /// without one, the generators of the last games continue.
    #[pyo3(signature = (seed=None, r#where=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: Option<u64>,
        r#where: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let chosen = self.chosen(r#where)?;
        self.write(py, |batch, arrays| {
            match seed {
                Some(seed) => batch.reset(seed),
                None => batch.restart(|index| chosen[index]),
            }
            batch.observe(arrays);
            Ok(())
        })
    }

    /// Plays an action in each game; −1 plays nothing in a game. If one is refused, no game changes.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = actions_of(actions)?;
        if actions.len() != self.batch.len() {
            let (given, len) = (actions.len(), self.batch.len());
            return Err(errors::value(format!("There are {given} actions for {len} games: give one each.")));
        }
        match actions.as_slice() {
            Ok(slice) => self.write(py, |batch, arrays| batch.step(slice, arrays)),
            // A slice with steps, as in `actions[::2]`.
            Err(_) => {
                let copied: Vec<i64> = actions.as_array().iter().copied().collect();
                self.write(py, |batch, arrays| batch.step(&copied, arrays))
            }
        }
    }

    /// A random legal action of each game, −1 where it is over. It is always the same array.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let sampled = self.sampled.bind(py).clone();
        let mut array = sampled.try_readwrite().map_err(errors::value)?;
        let actions = array.as_slice_mut().map_err(errors::value)?;
        let batch = &mut self.batch;
        py.detach(|| batch.sample(actions));
        drop(array);
        Ok(sampled)
    }

    /// The mean reward of each player over `count` random games to the end from each position: games × players,
    /// `float32`.
    #[pyo3(signature = (count, seed=None))]
    fn playouts<'py>(
        &mut self,
        py: Python<'py>,
        count: u32,
        seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let seed = self::seed(py, seed)?;
        let (len, seats) = (self.batch.len(), self.batch.space().seats);
        let mut means = vec![0.0; len * seats];
        let batch = &mut self.batch;
        py.detach(|| batch.playouts(count, seed, &mut means));
        PyArray1::from_vec(py, means).reshape([len, seats])
    }

    /// The actions that engines of this level choose, −1 where `where` is false or the game is over: games, `int64`.
    /// Level 10 searches without a limit: use lower levels.
    #[pyo3(signature = (level, seed=None, r#where=None))]
    fn think<'py>(
        &mut self,
        py: Python<'py>,
        level: u8,
        seed: Option<u64>,
        r#where: Option<PyReadonlyArray1<'py, bool>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let known = Level::new(level).filter(|level| *level < Level::MAX);
        let level =
            known.ok_or_else(|| errors::value(format!("A batch has no level {level}, only 1 to 9.")))?;
        let seed = self::seed(py, seed)?;
        let asked = self.chosen(r#where)?;
        let mut actions = vec![0; asked.len()];
        let batch = &mut self.batch;
        py.detach(|| batch.think(level, seed, &asked, &mut actions));
        Ok(PyArray1::from_vec(py, actions))
    }

    /// The value of each game for the player to move with best play (1 wins, 0 draws, −1 loses) and the number of moves
    /// to the end: two arrays of `int8`. Only for games that are solved, like `trois.exact`.
    fn exact<'py>(&mut self, py: Python<'py>) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
        let len = self.batch.len();
        let (mut values, mut plies) = (vec![0; len], vec![0; len]);
        let batch = &mut self.batch;
        py.detach(|| batch.exact(&mut values, &mut plies)).map_err(errors::value)?;
        Ok((PyArray1::from_vec(py, values), PyArray1::from_vec(py, plies)))
    }

    /// The position of one game, as a game of its own.
    fn game(&self, index: usize) -> PyResult<Game> {
        let last = self.batch.len() - 1;
        let missing = || errors::index(format!("There is no game {index}, only 0 to {last}."));
        self.batch.game(index).map(Game::from_position).ok_or_else(missing)
    }

    /// The id of the game.
    #[getter]
    fn kind(&self) -> &'static str {
        self.batch.kind().id()
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.batch.threads()
    }

    fn __len__(&self) -> usize {
        self.batch.len()
    }

    fn __repr__(&self) -> String {
        format!("<trois.Batch {} games of {}>", self.batch.len(), self.batch.kind())
    }
}
