//! A game being played on this device. Components read its signals and call its methods; it passes each event on to
//! the part whose job it is: the game, the engine, the clock, the curtain, the hint, the status line.

use std::time::Duration;

use boards::Scene;
use engine::Level;
use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Rng, Say, Seat, Viewer};

use super::announcements::{Announcements, describe_move, describe_resignation};
use super::curtain::Curtain;
use super::game_clock::GameClock;
use super::hint::{self, Hint};
use super::premove::LocalPremove;
use crate::board::Touch;
use crate::engine_task::{EngineTask, SearchLimits};
use crate::language::in_both_languages;
use crate::local::{LocalGame, NextActor};
use crate::own_result::own_seat;
use crate::selection::Selection;
use crate::settings::{self, SettingsStore};
use crate::sound::{self, Sound};
use crate::thinker::EngineAnswer;
use crate::{browser, export, random, saved_games};

/// An engine's move is shown this long after the move before it at the earliest, so that people can follow.
const MIN_MOVE_DELAY: Duration = Duration::from_millis(450);

/// The engine thinks about a move for at most this long.
const MOVE_TIME: Duration = Duration::from_millis(2500);

/// A game being played on this device. Copies are the same session.
#[derive(Clone, Copy)]
pub struct LocalSession {
    /// The game. It changes with each move, not with the clock.
    pub game: RwSignal<LocalGame>,
    /// The name under which the game is saved.
    pub id: RwSignal<String>,
    /// What the person to move has selected on the board.
    pub selection: Selection,
    /// The engine, for its own moves and for hints.
    pub engine: EngineTask,
    /// The time of the current turn.
    pub clock: GameClock,
    /// The curtain between the turns of people who share the device.
    pub curtain: Curtain,
    /// The hint shown on the board.
    pub hint: Hint,
    /// The texts of the status line.
    pub announcements: Announcements,
    /// Whether the board is flipped.
    pub flipped: RwSignal<bool>,
    /// The move chosen while an engine thinks.
    pub premove: LocalPremove,
    /// The number of steps after which the game is shown, if not all of them.
    pub shown_step: RwSignal<Option<usize>>,
    /// Notified when a change of the game is painted.
    painted: RwSignal<()>,
    wide: Signal<bool>,
    store: SettingsStore,
}

impl LocalSession {
    /// Starts or continues a game. `wide` says whether the area for the board is wider than high.
    pub fn new(id: String, game: LocalGame, wide: Signal<bool>) -> LocalSession {
        let session = LocalSession {
            game: RwSignal::new(game),
            id: RwSignal::new(id),
            selection: Selection::new(),
            engine: EngineTask::new(),
            clock: GameClock::new(),
            curtain: Curtain::new(),
            hint: Hint::new(),
            announcements: Announcements::new(),
            flipped: RwSignal::new(false),
            premove: LocalPremove::new(),
            shown_step: RwSignal::new(None),
            painted: RwSignal::new(()),
            wide,
            store: SettingsStore::expect(),
        };
        Effect::new(move |before: Option<()>| {
            session.game.track();
            if before.is_some() {
                // The session may be gone by then.
                browser::after_paint(move || _ = session.painted.try_set(()));
            }
        });
        session.advance();
        session
    }

    /// Reads the game, for parts of the page that follow a change after the board: they are updated once it is painted,
    /// so that a tap shows its effect sooner.
    pub fn with_painted<T>(self, read: impl FnOnce(&LocalGame) -> T) -> T {
        self.painted.track();
        self.game.with_untracked(read)
    }

    /// Who looks at the board.
    pub fn viewer(self) -> Viewer {
        self.game.with(|game| self.viewer_of(game))
    }

    /// Who looks at the board of this session's game.
    pub fn viewer_of(self, game: &LocalGame) -> Viewer {
        if shows_no_hand(game) { Viewer::Public } else { self.curtain.viewer(game) }
    }

    /// The position as the viewer may see it.
    pub fn seen(self) -> AnyGame {
        let viewer = self.viewer();
        self.game.with(|game| game.seen_by(viewer))
    }

    /// Whether the curtain hides the board.
    pub fn is_curtained(self) -> bool {
        self.game.with(|game| self.curtain.is_down(game))
    }

    /// Whether a person may move now.
    pub fn is_live(self) -> bool {
        self.game.with(|game| {
            let is_persons = matches!(game.next(), NextActor::Person(_)) && !self.curtain.is_down(game);
            is_persons && !shows_no_hand(game)
        })
    }

    /// Whether the engine is to move.
    pub fn is_engines_turn(self) -> bool {
        self.game.with(|game| matches!(game.next(), NextActor::Engine(..)))
    }

    /// The picture of the board.
    pub fn scene(self) -> Scene {
        let shown = self.shown_step.get();
        let steps = self.game.with(|game| shown.unwrap_or(game.record().steps().len()));
        let last = self.game.with(|game| Some(game.record().steps().get(steps.checked_sub(1)?)?.mv()));
        let mut context = self.selection.draw_context(self.viewer(), shown.is_none() && self.is_live(), last);
        context.flipped = self.flipped.get();
        context.wide = self.wide.get();
        if shown.is_none() {
            if self.premove_seat().is_some() {
                context.picked = self.premove.spots(&self.seen());
            }
            context.evaluations = self.hint.evaluations();
            return boards::draw(&self.seen(), &context);
        }
        boards::draw(&self.game.with(|game| game.seen_after(steps, self.curtain.viewer(game))), &context)
    }

    /// Shows the position after this many steps. A touch or the next move shows the current one again.
    pub fn show_step(self, steps: usize) {
        let last = self.game.with_untracked(|game| game.record().steps().len());
        self.selection.clear();
        self.shown_step.set(Some(steps).filter(|&steps| steps < last));
    }

    /// Steps through the game with the keys that do so on every board. Returns whether the key is one of them.
    pub fn on_key(self, key: &str) -> bool {
        let steps = self.game.with_untracked(LocalGame::navigable_steps);
        let last = steps.last().copied().unwrap_or(0);
        let at = self.shown_step.get_untracked().unwrap_or(last);
        let to = match key {
            "ArrowLeft" => steps.iter().copied().rfind(|&step| step < at),
            "ArrowRight" => steps.iter().copied().find(|&step| step > at),
            "Home" => steps.first().copied(),
            "End" => Some(last),
            _ => return false,
        };
        self.show_step(to.unwrap_or(at));
        true
    }

    /// The seat of the only person, while an engine is to move.
    fn premove_seat(self) -> Option<Seat> {
        let seat = self.game.with(own_seat);
        seat.filter(|_| self.is_engines_turn())
    }

    /// Handles a touch on the board.
    pub fn touch(self, touch: Touch) {
        let Some(spot) = self.selection.touched_spot(touch) else { return };
        if self.shown_step.get_untracked().is_some() {
            return self.shown_step.set(None);
        }
        if let Some(seat) = untrack(|| self.premove_seat()) {
            return self.premove.touch(&untrack(|| self.seen()), seat, spot);
        }
        if !untrack(|| self.is_live()) {
            return;
        }
        self.announcements.clear_problem();
        let seen = untrack(|| self.seen());
        if let Some(mv) = self.selection.touch(spot, &seen) {
            self.play(mv);
        }
    }

    /// Plays a move of a person or of the engine.
    pub fn play(self, mv: AnyMove) {
        let viewer = untrack(|| self.viewer());
        let news = self.game.with_untracked(|game| describe_move(game, mv, viewer));
        let mut result = Ok(());
        self.change(|game| result = game.play(mv));
        match result {
            Ok(()) => {
                self.announcements.set_news(Some(news));
                let is_over = self.game.with_untracked(|game| game.outcome().is_some());
                sound::play(self.store, if is_over { Sound::End } else { Sound::Move });
            }
            Err(illegal) => self.announcements.report(in_both_languages(|lang| illegal.say(lang))),
        }
        self.advance();
    }

    /// Changes the game, after resetting everything that belongs to the position before the change.
    fn change(self, change: impl FnOnce(&mut LocalGame)) {
        self.engine.cancel();
        self.selection.clear();
        self.shown_step.set(None);
        self.hint.clear();
        self.announcements.clear_problem();
        self.curtain.lower();
        self.game.update(|game| {
            self.clock.charge(game);
            change(game);
        });
    }

    /// Draws cards and starts the engine, until a person is to move or the game is over.
    fn advance(self) {
        if self.game.with_untracked(LocalGame::next) == NextActor::Chance {
            let mut rng = Rng::new(random::seed());
            self.game.update(|game| {
                game.draw(&mut rng);
            });
        }
        if matches!(self.game.with_untracked(LocalGame::next), NextActor::Person(_))
            && let Some(mv) = self.premove.take()
            && self.game.with_untracked(|game| game.game().check(mv).is_ok())
        {
            return self.play(mv);
        }
        if let NextActor::Engine(seat, level) = self.game.with_untracked(LocalGame::next) {
            let view = self.game.with_untracked(|game| game.view(Viewer::Seat(seat)));
            let min_delay = if settings::animations_enabled() { MIN_MOVE_DELAY } else { Duration::ZERO };
            let limits = SearchLimits {
                time: MOVE_TIME,
                level,
                lines: 1,
                seed: random::seed(),
                book: true,
                min_delay,
            };
            self.engine.start(&view, limits, move |answer| match answer {
                EngineAnswer::Done(found) => self.play(found.analysis.chosen),
                answer => self.report_failure(&answer),
            });
        }
    }

    /// Reports that the engine could not answer. A worker that died is reported by the engine's status.
    fn report_failure(self, answer: &EngineAnswer) {
        if let EngineAnswer::Failed(failure) = answer {
            self.announcements.report(in_both_languages(|lang| failure.say(lang)));
        }
    }

    /// Asks the engine for a hint, for the person to move.
    pub fn ask_hint(self) {
        let NextActor::Person(seat) = self.game.with_untracked(LocalGame::next) else { return };
        if !untrack(|| self.is_live()) {
            return;
        }
        let view = self.game.with_untracked(|game| game.view(Viewer::Seat(seat)));
        self.engine.start(&view, Hint::limits(), move |answer| match answer {
            EngineAnswer::Done(found) => {
                let position = untrack(|| self.seen());
                self.announcements.set_news(hint::describe(&found, &position, seat));
                self.hint.show(&found, seat, position.seats());
            }
            answer => self.report_failure(&answer),
        });
    }

    /// Takes back the last decision of a person.
    pub fn undo(self) {
        self.premove.clear();
        self.change(LocalGame::undo);
        self.announcements.set_news(None);
        self.advance();
    }

    /// Replays the moves that were taken back last.
    pub fn redo(self) {
        self.change(LocalGame::redo);
        self.advance();
    }

    /// The person to move resigns, or else the only person in the game.
    pub fn resign(self) {
        let seat = self.game.with_untracked(|game| match game.viewer() {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => game.game().turn().seat(),
        });
        let Some(seat) = seat else { return };
        let news = self.game.with_untracked(|game| describe_resignation(game, seat));
        self.change(|game| game.resign(seat));
        self.announcements.set_news(news);
        self.advance();
    }

    /// Ends the game as an agreed draw.
    pub fn agree_draw(self) {
        self.change(LocalGame::agree_draw);
    }

    /// Replaces the game by a new one.
    pub fn begin(self, mut game: LocalGame) {
        game.set_date(&export::today());
        self.premove.clear();
        self.id.set(saved_games::new_id());
        self.announcements.set_news(None);
        self.change(|current| *current = game);
        self.advance();
    }

    /// Starts a new game with the same players, each one seat further. With a level, the engines play at that level, in
    /// later games too.
    pub fn rematch(self, level: Option<Level>) {
        let game = self.game.with_untracked(|game| game.rematch(level));
        if let Some(level) = level {
            self.store.update(|settings| settings.level = level);
        }
        self.begin(game);
    }

    /// Lets time pass for the person to move. It does not pass while the curtain is down, and engines have no clock.
    pub fn tick(self, elapsed: Duration) {
        let flagged = self.game.with_untracked(|game| {
            let is_running = match game.next() {
                NextActor::Person(_) => !untrack(|| self.curtain.is_down(game)),
                NextActor::Engine(..) | NextActor::Chance | NextActor::Over(_) => false,
            };
            is_running.then(|| self.clock.tick(game, elapsed)).flatten()
        });
        if let Some(seat) = flagged {
            self.change(|game| game.flag(seat));
            self.advance();
        }
    }
}

/// Whether all hands are hidden: the first picture of a page is the same for all readers.
fn shows_no_hand(game: &LocalGame) -> bool {
    browser::is_first_picture() && game.kind().hides()
}

#[cfg(test)]
mod tests;
