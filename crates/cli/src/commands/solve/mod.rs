//! `trois solve`: the value of a whole game, proven from scratch.

mod multiplayer;

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use engine::solve::{Census, GameSolver, Progress, Solution, SolvedOpening, solved_games, solver};
use rules::{AnyGame, Kind};
use serde_json::{Value, json};

use crate::args::SolveArgs;
use crate::errors::Failure;
use crate::output::{HEADING, NAME, grouped, write_json};
use crate::progress::WorkProgress;

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let unsolved = || Failure::Internal(format!("{} was not solved.", args.game));
    let solver = solver(args.game).ok_or_else(unsolved)?;
    if args.atlas {
        let atlas = solver.atlas.ok_or_else(|| unsupported("--atlas", |solver| solver.atlas.is_some()))?;
        write!(out, "{}", atlas(&mut bar()).ok_or_else(unsolved)?)?;
        return Ok(());
    }
    let census = match args.all {
        true => Some(solver.census.ok_or_else(|| unsupported("--all", |solver| solver.census.is_some()))?),
        false => None,
    };
    let start = AnyGame::new(args.game, &args.options)
        .map_err(|error| Failure::input(format!("--options: {error}")))?;
    let started = Instant::now();
    if start.seats() > 2 {
        let solved =
            solver.multiplayer.and_then(|solve| solve(start.seats(), &mut bar())).ok_or_else(unsolved)?;
        return multiplayer::write(&start, &solved, started.elapsed().as_secs_f64(), args.json.json, out);
    }
    let solved = (solver.start)().ok_or_else(unsolved)?;
    let seconds = started.elapsed().as_secs_f64();
    let started = Instant::now();
    let census = census.map(|census| census(&mut bar()).ok_or_else(unsolved)).transpose()?;
    let all_seconds = started.elapsed().as_secs_f64();
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

/// The failure for an argument that only some solved games support.
fn unsupported(argument: &str, has: fn(&GameSolver) -> bool) -> Failure {
    let games: Vec<&str> = solved_games()
        .filter(|&kind| solver(kind).is_some_and(|solver| has(&solver)))
        .map(Kind::id)
        .collect();
    Failure::input(format!("{argument} is only for {}.", games.join(", ")))
}

/// A progress bar for a long computation.
fn bar() -> impl FnMut(Progress) -> ControlFlow<()> {
    let mut bar: Option<WorkProgress> = None;
    move |at| {
        let bar = bar.get_or_insert_with(|| WorkProgress::new("every position".to_owned(), at.total));
        bar.set_done(at.done);
        ControlFlow::Continue(())
    }
}

fn json(kind: Kind, solved: &Solution, seconds: f64) -> Value {
    let openings: Value = solved
        .openings
        .iter()
        .map(|opening| {
            let value = json!({ "value": opening.value.to_string(), "plies": opening.plies });
            (opening.mv.to_string(), value)
        })
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

fn write_solution(kind: Kind, solved: &Solution, seconds: f64, out: &mut dyn Write) -> Result<(), Failure> {
    let (value, plies, positions) = (solved.value, solved.plies, grouped(solved.positions as f64));
    let name = kind.name().en;
    writeln!(out, "{HEADING}{name}: a {value} in {plies} moves for the player who begins{HEADING:#}")?;
    writeln!(out, "{positions} positions, {seconds:.2} s")?;
    writeln!(out)?;
    writeln!(out, "{HEADING}opening  value  moves{HEADING:#}")?;
    for SolvedOpening { mv, value, plies } in &solved.openings {
        let mv = mv.to_string();
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
