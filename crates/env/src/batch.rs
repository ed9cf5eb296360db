//! Many games stepped with one call.

use std::fmt;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;

use engine::{Engine, Level};
use rayon::{ThreadPool, ThreadPoolBuilder};
use rules::{AnyGame, Kind, Lang, Say, TextError, with_game};

use crate::encode::{Encode, Space};
use crate::lanes::{GameLanes, Lanes};

/// The action that leaves a game as it is.
pub const NO_ACTION: i64 = -1;

/// The fewest games for which a thread is worth its start.
const FEWEST_PER_PART: usize = 64;

/// How a batch behaves.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The number of games.
    pub len: usize,
    /// The source of all randomness. Each game has its own sequence, whatever the number of threads.
    pub seed: u64,
    /// Whether a game that has ended is replaced at once by a new one.
    pub auto_reset: bool,
    /// After how many moves a game is cut off, if ever.
    pub max_moves: Option<u32>,
    /// The number of threads; 0 for one per core.
    pub threads: usize,
}

/// The arrays into which a batch writes: a row for each game, one after the other.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// What the player to move sees: the entries of the [`Space`] for each game.
    pub observations: &'a mut [i8],
    /// 1 for each legal action.
    pub masks: &'a mut [i8],
    /// The index of the player to move, from 0; −1 if the game is over.
    pub players: &'a mut [i8],
    /// What the last step brought each seat.
    pub rewards: &'a mut [f32],
    /// Whether the last step ended the game.
    pub terminated: &'a mut [bool],
    /// Whether the last step reached the largest number of moves.
    pub truncated: &'a mut [bool],
}

/// The entries of one game in [`Arrays`] that show its position.
pub(crate) struct Row<'a> {
    pub(crate) observation: &'a mut [i8],
    pub(crate) mask: &'a mut [i8],
    pub(crate) player: &'a mut i8,
}

/// The entries of one game in [`Arrays`] that say what the last step brought.
pub(crate) struct StepResult<'a> {
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminated: &'a mut bool,
    pub(crate) truncated: &'a mut bool,
}

impl<'a> Arrays<'a> {
    /// How many entries a game has: of an observation, of a mask, of rewards.
    fn sizes(&self) -> [usize; 3] {
        let len = self.players.len().max(1);
        [self.observations.len() / len, self.masks.len() / len, self.rewards.len() / len]
    }

    /// The entries of each game.
    pub(crate) fn rows(self) -> (impl Iterator<Item = Row<'a>>, impl Iterator<Item = StepResult<'a>>) {
        let [size, actions, seats] = self.sizes().map(|size| size.max(1));
        let rows = self.observations.chunks_exact_mut(size).zip(self.masks.chunks_exact_mut(actions));
        let rows = rows.zip(self.players);
        let results = self.rewards.chunks_exact_mut(seats).zip(self.terminated).zip(self.truncated);
        (
            rows.map(|((observation, mask), player)| Row { observation, mask, player }),
            results.map(|((rewards, terminated), truncated)| StepResult { rewards, terminated, truncated }),
        )
    }

    /// The same arrays in parts of so many games.
    fn parts(self, games: usize) -> Vec<Arrays<'a>> {
        let [size, actions, seats] = self.sizes();
        let parts = self.observations.chunks_mut((size * games).max(1));
        let parts = parts.zip(self.masks.chunks_mut((actions * games).max(1)));
        let parts = parts.zip(self.players.chunks_mut(games)).zip(self.rewards.chunks_mut(seats * games));
        let parts = parts.zip(self.terminated.chunks_mut(games)).zip(self.truncated.chunks_mut(games));
        let part = |(((((observations, masks), players), rewards), terminated), truncated)| Arrays {
            observations,
            masks,
            players,
            rewards,
            terminated,
            truncated,
        };
        parts.map(part).collect()
    }
}

/// Why a batch refuses something: a sentence, and the game that it is about, if it is about one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchError {
    game: Option<usize>,
    sentence: String,
}

impl BatchError {
    pub(crate) fn new(what: impl fmt::Display) -> BatchError {
        BatchError { game: None, sentence: what.to_string() }
    }

    /// The sentence, without the number of the game.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// The refusal of exact values for a game of which they are not known.
    #[cold]
    pub fn not_exact(kind: Kind) -> BatchError {
        let is_known =
            |kind: &&Kind| AnyGame::new(**kind, "").is_ok_and(|start| Engine::new().exact(&start).is_some());
        let known: Vec<&str> = Kind::ALL.iter().filter(is_known).map(|kind| kind.id()).collect();
        let known = known.join(" and ");
        BatchError::new(format!(
            "The exact value of this position of {kind} is not known. It is in {known} with default options."
        ))
    }

    /// The refusal of an action that stands for an illegal move.
    #[cold]
    pub(crate) fn illegal<G: Encode>(index: usize, action: i64, game: &G, mv: G::Move) -> BatchError {
        let reason = game.check(mv).err().map_or_else(String::new, |reason| reason.say(Lang::En));
        let sentence = format!("Action {action}, {mv}, is illegal. {reason}");
        BatchError { game: Some(index), sentence }
    }

    /// The refusal of a number that is no action.
    #[cold]
    pub(crate) fn unknown(index: usize, action: i64, actions: usize) -> BatchError {
        let last = actions.saturating_sub(1);
        let sentence = format!("There is no action {action}. Actions are numbers from 0 to {last}.");
        BatchError { game: Some(index), sentence }
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = self.sentence.chars();
        match (self.game, letters.next()) {
            (Some(game), Some(first)) => {
                write!(f, "Game {game}: {}{}", first.to_lowercase(), letters.as_str())
            }
            _ => f.write_str(&self.sentence),
        }
    }
}

impl std::error::Error for BatchError {}

/// Many games of one kind with the same options.
///
/// A step checks all actions before it plays any, so a refused action leaves every game as it was.
pub struct Batch {
    lanes: Box<dyn Lanes>,
    kind: Kind,
    space: Space,
    settings: Settings,
    /// All threads but that of the caller.
    pool: Option<ThreadPool>,
    /// How many games a thread takes at a time.
    part: usize,
    /// An engine for each part, made when first needed.
    engines: Mutex<Vec<Engine>>,
}

impl Batch {
    /// Games from the start position, with options given as text.
    pub fn new(kind: Kind, options: &str, settings: Settings) -> Result<Batch, BatchError> {
        let start = AnyGame::new(kind, options).map_err(|error: TextError| BatchError::new(error))?;
        Batch::from_position(&start, settings)
    }

    /// Games that all begin from this position.
    pub fn from_position(start: &AnyGame, settings: Settings) -> Result<Batch, BatchError> {
        if settings.len == 0 {
            return Err(BatchError::new("A batch has at least one game."));
        }
        if start.turn().is_over() {
            return Err(BatchError::new(
                "The game is over: a batch begins from a position that can be played.",
            ));
        }
        let (kind, options) = (start.kind(), start.options());
        let space = Space::new(kind, &options).map_err(BatchError::new)?;
        let text = start.to_string();
        let lanes = with_game!(kind, G => {
            let start: G = text.parse().map_err(|error: TextError| BatchError::new(error))?;
            Box::new(GameLanes::new(start, settings)) as Box<dyn Lanes>
        });
        let threads = match settings.threads {
            0 => available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        };
        let pool = ThreadPoolBuilder::new().num_threads(threads - 1);
        let pool = (threads > 1).then(|| pool.build()).transpose().map_err(BatchError::new)?;
        // Several parts for each thread, so that one that is held up holds up the others for less.
        let part = if threads == 1 {
            settings.len
        } else {
            settings.len.div_ceil(4 * threads).max(FEWEST_PER_PART.min(settings.len))
        };
        Ok(Batch { lanes, kind, space, settings, pool, part, engines: Mutex::default() })
    }

    /// The number of games.
    #[allow(clippy::len_without_is_empty, reason = "a batch is never empty")]
    pub fn len(&self) -> usize {
        self.settings.len
    }

    /// Which game it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What observations and actions look like.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// How the batch behaves.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The number of threads that work on the batch, with that of the caller.
    pub fn threads(&self) -> usize {
        1 + self.pool.as_ref().map_or(0, ThreadPool::current_num_threads)
    }

    /// The position of one game.
    pub fn game(&self, index: usize) -> Option<AnyGame> {
        self.lanes.game(index)
    }

    /// The legal actions of one game, in order.
    pub fn actions(&mut self, index: usize) -> Vec<usize> {
        self.lanes.actions(index)
    }

    /// Begins the games anew that `chosen` says. Their generators go on.
    pub fn restart(&mut self, chosen: impl Fn(usize) -> bool) {
        self.lanes.restart(&chosen);
    }

    /// Begins all games anew, with another seed.
    pub fn reset(&mut self, seed: u64) {
        self.settings.seed = seed;
        self.lanes.reset(seed);
    }

    /// Writes what the player to move of each game sees.
    pub fn observe(&mut self, arrays: Arrays<'_>) {
        let parts = self.lanes.parts(self.part);
        let work = parts.into_iter().zip(arrays.parts(self.part)).collect();
        for_each(self.pool.as_ref(), work, |(mut part, arrays)| part.observe(arrays));
    }

    /// Plays an action in each game ([`NO_ACTION`] in none) and writes what follows. If an action is refused, nothing
    /// changes. A game that is over stays as it is.
    pub fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), BatchError> {
        if actions.len() != self.len() {
            let (given, len) = (actions.len(), self.len());
            return Err(BatchError::new(format!(
                "There are {given} actions for {len} games: give one each."
            )));
        }
        let size = self.part;
        if size >= self.len()
            && let Some(mut part) = self.lanes.parts(size).pop()
        {
            part.check(actions)?;
            part.step(actions, arrays);
            return Ok(());
        }
        let parts = self.lanes.parts(size);
        let work: Vec<_> = parts.into_iter().zip(actions.chunks(size)).collect();
        // A check is over sooner than other threads could begin it.
        work.iter().try_for_each(|(part, actions)| part.check(actions))?;
        let work = work.into_iter().zip(arrays.parts(size)).collect();
        for_each(self.pool.as_ref(), work, |((mut part, actions), arrays)| part.step(actions, arrays));
        Ok(())
    }

    /// Writes a random legal action of each game.
    pub fn sample(&mut self, actions: &mut [i64]) {
        let work = self.lanes.parts(self.part).into_iter().zip(actions.chunks_mut(self.part)).collect();
        for_each(self.pool.as_ref(), work, |(mut part, actions)| part.sample(actions));
    }

    /// Writes the mean reward of each seat of each game over `count` random playouts.
    pub fn playouts(&mut self, count: u32, seed: u64, means: &mut [f32]) {
        let size = self.part * self.space.seats;
        let work = self.lanes.parts(self.part).into_iter().zip(means.chunks_mut(size)).collect();
        for_each(self.pool.as_ref(), work, |(part, means)| part.playouts(count, seed, means));
    }

    /// Writes the action that an engine of this level chooses in each game that is `asked` for.
    pub fn think(&mut self, level: Level, seed: u64, asked: &[bool], actions: &mut [i64]) {
        let parts = self.lanes.parts(self.part);
        let engines = self.engines.get_mut().unwrap_or_else(PoisonError::into_inner);
        engines.resize_with(parts.len(), Engine::new);
        let rows = asked.chunks(self.part).zip(actions.chunks_mut(self.part));
        let work = parts.into_iter().zip(engines).zip(rows).collect();
        for_each(self.pool.as_ref(), work, |((part, engine), (asked, actions))| {
            part.think(engine, level, seed, asked, actions);
        });
    }

    /// Writes the value of each game with best play for the player to move (1, 0 or −1; −1 too if the game is lost and
    /// over) and the number of moves to its end.
    pub fn exact(&mut self, values: &mut [i8], plies: &mut [i8]) -> Result<(), BatchError> {
        let parts = self.lanes.parts(self.part);
        let engines = self.engines.get_mut().unwrap_or_else(PoisonError::into_inner);
        engines.resize_with(parts.len(), Engine::new);
        let rows = values.chunks_mut(self.part).zip(plies.chunks_mut(self.part));
        let work = parts.into_iter().zip(engines).zip(rows).collect();
        let is_known = AtomicBool::new(true);
        for_each(self.pool.as_ref(), work, |((part, engine), (values, plies))| {
            is_known.fetch_and(part.exact(engine, values, plies), Ordering::Relaxed);
        });
        if is_known.into_inner() {
            return Ok(());
        }
        Err(BatchError::not_exact(self.kind))
    }
}

/// Does the work of each part, on the threads of the pool if there is one. The thread of the caller works too, so that
/// no time is lost until the others have woken up.
fn for_each<T: Send>(pool: Option<&ThreadPool>, work: Vec<T>, run: impl Fn(T) + Send + Sync) {
    let Some(pool) = pool.filter(|_| work.len() > 1) else { return work.into_iter().for_each(run) };
    let helpers = pool.current_num_threads().min(work.len() - 1);
    let queue = Mutex::new(work.into_iter());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run_all = || {
        while let Some(part) = next() {
            run(part);
        }
    };
    pool.in_place_scope(|scope| {
        (0..helpers).for_each(|_| scope.spawn(|_| run_all()));
        run_all();
    });
}
