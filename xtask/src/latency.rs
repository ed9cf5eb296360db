//! Measures how much the delay of a move varies: the same load on one server with SQLite, several times, each with a
//! new server and an empty folder.

use std::fs;

use crate::loaded_server::{Balance, LoadedServer, build, figure, play};
use crate::step::{Failed, target_dir};

/// How many runs there are, and how many of them must be within the limit.
const RUNS: usize = 10;
const MIN_STEADY: usize = 9;

/// A run passes if 99 of 100 moves reach the opponent within this many milliseconds, and nearly all are made.
const MAX_P99: f64 = 20.0;
const MIN_MADE: f64 = 0.98;

/// How many games are played at a time, and for how many seconds.
const GAMES: u32 = 2000;
const SECONDS: u32 = 20;

/// Builds the release, and measures it at this many moves a second.
pub(crate) fn measure(rate: u32) -> Result<(), Failed> {
    let trois = build()?;
    let folder = target_dir().join("latency");
    println!("| run | moves a second | p50 | p90 | p99 | most | processor time of the server per move |");
    println!("|---|---|---|---|---|---|---|");
    let mut steady = 0;
    for number in 1..=RUNS {
        let _ = fs::remove_dir_all(&folder);
        let server = LoadedServer::start(&trois, |serve| {
            serve.arg("--data").arg(&folder);
        })?;
        let report = play(&trois, &[server], Balance::Guests, GAMES, rate, SECONDS)?;
        let made = figure(&report, "/moves_per_second");
        let [p50, p90, p99, most] =
            ["p50", "p90", "p99", "max"].map(|name| figure(&report, &format!("/heard_ms/{name}")));
        let cpu = figure(&report, "/cpu_ms_per_move");
        println!(
            "| {number} | {made:.0} | {p50:.1} ms | {p90:.1} ms | {p99:.1} ms | {most:.1} ms | {cpu:.3} ms |"
        );
        steady += usize::from(p99 <= MAX_P99 && made >= MIN_MADE * f64::from(rate));
    }
    let _ = fs::remove_dir_all(&folder);
    println!("\n{steady} of {RUNS} runs carried {rate} moves a second with p99 ≤ {MAX_P99} ms");
    if steady < MIN_STEADY {
        return Err(Failed(format!("the goal is {MIN_STEADY} of {RUNS} runs")));
    }
    Ok(())
}
