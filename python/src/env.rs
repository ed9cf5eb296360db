//! One game as an environment.

use env::{Arrays, Batch, BatchSettings};
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::seed;
use crate::game::Game;
use crate::{errors, info};

/// One game as an environment: actions are numbers, observations are arrays. Cards are drawn automatically.
///
/// `observation` and `mask` are always the same two arrays: each step overwrites them. Copy what you want to keep.
#[pyclass(module = "trois")]
pub(crate) struct Env {
    batch: Batch,
    /// What the player to move sees, as an array of `int8`.
    #[pyo3(get)]
    observation: Py<PyArrayDyn<i8>>,
    /// 1 for each legal action, as an array of `int8`.
    #[pyo3(get)]
    mask: Py<PyArray1<i8>>,
    player: [i8; 1],
    rewards: Vec<f32>,
    terminated: [bool; 1],
    truncated: [bool; 1],
}

impl Env {
    /// Runs an operation of the batch that writes the arrays.
    fn write(
        &mut self,
        py: Python<'_>,
        run: impl FnOnce(&mut Batch, Arrays<'_>) -> PyResult<()>,
    ) -> PyResult<()> {
        let mut observation = self.observation.bind(py).try_readwrite().map_err(errors::value)?;
        let mut mask = self.mask.bind(py).try_readwrite().map_err(errors::value)?;
        let arrays = Arrays {
            observations: observation.as_slice_mut().map_err(errors::value)?,
            masks: mask.as_slice_mut().map_err(errors::value)?,
            players: &mut self.player,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        };
        run(&mut self.batch, arrays)
    }
}

#[pymethods]
impl Env {
    #[new]
    #[pyo3(signature = (game, seed=None, max_moves=None, **options))]
    fn new(
        py: Python<'_>,
        game: &str,
        seed: Option<u64>,
        max_moves: Option<u32>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Env> {
        let seed = self::seed(py, seed)?;
        let settings = BatchSettings { len: 1, seed, auto_reset: false, max_moves, threads: 1 };
        let batch =
            Batch::new(info::kind(game)?, &info::options_text(options)?, settings).map_err(errors::value)?;
        let space = batch.space();
        let observation = PyArrayDyn::zeros(py, space.shape.clone(), false).unbind();
        let mask = PyArray1::zeros(py, space.actions, false).unbind();
        let rewards = vec![0.0; space.seats];
        let mut env =
            Env { batch, observation, mask, player: [0], rewards, terminated: [false], truncated: [false] };
        env.write(py, |batch, arrays| {
            batch.observe(arrays);
            Ok(())
        })?;
        Ok(env)
    }

    /// Starts a new game. Without a seed, the random generator of the last game continues.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.write(py, |batch, arrays| {
            match seed {
                Some(seed) => batch.reset(seed),
                None => batch.restart(|_| true),
            }
            batch.observe(arrays);
            Ok(())
        })
    }

    /// Plays the action with this number. A game that is over refuses every action.
    fn step(&mut self, py: Python<'_>, action: i64) -> PyResult<()> {
        if self.terminated[0] || self.truncated[0] {
            return Err(errors::value("The game is over: call reset to begin another."));
        }
        if action < 0 {
            let last = self.batch.space().actions - 1;
            let what = format!("There is no action {action}. Actions are numbers from 0 to {last}.");
            return Err(errors::value(what));
        }
        self.write(py, |batch, arrays| {
            batch.step(&[action], arrays).map_err(|refused| errors::value(refused.sentence()))
        })
    }

    /// A random legal action.
    fn sample(&mut self) -> i64 {
        let mut action = [0];
        self.batch.sample(&mut action);
        action[0]
    }

    /// The numbers of the legal actions, in order.
    fn actions(&mut self) -> Vec<usize> {
        self.batch.actions(0)
    }

    /// What a player sees, given by index from 0, in a new array.
    fn observe<'py>(&self, py: Python<'py>, player: u8) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        let space = self.batch.space();
        if usize::from(player) >= space.seats {
            let last = space.seats - 1;
            return Err(errors::index(format!("There is no player {player}, only 0 to {last}.")));
        }
        let mut entries = vec![0; space.size()];
        if let Some(game) = self.batch.game(0) {
            env::observe(&game, rules::Seat::from_index(player), &mut entries);
        }
        PyArray1::from_vec(py, entries).reshape(space.shape.clone())
    }

    /// The index of the player to move, from 0; −1 if the game is over.
    #[getter]
    fn player(&self) -> i8 {
        self.player[0]
    }

    /// The reward of each player for the last step.
    #[getter]
    fn rewards(&self) -> Vec<f32> {
        self.rewards.clone()
    }

    /// Whether the game is over.
    #[getter]
    fn terminated(&self) -> bool {
        self.terminated[0]
    }

    /// Whether the game was cut off after `max_moves` moves.
    #[getter]
    fn truncated(&self) -> bool {
        self.truncated[0]
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.batch.space().seats
    }

    /// The position, as a game of its own.
    #[getter]
    fn game(&self) -> PyResult<Game> {
        self.batch.game(0).map(Game::from_position).ok_or_else(|| errors::index("There is no game."))
    }
}
