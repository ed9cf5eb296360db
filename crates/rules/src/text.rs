//! Notation for machines ([`Text`]) and sentences for people ([`Say`]), in both languages.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

/// A value with a notation that round-trips: `value.to_string().parse() == Ok(value)`.
///
/// Notation is the only serialisation: on the wire, in the database, on stdio and in Python.
pub trait Text: Clone + Debug + Display + Eq + FromStr<Err = TextError> {}

impl<T: Clone + Debug + Display + Eq + FromStr<Err = TextError>> Text for T {}

/// A language of the user interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lang {
    /// Français.
    Fr,
    /// English.
    En,
}

impl Lang {
    /// Both languages.
    pub const ALL: [Lang; 2] = [Lang::Fr, Lang::En];
}

impl Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lang::Fr => "fr",
            Lang::En => "en",
        })
    }
}

impl FromStr for Lang {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Lang, TextError> {
        match text {
            "fr" => Ok(Lang::Fr),
            "en" => Ok(Lang::En),
            _ => {
                Err(TextError::new(0, text, words!(fr: "une langue (fr ou en)", en: "a language (fr or en)")))
            }
        }
    }
}

/// The text with its first letter in upper case.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The text with its first letter in lower case, as it stands within a sentence.
pub fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// A value with a sentence for people.
pub trait Say {
    /// The complete sentence, with punctuation.
    fn say(&self, lang: Lang) -> String;
}

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Words {
    /// The French text.
    pub fr: Cow<'static, str>,
    /// The English text.
    pub en: Cow<'static, str>,
}

impl Words {
    /// Words from two constants.
    pub const fn new(fr: &'static str, en: &'static str) -> Words {
        Words { fr: Cow::Borrowed(fr), en: Cow::Borrowed(en) }
    }

    /// The target of [`words!`](crate::words!): borrows where there is nothing to format.
    #[doc(hidden)]
    pub fn from_arguments(fr: fmt::Arguments<'_>, en: fmt::Arguments<'_>) -> Words {
        let cow = |text: fmt::Arguments<'_>| {
            text.as_str().map_or_else(|| Cow::Owned(text.to_string()), Cow::Borrowed)
        };
        Words { fr: cow(fr), en: cow(en) }
    }

    /// The words in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Fr => &self.fr,
            Lang::En => &self.en,
        }
    }
}

impl Say for Words {
    fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::Fr => self.fr.clone().into_owned(),
            Lang::En => self.en.clone().into_owned(),
        }
    }
}

/// `words!(fr: "…", en: "…")`: [`Words`], with inline format arguments if needed.
#[macro_export]
macro_rules! words {
    (fr: $fr:literal, en: $en:literal $(,)?) => {
        $crate::Words::from_arguments(format_args!($fr), format_args!($en))
    };
}
pub(crate) use words;

/// The most characters of a wrong text that an error quotes.
const FOUND_LIMIT: usize = 40;

/// A parse error: what was found, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    at: usize,
    found: String,
    expected: Words,
}

impl TextError {
    /// The error that `found`, at byte `at`, should have been `expected`.
    pub fn new(at: usize, found: &str, expected: Words) -> TextError {
        let mut short: String = found.chars().take(FOUND_LIMIT).collect();
        if short.len() < found.len() {
            short.push('…');
        }
        TextError { at, found: short, expected }
    }

    /// The byte at which the wrong part begins.
    pub fn at(&self) -> usize {
        self.at
    }

    /// What was expected there.
    pub fn expected(&self) -> &Words {
        &self.expected
    }

    /// The same error for a longer text, in which the parsed text begins at byte `offset`.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> TextError {
        self.at += offset;
        self
    }
}

impl Say for TextError {
    fn say(&self, lang: Lang) -> String {
        let TextError { found, expected, .. } = self;
        match lang {
            Lang::Fr if found.is_empty() => format!("Il manque ici\u{a0}: {}.", expected.fr),
            Lang::Fr => format!("«\u{a0}{found}\u{a0}» ne convient pas ici\u{a0}: il faut {}.", expected.fr),
            Lang::En if found.is_empty() => format!("Something is missing here: {}.", expected.en),
            Lang::En => format!("“{found}” does not belong here: it should be {}.", expected.en),
        }
    }
}

impl Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for TextError {}

/// Splits a text at single spaces into exactly `N` fields, each with the byte at which it begins.
pub(crate) fn fields<const N: usize>(text: &str, expected: Words) -> Result<[(usize, &str); N], TextError> {
    let mut fields = [(0, ""); N];
    let mut at = 0;
    let mut count = 0;
    for part in text.split(' ') {
        if count == N {
            return Err(TextError::new(at, part, expected));
        }
        fields[count] = (at, part);
        count += 1;
        at += part.len() + 1;
    }
    if count < N { Err(TextError::new(text.len(), "", expected)) } else { Ok(fields) }
}
