//! What is seen and touched on the board of a table: the same board as everywhere, with the own move shown before the
//! server has agreed, moves chosen ahead, and finished games played through again.

use boards::{PremoveTouch, Scene, Spot};
use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Lang, Record, Seat, Turn, Viewer, Words};
use table::{Occupant, Premove, RequestKind, Snapshot};

use super::meeting::{Meeting, Pending};
use crate::board::Touch;
use crate::language::in_both_languages;
use crate::sound::{self, Sound};

/// A hand that chooses ahead.
#[derive(Clone, Copy)]
pub struct Ahead {
    /// What it has picked up.
    picked: RwSignal<Vec<Spot>>,
    /// What was chosen or given up, until the server answers: a choice, or that there is none.
    wanted: RwSignal<Option<Option<Premove>>>,
    /// What may come, once it was asked for.
    may_come: StoredValue<Option<boards::Premoves>>,
}

impl Ahead {
    pub(super) fn new() -> Ahead {
        Ahead {
            picked: RwSignal::new(Vec::new()),
            wanted: RwSignal::new(None),
            may_come: StoredValue::new(None),
        }
    }

    /// Somebody moved: what may come is another thing now.
    pub(super) fn moved(self) {
        self.picked.set(Vec::new());
        self.may_come.set_value(None);
    }

    /// What is wanted is what the table knows.
    pub(super) fn forget(self) {
        self.moved();
        self.wanted.set(None);
    }
}

/// A position of a game, and the move that led to it.
pub type Stop = (AnyGame, Option<AnyMove>);

impl Meeting {
    /// As whom one looks at the board.
    pub fn viewer(self) -> Viewer {
        self.with(Snapshot::viewer).unwrap_or(Viewer::Public)
    }

    /// The position on the board.
    pub fn seen(self) -> Option<Stop> {
        match self.shown.get() {
            Some(index) if self.is_over() => self.stops.with(|stops| stops.get(index).cloned()),
            _ => self.position.get(),
        }
    }

    /// The move that led to the position of a finished game that is shown again, in words.
    pub fn replayed(self, lang: Lang) -> Option<String> {
        let index = self.shown.get().filter(|_| self.is_over())?;
        self.stops.with(|stops| {
            let before = stops.get(index.checked_sub(1)?).map(|(game, _)| game)?;
            let mv = stops.get(index).and_then(|(_, mv)| *mv)?;
            Some(boards::say_move(before, mv, lang))
        })
    }

    /// Whether one plays here and it is one's turn.
    pub fn is_live(self) -> bool {
        let you = self.playing();
        you.is_some() && self.pending.get().is_none() && self.turn() == Turn::Seat(you.unwrap_or(Seat::ONE))
    }

    /// The seat in which one plays, while the game is on and no engine plays instead.
    pub fn playing(self) -> Option<Seat> {
        self.with(|table| {
            let you = table.you.filter(|_| !table.order.is_empty() && table.end.is_none())?;
            match table.seats.get(you.index()) {
                Some(Occupant::Human { stand_in: None, .. }) => Some(you),
                _ => None,
            }
        })
        .flatten()
    }

    /// Who is to move.
    pub fn turn(self) -> Turn {
        self.position.with(|now| now.as_ref().map_or(Turn::Chance, |(game, _)| game.turn()))
    }

    /// The move chosen ahead.
    pub fn premove(self) -> Option<Premove> {
        match self.ahead.wanted.get() {
            Some(wanted) => wanted,
            None => self.with(|table| table.premove.clone()).flatten(),
        }
    }

    /// What is seen.
    pub fn scene(self) -> Scene {
        let Some((game, last)) = self.seen() else { return Scene::default() };
        let mut look = self.selection.draw_context(self.viewer(), self.is_live(), last);
        look.flipped = self.flipped.get();
        look.wide = self.wide.get();
        if self.playing().is_some() && !look.interactive {
            look.picked = match self.premove().and_then(|premove| game.parse_move(&premove.mv).ok()) {
                Some(mv) => boards::touch_paths(&game, mv).into_iter().next().unwrap_or_default(),
                None => self.ahead.picked.get(),
            };
            look.hover = None;
        }
        boards::draw(&game, &look)
    }

    /// Something happened on the board.
    pub fn touch(self, touch: Touch) {
        let (is_live, playing) = untrack(|| (self.is_live(), self.playing()));
        if matches!(touch, Touch::Spot(_)) {
            self.note.set(None);
        }
        match (touch, playing) {
            (Touch::Spot(_), None) => {}
            (Touch::Spot(spot), Some(seat)) if !is_live => self.choose_ahead(spot, seat),
            (Touch::Cancel, Some(_)) if !is_live => self.give_up_premove(),
            _ => {
                if let Some((game, _)) = untrack(|| self.seen())
                    && let Some(mv) = self.selection.touch(touch, &game)
                {
                    self.play(mv);
                }
            }
        }
    }

    /// Plays a move: it is shown at once, and taken back if the server refuses it.
    fn play(self, mv: AnyMove) {
        let Some((game, _)) = self.position.get_untracked() else { return };
        let ply = untrack(|| self.with(Snapshot::ply)).unwrap_or_default();
        self.ahead.forget();
        self.news.set(Some(in_both_languages(|lang| boards::say_move(&game, mv, lang))));
        let number = self.ask(RequestKind::Move { ply, mv: mv.to_string() });
        self.pending.set(Some(Pending { number, ply, mv }));
        sound::play(self.chosen, Sound::Move);
    }

    fn choose_ahead(self, spot: Spot, seat: Seat) {
        if untrack(|| self.premove()).is_some() {
            return self.give_up_premove();
        }
        // While a move is on its way, nothing is chosen on top of it.
        let Some((game, _)) =
            self.position.get_untracked().filter(|_| self.pending.get_untracked().is_none())
        else {
            return;
        };
        self.ahead.may_come.update_value(|may_come| {
            may_come.get_or_insert_with(|| boards::Premoves::new(&game, seat));
        });
        let picked = self.ahead.picked.get_untracked();
        let chosen =
            self.ahead.may_come.with_value(|ahead| ahead.as_ref().map(|ahead| ahead.touch(&picked, spot)));
        match chosen {
            Some(PremoveTouch::Move(after, mv)) => {
                let ply = untrack(|| self.with(Snapshot::ply)).unwrap_or_default() + after;
                let premove = Premove { ply, mv: mv.to_string() };
                self.ahead.picked.set(Vec::new());
                self.ask(RequestKind::Premove { ply, mv: premove.mv.clone() });
                self.ahead.wanted.set(Some(Some(premove)));
                self.news.set(Some(Words::new(
                    "Coup choisi d’avance. Touchez le plateau pour y renoncer.",
                    "Move chosen ahead. Touch the board to give it up.",
                )));
            }
            Some(PremoveTouch::Picked(spots)) => self.ahead.picked.set(spots),
            None => {}
        }
    }

    fn give_up_premove(self) {
        self.ahead.picked.set(Vec::new());
        if untrack(|| self.premove()).is_some() {
            self.ask(RequestKind::Unpremove);
            self.ahead.wanted.set(Some(None));
            self.news.set(Some(Words::new(
                "Le coup choisi d’avance est oublié.",
                "The move chosen ahead is forgotten.",
            )));
        }
    }

    /// Goes back and forth through a finished game; says whether the key means that.
    pub fn walk(self, key: &str) -> bool {
        let last = self.stops.with_untracked(Vec::len).saturating_sub(1);
        let at = self.shown.get_untracked().unwrap_or(last);
        let to = match key {
            "f" => {
                self.flipped.update(|flipped| *flipped = !*flipped);
                return true;
            }
            "ArrowLeft" => at.saturating_sub(1),
            "ArrowRight" => (at + 1).min(last),
            "Home" => 0,
            "End" => last,
            _ => return false,
        };
        let is_over = untrack(|| self.is_over());
        if is_over {
            self.shown.set(Some(to).filter(|&to| to < last));
        }
        is_over
    }

    /// The record of a finished game.
    pub fn record(self) -> Option<Record> {
        self.with(record).flatten()
    }
}

/// The position now, with the own move that was not answered yet.
pub(super) fn position(table: &Snapshot, pending: Option<Pending>) -> Option<Stop> {
    let mut game = table.position().ok()?;
    let last = table.moves.iter().rev().find(|step| !step.mv.starts_with('+'));
    let mut last = last.and_then(|step| game.parse_move(&step.mv).ok());
    if let Some(pending) = pending.filter(|pending| pending.ply == table.ply())
        && game.play(pending.mv).is_ok()
    {
        last = Some(pending.mv);
    }
    Some((game, last))
}

/// The positions of a finished game that can be looked at: where somebody was to move, and the last.
pub(super) fn stops(table: &Snapshot) -> Option<Vec<Stop>> {
    table.end?;
    let mut game = AnyGame::new(table.kind, &table.options).ok()?;
    let (mut stops, mut last) = (Vec::new(), None);
    for step in &table.moves {
        if game.turn() != Turn::Chance {
            stops.push((game.clone(), last));
        }
        let mv = game.parse_move(&step.mv).ok()?;
        if game.turn() != Turn::Chance {
            last = Some(mv);
        }
        game.play(mv).ok()?;
    }
    stops.push((game, last));
    Some(stops)
}

fn record(table: &Snapshot) -> Option<Record> {
    let end = table.end?;
    let mut record = Record::new(AnyGame::new(table.kind, &table.options).ok()?);
    for (index, sitter) in table.seats.iter().enumerate() {
        // As the server writes it.
        let name = match sitter {
            Occupant::Human { name, .. } => name.to_string(),
            Occupant::Engine(level) => format!("engine level {level}"),
            Occupant::Open | Occupant::Reserved => continue,
        };
        record.set_tag(&format!("Seat{}", index + 1), &name);
    }
    for step in &table.moves {
        let mv = record.end().parse_move(&step.mv).ok()?;
        record.push(mv).ok()?;
    }
    if let Some(outcome) = end.outcome.filter(|_| record.result().is_none()) {
        record.declare(Some(outcome));
    }
    Some(record)
}
