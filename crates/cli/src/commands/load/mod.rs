//! `trois load`: plays many games at once on a server of this machine, with real clients over real sockets, and
//! measures how long everything takes.

mod connect;
mod histogram;
mod live_view;
mod metrics;
mod pair;
mod plot;
mod report;
mod stats;

use std::io::Write;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use client::{ApiClient, ClientError};
use rules::{Kind, Rng};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::args::{LoadArgs, LoadedGame, MAX_SOCKETS};
use crate::errors::Failure;
use live_view::LiveView;
use metrics::Monitor;
use pair::{Pace, PlayerPair};
use report::LoadReport;
use stats::Stats;

/// How many idle guests connect before memory is first measured, so that one-time allocations are not counted.
const WARM_UP: u32 = 100;

/// The delay before the first move.
const START_DELAY: Duration = Duration::from_millis(500);

pub(crate) fn run(args: &LoadArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let addresses = args.addresses.iter().map(|text| address(text)).collect::<Result<Vec<_>, _>>()?;
    let metrics = args.metrics.iter().map(|text| address(text)).collect::<Result<Vec<_>, _>>()?;
    let sockets = args.games * 2 + args.idle;
    if sockets > MAX_SOCKETS {
        return Err(Failure::input(format!(
            "{} games and {} idle sockets are {sockets} sockets: at most {MAX_SOCKETS} are opened.",
            args.games, args.idle
        )));
    }
    if let Some(allowed) = crate::file_limit::raise().filter(|allowed| *allowed < u64::from(sockets) + 100) {
        return Err(Failure::input(format!(
            "The system lets a program have {allowed} sockets and files: raise that (ulimit -n), or ask for less."
        )));
    }
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::Internal(format!("Nothing could be started: {error}.")))?;
    let report = runtime.block_on(load(args, addresses, Monitor::new(&metrics)))?;
    // Games that are still running are not waited for.
    runtime.shutdown_background();
    if let Some(folder) = &args.report {
        report.save(folder)?;
    }
    report.write(args.json.json, out)?;
    match report.missed() {
        Some(missed) if args.check => Err(Failure::MissedGoal(missed)),
        _ => Ok(()),
    }
}

/// Parses the address of a server, which must be on this machine.
fn address(text: &str) -> Result<SocketAddr, Failure> {
    let host = text.trim_start_matches("http://").trim_end_matches('/');
    let known = host.to_socket_addrs().ok().and_then(|mut all| all.next());
    let address = known.ok_or_else(|| {
        Failure::input(format!("“{text}” is not the address of a server: write it like 127.0.0.1:8333."))
    })?;
    if !address.ip().is_loopback() {
        return Err(Failure::input(format!(
            "{address} is not on this machine: only servers of this machine (127.0.0.1, ::1) can be loaded."
        )));
    }
    Ok(address)
}

fn connection_failure(error: &ClientError) -> Failure {
    let hint = match error {
        ClientError::Refused { code, .. } if code == "too-fast" => {
            " Its limits are on: start it with trois serve --no-limits."
        }
        _ => "",
    };
    Failure::input(format!("The server cannot be loaded: {error}.{hint}"))
}

async fn load(args: &LoadArgs, addresses: Vec<SocketAddr>, monitor: Monitor) -> Result<LoadReport, Failure> {
    for address in &addresses {
        ApiClient::new(*address).await.map_err(|error| {
            Failure::input(format!(
                "There is no server of Trois at {address} ({error}): start one with trois serve --no-limits."
            ))
        })?;
    }
    monitor.check().await?;
    let (stop_sender, stop) = watch::channel(false);
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stop_sender.send_replace(true);
        }
        // Dropping the sender would wake the receivers as if the run were stopped.
        std::future::pending::<()>().await;
    });
    let live = LiveView::new();
    let mut report = LoadReport::new(args, &addresses);
    let mut rng = Rng::new(args.seed);
    let seed = rng.bits();

    let mut connections = JoinSet::new();
    for (from, to) in [(0, args.idle.min(WARM_UP)), (args.idle.min(WARM_UP), args.idle)] {
        let progress = |made| live.show_preparation("idle sockets", from as usize + made, args.idle as usize);
        let make = |index: usize| {
            let address = addresses[index % addresses.len()];
            async move {
                let setup = &LoadedGame::One(Kind::default()).setup(index);
                connect::idle_player(ApiClient::new(address).await?, setup, Rng::new(seed ^ index as u64))
                    .await
            }
        };
        let count = (to - from) as usize;
        for player in connect::concurrently(count, &stop, progress, make)
            .await
            .map_err(|error| connection_failure(&error))?
        {
            connections.spawn(connect::keep_listening(player));
        }
        if count > 0 {
            report.memory.push((connections.len(), monitor.settled_bytes().await));
        }
    }
    report.idle = connections.len();
    if let Some(bytes) = report.per_idle_socket() {
        live.print_line(&format!(
            "{:.1} KB of the server's memory for each idle socket and its table",
            bytes / 1000.0
        ));
    }

    let progress = |made| live.show_preparation("games", made, args.games as usize);
    let game = args.game;
    let make = |index: usize| {
        let [first, second] = args.balance.servers(index, addresses.len()).map(|server| addresses[server]);
        async move {
            let clients = [ApiClient::new(first).await?, ApiClient::new(second).await?];
            PlayerPair::new(clients, game.setup(index), Rng::new(seed.rotate_left(7) ^ index as u64)).await
        }
    };
    let pairs = connect::concurrently(args.games as usize, &stop, progress, make)
        .await
        .map_err(|error| connection_failure(&error))?;
    report.games = pairs.len();
    let stats = Arc::new(Stats::default());
    if !*stop.borrow() {
        let before = monitor.figures().await;
        play(args, pairs, &stats, &live, stop, &mut connections, &mut report).await;
        report.spent = monitor.figures().await.zip(before).map(|(after, before)| after.since(before));
    }
    report.memory_at_end = monitor.resident_bytes().await;
    live.end();
    connections.detach_all();
    Ok(report)
}

/// Plays all games for the given time, and reports every second.
async fn play(
    args: &LoadArgs,
    pairs: Vec<PlayerPair>,
    stats: &Arc<Stats>,
    live: &LiveView,
    mut stop: watch::Receiver<bool>,
    connections: &mut JoinSet<()>,
    report: &mut LoadReport,
) {
    let games = pairs.len();
    let began = Instant::now() + START_DELAY;
    let every = Duration::from_secs_f64(games as f64 / f64::from(args.rate));
    for (index, pair) in pairs.into_iter().enumerate() {
        let first = began + every.mul_f64(index as f64 / games as f64);
        connections.spawn(pair.keep_playing(Pace { first, every }, Arc::clone(stats)));
    }
    let end = began + Duration::from_secs(args.seconds.into());
    let mut last = began;
    let mut is_last = false;
    while !is_last {
        let next = (began + Duration::from_secs((last - began).as_secs() + 1)).min(end);
        is_last = tokio::select! {
            () = tokio::time::sleep_until(next) => next == end,
            _ = stop.wait_for(|stop| *stop) => true,
        };
        let now = Instant::now().max(last);
        let counts = stats.end_second((now - began).as_secs_f64(), (now - last).as_secs_f64());
        live.show_second(&counts, args.seconds, games, games * 2 + report.idle);
        last = now;
        report.seconds = (now - began).as_secs_f64();
        report.counts = counts;
    }
    report.load_average = metrics::load_average();
}
