//! Clients that send too much, take too long, or never read.

use std::time::Duration;

use client::{ApiClient, TableClient};
use futures_util::SinkExt;
use table::GuestId;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::Running;
use crate::make::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_of_a_thousand_joins_succeed_and_posts_are_limited_by_the_budget() {
    let change = |settings: &mut server::ServerSettings| {
        settings.is_unlimited = false;
        // Fifty guests and their tables come from one address.
        settings.writes_per_minute = 600;
    };
    let server = Running::start_with(change).await;
    let game = background_game(&server).await;
    let id = game_id(&server).await;
    let mut joining = Vec::new();
    for _ in 0..50 {
        let api = ApiClient::new(server.address).await.unwrap();
        let id = id.clone();
        joining.push(tokio::spawn(async move {
            let mut player = TableClient::new(api, id);
            let join: table::Request = format!("1 {JOIN}").parse().unwrap();
            let mut codes = Vec::new();
            for _ in 0..20 {
                codes.push(ask(&mut player, join.kind.clone()).await);
            }
            codes
        }));
    }
    let mut codes = Vec::new();
    for task in joining {
        codes.extend(task.await.unwrap());
    }
    let count = |code: &str| codes.iter().filter(|found| *found == code).count();
    assert_eq!((codes.len(), count("done")), (1000, 2));
    assert_eq!(count("already-started") + count("already-seated"), 998, "{codes:?}");
    // A client that sends without reading is told to slow down, and then disconnected.
    let mut eve = socket(server.address, &id.to_string(), &[]).await.unwrap();
    eve.send(Message::text("hello version=5 seat=- seen=0")).await.unwrap();
    for number in 1..1000 {
        if eve.feed(Message::text(format!("{number} {JOIN}"))).await.is_err() {
            break;
        }
    }
    let _ = eve.flush().await;
    let mut flood_codes = Vec::new();
    while !flood_codes.last().is_some_and(|code: &String| code.starts_with("closed")) {
        flood_codes.push(answer(&mut eve).await);
    }
    assert!(
        flood_codes.iter().any(|code| code == "too-fast") && flood_codes.len() < 500,
        "{}",
        flood_codes.len()
    );
    let poster = ApiClient::new(server.address).await.unwrap();
    let mut answers = Vec::new();
    for _ in 0..1000 {
        answers.push(poster.post("/api/me", "Eve").await.map_err(|wrong| refused(&wrong).to_owned()));
    }
    let posted = answers.iter().filter(|answer| answer.is_ok()).count();
    assert!((600..950).contains(&posted), "{posted}");
    assert!(answers.iter().flat_map(|answer| answer.as_ref().err()).all(|code| code == "too-fast"));
    check_undisturbed(&server, game).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_sends_too_slowly_or_too_much_is_disconnected() {
    let server = Running::start_with(|settings| settings.client_timeout = Duration::from_secs(1)).await;
    let game = background_game(&server).await;
    let at = server.address;
    let huge = format!("GET /api/me HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "x".repeat(100_000));
    assert!(raw(at, huge).await.starts_with("HTTP/1.1 431"));
    let many: String = (0..500).map(|number| format!("x{number}: y\r\n")).collect();
    assert!(
        raw(at, format!("GET /api/me HTTP/1.1\r\nhost: x\r\n{many}\r\n")).await.starts_with("HTTP/1.1 431")
    );
    assert!(raw(at, "\u{16}\u{3}\u{1} what\r\n\r\n").await.starts_with("HTTP/1.1 400"));
    // Half a request, nothing at all, and a body that never comes: each has a second, then the connection is closed.
    let half = raw(at, "GET /api/me HTTP/1.1\r\nhost: x\r\nx-slow: ");
    let nothing = raw(at, "");
    let cookie = crate::common::settings(server.folder()).cookie_key.sign(GuestId(7));
    let post = format!(
        "POST /api/me HTTP/1.1\r\nhost: x\r\nx-trois: 1\r\ncookie: trois={cookie}\r\ncontent-length: 100\r\n\r\nEv"
    );
    let body = raw(at, post);
    let mut slowly = TcpStream::connect(at).await.unwrap();
    let dripping = async {
        // Sending one byte at a time does not extend the limit.
        for byte in b"GET /api/me HTTP/1.1\r\nx-trois: and so on and so on".iter().cycle() {
            if slowly.write_all(&[*byte]).await.is_err() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let dripping = async { tokio::time::timeout(TEST_TIMEOUT, dripping).await.expect("the server hangs up") };
    let (_, _, body, ()) = tokio::join!(half, nothing, body, dripping);
    // The guest may post, and was still asked for the rest of the body: neither 401 nor 200.
    assert!(body.starts_with("HTTP/1.1 408"), "{body}");
    check_undisturbed(&server, game).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_never_reads_is_disconnected_and_delays_no_other() {
    let change = |settings: &mut server::ServerSettings| {
        settings.client_timeout = Duration::from_secs(1);
        settings.lines_per_second = 10_000_000;
    };
    let server = Running::start_with(change).await;
    let game = background_game(&server).await;
    let id = game_id(&server).await;
    let small = TcpSocket::new_v4().unwrap();
    small.set_recv_buffer_size(4096).unwrap();
    let stream = small.connect(server.address).await.unwrap();
    let request = format!("ws://{}/api/tables/{id}/socket", server.address).into_client_request().unwrap();
    let (mut eve, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
    eve.send(Message::text("hello version=5 seat=- seen=0")).await.unwrap();
    // Every answer is longer than the line, and none is read: in the end the server closes the connection.
    let flood = async { while eve.send(Message::text("1 dance")).await.is_ok() {} };
    tokio::time::timeout(TEST_TIMEOUT, flood).await.expect("the server hangs up");
    // The table is free for others.
    let mut player = TableClient::new(ApiClient::new(server.address).await.unwrap(), id);
    let join: table::Request = format!("1 {JOIN}").parse().unwrap();
    assert_eq!(ask(&mut player, join.kind).await, "done");
    check_undisturbed(&server, game).await;
}
