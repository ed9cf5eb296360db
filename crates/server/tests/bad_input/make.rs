//! A game that is played in the background, and helpers that send arbitrary bytes to the server.

use std::net::SocketAddr;
use std::time::Duration;

use client::{ApiClient, ClientError, TableClient};
use crowd::{Seats, check_agreement, open_table, play_out};
use futures_util::{SinkExt, StreamExt};
use table::{Answer, Notification, RequestKind, TableId};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::common::Running;

pub(crate) const TEST_TIMEOUT: Duration = Duration::from_secs(30);
pub(crate) const JOIN: &str = "join seat=- name=Eve contribution=000102030405060708090a0b0c0d0e0f";

/// Starts a game that is played during the test.
pub(crate) async fn background_game(server: &Running) -> JoinHandle<Seats> {
    let setup = "super - open,open 600+0 random";
    let mut seats = open_table(server.address, &[server.address], setup, 1, Duration::from_millis(60)).await;
    tokio::spawn(async move {
        play_out(&mut seats, TEST_TIMEOUT).await;
        seats
    })
}

/// Checks that the game was played to its end, that no player was disconnected, and that no request was refused because
/// of the bad input.
pub(crate) async fn check_undisturbed(server: &Running, game: JoinHandle<Seats>) {
    let seats = game.await.unwrap();
    check_agreement(server.address, &seats).await;
    for bot in &seats.bots {
        assert_eq!(bot.client.connections(), 1);
        let own = ["other-ply", "your-turn", "over"];
        assert!(bot.refused.iter().all(|code| own.contains(&code.as_str())), "{:?}", bot.refused);
    }
}

/// Sends raw bytes and returns the whole response.
pub(crate) async fn raw(address: SocketAddr, bytes: impl AsRef<[u8]>) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may close the connection before all is sent.
    let _ = stream.write_all(bytes.as_ref()).await;
    let mut answer = Vec::new();
    let _ =
        tokio::time::timeout(TEST_TIMEOUT, stream.read_to_end(&mut answer)).await.expect("an answer in time");
    String::from_utf8_lossy(&answer).into_owned()
}

/// The status of a response and the code of the refusal in it.
pub(crate) fn refusal(answer: &str) -> (u16, String) {
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    match body.parse() {
        Ok(Answer::Refused { code, fr, en, .. }) => {
            assert!(!fr.is_empty() && !en.is_empty() && fr != en, "{body}");
            (status, code)
        }
        _ => (status, format!("no refusal: {answer}")),
    }
}

pub(crate) fn refused(wrong: &ClientError) -> &str {
    match wrong {
        ClientError::Refused { code, .. } => code,
        ClientError::Io(error) => panic!("{error}"),
    }
}

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// Opens a socket at a table, with additional headers.
pub(crate) async fn socket(
    address: SocketAddr,
    id: &str,
    headers: &[(&'static str, &str)],
) -> Result<Socket, Error> {
    let mut request = format!("ws://{address}/api/tables/{id}/socket").into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    let stream = TcpStream::connect(address).await.unwrap();
    tokio_tungstenite::client_async(request, stream).await.map(|(socket, _)| socket)
}

/// The code of the next refusal; `closed` if the connection is closed.
pub(crate) async fn answer(socket: &mut Socket) -> String {
    let wait = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(line))) if line.starts_with("refused") => {
                    let Ok(Answer::Refused { code, fr, en, .. }) = line.parse() else { panic!("{line}") };
                    assert!(!fr.is_empty() && fr != en && line.len() < 2000, "{line}");
                    return code;
                }
                Some(Ok(Message::Close(Some(frame)))) => return format!("closed {}", u16::from(frame.code)),
                None | Some(Err(_) | Ok(Message::Close(_))) => return "closed".to_owned(),
                Some(Ok(_)) => {}
            }
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, wait).await.expect("an answer in time")
}

pub(crate) async fn send_line(socket: &mut Socket, line: &str) -> String {
    socket.send(Message::text(line)).await.unwrap();
    answer(socket).await
}

/// Creates a table.
pub(crate) async fn game_id(server: &Running) -> TableId {
    ApiClient::new(server.address)
        .await
        .unwrap()
        .create_table("morpion - open,open untimed first")
        .await
        .unwrap()
}

/// Sends a request and returns `done` or the code of the refusal.
pub(crate) async fn ask(player: &mut TableClient, kind: RequestKind) -> String {
    player.request(kind.clone()).await;
    let wait = async {
        loop {
            match player.next().await.unwrap() {
                Notification::Done(done) if done.kind == kind => return "done".to_owned(),
                Notification::Refused { code, .. } => return code,
                _ => {}
            }
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, wait).await.expect("an answer in time")
}
