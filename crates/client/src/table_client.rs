//! One guest at one table: a [`Conversation`] over a WebSocket that is opened again whenever it is lost.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::{SinkExt, StreamExt};
use rules::Seat;
use table::{
    Backoff, Conversation, Notification, PlayerSecret, Receipt, RequestKind, Snapshot, TableId, Time,
};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderValue, StatusCode};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Error};

use crate::api_client::{ApiClient, ClientError};

/// The waits between attempts to connect, in ms. They are short: this client runs beside the servers it tests.
const BACKOFF: Backoff = Backoff::new(50, 500);

/// How long the TCP connection and the WebSocket handshake may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// A guest at a table.
#[derive(Debug)]
pub struct TableClient {
    api: ApiClient,
    id: TableId,
    socket: Option<WebSocketStream<TcpStream>>,
    conversation: Conversation,
    backoff: Backoff,
    /// When to connect again; at once if `None`.
    retry_at: Option<Instant>,
    connections: u32,
    /// The status with which the server refused the last attempt to connect.
    refused_with: Option<u16>,
}

impl TableClient {
    /// A client for this table. It connects in [`next`](Self::next).
    pub fn new(api: ApiClient, id: TableId) -> TableClient {
        let conversation = Conversation::new();
        TableClient {
            api,
            id,
            socket: None,
            conversation,
            backoff: BACKOFF,
            retry_at: None,
            connections: 0,
            refused_with: None,
        }
    }

    /// What is known of the table; `None` until the first snapshot.
    pub fn table(&self) -> Option<&Snapshot> {
        self.conversation.table()
    }

    /// The guest's access to the server's HTTP API.
    pub fn api(&self) -> &ApiClient {
        &self.api
    }

    /// How many connections have been opened.
    pub fn connections(&self) -> u32 {
        self.connections
    }

    /// The HTTP status with which the server refused the last attempt to connect, such as 429 for too many; `None` if
    /// it did not refuse it. The client keeps trying in [`next`](Self::next), so requests wait until the server accepts
    /// the connection.
    pub fn refused_with(&self) -> Option<u16> {
        self.refused_with
    }

    /// How many requests have no answer yet.
    pub fn unanswered(&self) -> usize {
        self.conversation.unanswered().len()
    }

    /// Continues at another server that shares the same store.
    pub fn switch_server(&mut self, address: SocketAddr) {
        self.api = self.api.at(address);
        self.disconnect();
        self.retry_at = None;
    }

    /// Goes to another table of the same server.
    pub fn switch_table(&mut self, id: TableId) {
        *self = TableClient::new(self.api.clone(), id);
    }

    /// Drops the connection without closing it, as a failing network does.
    pub fn disconnect(&mut self) {
        self.socket = None;
        self.conversation.disconnected();
        self.retry_later();
    }

    fn retry_later(&mut self) {
        let wait = self.backoff.next_wait(jitter());
        self.retry_at = Some(Instant::now() + Duration::from_millis(wait));
    }

    /// Sends a request; without a connection, it is sent as soon as there is one. The answer comes from
    /// [`next`](Self::next).
    pub async fn request(&mut self, kind: RequestKind) {
        self.conversation.request(kind, now());
        self.send_lines().await;
    }

    /// Asks for a seat, any if `None`, and contributes to the shuffle. Keep the receipt: with it, `trois verify` proves
    /// that the server had fixed its secret before. Before the first snapshot it sends nothing and returns `None`.
    pub async fn join(&mut self, seat: Option<Seat>, name: &str, secret: &PlayerSecret) -> Option<Receipt> {
        let table = self.table()?;
        let (commitment, setup) = (table.commitment, table.setup().ok()?);
        let contribution = secret.contribute(name, &self.id, &commitment, &setup);
        self.request(RequestKind::Join { seat, name: name.to_owned(), contribution }).await;
        Some(Receipt { table: self.id.clone(), commitment, setup: Some(setup), contribution })
    }

    async fn send_lines(&mut self) {
        while let Some(line) = self.conversation.next_line() {
            let Some(socket) = &mut self.socket else { continue };
            if socket.send(tungstenite::Message::text(line)).await.is_err() {
                self.disconnect();
            }
        }
    }

    /// Waits for the next notification, reconnecting as often as needed; so it never returns
    /// [`Notification::Reconnect`]. It fails only where reconnecting does not help: there is no such table, or the
    /// server speaks another version of the protocol.
    ///
    /// Cancel safe: if the future is dropped, the next call returns what it would have returned.
    pub async fn next(&mut self) -> Result<Notification, ClientError> {
        loop {
            match self.conversation.next_notification() {
                Some(Notification::Reconnect) => self.disconnect(),
                Some(Notification::Incompatible(line)) => {
                    return Err(io::Error::other(format!("another version: {line}")).into());
                }
                Some(notification) => return Ok(notification),
                None => {}
            }
            let Some(socket) = &mut self.socket else {
                self.connect().await?;
                continue;
            };
            let deadline = self.conversation.deadline().map_or(u64::MAX, |deadline| deadline.since(now()));
            let received = tokio::time::timeout(Duration::from_millis(deadline), socket.next());
            match received.await {
                Err(_) => self.conversation.tick(now()),
                Ok(Some(Ok(tungstenite::Message::Text(line)))) => {
                    self.backoff.reset();
                    self.conversation.receive(line.as_str(), now());
                    self.send_lines().await;
                }
                Ok(Some(Ok(tungstenite::Message::Close(_)) | Err(_)) | None) => self.disconnect(),
                Ok(Some(Ok(_))) => {}
            }
        }
    }

    async fn connect(&mut self) -> Result<(), ClientError> {
        if let Some(retry_at) = self.retry_at {
            tokio::time::sleep_until(retry_at).await;
        }
        let opened = tokio::time::timeout(CONNECT_TIMEOUT, self.open_socket()).await;
        self.refused_with = match &opened {
            Ok(Err(Error::Http(response))) => Some(response.status().as_u16()),
            _ => None,
        };
        match opened {
            Ok(Ok(socket)) => {
                self.socket = Some(socket);
                self.connections += 1;
                self.conversation.connected(now());
                self.send_lines().await;
                Ok(())
            }
            Ok(Err(Error::Http(response))) if response.status() == StatusCode::NOT_FOUND => {
                let reason = format!("there is no table {}", self.id);
                Err(ClientError::Refused { code: "no-such-table".to_owned(), reason })
            }
            Ok(Err(_)) | Err(_) => {
                self.retry_later();
                Ok(())
            }
        }
    }

    async fn open_socket(&self) -> Result<WebSocketStream<TcpStream>, Error> {
        let ApiClient { address, cookie, forwarded_for } = &self.api;
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{address}/api/tables/{}/socket", self.id).into_client_request()?;
        if let Ok(cookie) = HeaderValue::from_str(cookie) {
            request.headers_mut().insert("cookie", cookie);
        }
        if let Some(Ok(from)) = forwarded_for.map(|from| HeaderValue::from_str(&from.to_string())) {
            request.headers_mut().insert("x-forwarded-for", from);
        }
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(socket)
    }
}

fn now() -> Time {
    Time(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
}

/// A number from 0 to 1 that differs from client to client.
fn jitter() -> f64 {
    let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.subsec_nanos());
    f64::from(nanoseconds % 1_000) / 1_000.0
}
