//! Where the explorer gets games from: the file with games of the engine, and the index of the server.

use std::collections::HashMap;
use std::sync::Arc;

use explorer::{GameCollection, Tally};
use leptos::prelude::*;
use rules::{Kind, Words};

use crate::online::api;

/// A move that was played, by its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ArchivedMove {
    pub(super) code: u32,
    pub(super) tally: Tally,
}

/// The games of a kind, as far as they are loaded. Copies are the same.
#[derive(Clone, Copy)]
pub(super) struct Sources {
    kind: Kind,
    /// The engine's games, or why there are none.
    pub(super) collection: RwSignal<Option<Result<Arc<GameCollection>, Words>>>,
    /// What the server knows of each position that was asked for.
    pub(super) archive: RwSignal<HashMap<u64, Vec<ArchivedMove>>>,
}

impl Sources {
    pub(super) fn new(kind: Kind) -> Sources {
        Sources { kind, collection: RwSignal::new(None), archive: RwSignal::new(HashMap::new()) }
    }

    /// Fetches the engine's games, unless they are loaded.
    pub(super) fn load(self) {
        if matches!(self.collection.get_untracked(), Some(Ok(_))) {
            return;
        }
        self.collection.set(None);
        leptos::task::spawn_local(async move {
            let file = api::get_bytes(&format!("/explorer/{}.bin", self.kind)).await;
            let read = match file {
                Ok(file) => GameCollection::read(&file).map(Arc::new).map_err(|_| {
                    Words::new(
                        "Le fichier des parties du moteur est endommagé ou d’une autre version. Rechargez la page.",
                        "The file with the engine’s games is damaged or from another version. Reload the page.",
                    )
                }),
                Err(_) => Err(Words::new(
                    "Les parties du moteur n’ont pas pu être chargées. Vérifiez votre connexion, puis réessayez.",
                    "The engine’s games could not be loaded. Check your connection, then try again.",
                )),
            };
            // The page may have been left by then.
            self.collection.try_set(Some(read));
        });
    }

    /// Asks the server about a position, unless it is known. Without a server there is nothing to show.
    pub(super) fn ask(self, key: u64) {
        if self.archive.with_untracked(|known| known.contains_key(&key)) {
            return;
        }
        leptos::task::spawn_local(async move {
            let answer = api::get(&format!("/api/explorer?game={}&key={key:016x}", self.kind)).await;
            if let Ok(answer) = answer {
                self.archive.try_update(|known| known.insert(key, read(&answer)));
            }
        });
    }
}

/// Reads the answer of the server. Lines that cannot be read are left out.
fn read(answer: &str) -> Vec<ArchivedMove> {
    let line = |line: &str| {
        let mut numbers = line.split(' ').map(str::parse::<u32>);
        let mut next = || numbers.next()?.ok();
        let (code, wins, draws) = (next()?, [next()?, next()?, next()?, next()?], next()?);
        Some(ArchivedMove { code, tally: Tally { wins, draws } })
    };
    answer.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_of_the_server_is_read_line_by_line() {
        let moves = read("17 3 1 0 0 2 5.5,5.1\nnonsense\n4 1 2 3\n9 0 0 0 0 1");
        assert_eq!(moves.len(), 2);
        assert_eq!(moves[0], ArchivedMove { code: 17, tally: Tally { wins: [3, 1, 0, 0], draws: 2 } });
        assert_eq!(moves[1].tally.games(), 1);
    }
}
