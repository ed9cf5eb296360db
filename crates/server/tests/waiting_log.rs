//! The log of a table whose game has not started stays short, however often players come and go.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use client::{ApiClient, TableClient};
use cluster::Cluster;
use common::{Folder, Running};
use crowd::{do_request, join, wait_until};
use rusqlite::Connection;
use server::Database;
use table::{RequestKind, Snapshot, TableId};

/// How often players come and go.
const ROUNDS: usize = 1000;

/// The most events and bytes that the log of a waiting table may have.
const MAX_EVENTS: u32 = 100;
const MAX_BYTES: u32 = 40_000;

async fn guest_at(server: &Running, id: &TableId) -> TableClient {
    TableClient::new(ApiClient::new(server.address).await.unwrap(), id.clone())
}

fn is_full(table: &Snapshot) -> bool {
    !table.order.is_empty()
}

/// Anne waits at one server, and others come and go at another. Then two players stay, and the game starts. Returns the
/// table, and the events and bytes of its log just before the game.
async fn churn(at: &Running, elsewhere: &Running, size: impl Fn() -> (u32, u32)) -> (TableId, (u32, u32)) {
    let opener = ApiClient::new(at.address).await.unwrap();
    let id = opener.create_table("doh players=3 open,open,open untimed first").await.unwrap();
    let mut anne = guest_at(elsewhere, &id).await;
    do_request(&mut anne, join("Anne")).await;
    let mut others = [guest_at(at, &id).await, guest_at(elsewhere, &id).await, guest_at(at, &id).await];
    for round in 0..ROUNDS {
        let other = &mut others[round % 3];
        do_request(other, join("Luc")).await;
        do_request(other, RequestKind::Leave).await;
    }
    let size = size();
    let [luc, eve, _] = &mut others;
    do_request(luc, join("Luc")).await;
    do_request(eve, join("Eve")).await;
    for player in [&mut anne, luc, eve] {
        wait_until(player, is_full).await;
    }
    assert_eq!(anne.table().unwrap().you.map(|seat| seat.to_string()).as_deref(), Some("1"));
    assert_eq!(anne.table().unwrap().seats, luc.table().unwrap().seats);
    let mv = anne.table().unwrap().position().unwrap().random_move(&mut rules::Rng::new(1)).unwrap();
    do_request(&mut anne, RequestKind::Move { ply: 0, mv: mv.to_string() }).await;
    wait_until(eve, |table| table.ply() == 1).await;
    (id, size)
}

fn check((events, bytes): (u32, u32)) {
    println!("after {ROUNDS} rounds the log has {events} events and {bytes} bytes");
    assert!(events <= MAX_EVENTS && bytes <= MAX_BYTES, "{events} events, {bytes} bytes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_of_a_waiting_table_stays_short_on_sqlite() {
    let server = Running::start_with(|settings| settings.lines_per_second = 10_000).await;
    let path = server.folder().join("trois.db");
    let size = || {
        let connection = Connection::open(&path).unwrap();
        let read = "SELECT count(*), sum(length(line)) FROM events";
        connection.query_row(read, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
    };
    let (id, size) = churn(&server, &server, size).await;
    check(size);
    let folder = server.stop().await.unwrap();
    let server = Running::restart(&folder, |_| {}).await.keeping(folder);
    wait_until(&mut guest_at(&server, &id).await, |table| table.ply() == 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_of_a_waiting_table_stays_short_on_postgresql_with_players_at_two_servers() {
    let cluster = Cluster::shared();
    let url = cluster.database();
    let folder = Folder::new();
    let start = async || {
        let mut settings = common::settings(folder.path());
        settings.database = Database::Postgres(url.clone());
        settings.lines_per_second = 10_000;
        Running::with(settings).await
    };
    let (one, two) = (start().await, start().await);
    let size = || {
        let text = cluster.sql(&url, "SELECT count(*) || ' ' || sum(length(line)) FROM events");
        let (events, bytes) = text.trim().split_once(' ').unwrap();
        (events.parse().unwrap(), bytes.parse().unwrap())
    };
    let (id, size) = churn(&one, &two, size).await;
    check(size);
    wait_until(&mut guest_at(&start().await, &id).await, |table| table.ply() == 1).await;
}
