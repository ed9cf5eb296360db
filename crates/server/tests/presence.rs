//! Which players count as connected, after the server itself was frozen.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::time::Duration;

use client::{ApiClient, TableClient};
use common::Running;
use table::{Notification, RequestKind};

async fn join(player: &mut TableClient, name: &str) {
    let contribution = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
    let ask = RequestKind::Join { seat: None, name: name.to_owned(), contribution };
    player.request(ask.clone()).await;
    while !matches!(player.next().await.unwrap(), Notification::Done(done) if done.kind == ask) {}
}

/// One player closes the page, and the server is suspended before it tells the other. When it resumes, the first thing
/// it does at the table is to write that the player has left; it finds out on the way that there was an outage.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_stayed_connected_through_a_freeze_of_the_server_is_not_marked_as_gone() {
    // The server has a runtime with one thread: blocking that thread freezes the server as SIGSTOP would.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let server = runtime.spawn(Running::start()).await.unwrap();
    let opener = ApiClient::new(server.address).await.unwrap();
    let id = opener.create_table("super - open,open 600+0 first").await.unwrap();
    let mut anne = TableClient::new(ApiClient::new(server.address).await.unwrap(), id.clone());
    let mut luc = TableClient::new(ApiClient::new(server.address).await.unwrap(), id.clone());
    join(&mut anne, "Anne").await;
    join(&mut luc, "Luc").await;
    drop(luc);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let freeze = runtime.spawn(async { std::thread::sleep(Duration::from_secs(4)) });
    freeze.await.unwrap();

    let listing = async || opener.get(&format!("/api/tables/{id}")).await.unwrap();
    let luc_is_gone = async {
        while listing().await.contains("seat2=human:-:") {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), luc_is_gone).await.expect("Luc is marked as gone");
    // Anne never lost her connection. Presence is written by itself: a moment later it must be right.
    let anne_is_here = async {
        while !listing().await.contains("seat1=human:-:") {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let is_here = tokio::time::timeout(Duration::from_secs(10), anne_is_here).await.is_ok();
    assert!(is_here, "{}", listing().await);
    assert_eq!(anne.connections(), 1, "Anne was connected all the time");
    drop(server);
    runtime.shutdown_background();
}
