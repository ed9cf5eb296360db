//! The explorer of the archive over HTTP: the moves that were played in a position.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::time::Duration;

use client::{ApiClient, ClientError, TableClient};
use common::Running;
use crowd::{do_request, join};
use table::{RequestKind, TableId};

/// A game of two with these moves, which is listed; the player to move then resigns.
async fn game(server: &Running, setup: &str, moves: &[&str]) {
    let opener = ApiClient::new(server.address).await.unwrap();
    let id: TableId = opener.post("/api/tables?listed=yes", setup).await.unwrap().parse().unwrap();
    let mut players = Vec::new();
    for name in ["Anne", "Luc"] {
        let mut player = TableClient::new(ApiClient::new(server.address).await.unwrap(), id.clone());
        do_request(&mut player, join(name)).await;
        players.push(player);
    }
    for (ply, mv) in moves.iter().enumerate() {
        let kind = RequestKind::Move { ply: ply as u32, mv: (*mv).to_owned() };
        do_request(&mut players[ply % 2], kind).await;
    }
    do_request(&mut players[moves.len() % 2], RequestKind::Resign).await;
}

/// The answer for a position, once this many games are counted.
async fn explored(server: &Running, query: &str, games: u32) -> Vec<String> {
    let api = ApiClient::with_cookie(server.address, "");
    let answer = async {
        loop {
            let answer = api.get(&format!("/api/explorer?{query}")).await.unwrap();
            let counts = answer.lines().flat_map(|line| line.split(' ').skip(1).take(5));
            if counts.map(|count| count.parse::<u32>().unwrap()).sum::<u32>() == games {
                return answer.lines().map(ToOwned::to_owned).collect();
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), answer).await.expect("the games are counted")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_games_are_found_by_position_and_symmetric_positions_are_merged() {
    let server = Running::start().await;
    let setup = "morpion - open,open untimed first";
    game(&server, setup, &["1", "5"]).await;
    game(&server, setup, &["9", "5", "1"]).await;
    game(&server, setup, &["5"]).await;
    // Seat 1 is to move: 1 resigned in the first game, 2 in the others.
    let start = explored(&server, "game=morpion", 3).await;
    assert_eq!(start.len(), 2, "{start:?}");
    assert!(start[0].ends_with(" 1 1 0 0 0 1,3,7,9"), "{start:?}");
    assert!(start[1].ends_with(" 1 0 0 0 0 5"), "{start:?}");
    let corner = explored(&server, "game=morpion&moves=3", 2).await;
    assert_eq!(corner.len(), 1, "{corner:?}");
    assert!(corner[0].ends_with(" 1 1 0 0 0 5"), "{corner:?}");
    // The same position by its key, without the moves.
    let mut position = rules::AnyGame::new(rules::Kind::Morpion, "").unwrap();
    position.play(position.parse_move("7").unwrap()).unwrap();
    let key = explorer::PositionKey::of(&position).unwrap().key;
    let by_key = explored(&server, &format!("game=morpion&key={key:016x}"), 2).await;
    assert_eq!(by_key, [corner[0].trim_end_matches(" 5")]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_that_cannot_be_read_is_refused_with_what_is_expected() {
    let server = Running::start().await;
    let api = ApiClient::with_cookie(server.address, "");
    for (query, expected) in [
        ("", "a game ("),
        ("game=chess", "a game ("),
        ("game=morpion&key=12", "16 hexadecimal digits"),
        ("game=morpion&key=zzzzzzzzzzzzzzzz", "16 hexadecimal digits"),
        ("game=morpion&moves=5,5", "legal moves"),
        ("game=morpion&moves=x", "a cell from 1 to 9"),
        ("game=morpion&moves=1,4,2,5,3", "a position in which a player is to move"),
        ("game=doh&options=players=9", "players"),
        ("game=cards", "a position in which a player is to move"),
        ("game=morpion&ply=3", "game, key, options or moves"),
    ] {
        let answer = api.get(&format!("/api/explorer?{query}")).await;
        let Err(ClientError::Refused { reason, .. }) = answer else { panic!("{query}: {answer:?}") };
        assert!(reason.contains(expected), "{query}: {reason}");
    }
    let long = format!("/api/explorer?game=morpion&moves={}", "5,".repeat(1_500));
    assert!(matches!(api.get(&long).await, Err(ClientError::Refused { .. })));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lookups_of_an_address_are_limited() {
    let server = Running::start_with(|settings| settings.is_unlimited = false).await;
    let api = ApiClient::with_cookie(server.address, "");
    let responses =
        futures_util::future::join_all((0..150).map(|_| api.get("/api/explorer?game=morpion"))).await;
    let refused = |answer: &Result<String, ClientError>| matches!(answer, Err(ClientError::Refused { .. }));
    assert!(responses.iter().any(refused) && responses.iter().filter(|answer| answer.is_ok()).count() >= 100);
}
