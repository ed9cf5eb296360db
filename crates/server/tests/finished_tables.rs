//! Finished games on several servers that share a PostgreSQL: what is hidden stays hidden, looking at a game writes
//! nothing, and offers of a rematch reach players at other servers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::time::Duration;

use client::{ApiClient, TableClient};
use cluster::Cluster;
use common::{Folder, Running};
use crowd::{do_request, join, wait_until};
use server::Database;
use table::{Offer, RequestKind};

/// A test that waits this long has failed: nothing here takes nearly as long.
const TEST_TIMEOUT: Duration = Duration::from_secs(30);

const SETUP: &str = "morpion - open,open untimed first";

/// Starts a server with the usual limits. All servers of a test share the folder, which has the cookie key.
async fn server(url: &str, folder: &Folder) -> Running {
    let mut settings = common::settings(folder.path());
    settings.database = Database::Postgres(url.to_owned());
    settings.is_unlimited = false;
    Running::with(settings).await
}

/// A listed game of two guests, each at a server, which the first one resigns at once. Returns its id too.
async fn resigned_game(servers: [&Running; 2]) -> (String, [TableClient; 2]) {
    let [one, two] = servers.map(|server| server.address);
    let apis = [ApiClient::new(one).await.unwrap(), ApiClient::new(two).await.unwrap()];
    let id = apis[0].post("/api/tables?listed=yes", SETUP).await.unwrap();
    let mut players = apis.map(|api| TableClient::new(api, id.parse().unwrap()));
    for player in &mut players {
        do_request(player, join("Anne")).await;
    }
    // The game has begun when both have a seat. The other server is notified of that a moment later.
    wait_until(&mut players[0], |table| !table.order.is_empty()).await;
    do_request(&mut players[0], RequestKind::Resign).await;
    wait_until(&mut players[1], |table| table.end.is_some()).await;
    (id, players)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_without_real_play_stays_out_of_the_archive_when_another_server_writes_to_it() {
    let url = Cluster::shared().database();
    let folder = Folder::new();
    let servers = [server(&url, &folder).await, server(&url, &folder).await];
    // Both servers have held the table since before the end, of which only the first one decides how it is listed.
    let (_, mut players) = resigned_game([&servers[0], &servers[1]]).await;
    do_request(&mut players[1], RequestKind::Offer(Offer::Rematch)).await;
    for server in &servers {
        let api = ApiClient::with_cookie(server.address, "");
        assert_eq!(api.get("/api/archive").await.unwrap(), "");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_is_watched_while_it_is_viewed_and_the_last_player_to_agree_opens_the_rematch() {
    let cluster = Cluster::shared();
    let url = cluster.database();
    let folder = Folder::new();
    let servers = [server(&url, &folder).await, server(&url, &folder).await];
    let (id, [mut anne, mut luc]) = resigned_game([&servers[0], &servers[0]]).await;
    let rows = || cluster.sql(&url, "SELECT string_agg(xmin::text, ' ' ORDER BY key) FROM tables");
    let before = rows();
    let visitor = ApiClient::with_cookie(servers[1].address, "");
    for _ in 0..3 {
        assert!(visitor.get(&format!("/games/{id}.svg?ply=0")).await.unwrap().starts_with("<svg"));
    }
    assert_eq!(rows(), before, "a picture of a finished game writes nothing");

    luc.switch_server(servers[1].address);
    wait_until(&mut luc, |table| table.end.is_some()).await;
    do_request(&mut anne, RequestKind::Offer(Offer::Rematch)).await;
    wait_until(&mut luc, |table| !table.offers.is_empty()).await;
    do_request(&mut luc, RequestKind::Accept(Offer::Rematch)).await;
    wait_until(&mut anne, |table| table.rematch.is_some()).await;
    let openers = cluster.sql(&url, "SELECT count(DISTINCT opener) FROM tables");
    assert_eq!(openers, "2", "Anne opened the game, and Luc its rematch");

    drop((anne, luc));
    let watchers = "SELECT coalesce(sum(cardinality(watchers)), 0) FROM tables WHERE stage = 2";
    let unwatched = async {
        while tokio::task::block_in_place(|| cluster.sql(&url, watchers)) != "0" {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, unwatched).await.expect("no server watches a game without viewers");
}
