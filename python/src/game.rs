//! A game in Python: its position, and how it came about.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rules::{AnyGame, AnyMove, Record, Rng, Seat, Turn, Viewer, word};

use crate::convert::{diagram, seat, seed, turn_number};
use crate::view::View;
use crate::{errors, picture};

/// A game, from its start to its current position. `trois.new`, `trois.parse` and `trois.read` create one.
///
/// Two games are equal if their positions are, whatever moves led there, and the hash is that of the position. If a
/// game is a key of a dictionary, play on in a copy of it.
#[pyclass(module = "trois")]
pub(crate) struct Game {
    record: Record,
}

impl Game {
    pub(crate) fn from_record(record: Record) -> Game {
        Game { record }
    }

    pub(crate) fn from_position(start: AnyGame) -> Game {
        Game::from_record(Record::new(start))
    }

    pub(crate) fn position(&self) -> &AnyGame {
        self.record.end()
    }

    /// Reads a move for this position.
    fn read_move(&self, text: &str) -> PyResult<AnyMove> {
        self.position().read_word(self.record.steps().len() + 1, text).map_err(errors::value)
    }

    fn push(&mut self, mv: AnyMove) -> PyResult<()> {
        let number = self.record.steps().len() + 1;
        self.record.push(mv).map_err(|reason| errors::value(word::illegal(number, &mv, &reason)))
    }

    fn space(&self) -> PyResult<env::Space> {
        env::Space::new(self.position().kind(), &self.position().options()).map_err(errors::value)
    }

    /// The seat that a number means, or the seat to move.
    fn seat(&self, number: Option<u8>) -> PyResult<Seat> {
        match number {
            Some(number) => seat(number, self.position()),
            None => Ok(self.position().turn().seat().unwrap_or(Seat::ONE)),
        }
    }
}

#[pymethods]
impl Game {
    /// The id of the game: `"doh"`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.position().kind().id()
    }

    /// The options in force, as text: `"players=3"`.
    #[getter]
    fn options(&self) -> String {
        self.position().options()
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> u8 {
        self.position().seats()
    }

    /// The seat to move, from 1; 0 if a card is to be drawn; `None` when the game is over.
    #[getter]
    fn turn(&self) -> Option<u8> {
        turn_number(self.position().turn())
    }

    /// Whether the game is over, by its rules or as its record declares.
    #[getter]
    fn is_over(&self) -> bool {
        self.record.result().is_some()
    }

    /// How the game ended: `"win1"`, `"draw"` and so on; `None` while it is being played.
    #[getter]
    fn result(&self) -> Option<String> {
        self.record.result().map(|outcome| outcome.to_string())
    }

    /// The seat that won; `None` if none did.
    #[getter]
    fn winner(&self) -> Option<u8> {
        match self.record.result() {
            Some(rules::Outcome::Win(seat)) => Some(seat.number()),
            _ => None,
        }
    }

    /// The reward of each player: 1 for the winner, an equal share of −1 for each other player, 0 for a draw.
    #[getter]
    fn rewards(&self) -> Vec<f64> {
        let seats = self.position().seats();
        let reward = |seat| match self.record.result() {
            Some(outcome) => env::reward(outcome, Seat::from_index(seat), usize::from(seats)),
            None => 0.0,
        };
        (0..seats).map(reward).collect()
    }

    /// The intermediate score of each player: boards, tokens or groups.
    #[getter]
    fn points(&self) -> Vec<u32> {
        let game = self.position();
        (0..game.seats()).map(|seat| game.points(Seat::from_index(seat))).collect()
    }

    /// The position as one line of text: see `docs/notation.md`.
    #[getter]
    fn text(&self) -> String {
        self.position().to_string()
    }

    /// The moves and draws so far.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.record.steps().iter().map(|step| step.mv().to_string()).collect()
    }

    /// The tags of the record, which name the players for example.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in self.record.tags() {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }

    /// Sets a tag of the record. `Game`, `Options`, `Position` and `Result` follow from the game.
    fn set_tag(&mut self, name: &str, value: &str) -> PyResult<()> {
        self.record.set_tag(name, value);
        if self.record.tag(name) == Some(value) {
            return Ok(());
        }
        Err(errors::value(format!(
            "The tag “{name}” cannot be set: names have letters, digits and _, and Game, Options, Position and Result follow from the game."
        )))
    }

    /// The legal moves; when a card is to be drawn, the possible draws.
    fn moves(&self) -> Vec<String> {
        self.position().moves().iter().map(ToString::to_string).collect()
    }

    /// Plays a move, or a card that is drawn: `"Lc3"`, `"+R5"`. Several are separated by spaces; if one of them is
    /// refused, none is played.
    fn play(&mut self, moves: &str) -> PyResult<()> {
        let words: Vec<&str> = moves.split_whitespace().collect();
        if let [word] = words.as_slice() {
            return self.push(self.read_move(word)?);
        }
        if words.is_empty() {
            return self.read_move("").map(|_| ());
        }
        let mut after = Game { record: self.record.clone() };
        for word in words {
            after.push(after.read_move(word)?)?;
        }
        self.record = after.record;
        Ok(())
    }

    /// The chance outcomes with their probabilities; empty unless a card is to be drawn.
    fn chances(&self) -> Vec<(String, f64)> {
        let game = self.position();
        if game.turn() != Turn::Chance {
            return Vec::new();
        }
        let outcomes: Vec<(AnyMove, f64)> =
            game.moves().into_iter().map(|outcome| (outcome, f64::from(game.weight(outcome)))).collect();
        let total: f64 = outcomes.iter().map(|(_, weight)| weight).sum();
        outcomes.into_iter().map(|(outcome, weight)| (outcome.to_string(), weight / total)).collect()
    }

    /// A random legal move, or a card drawn at random; `None` when the game is over. Without a seed, Python's `random`
    /// decides.
    #[pyo3(signature = (seed=None))]
    fn random_move(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<Option<String>> {
        let mut rng = Rng::new(self::seed(py, seed)?);
        Ok(self.position().random_move(&mut rng).map(|mv| mv.to_string()))
    }

    /// Plays `count` random games to the end from here. Returns how often each result occurred.
    #[pyo3(signature = (count=1, seed=None))]
    fn playouts<'py>(&self, py: Python<'py>, count: u32, seed: Option<u64>) -> PyResult<Bound<'py, PyDict>> {
        let mut rng = Rng::new(self::seed(py, seed)?);
        let game = self.position().clone();
        let mut wins = [0u32; 5];
        py.detach(|| {
            for _ in 0..count {
                match game.playout(&mut rng) {
                    rules::Outcome::Win(seat) => wins[seat.index() & 3] += 1,
                    rules::Outcome::Draw => wins[4] += 1,
                }
            }
        });
        let results = PyDict::new(py);
        for seat in (0..self.position().seats()).map(Seat::from_index) {
            results.set_item(rules::Outcome::Win(seat).to_string(), wins[seat.index() & 3])?;
        }
        results.set_item(rules::Outcome::Draw.to_string(), wins[4])?;
        Ok(results)
    }

    /// What the player in a seat may see; without a seat, what a spectator may see.
    #[pyo3(signature = (seat=None))]
    fn view(&self, seat: Option<u8>) -> PyResult<View> {
        let viewer = match seat {
            Some(number) => Viewer::Seat(self::seat(number, self.position())?),
            None => Viewer::Public,
        };
        Ok(View::new(self.position().view(viewer)))
    }

    /// The move as the player in a seat sees it when it is played here: a card that another player draws is `+?`.
    fn redacted(&self, mv: &str, seat: u8) -> PyResult<String> {
        let viewer = Viewer::Seat(self::seat(seat, self.position())?);
        Ok(self.position().redact_move(self.read_move(mv)?, viewer).to_string())
    }

    /// The whole game as text: tags, moves, result.
    fn record(&self) -> String {
        self.record.to_string()
    }

    /// The games before each move and after the last, from the start to here.
    fn positions(&self) -> Vec<Game> {
        self.record.positions().map(Game::from_position).collect()
    }

    /// The numbers of the legal actions of the player to move, in order; when a card is to be drawn, of the cards.
    fn actions(&self) -> Vec<usize> {
        let game = self.position();
        let number = |mv| {
            if game.turn() == Turn::Chance { env::chance_of(game, mv) } else { env::action_of(game, mv) }
        };
        let mut actions: Vec<usize> = game.moves().into_iter().filter_map(number).collect();
        actions.sort_unstable();
        actions
    }

    /// The number of a move of the player to move, or of a card that is drawn.
    fn action(&self, mv: &str) -> PyResult<usize> {
        let (game, read) = (self.position(), self.read_move(mv)?);
        let number =
            if game.turn() == Turn::Chance { env::chance_of(game, read) } else { env::action_of(game, read) };
        number.ok_or_else(|| errors::value(format!("“{mv}” has no number.")))
    }

    /// The move with this number, legal or not.
    fn move_of(&self, action: i64) -> PyResult<String> {
        Ok(self.numbered(action)?.to_string())
    }

    /// Plays the action with this number, or draws the card with this number.
    fn act(&mut self, action: i64) -> PyResult<()> {
        self.push(self.numbered(action)?)
    }

    /// What the player in a seat sees as an array of `int8`, which `GameInfo.space` describes. Without a seat, what the
    /// player to move sees.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        let space = self.space()?;
        let mut entries = vec![0; space.size()];
        env::observe(self.position(), self.seat(seat)?, &mut entries);
        PyArray1::from_vec(py, entries).reshape(space.shape)
    }

    /// 1 for each legal action of the player to move, 0 for the others, as an array of `int8`.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0; self.space()?.actions];
        env::mask(self.position(), &mut mask);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// A copy, which can be played on separately.
    fn copy(&self) -> Game {
        Game { record: self.record.clone() }
    }

    /// The picture of the position as SVG text. `theme` is `"light"`, `"dark"` or `"contrast"`.
    #[pyo3(signature = (theme="light"))]
    fn svg(&self, theme: &str) -> PyResult<String> {
        picture::svg(self.position(), Viewer::Public, self.last_move(), theme)
    }

    /// The picture of the position as an array of `uint8`: rows, columns, red green blue.
    #[pyo3(signature = (theme="light"))]
    fn rgb<'py>(&self, py: Python<'py>, theme: &str) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        picture::rgb(py, self.position(), Viewer::Public, self.last_move(), theme)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("light")
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("trois")?.getattr("read")?, (self.record.to_string(),)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.borrow().position() == self.position())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        diagram(self.position())
    }

    fn __repr__(&self) -> String {
        format!("trois.parse('{}', '{}')", self.position().kind(), self.position())
    }
}

impl Game {
    fn last_move(&self) -> Option<AnyMove> {
        self.record.steps().last().filter(|step| !step.is_chance()).map(rules::record::RecordedMove::mv)
    }

    /// The move or draw with this number.
    fn numbered(&self, action: i64) -> PyResult<AnyMove> {
        let game = self.position();
        let number = usize::try_from(action).ok();
        let mv = match game.turn() {
            Turn::Chance => number.and_then(|chance| env::outcome_of(game, chance)),
            _ => number.and_then(|action| env::move_of(game, action)),
        };
        let space = self.space()?;
        let count = if game.turn() == Turn::Chance { space.chances } else { space.actions };
        mv.ok_or_else(|| {
            let last = count.saturating_sub(1);
            errors::value(format!("There is no action {action}. Actions are numbers from 0 to {last}."))
        })
    }
}
