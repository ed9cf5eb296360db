//! The board of a table: the current position with the player's move shown before the server confirms it, premoves, and
//! stepping through a finished game.

use boards::{PremoveTouch, Scene, Spot};
use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Lang, Record, Seat, Turn, Viewer, Words};
use table::{Conversation, Occupant, Premove, RequestKind, Snapshot, TABLE_TAG};

use super::table_labels;
use super::table_session::TableSession;
use crate::board::Touch;
use crate::export;
use crate::language::in_both_languages;
use crate::panel::{SharedGame, SharedPicture};
use crate::settings::Settings;
use crate::sound::{self, Sound};

/// What is selected and requested as a premove.
#[derive(Clone, Copy)]
pub struct PremoveInput {
    /// The spots that are selected so far.
    picked: RwSignal<Vec<Spot>>,
    /// The premove, or its removal, that was requested and is not confirmed yet.
    requested: RwSignal<Option<Option<Premove>>>,
    /// The moves that may be possible next turn; computed at the first touch.
    candidates: StoredValue<Option<boards::Premoves>>,
}

impl PremoveInput {
    pub(super) fn new() -> PremoveInput {
        PremoveInput {
            picked: RwSignal::new(Vec::new()),
            requested: RwSignal::new(None),
            candidates: StoredValue::new(None),
        }
    }

    /// The position has changed: the selection and the candidates are out of date.
    pub(super) fn position_changed(self) {
        self.picked.set(Vec::new());
        self.candidates.set_value(None);
    }

    /// From now on the table's premove is shown.
    pub(super) fn reset(self) {
        self.position_changed();
        self.requested.set(None);
    }
}

/// A position of a game, and the move that led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyPosition {
    /// The position.
    pub game: AnyGame,
    /// The last move of a player; `None` at the start.
    pub last_move: Option<AnyMove>,
    /// How many moves and draws led to it.
    pub step: usize,
}

impl TableSession {
    /// Whose view of the game the board shows.
    pub fn viewer(self) -> Viewer {
        self.with(Snapshot::viewer).unwrap_or(Viewer::Public)
    }

    /// The position on the board: the current one, or an earlier one.
    pub fn shown_position(self) -> Option<PlyPosition> {
        let shown = self.shown_ply.get();
        shown
            .and_then(|index| self.history.with(|history| history.get(index).cloned()))
            .or_else(|| self.current.get())
    }

    /// Shows the position after this many moves and draws, if the game can be replayed.
    pub fn show_step(self, step: usize) {
        let found = self.history.with_untracked(|history| {
            let index = history.iter().position(|position| position.step >= step)?;
            Some(index).filter(|&index| index + 1 < history.len())
        });
        self.selection.clear();
        self.proposed.set(None);
        self.shown_ply.set(found);
    }

    /// The move that led to the earlier position on the board, in words.
    pub fn shown_move_text(self, lang: Lang) -> Option<String> {
        let index = self.shown_ply.get()?;
        let names = self.with(table_labels::names)?;
        self.history.with(|history| {
            let before = history.get(index.checked_sub(1)?)?;
            Some(boards::say_move(&before.game, history.get(index)?.last_move?, &names, lang))
        })
    }

    /// Whether it is this player's turn, and no move is on its way.
    pub fn is_your_turn(self) -> bool {
        let you = self.playing_seat();
        !self.has_pending_move() && you.is_some_and(|you| self.turn() == Turn::Seat(you))
    }

    /// The seat of this player, while the game is running and no engine stands in.
    pub fn playing_seat(self) -> Option<Seat> {
        self.with(|table| {
            let you = table.you.filter(|_| !table.order.is_empty() && table.end.is_none())?;
            match table.seats.get(you.index()) {
                Some(Occupant::Human { stand_in: None, .. }) => Some(you),
                _ => None,
            }
        })
        .flatten()
    }

    /// Whose turn it is.
    pub fn turn(self) -> Turn {
        self.current.with(|current| current.as_ref().map_or(Turn::Chance, |current| current.game.turn()))
    }

    /// The moves that a take-back of a seat would undo, in words.
    pub fn moves_to_take_back(self, seat: Seat, lang: Lang) -> Vec<String> {
        self.with(|table| moves_to_take_back(table, seat, lang)).flatten().unwrap_or_default()
    }

    /// The premove, as requested last.
    pub fn premove(self) -> Option<Premove> {
        match self.premove_input.requested.get() {
            Some(requested) => requested,
            None => self.with(|table| table.premove.clone()).flatten(),
        }
    }

    /// The picture of the board.
    pub fn scene(self) -> Scene {
        let Some(PlyPosition { game, last_move, .. }) = self.shown_position() else {
            return Scene::default();
        };
        let (mut game, mut last_move) = (game, last_move);
        let proposed = self.proposed.get();
        if let Some(mv) = proposed
            && game.play(mv).is_ok()
        {
            last_move = Some(mv);
        }
        let is_current = self.shown_ply.get().is_none() && proposed.is_none();
        let mut context =
            self.selection.draw_context(self.viewer(), is_current && self.is_your_turn(), last_move);
        context.flipped = self.flipped.get();
        context.wide = self.wide.get();
        if is_current && self.playing_seat().is_some() && !context.interactive {
            context.picked = match self.premove().and_then(|premove| game.parse_move(&premove.mv).ok()) {
                Some(mv) => boards::touch_paths(&game, mv).into_iter().next().unwrap_or_default(),
                None => self.premove_input.picked.get(),
            };
            context.hover = None;
        }
        boards::draw(&game, &context)
    }

    /// Handles a touch on the board.
    pub fn touch(self, touch: Touch) {
        if matches!(touch, Touch::Hover(_) | Touch::Arrow(_)) {
            self.selection.touched_spot(touch);
            return;
        }
        let (is_your_turn, playing) = untrack(|| (self.is_your_turn(), self.playing_seat()));
        if matches!(touch, Touch::Spot(_)) {
            self.refusal.set(None);
            if self.shown_ply.get_untracked().is_some() && !untrack(|| self.is_over()) {
                return self.shown_ply.set(None);
            }
        }
        if let (Touch::Spot(_) | Touch::Cancel, Some(mv)) = (touch, self.proposed.get_untracked()) {
            return match touch {
                // Touching the end of the move again confirms it.
                Touch::Spot(spot) if self.is_end_of(mv, spot) => self.confirm_move(),
                _ => self.proposed.set(None),
            };
        }
        match (touch, playing) {
            (Touch::Spot(_), None) => {}
            (Touch::Spot(spot), Some(seat)) if !is_your_turn => self.touch_premove(spot, seat),
            (Touch::Cancel, Some(_)) if !is_your_turn => self.cancel_premove(),
            _ => {
                if let Some(spot) = self.selection.touched_spot(touch)
                    && let Some(shown) = untrack(|| self.shown_position())
                    && let Some(mv) = self.selection.touch(spot, &shown.game)
                {
                    if self.settings.get_untracked().confirm_moves {
                        self.proposed.set(Some(mv));
                    } else {
                        self.play(mv);
                    }
                }
            }
        }
    }

    /// Whether a touch of `spot` completes a move in the current position.
    fn is_end_of(self, mv: AnyMove, spot: Spot) -> bool {
        let current = self.current.get_untracked();
        let paths = current.map_or_else(Vec::new, |current| boards::touch_paths(&current.game, mv));
        paths.iter().any(|path| path.last() == Some(&spot))
    }

    /// Plays the move that waits to be confirmed.
    pub fn confirm_move(self) {
        if let Some(mv) = self.proposed.get_untracked() {
            self.proposed.set(None);
            self.play(mv);
        }
    }

    /// Plays a move. It is shown at once, until the server confirms or refuses it.
    fn play(self, mv: AnyMove) {
        let Some(current) = self.current.get_untracked() else { return };
        let ply = untrack(|| self.with(Snapshot::ply)).unwrap_or_default();
        self.premove_input.reset();
        let names = untrack(|| self.with(table_labels::names));
        self.announcement.set(
            names.map(|names| in_both_languages(|lang| boards::say_move(&current.game, mv, &names, lang))),
        );
        self.request(RequestKind::Move { ply, mv: mv.to_string() });
        sound::play(self.settings, Sound::Move);
    }

    fn touch_premove(self, spot: Spot, seat: Seat) {
        let (premove, has_pending_move) = untrack(|| (self.premove(), self.has_pending_move()));
        if premove.is_some() {
            return self.cancel_premove();
        }
        // A premove follows a confirmed position.
        let Some(current) = self.current.get_untracked().filter(|_| !has_pending_move) else { return };
        let input = self.premove_input;
        input.candidates.update_value(|candidates| {
            candidates.get_or_insert_with(|| boards::Premoves::new(&current.game, seat));
        });
        let picked = input.picked.get_untracked();
        let chosen =
            input.candidates.with_value(|candidates| Some(candidates.as_ref()?.touch(&picked, spot)));
        match chosen {
            Some(PremoveTouch::Move(after, mv)) => {
                let ply = untrack(|| self.with(Snapshot::ply)).unwrap_or_default() + after;
                let premove = Premove { ply, mv: mv.to_string() };
                input.picked.set(Vec::new());
                self.request(RequestKind::Premove { ply, mv: premove.mv.clone() });
                input.requested.set(Some(Some(premove)));
                self.announcement.set(Some(Words::new(
                    "Coup choisi à l’avance. Touchez le plateau pour l’annuler.",
                    "Premove set. Tap the board to cancel it.",
                )));
            }
            Some(PremoveTouch::Picked(spots)) => input.picked.set(spots),
            None => {}
        }
    }

    fn cancel_premove(self) {
        self.premove_input.picked.set(Vec::new());
        if untrack(|| self.premove()).is_some() {
            self.request(RequestKind::Unpremove);
            self.premove_input.requested.set(Some(None));
            self.announcement
                .set(Some(Words::new("Le coup choisi à l’avance est annulé.", "Premove cancelled.")));
        }
    }

    /// Flips the board, or steps through the game. Returns whether the key does one of these.
    pub fn on_key(self, key: &str) -> bool {
        let last = self.history.with_untracked(Vec::len).saturating_sub(1);
        let at = self.shown_ply.get_untracked().unwrap_or(last);
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
        self.proposed.set(None);
        self.shown_ply.set(Some(to).filter(|&to| to < last));
        last > 0
    }

    /// A finished game with the position shown, to share.
    pub fn shared_game(self) -> Option<SharedGame> {
        let (record, shown) = untrack(|| (self.record(), self.shown_position()));
        let PlyPosition { game: position, last_move, .. } = shown?;
        Some(SharedGame { record: record?, position, last_move })
    }

    /// The position shown as a picture: hidden hands are face down. Where nothing is hidden, a film of the moves so far
    /// comes with it.
    pub fn shared_picture(self, settings: &Settings) -> Option<SharedPicture> {
        let PlyPosition { game, last_move, .. } = untrack(|| self.shown_position())?;
        let name = format!("{}-{}", game.kind(), self.id.get_value());
        let moves = untrack(|| self.with(moves_so_far)).flatten();
        let film = moves.map(|record| (record, Viewer::Public));
        Some(SharedPicture { film, ..export::picture(name, &game, last_move, settings) })
    }

    /// The record of a finished game.
    pub fn record(self) -> Option<Record> {
        let mut record = self.with(Snapshot::record).flatten()?;
        record.set_tag(TABLE_TAG, self.id.get_value().as_str());
        Some(record)
    }
}

/// The current position, with the player's move that is not confirmed yet.
pub(super) fn current(conversation: &Conversation) -> Option<PlyPosition> {
    let table = conversation.table()?;
    let mut game = table.position().ok()?;
    let last_move = table.moves.iter().rev().find(|mv| !mv.mv.starts_with('+'));
    let mut last_move = last_move.and_then(|mv| game.parse_move(&mv.mv).ok());
    if let Some(text) = conversation.pending_move().filter(|_| table.end.is_none())
        && let Ok(mv) = game.parse_move(text)
        && game.play(mv).is_ok()
    {
        last_move = Some(mv);
    }
    Some(PlyPosition { game, last_move, step: table.moves.len() })
}

/// The moves so far, without the players; `None` while hands are hidden.
fn moves_so_far(table: &Snapshot) -> Option<Record> {
    if table.kind.hides() {
        return None;
    }
    let mut record = Record::new(AnyGame::new(table.kind, &table.options).ok()?);
    for seen in &table.moves {
        let mv = record.end().parse_move(&seen.mv).ok()?;
        record.push(mv).ok()?;
    }
    Some(record)
}

fn moves_to_take_back(table: &Snapshot, seat: Seat, lang: Lang) -> Option<Vec<String>> {
    let (first, names) = (table.taken_back_from(seat)?, table_labels::names(table));
    let game = AnyGame::new(table.kind, &table.options).ok()?;
    let mut view = game.view(table.viewer());
    let mut sentence = Vec::new();
    for (index, seen) in table.moves.iter().enumerate() {
        let (position, mv) = (view.position(), game.parse_move(&seen.mv).ok()?);
        if index >= first {
            sentence.push(boards::say_move(&position, mv, &names, lang));
        }
        view.observe(mv, seen.turn);
    }
    Some(sentence)
}

/// The positions that can be shown: those with a player to move, and the last. None before the end of a game with
/// hidden hands, which cannot be replayed.
pub(super) fn history(table: &Snapshot) -> Option<Vec<PlyPosition>> {
    if table.order.is_empty() || table.end.is_none() && table.kind.hides() {
        return None;
    }
    let mut game = AnyGame::new(table.kind, &table.options).ok()?;
    let (mut history, mut last_move) = (Vec::new(), None);
    for (step, seen) in table.moves.iter().enumerate() {
        if game.turn() != Turn::Chance {
            history.push(PlyPosition { game: game.clone(), last_move, step });
        }
        let mv = game.parse_move(&seen.mv).ok()?;
        if game.turn() != Turn::Chance {
            last_move = Some(mv);
        }
        game.play(mv).ok()?;
    }
    history.push(PlyPosition { game, last_move, step: table.moves.len() });
    Some(history)
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Replica;

    #[test]
    fn a_take_back_names_the_move_and_everything_after_it() {
        let line = format!(
            "9 1000 table you=2 game=morpion options= clock=untimed starts=first seats=2 \
             seat1=human:-:-:Anne seat2=human:-:-:Luc commitment={} contributions=.,. order=1,2 shuffle=2 steps=5:2,1:1,9:2 \
             clocks=- offers=- premove=- end=- secret=- rematch=-",
            "0".repeat(64)
        );
        let table = Replica::new(&line.parse().expect("a message")).expect("a snapshot").table().clone();
        let undone = |seat, lang| moves_to_take_back(&table, seat, lang).unwrap_or_default();
        assert_eq!(undone(Seat::TWO, Lang::En), ["You play top left.", "Anne plays bottom right."]);
        assert_eq!(undone(Seat::ONE, Lang::Fr), ["Anne joue en bas à droite."]);
    }
    #[test]
    fn the_moves_so_far_are_a_film_unless_hands_are_hidden() {
        let table = |game: &str, moves: &str| {
            let line = format!(
                "9 1000 table you=- game={game} options= clock=untimed starts=first seats=2 \
                 seat1=human:-:-:Anne seat2=human:-:-:Luc commitment={} contributions=.,. order=1,2 shuffle=2 steps={moves} \
                 clocks=- offers=- premove=- end=- secret=- rematch=-",
                "0".repeat(64)
            );
            Replica::new(&line.parse().expect("a message")).expect("a snapshot").table().clone()
        };
        let record = moves_so_far(&table("morpion", "5:2,1:1")).expect("nothing is hidden");
        assert_eq!((record.steps().len(), record.result()), (2, None));
        assert!(moves_so_far(&table("cards", "-")).is_none());
    }
}
