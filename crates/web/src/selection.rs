//! A hand over a board: what it has picked up, what it is over, and why its last touch was refused. Shared by
//! playing, learning and studying.

use boards::{DrawContext, Spot, TouchOutcome, TouchRefusal};
use leptos::prelude::*;
use rules::{AnyGame, AnyIllegal, AnyMove, Say, Viewer, Words};

use crate::board::Touch;
use crate::language::in_both_languages;
use crate::settings::SettingsStore;
use crate::sound::{self, Sound};

/// A hand over a board.
#[derive(Clone, Copy)]
pub struct Selection {
    /// What is picked up.
    picked: RwSignal<Vec<Spot>>,
    /// Whether it has just been put back.
    put_back: RwSignal<bool>,
    /// What the pointer is over.
    hover: RwSignal<Option<Spot>>,
    /// Why the last touch was refused.
    refused: RwSignal<Option<TouchRefusal<AnyIllegal>>>,
    /// The same in words, in both languages: they are read while the language changes.
    why: RwSignal<Option<Words>>,
    store: SettingsStore,
}

impl Selection {
    /// An empty hand.
    pub fn new() -> Selection {
        Selection {
            picked: RwSignal::new(Vec::new()),
            put_back: RwSignal::new(false),
            hover: RwSignal::new(None),
            refused: RwSignal::new(None),
            why: RwSignal::new(None),
            store: SettingsStore::expect(),
        }
    }

    /// Puts everything back.
    pub fn clear(self) {
        self.picked.set(Vec::new());
        self.put_back.set(false);
        self.refused.set(None);
        self.why.set(None);
    }

    /// Something happened on the board that shows this position; a move may come of it.
    pub fn touch(self, touch: Touch, game: &AnyGame) -> Option<AnyMove> {
        let spot = match touch {
            Touch::Hover(spot) => {
                self.hover.set(spot);
                return None;
            }
            Touch::Cancel => {
                let had = self.picked.with_untracked(|picked| !picked.is_empty());
                self.clear();
                self.put_back.set(had);
                return None;
            }
            Touch::Spot(spot) => spot,
        };
        let picked = self.picked.get_untracked();
        self.put_back.set(false);
        self.refused.set(None);
        self.why.set(None);
        match boards::touch(game, &picked, spot) {
            TouchOutcome::Picked(picked) => {
                self.put_back.set(picked.is_empty());
                self.picked.set(picked);
                None
            }
            TouchOutcome::Played(mv) => {
                self.clear();
                Some(mv)
            }
            TouchOutcome::Refused(refusal) => {
                self.why.set(Some(in_both_languages(|lang| boards::say_refusal(game, &refusal, lang))));
                self.refused.set(Some(refusal));
                sound::play(self.store, Sound::Refused);
                None
            }
        }
    }

    /// Why the last touch was refused, in words.
    pub fn refusal_text(self) -> Option<String> {
        self.why.with(|why| why.as_ref().map(|why| why.say(self.store.lang())))
    }

    /// Why the rules refused the last move that was meant.
    pub fn refused(self) -> Option<AnyIllegal> {
        match self.refused.get() {
            Some(TouchRefusal::Rule(why)) => Some(why),
            _ => None,
        }
    }

    /// How the board is looked at with this hand over it.
    pub fn look(self, viewer: Viewer, live: bool, last: Option<AnyMove>) -> DrawContext<AnyMove, AnyIllegal> {
        let settings = self.store.get();
        DrawContext {
            viewer,
            interactive: live,
            last_move: last,
            coordinates: settings.coordinates,
            picked: self.picked.get(),
            put_back: self.put_back.get(),
            hover: self.hover.get(),
            refused: self.refused(),
            ..DrawContext::plain(settings.language())
        }
    }
}

impl Default for Selection {
    fn default() -> Selection {
        Selection::new()
    }
}
