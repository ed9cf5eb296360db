//! Servers that share a PostgreSQL: what players see while it is slow, while its replies are lost, and while another
//! server dies.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::time::Duration;

use client::{ApiClient, TableClient};
use cluster::Cluster;
use common::{Folder, Running};
use crowd::{do_request, join, wait_until};
use server::Database;
use table::{RequestKind, TableId};
use tokio_postgres::{Client, NoTls};

/// A test that waits this long has failed: nothing here takes nearly as long.
const TEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Part of the startup message of the connection that appends events.
const APPENDER: &str = "plan_cache_mode";

/// Starts a server on a database. All servers of a test share the folder, which has the cookie key.
async fn server(url: &str, folder: &Folder) -> Running {
    let mut settings = common::settings(folder.path());
    settings.database = Database::Postgres(url.to_owned());
    Running::with(settings).await
}

async fn player(server: &Running, id: &TableId) -> TableClient {
    let mut player = TableClient::new(ApiClient::new(server.address).await.unwrap(), id.clone());
    wait_until(&mut player, |_| true).await;
    player
}

/// A new table that Anne and Luc have joined, in this order.
async fn table_of_two(server: &Running) -> (TableId, [TableClient; 2]) {
    let opener = ApiClient::new(server.address).await.unwrap();
    let id = opener.create_table("super - open,open untimed first").await.unwrap();
    let mut players = [player(server, &id).await, player(server, &id).await];
    for (player, name) in players.iter_mut().zip(["Anne", "Luc"]) {
        do_request(player, join(name)).await;
    }
    (id, players)
}

fn first_move() -> RequestKind {
    RequestKind::Move { ply: 0, mv: "5.5".to_owned() }
}

/// A session of our own in the database.
async fn session(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_whose_reply_from_the_database_is_lost_is_done_and_shown_to_everyone() {
    let url = Cluster::shared().database();
    let proxy = Cluster::shared().proxy();
    let folder = Folder::new();
    let server = server(&proxy.url(&url), &folder).await;
    let (_, [mut anne, mut luc]) = table_of_two(&server).await;
    proxy.withhold_replies(APPENDER);
    do_request(&mut anne, first_move()).await;
    wait_until(&mut luc, |table| table.ply() == 1).await;
    do_request(&mut luc, RequestKind::Move { ply: 1, mv: "5.1".to_owned() }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_may_have_been_written_is_not_refused_and_is_shown_once_it_is_known() {
    let url = Cluster::shared().database();
    let proxy = Cluster::shared().proxy();
    let folder = Folder::new();
    let server = server(&proxy.url(&url), &folder).await;
    let (_, [mut anne, mut luc]) = table_of_two(&server).await;
    // No append is ever confirmed, but all of them are written.
    proxy.withhold_all_replies(APPENDER);
    do_request(&mut anne, first_move()).await;
    wait_until(&mut luc, |table| table.ply() == 1).await;
    proxy.restore();
    do_request(&mut luc, RequestKind::Move { ply: 1, mv: "5.1".to_owned() }).await;
    wait_until(&mut anne, |table| table.ply() == 2).await;
}

/// Anne's connection is closed when the outcome is unknown. A client that came back would make the server read the
/// store, and so would Luc's: neither does, so the server must read it by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_may_have_been_written_is_shown_although_its_player_does_not_come_back() {
    let url = Cluster::shared().database();
    let proxy = Cluster::shared().proxy();
    let folder = Folder::new();
    let server = server(&proxy.url(&url), &folder).await;
    let (_, [mut anne, mut luc]) = table_of_two(&server).await;
    proxy.withhold_all_replies(APPENDER);
    anne.request(first_move()).await;
    let seen = wait_until(&mut luc, |table| table.ply() == 1);
    tokio::time::timeout(TEST_TIMEOUT, seen).await.expect("the server reads the store again");
    assert_eq!(luc.connections(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_reach_other_servers_while_the_tables_of_a_lost_server_are_rechecked() {
    const TABLES: usize = 40;
    let url = Cluster::shared().database();
    let folder = Folder::new();
    let (home, remote, doomed) =
        (server(&url, &folder).await, server(&url, &folder).await, server(&url, &folder).await);
    let (id, [mut anne, _luc]) = table_of_two(&home).await;
    let mut spectator = player(&remote, &id).await;

    // Tables whose players are at the server that dies, with a spectator each at the remote one.
    let (mut seated, mut spectators) = (Vec::new(), Vec::new());
    for number in 0..TABLES {
        let host = ApiClient::new(doomed.address).await.unwrap();
        let id = host.create_table("morpion - open,open untimed first").await.unwrap();
        let mut player_there = player(&doomed, &id).await;
        do_request(&mut player_there, join(&format!("Player {number}"))).await;
        spectators.push(player(&remote, &id).await);
        seated.push(id.to_string());
    }
    // Nothing can be written at these tables.
    let blocker = session(&url).await;
    blocker.batch_execute("BEGIN").await.unwrap();
    blocker.query("SELECT 1 FROM tables WHERE id = ANY ($1) FOR UPDATE", &[&seated]).await.unwrap();
    let doomed_folder = doomed.stop().await;
    let observer = session(&url).await;
    let is_blocked = async {
        const BLOCKED: &str = "SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'trois' AND wait_event_type = 'Lock'";
        while observer.query_one(BLOCKED, &[]).await.unwrap().get::<_, i64>(0) == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, is_blocked).await.expect("the remote server notices the loss");

    // The remote server handles the tables of the lost one concurrently, and Anne's table takes no longer than usual. One by
    // one, each of them would take until its statement is cancelled after 1.5 s, and all of them 60 s.
    do_request(&mut anne, first_move()).await;
    let seen = wait_until(&mut spectator, |table| table.ply() == 1);
    tokio::time::timeout(TEST_TIMEOUT, seen).await.expect("no table waits for the tables of the lost server");
    blocker.batch_execute("ROLLBACK").await.unwrap();
    drop((spectators, doomed_folder, remote));
}
