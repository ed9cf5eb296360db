//! Two guests at a table of either server, over plain WebSockets: what is sent and awaited is all that differs. A new game
//! has two new sockets at either server. The guests of Trois stay the same, and ask for the next table over the connection
//! that they have, as a browser does.

use std::fmt::Write;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use client::ApiClient;
use rules::{AnyGame, Kind, Rng, Turn};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::wire::{Wire, failed};

/// How much is read at a time of an answer to a request for a table.
const READ_BUFFER: usize = 4096;

/// The longest wait for anything.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Whose server it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Peer {
    BoardgameIo,
    Trois,
}

/// Two guests who play one game after the other.
pub(crate) struct Pair {
    address: SocketAddr,
    rng: Rng,
    /// The guests of Trois; boardgame.io has none.
    guests: Option<Guests>,
    game: Game,
    sockets: [Wire; 2],
    ply: u32,
    /// How the confirmation of a move begins, and what its message has in it. They are kept for their memory.
    confirmed: String,
    heard: String,
}

enum Game {
    /// The position, which the loader follows to know the legal moves.
    Trois(AnyGame),
    /// The match, and the cells that are free.
    BoardgameIo(String, Vec<u8>),
}

/// Reads until a line that matches. Answers the pings of Engine.IO on the way.
async fn read_until(socket: &mut Wire, matches: impl Fn(&[u8]) -> bool) -> io::Result<()> {
    loop {
        let line = socket.next().await?;
        if matches(line) {
            return Ok(());
        }
        if line == b"2" {
            socket.send(format_args!("3")).await?;
        } else if line.starts_with(b"refused") || line.starts_with(b"44/") {
            return Err(failed(String::from_utf8_lossy(line)));
        }
    }
}

/// Whether a line contains a text.
fn contains(line: &[u8], text: &str) -> bool {
    std::str::from_utf8(line).is_ok_and(|line| line.contains(text))
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
        let (confirmed, heard) = (String::new(), String::new());
        Ok(Pair { address, rng, guests, game, sockets, ply: 0, confirmed, heard })
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
        let Pair { ply, rng, confirmed, heard, .. } = self;
        let mover = (*ply % 2) as usize;
        let [first, second] = &mut self.sockets;
        let (own, other) = if mover == 0 { (first, second) } else { (second, first) };
        confirmed.clear();
        heard.clear();
        let sent = Instant::now();
        match &mut self.game {
            Game::Trois(position) => {
                let mv = position.random_move(rng).ok_or_else(|| failed("no move"))?;
                position.play_unchecked(mv);
                let number = *ply / 2 + 2;
                write!(confirmed, "done request={number}").map_err(failed)?;
                write!(heard, " ply={ply} ").map_err(failed)?;
                own.send(format_args!("{number} move ply={ply} move={mv}")).await?;
                read_until(other, |line| contains(line, heard)).await?;
            }
            Game::BoardgameIo(id, free) => {
                let cell = free.swap_remove(rng.below(free.len() as u32) as usize);
                write!(confirmed, "42/cells,[\"update\",\"{id}\",").map_err(failed)?;
                own.send(format_args!(
                    "42/cells,[\"update\",{{\"type\":\"MAKE_MOVE\",\"payload\":{{\"type\":\"take\",\"args\":[{cell}],\"playerID\":\"{mover}\"}}}},{ply},\"{id}\",\"{mover}\"]"
                ))
                .await?;
                read_until(other, |line| line.starts_with(confirmed.as_bytes())).await?;
            }
        }
        let delay = sent.elapsed();
        read_until(own, |line| line.starts_with(confirmed.as_bytes())).await?;
        *ply += 1;
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
) -> io::Result<([Wire; 2], Game)> {
    match guests {
        Some(guests) => open_trois(address, guests).await,
        None => open_boardgame_io(address, rng).await,
    }
}

async fn open_trois(address: SocketAddr, guests: &mut Guests) -> io::Result<([Wire; 2], Game)> {
    // The default game has as many cells as the one of the peer.
    let kind = Kind::default();
    let id = guests.create_table(address, &format!("{kind} - open,open 600+5 first")).await?;
    let mut sockets = Vec::new();
    for (seat, cookie) in (1..).zip(&guests.cookies) {
        let mut socket = Wire::connect(address, &format!("/api/tables/{id}/socket"), cookie).await?;
        socket.send(format_args!("hello version=5 seat=- seen=0")).await?;
        let contribution = "000102030405060708090a0b0c0d0e0f";
        socket.send(format_args!("1 join seat={seat} name=Load contribution={contribution}")).await?;
        read_until(&mut socket, |line| line == b"done request=1").await?;
        sockets.push(socket);
    }
    let position = AnyGame::new(kind, "").map_err(|_| failed("no game"))?;
    let sockets = sockets.try_into().map_err(|_| failed("two sockets"))?;
    Ok((sockets, Game::Trois(position)))
}

async fn open_boardgame_io(address: SocketAddr, rng: &mut Rng) -> io::Result<([Wire; 2], Game)> {
    // A match that is asked for and does not exist is made.
    let id = format!("{:016x}", rng.bits());
    let mut sockets = Vec::new();
    for player in 0..2 {
        let mut socket = Wire::connect(address, "/socket.io/?EIO=4&transport=websocket", "").await?;
        read_until(&mut socket, |line| line.starts_with(b"0")).await?;
        socket.send(format_args!("40/cells,")).await?;
        read_until(&mut socket, |line| line.starts_with(b"40/cells,")).await?;
        socket.send(format_args!("42/cells,[\"sync\",\"{id}\",\"{player}\",null,2]")).await?;
        read_until(&mut socket, |line| line.starts_with(b"42/cells,[\"sync\"")).await?;
        sockets.push(socket);
    }
    let sockets = sockets.try_into().map_err(|_| failed("two sockets"))?;
    Ok((sockets, Game::BoardgameIo(id, (0..81).collect())))
}
