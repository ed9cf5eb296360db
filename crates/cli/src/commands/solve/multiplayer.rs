//! A game for three or four, solved: who can force what, and what each seat gets in equilibrium.

use std::io::Write;

use engine::solve::{MultiplayerCensus, MultiplayerSolution, Standing};
use rules::{AnyGame, Kind};
use serde_json::{Map, Value, json};

use crate::errors::Failure;
use crate::output::{HEADING, NAME, grouped, write_json};

/// The players in the order in which they move from a position on.
const ORDER: [&str; 4] = ["mover", "second", "third", "fourth"];

/// Writes the solution of the game that begins at `start`.
pub(super) fn write(
    start: &AnyGame,
    solved: &MultiplayerSolution,
    seconds: f64,
    is_json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (kind, players) = (start.kind(), start.seats());
    if is_json {
        return write_json(out, &json(kind, players, solved, seconds));
    }
    writeln!(out, "{HEADING}{} for {players}{HEADING:#}", kind.name().en)?;
    writeln!(out, "{} positions, {seconds:.2} s", grouped(solved.census.to_move as f64))?;
    writeln!(out)?;
    write_standings(solved, out)?;
    write_census(&solved.census, out)
}

fn json(kind: Kind, players: u8, solved: &MultiplayerSolution, seconds: f64) -> Value {
    let openings: Value =
        solved.openings.iter().map(|(mv, standing)| (mv.to_string(), standing_json(standing))).collect();
    json!({
        "game": kind.id(),
        "players": players,
        "start": standing_json(&solved.start),
        "openings": openings,
        "counts": census_json(&solved.census),
        "positions": solved.census.to_move,
        "seconds": seconds,
    })
}

fn standing_json(standing: &Standing) -> Value {
    let wins: Vec<u8> = standing.forces_win.iter().map(|(seat, _)| seat.number()).collect();
    let draws: Vec<u8> = standing.forces_draw.iter().map(|seat| seat.number()).collect();
    json!({
        "uniform": standing.uniform,
        "delaying": standing.delaying,
        "forces_win": wins,
        "forces_draw": draws,
    })
}

fn census_json(census: &MultiplayerCensus) -> Value {
    let by_player = |counts: &[u64]| -> Map<String, Value> {
        ORDER.iter().zip(counts).map(|(name, count)| ((*name).to_owned(), json!(count))).collect()
    };
    let (mut wins, mut draws) = (by_player(&census.forces_win), by_player(&census.forces_draw));
    wins.insert("nobody".to_owned(), json!(census.nobody_forces_win));
    draws.insert("nobody".to_owned(), json!(census.nobody_forces_draw));
    let distances: Vec<Value> = census
        .by_distance
        .iter()
        .enumerate()
        .filter(|(_, counts)| counts.iter().any(|&count| count > 0))
        .map(|(plies, counts)| {
            let mut row = by_player(counts);
            row.insert("plies".to_owned(), json!(plies));
            Value::Object(row)
        })
        .collect();
    json!({ "forces_win": wins, "forces_draw": draws, "drawn": census.drawn, "distances": distances })
}

fn write_standings(solved: &MultiplayerSolution, out: &mut dyn Write) -> Result<(), Failure> {
    let rows: Vec<(String, &Standing)> = std::iter::once(("start".to_owned(), &solved.start))
        .chain(solved.openings.iter().map(|(mv, standing)| (mv.to_string(), standing)))
        .collect();
    for (title, kind) in [
        ("equilibrium, ties uniformly", (|standing| &standing.uniform) as fn(&Standing) -> &Vec<f64>),
        ("equilibrium, who has lost delays", |standing| &standing.delaying),
    ] {
        writeln!(out, "{HEADING}{title}{HEADING:#}")?;
        for (name, standing) in &rows {
            let shares: Vec<String> = kind(standing).iter().map(|share| format!("{share:.9}")).collect();
            writeln!(out, "{NAME}{name:<7}{NAME:#}  {}", shares.join("  "))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{HEADING}alone against all others{HEADING:#}")?;
    for (name, standing) in &rows {
        let who = match (standing.forces_win.as_slice(), standing.forces_draw.as_slice()) {
            ([(seat, plies)], _) => format!("seat {seat} can force a win in {plies} moves"),
            (_, []) => "no seat can force even a draw".to_owned(),
            (_, seats) => {
                let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
                format!("seats that can force a draw: {}", seats.join(", "))
            }
        };
        writeln!(out, "{NAME}{name:<7}{NAME:#}  {who}")?;
    }
    Ok(())
}

fn write_census(census: &MultiplayerCensus, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out)?;
    writeln!(out, "{HEADING}who can force    {:>12}  {:>14}{HEADING:#}", "a win", "at least a draw")?;
    let rows = ORDER.iter().zip(census.forces_win.iter().zip(&census.forces_draw));
    for (name, (&wins, &draws)) in
        rows.chain([(&"nobody", (&census.nobody_forces_win, &census.nobody_forces_draw))])
    {
        writeln!(out, "{name:<16} {:>12}  {:>14}", grouped(wins as f64), grouped(draws as f64))?;
    }
    writeln!(out)?;
    writeln!(out, "{HEADING}moves to a forced win, by who forces it{HEADING:#}")?;
    for (plies, counts) in census.by_distance.iter().enumerate() {
        if counts.iter().any(|&count| count > 0) {
            let counts: Vec<String> =
                counts.iter().map(|&count| format!("{:>12}", grouped(count as f64))).collect();
            writeln!(out, "{plies:>16} {}", counts.join(" "))?;
        }
    }
    Ok(())
}
