//! What is kept on this device: texts under names. A browser may forbid it or run out of room; then nothing is
//! lost that is on the screen, and the page says so.

use leptos::prelude::window;
use web_sys::Storage;

const PREFIX: &str = "trois.";

/// Why something could not be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// The browser lets pages keep nothing.
    Forbidden,
    /// There is no room left.
    Full,
}

impl SaveError {
    /// What to tell people.
    pub fn words(self) -> rules::Words {
        match self {
            SaveError::Forbidden => rules::Words::new(
                "Ce navigateur interdit de garder vos parties. Vous pouvez jouer\u{a0}; pour ne rien perdre, copiez le lien de la partie.",
                "This browser forbids keeping your games. You can play; to lose nothing, copy the link of the game.",
            ),
            SaveError::Full => rules::Words::new(
                "Il n’y a plus de place pour garder cette partie. Supprimez-en d’anciennes dans «\u{a0}Mes parties\u{a0}», ou copiez le lien.",
                "There is no room left to keep this game. Delete old ones in “My games”, or copy its link.",
            ),
        }
    }
}

fn storage() -> Option<Storage> {
    window().local_storage().ok()?
}

/// What is kept under a name.
pub fn load(name: &str) -> Option<String> {
    storage()?.get_item(&format!("{PREFIX}{name}")).ok()?
}

/// Keeps a text under a name.
pub fn save(name: &str, text: &str) -> Result<(), SaveError> {
    let storage = storage().ok_or(SaveError::Forbidden)?;
    storage.set_item(&format!("{PREFIX}{name}"), text).map_err(|_| SaveError::Full)
}

/// Forgets what is kept under a name.
pub fn remove(name: &str) {
    if let Some(storage) = storage() {
        // What cannot be removed was not there.
        let _ = storage.remove_item(&format!("{PREFIX}{name}"));
    }
}

/// The names under which something is kept that begin so, without that beginning.
pub fn keys(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let count = storage.length().unwrap_or(0);
    let keys = (0..count).filter_map(|index| storage.key(index).ok()?);
    let whole = format!("{PREFIX}{prefix}");
    keys.filter_map(|key| key.strip_prefix(&whole).map(str::to_owned)).collect()
}
