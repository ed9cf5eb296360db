//! Somebody with a cookie, who asks a server things over HTTP. One connection for each request: nothing here is fast,
//! and nothing needs to be.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use table::{Answer, TableId};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A guest of a server.
#[derive(Clone, Debug)]
pub struct Visitor {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: String,
}

/// What went wrong.
#[derive(Debug)]
pub enum Wrong {
    /// The server cannot be reached, or says what no server says.
    Lost(io::Error),
    /// The server refuses.
    Refused {
        /// The code of the reason.
        code: String,
        /// The reason.
        why: String,
    },
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Lost(error) => error.fmt(f),
            Wrong::Refused { code, why } => write!(f, "{why} ({code})"),
        }
    }
}

impl std::error::Error for Wrong {}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Wrong {
        Wrong::Lost(error)
    }
}

impl Visitor {
    /// Somebody new, with the cookie that the server gives.
    pub async fn new(address: SocketAddr) -> Result<Visitor, Wrong> {
        let mut visitor = Visitor { address, cookie: String::new() };
        let (head, _) = visitor.ask("GET", "/api/me", "").await?;
        let cookie = head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next())
            .ok_or_else(|| io::Error::other("the server gives no cookie"))?;
        visitor.cookie = cookie.to_owned();
        Ok(visitor)
    }

    /// Somebody who has a cookie (`name=value`) already, or none if it is empty.
    pub fn with_cookie(address: SocketAddr, cookie: &str) -> Visitor {
        Visitor { address, cookie: cookie.to_owned() }
    }

    /// The same guest at another server that knows the same cookies.
    #[must_use]
    pub fn at(&self, address: SocketAddr) -> Visitor {
        Visitor { address, cookie: self.cookie.clone() }
    }

    /// Asks for something.
    pub async fn get(&self, path: &str) -> Result<String, Wrong> {
        self.ask("GET", path, "").await.map(|(_, body)| body)
    }

    /// Posts something.
    pub async fn post(&self, path: &str, body: &str) -> Result<String, Wrong> {
        self.ask("POST", path, body).await.map(|(_, body)| body)
    }

    /// Opens a table with this setup.
    pub async fn open(&self, setup: &str) -> Result<TableId, Wrong> {
        let id = self.post("/api/tables", setup).await?;
        id.parse().map_err(|_| io::Error::other(format!("“{id}” is no table")).into())
    }

    async fn ask(&self, method: &str, path: &str, body: &str) -> Result<(String, String), Wrong> {
        let answer = tokio::time::timeout(PATIENCE, self.exchange(method, path, body));
        let answer = answer.await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| io::Error::other("half an answer"))?;
        let status = head.split(' ').nth(1).unwrap_or_default();
        if status.starts_with('2') {
            return Ok((head.to_owned(), body.to_owned()));
        }
        if let Ok(Answer::Refused { code, en, .. }) = body.parse() {
            return Err(Wrong::Refused { code, why: en });
        }
        Err(io::Error::other(format!("{method} {path}: {status}")).into())
    }

    async fn exchange(&self, method: &str, path: &str, body: &str) -> io::Result<String> {
        let Visitor { address, cookie } = self;
        let mut stream = TcpStream::connect(address).await?;
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncookie: {cookie}\r\n\
             x-trois: 1\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        String::from_utf8(answer).map_err(io::Error::other)
    }
}
