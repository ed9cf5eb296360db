//! Floods of requests that read nothing and write nothing: files, the health check, and requests that are refused.

use client::ApiClient;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::common::Running;
use crate::make::*;

/// How many requests an address may send per minute in these tests. Twice as many may be sent at once.
const PER_MINUTE: u32 = 60;
const BURST: usize = 120;

/// What a flood sends. None of these is charged as a read or a write.
const FREE: [&str; 6] = [
    "GET /healthz HTTP/1.1\r\n",
    "GET / HTTP/1.1\r\n",
    "GET /assets/missing.js HTTP/1.1\r\n",
    "GET /embed/style.css HTTP/1.1\r\n",
    // Refused: not from the app's own page.
    "POST /api/tables HTTP/1.1\r\ncontent-length: 0\r\n",
    // Refused: another method.
    "DELETE / HTTP/1.1\r\n",
];

/// Sends a request many times on one connection, one after the other, and returns the statuses until the server closes it.
async fn flood(server: &Running, request: &str, times: usize) -> Vec<String> {
    let request = format!("{request}host: x\r\n\r\n");
    let mut stream = BufReader::new(TcpStream::connect(server.address).await.unwrap());
    let mut statuses = Vec::new();
    let sending = async {
        while statuses.len() < times {
            if stream.write_all(request.as_bytes()).await.is_err() {
                return;
            }
            let Some(status) = status(&mut stream).await else { return };
            statuses.push(status);
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, sending).await.expect("the server answers");
    statuses
}

/// Reads a response, and returns its status; `None` if the connection is closed.
async fn status(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let (mut status, mut length) = (None, 0);
    loop {
        let mut line = String::new();
        let read = stream.read_line(&mut line).await.ok().filter(|read| *read > 0);
        read?;
        if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
            status = rest.get(..3).map(str::to_owned);
        } else if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
            length = value.trim().parse().unwrap();
        } else if line == "\r\n" {
            let mut body = vec![0; length];
            stream.read_exact(&mut body).await.ok()?;
            return status;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_that_cost_nothing_are_limited_and_their_connection_is_closed() {
    for request in FREE {
        let server = Running::start_with(|settings| {
            settings.is_unlimited = false;
            settings.requests_per_minute = PER_MINUTE;
        })
        .await;
        let statuses = flood(&server, request, 500).await;
        let refused = statuses.iter().filter(|status| *status == "429").count();
        let answered = statuses.len() - refused;
        // The connection counted too; a few requests are refilled meanwhile.
        assert!((BURST - 1..BURST + 60).contains(&answered), "{request}: {answered}");
        assert_eq!((refused, statuses.last().map(String::as_str)), (1, Some("429")), "{request}");
        // Further connections are refused before their requests are read.
        let mut refused = 0;
        for _ in 0..10 {
            refused += usize::from(flood(&server, request, 1).await != ["200"]);
        }
        assert!(refused >= 5, "{request}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_requests_from_one_address_delays_no_other() {
    let server = Running::start_with(|settings| {
        default_limits(settings);
        settings.requests_per_minute = PER_MINUTE;
    })
    .await;
    let anne = guest(&server, ANNE).await;
    let eve = ApiClient::with_cookie(server.address, "").from_address(EVE);
    let mut answered = 0;
    while eve.get("/healthz").await.is_ok() {
        answered += 1;
        assert!(answered < 500, "no limit");
    }
    assert!(answered >= BURST, "{answered}");
    report("requests without a cost from one address, of 500, with a limit of 120", &answered.to_string());
    assert!(anne.get("/healthz").await.is_ok() && anne.get("/api/lobby").await.is_ok());
    anne.create_table("morpion - open,open untimed first").await.unwrap();
    // The load balancer, which names no client, always learns whether the server is there.
    let balancer = ApiClient::with_cookie(server.address, "");
    for _ in 0..2 * BURST {
        balancer.get("/healthz").await.unwrap();
    }
}

/// Forty people behind one address open the app for the first time, which fetches about two hundred files.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_class_behind_one_address_loads_the_app_within_the_default_limits() {
    let server = Running::start_with(|settings| settings.is_unlimited = false).await;
    for _ in 0..40 {
        let statuses = flood(&server, "GET /embed/style.css HTTP/1.1\r\n", 200).await;
        assert!(statuses.len() == 200 && statuses.iter().all(|status| status == "200"), "{statuses:?}");
    }
}
