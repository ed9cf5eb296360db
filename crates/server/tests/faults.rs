//! A bad network: games of every kind are played through a proxy that drops, delays, repeats and reorders frames in both
//! directions and cuts connections. `cargo xtask faults` is the long version.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::Running;
use crowd::{
    BadNetwork, Bot, DurationStats, Faults, Seats, check_agreement, length, open_table, play_out, setup,
};
use table::Notification;
use tokio::sync::{Barrier, Mutex, Semaphore};

const BAD: Faults =
    Faults { lost: 20, duplicated: 30, delayed: 100, max_delay: Duration::from_millis(150), cut: 10 };

/// How often the server sends the number of the last message: clients notice lost messages within this time.
const KEEPALIVE: Duration = Duration::from_millis(300);

/// Plays a game to its end.
async fn play(server: std::net::SocketAddr, by: std::net::SocketAddr, number: usize) -> Seats {
    let pace = Duration::from_millis(20);
    let mut seats = open_table(server, &[by], &setup(number, "3600+0"), number as u64, pace).await;
    play_out(&mut seats, Duration::from_secs(240)).await;
    seats
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bad_network_changes_no_game() {
    let games = length("FAULT_GAMES", 9_usize);
    let server = Running::start_with(|settings| settings.keepalive = KEEPALIVE).await;
    let network = BadNetwork::start(server.address, BAD, length("SEED", 1)).await;
    let began = Instant::now();
    let permits = Arc::new(Semaphore::new(length("FAULTS_AT_ONCE", 60)));
    let totals = Arc::new(Mutex::new((0_u64, 0_u64, 0_u64)));
    let mut tasks = Vec::new();
    for number in 0..games {
        let permit = Arc::clone(&permits).acquire_owned().await.unwrap();
        let (address, by, totals) = (server.address, network.address, Arc::clone(&totals));
        tasks.push(tokio::spawn(async move {
            let seats = play(address, by, number).await;
            check_agreement(address, &seats).await;
            let mut totals = totals.lock().await;
            totals.0 += seats.bots.iter().map(|bot| bot.acknowledged.len() as u64).sum::<u64>();
            totals.1 += seats.bots.iter().map(|bot| u64::from(bot.client.connections())).sum::<u64>();
            totals.2 += seats.bots.len() as u64;
            let odd = |code: &&String| ["fault", "illegal", "unavailable", "full"].contains(&code.as_str());
            let odd: Vec<&String> = seats.bots.iter().flat_map(|bot| &bot.refused).filter(odd).collect();
            assert!(odd.is_empty(), "{odd:?}");
            drop(permit);
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let (moves, connections, players) = *totals.lock().await;
    let (frames, spoilt) = network.frames();
    println!(
        "faults: {games} games, {moves} acknowledged moves by {players} players over {connections} connections, {spoilt} of {frames} frames spoilt, in {:.0} s: no divergence",
        began.elapsed().as_secs_f64()
    );
    assert!(spoilt > frames / 20 && connections > players);
}

/// Plays some moves, waits for the network to fail, and returns when the client was connected again.
async fn wait_for_reconnection(bot: &mut Bot, ply: u32, ready: &Barrier) -> Instant {
    bot.play_until(ply).await.unwrap();
    ready.wait().await;
    while bot.client.next().await.unwrap() != Notification::Welcomed {}
    Instant::now()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everyone_reconnects_after_a_network_outage() {
    let (games, outages) = (length("OUTAGE_GAMES", 30_usize), length("OUTAGES", 2_usize));
    let server = Running::start_with(|settings| settings.keepalive = KEEPALIVE).await;
    let clear = Faults { lost: 0, duplicated: 0, delayed: 0, max_delay: Duration::ZERO, cut: 0 };
    let network = BadNetwork::start(server.address, clear, 1).await;
    let mut all = Vec::new();
    for number in 0..games {
        // These games take long.
        let setup = "super - open,open 3600+0 random";
        all.push(open_table(server.address, &[network.address], setup, number as u64, Duration::ZERO).await);
    }
    let mut figures = DurationStats::default();
    for outage in 1..=outages {
        let ready = Arc::new(Barrier::new(games * 2 + 1));
        let mut tasks = Vec::new();
        for (number, seats) in all.iter_mut().enumerate() {
            for mut bot in seats.bots.drain(..) {
                let (ready, ply) = (Arc::clone(&ready), (outage * 12 / outages) as u32);
                tasks.push(tokio::spawn(async move {
                    let at = wait_for_reconnection(&mut bot, ply, &ready).await;
                    (number, bot, at)
                }));
            }
        }
        ready.wait().await;
        network.go_down();
        tokio::time::sleep(Duration::from_millis(500 + 900 * (outage as u64 % 5))).await;
        network.come_back();
        let back = Instant::now();
        for task in tasks {
            let task =
                tokio::time::timeout(Duration::from_secs(30), task).await.expect("everyone comes back");
            let (number, bot, at) = task.unwrap();
            figures.add(at.saturating_duration_since(back));
            all[number].bots.push(bot);
        }
    }
    println!("faults: {outages} outages for {} people: back after {figures}", games * 2);
    for mut seats in all {
        let play = futures_util::future::join_all(seats.bots.iter_mut().map(Bot::play));
        play.await.into_iter().for_each(|played| played.unwrap());
        check_agreement(server.address, &seats).await;
    }
}
