//! `trois solve`: the value of a whole game, proven from nothing.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use engine::solve::{self, Census, Verdict};
use engine::{Engine, Limits, Value as Worth};
use rules::{AnyGame, Kind, Outcome, Seat, Viewer};
use serde_json::{Value, json};

use crate::args::{Solvable, SolveArgs};
use crate::errors::Failure;
use crate::output::{HEADING, NAME, grouped, write_json};
use crate::progress::Progress;

/// How long the work must take before a bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is known of a solved game.
struct Solved {
    value: Verdict,
    plies: u32,
    positions: u64,
    /// Each first move: how the game ends for the player who makes it, and after how many moves in all.
    openings: Vec<(String, Verdict, u32)>,
}

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if args.all && args.game != Solvable::Doh {
        return Err(Failure::input("--all values every position of doh, and of no other game."));
    }
    let begun = Instant::now();
    let solved = match args.game {
        Solvable::Doh => doh(),
        Solvable::Morpion => morpion()?,
    };
    let seconds = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let census = if args.all { Some(census()?) } else { None };
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

fn doh() -> Solved {
    let solution = solve::doh();
    let openings = solution.openings.iter();
    Solved {
        value: solution.value,
        plies: solution.plies,
        positions: solution.positions,
        openings: openings.map(|opening| (opening.mv.to_string(), opening.value, opening.plies)).collect(),
    }
}

/// Morpion is so small that the engine sees all of it.
fn morpion() -> Result<Solved, Failure> {
    let fault = || Failure::Internal("Morpion was not solved.".to_owned());
    let start = AnyGame::new(Kind::Morpion, "").map_err(Failure::input)?;
    let limits = Limits { lines: usize::MAX, ..Limits::default() };
    let analysis = Engine::new()
        .think(&start.view(Viewer::Seat(Seat::ONE)), &limits, &mut ())
        .map_err(|reason| Failure::Internal(format!("Morpion was not solved: {reason}.")))?;
    let verdict = |value: &Worth| match *value {
        Worth::Proven { outcome: Outcome::Draw, plies } => Ok((Verdict::Draw, plies)),
        Worth::Proven { outcome: Outcome::Win(Seat::ONE), plies } => Ok((Verdict::Win, plies)),
        Worth::Proven { plies, .. } => Ok((Verdict::Loss, plies)),
        Worth::Expected(_) => Err(fault()),
    };
    let (value, plies) = verdict(&analysis.value())?;
    let mut openings = Vec::new();
    for line in &analysis.lines {
        let (value, plies) = verdict(&line.value)?;
        openings.push((line.moves.first().ok_or_else(fault)?.to_string(), value, plies));
    }
    openings.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Ok(Solved { value, plies, positions: analysis.nodes, openings })
}

fn census() -> Result<Census, Failure> {
    let mut bar: Option<Progress> = None;
    solve::doh_all(&mut |at| {
        let bar = bar.get_or_insert_with(|| Progress::new("every position".to_owned(), at.total, PATIENCE));
        bar.at(at.done);
        ControlFlow::Continue(())
    })
    .ok_or_else(|| Failure::Internal("The positions were not all valued.".to_owned()))
}

fn json(game: Solvable, solved: &Solved, seconds: f64) -> Value {
    let openings: Value = solved
        .openings
        .iter()
        .map(|(mv, value, plies)| (mv.clone(), json!({ "value": value.to_string(), "plies": plies })))
        .collect();
    json!({
        "game": game.kind().id(),
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

fn write_solution(game: Solvable, solved: &Solved, seconds: f64, out: &mut dyn Write) -> Result<(), Failure> {
    let kind = game.kind();
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
