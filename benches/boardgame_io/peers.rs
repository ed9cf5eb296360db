//! Two guests at a table of either server, over plain WebSockets: what is sent and awaited is all that differs. A new game
//! has two new sockets at either server. The guests of Trois stay the same, and ask for the next table over the connection
//! that they have, as a browser does.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use client::ApiClient;
use futures_util::{SinkExt, StreamExt};
use rules::{AnyGame, Kind, Rng, Turn};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// How much is read at a time, in bytes: the longest messages of both servers.
const READ_BUFFER: usize = 4096;

/// The longest wait for anything.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Whose server it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Peer {
    BoardgameIo,
    Trois,
}

type Socket = WebSocketStream<TcpStream>;

/// Two guests who play one game after the other.
pub(crate) struct Pair {
    address: SocketAddr,
    rng: Rng,
    /// The guests of Trois; boardgame.io has none.
    guests: Option<Guests>,
    game: Game,
    sockets: [Socket; 2],
    ply: u32,
}

enum Game {
    /// The position, which the loader follows to know the legal moves.
    Trois(AnyGame),
    /// The match, and the cells that are free.
    BoardgameIo(String, Vec<u8>),
}

fn failed(error: impl std::fmt::Display) -> io::Error {
    io::Error::other(error.to_string())
}

async fn connect(address: SocketAddr, path: &str, cookie: &str) -> io::Result<Socket> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut request = format!("ws://{address}{path}").into_client_request().map_err(failed)?;
    request.headers_mut().insert("cookie", cookie.parse().map_err(failed)?);
    request.headers_mut().insert("origin", format!("http://{address}").parse().map_err(failed)?);
    // The default buffer of 128 KiB is filled with zeros before each read: the loader would spend most of its time on that.
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
    let connected = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
    Ok(connected.map_err(failed)?.0)
}

async fn send(socket: &mut Socket, line: String) -> io::Result<()> {
    socket.send(Message::Text(line.into())).await.map_err(failed)
}

/// Reads until a line that matches. Answers the pings of Engine.IO on the way.
async fn read_until(socket: &mut Socket, matches: impl Fn(&str) -> bool) -> io::Result<()> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(line))) if matches(&line) => return Ok(()),
            Some(Ok(Message::Text(line))) if line == "2" => send(socket, "3".to_owned()).await?,
            Some(Ok(Message::Text(line))) if line.starts_with("refused") || line.contains("\"error\"") => {
                return Err(failed(line));
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(failed(error)),
            None => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// The two guests of a pair, and the connection over which the first of them asks for tables.
struct Guests {
    cookies: [String; 2],
    connection: TcpStream,
}

impl Guests {
    async fn new(address: SocketAddr) -> io::Result<Guests> {
        let guests =
            [ApiClient::new(address).await.map_err(failed)?, ApiClient::new(address).await.map_err(failed)?];
        let connection = TcpStream::connect(address).await?;
        connection.set_nodelay(true)?;
        Ok(Guests { cookies: guests.map(|guest| guest.cookie().to_owned()), connection })
    }

    /// Asks for a table, and returns its id.
    async fn create_table(&mut self, address: SocketAddr, setup: &str) -> io::Result<String> {
        let (cookie, length) = (&self.cookies[0], setup.len());
        let request = format!(
            "POST /api/tables HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\nx-trois: 1\r\n\
             content-type: text/plain; charset=utf-8\r\ncontent-length: {length}\r\n\r\n{setup}"
        );
        self.connection.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        let mut buffer = [0; READ_BUFFER];
        loop {
            let read = self.connection.read(&mut buffer).await?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            answer += std::str::from_utf8(&buffer[..read]).map_err(failed)?;
            if let Some(id) = body(&answer)? {
                return Ok(id.to_owned());
            }
        }
    }
}

/// The body of an answer, once all of it is there.
fn body(answer: &str) -> io::Result<Option<&str>> {
    let Some((head, body)) = answer.split_once("\r\n\r\n") else { return Ok(None) };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
    let length = length.ok_or_else(|| failed("an answer without a length"))?;
    if !head.starts_with("HTTP/1.1 2") {
        return Err(failed(head));
    }
    Ok(body.get(..length))
}

impl Pair {
    /// Opens a table or a match, with both guests connected.
    pub(crate) async fn open(peer: Peer, address: SocketAddr, mut rng: Rng) -> io::Result<Pair> {
        let mut guests = match peer {
            Peer::Trois => Some(Guests::new(address).await?),
            Peer::BoardgameIo => None,
        };
        let (sockets, game) = open_game(address, guests.as_mut(), &mut rng).await?;
        Ok(Pair { address, rng, guests, game, sockets, ply: 0 })
    }

    /// Makes moves, one every so often, until the time is over or something fails, and passes the delay of each on. If an
    /// answer does not come, the game waits until the end, and its further moves are missing.
    pub(crate) async fn play_until(
        &mut self,
        mut due: Instant,
        every: Duration,
        end: Instant,
        mut played: impl FnMut(Duration),
    ) {
        let playing = async {
            while due < end {
                sleep_until(due).await;
                let Ok(delay) = self.play().await else { return };
                if Instant::now() < end {
                    played(delay);
                }
                due += every;
            }
        };
        // One timer for the whole game: one for each line would cost the loader more than the line.
        let _ = timeout_at(end + TIMEOUT, playing).await;
    }

    /// Makes a move. Returns how long it took until the opponent received it; the mover has received its confirmation too.
    async fn play(&mut self) -> io::Result<Duration> {
        let mover = (self.ply % 2) as usize;
        let ply = self.ply;
        let (line, confirmed, heard) = match &mut self.game {
            Game::Trois(position) => {
                let mv = position.random_move(&mut self.rng).ok_or_else(|| failed("no move"))?;
                position.play(mv).map_err(|_| failed("illegal"))?;
                let number = ply / 2 + 2;
                (
                    format!("{number} move ply={ply} move={mv}"),
                    format!("done request={number}"),
                    format!(" ply={ply} "),
                )
            }
            Game::BoardgameIo(id, free) => {
                let cell = free.swap_remove(self.rng.below(free.len() as u32) as usize);
                let update = format!("\"update\",\"{id}\",{{");
                let line = format!(
                    "42/cells,[\"update\",{{\"type\":\"MAKE_MOVE\",\"payload\":{{\"type\":\"take\",\"args\":[{cell}],\"playerID\":\"{mover}\"}}}},{ply},\"{id}\",\"{mover}\"]"
                );
                (line, update.clone(), update)
            }
        };
        let sent = Instant::now();
        let [first, second] = &mut self.sockets;
        let (own, other) = if mover == 0 { (first, second) } else { (second, first) };
        send(own, line).await?;
        let received = async {
            read_until(other, |line| line.contains(&heard)).await?;
            Ok::<_, io::Error>(sent.elapsed())
        };
        let (delay, _) = tokio::try_join!(received, read_until(own, |line| line.contains(&confirmed)))?;
        self.ply += 1;
        if self.game.is_over() {
            (self.sockets, self.game) = open_game(self.address, self.guests.as_mut(), &mut self.rng).await?;
            self.ply = 0;
        }
        Ok(delay)
    }
}

impl Game {
    fn is_over(&self) -> bool {
        match self {
            Game::Trois(position) => matches!(position.turn(), Turn::Over(_)),
            Game::BoardgameIo(_, free) => free.is_empty(),
        }
    }
}

/// Opens a table of Trois with its guests, or a match of boardgame.io.
async fn open_game(
    address: SocketAddr,
    guests: Option<&mut Guests>,
    rng: &mut Rng,
) -> io::Result<([Socket; 2], Game)> {
    match guests {
        Some(guests) => open_trois(address, guests).await,
        None => open_boardgame_io(address, rng).await,
    }
}

async fn open_trois(address: SocketAddr, guests: &mut Guests) -> io::Result<([Socket; 2], Game)> {
    // The default game has as many cells as the one of the peer.
    let kind = Kind::default();
    let id = guests.create_table(address, &format!("{kind} - open,open 600+5 first")).await?;
    let mut sockets = Vec::new();
    for (seat, cookie) in guests.cookies.iter().enumerate() {
        let mut socket = connect(address, &format!("/api/tables/{id}/socket"), cookie).await?;
        send(&mut socket, "hello version=5 seat=- seen=0".to_owned()).await?;
        let join =
            format!("1 join seat={} name=Load contribution=000102030405060708090a0b0c0d0e0f", seat + 1);
        send(&mut socket, join).await?;
        read_until(&mut socket, |line| line == "done request=1").await?;
        sockets.push(socket);
    }
    let position = AnyGame::new(kind, "").map_err(|_| failed("no game"))?;
    let sockets = sockets.try_into().map_err(|_| failed("two sockets"))?;
    Ok((sockets, Game::Trois(position)))
}

async fn open_boardgame_io(address: SocketAddr, rng: &mut Rng) -> io::Result<([Socket; 2], Game)> {
    // A match that is asked for and does not exist is made.
    let id = format!("{:016x}", rng.bits());
    let mut sockets = Vec::new();
    for player in 0..2 {
        let mut socket = connect(address, "/socket.io/?EIO=4&transport=websocket", "").await?;
        read_until(&mut socket, |line| line.starts_with('0')).await?;
        send(&mut socket, "40/cells,".to_owned()).await?;
        read_until(&mut socket, |line| line.starts_with("40/cells,")).await?;
        send(&mut socket, format!("42/cells,[\"sync\",\"{id}\",\"{player}\",null,2]")).await?;
        read_until(&mut socket, |line| line.starts_with("42/cells,[\"sync\"")).await?;
        sockets.push(socket);
    }
    let sockets = sockets.try_into().map_err(|_| failed("two sockets"))?;
    Ok((sockets, Game::BoardgameIo(id, (0..81).collect())))
}
