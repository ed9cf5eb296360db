//! Two guests at a table of either server, over plain WebSockets: what is sent and awaited is all that differs.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use client::ApiClient;
use futures_util::{SinkExt, StreamExt};
use rules::{AnyGame, Kind, Rng, Turn};
use tokio::net::TcpStream;
use tokio::time::Instant;
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
    peer: Peer,
    address: SocketAddr,
    rng: Rng,
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
async fn read_until(socket: &mut Socket, matches: impl Fn(&str) -> bool) -> io::Result<String> {
    let reading = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(line))) if line == "2" => send(socket, "3".to_owned()).await?,
                Some(Ok(Message::Text(line))) if matches(&line) => return Ok(line.to_string()),
                Some(Ok(Message::Text(line)))
                    if line.starts_with("refused") || line.contains("\"error\"") =>
                {
                    return Err(failed(line));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(failed(error)),
                None => return Err(io::ErrorKind::UnexpectedEof.into()),
            }
        }
    };
    tokio::time::timeout(TIMEOUT, reading).await.map_err(failed)?
}

impl Pair {
    /// Opens a table or a match, with both guests connected.
    pub(crate) async fn open(peer: Peer, address: SocketAddr, mut rng: Rng) -> io::Result<Pair> {
        let (sockets, game) = match peer {
            Peer::Trois => open_trois(address).await?,
            Peer::BoardgameIo => open_boardgame_io(address, &mut rng).await?,
        };
        Ok(Pair { peer, address, rng, game, sockets, ply: 0 })
    }

    /// Makes a move. Returns how long it took until the opponent received it; the mover has received its confirmation too.
    pub(crate) async fn play(&mut self) -> io::Result<Duration> {
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
            *self = Pair::open(self.peer, self.address, self.rng.clone()).await?;
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

async fn open_trois(address: SocketAddr) -> io::Result<([Socket; 2], Game)> {
    let guests =
        [ApiClient::new(address).await.map_err(failed)?, ApiClient::new(address).await.map_err(failed)?];
    let id = guests[0].create_table("super - open,open 600+5 first").await.map_err(failed)?;
    let mut sockets = Vec::new();
    for (seat, guest) in guests.iter().enumerate() {
        let mut socket = connect(address, &format!("/api/tables/{id}/socket"), guest.cookie()).await?;
        send(&mut socket, "hello version=4 seat=- seen=0".to_owned()).await?;
        let join =
            format!("1 join seat={} name=Load contribution=000102030405060708090a0b0c0d0e0f", seat + 1);
        send(&mut socket, join).await?;
        read_until(&mut socket, |line| line == "done request=1").await?;
        sockets.push(socket);
    }
    let kind: Kind = "super".parse().map_err(|_| failed("no game"))?;
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
