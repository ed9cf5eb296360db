//! The game on the table: what is picked, who thinks, what is said. Components look at its signals and call its
//! methods.

use std::time::Duration;

use boards::{MoveEvaluation, Scene};
use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Lang, Rng, Say, Seat, Viewer, Words};
use web_engine::Found;

use crate::board::Touch;
use crate::language::in_both_languages;
use crate::local::{LocalGame, NextActor};
use crate::random;
use crate::saved_games;
use crate::selection::Selection;
use crate::settings::{self, SettingsStore};
use crate::sound::{self, Sound};
use crate::storage::SaveError;
use crate::thinker::{Answer, Thinker};

/// How long an engine's move waits at least, so that the eye can follow.
const PAUSE: Duration = Duration::from_millis(450);

/// How long the engine thinks about a move at most.
const PATIENCE: Duration = Duration::from_millis(2500);

/// How long it thinks about a hint.
const HINT: Duration = Duration::from_millis(1200);

/// Something said to whoever plays.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// Nothing.
    Nothing,
    /// A move was refused, or something is to be known.
    Note(Words),
    /// The engine could not be started, or died.
    EngineDied,
}

/// The game on the table.
#[derive(Clone, Copy)]
pub struct LocalSession {
    /// The game.
    pub game: RwSignal<LocalGame>,
    /// Under which name it is kept.
    pub id: RwSignal<String>,
    /// The hand of whoever is to move.
    pub selection: Selection,
    /// What is said.
    pub said: RwSignal<Said>,
    /// What was just played, in words, for screen readers and the status line.
    pub news: RwSignal<Option<Words>>,
    /// Whether the engine thinks, and what it has found.
    pub thinking: RwSignal<Option<Option<Found>>>,
    /// A hint: what is thought of the moves here.
    pub hint: RwSignal<Vec<(AnyMove, MoveEvaluation)>>,
    /// For whom the curtain was lifted, where there is one.
    pub lifted: RwSignal<Option<Seat>>,
    /// Whether the board is turned.
    pub flipped: RwSignal<bool>,
    /// Whether the window is wider than high.
    pub wide: Signal<bool>,
    store: SettingsStore,
    thinker: StoredValue<Thinker, LocalStorage>,
    rng: StoredValue<Rng>,
    /// Counts what happens, so that what was thought of an earlier position is not played.
    turn: StoredValue<u64>,
}

impl LocalSession {
    /// Sits down at a game.
    pub fn new(id: String, game: LocalGame, wide: Signal<bool>) -> LocalSession {
        let session = LocalSession {
            game: RwSignal::new(game),
            id: RwSignal::new(id),
            selection: Selection::new(),
            said: RwSignal::new(Said::Nothing),
            news: RwSignal::new(None),
            thinking: RwSignal::new(None),
            hint: RwSignal::new(Vec::new()),
            lifted: RwSignal::new(None),
            flipped: RwSignal::new(false),
            wide,
            store: SettingsStore::expect(),
            thinker: StoredValue::new_local(Thinker::new()),
            rng: StoredValue::new(Rng::new(random::seed())),
            turn: StoredValue::new(0),
        };
        on_cleanup(move || session.thinker.with_value(Thinker::end));
        session.advance();
        session
    }

    /// Who looks at the board.
    pub fn viewer(self) -> Viewer {
        self.game.with(|game| {
            let viewer = game.viewer();
            match viewer {
                Viewer::Seat(seat) if game.needs_curtain() && self.lifted.get() != Some(seat) => {
                    Viewer::Public
                }
                _ => viewer,
            }
        })
    }

    /// The position as whoever looks may see it.
    pub fn seen(self) -> AnyGame {
        let viewer = self.viewer();
        self.game.with(|game| game.seen_by(viewer))
    }

    /// Whether a person may touch the board now.
    pub fn is_live(self) -> bool {
        let is_turn = self.game.with(|game| matches!(game.next(), NextActor::Person(_)));
        is_turn && !self.is_curtained()
    }

    /// Whether the curtain is down.
    pub fn is_curtained(self) -> bool {
        self.game.with(|game| match game.next() {
            NextActor::Person(seat) => game.needs_curtain() && self.lifted.get() != Some(seat),
            _ => false,
        })
    }

    /// What is seen.
    pub fn scene(self) -> Scene {
        let last = self.game.with(|game| game.record().steps().last().map(rules::record::Step::mv));
        let mut look = self.selection.look(self.viewer(), self.is_live(), last);
        look.flipped = self.flipped.get();
        look.wide = self.wide.get();
        look.evaluations = self.hint.get();
        boards::draw(&self.seen(), &look)
    }

    /// Something happened on the board.
    pub fn touch(self, touch: Touch) {
        if matches!(touch, Touch::Spot(_)) {
            if !untrack(|| self.is_live()) {
                return;
            }
            self.said.set(Said::Nothing);
        }
        let seen = untrack(|| self.seen());
        if let Some(mv) = self.selection.touch(touch, &seen) {
            self.play(mv);
        }
    }

    /// Plays a move of a person or of the engine.
    pub fn play(self, mv: AnyMove) {
        // The words come from what the viewer saw, so that they tell nothing hidden.
        let viewer = untrack(|| self.viewer());
        let news = self.game.with_untracked(|game| {
            let shown = game.game().redact_move(mv, viewer);
            let seen = game.seen_by(viewer);
            in_both_languages(|lang| boards::say_move(&seen, shown, lang))
        });
        let mut result = Ok(());
        self.settle(|game| result = game.play(mv));
        match result {
            Ok(()) => {
                self.news.set(Some(news));
                let is_over = self.game.with_untracked(|game| game.outcome().is_some());
                sound::play(self.store, if is_over { Sound::End } else { Sound::Move });
            }
            Err(why) => self.said.set(Said::Note(in_both_languages(|lang| why.say(lang)))),
        }
        self.advance();
    }

    /// Changes the game, and puts away what belonged to the position before.
    fn settle(self, change: impl FnOnce(&mut LocalGame)) {
        self.turn.update_value(|turn| *turn += 1);
        self.thinker.with_value(Thinker::drop_question);
        self.thinking.set(None);
        self.selection.clear();
        self.hint.set(Vec::new());
        self.said.set(Said::Nothing);
        // Whoever was to move has moved, or taken back: the device goes to somebody else.
        self.lifted.set(None);
        self.game.update(change);
        self.keep();
    }

    fn keep(self) {
        let id = self.id.get_untracked();
        let kept = self.game.with_untracked(|game| {
            // A game that was never begun is not worth a line in the list.
            if game.record().steps().iter().any(|step| !step.is_chance()) {
                saved_games::save(&id, game)
            } else {
                // Nor is one that was taken back to its beginning.
                saved_games::delete(&id);
                Ok(())
            }
        });
        if let Err(why) = kept {
            self.tell_not_kept(why);
        }
    }

    fn tell_not_kept(self, why: SaveError) {
        self.said.set(Said::Note(why.words()));
    }

    /// Lets cards be drawn and the engine think, until a person is to move.
    pub fn advance(self) {
        match self.game.with_untracked(LocalGame::next) {
            NextActor::Chance => {
                let mut rng = self.rng.get_value();
                self.game.update(|game| {
                    game.draw(&mut rng);
                });
                self.rng.set_value(rng);
                self.keep();
                self.advance();
            }
            NextActor::Engine(seat, level) => {
                let view = self.game.with_untracked(|game| game.view(Viewer::Seat(seat)));
                let (turn, begun) = (self.turn.get_value(), now());
                let seed = random::seed();
                self.thinking.set(Some(None));
                let limit = move |think: &mut web_engine::Think| {
                    think.level = level;
                    think.time = Some(PATIENCE);
                    think.seed = seed;
                };
                let hear = move |answer: Answer| self.hear(turn, begun, answer);
                self.thinker.with_value(|thinker| thinker.think(&view, limit, hear));
            }
            NextActor::Person(_) | NextActor::Over(_) => {}
        }
    }

    fn hear(self, turn: u64, begun: f64, answer: Answer) {
        if self.turn.try_get_value() != Some(turn) {
            return;
        }
        match answer {
            Answer::Progress(found) => self.thinking.set(Some(Some(found))),
            Answer::Done(found) => {
                let mv = found.analysis.chosen;
                self.thinking.set(Some(Some(found)));
                let spent = Duration::from_secs_f64(((now() - begun) / 1000.0).max(0.0));
                let pause =
                    if settings::animations_enabled() { PAUSE.saturating_sub(spent) } else { Duration::ZERO };
                set_timeout(
                    move || {
                        if self.turn.try_get_value() == Some(turn) {
                            self.play(mv);
                        }
                    },
                    pause,
                );
            }
            Answer::Failed(why) => {
                self.thinking.set(None);
                self.said.set(Said::Note(in_both_languages(|lang| why.say(lang))));
            }
            Answer::Died => {
                self.thinking.set(None);
                self.said.set(Said::EngineDied);
            }
        }
    }

    /// The engine plays what it has found.
    pub fn hurry(self) {
        self.thinker.with_value(Thinker::stop);
    }

    /// Asks the engine again after it died.
    pub fn retry(self) {
        self.said.set(Said::Nothing);
        self.advance();
    }

    /// Shows what the engine thinks of the moves here.
    pub fn ask_hint(self) {
        let NextActor::Person(seat) = self.game.with_untracked(LocalGame::next) else { return };
        if !untrack(|| self.is_live()) {
            return;
        }
        let view = self.game.with_untracked(|game| game.view(Viewer::Seat(seat)));
        let seats = self.game.with_untracked(|game| game.game().seats());
        let turn = self.turn.get_value();
        self.thinking.set(Some(None));
        let limit = |think: &mut web_engine::Think| {
            think.time = Some(HINT);
            think.lines = 3;
        };
        let hear = move |answer: Answer| {
            if self.turn.try_get_value() != Some(turn) {
                return;
            }
            match answer {
                Answer::Progress(found) => self.thinking.set(Some(Some(found))),
                Answer::Done(found) => {
                    self.thinking.set(None);
                    self.say_hint(&found, seat, seats);
                    self.hint.set(crate::evaluation_text::of_lines(&found.analysis.lines, seat, seats));
                }
                Answer::Failed(why) => {
                    self.thinking.set(None);
                    self.said.set(Said::Note(in_both_languages(|lang| why.say(lang))));
                }
                Answer::Died => {
                    self.thinking.set(None);
                    self.said.set(Said::EngineDied);
                }
            }
        };
        self.thinker.with_value(|thinker| thinker.think(&view, limit, hear));
    }

    /// Says the hint in words: what the best move does, and what it is worth.
    fn say_hint(self, found: &Found, seat: Seat, seats: u8) {
        let best = found.analysis.lines.first().and_then(|line| Some((*line.moves.first()?, line.value)));
        let Some((mv, value)) = best else { return };
        let seen = untrack(|| self.seen());
        self.news.set(Some(in_both_languages(|lang| {
            let (does, worth) =
                (boards::say_move(&seen, mv, lang), crate::evaluation_text::say(value, seat, seats, lang));
            // The sentence ends after what the move is worth.
            let does = does.trim_end_matches('.');
            match lang {
                Lang::Fr => format!("Conseil\u{a0}: {does} ({worth})."),
                Lang::En => format!("Hint: {does} ({worth})."),
            }
        })));
    }

    /// Whether the engine thinks for itself, rather than about a hint.
    pub fn is_engines_turn(self) -> bool {
        self.game.with(|game| matches!(game.next(), NextActor::Engine(..)))
    }

    /// Takes back the last decision of a person.
    pub fn undo(self) {
        self.settle(LocalGame::undo);
        self.news.set(None);
        self.advance();
    }

    /// Plays again what was taken back.
    pub fn redo(self) {
        self.settle(LocalGame::redo);
        self.advance();
    }

    /// The player whose turn it is, or else the only person, gives up.
    pub fn resign(self) {
        let seat = match self.game.with_untracked(LocalGame::viewer) {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => self.game.with_untracked(|game| game.game().turn().seat()),
        };
        if let Some(seat) = seat {
            let (kind, seats) = self.game.with_untracked(|game| (game.kind(), game.game().seats()));
            self.settle(|game| game.resign(seat));
            self.news.set(None);
            if seats > 2 {
                self.news.set(Some(in_both_languages(|lang| {
                    let who = crate::labels::player(kind, seat, &[], lang);
                    match lang {
                        Lang::Fr => format!("{who} abandonne\u{a0}: le moteur joue à sa place."),
                        Lang::En => format!("{who} has resigned: the engine plays on in that seat."),
                    }
                })));
            }
            self.advance();
        }
    }

    /// The players agree on a draw.
    pub fn agree_draw(self) {
        self.settle(LocalGame::agree_draw);
    }

    /// Begins another game.
    pub fn begin(self, mut game: LocalGame) {
        game.set_date(&crate::export::today());
        self.id.set(saved_games::new_id());
        self.lifted.set(None);
        self.news.set(None);
        self.settle(|now| *now = game);
        self.advance();
    }

    /// The same players again, with the seats swapped.
    pub fn rematch(self) {
        let game = self.game.with_untracked(LocalGame::rematch);
        self.begin(game);
    }

    /// Lifts the curtain for whoever is to move.
    pub fn lift(self) {
        if let NextActor::Person(seat) = self.game.with_untracked(LocalGame::next) {
            self.lifted.set(Some(seat));
        }
    }

    /// Lets time pass for whoever is to move.
    pub fn tick(self, time: Duration) {
        let running = match self.game.with_untracked(LocalGame::next) {
            NextActor::Person(seat) if !untrack(|| self.is_curtained()) => Some(seat),
            NextActor::Engine(seat, _) => Some(seat),
            _ => None,
        };
        let Some(seat) = running.filter(|_| self.game.with_untracked(|game| game.clock().is_some())) else {
            return;
        };
        let mut is_over = false;
        self.game.update(|game| is_over = game.clock_mut().is_some_and(|clock| clock.spend(seat, time)));
        if is_over {
            self.settle(|game| game.flag(seat));
        }
    }
}

/// Milliseconds that never go back.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}
