//! The selection on a board: the spots picked so far for a move, the spot under the pointer, and why the last touch was
//! refused. All pages with a board share it.

use boards::{DrawContext, Spot, TouchOutcome, TouchRefusal};
use leptos::prelude::*;
use rules::{AnyGame, AnyIllegal, AnyMove, Say, Viewer, Words};

use crate::board::Touch;
use crate::language::in_both_languages;
use crate::settings::SettingsStore;
use crate::sound::{self, Sound};

/// The selection on a board. Copies are the same selection.
#[derive(Clone, Copy)]
pub struct Selection {
    /// The spots picked so far.
    picked: RwSignal<Vec<Spot>>,
    /// Whether the player has just cancelled a selection.
    put_back: RwSignal<bool>,
    /// The spot under the pointer.
    hover: RwSignal<Option<Spot>>,
    /// Why the last touch was refused.
    refused: RwSignal<Option<TouchRefusal<AnyIllegal>>>,
    /// The same in words, in both languages, since the language can change while they are shown.
    why: RwSignal<Option<Words>>,
    store: SettingsStore,
}

impl Selection {
    /// An empty selection.
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

    /// Clears the selection and the refusal.
    pub fn clear(self) {
        self.picked.set(Vec::new());
        self.put_back.set(false);
        self.refused.set(None);
        self.why.set(None);
    }

    /// Handles a touched spot on the board of a position. Returns the move that it completes, if any.
    pub fn touch(self, spot: Spot, game: &AnyGame) -> Option<AnyMove> {
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

    /// Handles an input event that needs no position; otherwise returns the touched spot.
    pub fn touched_spot(self, touch: Touch) -> Option<Spot> {
        match touch {
            Touch::Spot(spot) => return Some(spot),
            // A tap reports the same spot several times: as hovered, as focused, as touched.
            Touch::Hover(spot) if spot != self.hover.get_untracked() => self.hover.set(spot),
            Touch::Hover(_) | Touch::Arrow(_) => {}
            Touch::Cancel => {
                let had = self.picked.with_untracked(|picked| !picked.is_empty());
                self.clear();
                self.put_back.set(had);
            }
        }
        None
    }

    /// Why the last touch was refused, in words.
    pub fn refusal_text(self) -> Option<String> {
        self.why.with(|why| why.as_ref().map(|why| why.say(self.store.lang())))
    }

    /// Why the rules refuse the move that the last touch meant.
    pub fn illegal_move(self) -> Option<AnyIllegal> {
        match self.refused.get() {
            Some(TouchRefusal::Rule(why)) => Some(why),
            _ => None,
        }
    }

    /// How to draw the board with this selection.
    pub fn draw_context(
        self,
        viewer: Viewer,
        live: bool,
        last: Option<AnyMove>,
    ) -> DrawContext<AnyMove, AnyIllegal> {
        let settings = self.store.get();
        DrawContext {
            viewer,
            interactive: live,
            last_move: last,
            coordinates: settings.coordinates,
            look: settings.look,
            picked: self.picked.get(),
            put_back: self.put_back.get(),
            hover: self.hover.get(),
            refused: self.illegal_move(),
            ..DrawContext::plain(settings.language())
        }
    }
}

impl Default for Selection {
    fn default() -> Selection {
        Selection::new()
    }
}
