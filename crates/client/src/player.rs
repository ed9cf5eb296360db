//! One at a table: follows it, asks for things, and comes back by itself.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::{SinkExt, StreamExt};
use table::{Answer, Client, Delivery, Hello, Message, Outbox, RequestKind, Snapshot, TableId};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderValue, StatusCode};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Error};

use crate::visitor::{Visitor, Wrong};

/// The first wait after a lost connection, in milliseconds; every further one is twice as long, up to a limit.
const FIRST_WAIT: u64 = 50;
const LONGEST_WAIT: u64 = 500;

/// How long an answer may take. After one that did not come, the next may take longer, up to a limit: a server that
/// has too much to do is not helped by people who come again and again.
const ANSWER: Duration = Duration::from_secs(3);
const MOST_MISSES: u32 = 7;

/// How long the server may be silent.
const SILENCE: Duration = Duration::from_secs(40);

/// How long connecting may take.
const CONNECTING: Duration = Duration::from_secs(5);

/// Somebody at a table.
#[derive(Debug)]
pub struct Player {
    visitor: Visitor,
    id: TableId,
    socket: Option<WebSocketStream<TcpStream>>,
    client: Option<Client>,
    outbox: Outbox,
    failures: u32,
    connections: u32,
    is_welcome: bool,
    /// Since when an answer is waited for.
    waiting: Option<Instant>,
    /// How many answers in a row did not come.
    misses: u32,
}

/// What a player hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// The connection is there, for the first time or again; what was missed follows.
    Here,
    /// Something happened.
    Told(Message),
    /// A request was dealt with.
    Done(RequestKind),
    /// A request was refused.
    Refused {
        /// Which; `None` if the server could not tell.
        ask: Option<RequestKind>,
        /// The code of the reason.
        code: String,
        /// The reason.
        why: String,
    },
}

impl Player {
    /// Somebody who goes to a table.
    pub fn new(visitor: Visitor, id: TableId) -> Player {
        let outbox = Outbox::default();
        Player {
            visitor,
            id,
            socket: None,
            client: None,
            outbox,
            failures: 0,
            connections: 0,
            is_welcome: false,
            waiting: None,
            misses: 0,
        }
    }

    /// What the player knows of the table; `None` before the first word.
    pub fn table(&self) -> Option<&Snapshot> {
        self.client.as_ref().map(Client::table)
    }

    /// Who it is.
    pub fn visitor(&self) -> &Visitor {
        &self.visitor
    }

    /// How many connections there have been.
    pub fn connections(&self) -> u32 {
        self.connections
    }

    /// How many requests wait for an answer.
    pub fn unanswered(&self) -> usize {
        self.outbox.unanswered().len()
    }

    /// Goes on at another server of the same games.
    pub fn move_to(&mut self, address: SocketAddr) {
        self.visitor = self.visitor.at(address);
        self.socket = None;
    }

    /// Goes to another table.
    pub fn go_to(&mut self, id: TableId) {
        *self = Player::new(self.visitor.clone(), id);
    }

    /// Cuts the connection, as a tunnel does.
    pub fn cut(&mut self) {
        self.socket = None;
    }

    /// Asks for something. Without a connection it is asked as soon as there is one.
    pub async fn ask(&mut self, ask: RequestKind) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        let line = self.outbox.ask(ask, now).to_string();
        self.send(line).await;
    }

    async fn send(&mut self, line: String) {
        if let Some(socket) = &mut self.socket
            && socket.send(tungstenite::Message::text(line)).await.is_err()
        {
            self.socket = None;
        }
    }

    /// Waits for the next thing, connecting again as often as it takes. Only what cannot be helped by trying again
    /// is an error: a table that does not exist, a line that cannot be read.
    pub async fn next(&mut self) -> Result<News, Wrong> {
        loop {
            let Some(socket) = &mut self.socket else {
                self.connect().await?;
                continue;
            };
            // Whoever is not answered, or hears nothing at all, comes again.
            let now = Instant::now();
            let is_quiet = self.is_welcome && self.outbox.unanswered().is_empty();
            self.waiting = if is_quiet { None } else { self.waiting.or(Some(now)) };
            let patience = self
                .waiting
                .map_or(SILENCE, |since| (since + ANSWER * (1 + self.misses)).saturating_duration_since(now));
            let Ok(heard) = tokio::time::timeout(patience, socket.next()).await else {
                self.misses = (self.misses + 1).min(MOST_MISSES);
                self.socket = None;
                continue;
            };
            let line = match heard {
                Some(Ok(tungstenite::Message::Text(line))) => line,
                Some(Ok(tungstenite::Message::Close(_)) | Err(_)) | None => {
                    self.socket = None;
                    continue;
                }
                Some(Ok(_)) => continue,
            };
            self.failures = 0;
            if let Some(news) = self.hear(line.as_str()).await? {
                return Ok(news);
            }
        }
    }

    async fn hear(&mut self, line: &str) -> Result<Option<News>, Wrong> {
        let unreadable = |error| io::Error::other(format!("{line}: {error:?}"));
        if line.starts_with(|c: char| c.is_ascii_digit()) {
            let message: Message = line.parse().map_err(unreadable)?;
            let heard = match &mut self.client {
                Some(client) => client.receive(&message),
                None => {
                    self.client = Client::new(&message);
                    if self.client.is_some() { Delivery::New } else { Delivery::Gap }
                }
            };
            return Ok(match heard {
                Delivery::New => Some(News::Told(message)),
                Delivery::Duplicate => None,
                Delivery::Gap => {
                    // Coming again brings what is missing.
                    self.socket = None;
                    None
                }
            });
        }
        let answer = line.parse().map_err(unreadable)?;
        if !matches!(answer, Answer::Still { .. }) {
            self.waiting = None;
            // A welcome may be followed by answers that do not come.
            if self.outbox.unanswered().is_empty() || !matches!(answer, Answer::Welcome { .. }) {
                self.misses = 0;
            }
        }
        Ok(match answer {
            Answer::Welcome { you, last_request } => {
                if self.table().is_some_and(|table| table.you != you) {
                    // The numbers of another seat are others: one begins anew.
                    self.client = None;
                    self.socket = None;
                    return Ok(None);
                }
                self.is_welcome = true;
                self.outbox.known(last_request);
                let again: Vec<String> = self.outbox.unanswered().iter().map(ToString::to_string).collect();
                for line in again {
                    self.send(line).await;
                }
                Some(News::Here)
            }
            Answer::Still { number } => {
                if self.client.as_ref().is_none_or(|client| client.number() < number) {
                    self.socket = None;
                }
                None
            }
            Answer::Done { request } => self.outbox.answered(request).map(|request| News::Done(request.kind)),
            Answer::Refused { request, code, en, .. } => {
                let ask = self.outbox.answered(request).map(|request| request.kind);
                Some(News::Refused { ask, code, why: en })
            }
        })
    }

    async fn connect(&mut self) -> Result<(), Wrong> {
        if self.failures > 0 {
            let wait = (FIRST_WAIT << self.failures.min(10)).min(LONGEST_WAIT);
            tokio::time::sleep(Duration::from_millis(wait)).await;
        }
        self.failures += 1;
        let made = tokio::time::timeout(CONNECTING, self.made()).await;
        match made {
            Ok(Ok(socket)) => {
                self.socket = Some(socket);
                self.connections += 1;
                self.is_welcome = false;
                self.waiting = None;
                let hello = Hello { seen: self.client.as_ref().map_or(0, Client::number) };
                self.send(hello.to_string()).await;
                Ok(())
            }
            Ok(Err(Error::Http(response))) if response.status() == StatusCode::NOT_FOUND => {
                let why = format!("there is no table {}", self.id);
                Err(Wrong::Refused { code: "no-such-table".to_owned(), why })
            }
            // Trying again may help.
            Ok(Err(_)) | Err(_) => Ok(()),
        }
    }

    async fn made(&self) -> Result<WebSocketStream<TcpStream>, Error> {
        let Visitor { address, cookie } = &self.visitor;
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{address}/api/tables/{}/socket", self.id).into_client_request()?;
        if let Ok(cookie) = HeaderValue::from_str(cookie) {
            request.headers_mut().insert("cookie", cookie);
        }
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(socket)
    }
}
