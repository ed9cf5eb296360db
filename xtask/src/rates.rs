//! Measures how many moves a second one, two and three servers on one PostgreSQL can handle, all on this machine, and
//! what each move costs, for the table of docs/scaling.md.

use std::path::Path;

use cluster::Cluster;

use crate::loaded_server::{Balance, LoadedServer, build, figure, play};
use crate::step::{Failed, target_dir};

/// The rates that are tried, in moves a second.
const RATES: [u32; 23] = [
    1000, 2000, 3000, 4000, 5000, 6000, 7000, 7500, 8000, 8500, 9000, 9500, 10_000, 10_500, 11_000, 11_500,
    12_000, 13_000, 14_000, 15_000, 16_000, 18_000, 20_000,
];

/// For how many times as long the highest rate is played once more, to see the cost of each additional move.
const LONGER: u32 = 3;

/// A rate is sustained if 99 of 100 moves reach the opponent within this many milliseconds, and nearly all are made.
const MAX_P99: f64 = 50.0;
const MIN_MADE: f64 = 0.98;

/// How many games are played at a time.
const GAMES: u32 = 400;

/// What one run measured.
struct Run {
    made: f64,
    p99: f64,
    moves: f64,
    /// Processor time of the servers, and of PostgreSQL, in milliseconds.
    cpu: f64,
    db_cpu: f64,
    /// Changes that servers sent to each other, and the messages that carried them.
    notifications: f64,
    messages: f64,
}

/// Builds the release, and measures each number of servers, for this many seconds per rate.
pub(crate) fn measure(seconds: u32) -> Result<(), Failed> {
    let trois = build()?;
    let folder = target_dir().join("rates");
    std::fs::create_dir_all(&folder).map_err(|error| Failed(format!("{}: {error}", folder.display())))?;
    println!(
        "| servers | balanced by | moves a second | p99 | processor time of the servers per move | of PostgreSQL | notifications per move | messages per move |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let spread = [(1, Balance::Guests), (2, Balance::Guests), (3, Balance::Guests), (3, Balance::Tables)];
    for (count, balance) in spread {
        let (rate, best) = highest_rate(&trois, count, balance, seconds)?;
        // What starting and seating the players costs is in both runs.
        let longer = one_run(&trois, count, balance, rate, LONGER * seconds)?;
        let per_move = |all: fn(&Run) -> f64| (all(&longer) - all(&best)) / (longer.moves - best.moves);
        let (p99, cpu, db_cpu) = (best.p99, per_move(|run| run.cpu), per_move(|run| run.db_cpu));
        let (notifications, messages) = (per_move(|run| run.notifications), per_move(|run| run.messages));
        let balance = if count == 1 { "" } else { balance.name() };
        println!(
            "| {count} | {balance} | {rate} | {p99:.1} ms | {cpu:.3} ms | {db_cpu:.3} ms | {notifications:.2} | {messages:.3} |"
        );
    }
    Ok(())
}

/// The highest rate that this many servers sustain. Each rate has two attempts.
fn highest_rate(trois: &Path, count: usize, balance: Balance, seconds: u32) -> Result<(u32, Run), Failed> {
    let best = last_that_passes(&RATES, |rate| {
        for _ in 0..2 {
            let run = one_run(trois, count, balance, rate, seconds)?;
            let is_carried = run.p99 <= MAX_P99 && run.made >= MIN_MADE * f64::from(rate);
            eprintln!(
                "  {count} servers, balanced by {}, {rate}/s: {:.0}/s made, p99 {:.1} ms{}",
                balance.name(),
                run.made,
                run.p99,
                if is_carried { "" } else { ": too slow" }
            );
            if is_carried {
                return Ok(Some(run));
            }
        }
        Ok(None)
    })?;
    best.ok_or_else(|| Failed(format!("{count} servers do not carry {} moves a second", RATES[0])))
}

/// The last of these rates at which something passes, and what `attempt` returned there. The rates are halved: below a rate
/// that passes all others count as passed, and above one that fails as failed.
fn last_that_passes<T>(
    rates: &[u32],
    mut attempt: impl FnMut(u32) -> Result<Option<T>, Failed>,
) -> Result<Option<(u32, T)>, Failed> {
    let (mut best, mut left) = (None, rates);
    while let Some(&rate) = left.get(left.len() / 2) {
        let middle = left.len() / 2;
        match attempt(rate)? {
            Some(passed) => {
                best = Some((rate, passed));
                left = &left[middle + 1..];
            }
            None => left = &left[..middle],
        }
    }
    Ok(best)
}

/// Plays on this many new servers with a new database.
fn one_run(trois: &Path, count: usize, balance: Balance, rate: u32, seconds: u32) -> Result<Run, Failed> {
    let cluster = Cluster::start();
    let url = cluster.database();
    let cookie_key = target_dir().join("rates").join("cookie.key");
    let start = |_| {
        LoadedServer::start(trois, |serve| {
            serve.args(["--database", &url, "--cookie-key-file"]).arg(&cookie_key);
        })
    };
    let servers = (0..count).map(start).collect::<Result<Vec<_>, _>>()?;
    let report = play(trois, &servers, balance, GAMES, rate, seconds)?;
    let figure = |pointer: &str| figure(&report, pointer);
    let moves = figure("/moves");
    Ok(Run {
        made: figure("/moves_per_second"),
        p99: figure("/heard_ms/p99"),
        moves,
        cpu: figure("/cpu_ms_per_move") * moves,
        db_cpu: cluster.cpu_seconds() * 1000.0,
        notifications: figure("/notifications_per_move") * moves,
        messages: figure("/messages_per_move") * moves,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_rate_is_found_in_few_attempts() {
        for limit in RATES.iter().copied().chain([500, 7777, 25_000]) {
            let mut attempts = 0;
            let found = last_that_passes(&RATES, |rate| {
                attempts += 1;
                Ok((rate <= limit).then_some(rate))
            });
            let expected = RATES.iter().copied().filter(|rate| *rate <= limit).max();
            let Ok(found) = found else { panic!("no attempt fails") };
            assert_eq!(found, expected.map(|rate| (rate, rate)));
            assert!(attempts <= 5, "{attempts}");
        }
    }
}
