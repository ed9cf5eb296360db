//! A WebSocket that costs the loader little: what the loader spends, the server on the same cores lacks. It writes a line and
//! reads whole frames with one system call each, and its mask is zero, which leaves a text as it is.

use std::fmt;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::ops::Range;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How much is read at a time, in bytes: the longest messages of both servers.
const READ_BUFFER: usize = 4096;

/// The longest header of a frame that is sent: two bytes, a length of two bytes, and the mask.
const MAX_HEAD: usize = 8;

const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;

pub(crate) fn failed(error: impl fmt::Display) -> io::Error {
    io::Error::other(error.to_string())
}

/// A connection whose handshake is done.
pub(crate) struct Wire {
    stream: TcpStream,
    input: Vec<u8>,
    /// The bytes of the input before this one have been read.
    start: usize,
    /// Room for the head of a frame, and the line that is being sent.
    output: Vec<u8>,
}

impl Wire {
    pub(crate) async fn connect(address: SocketAddr, path: &str, cookie: &str) -> io::Result<Wire> {
        let mut stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\ncookie: {cookie}\r\n\
             connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut wire = Wire { stream, input: Vec::new(), start: 0, output: Vec::new() };
        let end = loop {
            wire.read_more().await?;
            if let Some(at) = wire.input.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break at + 4;
            }
        };
        if !wire.input.starts_with(b"HTTP/1.1 101 ") {
            return Err(failed(String::from_utf8_lossy(&wire.input[..end])));
        }
        wire.start = end;
        Ok(wire)
    }

    async fn read_more(&mut self) -> io::Result<()> {
        self.input.drain(..self.start);
        self.start = 0;
        self.input.reserve(READ_BUFFER);
        match self.stream.read_buf(&mut self.input).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// Sends a line.
    pub(crate) async fn send(&mut self, line: fmt::Arguments<'_>) -> io::Result<()> {
        self.output.clear();
        self.output.extend_from_slice(&[0; MAX_HEAD]);
        self.output.write_fmt(line)?;
        let length = u16::try_from(self.output.len() - MAX_HEAD).map_err(failed)?;
        // The last four zeros are the mask; the head of the frame is written before them.
        let [high, low] = length.to_be_bytes();
        let head: &[u8] =
            if length < 126 { &[0x80 | TEXT, 0x80 | low] } else { &[0x80 | TEXT, 0x80 | 126, high, low] };
        let start = MAX_HEAD - 4 - head.len();
        self.output[start..start + head.len()].copy_from_slice(head);
        self.stream.write_all(&self.output[start..]).await
    }

    /// The next line.
    pub(crate) async fn next(&mut self) -> io::Result<&[u8]> {
        let line = loop {
            match self.next_frame() {
                Some((TEXT, line)) => break line,
                Some((CLOSE, _)) => return Err(io::ErrorKind::ConnectionAborted.into()),
                // A pong with the same text, which is empty at both servers.
                Some((PING, _)) => self.stream.write_all(&[0x8a, 0x80, 0, 0, 0, 0]).await?,
                Some(_) => {}
                None => self.read_more().await?,
            }
        };
        Ok(&self.input[line])
    }

    /// The next whole frame of the input: its kind, and where its text is. Neither server divides a message.
    fn next_frame(&mut self) -> Option<(u8, Range<usize>)> {
        let input = &self.input[self.start..];
        let &[first, second, ..] = input else { return None };
        let (head, length) = match second {
            127 => (10, u64::from_be_bytes(input.get(2..10)?.try_into().ok()?) as usize),
            126 => (4, u16::from_be_bytes(input.get(2..4)?.try_into().ok()?).into()),
            short => (2, short.into()),
        };
        if input.len() < head + length {
            return None;
        }
        let from = self.start + head;
        self.start = from + length;
        Some((first & 0x0f, from..self.start))
    }
}
