//! The language of the app's texts.

use rules::{Lang, Say, Words};

use crate::settings::SettingsStore;

/// The language of the app. Reading it in a reactive scope subscribes to changes.
pub fn lang() -> Lang {
    SettingsStore::expect().lang()
}

/// Translates a text: the returned closure gives it in the current language and follows changes.
pub fn tr(words: Words) -> impl Fn() -> String + Clone + Send + Sync {
    let store = SettingsStore::expect();
    move || words.say(store.lang())
}

/// Builds a text in both languages, for texts that outlive a change of language.
pub fn in_both_languages(say: impl Fn(Lang) -> String) -> Words {
    Words { fr: say(Lang::Fr).into(), en: say(Lang::En).into() }
}
