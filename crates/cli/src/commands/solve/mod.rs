//! `trois solve`: the value of a whole game, proven from nothing.

mod doh;
mod morpion;

use std::io::Write;
use std::time::Instant;

use engine::solve::{Census, Verdict};
use rules::Kind;
use serde_json::{Value, json};

use crate::args::SolveArgs;
use crate::errors::Failure;
use crate::output::{HEADING, NAME, grouped, write_json};

/// How a game is solved: one file per game.
pub(crate) struct Solver {
    /// The game.
    pub(crate) kind: Kind,
    /// Finds the value of the game and of each opening.
    solve: fn() -> Result<Solved, Failure>,
    /// Values every position, where that can be done.
    census: Option<fn() -> Result<Census, Failure>>,
}

/// The games that can be solved.
pub(crate) const SOLVERS: &[Solver] = &[doh::SOLVER, morpion::SOLVER];

fn solver(kind: Kind) -> Result<&'static Solver, Failure> {
    let found = SOLVERS.iter().find(|solver| solver.kind == kind);
    found.ok_or_else(|| Failure::Internal(format!("{kind} cannot be solved.")))
}

/// What is known of a solved game.
struct Solved {
    value: Verdict,
    plies: u32,
    positions: u64,
    /// Each first move: how the game ends for the player who makes it, and after how many moves in all.
    openings: Vec<(String, Verdict, u32)>,
}

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let solver = solver(args.game)?;
    if args.all && solver.census.is_none() {
        let counted = SOLVERS.iter().filter(|solver| solver.census.is_some()).map(|solver| solver.kind.id());
        let list = counted.collect::<Vec<_>>().join(", ");
        return Err(Failure::input(format!("--all values every position of {list}, and of no other game.")));
    }
    let begun = Instant::now();
    let solved = (solver.solve)()?;
    let seconds = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let census = solver.census.filter(|_| args.all).map(|census| census()).transpose()?;
    let all_seconds = begun.elapsed().as_secs_f64();
    if args.json.json {
        let mut object = json(args.game, &solved, seconds);
        if let Some(census) = &census {
            object["won"] = json!(census.won);
            object["lost"] = json!(census.lost);
            object["drawn"] = json!(census.drawn);
            object["all"] = census_json(census, all_seconds);
        }
        return write_json(out, &object);
    }
    write_solution(args.game, &solved, seconds, out)?;
    census.map_or(Ok(()), |census| write_census(&census, all_seconds, out))
}

fn json(kind: Kind, solved: &Solved, seconds: f64) -> Value {
    let openings: Value = solved
        .openings
        .iter()
        .map(|(mv, value, plies)| (mv.clone(), json!({ "value": value.to_string(), "plies": plies })))
        .collect();
    json!({
        "game": kind.id(),
        "value": solved.value.to_string(),
        "plies": solved.plies,
        "positions": solved.positions,
        "seconds": seconds,
        "openings": openings,
    })
}

fn census_json(census: &Census, seconds: f64) -> Value {
    let distances: Vec<Value> = census
        .by_distance
        .iter()
        .enumerate()
        .filter(|(_, counts)| **counts != (0, 0))
        .map(|(plies, (won, lost))| json!({ "plies": plies, "won": won, "lost": lost }))
        .collect();
    json!({
        "to_move": census.to_move(),
        "over_by_line": census.over_by_line,
        "over_by_block": census.over_by_block,
        "over_drawn": census.over_drawn,
        "positions": census.all(),
        "distances": distances,
        "seconds": seconds,
    })
}

fn write_solution(kind: Kind, solved: &Solved, seconds: f64, out: &mut dyn Write) -> Result<(), Failure> {
    let (value, plies, positions) = (solved.value, solved.plies, grouped(solved.positions as f64));
    let name = kind.name().en;
    writeln!(out, "{HEADING}{name}: a {value} in {plies} moves for the player who begins{HEADING:#}")?;
    writeln!(out, "{positions} positions, {seconds:.2} s")?;
    writeln!(out)?;
    writeln!(out, "{HEADING}opening  value  moves{HEADING:#}")?;
    for (mv, value, plies) in &solved.openings {
        writeln!(out, "{NAME}{mv:<7}{NAME:#}  {value:<5}  {plies:>5}")?;
    }
    Ok(())
}

fn write_census(census: &Census, seconds: f64, out: &mut dyn Write) -> Result<(), Failure> {
    let line = |name: &str, count: u64| format!("{name:<34} {:>12}", grouped(count as f64));
    writeln!(out)?;
    writeln!(out, "{HEADING}Every position, {seconds:.1} s{HEADING:#}")?;
    for (name, count) in [
        ("won for the player to move", census.won),
        ("lost for the player to move", census.lost),
        ("drawn", census.drawn),
        ("over, by a line", census.over_by_line),
        ("over, because nobody can move", census.over_by_block),
        ("over, drawn", census.over_drawn),
        ("all", census.all()),
    ] {
        writeln!(out, "{}", line(name, count))?;
    }
    writeln!(out)?;
    writeln!(out, "{HEADING}moves to the end         won         lost{HEADING:#}")?;
    for (plies, &(won, lost)) in census.by_distance.iter().enumerate() {
        if (won, lost) != (0, 0) {
            writeln!(out, "{plies:>16} {:>11} {:>12}", grouped(won as f64), grouped(lost as f64))?;
        }
    }
    Ok(())
}
