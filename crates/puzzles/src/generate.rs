//! Finds puzzles in games that the engine plays against itself, with a random move now and then.

use std::collections::HashSet;

use engine::{Engine, Limits, Value};
use rules::{AnyGame, AnyMove, Kind, Outcome, Rng, Turn, Viewer, with_game};

use crate::proof::Proof;
use crate::puzzle::Puzzle;
use crate::solution::{Solution, solve};
use crate::theme::{Plan, Themed, themes};

/// How many positions the engine looks at for a move, where all is seen and where cards are hidden.
const NODES: (u64, u64) = (1_500, 40);

/// How many positions a proof may look at.
const PROOF_NODES: u64 = 3_000_000;

/// One move in so many is random: games without mistakes have few wins to find.
const RANDOM_EVERY: u32 = 4;

/// After so many moves a game is left.
const LONGEST: u32 = 200;

/// After so many games without a new puzzle, no more are looked for.
const PATIENCE: u32 = 20_000;

/// The puzzles of a game by its plans, the easiest first. `progress` is told how many there are, and of how many, and
/// says whether to go on.
pub fn generate(kind: Kind, seed: u64, progress: &mut dyn FnMut(usize, usize) -> bool) -> Vec<Puzzle> {
    with_game!(kind, G => {
        let total = G::PLAN.iter().map(|plan| plan.count).sum();
        let mut puzzles = Vec::new();
        for plan in G::PLAN {
            let before = puzzles.len();
            puzzles.extend(by_plan::<G>(plan, seed, &mut |count| progress(before + count, total)));
        }
        // With two moves to choose from there is nothing to find.
        puzzles.retain(|puzzle| puzzle.start.moves().len() > 2);
        puzzles.sort_by_cached_key(|puzzle| (puzzle.rating, puzzle.to_string()));
        puzzles
    })
}

/// The puzzles of one plan, or as many as can be found.
fn by_plan<G: Themed + Into<AnyGame>>(
    plan: &Plan,
    seed: u64,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Vec<Puzzle> {
    let (mut puzzles, mut known, mut short) = (Vec::new(), HashSet::new(), 0);
    let Ok(options) = plan.options.parse::<G::Options>() else { return puzzles };
    let mut rng = Rng::new(seed);
    let mut engine = Engine::new();
    let mut in_vain = 0;
    while puzzles.len() < plan.count && in_vain < PATIENCE && progress(puzzles.len()) {
        in_vain += 1;
        let fewest = if 10 * short < plan.count { 1 } else { plan.fewest };
        let Some(puzzle) = in_one_game(G::new(options), plan.plies, fewest, &mut engine, &mut rng) else {
            continue;
        };
        if known.insert(puzzle.start.to_string()) {
            short += usize::from((puzzle.line.len() as u32) < plan.fewest);
            puzzles.push(puzzle);
            in_vain = 0;
        }
    }
    puzzles
}

/// Plays a game until the player to move can force a win and has one right move each time.
fn in_one_game<G: Themed + Into<AnyGame>>(
    mut game: G,
    plies: u32,
    fewest: u32,
    engine: &mut Engine,
    rng: &mut Rng,
) -> Option<Puzzle> {
    let is_proven = !G::INFO.hides && game.seats() == 2;
    let nodes = if is_proven { NODES.0 } else { NODES.1 };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut opening = rng.below(6);
    for _ in 0..LONGEST {
        let seat = match game.turn() {
            Turn::Over(_) => return None,
            Turn::Chance => {
                game.play_unchecked(game.random_move(rng, &mut Vec::new())?);
                continue;
            }
            Turn::Seat(seat) => seat,
        };
        let view = game.clone().into().view(Viewer::Seat(seat));
        let analysis = engine.think(&view, &limits, &mut ()).ok()?;
        // Where the engine can prove a win in so few moves, it has seen it; elsewhere every position is looked at.
        let is_hopeful = match analysis.value() {
            Value::Proven { outcome, .. } => outcome == Outcome::Win(seat),
            Value::Expected(_) => !is_proven,
        };
        if is_hopeful {
            let mut seen = game.fresh();
            seen.redact(Viewer::Seat(seat));
            let found = solve(&seen, plies, &mut Proof::new(PROOF_NODES)).ok().flatten();
            if let Some(solution) = found.filter(|found| found.line.len() as u32 >= fewest) {
                return puzzle(&seen, &solution);
            }
        }
        let is_random = opening > 0 || rng.below(RANDOM_EVERY) == 0;
        opening = opening.saturating_sub(1);
        let chosen = analysis.chosen.to_string().parse::<G::Move>().ok()?;
        let mv = if is_random { game.random_move(rng, &mut Vec::new())? } else { chosen };
        game.play_unchecked(mv);
    }
    None
}

/// The puzzle with this solution.
fn puzzle<G: Themed + Into<AnyGame>>(start: &G, solution: &Solution<G::Move>) -> Option<Puzzle> {
    let themes = themes(start, &solution.line);
    let start: AnyGame = start.clone().into();
    let line = solution.line.iter().map(|mv| start.parse_move(&mv.to_string()).ok());
    let line = line.collect::<Option<Vec<AnyMove>>>()?;
    Some(Puzzle { start, line, rating: solution.rating, themes })
}
