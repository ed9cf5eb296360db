//! Many games stepped with one call.

use std::fmt;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;

use engine::{Engine, Level};
use rules::{AnyGame, Kind, Lang, Say, TextError, with_game};

use crate::encode::{Encode, Space};
use crate::lanes::{GameLanes, Lanes};
use crate::workers::{self, Workers};

/// The action that plays nothing in a game.
pub const NO_ACTION: i64 = -1;

/// The minimum number of games in a part: smaller parts are not worth a thread.
const MIN_GAMES_PER_PART: usize = 64;

/// How a batch behaves.
#[derive(Clone, Copy, Debug)]
pub struct BatchSettings {
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
    /// The reward of each seat for the last step.
    pub rewards: &'a mut [f32],
    /// Whether the last step ended the game.
    pub terminated: &'a mut [bool],
    /// Whether the last step reached the largest number of moves.
    pub truncated: &'a mut [bool],
}

impl<'a> Arrays<'a> {
    /// How many entries a game has: of an observation, of a mask, of rewards.
    pub(crate) fn sizes(&self) -> [usize; 3] {
        let len = self.players.len().max(1);
        [self.observations.len() / len, self.masks.len() / len, self.rewards.len() / len]
    }

    /// The same arrays in parts of this many games.
    #[inline]
    pub(crate) fn parts(self, games: usize) -> impl Iterator<Item = Arrays<'a>> {
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
        parts.map(part)
    }
}

/// Why a batch refuses a call: a sentence, and the game that it is about, if any.
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

    /// The error for exact values of a game for which they are not known.
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

    /// The error for an action that is an illegal move.
    #[cold]
    pub(crate) fn illegal<G: Encode>(index: usize, action: i64, game: &G, mv: G::Move) -> BatchError {
        let reason = game.check(mv).err().map_or_else(String::new, |reason| reason.say(Lang::En));
        let sentence = format!("Action {action}, {mv}, is illegal. {reason}");
        BatchError { game: Some(index), sentence }
    }

    /// The error for a number that is not an action.
    #[cold]
    pub(crate) fn unknown(index: usize, action: i64, actions: usize) -> BatchError {
        let last = actions.saturating_sub(1);
        let sentence = format!("There is no action {action}. Actions are numbers from 0 to {last}.");
        BatchError { game: Some(index), sentence }
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game {
            Some(game) => write!(f, "Game {game}: {}", rules::uncapitalized(&self.sentence)),
            None => f.write_str(&self.sentence),
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
    settings: BatchSettings,
    /// The threads that help the caller's thread.
    workers: Option<Workers>,
    /// How many games each thread steps. A thread takes all of them at once: if another thread stepped some of them, both
    /// would wait for data in the cache of the other's core.
    share: usize,
    /// How many games a thread takes at a time where some games take much longer than others.
    part: usize,
    /// An engine for each part, made when first needed.
    engines: Mutex<Vec<Engine>>,
}

impl Batch {
    /// Games from the start position, with options given as text.
    pub fn new(kind: Kind, options: &str, settings: BatchSettings) -> Result<Batch, BatchError> {
        let start = AnyGame::new(kind, options).map_err(|error: TextError| BatchError::new(error))?;
        Batch::from_position(&start, settings)
    }

    /// Games that all begin from this position.
    pub fn from_position(start: &AnyGame, settings: BatchSettings) -> Result<Batch, BatchError> {
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
        let workers =
            (threads > 1).then(|| Workers::new(threads - 1)).transpose().map_err(BatchError::new)?;
        let fewest = MIN_GAMES_PER_PART.min(settings.len);
        let share = settings.len.div_ceil(threads).max(fewest);
        let part = if threads == 1 { share } else { share.div_ceil(4).max(fewest) };
        Ok(Batch { lanes, kind, space, settings, workers, share, part, engines: Mutex::default() })
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
    pub fn settings(&self) -> &BatchSettings {
        &self.settings
    }

    /// The number of threads that work on the batch, the caller's included.
    pub fn threads(&self) -> usize {
        1 + self.workers.as_ref().map_or(0, Workers::count)
    }

    /// The position of one game.
    pub fn game(&self, index: usize) -> Option<AnyGame> {
        self.lanes.game(index)
    }

    /// The legal actions of one game, in order.
    pub fn actions(&mut self, index: usize) -> Vec<usize> {
        self.lanes.actions(index)
    }

    /// Restarts the games for which `chosen` is true. Their random generators continue.
    pub fn restart(&mut self, chosen: impl Fn(usize) -> bool) {
        self.lanes.restart(&chosen);
    }

    /// Restarts all games, with another seed.
    pub fn reset(&mut self, seed: u64) {
        self.settings.seed = seed;
        self.lanes.reset(seed);
    }

    /// Writes what the player to move of each game sees.
    pub fn observe(&mut self, arrays: Arrays<'_>) {
        let parts = self.lanes.parts(self.share);
        let work = parts.into_iter().zip(arrays.parts(self.share)).collect();
        workers::for_each(self.workers.as_ref(), work, |(mut part, arrays)| part.observe(arrays));
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
        let mut parts = self.lanes.parts(self.share);
        if let [part] = &mut parts[..] {
            part.check(actions)?;
            part.step(actions, arrays);
            return Ok(());
        }
        // The refusal of the first game is returned, whichever thread finds one first.
        let refusal = Mutex::new(None);
        let work = parts.iter().zip(actions.chunks(self.share)).enumerate().collect();
        workers::for_each(self.workers.as_ref(), work, |(number, (part, actions))| {
            if let Err(error) = part.check(actions) {
                let mut first = refusal.lock().unwrap_or_else(PoisonError::into_inner);
                if first.as_ref().is_none_or(|(before, _)| number < *before) {
                    *first = Some((number, error));
                }
            }
        });
        if let Some((_, error)) = refusal.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let work = parts.iter_mut().zip(actions.chunks(self.share)).zip(arrays.parts(self.share)).collect();
        workers::for_each(self.workers.as_ref(), work, |((part, actions), arrays)| {
            part.step(actions, arrays);
        });
        Ok(())
    }

    /// Writes a random legal action of each game.
    pub fn sample(&mut self, actions: &mut [i64]) {
        let work = self.lanes.parts(self.share).into_iter().zip(actions.chunks_mut(self.share)).collect();
        workers::for_each(self.workers.as_ref(), work, |(mut part, actions)| part.sample(actions));
    }

    /// Writes the mean reward of each seat of each game over `count` random playouts.
    pub fn playouts(&mut self, count: u32, seed: u64, means: &mut [f32]) {
        let size = self.part * self.space.seats;
        let work = self.lanes.parts(self.part).into_iter().zip(means.chunks_mut(size)).collect();
        workers::for_each(self.workers.as_ref(), work, |(part, means)| part.playouts(count, seed, means));
    }

    /// Writes the action that an engine of this level chooses in each game whose entry in `asked` is true.
    pub fn think(&mut self, level: Level, seed: u64, asked: &[bool], actions: &mut [i64]) {
        let parts = self.lanes.parts(self.part);
        let engines = self.engines.get_mut().unwrap_or_else(PoisonError::into_inner);
        engines.resize_with(parts.len(), Engine::new);
        let rows = asked.chunks(self.part).zip(actions.chunks_mut(self.part));
        let work = parts.into_iter().zip(engines).zip(rows).collect();
        workers::for_each(self.workers.as_ref(), work, |((part, engine), (asked, actions))| {
            part.think(engine, level, seed, asked, actions);
        });
    }

    /// Writes the value of each game for the player to move with best play (1, 0 or −1; a game that is over and lost is
    /// −1 too) and the number of moves to its end.
    pub fn exact(&mut self, values: &mut [i8], plies: &mut [i8]) -> Result<(), BatchError> {
        let parts = self.lanes.parts(self.part);
        let engines = self.engines.get_mut().unwrap_or_else(PoisonError::into_inner);
        engines.resize_with(parts.len(), Engine::new);
        let rows = values.chunks_mut(self.part).zip(plies.chunks_mut(self.part));
        let work = parts.into_iter().zip(engines).zip(rows).collect();
        let is_known = AtomicBool::new(true);
        workers::for_each(self.workers.as_ref(), work, |((part, engine), (values, plies))| {
            is_known.fetch_and(part.exact(engine, values, plies), Ordering::Relaxed);
        });
        if is_known.into_inner() {
            return Ok(());
        }
        Err(BatchError::not_exact(self.kind))
    }
}
