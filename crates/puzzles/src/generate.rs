//! Finds puzzles in games that the engine plays against itself, with a random move now and then.

use std::collections::{BTreeMap, HashSet};
use std::iter;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, available_parallelism};

use engine::{Engine, Limits, Value};
use rules::{AnyGame, AnyMove, Kind, Outcome, Rng, Turn, Viewer, with_game};

use crate::puzzle::Puzzle;
use crate::puzzle_game::{PuzzleGame, PuzzlePlan};
use crate::solution::{PuzzleSolution, solve};
use crate::theme::themes;

/// How many positions each search of a proof may visit.
const PROOF_NODES: u64 = 400_000;

/// One move in this many is random: games without mistakes offer few wins.
const RANDOM_EVERY: u32 = 4;

/// A game ends after this many moves.
const LONGEST: u32 = 200;

/// The search ends after this many games without a new puzzle.
const PATIENCE: u32 = 20_000;

/// The difference between the seeds of two consecutive games.
const GAME_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The puzzles of a game by its plans, the easiest first. `progress` gets how many there are, out of how many, and
/// returns whether to go on.
pub fn generate(kind: Kind, seed: u64, progress: &mut dyn FnMut(usize, usize) -> bool) -> Vec<Puzzle> {
    with_game!(kind, G => {
        let total = G::PLAN.iter().map(|plan| plan.count).sum();
        let mut puzzles = Vec::new();
        for plan in G::PLAN {
            let before = puzzles.len();
            puzzles.extend(by_plan::<G>(plan, seed, &mut |count| progress(before + count, total)));
        }
        let mut known = HashSet::new();
        // A choice between two moves is no puzzle.
        puzzles.retain(|puzzle| puzzle.start.moves().len() > 2 && known.insert(puzzle.start.to_string()));
        puzzles.sort_by_cached_key(|puzzle| (puzzle.rating, puzzle.to_string()));
        puzzles
    })
}

/// The puzzles of one plan, or as many as can be found. The random moves of a game follow from its number, and games
/// are processed in the order of their numbers, so the result does not depend on the number of threads.
fn by_plan<G: PuzzleGame + Into<AnyGame>>(
    plan: &PuzzlePlan,
    seed: u64,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Vec<Puzzle> {
    let Ok(options) = plan.options.parse::<G::Options>() else { return Vec::new() };
    let threads = available_parallelism().map_or(1, NonZero::get);
    let next = AtomicU64::new(0);
    let (sender, receiver) = sync_channel(16 * threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut engine = Engine::new();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    engine.forget();
                    let mut rng = Rng::new(seed.wrapping_add(number.wrapping_mul(GAME_STEP)));
                    let found = in_one_game(G::new(options), plan, &mut engine, &mut rng);
                    // The receiver is gone once there are enough puzzles.
                    if sender.send((number, found)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let tabled = from_table::<G>(plan, seed).into_iter();
        chosen(plan, tabled.chain(in_order(receiver)), progress)
    })
}

/// The puzzles among the positions of a solved table, in random order, the lengths of the solutions in turn, as if each
/// came from a game of its own.
fn from_table<G: PuzzleGame + Into<AnyGame>>(plan: &PuzzlePlan, seed: u64) -> Vec<FoundPuzzles> {
    let mut rng = Rng::new(seed);
    let mut lengths = G::from_table(plan);
    lengths.iter_mut().for_each(|positions| rng.shuffle(positions));
    let longest = lengths.iter().map(Vec::len).max().unwrap_or(0);
    let in_turn = (0..longest).flat_map(|at| lengths.iter().filter_map(move |positions| positions.get(at)));
    let found = in_turn.filter_map(|position| {
        let solution = solve(position, plan.plies, PROOF_NODES).ok()??;
        Some(FoundPuzzles { short: None, long: puzzle(position, &solution) })
    });
    found.take(plan.count).collect()
}

/// The results of games in the order of their numbers, which start at 0 and have no gap.
fn in_order(games: Receiver<(u64, FoundPuzzles)>) -> impl Iterator<Item = FoundPuzzles> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    iter::from_fn(move || {
        while !early.contains_key(&next) {
            let (number, found) = games.recv().ok()?;
            early.insert(number, found);
        }
        next += 1;
        early.remove(&(next - 1))
    })
}

/// The puzzles of a plan: at most one from each game, each position once, and a tenth of them short.
fn chosen(
    plan: &PuzzlePlan,
    games: impl Iterator<Item = FoundPuzzles>,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Vec<Puzzle> {
    let (mut puzzles, mut known, mut short, mut in_vain) = (Vec::new(), HashSet::new(), 0, 0);
    for found in games {
        in_vain += 1;
        if puzzles.len() >= plan.count || in_vain > PATIENCE || !progress(puzzles.len()) {
            break;
        }
        let may_be_short = 10 * short < plan.count;
        let Some(puzzle) = found.short.filter(|_| may_be_short).or(found.long) else { continue };
        if known.insert(puzzle.start.to_string()) {
            short += usize::from((puzzle.line.len() as u32) < plan.fewest);
            puzzles.push(puzzle);
            in_vain = 0;
        }
    }
    puzzles
}

/// The first puzzle of a game with a short solution, and the first whose solution is long enough for the plan.
#[derive(Default)]
struct FoundPuzzles {
    short: Option<Puzzle>,
    long: Option<Puzzle>,
}

/// Plays a game until the player to move can force a win of the plan's length with exactly one winning move each time.
fn in_one_game<G: PuzzleGame + Into<AnyGame>>(
    mut game: G,
    plan: &PuzzlePlan,
    engine: &mut Engine,
    rng: &mut Rng,
) -> FoundPuzzles {
    let mut found = FoundPuzzles::default();
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    let mut opening = rng.below(6);
    for _ in 0..LONGEST {
        let seat = match game.turn() {
            Turn::Over(_) => break,
            Turn::Chance => {
                let Some(mv) = game.random_move(rng, &mut Vec::new()) else { break };
                game.play_unchecked(mv);
                continue;
            }
            Turn::Seat(seat) => seat,
        };
        let view = game.clone().into().view(Viewer::Seat(seat));
        let Ok(analysis) = engine.think(&view, &limits, &mut ()) else { break };
        // If a win in so few moves exists, the engine has proven it. It proves nothing where cards are hidden, so there
        // every position is tried.
        let is_hopeful = match analysis.value() {
            Value::Proven { outcome, .. } => outcome == Outcome::Win(seat),
            Value::Expected(_) => G::INFO.hides,
        };
        if is_hopeful {
            let mut seen = game.fresh();
            seen.redact(Viewer::Seat(seat));
            let solution = solve(&seen, plan.plies, PROOF_NODES).ok().flatten();
            if let Some(solution) = solution {
                if solution.line.len() as u32 >= plan.fewest {
                    found.long = puzzle(&seen, &solution);
                    break;
                }
                if found.short.is_none() {
                    found.short = puzzle(&seen, &solution);
                }
            }
        }
        let is_random = opening > 0 || rng.below(RANDOM_EVERY) == 0;
        opening = opening.saturating_sub(1);
        let chosen = if is_random { None } else { analysis.chosen.to_string().parse().ok() };
        let Some(mv) = chosen.or_else(|| game.random_move(rng, &mut Vec::new())) else { break };
        game.play_unchecked(mv);
    }
    found
}

/// The puzzle with this solution.
fn puzzle<G: PuzzleGame + Into<AnyGame>>(start: &G, solution: &PuzzleSolution<G::Move>) -> Option<Puzzle> {
    let themes = themes(start, &solution.line);
    let start: AnyGame = start.clone().into();
    let line = solution.line.iter().map(|mv| start.parse_move(&mv.to_string()).ok());
    let line = line.collect::<Option<Vec<AnyMove>>>()?;
    Some(Puzzle { start, line, rating: solution.rating, themes })
}
