//! A bot that joins a table and plays at random to the end, through all connection failures, and remembers what the
//! server has acknowledged.

use std::time::{Duration, Instant};

use client::{ClientError, TableClient};
use rules::{Rng, Turn};
use table::{Notification, Occupant, Phrase, PlayerSecret, RequestKind, Snapshot};

/// How long a bot waits after a refusal.
const PAUSE: Duration = Duration::from_millis(100);

/// A bot that plays at random.
#[derive(Debug)]
pub struct Bot {
    /// The connection, and the bot's copy of the table.
    pub client: TableClient,
    /// The moves that the server has acknowledged, with their plies.
    pub acknowledged: Vec<(u32, String)>,
    /// The codes of the refusals it received.
    pub refused: Vec<String>,
    /// When the server last sent a welcome.
    pub welcomed: Option<Instant>,
    name: String,
    secret: PlayerSecret,
    rng: Rng,
    pace: Duration,
    has_joined: bool,
    /// The ply at which the bot last sent a move.
    moved_at: Option<u32>,
    off_turn_acted_at: Option<u32>,
}

impl Bot {
    /// A bot with a name that thinks for up to `pace`.
    pub fn new(client: TableClient, name: &str, seed: u64, pace: Duration) -> Bot {
        let mut rng = Rng::new(seed);
        Bot {
            client,
            acknowledged: Vec::new(),
            refused: Vec::new(),
            welcomed: None,
            name: name.to_owned(),
            secret: PlayerSecret::new(std::array::from_fn(|_| rng.below(256) as u8)),
            rng,
            pace,
            has_joined: false,
            moved_at: None,
            off_turn_acted_at: None,
        }
    }

    /// The bot's copy of the table.
    ///
    /// # Panics
    ///
    /// Before the server has sent the table.
    pub fn table(&self) -> &Snapshot {
        self.client.table().unwrap()
    }

    /// Whether the bot knows that the game is over, and all its requests are answered.
    pub fn is_done(&self) -> bool {
        self.client.table().is_some_and(|table| table.end.is_some()) && self.client.unanswered() == 0
    }

    /// Plays to the end.
    pub async fn play(&mut self) -> Result<(), ClientError> {
        while !self.is_done() {
            self.step().await?;
        }
        Ok(())
    }

    /// Plays until `ply` moves have been made, or to the end.
    pub async fn play_until(&mut self, ply: u32) -> Result<(), ClientError> {
        while !self.is_done() && self.client.table().is_none_or(|table| table.ply() < ply) {
            self.step().await?;
        }
        Ok(())
    }

    /// Sends a request if one is due, then handles the next notification.
    pub async fn step(&mut self) -> Result<(), ClientError> {
        self.act().await;
        match self.client.next().await? {
            Notification::Welcomed => self.welcomed = Some(Instant::now()),
            Notification::Done(request) => {
                if let RequestKind::Move { ply, mv } = request.kind {
                    self.acknowledged.push((ply, mv));
                }
            }
            Notification::Refused { request, code, .. } => {
                match request.map(|request| request.kind) {
                    Some(RequestKind::Join { .. }) if code != "already-seated" => self.has_joined = false,
                    Some(RequestKind::Move { .. }) => self.moved_at = None,
                    _ => {}
                }
                self.refused.push(code);
                tokio::time::sleep(PAUSE).await;
            }
            _ => {}
        }
        Ok(())
    }

    async fn act(&mut self) {
        if self.client.unanswered() > 0 {
            return;
        }
        let Some(table) = self.client.table().filter(|table| table.end.is_none()) else { return };
        if table.order.is_empty() {
            if table.you.is_none() && !self.has_joined {
                self.has_joined = true;
                self.client.join(None, &self.name, &self.secret).await;
            }
            return;
        }
        let Some(you) = table.you else { return };
        if matches!(table.seats.get(you.index()), Some(Occupant::Human { stand_in: Some(_), .. })) {
            return;
        }
        let (ply, kind) = (table.ply(), table.kind);
        let position = table.position().unwrap();
        if position.turn() == Turn::Seat(you) {
            if self.moved_at != Some(ply) {
                self.moved_at = Some(ply);
                let mv = position.random_move(&mut self.rng).unwrap().to_string();
                tokio::time::sleep(self.pace.mul_f64(f64::from(self.rng.below(1000)) / 1000.0)).await;
                self.client.request(RequestKind::Move { ply, mv }).await;
            }
        } else if self.off_turn_acted_at != Some(ply) {
            self.off_turn_acted_at = Some(ply);
            match self.rng.below(12) {
                0 => self.client.request(RequestKind::Say(Phrase::Hello)).await,
                // A premove that may be legal later. In games with hidden cards, the bot cannot choose one.
                1 | 2 if !kind.hides() => {
                    if let Some(mv) = position.random_move(&mut self.rng) {
                        self.client.request(RequestKind::Premove { ply: ply + 1, mv: mv.to_string() }).await;
                    }
                }
                _ => {}
            }
        }
    }
}
