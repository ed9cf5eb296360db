//! A game played on this device: its players, moves and takebacks. It has no user interface, reads no clock and does
//! no I/O: its text is a record with a few extra tags, which the app stores.

mod clock;
mod names;
mod player_kind;

pub use clock::LocalClock;
pub use player_kind::PlayerKind;

use std::fmt;

use rules::record::{RecordError, RecordedPlayer, StandInMoves, TERMINATION_TAG, stand_in_tag};
use rules::{
    AnyGame, AnyIllegal, AnyMove, AnyView, Kind, Outcome, Record, Rng, Seat, TextError, Turn, Viewer,
};
use table::{End, EndReason, STAND_IN_LEVEL, TimeControl};

use crate::own_result::OwnResult;

/// The tag with the clock of a game on this device.
const CLOCK_TAG: &str = "Clock";

/// A game played on this device.
#[derive(Clone, Debug)]
pub struct LocalGame {
    record: Record,
    players: Vec<PlayerKind>,
    /// The moves that were taken back and can be redone, the next one last.
    undone: Vec<AnyMove>,
    clock: Option<LocalClock>,
    /// What ended the game, if not the rules.
    declared_reason: Option<EndReason>,
}

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextActor {
    /// A person.
    Person(Seat),
    /// The engine, at a level.
    Engine(Seat, engine::Level),
    /// A card must be drawn.
    Chance,
    /// The game is over.
    Over(Outcome),
}

impl LocalGame {
    /// A new game with these players; the error says why the options are invalid.
    pub fn new(
        kind: Kind,
        options: &str,
        players: &[PlayerKind],
        time_control: TimeControl,
    ) -> Result<LocalGame, TextError> {
        let start = AnyGame::new(kind, options)?;
        Ok(LocalGame::from_record(Record::new(start), players, time_control))
    }

    /// A game that continues a record. Seats beyond `players` are people.
    pub fn from_record(record: Record, players: &[PlayerKind], time_control: TimeControl) -> LocalGame {
        let seats = record.start().seats();
        let player = |seat: u8| players.get(usize::from(seat)).copied().unwrap_or(PlayerKind::Person);
        let declared_reason = declared_reason(&record);
        LocalGame {
            players: (0..seats).map(player).collect(),
            undone: Vec::new(),
            clock: LocalClock::new(time_control, seats),
            declared_reason,
            record,
        }
    }

    /// Reads the text of a game.
    pub fn parse(text: &str) -> Result<LocalGame, RecordError> {
        let record = Record::parse(text, None)?;
        let seats = (0..record.start().seats()).map(Seat::from_index);
        let players: Vec<PlayerKind> =
            seats.map(|seat| record.player(seat).map_or(PlayerKind::Person, PlayerKind::from)).collect();
        let clock = record.tag(CLOCK_TAG).and_then(|text| LocalClock::parse(text, record.start().seats()));
        Ok(LocalGame { clock, ..LocalGame::from_record(record, &players, TimeControl::Untimed) })
    }

    /// The current position.
    pub fn game(&self) -> &AnyGame {
        self.record.end()
    }

    /// Which game this is.
    pub fn kind(&self) -> Kind {
        self.game().kind()
    }

    /// The record of all moves.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The players, by seat.
    pub fn players(&self) -> &[PlayerKind] {
        &self.players
    }

    /// Sets the date of the game: year-month-day.
    pub fn set_date(&mut self, date: &str) {
        self.record.set_tag("Date", date);
    }

    /// The clock, if the game has one.
    pub fn clock(&self) -> Option<&LocalClock> {
        self.clock.as_ref()
    }

    /// The clock, for subtracting elapsed time.
    pub fn clock_mut(&mut self) -> Option<&mut LocalClock> {
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

    /// How and why the game ended, if it is over.
    pub fn end(&self) -> Option<End> {
        let why = self.declared_reason.unwrap_or(EndReason::Rules);
        self.outcome().map(|outcome| End { outcome: Some(outcome), why })
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.result()
    }

    /// What ended the game, if not the rules.
    pub fn declared_reason(&self) -> Option<EndReason> {
        self.declared_reason
    }

    /// Plays a move, or says why it is refused. Any other move than the one to redo clears the redo list.
    pub fn play(&mut self, mv: AnyMove) -> Result<(), AnyIllegal> {
        let mover = self.game().turn().seat();
        let is_person = mover.is_some_and(|seat| self.is_person(seat));
        self.record.push(mv)?;
        let is_replayed = self.undone.pop() == Some(mv);
        if !is_replayed {
            self.undone.clear();
            if let Some(seat) = mover {
                self.extend_stand_in(seat);
            }
        }
        // A redone move got its increment the first time, and engines have no clock.
        if let (Some(clock), Some(seat), true) = (&mut self.clock, mover, is_person && !is_replayed) {
            clock.moved(seat);
        }
        Ok(())
    }

    /// Draws all cards that are due; returns whether there were any.
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

    /// The number of steps before the last decision of a person; `None` if there is none.
    fn before_last_decision(&self) -> Option<usize> {
        let turns: Vec<Turn> = self.record.positions().map(|game| game.turn()).collect();
        let decided_by_person = |turn: &Turn| turn.seat().is_some_and(|seat| self.is_person(seat));
        (0..self.record.steps().len()).rev().find(|&ply| turns.get(ply).is_some_and(decided_by_person))
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        // The first decision is found soon, the last one only after replaying the game.
        let mut turns = self.record.positions().zip(self.record.steps()).map(|(game, _)| game.turn());
        self.declared_reason.is_some()
            || turns.any(|turn| turn.seat().is_some_and(|seat| self.is_person(seat)))
    }

    /// Takes back the last decision of a person and everything after it.
    pub fn undo(&mut self) {
        if self.declared_reason.take().is_some() {
            // Takes back only the resignation, agreement or timeout, not a move.
            self.record = self.record.truncated(self.record.steps().len());
        } else if let Some(ply) = self.before_last_decision() {
            let taken: Vec<AnyMove> =
                self.record.steps()[ply..].iter().map(rules::record::RecordedMove::mv).collect();
            self.undone.extend(taken.into_iter().rev());
            self.record = self.record.truncated(ply);
        }
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Redoes moves up to the next decision of a person.
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

    /// The player in a seat resigns. With two players the other wins; with more, the engine takes over the seat.
    pub fn resign(&mut self, seat: Seat) {
        if self.outcome().is_some() {
            return;
        }
        if self.game().seats() > 2 {
            self.hand_to_engine(seat);
        } else {
            self.finish(EndReason::Resignation, Outcome::Win(seat.other()));
        }
    }

    /// Ends the game as a draw by agreement.
    pub fn agree_draw(&mut self) {
        if self.outcome().is_none() {
            self.finish(EndReason::Agreement, Outcome::Draw);
        }
    }

    /// A player's time has run out. With two players the other wins; with more, the engine takes over the seat, as at
    /// an online table.
    pub fn flag(&mut self, seat: Seat) {
        if self.outcome().is_some() {
            return;
        }
        if self.game().seats() > 2 {
            self.hand_to_engine(seat);
        } else {
            self.finish(EndReason::Time, Outcome::Win(seat.other()));
        }
    }

    /// Lets the engine play on for a player.
    fn hand_to_engine(&mut self, seat: Seat) {
        if let Some(player) = self.players.get_mut(seat.index()) {
            *player = PlayerKind::Engine(STAND_IN_LEVEL);
            self.set_stand_in(seat, self.moves_played() + 1);
        }
    }

    /// Moves the beginning of the engine's play in a player's place to the move that it has just made, if that is
    /// earlier: after a takeback, the engine makes moves again that the player had made.
    fn extend_stand_in(&mut self, seat: Seat) {
        let moves = self.record.tag(&stand_in_tag(seat)).and_then(|text| text.parse::<StandInMoves>().ok());
        let first = moves.and_then(|moves| moves.first()).filter(|_| !self.is_person(seat));
        let number = self.moves_played();
        if first.is_some_and(|first| number < first) {
            self.set_stand_in(seat, number);
        }
    }

    /// Notes in the record that the engine plays in a player's place from this move on: a review does not count these
    /// moves for the player.
    fn set_stand_in(&mut self, seat: Seat, number: usize) {
        let moves = StandInMoves::from_move(number);
        self.record.set_tag(&stand_in_tag(seat), &moves.to_string());
    }

    /// The number of moves that players and engines have made.
    fn moves_played(&self) -> usize {
        self.record.steps().iter().filter(|step| !step.is_chance()).count()
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.players.get(seat.index()) == Some(&PlayerKind::Person)
    }

    fn finish(&mut self, why: EndReason, outcome: Outcome) {
        self.record.declare(Some(outcome));
        self.record.set_tag(TERMINATION_TAG, &why.to_string());
        self.declared_reason = Some(why);
        self.undone.clear();
    }

    /// A new game with the same players, each moved by one seat, so that another player begins. With a level, the
    /// engines play at that level.
    pub fn rematch(&self, level: Option<engine::Level>) -> LocalGame {
        let player = |player: &PlayerKind| match (player, level) {
            (PlayerKind::Engine(_), Some(level)) => PlayerKind::Engine(level),
            _ => *player,
        };
        let mut players: Vec<PlayerKind> = self.players.iter().map(player).collect();
        players.rotate_left(1);
        let time_control = self.clock.as_ref().map_or(TimeControl::Untimed, LocalClock::time_control);
        let start =
            AnyGame::new(self.kind(), &self.game().options()).unwrap_or_else(|_| self.record.start().clone());
        LocalGame::from_record(Record::new(start), &players, time_control)
    }

    /// The levels that a person who has just played the engine may want next: a higher one after a win, a lower one
    /// after a loss, both after a draw.
    pub fn next_levels(&self) -> Vec<engine::Level> {
        let level = self.players.iter().find_map(|player| match player {
            PlayerKind::Engine(level) => Some(*level),
            PlayerKind::Person => None,
        });
        let (Some(you), Some(level), Some(outcome)) = (self.only_person(), level, self.outcome()) else {
            return Vec::new();
        };
        OwnResult::of(outcome, you).next_levels(level)
    }

    /// The seat of the only person in the game.
    pub fn only_person(&self) -> Option<Seat> {
        self.people().next().filter(|_| self.people().count() == 1)
    }

    fn people(&self) -> impl Iterator<Item = Seat> {
        let is_person = |(_, player): &(usize, &PlayerKind)| **player == PlayerKind::Person;
        self.players.iter().enumerate().filter(is_person).map(|(index, _)| Seat::from_index(index as u8))
    }

    /// Whether several people share the device in a game with hidden cards: then a curtain hides them between turns.
    pub fn needs_curtain(&self) -> bool {
        self.kind().hides() && self.people().count() > 1
    }

    /// The viewer of the board: the person to move, or else the only person, or the public.
    pub fn viewer(&self) -> Viewer {
        match self.next() {
            NextActor::Person(seat) => Viewer::Seat(seat),
            _ => self.only_person().map_or(Viewer::Public, Viewer::Seat),
        }
    }

    /// The seat at the lower edge of the board: the only person's, else the viewer's where hands are hidden, else the first.
    pub fn near_seat(&self) -> Seat {
        match (self.people().count(), self.viewer()) {
            (1, _) => self.people().next().unwrap_or(Seat::ONE),
            (_, Viewer::Seat(seat)) if self.kind().hides() => seat,
            _ => Seat::ONE,
        }
    }

    /// The position for a viewer. Once the game is over, nothing is hidden.
    pub fn seen_by(&self, viewer: Viewer) -> AnyGame {
        if self.outcome().is_some() { self.game().clone() } else { self.view(viewer).position() }
    }

    /// An earlier position for a viewer, after this many steps. What is hidden now was hidden then too.
    pub fn seen_after(&self, steps: usize, viewer: Viewer) -> AnyGame {
        let position = self.record.positions().nth(steps).unwrap_or_else(|| self.game().clone());
        if self.outcome().is_some() { position } else { position.view(viewer).position() }
    }

    /// The positions that navigation shows, as numbers of steps: those with a player to move, and the last.
    pub fn navigable_steps(&self) -> Vec<usize> {
        let last = self.record.steps().len();
        let positions = self.record.positions().enumerate();
        let is_navigable = |(index, game): &(usize, AnyGame)| *index == last || game.turn() != Turn::Chance;
        positions.filter(is_navigable).map(|(index, _)| index).collect()
    }

    /// The view for a viewer. The engine receives nothing else.
    pub fn view(&self, viewer: Viewer) -> AnyView {
        self.game().view(viewer)
    }
}

/// What ended a game before the rules did, as its record states it.
fn declared_reason(record: &Record) -> Option<EndReason> {
    record.result().filter(|_| !record.end().turn().is_over())?;
    record.tag(TERMINATION_TAG)?.parse().ok().filter(|why| *why != EndReason::Rules)
}

/// The record, with the players and the clock in its tags.
impl fmt::Display for LocalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut record = self.record.clone();
        for (seat, player) in (0..).map(Seat::from_index).zip(&self.players) {
            // A game that continues a recorded one keeps the names of its people.
            let player = match (player, record.player(seat)) {
                (PlayerKind::Person, Some(named @ RecordedPlayer::Named(_))) => named,
                (player, _) => RecordedPlayer::from(*player),
            };
            record.set_player(seat, &player);
        }
        if let Some(clock) = &self.clock {
            record.set_tag(CLOCK_TAG, &clock.to_string());
        }
        record.fmt(f)
    }
}

#[cfg(test)]
mod tests;
