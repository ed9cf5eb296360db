//! Finds puzzles in games that the engine plays against itself, with a random move now and then.

use std::collections::{BTreeMap, HashSet};
use std::iter;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, available_parallelism};

use engine::{Engine, Limits, Value};
use rules::{AnyGame, AnyMove, Kind, Outcome, Rng, Turn, Viewer, with_game};

use crate::proof::after;
use crate::puzzle::Puzzle;
use crate::puzzle_game::{PuzzleGame, PuzzlePlan};
use crate::solution::{PuzzleSolution, solve};
use crate::theme::themes;

/// One move in this many is random: games without mistakes offer few wins.
const RANDOM_EVERY: u32 = 4;

/// A game ends after this many moves.
const MAX_MOVES: u32 = 200;

/// The search ends after this many games without a new puzzle.
const MAX_GAMES_WITHOUT_PUZZLE: u32 = 20_000;

/// The second puzzle of a game comes this many moves after the first, so that it is about something else.
const MIN_PLIES_BETWEEN: u32 = 8;

/// The minimum number of legal moves in a puzzle: with fewer there is hardly a choice.
const MIN_LEGAL_MOVES: usize = 3;

/// The difference between the seeds of two consecutive games.
const GAME_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// What to generate, apart from the game.
#[derive(Clone, Copy, Debug)]
pub struct GenerateLimits {
    /// The seed of the random moves.
    pub seed: u64,
    /// For each plan, the search ends after this many games, even if there are not enough puzzles.
    pub games: u64,
}

/// The puzzles of a game by its plans, the easiest first. `progress` gets how many there are, out of how many, and
/// returns whether to continue.
pub fn generate(
    kind: Kind,
    limits: GenerateLimits,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Vec<Puzzle> {
    with_game!(kind, G => {
        let total = G::PLAN.iter().map(|plan| plan.count).sum();
        let (mut puzzles, mut known) = (Vec::new(), HashSet::new());
        for (number, plan) in G::PLAN.iter().enumerate() {
            let before = puzzles.len();
            // Each plan has its own games.
            let limits = GenerateLimits { seed: limits.seed.wrapping_add((number as u64) << 32), ..limits };
            let found = generate_for_plan::<G>(plan, limits, &mut known, &mut |count| progress(before + count, total));
            puzzles.extend(found);
        }
        puzzles.sort_by_cached_key(|puzzle| (puzzle.rating, puzzle.to_string()));
        puzzles
    })
}

/// The puzzles of one plan, or as many as can be found, without those that are `known`. The random moves of a game follow
/// from its number, and games are processed in the order of their numbers, so the result does not depend on the number
/// of threads.
fn generate_for_plan<G: PuzzleGame + Into<AnyGame>>(
    plan: &PuzzlePlan,
    limits: GenerateLimits,
    known: &mut HashSet<String>,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Vec<Puzzle> {
    let Ok(options) = plan.options.parse::<G::Options>() else { return Vec::new() };
    let GenerateLimits { seed, games } = limits;
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
                    if number >= games {
                        return;
                    }
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
        chosen(plan, tabled.chain(in_order(receiver)), known, progress)
    })
}

/// The puzzles among the positions of a solved table, in random order, the lengths of the solutions in turn, as if each
/// came from its own game.
fn from_table<G: PuzzleGame + Into<AnyGame>>(plan: &PuzzlePlan, seed: u64) -> Vec<FoundPuzzles> {
    let mut rng = Rng::new(seed);
    let mut lengths = G::from_table(plan);
    lengths.iter_mut().for_each(|positions| rng.shuffle(positions));
    let longest = lengths.iter().map(Vec::len).max().unwrap_or(0);
    let in_turn = (0..longest).flat_map(|at| lengths.iter().filter_map(move |positions| positions.get(at)));
    let found = in_turn.filter_map(|position| {
        let puzzle = try_position(position, plan.plies, plan)?;
        Some(FoundPuzzles { short: None, long: vec![puzzle] })
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

/// The puzzles of a plan: those of the games in order, each position once, and a tenth of them short.
fn chosen(
    plan: &PuzzlePlan,
    games: impl Iterator<Item = FoundPuzzles>,
    known: &mut HashSet<String>,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Vec<Puzzle> {
    let (mut puzzles, mut short, mut in_vain) = (Vec::new(), 0, 0);
    for found in games {
        in_vain += 1;
        if puzzles.len() >= plan.count || in_vain > MAX_GAMES_WITHOUT_PUZZLE || !progress(puzzles.len()) {
            break;
        }
        let may_be_short = plan.fewest <= 3 && 10 * short < plan.count;
        for puzzle in found.short.filter(|_| may_be_short).into_iter().chain(found.long) {
            if puzzles.len() < plan.count && known.insert(puzzle.start.to_string()) {
                short += usize::from((puzzle.line.len() as u32) < plan.fewest);
                puzzles.push(puzzle);
                in_vain = 0;
            }
        }
    }
    puzzles
}

/// The puzzles of a game whose solutions are long enough for the plan, and the first one that is shorter.
#[derive(Default)]
struct FoundPuzzles {
    short: Option<Puzzle>,
    long: Vec<Puzzle>,
}

/// Plays a game, and collects positions in which the player to move can force a win of the plan's length with exactly one
/// winning move each time.
fn in_one_game<G: PuzzleGame + Into<AnyGame>>(
    mut game: G,
    plan: &PuzzlePlan,
    engine: &mut Engine,
    rng: &mut Rng,
) -> FoundPuzzles {
    let mut found = FoundPuzzles::default();
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    let mut opening = rng.below(6);
    let mut next_try = 0;
    for ply in 0..MAX_MOVES {
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
        // If a win in so few moves exists, the engine has proven it, most often with the right number of moves. It proves
        // nothing where cards are hidden, so there every position is tried.
        let is_hopeful = match analysis.value() {
            Value::Proven { outcome, plies } => outcome == Outcome::Win(seat) && plies <= plan.plies,
            Value::Expected(_) => G::INFO.hides,
        };
        if ply >= next_try {
            let mistakes = if G::INFO.hides { Vec::new() } else { mistakes(&game, plan, rng) };
            let played = is_hopeful.then(|| (game.clone(), plan.plies));
            let mistakes = mistakes.into_iter().map(|game| (game, plan.mistake_plies));
            let puzzles = played.into_iter().chain(mistakes).filter_map(|(game, plies)| {
                let mut seen = game.without_history();
                seen.redact(Viewer::Seat(seen.to_move()?));
                try_position(&seen, plies, plan)
            });
            // Of several with the longest solution, the first.
            let longest =
                puzzles.reduce(|best, next| if next.line.len() > best.line.len() { next } else { best });
            match longest {
                Some(puzzle) if puzzle.line.len() as u32 >= plan.fewest => {
                    found.long.push(puzzle);
                    next_try = ply + MIN_PLIES_BETWEEN;
                }
                Some(puzzle) => {
                    found.short.get_or_insert(puzzle);
                }
                None => {}
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

/// The positions after some moves of a position, drawn at random.
fn mistakes<G: PuzzleGame>(game: &G, plan: &PuzzlePlan, rng: &mut Rng) -> Vec<G> {
    let mut moves = if plan.mistakes > 0 { game.moves() } else { Vec::new() };
    rng.shuffle(&mut moves);
    let positions = moves.into_iter().take(plan.mistakes as usize).map(|mv| after(game, mv));
    positions.filter(|game| game.to_move().is_some()).collect()
}

/// The puzzle of a position with a solution of at most `plies` moves, if it is one by this plan.
fn try_position<G: PuzzleGame + Into<AnyGame>>(
    position: &G,
    plies: u32,
    plan: &PuzzlePlan,
) -> Option<Puzzle> {
    if position.moves().len() < MIN_LEGAL_MOVES {
        return None;
    }
    let solution = solve(position, plies, plan.proof_nodes).ok()??;
    puzzle(position, &solution)
}

/// The puzzle with this solution.
fn puzzle<G: PuzzleGame + Into<AnyGame>>(start: &G, solution: &PuzzleSolution<G::Move>) -> Option<Puzzle> {
    let themes = themes(start, &solution.line);
    let start: AnyGame = start.clone().into();
    let line = solution.line.iter().map(|mv| start.parse_move(&mv.to_string()).ok());
    let line = line.collect::<Option<Vec<AnyMove>>>()?;
    Some(Puzzle { start, line, rating: solution.rating, themes })
}
