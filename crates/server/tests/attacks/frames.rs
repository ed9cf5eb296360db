//! Sockets that are flooded with frames of every kind.

use std::time::{Duration, Instant};

use client::ApiClient;
use crowd::{DurationStats, length};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::common::Running;
use crate::make::*;

/// Opens a socket; `None` if the server refuses another one.
async fn try_socket(server: &Running, path: &str) -> Option<WebSocketStream<TcpStream>> {
    let mut request = format!("ws://{}{path}", server.address).into_client_request().unwrap();
    request.headers_mut().insert("x-forwarded-for", EVE.to_string().parse().unwrap());
    let stream = TcpStream::connect(server.address).await.unwrap();
    Some(tokio_tungstenite::client_async(request, stream).await.ok()?.0)
}

pub(crate) async fn socket(server: &Running, path: &str) -> WebSocketStream<TcpStream> {
    try_socket(server, path).await.expect("a socket")
}

/// Sends a frame over and over, and returns how many the server took before it closed the connection.
async fn flood(mut socket: WebSocketStream<TcpStream>, frame: &Message, most: u32) -> u32 {
    let mut sent = 0;
    while sent < most && socket.feed(frame.clone()).await.is_ok() {
        sent += 1;
        if sent % 64 == 0 {
            if socket.flush().await.is_err() {
                break;
            }
            // Reads what has arrived, the close frame among it.
            while let Ok(Some(message)) = tokio::time::timeout(Duration::from_millis(1), socket.next()).await
            {
                if !matches!(message, Ok(Message::Text(_) | Message::Pong(_) | Message::Ping(_))) {
                    return sent;
                }
            }
        }
    }
    sent
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_of_every_kind_count_and_too_many_close_the_connection() {
    let server = server().await;
    let id = guest(&server, ANNE).await.create_table("morpion - open,open untimed first").await.unwrap();
    let table = format!("/api/tables/{id}/socket");
    let most = length("ATTACK_FRAMES", 20_000);
    for (name, frame) in [
        ("text", Message::text("1 resign")),
        ("binary", Message::binary(vec![1, 2, 3])),
        ("ping", Message::Ping("x".into())),
        ("pong", Message::Pong("x".into())),
    ] {
        for path in [&table, "/api/lobby/socket"] {
            let sent = flood(socket(&server, path).await, &frame, most).await;
            assert!(sent < 5_000.min(most), "{sent} frames of {name} at {path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_says_why_it_closes_a_connection() {
    let server = server().await;
    for (frame, count, code) in [
        (Message::binary(vec![1, 2, 3]), 1, 1003),
        (Message::text("x".repeat(9000)), 1, 1009),
        (Message::Ping("x".into()), 1000, 1008),
    ] {
        let mut socket = socket(&server, "/api/lobby/socket").await;
        for _ in 0..count {
            socket.feed(frame.clone()).await.unwrap();
        }
        socket.flush().await.unwrap();
        let closed = async {
            loop {
                match socket.next().await {
                    Some(Ok(Message::Close(frame))) => return frame.map(|frame| u16::from(frame.code)),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return None,
                }
            }
        };
        let closed = tokio::time::timeout(TEST_TIMEOUT, closed).await.expect("it is closed");
        assert_eq!(closed, Some(code));
    }
    let text = server.state.metrics_text();
    for code in ["unreadable", "too-fast"] {
        let line = format!("trois_refused_total{{code=\"{code}\"}} 1\n");
        assert!(text.contains(&line), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_never_ends_closes_the_connection() {
    let server = server().await;
    let id = guest(&server, ANNE).await.create_table("morpion - open,open untimed first").await.unwrap();
    let part = |kind| Message::Frame(Frame::message("", OpCode::Data(kind), false));
    // Most of these frames only fill the buffers of the network: the server reads fewer than half of them.
    let most = length("ATTACK_FRAMES", 200_000);
    for path in [&format!("/api/tables/{id}/socket"), "/api/lobby/socket"] {
        let mut socket = socket(&server, path).await;
        socket.send(part(Data::Text)).await.unwrap();
        let sent = flood(socket, &part(Data::Continue), most).await;
        assert!(sent < most, "{sent} parts of a message at {path}");
    }
}

/// Another client requests the lobby in the meantime. Only the long version checks how long that takes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_frames_delays_no_one_else() {
    let server = server().await;
    let id = guest(&server, ANNE).await.create_table("morpion - open,open untimed first").await.unwrap();
    let table = format!("/api/tables/{id}/socket");
    let until = Instant::now() + Duration::from_secs(length("ATTACK_SECONDS", 1));
    let flooding = (0..20).map(|_| async {
        while Instant::now() < until {
            match try_socket(&server, &table).await {
                Some(socket) => drop(flood(socket, &Message::Ping("x".into()), 100_000).await),
                // The address has opened too many.
                None => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    });
    let mut figures = DurationStats::default();
    let bystander = async {
        let anne = ApiClient::with_cookie(server.address, "").from_address(ANNE);
        while Instant::now() < until {
            let began = Instant::now();
            anne.get("/api/lobby").await.unwrap();
            figures.add(began.elapsed());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::join!(futures_util::future::join_all(flooding), bystander);
    report("20 sockets flooded with pings: a bystander's request", &figures.to_string());
    assert!(figures.count() > 5 && (!is_long() || figures.max() < MAX_DELAY), "{figures}");
}
