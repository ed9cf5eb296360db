//! The games of a batch, of one kind: how each is stepped, observed and reset.

use std::hint::black_box;

use engine::{Engine, Level, Limits};
use rules::{AnyGame, Outcome, Rng, Seat, Turn, Viewer};

use crate::batch::{Arrays, BatchError, BatchSettings, NO_ACTION};
use crate::bits;
use crate::encode::{Derived, Encode, write_rewards};

/// How many games go through each phase of a step together, one bit of a word each. A phase loads what the phase before
/// it stored, in other sizes; if it followed at once in the same game, the processor would have to wait for the store to
/// complete.
const ROUND: usize = u32::BITS as usize;

/// The start position of every game of a batch, with its derived data.
struct Start<G: Encode> {
    game: G,
    derived: G::Derived,
}

impl<G: Encode> Start<G> {
    fn new(game: G) -> Start<G> {
        let derived = game.derive();
        Start { game, derived }
    }
}

/// One game of a batch.
#[derive(Clone)]
pub(crate) struct Lane<G: Encode> {
    game: G,
    /// The derived data of the position, mainly its legal actions.
    derived: G::Derived,
    /// Draws the cards.
    rng: Rng,
    /// Draws random actions. It is separate, so that the cards do not depend on who chooses actions.
    sampler: Rng,
    /// How many moves players have made in this game.
    moves: u32,
}

impl<G: Encode> Lane<G> {
    /// A game from the start, with its own generators.
    fn new(start: &Start<G>, seed: u64, index: usize) -> Lane<G> {
        let mut seeds = Rng::new(seed ^ (index as u64 + 1).wrapping_mul(0xd134_2543_de82_ef95));
        let (rng, sampler) = (Rng::new(seeds.bits()), Rng::new(seeds.bits()));
        let mut lane = Lane { game: start.game.clone(), derived: start.derived, rng, sampler, moves: 0 };
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

    /// Restarts the game. The random generators continue.
    #[inline]
    fn restart(&mut self, start: &Start<G>, buffer: &mut Vec<G::Move>) {
        self.game.clone_from(&start.game);
        self.moves = 0;
        self.derived = start.derived;
        if start.game.turn() == Turn::Chance {
            self.draw(buffer);
            self.derived = self.game.derive();
        }
    }

    /// Writes what the last move brought, and begins another game if wanted. Returns whether the game is over by its
    /// rules.
    #[cold]
    fn end(
        &mut self,
        start: &Start<G>,
        auto_reset: bool,
        rewards: &mut [f32],
        buffer: &mut Vec<G::Move>,
    ) -> bool {
        let turn = self.game.turn();
        write_rewards(turn, rewards);
        if auto_reset {
            self.restart(start, buffer);
        } else {
            self.derived = self.game.derive();
        }
        turn.is_over()
    }

    /// Plays an action that was checked, and draws the cards that follow. Returns whether that was the last move of the
    /// game, which is over or has had the most moves; then [`Lane::end`] must follow.
    #[inline]
    fn play(&mut self, action: i64, most_moves: u32, buffer: &mut Vec<G::Move>) -> bool {
        let Some(mover) = self.game.to_move() else { return false };
        // No action is as large as a negative number becomes.
        let Some(mv) = self.game.move_of(action as usize) else { return false };
        self.game.play_unchecked(mv);
        self.moves += 1;
        self.draw(buffer);
        self.game.update(mover, mv, &mut self.derived);
        self.game.turn().is_over() | (self.moves >= most_moves)
    }

    /// Writes what the player to move sees.
    #[inline(always)]
    fn write(&self, observation: &mut [i8], mask: &mut [i8], player: &mut i8) {
        let seat = self.game.to_move();
        *player = seat.map_or(-1, |seat| seat.index() as i8);
        self.game.write(seat.unwrap_or(Seat::ONE), &self.derived, observation, mask);
    }

    /// Whether an action is legal.
    #[inline]
    fn is_legal(&self, action: i64) -> bool {
        self.derived.contains(action as usize)
    }

    /// Why an action that is not legal is refused, if it is.
    #[cold]
    fn refuse(&self, index: usize, action: i64) -> Result<(), BatchError> {
        if action == NO_ACTION || self.game.turn().is_over() {
            return Ok(());
        }
        let number = usize::try_from(action).ok();
        match number.and_then(|action| self.game.move_of(action)) {
            Some(mv) => Err(BatchError::illegal(index, action, &self.game, mv)),
            None => Err(BatchError::unknown(index, action, G::actions(self.game.options()))),
        }
    }
}

/// The games of one kind. A batch holds them as a trait object.
pub(crate) trait Lanes: Send + Sync {
    /// Restarts all games.
    fn reset(&mut self, seed: u64);
    /// Restarts the games for which `chosen` is true; their random generators continue.
    fn restart(&mut self, chosen: &dyn Fn(usize) -> bool);
    /// The games in parts of this size, each for one thread.
    fn parts(&mut self, size: usize) -> Vec<Box<dyn BatchPart + '_>>;
    /// The position of a game.
    fn game(&self, index: usize) -> Option<AnyGame>;
    /// The legal actions of a game, in order.
    fn actions(&mut self, index: usize) -> Vec<usize>;
}

/// Some of the games of a batch, which one thread steps.
pub(crate) trait BatchPart: Send + Sync {
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
    /// Writes the action that an engine chooses in each game whose entry in `asked` is true, else [`NO_ACTION`].
    fn think(&self, engine: &mut Engine, level: Level, seed: u64, asked: &[bool], actions: &mut [i64]);
    /// Writes how each game ends with best play for the player to move (1, 0, −1) and after how many moves. False if
    /// the engine cannot tell.
    fn exact(&self, engine: &mut Engine, values: &mut [i8], plies: &mut [i8]) -> bool;
}

/// All games of a batch.
pub(crate) struct GameLanes<G: Encode> {
    start: Start<G>,
    settings: BatchSettings,
    lanes: Vec<Lane<G>>,
}

impl<G: Encode + Into<AnyGame>> GameLanes<G> {
    pub(crate) fn new(start: G, settings: BatchSettings) -> GameLanes<G> {
        let start = Start::new(start);
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

    fn parts(&mut self, size: usize) -> Vec<Box<dyn BatchPart + '_>> {
        let (start, settings) = (&self.start, self.settings);
        let part = |(number, lanes)| -> Box<dyn BatchPart + '_> {
            Box::new(GamePart { start, settings, first: number * size, lanes, buffer: Vec::new() })
        };
        self.lanes.chunks_mut(size.max(1)).enumerate().map(part).collect()
    }

    fn actions(&mut self, index: usize) -> Vec<usize> {
        let lane = self.lanes.get(index);
        lane.map_or_else(Vec::new, |lane| bits::members(lane.derived.legal().as_ref()).collect())
    }

    fn game(&self, index: usize) -> Option<AnyGame> {
        self.lanes.get(index).map(|lane| lane.game.clone().into())
    }
}

/// Writes what the player to move of each game sees.
fn write_all<G: Encode>(lanes: &[Lane<G>], observations: &mut [i8], masks: &mut [i8], players: &mut [i8]) {
    let len = lanes.len().max(1);
    let (size, actions) = (observations.len() / len, masks.len() / len);
    let rows = observations.chunks_exact_mut(size.max(1)).zip(masks.chunks_exact_mut(actions.max(1)));
    for (lane, ((observation, mask), player)) in lanes.iter().zip(rows.zip(players)) {
        lane.write(observation, mask, player);
    }
}

/// Some games of one kind.
struct GamePart<'a, G: Encode> {
    start: &'a Start<G>,
    settings: BatchSettings,
    /// The number of the first of them in the batch.
    first: usize,
    lanes: &'a mut [Lane<G>],
    buffer: Vec<G::Move>,
}

impl<G: Encode + Into<AnyGame>> BatchPart for GamePart<'_, G> {
    fn check(&self, actions: &[i64]) -> Result<(), BatchError> {
        for (offset, (lane, &action)) in self.lanes.iter().zip(actions).enumerate() {
            if !lane.is_legal(action) {
                lane.refuse(self.first + offset, action)?;
            }
        }
        Ok(())
    }

    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) {
        let GamePart { start, settings, lanes, buffer, .. } = self;
        let [_, _, seats] = arrays.sizes();
        let most_moves = settings.max_moves.unwrap_or(u32::MAX);
        let rounds = lanes.chunks_mut(ROUND).zip(actions.chunks(ROUND)).zip(arrays.parts(ROUND));
        for ((lanes, actions), arrays) in rounds {
            black_box(lanes.iter().fold(0, |all, lane| all ^ lane.game.prefetch()));
            // Most games continue.
            arrays.rewards.fill(0.0);
            arrays.terminated.fill(false);
            arrays.truncated.fill(false);
            let mut ended = 0u32;
            for (index, (lane, &action)) in lanes.iter_mut().zip(actions).enumerate() {
                ended |= u32::from(lane.play(action, most_moves, buffer)) << index;
            }
            for index in bits::members(&[ended.into()]) {
                let rewards = &mut arrays.rewards[seats * index..][..seats];
                let is_over = lanes[index].end(start, settings.auto_reset, rewards, buffer);
                (arrays.terminated[index], arrays.truncated[index]) = (is_over, !is_over);
            }
            write_all(lanes, arrays.observations, arrays.masks, arrays.players);
        }
    }

    fn observe(&mut self, arrays: Arrays<'_>) {
        let [_, _, seats] = arrays.sizes();
        write_all(self.lanes, arrays.observations, arrays.masks, arrays.players);
        arrays.truncated.fill(false);
        let results = arrays.rewards.chunks_exact_mut(seats.max(1)).zip(arrays.terminated);
        for (lane, (rewards, terminated)) in self.lanes.iter().zip(results) {
            *terminated = lane.game.turn().is_over();
            write_rewards(lane.game.turn(), rewards);
        }
    }

    fn sample(&mut self, actions: &mut [i64]) {
        for (lane, action) in self.lanes.iter_mut().zip(actions) {
            let number = lane.game.random_action(&lane.derived, &mut lane.sampler);
            *action = number.map_or(NO_ACTION, |action| action as i64);
        }
    }

    fn playouts(&self, count: u32, seed: u64, means: &mut [f32]) {
        let seats = usize::from(self.start.game.seats());
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
            // Every move of every game gets its own seed, so that the choices among equal moves differ.
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
