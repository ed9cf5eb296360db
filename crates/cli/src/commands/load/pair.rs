//! Two guests who play one game after the other, as fast as they are told to.

use std::sync::Arc;
use std::time::Duration;

use client::{News, Player, Visitor, Wrong};
use rules::{AnyGame, AnyView, Rng, Seat, Turn, Viewer};
use table::{Contribution, RequestKind, Snapshot, Update};
use tokio::time::Instant;

use super::tally::Tally;

/// How long anything may take before it counts as gone wrong.
const PATIENCE: Duration = Duration::from_secs(15);

/// Two guests at a table.
pub(super) struct Pair {
    visitors: [Visitor; 2],
    sides: [Side; 2],
    setup: &'static str,
    rng: Rng,
}

/// One of them.
struct Side {
    player: Player,
    /// The position as this one sees it, brought up to date step by step: replaying each game for each move would
    /// be most of the work. `None` until it is needed.
    seen: Option<(AnyGame, AnyView)>,
}

/// When the moves of one game are due.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) first: Instant,
    pub(super) every: Duration,
}

/// What somebody says who sits down.
pub(super) fn join(rng: &mut Rng) -> RequestKind {
    let digits = format!("{:016x}{:016x}", rng.bits(), rng.bits());
    let contribution = digits.parse().unwrap_or_else(|_| Contribution::new([0; 16]));
    RequestKind::Join { seat: None, name: "Load".to_owned(), contribution }
}

/// Waits until somebody sits.
pub(super) async fn sit(player: &mut Player, rng: &mut Rng) -> Result<(), Wrong> {
    player.ask(join(rng)).await;
    loop {
        match player.next().await? {
            News::Done(RequestKind::Join { .. }) => return Ok(()),
            News::Refused { code, why, .. } => return Err(Wrong::Refused { code, why }),
            _ => {}
        }
    }
}

impl Side {
    fn table(&self) -> Option<&Snapshot> {
        self.player.table()
    }

    fn follow(&mut self, told: &Update) {
        let step = match told {
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

    /// The position as this one sees it.
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

impl Pair {
    /// Two guests who sit down at a new table.
    pub(super) async fn new(
        visitors: [Visitor; 2],
        setup: &'static str,
        mut rng: Rng,
    ) -> Result<Pair, Wrong> {
        let id = visitors[0].open(setup).await?;
        let side = |visitor: &Visitor| Side { player: Player::new(visitor.clone(), id.clone()), seen: None };
        let mut sides = [side(&visitors[0]), side(&visitors[1])];
        for side in &mut sides {
            let seated = tokio::time::timeout(PATIENCE, sit(&mut side.player, &mut rng)).await;
            seated.map_err(|_| Wrong::Lost(std::io::ErrorKind::TimedOut.into()))??;
        }
        Ok(Pair { visitors, sides, setup, rng })
    }

    /// Plays on and on, a move whenever one is due.
    pub(super) async fn keep_playing(mut self, pace: Pace, tally: Arc<Tally>) {
        let mut due = pace.first;
        loop {
            if let Err(wrong) = self.go_on(due, &tally).await {
                match &wrong {
                    Wrong::Refused { code, .. } => tally.refused(code),
                    Wrong::Lost(error) => tally.wrong(&error.to_string()),
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
                if let Err(wrong) = self.again().await {
                    tally.wrong(&wrong.to_string());
                }
            }
            due += pace.every;
        }
    }

    /// Makes the move that is due then. When the game is over by it, the next one begins.
    async fn go_on(&mut self, due: Instant, tally: &Tally) -> Result<(), Wrong> {
        while self.hear(due, tally).await?.is_some() {}
        let mover = loop {
            match self.mover(due.max(Instant::now()) + PATIENCE, tally).await? {
                Some(mover) => break mover,
                None => self.next_game(tally).await?,
            }
        };
        self.play(mover, tally).await?;
        if self.sides.iter_mut().any(Side::is_over) {
            self.next_game(tally).await?;
        }
        Ok(())
    }

    async fn next_game(&mut self, tally: &Tally) -> Result<(), Wrong> {
        tally.finished();
        self.again().await
    }

    async fn again(&mut self) -> Result<(), Wrong> {
        *self = Pair::new(self.visitors.clone(), self.setup, self.rng.clone()).await?;
        Ok(())
    }

    /// The side that is to move, once both know; `None` when the game is over.
    async fn mover(&mut self, until: Instant, tally: &Tally) -> Result<Option<usize>, Wrong> {
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
            if self.hear(until, tally).await?.is_none() {
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

    /// Makes a random move, and measures how long it takes until both have heard.
    async fn play(&mut self, mover: usize, tally: &Tally) -> Result<(), Wrong> {
        let side = &mut self.sides[mover];
        let mv = side.position().and_then(|position| position.random_move(&mut self.rng));
        let (Some(mv), Some(table)) = (mv, side.player.table()) else {
            return Err(std::io::Error::other("a position without a move").into());
        };
        let ask = RequestKind::Move { ply: table.ply(), mv: mv.to_string() };
        let at = table.ply();
        let sent = Instant::now();
        side.player.ask(ask).await;
        let (mut is_heard, mut is_done) = (false, false);
        while !(is_heard && is_done) {
            match self.hear(sent + PATIENCE, tally).await? {
                None => return Err(std::io::Error::other("a move without an answer").into()),
                Some((by, News::Told(message))) if by != mover => match message.update {
                    Update::Moved { ply, .. } if ply == at => {
                        is_heard = true;
                        tally.heard(sent.elapsed());
                    }
                    // Whoever had to come again is told everything at once.
                    Update::Table(table) if table.ply() > at => is_heard = true,
                    _ => {}
                },
                Some((by, News::Done(_))) if by == mover => {
                    is_done = true;
                    tally.done(sent.elapsed());
                }
                Some((_, News::Refused { code, why, .. })) => return Err(Wrong::Refused { code, why }),
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// The next that one of the two hears; `None` if that takes too long.
    async fn hear(&mut self, until: Instant, tally: &Tally) -> Result<Option<(usize, News)>, Wrong> {
        let [one, two] = &mut self.sides;
        let (index, news) = tokio::select! {
            biased;
            news = one.player.next() => (0, news?),
            news = two.player.next() => (1, news?),
            () = tokio::time::sleep_until(until) => return Ok(None),
        };
        let side = &mut self.sides[index];
        match &news {
            News::Here if side.player.connections() > 1 => tally.reconnected(),
            News::Told(message) => side.follow(&message.update),
            _ => {}
        }
        Ok(Some((index, news)))
    }
}
