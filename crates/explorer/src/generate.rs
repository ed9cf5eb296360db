//! Plays the games of a collection: the engine against itself, on several threads, with the same result on any number
//! of them.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use engine::{Engine, Limits, Value};
use rules::{AnyGame, AnyMove, Outcome, Rng, Seat, Turn, Viewer};

use crate::builder::{CollectionBuilder, PlayedPosition, played};
use crate::collection::MoveValue;
use crate::position_key::PositionKey;

/// How many opening moves of a game are drawn at random from the good ones, in games without cards.
const OPENING_MOVES: usize = 8;

/// A move that is worse than the best by this share is drawn a quarter as often.
const TOLERANCE: f64 = 0.03;

/// One move of an opening in this many is any legal move, so that bad moves have results too.
const ANY_MOVE_EVERY: u32 = 8;

/// Comparing all moves of a position may take this many times as many positions as choosing one.
const COMPARE_FACTOR: u64 = 6;

/// A game that is longer than this counts as a draw. None is.
const MAX_MOVES: usize = 5_000;

/// How a collection is made.
#[derive(Clone, Copy, Debug)]
pub struct GenerationPlan {
    /// How many games are played.
    pub games: usize,
    /// How many positions the engine looks at for a move.
    pub nodes: u64,
    /// Where all randomness comes from.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
}

/// The steps of the work, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerationStage {
    /// Games are played.
    Games,
    /// The moves of the positions that the file will have are compared.
    Values,
}

/// A game that was played.
struct SelfPlay {
    moves: Vec<AnyMove>,
    played: Vec<PlayedPosition>,
}

/// The moves of an opening position, each with the weight with which it is drawn.
type WeightedMoves = Arc<Vec<(AnyMove, f64)>>;

/// What the threads share.
struct Shared<'a> {
    plan: GenerationPlan,
    start: &'a AnyGame,
    /// The moves of opening positions, which come up in many games.
    openings: Mutex<HashMap<AnyGame, WeightedMoves>>,
}

/// Plays the games and writes their file. `progress` gets the stage, and how much of it is done out of how much.
pub fn generate(
    start: &AnyGame,
    plan: GenerationPlan,
    progress: &(dyn Fn(GenerationStage, usize, usize) + Sync),
) -> Vec<u8> {
    let shared = Shared { plan, start, openings: Mutex::default() };
    let games = in_parallel(
        plan.threads,
        plan.games,
        &|done| progress(GenerationStage::Games, done, plan.games),
        &|| {
            let mut engine = Engine::new();
            let shared = &shared;
            move |number| shared.game(number, &mut engine)
        },
    );
    let mut builder = CollectionBuilder::new(start, plan.nodes, plan.seed);
    games.iter().for_each(|game| builder.add(&game.played));
    let positions = samples(&builder, start, &games);
    let total = positions.len();
    let values =
        in_parallel(plan.threads, total, &|done| progress(GenerationStage::Values, done, total), &|| {
            let mut engine = Engine::new();
            let positions = &positions;
            move |number| compare(&positions[number], plan.nodes * COMPARE_FACTOR, &mut engine)
        });
    for (position, values) in positions.iter().zip(values) {
        let Some(position_key) = PositionKey::of(position) else { continue };
        let mover = position.turn().seat().unwrap_or(Seat::ONE);
        for (mv, value) in values {
            if let Some(code) = position_key.code(mv) {
                builder.set_value(position_key.key, code, move_value(value, mover, position.seats()));
            }
        }
    }
    builder.write()
}

/// Runs a worker for each number from 0 on, on several threads with a worker each. The results are in order.
fn in_parallel<T: Send, W: FnMut(usize) -> T>(
    threads: usize,
    count: usize,
    progress: &(dyn Fn(usize) + Sync),
    worker: &(dyn Fn() -> W + Sync),
) -> Vec<T> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(count));
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut work = worker();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let result = work(number);
                    if let Ok(mut results) = results.lock() {
                        results.push((number, result));
                    }
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

impl Shared<'_> {
    /// Plays a game and collects the positions that are counted.
    fn game(&self, number: usize, engine: &mut Engine) -> SelfPlay {
        let (moves, outcome) = self.moves(number, engine);
        let played = played(self.start, &moves, outcome);
        SelfPlay { moves, played }
    }

    fn moves(&self, number: usize, engine: &mut Engine) -> (Vec<AnyMove>, Outcome) {
        let mut rng =
            Rng::new(self.plan.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number as u64));
        let (mut game, mut moves) = (self.start.clone(), Vec::new());
        let mut opening = if self.start.kind().has_chance() { 0 } else { OPENING_MOVES };
        engine.forget();
        while moves.len() < MAX_MOVES {
            let mv = match game.turn() {
                Turn::Over(outcome) => return (moves, outcome),
                Turn::Chance => game.random_move(&mut rng),
                Turn::Seat(_) if opening > 0 => {
                    opening -= 1;
                    if rng.below(ANY_MOVE_EVERY) == 0 {
                        game.random_move(&mut rng)
                    } else {
                        draw(&self.opening_moves(&game), &mut rng)
                    }
                }
                Turn::Seat(seat) => {
                    let seed = u64::from(rng.below(u32::MAX));
                    let limits = Limits { nodes: Some(self.plan.nodes), seed, ..Limits::default() };
                    let analysis = engine.think(&game.view(Viewer::Seat(seat)), &limits, &mut ());
                    analysis.ok().map(|analysis| analysis.chosen)
                }
            };
            let Some(mv) = mv.filter(|&mv| game.play(mv).is_ok()) else { break };
            moves.push(mv);
        }
        (moves, Outcome::Draw)
    }

    /// The moves of an opening position, each with its weight.
    fn opening_moves(&self, game: &AnyGame) -> WeightedMoves {
        if let Some(known) = self.openings.lock().ok().and_then(|known| known.get(game).cloned()) {
            return known;
        }
        let mover = game.turn().seat().unwrap_or(Seat::ONE);
        let share = |value: &Value| f64::from(value.share(mover, game.seats()));
        let values = compare(game, self.plan.nodes * COMPARE_FACTOR, &mut Engine::new());
        let best = values.iter().map(|(_, value)| share(value)).fold(0.0, f64::max);
        let weigh = |value: &Value| {
            let lost = (best - share(value)) / TOLERANCE;
            1.0 / ((1.0 + lost * lost) * (1.0 + lost * lost))
        };
        let weighted: WeightedMoves =
            Arc::new(values.iter().map(|(mv, value)| (*mv, weigh(value))).collect());
        if let Ok(mut known) = self.openings.lock() {
            known.insert(game.clone(), Arc::clone(&weighted));
        }
        weighted
    }
}

/// The engine's values of the moves of a position. They do not depend on earlier searches.
fn compare(game: &AnyGame, nodes: u64, engine: &mut Engine) -> Vec<(AnyMove, Value)> {
    let Some(mover) = game.turn().seat() else { return Vec::new() };
    engine.forget();
    let limits = Limits { nodes: Some(nodes), lines: usize::MAX, ..Limits::default() };
    let Ok(analysis) = engine.think(&game.view(Viewer::Seat(mover)), &limits, &mut ()) else {
        return Vec::new();
    };
    analysis.lines.iter().filter_map(|line| Some((*line.moves.first()?, line.value))).collect()
}

/// Draws a move by weight.
fn draw(weighted: &[(AnyMove, f64)], rng: &mut Rng) -> Option<AnyMove> {
    let total: f64 = weighted.iter().map(|(_, weight)| weight).sum();
    let mut ticket = f64::from(rng.below(u32::MAX)) / f64::from(u32::MAX) * total;
    let found = weighted.iter().find(|(_, weight)| {
        ticket -= weight;
        ticket < 0.0
    });
    found.or(weighted.last()).map(|(mv, _)| *mv)
}

/// For each position that the file will have, the first of the games' positions with its key.
fn samples(builder: &CollectionBuilder, start: &AnyGame, games: &[SelfPlay]) -> Vec<AnyGame> {
    let mut wanted: HashSet<u64> = builder.kept().into_iter().collect();
    let mut found = Vec::new();
    for SelfPlay { moves, played } in games {
        for PlayedPosition { ply, key, .. } in played {
            if wanted.remove(key) {
                let mut game = start.clone();
                if moves[..*ply].iter().all(|&mv| game.play(mv).is_ok()) {
                    found.push(game);
                }
            }
        }
    }
    found
}

fn move_value(value: Value, mover: Seat, seats: u8) -> MoveValue {
    match value {
        Value::Proven { outcome: Outcome::Draw, .. } => MoveValue::Draw,
        Value::Proven { outcome: Outcome::Win(winner), .. } if winner == mover => MoveValue::Win,
        Value::Proven { .. } => MoveValue::Loss,
        Value::Expected(_) => MoveValue::Share(value.share(mover, seats)),
    }
}
