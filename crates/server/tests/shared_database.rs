//! Servers that share a PostgreSQL: what players see while it is slow, while its replies are lost, and while another
//! server dies.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::time::Duration;

use client::{ApiClient, TableClient};
use cluster::Cluster;
use common::{Folder, Running};
use server::Database;
use table::{Notification, RequestKind, Snapshot, TableId};
use tokio_postgres::{Client, NoTls};

/// Far longer than anything here takes: a test that waits so long has failed.
const FOREVER: Duration = Duration::from_secs(30);

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
    sees(&mut player, |_| true).await;
    player
}

async fn sees(player: &mut TableClient, what: impl Fn(&Snapshot) -> bool) {
    let wait = async {
        while !player.table().is_some_and(&what) {
            player.next().await.unwrap();
        }
    };
    tokio::time::timeout(FOREVER, wait).await.expect("it is seen in time");
}

/// Asks for something that must be done, however often the client has to come back for the answer.
async fn does(player: &mut TableClient, ask: RequestKind) {
    player.request(ask.clone()).await;
    let wait = async {
        loop {
            match player.next().await.unwrap() {
                Notification::Done(done) if done.kind == ask => return,
                Notification::Refused { code, reason, .. } => {
                    panic!("{ask} was refused: {code}, {}", reason.en)
                }
                _ => {}
            }
        }
    };
    tokio::time::timeout(FOREVER, wait).await.expect("an answer in time");
}

fn join(name: &str) -> RequestKind {
    let contribution = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
    RequestKind::Join { seat: None, name: name.to_owned(), contribution }
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
    let opener = ApiClient::new(server.address).await.unwrap();
    let id = opener.create_table("super - open,open untimed first").await.unwrap();
    let (mut anne, mut luc) = (player(&server, &id).await, player(&server, &id).await);
    does(&mut anne, join("Anne")).await;
    does(&mut luc, join("Luc")).await;
    proxy.withhold_replies(APPENDER);
    does(&mut anne, first_move()).await;
    sees(&mut luc, |table| table.ply() == 1).await;
    does(&mut luc, RequestKind::Move { ply: 1, mv: "5.1".to_owned() }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_may_have_been_written_is_not_refused_and_is_shown_once_it_is_known() {
    let url = Cluster::shared().database();
    let proxy = Cluster::shared().proxy();
    let folder = Folder::new();
    let server = server(&proxy.url(&url), &folder).await;
    let opener = ApiClient::new(server.address).await.unwrap();
    let id = opener.create_table("super - open,open untimed first").await.unwrap();
    let (mut anne, mut luc) = (player(&server, &id).await, player(&server, &id).await);
    does(&mut anne, join("Anne")).await;
    does(&mut luc, join("Luc")).await;
    // No append is ever confirmed, but all of them are written.
    proxy.withhold_all_replies(APPENDER);
    does(&mut anne, first_move()).await;
    // Luc does nothing, and sees it all the same.
    sees(&mut luc, |table| table.ply() == 1).await;
    proxy.restore();
    does(&mut luc, RequestKind::Move { ply: 1, mv: "5.1".to_owned() }).await;
    sees(&mut anne, |table| table.ply() == 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_reach_other_servers_while_a_lost_servers_tables_are_looked_after() {
    const TABLES: usize = 40;
    let url = Cluster::shared().database();
    let folder = Folder::new();
    let (home, remote, doomed) =
        (server(&url, &folder).await, server(&url, &folder).await, server(&url, &folder).await);
    let opener = ApiClient::new(home.address).await.unwrap();
    let id = opener.create_table("super - open,open untimed first").await.unwrap();
    let (mut anne, mut luc) = (player(&home, &id).await, player(&home, &id).await);
    does(&mut anne, join("Anne")).await;
    does(&mut luc, join("Luc")).await;
    let mut spectator = player(&remote, &id).await;

    // Tables whose players are at the server that dies, with a spectator each at the remote one.
    let (mut seated, mut spectators) = (Vec::new(), Vec::new());
    for number in 0..TABLES {
        let host = ApiClient::new(doomed.address).await.unwrap();
        let id = host.create_table("morpion - open,open untimed first").await.unwrap();
        let mut player_there = player(&doomed, &id).await;
        does(&mut player_there, join(&format!("Player {number}"))).await;
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
    tokio::time::timeout(FOREVER, is_blocked).await.expect("the remote server notices the loss");

    does(&mut anne, first_move()).await;
    sees(&mut spectator, |table| table.ply() == 1).await;
    blocker.batch_execute("ROLLBACK").await.unwrap();
    drop((spectators, doomed_folder, remote));
}
