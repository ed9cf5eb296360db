//! Game options as data, and their text, `players=3,repetition=0`.

use crate::text::{Text, TextError, Words, words};

/// One option of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its key in option texts.
    pub key: &'static str,
    /// The values it may take.
    pub values: &'static [&'static str],
    /// The value it has if the text does not set it.
    pub default: &'static str,
    /// Its display name.
    pub name: Words,
    /// The display name of each value, in the order of `values`; empty if the values' texts serve as names.
    pub value_names: &'static [Words],
    /// A sentence that says what the option changes.
    pub about: Words,
}

impl OptionSpec {
    /// The display name of a value.
    pub fn value_name(&self, value: &'static str) -> Words {
        let index = self.values.iter().position(|known| *known == value);
        index.and_then(|index| self.value_names.get(index)).cloned().unwrap_or(Words::new(value, value))
    }
}

/// The options of one game. Their text lists `key=value` pairs, separated by commas. An option that is not listed has
/// its default value; the empty text means all defaults.
pub trait GameOptions: Text + Copy + Default + std::hash::Hash + Send + Sync + 'static {
    /// The available options, in the order of the text.
    const SPECS: &'static [OptionSpec];

    /// Keys that the text omits while they have their default value. Put options here that were added after texts of
    /// the game were published, so that the older texts stay canonical.
    const IMPLICIT: &'static [&'static str] = &[];

    /// The value of an option of [`SPECS`](Self::SPECS).
    fn get(&self, key: &str) -> &'static str;

    /// Sets an option of [`SPECS`](Self::SPECS) to one of its values.
    fn set(&mut self, key: &str, value: &'static str);
}

/// Reads the text of any game's options.
pub(crate) fn parse<O: GameOptions>(text: &str) -> Result<O, TextError> {
    let mut options = O::default();
    let mut given: Vec<&str> = Vec::new();
    let mut at = 0;
    for pair in text.split(',').filter(|_| !text.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let Some(spec) = O::SPECS.iter().find(|spec| spec.key == key) else {
            return Err(TextError::new(at, pair, known_keys::<O>()));
        };
        if given.contains(&spec.key) {
            let key = spec.key;
            let once = words!(fr: "chaque option une seule fois ({key} y est déjà)", en: "each option once ({key} is there already)");
            return Err(TextError::new(at, pair, once));
        }
        let Some(value) = spec.values.iter().find(|known| **known == value) else {
            let (key, list) = (spec.key, spec.values.join(", "));
            return Err(TextError::new(
                at,
                pair,
                words!(fr: "{key}= suivi de {list}", en: "{key}= and one of {list}"),
            ));
        };
        given.push(spec.key);
        options.set(spec.key, value);
        at += pair.len() + 1;
    }
    Ok(options)
}

fn known_keys<O: GameOptions>() -> Words {
    let keys: Vec<&str> = O::SPECS.iter().map(|spec| spec.key).collect();
    let list = keys.join(", ");
    if keys.is_empty() {
        words!(fr: "un texte vide, car ce jeu n’a pas d’options", en: "nothing, this game has no options")
    } else {
        words!(fr: "une option de ce jeu ({list})", en: "an option of this game ({list})")
    }
}

/// Implements `Display` and `FromStr` for an options type.
macro_rules! options_text {
    ($options:ty) => {
        impl std::fmt::Display for $options {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                use $crate::options::GameOptions;
                let is_written =
                    |key: &str, default: &str| !Self::IMPLICIT.contains(&key) || self.get(key) != default;
                let written = Self::SPECS.iter().filter(|spec| is_written(spec.key, spec.default));
                for (i, spec) in written.enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    write!(f, "{comma}{}={}", spec.key, self.get(spec.key))?;
                }
                Ok(())
            }
        }

        impl std::str::FromStr for $options {
            type Err = $crate::text::TextError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::options::parse(text)
            }
        }
    };
}
pub(crate) use options_text;
