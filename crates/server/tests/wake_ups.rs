//! Timed events of tables, such as a flag: they happen without a request or a connection, also after a restart.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::time::Duration;

use client::{ApiClient, TableClient};
use common::Running;
use table::{Notification, RequestKind};

/// A test that waits this long has failed: nothing here takes nearly as long.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);

async fn do_request(player: &mut TableClient, kind: RequestKind) {
    player.request(kind.clone()).await;
    let done = async {
        loop {
            match player.next().await.unwrap() {
                Notification::Done(done) if done.kind == kind => return,
                Notification::Refused { code, .. } => panic!("{kind}: {code}"),
                _ => {}
            }
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, done).await.expect("an answer in time");
}

/// Each move earns time, so that the clock runs out later than the `wake_at` that the store may still have from the
/// start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_moves_have_put_off_runs_out_after_a_restart_with_no_player_connected() {
    let server = Running::start().await;
    let (anne, luc) =
        (ApiClient::new(server.address).await.unwrap(), ApiClient::new(server.address).await.unwrap());
    let id = anne.create_table("morpion - open,open 5+1 first").await.unwrap();
    let mut players = [&anne, &luc].map(|api| TableClient::new(api.clone(), id.clone()));
    for player in &mut players {
        let contribution = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
        do_request(player, RequestKind::Join { seat: None, name: "Anne".to_owned(), contribution }).await;
    }
    for (ply, mv) in (0..).zip(["1", "2", "3", "5"]) {
        do_request(&mut players[ply as usize % 2], RequestKind::Move { ply, mv: mv.to_owned() }).await;
    }
    drop(players);
    let folder = server.stop().await.unwrap();
    let server = Running::restart(&folder, |_| {}).await;
    // The list of a guest's games comes from the store: asking for it loads no table.
    let mine = async || anne.at(server.address).get("/api/mine").await.unwrap();
    assert!(mine().await.contains(" end=- "), "{}", mine().await);
    let ends = async {
        while !mine().await.contains(" end=win2:time ") {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, ends).await.expect("the clock runs out");
}
