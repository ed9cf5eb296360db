//! Which puzzle is shown: what the address asks for, a set, or the next one.

use leptos::prelude::*;
use rules::Words;

use super::address::{PuzzleAddress, PuzzleSet, unknown_id, unknown_theme};
use super::session::{PuzzleSession, today};
use crate::browser;
use crate::router::replace_address;

impl PuzzleSession {
    /// Opens what the address asks for.
    pub fn open_address(self) {
        match PuzzleAddress::read(&browser::path(), &browser::query()) {
            Ok(PuzzleAddress { set, id: None }) => self.open(set),
            Ok(PuzzleAddress { set, id: Some(id) }) => {
                self.set.set(set);
                match self.collection().and_then(|collection| collection.find(id)) {
                    Some(index) => self.show(index),
                    None => self.open_instead(unknown_id(&id.to_string())),
                }
            }
            Err(why) => self.open_instead(why),
        }
    }

    /// Opens a puzzle of a set.
    pub fn open(self, set: PuzzleSet) {
        self.notice.set(None);
        self.run.set(None);
        self.set.set(set);
        self.open_from_set();
    }

    /// Opens another puzzle than the one asked for, with the reason.
    fn open_instead(self, why: Words) {
        self.open(PuzzleSet::Training(None));
        self.notice.set(Some(why));
    }

    /// Opens a puzzle of the current set. If there is none, opens another one with the reason.
    fn open_from_set(self) {
        let Some(collection) = self.collection() else { return };
        let progress = self.progress.get_untracked();
        let has_current = self.current.with_untracked(Option::is_some);
        match self.set.get_untracked() {
            PuzzleSet::Daily => match collection.daily(today()) {
                Some(index) => self.show(index),
                None => self.open_instead(Words::new(
                    "La première énigme du jour date du 1er janvier 2026\u{a0}: l’horloge de cet appareil est-elle à l’heure\u{202f}? Voici une autre énigme.",
                    "The first puzzle of the day was on 1 January 2026: is this device’s clock right? Here is another puzzle.",
                )),
            },
            PuzzleSet::Training(theme) => {
                let random = browser::random();
                let next = match theme {
                    Some(theme) => progress.next(&collection, collection.with_theme(theme), random),
                    None => progress.next(&collection, 0..collection.len(), random),
                };
                match (next, theme) {
                    (Some(index), _) => self.show(index),
                    (None, Some(theme)) => self.open_instead(unknown_theme(theme.id())),
                    (None, None) => {}
                }
            }
            PuzzleSet::Failed => {
                // The one that was just tried comes last.
                let here = self.current.with_untracked(|current| current.as_ref().map(|current| current.id));
                let failed = progress.failed().iter().filter(|id| Some(**id) != here).chain(progress.failed());
                match failed.filter_map(|&id| collection.find(id)).next() {
                    Some(index) => self.show(index),
                    None if has_current => self.open_instead(Words::new(
                        "Bravo, vous n’avez plus d’énigmes à revoir. En voici une nouvelle.",
                        "Well done, you have no missed puzzles left. Here is a new one.",
                    )),
                    None => self.open_instead(Words::new(
                        "Vous n’avez aucune énigme à revoir. En voici une nouvelle.",
                        "You have no missed puzzles. Here is a new one.",
                    )),
                }
            }
            PuzzleSet::Run(run) => self.prepare_run(run),
        }
    }

    /// Shows a puzzle of the collection.
    pub(super) fn show(self, index: usize) {
        let Some(collection) = self.collection() else { return };
        let (Some(id), Ok(puzzle)) = (collection.id(index), collection.puzzle(index)) else {
            return self.notice.set(Some(Words::new(
                "Cette énigme est illisible\u{a0}: passez à la suivante.",
                "This puzzle cannot be read: move on to the next one.",
            )));
        };
        let set = self.set.get_untracked();
        if !matches!(set, PuzzleSet::Run(_)) {
            replace_address(&PuzzleAddress { set, id: Some(id) }.write(self.kind));
        }
        self.begin(index, id, puzzle);
    }

    /// Starts the current puzzle again.
    pub fn restart(self) {
        if let Some(index) =
            self.current.with_untracked(|current| current.as_ref().map(|current| current.index))
        {
            self.show(index);
        }
    }

    /// Shows the next puzzle of the set. The puzzle of the day is followed by training.
    pub fn show_next(self) {
        self.notice.set(None);
        if self.set.get_untracked() == PuzzleSet::Daily {
            self.set.set(PuzzleSet::Training(None));
        }
        self.open_from_set();
    }
}
