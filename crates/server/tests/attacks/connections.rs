//! Plain connections: many from one address, and readers who do not read.

use std::time::Duration;

use client::ApiClient;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::common::Running;
use crate::make::*;

const REQUEST: &[u8] = b"GET /api/lobby HTTP/1.1\r\nhost: x\r\n\r\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_only_so_many_connections() {
    let change = |settings: &mut server::ServerSettings| {
        settings.is_unlimited = false;
        settings.connections_per_address = 20;
    };
    let server = Running::start_with(change).await;
    let answers = async |stream: &mut TcpStream| {
        let mut byte = [0];
        stream.write_all(REQUEST).await.is_ok() && stream.read(&mut byte).await.is_ok_and(|read| read == 1)
    };
    let (mut open, mut refused) = (Vec::new(), 0);
    for _ in 0..60 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        if answers(&mut stream).await { open.push(stream) } else { refused += 1 }
    }
    assert_eq!((open.len(), refused), (20, 40));
    report("connections from one address, of 60, with a limit of 20", &open.len().to_string());
    open.pop();
    let again = async {
        while !answers(&mut TcpStream::connect(server.address).await.unwrap()).await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(FOREVER, again).await.expect("a closed connection makes room for another");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_its_responses_is_disconnected() {
    let server = Running::start_with(|settings| settings.client_timeout = Duration::from_secs(1)).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    // Requests one after the other: in the end the responses fill all buffers, and the server does not wait for long.
    let flood = async { while stream.write_all(REQUEST).await.is_ok() {} };
    tokio::time::timeout(FOREVER, flood).await.expect("the server hangs up");
    ApiClient::with_cookie(server.address, "").get("/api/lobby").await.unwrap();
}
