//! A finished game that its card in a list plays through while the pointer or the focus is on the card; on a touch screen,
//! the end of the game once the card is in the middle of the screen.

use std::time::Duration;

use boards::{DrawContext, Scene};
use leptos::leptos_dom::helpers::IntervalHandle;
use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Record, Viewer};
use table::TableId;

use super::api;
use crate::browser;
use crate::language::lang;
use crate::settings::{self, SettingsStore};
use crate::visibility;

/// The time between two moves.
const MOVE_INTERVAL: Duration = Duration::from_millis(400);

/// How long a card rests in the middle of a touch screen before it plays: cards that are scrolled past do not.
const DWELL_TIME: Duration = Duration::from_millis(300);

/// How many moves play by themselves on touch screens. They end within five seconds, since longer animations need a
/// button that stops them.
const AUTOPLAY_MOVES: usize = 11;

/// A position, and the move that led to it.
type Ply = (AnyGame, Option<AnyMove>);

/// The replay of the game of a card. The record is fetched once, when it is wanted for the first time.
#[derive(Clone, Copy)]
pub(super) struct CardReplay {
    table: StoredValue<TableId>,
    is_wanted: StoredValue<bool>,
    is_fetched: StoredValue<bool>,
    plies: StoredValue<Vec<Ply>>,
    /// The ply on the card; `None` while the card shows the picture of the last position.
    shown: RwSignal<Option<usize>>,
    timer: StoredValue<Option<IntervalHandle>>,
}

impl CardReplay {
    pub(super) fn new(table: TableId) -> CardReplay {
        let replay = CardReplay {
            table: StoredValue::new(table),
            is_wanted: StoredValue::new(false),
            is_fetched: StoredValue::new(false),
            plies: StoredValue::new(Vec::new()),
            shown: RwSignal::new(None),
            timer: StoredValue::new(None),
        };
        on_cleanup(move || replay.stop_timer());
        replay
    }

    /// Plays the game from its start while a pointer or the focus is on the card. Reduced motion is respected.
    pub(super) fn start(self) {
        if settings::animations_enabled() && has_hover() {
            self.is_wanted.set_value(true);
            self.load();
        }
    }

    /// On a touch screen, which has no pointer that rests on a card, plays the end of the game while the card is in the
    /// middle of the screen.
    pub(super) fn play_in_view(self, card: NodeRef<leptos::html::Li>) {
        if has_hover() {
            return;
        }
        let play = move || {
            if settings::animations_enabled() && self.is_wanted.try_get_value() == Some(true) {
                self.load();
            }
        };
        Effect::new(move |_| {
            let Some(card) = card.get() else { return };
            visibility::on_cross_middle(&card, move |is_inside| {
                if is_inside {
                    _ = self.is_wanted.try_set_value(true);
                    browser::after(DWELL_TIME, play);
                } else {
                    self.stop();
                }
            });
        });
    }

    fn load(self) {
        if self.is_fetched.get_value() {
            return self.play();
        }
        self.is_fetched.set_value(true);
        let path = format!("/games/{}.trois", self.table.get_value());
        leptos::task::spawn_local(async move {
            let Ok(text) = api::get(&path).await else {
                // The next hover tries again.
                self.is_fetched.try_update_value(|is_fetched| *is_fetched = false);
                return;
            };
            let Ok(record) = Record::parse(&text, None) else { return };
            // The card may be gone by then.
            self.plies.try_update_value(|plies| *plies = plies_of(&record));
            if self.is_wanted.try_get_value() == Some(true) {
                self.play();
            }
        });
    }

    /// Goes back to the picture of the last position.
    pub(super) fn stop(self) {
        // The card may be gone when it leaves the screen.
        if self.is_wanted.try_get_value() != Some(true) {
            return;
        }
        self.is_wanted.set_value(false);
        self.stop_timer();
        self.shown.set(None);
    }

    pub(super) fn is_playing(self) -> bool {
        self.shown.with(Option::is_some)
    }

    /// The position shown, drawn.
    pub(super) fn scene(self) -> Scene {
        let (lang, look) = (lang(), SettingsStore::expect().get().look);
        let at = self.shown.get().unwrap_or_default();
        self.plies.with_value(|plies| {
            plies.get(at).map_or_else(Scene::default, |(game, last)| {
                let context = DrawContext { last_move: *last, look, ..DrawContext::plain(lang) };
                boards::draw(&game.view(Viewer::Public).position(), &context)
            })
        })
    }

    fn play(self) {
        let last = self.plies.with_value(Vec::len).saturating_sub(1);
        if last == 0 || self.timer.with_value(Option::is_some) {
            return;
        }
        let first = if has_hover() { 0 } else { last.saturating_sub(AUTOPLAY_MOVES) };
        self.shown.set(Some(first));
        let advance = move || {
            let at = self.shown.get_untracked().map_or(0, |at| at + 1).min(last);
            self.shown.set(Some(at));
            if at == last {
                self.stop_timer();
            }
        };
        self.timer.set_value(set_interval_with_handle(advance, MOVE_INTERVAL).ok());
    }

    fn stop_timer(self) {
        let timer = self.timer.try_update_value(Option::take).flatten();
        if let Some(timer) = timer {
            timer.clear();
        }
    }
}

/// Whether this device has a pointer that can rest on a card.
fn has_hover() -> bool {
    browser::matches_media("(hover: hover)")
}

/// The positions of a record in which a player is to move, and the last one.
fn plies_of(record: &Record) -> Vec<Ply> {
    let mut last = None;
    let steps = std::iter::once(None).chain(record.steps().iter().map(Some));
    let plies = record.positions().zip(steps).filter_map(|(game, step)| {
        last = step.filter(|step| !step.is_chance()).map_or(last, |step| Some(step.mv()));
        let (turn, is_last) = (game.turn(), game == *record.end());
        (turn.seat().is_some() || is_last).then_some((game, last))
    });
    plies.collect()
}

#[cfg(test)]
mod tests {
    use rules::Kind;

    use super::*;

    #[test]
    fn a_record_is_shown_move_by_move_without_its_draws() {
        for &kind in Kind::ALL {
            let mut record = Record::new(AnyGame::new(kind, "").expect("options"));
            for text in kind.info().sample.split(' ') {
                record.push(record.end().parse_move(text).expect("a move")).expect("a legal move");
            }
            let plies = plies_of(&record);
            let moves = record.steps().iter().filter(|step| !step.is_chance()).count();
            assert!((moves..=moves + 1).contains(&plies.len()), "{kind}: {} of {moves}", plies.len());
            assert_eq!(
                plies.first(),
                Some(&(record.positions().find(|game| game.turn().seat().is_some()).expect("a turn"), None))
            );
            assert_eq!(plies.last().map(|(game, _)| game), Some(record.end()), "{kind}");
        }
    }
}
