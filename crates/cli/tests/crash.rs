//! A power failure: a real `trois serve` is killed again and again while dozens of people play, and restarted on the
//! same port and folder. `cargo xtask crash` is the long version.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crowd::{
    DurationStats, Seats, ServerProcess, check_agreement, free_port, length, open_table, play_out, setup,
};
use rules::Rng;
use table::TimeControl;

/// The time control of every game.
const CLOCK: &str = "900+0";
const BASE: u64 = 900_000;

/// How much longer than the server was up a clock may have run for each crash: clients need a moment to notice, to
/// reconnect and to move again.
const RECONNECT_ALLOWANCE: Duration = Duration::from_millis(500);

/// Plays games from the first to the last move while `more` returns true, and checks every game at its end.
async fn play(
    address: std::net::SocketAddr,
    number: usize,
    is_over: Arc<AtomicUsize>,
) -> (Seats, [Instant; 2]) {
    let pace = Duration::from_millis(length("CRASH_PACE", 80));
    let mut seats = open_table(address, &[address], &setup(number, CLOCK), number as u64, pace).await;
    let began = Instant::now();
    play_out(&mut seats, Duration::from_secs(600)).await;
    is_over.fetch_add(1, Ordering::Relaxed);
    (seats, [began, Instant::now()])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_loses_no_acknowledged_move_and_charges_no_clock() {
    let (kills, games) = (length("CRASHES", 3_usize), length("CRASH_GAMES", 12_usize));
    let program = Path::new(env!("CARGO_BIN_EXE_trois"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("crash-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let address = free_port();
    let arguments = ["--data", folder.to_str().unwrap(), "--engines", "1"];
    let mut rng = Rng::new(length("SEED", 1));
    let mut server = ServerProcess::start(program, address, &arguments);

    let is_over = Arc::new(AtomicUsize::new(0));
    let began = Instant::now();
    let mut tasks = Vec::new();
    for number in 0..games {
        tasks.push(tokio::spawn(play(address, number, Arc::clone(&is_over))));
    }
    let (mut starts, mut outages, mut killed) = (DurationStats::default(), Vec::new(), 0);
    tokio::time::sleep(Duration::from_millis(1500)).await;
    while killed < kills && is_over.load(Ordering::Relaxed) < games {
        tokio::time::sleep(Duration::from_millis(rng.below(1200).into())).await;
        server.kill();
        let gone = Instant::now();
        killed += 1;
        tokio::time::sleep(Duration::from_millis(rng.below(3000).into())).await;
        server = tokio::task::block_in_place(|| ServerProcess::start(program, address, &arguments));
        starts.add(server.started_in);
        outages.push([gone, Instant::now()]);
    }
    let (mut moves, mut refusals) = (0, Vec::new());
    let mut most_charged = Duration::ZERO;
    for task in tasks {
        let task = tokio::time::timeout(Duration::from_secs(600), task).await.expect("no game is stuck");
        let (seats, [from, to]) = task.unwrap();
        check_agreement(address, &seats).await;
        moves += seats.bots.iter().map(|bot| bot.acknowledged.len()).sum::<usize>();
        refusals.extend(seats.bots.iter().flat_map(|bot| bot.refused.clone()));
        // The clocks of a game ran only while it was played and the server was up.
        let table = seats.bots[0].table();
        assert!(matches!(table.clock, TimeControl::Game { .. }));
        let charged: u64 = table.clocks.left(table::Time(0)).iter().map(|left| BASE - left).sum();
        let charged = Duration::from_millis(charged);
        let outage_length =
            |outage: &[Instant; 2]| outage[1].min(to).saturating_duration_since(outage[0].max(from));
        let mut up = to - from;
        for outage in outages.iter().map(outage_length).filter(|outage| !outage.is_zero()) {
            up = up.saturating_sub(outage) + RECONNECT_ALLOWANCE;
        }
        assert!(charged <= up, "{}: {charged:?} charged, {up:?} played", seats.id);
        most_charged = most_charged.max(charged);
    }
    refusals.sort();
    refusals.dedup();
    println!(
        "crash: {killed} kills in {:.0} s (down for {:.1} s of it), {games} games, {moves} acknowledged moves: none lost, all agree, none stuck",
        began.elapsed().as_secs_f64(),
        outages.iter().map(|outage| (outage[1] - outage[0]).as_secs_f64()).sum::<f64>()
    );
    println!(
        "crash: serving again after {starts}; the most that one game's clocks were charged: {most_charged:?}"
    );
    println!("crash: refused meanwhile: {refusals:?}");
    assert!(killed > 0 && moves > 0);
    assert!(refusals.iter().all(|code| code != "illegal" && code != "fault"), "{refusals:?}");
    drop(server);
    let _ = std::fs::remove_dir_all(&folder);
}

fn now() -> table::Time {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    table::Time(since.as_millis() as u64)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg(unix)]
async fn time_during_which_the_server_is_suspended_is_charged_to_no_clock() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("suspended-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let address = free_port();
    let program = Path::new(env!("CARGO_BIN_EXE_trois"));
    let server = ServerProcess::start(program, address, &["--data", folder.to_str().unwrap()]);
    let pace = Duration::ZERO;
    let mut seats = open_table(address, &[address], "super - open,open 5+0 first", 1, pace).await;
    let [anne, luc] = &mut seats.bots[..] else { panic!("two players") };
    // Luc joins second, which starts the game; Anne, whose messages are no longer read, is to move.
    while anne.client.table().is_none_or(|table| table.you.is_none()) {
        anne.step().await.unwrap();
    }
    while luc.client.table().is_none_or(|table| table.order.is_empty()) {
        luc.step().await.unwrap();
    }
    server.signal("STOP");
    tokio::time::sleep(Duration::from_secs(7)).await;
    server.signal("CONT");
    let left = |luc: &crowd::Bot| luc.table().clocks.left(now())[0];
    while left(luc) == 0 {
        luc.step().await.unwrap();
    }
    assert!(luc.table().end.is_none() && left(luc) > 2000, "{}", left(luc));
    anne.play_until(1).await.unwrap();
    luc.play_until(1).await.unwrap();
    assert_eq!(luc.table().ply(), 1);
    drop(server);
    let _ = std::fs::remove_dir_all(&folder);
}
