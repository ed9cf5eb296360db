//! Strangers who fill the lobby and the archive, and who search it.

use std::time::{Duration, Instant};

use client::{ApiClient, TableClient};
use crowd::{DurationStats, length};
use futures_util::future::join_all;
use table::{Offer, RequestKind};

use crate::make::*;

const SETUP: &str = "morpion - open,open 600+0 first";

async fn listed(api: &ApiClient) -> Option<table::TableId> {
    api.post("/api/tables?listed=yes", SETUP).await.ok()?.parse().ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_of_strangers_do_not_hide_a_player_who_waits() {
    let server = server().await;
    let anne = guest(&server, ANNE).await;
    let id = listed(&anne).await.unwrap();
    let mut waiting = TableClient::new(anne, id.clone());
    assert_eq!(ask(&mut waiting, join()).await, "done");
    let anne = waiting.api().clone();
    // The player answers the server's pings meanwhile.
    let waiting = tokio::spawn(async move { while waiting.next().await.is_ok() {} });
    // Each stranger has an address of its own, sits down at some tables and leaves the others empty.
    let mut opened = 0;
    let mut seated = Vec::new();
    for stranger in 0..length::<u8>("ATTACK_STRANGERS", 4) {
        let address = [203, 0, 113, stranger].into();
        let api = guest(&server, address).await;
        while let Some(id) = listed(&api).await {
            opened += 1;
            let mut player = TableClient::new(api.clone(), id);
            if ask(&mut player, join()).await == "done" {
                seated.push(player);
            }
        }
    }
    let lobby = anne.get("/api/lobby").await.unwrap();
    let place = lobby.lines().position(|line| line.contains(&id.to_string())).expect("the player is shown");
    report(
        &format!("{opened} newer listed tables of strangers: the place of a waiting player in the lobby"),
        &(place + 1).to_string(),
    );
    waiting.abort();
    assert!(opened >= 20, "{opened}");
    assert!(place < length::<usize>("ATTACK_STRANGERS", 4) + 1, "{place}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_nobody_played_are_not_in_the_archive() {
    let server = server().await;
    let (one, two) = (guest(&server, EVE).await, guest(&server, EVE).await);
    let id = listed(&one).await.unwrap();
    let mut players = [one, two].map(|api| TableClient::new(api, id.clone()));
    for _ in 0..3 {
        for (player, kind) in [
            (0, join()),
            (1, join()),
            (0, RequestKind::Resign),
            (0, RequestKind::Offer(Offer::Rematch)),
            (1, RequestKind::Accept(Offer::Rematch)),
        ] {
            assert_eq!(ask(&mut players[player], kind).await, "done");
        }
        sees(&mut players[0], |table| table.rematch.is_some()).await;
        let next = players[0].table().unwrap().rematch.clone().unwrap();
        players.iter_mut().for_each(|player| player.switch_table(next.clone()));
    }
    let archive = players[0].api().get("/api/archive").await.unwrap();
    assert_eq!(archive, "", "games that were resigned at once");
    report("games of one address that were resigned at once, in the archive", "0");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_searches_only_so_often_and_delays_nobody() {
    let server = server().await;
    let eve = ApiClient::with_cookie(server.address, "").from_address(EVE);
    let until = Instant::now() + Duration::from_secs(length("ATTACK_SECONDS", 1));
    let mut figures = DurationStats::default();
    let (mut done, mut refused) = (0, 0);
    let attack = async {
        while Instant::now() < until {
            let asked = join_all((0..20).map(|_| eve.get("/api/archive?name=nobody-has-this-name"))).await;
            done += asked.iter().filter(|answer| answer.is_ok()).count();
            refused += asked.iter().filter(|answer| answer.is_err()).count();
        }
    };
    let bystander = async {
        let anne = ApiClient::with_cookie(server.address, "").from_address(ANNE);
        while Instant::now() < until {
            let began = Instant::now();
            // Above the rate the bystander would be refused as well.
            anne.get("/api/archive?name=anne").await.unwrap();
            figures.add(began.elapsed());
            tokio::time::sleep(Duration::from_millis(600)).await;
        }
    };
    tokio::join!(attack, bystander);
    report("searches by one address", &format!("{done} answered, {refused} refused"));
    report("searches by one address: a bystander's search", &figures.to_string());
    assert!(done <= 30 + 2 * (length::<usize>("ATTACK_SECONDS", 1) + 2) && refused > 0, "{done} {refused}");
}
