//! Texts saved on this device, in the browser's local storage. A browser may forbid it or run out of space; the page
//! then says so, and continues with what is in memory.

use leptos::prelude::window;
use web_sys::Storage;

use crate::browser;

const PREFIX: &str = "trois.";

/// Why a text could not be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// The browser allows no storage.
    Forbidden,
    /// The storage is full.
    Full,
}

impl SaveError {
    /// The message for the user.
    pub fn words(self) -> rules::Words {
        match self {
            SaveError::Forbidden => rules::Words::new(
                "Ce navigateur ne permet pas d’enregistrer vos parties. Vous pouvez jouer quand même\u{202f}; pour garder une partie, copiez son lien.",
                "This browser does not allow games to be saved. You can still play; to keep a game, copy its link.",
            ),
            SaveError::Full => rules::Words::new(
                "Il n’y a plus de place pour enregistrer cette partie. Supprimez-en d’anciennes dans «\u{a0}Mes parties\u{a0}», ou copiez le lien.",
                "There is no space left to save this game. Delete old ones in “My games”, or copy its link.",
            ),
        }
    }
}

fn storage() -> Option<Storage> {
    if browser::IN_BROWSER { window().local_storage().ok()? } else { None }
}

/// Loads the text under a key.
pub fn load(key: &str) -> Option<String> {
    storage()?.get_item(&format!("{PREFIX}{key}")).ok()?
}

/// Saves a text under a key.
pub fn save(key: &str, text: &str) -> Result<(), SaveError> {
    let storage = storage().ok_or(SaveError::Forbidden)?;
    storage.set_item(&format!("{PREFIX}{key}"), text).map_err(|_| SaveError::Full)
}

/// Removes the text under a key.
pub fn remove(key: &str) {
    if let Some(storage) = storage() {
        // Removing fails only if there is no such key.
        let _ = storage.remove_item(&format!("{PREFIX}{key}"));
    }
}

/// The keys that begin with `prefix`, without the prefix.
pub fn keys(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let count = storage.length().unwrap_or(0);
    let keys = (0..count).filter_map(|index| storage.key(index).ok()?);
    let whole = format!("{PREFIX}{prefix}");
    keys.filter_map(|key| key.strip_prefix(&whole).map(str::to_owned)).collect()
}
