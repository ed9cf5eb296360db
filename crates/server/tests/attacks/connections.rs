//! Plain connections: many from one address, and clients that do not read.

use std::time::Duration;

use client::{ApiClient, ClientError};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::common::Running;
use crate::make::*;

const REQUEST: &[u8] = b"GET /api/lobby HTTP/1.1\r\nhost: x\r\n\r\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_connections_of_an_address_are_limited() {
    let change = |settings: &mut server::ServerSettings| {
        settings.is_unlimited = false;
        settings.connections_per_address = 20;
    };
    let server = Running::start_with(change).await;
    let status = async |stream: &mut TcpStream| {
        let mut bytes = [0; 12];
        stream.write_all(REQUEST).await.unwrap();
        stream.read_exact(&mut bytes).await.unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let (mut open, mut refused) = (Vec::new(), 0);
    for _ in 0..60 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        match status(&mut stream).await.as_str() {
            "HTTP/1.1 200" => open.push(stream),
            "HTTP/1.1 429" => refused += 1,
            other => panic!("{other}"),
        }
    }
    assert_eq!((open.len(), refused), (20, 40));
    let refusal = ApiClient::with_cookie(server.address, "").get("/api/lobby").await.unwrap_err();
    assert!(matches!(&refusal, ClientError::Refused { code, .. } if code == "too-fast"), "{refusal}");
    report("connections from one address, of 60, with a limit of 20", &open.len().to_string());
    open.pop();
    let again = async {
        while status(&mut TcpStream::connect(server.address).await.unwrap()).await != "HTTP/1.1 200" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, again).await.expect("a closed connection makes room for another");
}

/// Behind a proxy, all connections come from the proxy, so the server limits the concurrent requests of an address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_proxy_the_concurrent_requests_of_an_address_are_limited() {
    let change = |settings: &mut server::ServerSettings| {
        default_limits(settings);
        settings.connections_per_address = 20;
        settings.client_timeout = TEST_TIMEOUT;
    };
    let server = Running::start_with(change).await;
    let body = "morpion - open,open untimed first";
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nhost: x\r\nx-trois: 1\r\nx-forwarded-for: {EVE}\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    // The server waits for the bodies.
    let mut waiting = FuturesUnordered::new();
    for _ in 0..60 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        waiting.push(async move {
            let mut bytes = [0; 12];
            stream.readable().await.unwrap();
            stream.read_exact(&mut bytes).await.unwrap();
            String::from_utf8_lossy(&bytes).into_owned()
        });
    }
    let refused = async {
        for _ in 0..40 {
            assert_eq!(waiting.next().await.unwrap(), "HTTP/1.1 429");
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, refused).await.expect("40 are refused");
    let another = tokio::time::timeout(Duration::from_millis(300), waiting.next()).await;
    assert!(another.is_err(), "20 are not: {another:?}");
    guest(&server, ANNE).await.get("/api/lobby").await.unwrap();
    report("requests at a time from one address behind a proxy, of 60, with a limit of 20", "20");
    // Cancelled requests make room for others.
    drop(waiting);
    let eve = ApiClient::with_cookie(server.address, "").from_address(EVE);
    let again = async {
        while eve.get("/api/lobby").await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, again).await.expect("a request that ended makes room for another");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_its_responses_is_disconnected() {
    let server = Running::start_with(|settings| settings.client_timeout = Duration::from_secs(1)).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    // Requests one after the other: in the end the responses fill all buffers, and the server does not wait for long.
    let flood = async { while stream.write_all(REQUEST).await.is_ok() {} };
    tokio::time::timeout(TEST_TIMEOUT, flood).await.expect("the server hangs up");
    ApiClient::with_cookie(server.address, "").get("/api/lobby").await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_reads_of_an_address_are_limited_and_others_are_served() {
    let server = Running::start_with(|settings| {
        default_limits(settings);
        settings.reads_per_minute = 60;
    })
    .await;
    let anne = guest(&server, ANNE).await;
    let id = anne.create_table("morpion - open,open untimed first").await.unwrap();
    let paths = [
        "/api/me".to_owned(),
        "/api/mine".to_owned(),
        "/api/lobby?page=2".to_owned(),
        format!("/api/tables/{id}"),
        format!("/games/{id}.svg"),
        format!("/games/{id}.trois"),
        format!("/embed/{id}"),
        format!("/api/tables/{id}/socket"),
        "/api/lobby/socket".to_owned(),
        "/api/nothing".to_owned(),
    ];
    let is_too_fast = |result: Result<String, ClientError>| matches!(result, Err(ClientError::Refused { code, .. }) if code == "too-fast");
    for (number, path) in paths.iter().enumerate() {
        let eve = ApiClient::with_cookie(server.address, "").from_address([203, 0, 113, number as u8].into());
        let mut answered = 0;
        while !is_too_fast(eve.get(path).await) {
            answered += 1;
            assert!(answered < 500, "{path} has no limit");
        }
        assert!(answered >= 60, "{path}: {answered}");
    }
    assert!(anne.get(&format!("/games/{id}.svg")).await.is_ok(), "another address reads on");
    // The files of the app and the health check cost no reads.
    let eve = ApiClient::with_cookie(server.address, "").from_address([203, 0, 113, 0].into());
    assert!(eve.get("/healthz").await.is_ok() && eve.get("/embed/style.css").await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_household_looks_through_the_archive_within_the_default_limits() {
    let server = server().await;
    let anne = guest(&server, ANNE).await;
    let id = anne.create_table("morpion - open,open untimed first").await.unwrap();
    // Four people, ten pages of fifty pictures each.
    for _ in 0..4 * 10 * 50 {
        anne.get(&format!("/games/{id}.svg?ply=0")).await.unwrap();
    }
}
