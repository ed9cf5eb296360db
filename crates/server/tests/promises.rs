//! Smaller guarantees of the server: its host name, its cookie, its limits, and abandoned games.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::net::SocketAddr;

use client::{ApiClient, ClientError, TableClient};
use common::Running;
use table::{Notification, PlayerSecret};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The response to these bytes.
async fn raw(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

/// The status of a GET request with these header lines.
async fn get(address: SocketAddr, path: &str, headers: &str) -> (u16, String) {
    let answer = raw(address, &format!("GET {path} HTTP/1.1\r\nconnection: close\r\n{headers}\r\n")).await;
    (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
}

#[tokio::test]
async fn a_server_with_a_public_address_answers_to_that_name_only() {
    let server =
        Running::start_with(|settings| settings.public_url = Some("https://trois.example".to_owned())).await;
    let at = server.address;
    assert_eq!(get(at, "/api/lobby", "host: trois.example\r\n").await.0, 200);
    assert_eq!(
        get(at, "/", "host: TROIS.example:443\r\n").await.0,
        get(at, "/", "host: trois.example\r\n").await.0
    );
    for host in ["evil.example", "127.0.0.1", "trois.example.evil.example"] {
        for path in ["/", "/api/lobby", "/games/x.trois"] {
            let (status, answer) = get(at, path, &format!("host: {host}\r\n")).await;
            assert_eq!(status, 421, "{host} {path}: {answer}");
            assert!(
                answer.contains("code=other-host") && answer.contains("https://trois.example"),
                "{answer}"
            );
        }
    }
    assert_eq!(get(at, "http://evil.example/api/lobby", "host: trois.example\r\n").await.0, 421);
    assert_eq!(get(at, "/healthz", "host: 10.0.0.1:8333\r\n").await.0, 200, "load balancers ask by address");
    let answer = raw(
        at,
        "POST /api/guest HTTP/1.1\r\nconnection: close\r\nhost: trois.example\r\nx-trois: 1\r\ncontent-length: 0\r\n\r\n",
    )
    .await;
    assert!(answer.contains("set-cookie: __Host-trois="), "{answer}");
}

#[tokio::test]
async fn a_request_names_its_host_exactly_once() {
    let server = Running::start().await;
    let at = server.address;
    assert_eq!(get(at, "/api/lobby", &format!("host: {at}\r\n")).await.0, 200);
    for headers in [
        String::new(),
        format!("host: {at}\r\nhost: evil.example\r\n"),
        format!("host: {at}\r\nhost: {at}\r\n"),
    ] {
        let (status, answer) = get(at, "/api/lobby", &headers).await;
        assert_eq!(status, 400, "{headers}: {answer}");
        assert!(answer.contains("it%20must%20name%20one"), "{answer}");
    }
}

/// Asks for any seat, and returns the code of the refusal if there is one.
async fn join(api: &ApiClient, id: &table::TableId) -> Option<String> {
    let mut anne = TableClient::new(api.clone(), id.clone());
    loop {
        match anne.next().await.unwrap() {
            Notification::Updated(message) if message.is_snapshot() => {
                anne.join(None, "Anne", &PlayerSecret::new([1; 32])).await.unwrap();
            }
            Notification::Done(_) => return None,
            Notification::Refused { code, .. } => return Some(code),
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_guest_who_may_open_a_table_may_take_a_seat_there() {
    let change = |settings: &mut server::ServerSettings| {
        settings.games_per_guest = 3;
        settings.is_unlimited = false;
    };
    let server = Running::start_with(change).await;
    let anne = ApiClient::new(server.address).await.unwrap();
    let luc = ApiClient::new(server.address).await.unwrap();
    let setup = "morpion - open,open untimed first";
    let others = luc.create_table(setup).await.unwrap();
    for _ in 0..3 {
        let id = anne.create_table(setup).await.unwrap();
        assert_eq!(join(&anne, &id).await, None);
    }
    assert_eq!(join(&anne, &others).await.as_deref(), Some("too-many-games"));
    let refused = anne.create_table(setup).await;
    assert!(matches!(refused, Err(ClientError::Refused { code, .. }) if code == "too-many-games"));
}

#[tokio::test]
async fn a_server_without_limits_lets_a_guest_have_any_number_of_games() {
    let server = Running::start_with(|settings| settings.games_per_guest = 3).await;
    let anne = ApiClient::new(server.address).await.unwrap();
    let luc = ApiClient::new(server.address).await.unwrap();
    for _ in 0..5 {
        let id = luc.create_table("morpion - open,open untimed first").await.unwrap();
        assert_eq!(join(&anne, &id).await, None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_abandoned_game_ends_without_a_result() {
    let server = Running::start().await;
    let anne = ApiClient::new(server.address).await.unwrap();
    let luc = ApiClient::new(server.address).await.unwrap();
    let idle = anne.create_table("morpion - open,open untimed first").await.unwrap();
    let timed = anne.create_table("morpion - open,open 14d first").await.unwrap();
    for api in [&anne, &luc] {
        assert_eq!(join(api, &idle).await, None);
        assert_eq!(join(api, &timed).await, None);
    }
    let folder = server.stop().await.unwrap();
    let later = |days: u64| {
        server::WallClock::new(move || {
            table::Time(server::WallClock::system().now().0 + days * 24 * 3_600_000)
        })
    };
    let listing_of = async |server: &Running, id: &table::TableId| {
        let api = ApiClient::with_cookie(server.address, anne.cookie());
        api.get(&format!("/api/tables/{id}")).await.unwrap()
    };
    let server = Running::restart(&folder, |settings| settings.clock = later(59)).await;
    // The server cleans up right after its start: the pause leaves it time for that.
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    assert!(listing_of(&server, &idle).await.contains(" end=- "), "{}", listing_of(&server, &idle).await);
    // Players who only connect and disconnect do not count as playing.
    let mut looking = TableClient::new(anne.at(server.address), idle.clone());
    while looking.table().is_none_or(|table| table.you.is_none()) {
        looking.next().await.unwrap();
    }
    server.stop().await;
    let server = Running::restart(&folder, |settings| settings.clock = later(61)).await;
    for _ in 0..600 {
        if listing_of(&server, &idle).await.contains(" end=-:abandoned ") {
            assert!(
                listing_of(&server, &timed).await.contains(" end=- "),
                "its clock ends it, and the outage was credited"
            );
            let record = anne.at(server.address).get(&format!("/games/{idle}.trois")).await.unwrap();
            assert!(
                record.contains("[Termination \"abandoned\"]") && record.trim_end().ends_with('*'),
                "{record}"
            );
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{}", listing_of(&server, &idle).await);
}
