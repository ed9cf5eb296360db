//! A server that stops tells everyone why: every socket gets a close frame with the code 1012 before the process ends.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::net::SocketAddr;
use std::time::Duration;

use client::ApiClient;
use common::{Folder, settings};
use futures_util::StreamExt;
use server::AppState;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;

type Socket = WebSocketStream<TcpStream>;

/// A server on a runtime of its own, which ends with it as a process does: tasks that still run are dropped.
struct OwnProcess {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: oneshot::Receiver<()>,
}

fn start(folder: &Folder) -> OwnProcess {
    let mut settings = settings(folder.path());
    settings.sockets_per_address = 1000;
    let (stop, stopped) = oneshot::channel::<()>();
    let (end, ended) = oneshot::channel();
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let state = AppState::start(settings).await.unwrap();
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            tell.send(listener.local_addr().unwrap()).unwrap();
            server::serve(listener, state, async { drop(stopped.await) }).await;
        });
        runtime.shutdown_background();
        let _ = end.send(());
    });
    OwnProcess { address: told.recv().unwrap(), stop, ended }
}

async fn connect(address: SocketAddr, path: &str, cookie: &str) -> Socket {
    let stream = TcpStream::connect(address).await.unwrap();
    let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
    request.headers_mut().insert("cookie", HeaderValue::from_str(cookie).unwrap());
    tokio_tungstenite::client_async(request, stream).await.unwrap().0
}

/// The code of the close frame with which a connection ends; `None` if it ends without one.
async fn close_code(mut socket: Socket) -> Option<u16> {
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Close(frame) = message {
            return frame.map(|frame| frame.code.into());
        }
    }
    None
}

#[tokio::test(flavor = "multi_thread")]
async fn hundreds_of_sockets_are_notified_of_a_restart() {
    use futures_util::SinkExt;
    let folder = Folder::new();
    let server = start(&folder);
    let anne = ApiClient::new(server.address).await.unwrap();
    let id = anne.create_table("morpion - open,open untimed first").await.unwrap();
    let cookie = anne.cookie().to_owned();
    let mut sockets = Vec::new();
    for number in 0..300 {
        let mut socket = match number % 3 {
            0 => connect(server.address, "/api/lobby/socket", "").await,
            1 => connect(server.address, &format!("/api/tables/{id}/socket"), "").await,
            _ => connect(server.address, &format!("/api/tables/{id}/socket"), &cookie).await,
        };
        let hello = format!("hello version={} seat=- seen=0", table::VERSION);
        socket.send(Message::text(hello)).await.unwrap();
        sockets.push(socket);
    }
    let reading: Vec<_> = sockets.into_iter().map(|socket| tokio::spawn(close_code(socket))).collect();
    server.stop.send(()).unwrap();
    let mut told = 0;
    for reading in reading {
        told += usize::from(reading.await.unwrap() == Some(1012));
    }
    assert_eq!(told, 300);
    server.ended.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_never_read_do_not_keep_the_server_from_stopping() {
    let folder = Folder::new();
    let server = start(&folder);
    let mut sockets = Vec::new();
    for _ in 0..20 {
        sockets.push(connect(server.address, "/api/lobby/socket", "").await);
    }
    server.stop.send(()).unwrap();
    // A bound, not a measurement: without one the server would wait for ever.
    tokio::time::timeout(Duration::from_secs(60), server.ended).await.expect("the server ends").unwrap();
    drop(sockets);
}
