//! One guest's access to the HTTP API of a server. Each request opens a connection of its own: this is for setting
//! games up, not for playing them.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use table::{Answer, TableId};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How long a response may take.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);

/// A guest of a server, known by a cookie.
#[derive(Clone, Debug)]
pub struct ApiClient {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: String,
    /// The address that a proxy would report, for tests of limits.
    pub(crate) forwarded_for: Option<IpAddr>,
}

/// Why a request failed.
#[derive(Debug)]
pub enum ClientError {
    /// The server cannot be reached, or does not speak the protocol.
    Io(io::Error),
    /// The server refused the request.
    Refused {
        /// The [code](table::Refusal::code) of the reason.
        code: String,
        /// The reason as an English sentence.
        reason: String,
    },
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::Io(error) => error.fmt(f),
            ClientError::Refused { code, reason } => write!(f, "{reason} ({code})"),
        }
    }
}

impl std::error::Error for ClientError {}

impl From<io::Error> for ClientError {
    fn from(error: io::Error) -> ClientError {
        ClientError::Io(error)
    }
}

impl ApiClient {
    /// A new guest, with the cookie that the server gives.
    pub async fn new(address: SocketAddr) -> Result<ApiClient, ClientError> {
        ApiClient::with_cookie(address, "").become_guest().await
    }

    /// A new guest whose requests claim to come from this address, as a proxy would report it.
    pub async fn new_from(address: SocketAddr, from: IpAddr) -> Result<ApiClient, ClientError> {
        ApiClient::with_cookie(address, "").from_address(from).become_guest().await
    }

    /// The same client, whose requests claim to come from this address, as a proxy would report it.
    #[must_use]
    pub fn from_address(self, from: IpAddr) -> ApiClient {
        ApiClient { forwarded_for: Some(from), ..self }
    }

    async fn become_guest(self) -> Result<ApiClient, ClientError> {
        let mut client = self;
        let (head, _) = client.send("POST", "/api/guest", "").await?;
        let cookie = head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next())
            .ok_or_else(|| io::Error::other("the server gives no cookie"))?;
        client.cookie = cookie.to_owned();
        Ok(client)
    }

    /// The guest with this cookie (`name=value`), or a visitor without an identity if it is empty.
    pub fn with_cookie(address: SocketAddr, cookie: &str) -> ApiClient {
        ApiClient { address, cookie: cookie.to_owned(), forwarded_for: None }
    }

    /// The cookie by which the server knows this guest: `name=value`.
    pub fn cookie(&self) -> &str {
        &self.cookie
    }

    /// The same guest at another server that shares the cookie key.
    #[must_use]
    pub fn at(&self, address: SocketAddr) -> ApiClient {
        ApiClient { address, ..self.clone() }
    }

    /// The body of the response to a GET request.
    pub async fn get(&self, path: &str) -> Result<String, ClientError> {
        self.send("GET", path, "").await.map(|(_, body)| body)
    }

    /// The status line and headers of the response to a GET request.
    pub async fn head(&self, path: &str) -> Result<String, ClientError> {
        self.send("GET", path, "").await.map(|(head, _)| head)
    }

    /// The body of the response to a POST request.
    pub async fn post(&self, path: &str, body: &str) -> Result<String, ClientError> {
        self.send("POST", path, body).await.map(|(_, body)| body)
    }

    /// Creates a table with this setup.
    pub async fn create_table(&self, setup: &str) -> Result<TableId, ClientError> {
        let id = self.post("/api/tables", setup).await?;
        id.parse().map_err(|_| io::Error::other(format!("“{id}” is not a table id")).into())
    }

    async fn send(&self, method: &str, path: &str, body: &str) -> Result<(String, String), ClientError> {
        let response = tokio::time::timeout(RESPONSE_TIMEOUT, self.exchange(method, path, body));
        let response = response.await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        let (head, body) =
            response.split_once("\r\n\r\n").ok_or_else(|| io::Error::other("half an answer"))?;
        let status = head.split(' ').nth(1).unwrap_or_default();
        if status.starts_with('2') {
            return Ok((head.to_owned(), body.to_owned()));
        }
        if let Ok(Answer::Refused { code, en, .. }) = body.parse() {
            return Err(ClientError::Refused { code, reason: en });
        }
        Err(io::Error::other(format!("{method} {path}: {status}")).into())
    }

    async fn exchange(&self, method: &str, path: &str, body: &str) -> io::Result<String> {
        let ApiClient { address, cookie, forwarded_for } = self;
        let from = forwarded_for.map_or_else(String::new, |from| format!("x-forwarded-for: {from}\r\n"));
        let mut stream = TcpStream::connect(address).await?;
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncookie: {cookie}\r\n\
             {from}x-trois: 1\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut response = Vec::new();
        stream.read_to_end(&mut response).await?;
        String::from_utf8(response).map_err(io::Error::other)
    }
}
