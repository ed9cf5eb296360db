//! Three servers on one PostgreSQL: what a move costs does not depend on how many there are.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::ops::Range;
use std::time::Duration;

use client::{ApiClient, TableClient};
use cluster::Cluster;
use common::{Folder, Running};
use crowd::{do_request, join, wait_until};
use server::Database;
use table::{RequestKind, TableId};

/// A test that waits this long has failed: nothing here takes nearly as long.
const TEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The moves of a game of Super Morpion, each in the grid that the one before it leads to.
const MOVES: [&str; 12] =
    ["5.5", "5.1", "1.5", "5.2", "2.5", "5.4", "4.5", "5.6", "6.5", "5.8", "8.5", "5.9"];

async fn servers(url: &str, folder: &Folder) -> [Running; 3] {
    let start = async || {
        let mut settings = common::settings(folder.path());
        settings.database = Database::Postgres(url.to_owned());
        Running::with(settings).await
    };
    [start().await, start().await, start().await]
}

/// How many notifications the servers have sent and received, without heartbeats.
fn notifications(servers: &[Running]) -> [u64; 2] {
    ["trois_notifications_sent_total ", "trois_notifications_received_total "].map(|name| {
        let count = |server: &Running| {
            let text = server.state.metrics_text();
            text.lines().find_map(|line| line.strip_prefix(name)).unwrap().parse::<u64>().unwrap()
        };
        servers.iter().map(count).sum()
    })
}

/// Waits until no server sends any more notifications.
async fn wait_until_quiet(servers: &[Running]) -> [u64; 2] {
    let mut before = notifications(servers);
    loop {
        tokio::time::sleep(Duration::from_millis(700)).await;
        let now = notifications(servers);
        if now == before {
            return now;
        }
        before = now;
    }
}

async fn join_table(server: &Running, id: &TableId, name: &str) -> TableClient {
    let mut player = TableClient::new(ApiClient::new(server.address).await.unwrap(), id.clone());
    do_request(&mut player, join(name)).await;
    player
}

/// Plays some moves, and returns how many notifications were sent and received for all of them.
async fn play(servers: &[Running], players: &mut [TableClient; 2], plies: Range<usize>) -> [u64; 2] {
    let before = wait_until_quiet(servers).await;
    for (ply, mv) in (0..).zip(MOVES).skip(plies.start).take(plies.len()) {
        let mover = ply as usize % 2;
        players[mover].request(RequestKind::Move { ply, mv: mv.to_owned() }).await;
        for player in &mut *players {
            wait_until(player, |table| table.ply() > ply).await;
        }
    }
    let after = wait_until_quiet(servers).await;
    [after[0] - before[0], after[1] - before[1]]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_servers_that_watch_a_table_are_notified_of_a_move() {
    let url = Cluster::shared().database();
    let folder = Folder::new();
    let servers = servers(&url, &folder).await;
    let opener = ApiClient::new(servers[2].address).await.unwrap();
    let setup = "super - open,open untimed first";

    let together = opener.create_table(setup).await.unwrap();
    let mut players =
        [join_table(&servers[0], &together, "Anne").await, join_table(&servers[0], &together, "Luc").await];
    assert_eq!(
        play(&servers, &mut players, 0..12).await,
        [0, 0],
        "both players are at one server: no message at all"
    );

    let apart = opener.create_table(setup).await.unwrap();
    let mut players =
        [join_table(&servers[0], &apart, "Anne").await, join_table(&servers[1], &apart, "Luc").await];
    let moves = MOVES.len() as u64;
    assert_eq!(
        play(&servers, &mut players, 0..12).await,
        [moves, moves],
        "one message a move, to the other player's server"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_is_no_longer_notified_of_a_table_it_unloaded() {
    let url = Cluster::shared().database();
    let folder = Folder::new();
    let servers = servers(&url, &folder).await;
    let opener = ApiClient::new(servers[0].address).await.unwrap();
    let id = opener.create_table("super - open,open untimed first").await.unwrap();
    let mut players = [join_table(&servers[0], &id, "Anne").await, join_table(&servers[0], &id, "Luc").await];
    let mut spectator = TableClient::new(ApiClient::new(servers[1].address).await.unwrap(), id);
    wait_until(&mut spectator, |_| true).await;
    drop(spectator);
    let unloaded = async {
        while !servers[1].state.metrics_text().contains("\ntrois_tables_in_memory 0\n") {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, unloaded).await.expect("nobody watches there");
    assert_eq!(play(&servers, &mut players, 0..1).await, [1, 1], "one message too many …");
    assert_eq!(play(&servers, &mut players, 1..12).await, [0, 0], "… and then none");
}
