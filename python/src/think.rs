//! The engine in Python: searches that release the interpreter lock, solutions and exact values.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::{Level, Limits, Observer, TimeLimit, Value};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rules::{AnyMove, Seat};

use crate::convert::kind_of;
use crate::errors;
use crate::game::Game;
use crate::view::View;

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// How often a search checks whether Ctrl-C was pressed.
const SIGNAL_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The clock for the engine, which has none of its own.
fn clock() -> Duration {
    START.elapsed()
}

/// Stops a search when Python has a signal to handle.
struct Signals {
    next: Duration,
    error: Option<PyErr>,
}

impl Observer for Signals {
    fn should_stop(&mut self) -> bool {
        if self.error.is_none() && clock() >= self.next {
            self.next = clock() + SIGNAL_CHECK_INTERVAL;
            #[allow(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
            let signal = Python::attach(|py| py.check_signals());
            self.error = signal.err();
        }
        self.error.is_some()
    }
}

/// An engine that keeps its memory from one search to the next. Threads that share it search one after the other.
#[pyclass(module = "trois", frozen)]
pub(crate) struct Engine {
    engine: Mutex<engine::Engine>,
}

#[pymethods]
impl Engine {
    #[new]
    fn new() -> Engine {
        Engine { engine: Mutex::new(engine::Engine::new()) }
    }

    /// Searches for the move to play in a view, without the interpreter lock. It ends after `time` seconds, `nodes`
    /// positions or `depth` moves ahead, whichever comes first, or when there is nothing left to find. `level` is 1 to
    /// 10; `lines` is how many moves get a line.
    ///
    /// A game without hidden information can be given in place of a view.
    #[pyo3(signature = (view, time=None, nodes=None, depth=None, level=10, lines=1, seed=0))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn think(
        &self,
        py: Python<'_>,
        view: &Bound<'_, PyAny>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        level: u8,
        lines: usize,
        seed: u64,
    ) -> PyResult<Analysis> {
        let view = view_of(view)?;
        let level = Level::new(level)
            .ok_or_else(|| errors::value(format!("There is no level {level}, only 1 to 10.")))?;
        let budget = time.map(seconds).transpose()?;
        let time = Some(TimeLimit::maybe(clock, budget));
        let limits = Limits { time, nodes, depth, level, lines: lines.max(1), seed, ..Limits::default() };
        let mut signals = Signals { next: clock() + SIGNAL_CHECK_INTERVAL, error: None };
        let analysis = py.detach(|| {
            // A search that panicked left nothing half done that the next would use.
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            engine.think(&view, &limits, &mut signals)
        });
        if let Some(error) = signals.error {
            return Err(error);
        }
        let analysis = analysis.map_err(|reason| errors::value(sentence(&reason.to_string())))?;
        Ok(Analysis::new(&analysis, view.position().turn().seat(), view.position().seats()))
    }

    /// How the game ends with best play: see `trois.exact`.
    fn exact(&self, py: Python<'_>, game: &Bound<'_, Game>) -> PyResult<(String, u32)> {
        let position = game.borrow().position().clone();
        let value = py.detach(|| self.engine.lock().unwrap_or_else(PoisonError::into_inner).exact(&position));
        let unknown = || errors::value(env::BatchError::not_exact(position.kind()));
        value.map(|(outcome, plies)| (outcome.to_string(), plies)).ok_or_else(unknown)
    }

    /// Forgets everything, as before a new game.
    fn forget(&self) {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner).forget();
    }
}

/// How the game ends with best play by all players, `"win1"`, `"draw"` and so on, and after how many moves. Only for
/// solved games: tic-tac-toe, and Tic Tac Doh! with two players.
#[pyfunction]
pub(crate) fn exact(py: Python<'_>, game: &Bound<'_, Game>) -> PyResult<(String, u32)> {
    Engine::new().exact(py, game)
}

/// The view that an argument means: a view, or a game that hides nothing.
fn view_of(argument: &Bound<'_, PyAny>) -> PyResult<rules::AnyView> {
    if let Ok(view) = argument.cast::<View>() {
        return Ok(view.get().inner().clone());
    }
    let Ok(game) = argument.cast::<Game>() else {
        return Err(errors::wrong_type("The engine takes a view: game.view(seat)."));
    };
    let game = game.borrow();
    if game.position().kind().hides() {
        let what = "This game hides cards, so the engine takes what one player sees: game.view(seat).";
        return Err(errors::wrong_type(what));
    }
    Ok(game.position().view(rules::Viewer::Public))
}

fn seconds(time: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(time)
        .map_err(|_| errors::value(format!("{time} is not a time: give seconds, as in time=1.0.")))
}

/// The same text with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    format!("{}.", rules::capitalized(text))
}

/// The result of a search.
#[pyclass(module = "trois", frozen, get_all)]
pub(crate) struct Analysis {
    /// The move to play.
    #[pyo3(name = "move")]
    mv: String,
    /// The best moves found, the best first.
    lines: Vec<Py<Line>>,
    /// The depth of the last whole iteration, for searches that count in moves.
    depth: u32,
    /// How many positions were visited.
    nodes: u64,
    /// How long it took, in seconds.
    seconds: f64,
}

impl Analysis {
    fn new(analysis: &engine::Analysis<AnyMove>, mover: Option<Seat>, seats: u8) -> Analysis {
        let line = |line: &engine::Line<AnyMove>| {
            let line = Line::new(line, mover.unwrap_or(Seat::ONE), seats);
            Python::attach(|py| Py::new(py, line))
        };
        Analysis {
            mv: analysis.chosen.to_string(),
            lines: analysis.lines.iter().filter_map(|found| line(found).ok()).collect(),
            depth: analysis.depth,
            nodes: analysis.nodes,
            seconds: analysis.elapsed.as_secs_f64(),
        }
    }
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        format!("<trois.Analysis {}: {} nodes, depth {}>", self.mv, self.nodes, self.depth)
    }
}

/// A move, its value, and the best play that follows.
#[pyclass(module = "trois", frozen, get_all)]
pub(crate) struct Line {
    /// The move, then the moves that follow.
    moves: Vec<String>,
    /// What each player can expect, from 0 to 1; the sum is 1.
    shares: Vec<f32>,
    /// How the game ends with best play, if that is proven: `"win1"`, `"draw"` and so on.
    proven: Option<String>,
    /// The number of moves to that end.
    plies: Option<u32>,
    /// The expected share of the player to move.
    value: f32,
}

impl Line {
    fn new(line: &engine::Line<AnyMove>, mover: Seat, seats: u8) -> Line {
        let (proven, plies) = match line.value {
            Value::Proven { outcome, plies } => (Some(outcome.to_string()), Some(plies)),
            Value::Expected(_) => (None, None),
        };
        Line {
            moves: line.moves.iter().map(ToString::to_string).collect(),
            shares: (0..seats).map(|seat| line.value.share(Seat::from_index(seat), seats)).collect(),
            proven,
            plies,
            value: line.value.share(mover, seats),
        }
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let value = match (&self.proven, self.plies) {
            (Some(outcome), Some(plies)) => format!("{outcome} in {plies}"),
            _ => format!("{:.2}", self.value),
        };
        format!("<trois.Line {}: {value}>", self.moves.join(" "))
    }
}

/// A game that was solved from its first position.
#[pyclass(module = "trois", frozen, get_all)]
pub(crate) struct Solution {
    /// How it ends for the player who begins: `"win"`, `"draw"` or `"loss"`.
    value: String,
    /// After how many moves.
    plies: u32,
    /// How many positions were computed.
    positions: u64,
    /// For each first move, how the game ends for the player who makes it, and after how many moves.
    openings: Py<PyDict>,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        format!("<trois.Solution: a {} in {} moves>", self.value, self.plies)
    }
}

/// Solves a game from scratch: `trois.solve("doh")`.
#[pyfunction]
pub(crate) fn solve(py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<Solution> {
    let kind = kind_of(game)?;
    let solution = py.detach(|| engine::solve::solve(kind)).ok_or_else(|| {
        let list: Vec<&str> = engine::solve::solved_games().map(rules::Kind::id).collect();
        errors::value(format!("{kind} cannot be solved. These games can: {}.", list.join(", ")))
    })?;
    let openings = PyDict::new(py);
    for opening in &solution.openings {
        openings.set_item(opening.mv.to_string(), (opening.value.to_string(), opening.plies))?;
    }
    Ok(Solution {
        value: solution.value.to_string(),
        plies: solution.plies,
        positions: solution.positions,
        openings: openings.unbind(),
    })
}
