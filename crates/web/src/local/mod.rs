//! A game played on this device: who plays, what was played, what can be taken back. No page, no clock of its own,
//! no storage: its text is a record with a few tags more, and that is what is kept.

mod clock;
mod player_kind;
mod termination;

pub use clock::{Clock, TimeControl};
pub use player_kind::PlayerKind;
pub use termination::Termination;

use std::fmt;

use rules::record::RecordError;
use rules::{
    AnyGame, AnyIllegal, AnyMove, AnyView, Kind, Outcome, Record, Rng, Seat, TextError, Turn, Viewer,
};
use table::STAND_IN_LEVEL;

/// A game played on this device.
#[derive(Clone, Debug)]
pub struct LocalGame {
    record: Record,
    players: Vec<PlayerKind>,
    /// What was taken back and can be played again, the next move last.
    undone: Vec<AnyMove>,
    clock: Option<Clock>,
    ended: Option<Termination>,
}

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextActor {
    /// A person.
    Person(Seat),
    /// The engine.
    Engine(Seat, engine::Level),
    /// A card is drawn.
    Chance,
    /// Nobody: it is over.
    Over(Outcome),
}

impl LocalGame {
    /// A new game with these players, or why its options cannot be.
    pub fn new(
        kind: Kind,
        options: &str,
        players: &[PlayerKind],
        pace: Option<TimeControl>,
    ) -> Result<LocalGame, TextError> {
        let start = AnyGame::new(kind, options)?;
        Ok(LocalGame::from_record(Record::new(start), players, pace))
    }

    /// A game that goes on from a record. Seats without a player given are a person's.
    pub fn from_record(record: Record, players: &[PlayerKind], pace: Option<TimeControl>) -> LocalGame {
        let seats = record.start().seats();
        let player = |seat: u8| players.get(usize::from(seat)).copied().unwrap_or(PlayerKind::Person);
        let ended = Termination::of(&record);
        LocalGame {
            players: (0..seats).map(player).collect(),
            undone: Vec::new(),
            clock: pace.map(|pace| Clock::new(pace, seats)),
            ended,
            record,
        }
    }

    /// Reads the text of a game.
    pub fn parse(text: &str) -> Result<LocalGame, RecordError> {
        let record = Record::parse(text, None)?;
        let players = PlayerKind::list(record.tag("Players").unwrap_or_default());
        let clock = record.tag("Clock").and_then(|text| Clock::parse(text, record.start().seats()));
        Ok(LocalGame { clock, ..LocalGame::from_record(record, &players, None) })
    }

    /// The position now.
    pub fn game(&self) -> &AnyGame {
        self.record.end()
    }

    /// Which game it is.
    pub fn kind(&self) -> Kind {
        self.game().kind()
    }

    /// All that was played.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Who plays, by seat.
    pub fn players(&self) -> &[PlayerKind] {
        &self.players
    }

    /// Notes the day on which it is played: year-month-day.
    pub fn set_date(&mut self, date: &str) {
        self.record.set_tag("Date", date);
    }

    /// The clock, if there is one.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// The clock, to let time pass.
    pub fn clock_mut(&mut self) -> Option<&mut Clock> {
        self.clock.as_mut()
    }

    /// Who acts next.
    pub fn next(&self) -> NextActor {
        if let Some(outcome) = self.outcome() {
            return NextActor::Over(outcome);
        }
        match self.game().turn() {
            Turn::Chance => NextActor::Chance,
            Turn::Over(outcome) => NextActor::Over(outcome),
            Turn::Seat(seat) => match self.players.get(seat.index()) {
                Some(PlayerKind::Engine(level)) => NextActor::Engine(seat, *level),
                Some(PlayerKind::Person) | None => NextActor::Person(seat),
            },
        }
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.result()
    }

    /// How it ended, where the rules did not end it.
    pub fn ended(&self) -> Option<Termination> {
        self.ended
    }

    /// Plays a move, or says why it is refused. What was taken back is forgotten, unless this plays it again.
    pub fn play(&mut self, mv: AnyMove) -> Result<(), AnyIllegal> {
        let mover = self.game().turn().seat();
        let is_person = mover.is_some_and(|seat| self.is_person(seat));
        self.record.push(mv)?;
        let is_replayed = self.undone.pop() == Some(mv);
        if !is_replayed {
            self.undone.clear();
        }
        // A move that is played again has earned its increment before, and engines have no clock.
        if let (Some(clock), Some(seat), true) = (&mut self.clock, mover, is_person && !is_replayed) {
            clock.moved(seat);
        }
        Ok(())
    }

    /// Draws cards for as long as cards are to be drawn; says whether any was.
    pub fn draw(&mut self, rng: &mut Rng) -> bool {
        let mut drew = false;
        while self.outcome().is_none() && self.game().turn() == Turn::Chance {
            let Some(card) = self.game().random_move(rng) else { break };
            if self.play(card).is_err() {
                break;
            }
            drew = true;
        }
        drew
    }

    /// How many steps are left when the last decision of a person is taken back; `None` if there is none.
    fn before_last_decision(&self) -> Option<usize> {
        let turns: Vec<Turn> = self.record.positions().map(|game| game.turn()).collect();
        let decided_by_person = |turn: &Turn| turn.seat().is_some_and(|seat| self.is_person(seat));
        (0..self.record.steps().len()).rev().find(|&ply| turns.get(ply).is_some_and(decided_by_person))
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        self.ended.is_some() || self.before_last_decision().is_some()
    }

    /// Takes back the last decision of a person and all that followed it.
    pub fn undo(&mut self) {
        if self.ended.take().is_some() {
            // Only the word that ended the game is taken back, not a move.
            self.record = shortened(&self.record, self.record.steps().len());
        } else if let Some(ply) = self.before_last_decision() {
            let taken: Vec<AnyMove> =
                self.record.steps()[ply..].iter().map(rules::record::Step::mv).collect();
            self.undone.extend(taken.into_iter().rev());
            self.record = shortened(&self.record, ply);
        }
    }

    /// Whether something was taken back.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Plays again what was taken back last, to the next decision of a person.
    pub fn redo(&mut self) {
        while let Some(&mv) = self.undone.last() {
            if self.play(mv).is_err() {
                self.undone.clear();
            }
            if matches!(self.next(), NextActor::Person(_)) {
                break;
            }
        }
    }

    /// The player in a seat gives up. With two players the other wins; with more, the engine takes the seat over.
    pub fn resign(&mut self, seat: Seat) {
        if self.outcome().is_some() {
            return;
        }
        if self.game().seats() > 2 {
            self.stand_in(seat);
        } else {
            self.end(Termination::Resigned, Outcome::Win(seat.other()));
        }
    }

    /// The players agree on a draw.
    pub fn agree_draw(&mut self) {
        if self.outcome().is_none() {
            self.end(Termination::Agreed, Outcome::Draw);
        }
    }

    /// The time of a player is up. With two players the other wins; with more, the engine takes the seat over, as at a
    /// table of the server.
    pub fn flag(&mut self, seat: Seat) {
        if self.outcome().is_some() {
            return;
        }
        if self.game().seats() > 2 {
            self.stand_in(seat);
        } else {
            self.end(Termination::Time, Outcome::Win(seat.other()));
        }
    }

    fn stand_in(&mut self, seat: Seat) {
        if let Some(player) = self.players.get_mut(seat.index()) {
            *player = PlayerKind::Engine(STAND_IN_LEVEL);
        }
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.players.get(seat.index()) == Some(&PlayerKind::Person)
    }

    fn end(&mut self, ended: Termination, outcome: Outcome) {
        self.record.declare(Some(outcome));
        self.record.set_tag("Termination", ended.tag());
        self.ended = Some(ended);
        self.undone.clear();
    }

    /// The same players at a new game, each one seat further, so that somebody else begins.
    pub fn rematch(&self) -> LocalGame {
        let mut players = self.players.clone();
        players.rotate_left(1);
        let pace = self.clock.as_ref().map(Clock::pace);
        let start =
            AnyGame::new(self.kind(), &self.game().options()).unwrap_or_else(|_| self.record.start().clone());
        LocalGame::from_record(Record::new(start), &players, pace)
    }

    fn people(&self) -> impl Iterator<Item = Seat> {
        let is_person = |(_, player): &(usize, &PlayerKind)| **player == PlayerKind::Person;
        self.players.iter().enumerate().filter(is_person).map(|(index, _)| Seat::from_index(index as u8))
    }

    /// Whether several people share the device in a game with secrets: then a curtain falls between their turns.
    pub fn needs_curtain(&self) -> bool {
        self.kind().hides() && self.people().count() > 1
    }

    /// Who looks at the board: the person to move, or else the only person, or the public.
    pub fn viewer(&self) -> Viewer {
        match self.next() {
            NextActor::Person(seat) => Viewer::Seat(seat),
            NextActor::Over(_) if self.people().count() != 1 => Viewer::Public,
            _ if self.people().count() == 1 => self.people().next().map_or(Viewer::Public, Viewer::Seat),
            _ => Viewer::Public,
        }
    }

    /// What a viewer sees. When it is over, everything is shown.
    pub fn seen_by(&self, viewer: Viewer) -> AnyGame {
        if self.outcome().is_some() { self.game().clone() } else { self.view(viewer).position() }
    }

    /// The view of a viewer: all that the engine gets.
    pub fn view(&self, viewer: Viewer) -> AnyView {
        self.game().view(viewer)
    }
}

/// The record without what came after a number of steps.
fn shortened(record: &Record, steps: usize) -> Record {
    let mut short = Record::new(record.start().clone());
    for (name, value) in record.tags().iter().filter(|(name, _)| name != "Termination") {
        short.set_tag(name, value);
    }
    for step in &record.steps()[..steps.min(record.steps().len())] {
        // What was legal before is legal again.
        let _ = short.push(step.mv());
        short.comment(step.comment());
    }
    short
}

/// The record, with who plays and what the clock shows in its tags.
impl fmt::Display for LocalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut record = self.record.clone();
        record.set_tag("Players", &PlayerKind::write_list(&self.players));
        if let Some(clock) = &self.clock {
            record.set_tag("Clock", &clock.to_string());
        }
        record.fmt(f)
    }
}

#[cfg(test)]
mod tests;
