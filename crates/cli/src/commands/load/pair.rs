//! Two guests who play one game after the other at a given pace.

use std::sync::Arc;
use std::time::Duration;

use client::{ApiClient, ClientError, TableClient};
use rules::{AnyGame, AnyView, Rng, Seat, Turn, Viewer, Words};
use table::{Contribution, Notification, Request, RequestKind, Snapshot, Update};
use tokio::time::Instant;

use super::stats::Stats;

/// The longest wait for anything before it counts as an error.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Two guests at a table.
pub(super) struct PlayerPair {
    clients: [ApiClient; 2],
    sides: [Side; 2],
    setup: String,
    rng: Rng,
}

/// One of the two guests.
struct Side {
    player: TableClient,
    /// The position as this guest sees it, updated move by move: replaying the game for each move would take most of the
    /// time. `None` until it is needed.
    seen: Option<(AnyGame, AnyView)>,
}

/// When the moves of a game are due.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) first: Instant,
    pub(super) every: Duration,
}

/// The request to take any free seat.
pub(super) fn join_request(rng: &mut Rng) -> RequestKind {
    let digits = format!("{:016x}{:016x}", rng.bits(), rng.bits());
    let contribution = digits.parse().unwrap_or_else(|_| Contribution::new([0; 16]));
    RequestKind::Join { seat: None, name: "Load".to_owned(), contribution }
}

fn refused(code: String, reason: &Words) -> ClientError {
    ClientError::Refused { code, reason: reason.en.to_string() }
}

/// Takes a seat and waits until the server confirms it.
pub(super) async fn take_seat(player: &mut TableClient, rng: &mut Rng) -> Result<(), ClientError> {
    player.request(join_request(rng)).await;
    loop {
        match player.next().await? {
            Notification::Done(Request { kind: RequestKind::Join { .. }, .. }) => return Ok(()),
            Notification::Refused { code, reason, .. } => return Err(refused(code, &reason)),
            _ => {}
        }
    }
}

impl Side {
    fn table(&self) -> Option<&Snapshot> {
        self.player.table()
    }

    fn apply(&mut self, update: &Update) {
        let step = match update {
            Update::Moved { mv, .. } | Update::Drawn { mv, .. } => mv,
            Update::Offered { .. } | Update::Gone { .. } | Update::Back { .. } | Update::Said { .. } => {
                return;
            }
            _ => {
                self.seen = None;
                return;
            }
        };
        let Some((start, view)) = &mut self.seen else { return };
        match start.parse_move(&step.mv) {
            Ok(mv) => view.observe(mv, step.turn),
            Err(_) => self.seen = None,
        }
    }

    fn is_over(&mut self) -> bool {
        self.position().is_some_and(|position| matches!(position.turn(), Turn::Over(_)))
            || self.table().is_some_and(|table| table.end.is_some())
    }

    /// The position as this guest sees it.
    fn position(&mut self) -> Option<AnyGame> {
        if self.seen.is_none() {
            let table = self.player.table()?;
            let start = AnyGame::new(table.kind, &table.options).ok()?;
            let mut view = start.view(table.you.map_or(Viewer::Public, Viewer::Seat));
            for step in &table.moves {
                view.observe(start.parse_move(&step.mv).ok()?, step.turn);
            }
            self.seen = Some((start, view));
        }
        self.seen.as_ref().map(|(_, view)| view.position())
    }
}

impl PlayerPair {
    /// Seats two guests at a new table.
    pub(super) async fn new(
        clients: [ApiClient; 2],
        setup: String,
        mut rng: Rng,
    ) -> Result<PlayerPair, ClientError> {
        let id = clients[0].create_table(&setup).await?;
        let side = |api: &ApiClient| Side { player: TableClient::new(api.clone(), id.clone()), seen: None };
        let mut sides = [side(&clients[0]), side(&clients[1])];
        for side in &mut sides {
            let seated = tokio::time::timeout(TIMEOUT, take_seat(&mut side.player, &mut rng)).await;
            seated.map_err(|_| ClientError::Io(std::io::ErrorKind::TimedOut.into()))??;
        }
        Ok(PlayerPair { clients, sides, setup, rng })
    }

    /// Plays for ever, a move whenever one is due.
    pub(super) async fn keep_playing(mut self, pace: Pace, stats: Arc<Stats>) {
        let mut due = pace.first;
        loop {
            if let Err(error) = self.play_due_move(due, &stats).await {
                match &error {
                    ClientError::Refused { code, .. } => stats.refused(code),
                    ClientError::Io(error) => stats.error(&error.to_string()),
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
                if let Err(error) = self.start_new_game().await {
                    stats.error(&error.to_string());
                }
            }
            due += pace.every;
        }
    }

    /// Makes the move that is due then, and starts the next game if the move ends this one.
    async fn play_due_move(&mut self, due: Instant, stats: &Stats) -> Result<(), ClientError> {
        while self.next_message(due, stats).await?.is_some() {}
        let mover = loop {
            match self.mover(due.max(Instant::now()) + TIMEOUT, stats).await? {
                Some(mover) => break mover,
                None => self.next_game(stats).await?,
            }
        };
        self.play(mover, stats).await?;
        if self.sides.iter_mut().any(Side::is_over) {
            self.next_game(stats).await?;
        }
        Ok(())
    }

    async fn next_game(&mut self, stats: &Stats) -> Result<(), ClientError> {
        stats.finished();
        self.start_new_game().await
    }

    async fn start_new_game(&mut self) -> Result<(), ClientError> {
        *self = PlayerPair::new(self.clients.clone(), self.setup.clone(), self.rng.clone()).await?;
        Ok(())
    }

    /// The side to move, once both sides know it; `None` after the end of the game.
    async fn mover(&mut self, until: Instant, stats: &Stats) -> Result<Option<usize>, ClientError> {
        loop {
            if self.sides.iter_mut().any(Side::is_over) {
                return Ok(None);
            }
            if let (Some(one), Some(two)) = (self.turn(0), self.turn(1))
                && one == two
            {
                let is_mover = |side: &Side| side.table().is_some_and(|table| table.you == Some(one));
                return Ok(self.sides.iter().position(is_mover));
            }
            if self.next_message(until, stats).await?.is_none() {
                return Err(std::io::Error::other("a game that does not go on").into());
            }
        }
    }

    fn turn(&mut self, index: usize) -> Option<Seat> {
        let side = &mut self.sides[index];
        match side.position()?.turn() {
            Turn::Seat(seat) if side.table().is_some_and(|table| !table.order.is_empty()) => Some(seat),
            _ => None,
        }
    }

    /// Makes a random move, and measures its delivery and its acknowledgement.
    async fn play(&mut self, mover: usize, stats: &Stats) -> Result<(), ClientError> {
        let side = &mut self.sides[mover];
        let mv = side.position().and_then(|position| position.random_move(&mut self.rng));
        let (Some(mv), Some(table)) = (mv, side.player.table()) else {
            return Err(std::io::Error::other("a position without a move").into());
        };
        let request = RequestKind::Move { ply: table.ply(), mv: mv.to_string() };
        let at = table.ply();
        let sent = Instant::now();
        side.player.request(request).await;
        let (mut is_delivered, mut is_done) = (false, false);
        while !(is_delivered && is_done) {
            match self.next_message(sent + TIMEOUT, stats).await? {
                None => return Err(std::io::Error::other("a move without an answer").into()),
                Some((by, Notification::Updated(message))) if by != mover => match message.update {
                    Update::Moved { ply, .. } if ply == at => {
                        is_delivered = true;
                        stats.delivered(sent.elapsed());
                    }
                    // After a reconnection the move comes inside a snapshot.
                    Update::Table(table) if table.ply() > at => is_delivered = true,
                    _ => {}
                },
                Some((by, Notification::Done(_))) if by == mover => {
                    is_done = true;
                    stats.done(sent.elapsed());
                }
                Some((_, Notification::Refused { code, reason, .. })) => return Err(refused(code, &reason)),
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// The next message to either side; `None` if none arrives in time.
    async fn next_message(
        &mut self,
        until: Instant,
        stats: &Stats,
    ) -> Result<Option<(usize, Notification)>, ClientError> {
        let [one, two] = &mut self.sides;
        let (index, notification) = tokio::select! {
            biased;
            notification = one.player.next() => (0, notification?),
            notification = two.player.next() => (1, notification?),
            () = tokio::time::sleep_until(until) => return Ok(None),
        };
        let side = &mut self.sides[index];
        match &notification {
            Notification::Welcomed if side.player.connections() > 1 => stats.reconnected(),
            Notification::Updated(message) => side.apply(&message.update),
            _ => {}
        }
        Ok(Some((index, notification)))
    }
}
