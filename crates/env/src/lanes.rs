//! The games of a batch, of one kind: how each is stepped, observed and reset.

use std::hint::black_box;

use engine::{Engine, Level, Limits};
use rules::{AnyGame, Outcome, Rng, Seat, Turn, Viewer};

use crate::batch::{Arrays, BatchError, NO_ACTION, Row, Settings, StepResult};
use crate::bits;
use crate::encode::{Encode, write_rewards};

/// How many games take each part of a step together. What one part has stored, the next one loads in other sizes: in the
/// same game it would have to wait until the store is complete.
const ROUND: usize = 32;

/// One game of a batch.
#[derive(Clone)]
pub(crate) struct Lane<G: Encode> {
    game: G,
    /// What follows from the position, the legal actions above all.
    derived: G::Derived,
    /// Draws the cards.
    rng: Rng,
    /// Draws random actions; apart, so that the cards do not depend on who draws actions.
    sampler: Rng,
    /// How many moves players have made in this game.
    moves: u32,
}

impl<G: Encode> Lane<G> {
    /// A game from the start, with its own generators.
    fn new(start: &G, seed: u64, index: usize) -> Lane<G> {
        let mut seeds = Rng::new(seed ^ (index as u64 + 1).wrapping_mul(0xd134_2543_de82_ef95));
        let (rng, sampler) = (Rng::new(seeds.bits()), Rng::new(seeds.bits()));
        let mut lane = Lane { game: start.clone(), derived: G::Derived::default(), rng, sampler, moves: 0 };
        lane.restart(start, &mut Vec::new());
        lane
    }

    /// Draws cards until a player is to move or the game is over.
    #[inline]
    fn draw(&mut self, buffer: &mut Vec<G::Move>) {
        while G::INFO.has_chance && self.game.turn() == Turn::Chance {
            let Some(outcome) = self.game.random_move(&mut self.rng, buffer) else { return };
            self.game.play_unchecked(outcome);
        }
    }

    /// Begins another game. The generators go on.
    #[inline]
    fn restart(&mut self, start: &G, buffer: &mut Vec<G::Move>) {
        self.game.clone_from(start);
        self.moves = 0;
        self.draw(buffer);
        self.derived = self.game.derive();
    }

    /// Plays an action; returns who played what, if anyone did.
    #[inline]
    fn play(&mut self, action: i64) -> Option<(Seat, G::Move)> {
        let mover = self.game.to_move()?;
        let mv = usize::try_from(action).ok().and_then(|action| self.game.move_of(action))?;
        self.game.play_unchecked(mv);
        self.moves += 1;
        Some((mover, mv))
    }

    /// What follows from the move that was played: cards, rewards, the end and another game.
    #[inline]
    fn settle(
        &mut self,
        played: Option<(Seat, G::Move)>,
        start: &G,
        settings: &Settings,
        result: StepResult<'_>,
        buffer: &mut Vec<G::Move>,
    ) {
        let StepResult { rewards, terminated, truncated } = result;
        let Some((mover, mv)) = played else {
            (*terminated, *truncated) = (false, false);
            rewards.fill(0.0);
            return;
        };
        self.draw(buffer);
        let turn = self.game.turn();
        let is_over = turn.is_over();
        let is_cut_off = !is_over && settings.max_moves.is_some_and(|most| self.moves >= most);
        (*terminated, *truncated) = (is_over, is_cut_off);
        write_rewards(turn, rewards);
        if settings.auto_reset && (is_over || is_cut_off) {
            self.restart(start, buffer);
        } else {
            self.game.update(mover, mv, &mut self.derived);
        }
    }

    /// Writes what the player to move sees.
    #[inline]
    fn write(&self, row: Row<'_>) {
        let Row { observation, mask, player } = row;
        let seat = self.game.to_move();
        *player = seat.map_or(-1, |seat| seat.index() as i8);
        self.game.write(seat.unwrap_or(Seat::ONE), &self.derived, observation, mask);
    }

    /// Whether an action is legal, or why not.
    #[inline]
    fn check(&self, index: usize, action: i64) -> Result<(), BatchError> {
        let number = usize::try_from(action).ok();
        if number.is_some_and(|action| bits::contains(self.derived.as_ref(), action)) {
            return Ok(());
        }
        match number.and_then(|action| self.game.move_of(action)) {
            Some(mv) => Err(BatchError::illegal(index, action, &self.game, mv)),
            None => Err(BatchError::unknown(index, action, G::actions(self.game.options()))),
        }
    }
}

/// The games of one kind, behind a batch of any kind.
pub(crate) trait Lanes: Send + Sync {
    /// Begins all games anew.
    fn reset(&mut self, seed: u64);
    /// Begins the games anew that `chosen` says; the generators go on.
    fn restart(&mut self, chosen: &dyn Fn(usize) -> bool);
    /// The games in parts of this size, each for one thread.
    fn parts(&mut self, size: usize) -> Vec<Box<dyn Part + '_>>;
    /// The position of a game.
    fn game(&self, index: usize) -> Option<AnyGame>;
    /// The legal actions of a game, in order.
    fn actions(&mut self, index: usize) -> Vec<usize>;
}

/// Some of the games of a batch, which one thread steps.
pub(crate) trait Part: Send + Sync {
    /// Whether every action can be played; nothing changes.
    fn check(&self, actions: &[i64]) -> Result<(), BatchError>;
    /// Plays actions that were checked.
    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>);
    /// Writes observations, masks and players.
    fn observe(&mut self, arrays: Arrays<'_>);
    /// Writes a random legal action of each game, or [`NO_ACTION`] if it is over.
    fn sample(&mut self, actions: &mut [i64]);
    /// Writes the mean reward of each seat over random playouts.
    fn playouts(&self, count: u32, seed: u64, means: &mut [f32]);
    /// Writes the action that an engine chooses in each game that is `asked` for, else [`NO_ACTION`].
    fn think(&self, engine: &mut Engine, level: Level, seed: u64, asked: &[bool], actions: &mut [i64]);
    /// Writes how each game ends with best play for the player to move (1, 0, −1) and after how many moves. False if
    /// the engine cannot tell.
    fn exact(&self, engine: &mut Engine, values: &mut [i8], plies: &mut [i8]) -> bool;
}

/// All games of a batch.
pub(crate) struct GameLanes<G: Encode> {
    start: G,
    settings: Settings,
    lanes: Vec<Lane<G>>,
}

impl<G: Encode + Into<AnyGame>> GameLanes<G> {
    pub(crate) fn new(start: G, settings: Settings) -> GameLanes<G> {
        let lanes = (0..settings.len).map(|index| Lane::new(&start, settings.seed, index)).collect();
        GameLanes { start, settings, lanes }
    }
}

impl<G: Encode + Into<AnyGame>> Lanes for GameLanes<G> {
    fn reset(&mut self, seed: u64) {
        for (index, lane) in self.lanes.iter_mut().enumerate() {
            *lane = Lane::new(&self.start, seed, index);
        }
    }

    fn restart(&mut self, chosen: &dyn Fn(usize) -> bool) {
        let mut buffer = Vec::new();
        for (_, lane) in self.lanes.iter_mut().enumerate().filter(|(index, _)| chosen(*index)) {
            lane.restart(&self.start, &mut buffer);
        }
    }

    fn parts(&mut self, size: usize) -> Vec<Box<dyn Part + '_>> {
        let (start, settings) = (&self.start, self.settings);
        let part = |(number, lanes)| -> Box<dyn Part + '_> {
            Box::new(GamePart { start, settings, first: number * size, lanes, buffer: Vec::new() })
        };
        self.lanes.chunks_mut(size.max(1)).enumerate().map(part).collect()
    }

    fn actions(&mut self, index: usize) -> Vec<usize> {
        let lane = self.lanes.get(index);
        lane.map_or_else(Vec::new, |lane| bits::members(lane.derived.as_ref()).collect())
    }

    fn game(&self, index: usize) -> Option<AnyGame> {
        self.lanes.get(index).map(|lane| lane.game.clone().into())
    }
}

/// Some games of one kind.
struct GamePart<'a, G: Encode> {
    start: &'a G,
    settings: Settings,
    /// The number of the first of them in the batch.
    first: usize,
    lanes: &'a mut [Lane<G>],
    buffer: Vec<G::Move>,
}

impl<G: Encode + Into<AnyGame>> Part for GamePart<'_, G> {
    fn check(&self, actions: &[i64]) -> Result<(), BatchError> {
        for (offset, (lane, &action)) in self.lanes.iter().zip(actions).enumerate() {
            if action != NO_ACTION && !lane.game.turn().is_over() {
                lane.check(self.first + offset, action)?;
            }
        }
        Ok(())
    }

    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) {
        let GamePart { start, settings, lanes, buffer, .. } = self;
        let (mut rows, mut results) = arrays.rows();
        for (lanes, actions) in lanes.chunks_mut(ROUND).zip(actions.chunks(ROUND)) {
            black_box(lanes.iter().fold(0, |all, lane| all ^ lane.game.fetch()));
            let mut played = [None; ROUND];
            for ((lane, &action), played) in lanes.iter_mut().zip(actions).zip(&mut played) {
                *played = lane.play(action);
            }
            for ((lane, played), result) in lanes.iter_mut().zip(played).zip(&mut results) {
                lane.settle(played, start, settings, result, buffer);
            }
            for (lane, row) in lanes.iter().zip(&mut rows) {
                lane.write(row);
            }
        }
    }

    fn observe(&mut self, arrays: Arrays<'_>) {
        let (rows, results) = arrays.rows();
        for ((lane, row), result) in self.lanes.iter().zip(rows).zip(results) {
            (*result.terminated, *result.truncated) = (lane.game.turn().is_over(), false);
            write_rewards(lane.game.turn(), result.rewards);
            lane.write(row);
        }
    }

    fn sample(&mut self, actions: &mut [i64]) {
        for (lane, action) in self.lanes.iter_mut().zip(actions) {
            let number = bits::random(lane.derived.as_ref(), &mut lane.sampler);
            *action = number.map_or(NO_ACTION, |action| action as i64);
        }
    }

    fn playouts(&self, count: u32, seed: u64, means: &mut [f32]) {
        let seats = usize::from(self.start.seats());
        let mut buffer = Vec::new();
        let mut result = vec![0.0; seats];
        for (offset, (lane, means)) in self.lanes.iter().zip(means.chunks_exact_mut(seats)).enumerate() {
            let mut rng = Rng::new(seed ^ (self.first + offset) as u64);
            let mut rng = Rng::new(rng.bits());
            means.fill(0.0);
            for _ in 0..count {
                write_rewards(Turn::Over(lane.game.playout(&mut rng, &mut buffer)), &mut result);
                means.iter_mut().zip(&result).for_each(|(mean, reward)| *mean += reward);
            }
            means.iter_mut().for_each(|mean| *mean /= count.max(1) as f32);
        }
    }

    fn think(&self, engine: &mut Engine, level: Level, seed: u64, asked: &[bool], actions: &mut [i64]) {
        for (offset, ((lane, action), &asked)) in self.lanes.iter().zip(actions).zip(asked).enumerate() {
            *action = NO_ACTION;
            let Some(seat) = lane.game.to_move().filter(|_| asked) else { continue };
            let game: AnyGame = lane.game.clone().into();
            // Every move of every game gets another seed, and so another choice among moves that are alike.
            let number = ((self.first + offset) as u64) << 32 | u64::from(lane.moves);
            let limits = Limits { level, seed: Rng::new(seed ^ number).bits(), ..Limits::default() };
            let Ok(analysis) = engine.think(&game.view(Viewer::Seat(seat)), &limits, &mut ()) else {
                continue;
            };
            let mv = analysis.chosen.to_string().parse::<G::Move>();
            *action = mv.map_or(NO_ACTION, |mv| lane.game.action_of(mv) as i64);
        }
    }

    fn exact(&self, engine: &mut Engine, values: &mut [i8], plies: &mut [i8]) -> bool {
        for ((lane, value), plies) in self.lanes.iter().zip(values).zip(plies) {
            let Some((outcome, distance)) = engine.exact(&lane.game.clone().into()) else { return false };
            *plies = distance.min(127) as i8;
            *value = match (outcome, lane.game.to_move()) {
                (Outcome::Draw, _) => 0,
                (Outcome::Win(winner), Some(seat)) if winner == seat => 1,
                (Outcome::Win(_), _) => -1,
            };
        }
        true
    }
}
