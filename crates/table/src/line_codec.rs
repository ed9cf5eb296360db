//! The line format of events, requests and messages: a few bare words, then `key=value` fields in a fixed order, separated
//! by single spaces. Every value has exactly one text.
//!
//! In a value, each byte of white space, control characters and `%` is written as `%` and two hexadecimal digits. The
//! items of a list are separated by commas; an empty list is `-`.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};
use std::str::FromStr;

use rules::{TextError, Words, words};

/// Displays a value escaped.
pub(crate) struct Escaped<T>(pub(crate) T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaper(f), "{}", self.0)
    }
}

/// Escapes what is written to it, piece by piece.
struct Escaper<'f, 'b>(&'f mut fmt::Formatter<'b>);

impl Write for Escaper<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'%') {
            return self.0.write_str(text);
        }
        for part in text.split_inclusive(is_escaped) {
            let last = part.chars().next_back().filter(|&last| is_escaped(last));
            let plain = part.len() - last.map_or(0, char::len_utf8);
            self.0.write_str(&part[..plain])?;
            part[plain..].bytes().try_for_each(|byte| write!(self.0, "%{byte:02X}"))?;
        }
        Ok(())
    }
}

fn is_escaped(c: char) -> bool {
    c == '%' || c.is_control() || c.is_whitespace()
}

fn unescape(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains(is_escaped) {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        let digits = std::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    let value = String::from_utf8(bytes).ok()?;
    // Every value has exactly one text.
    (Escaped(&value).to_string() == text).then_some(Cow::Owned(value))
}

/// Displays a list, separated by commas.
pub(crate) struct List<'a, T>(pub(crate) &'a [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("-");
        }
        for (i, part) in self.0.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{part}")?;
        }
        Ok(())
    }
}

/// Displays an optional value: `-` for `None`.
pub(crate) struct Maybe<T>(pub(crate) Option<T>);

impl<T: Display> Display for Maybe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("-"),
        }
    }
}

/// Reads a line from left to right.
pub(crate) struct Fields<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Fields<'t> {
    pub(crate) fn new(text: &'t str) -> Fields<'t> {
        Fields { text, at: 0 }
    }

    /// The next word and where it begins; `expected` is for the error if there is none.
    fn next(&mut self, expected: impl FnOnce() -> Words) -> Result<(usize, &'t str), TextError> {
        let start = self.at;
        let Some(rest) = self.text.get(start..).filter(|rest| !rest.is_empty()) else {
            return Err(TextError::new(self.text.len(), "", expected()));
        };
        let word = rest.split(' ').next().unwrap_or(rest);
        self.at = start + word.len() + 1;
        Ok((start, word))
    }

    /// The next bare word; `expected` is for the error if there is none.
    pub(crate) fn word(&mut self, expected: impl Fn() -> Words) -> Result<&'t str, TextError> {
        match self.next(&expected)? {
            (at, "") => Err(TextError::new(at, "", expected())),
            (_, word) => Ok(word),
        }
    }

    /// The next bare word, as a number.
    pub(crate) fn bare_number(&mut self) -> Result<u64, TextError> {
        let (at, word) = self.next(expected_number)?;
        number(word).map_err(|error| error.shifted(at))
    }

    /// The value of the next field, which must have this key.
    pub(crate) fn text(&mut self, key: &str) -> Result<String, TextError> {
        self.read(key, |value| Ok(value.to_owned()))
    }

    /// The value of the next field, parsed.
    pub(crate) fn field<T: FromStr<Err = TextError>>(&mut self, key: &str) -> Result<T, TextError> {
        self.read(key, str::parse)
    }

    /// The value of the next field, as a number.
    pub(crate) fn number(&mut self, key: &str) -> Result<u64, TextError> {
        self.read(key, number)
    }

    /// The value of the next field, parsed; `None` for `-`.
    pub(crate) fn maybe<T: FromStr<Err = TextError>>(&mut self, key: &str) -> Result<Option<T>, TextError> {
        self.read(key, |value| if value == "-" { Ok(None) } else { value.parse().map(Some) })
    }

    /// The value of the next field, as a list.
    pub(crate) fn list<T: FromStr<Err = TextError>>(&mut self, key: &str) -> Result<Vec<T>, TextError> {
        self.read(key, list)
    }

    fn read<T>(&mut self, key: &str, read: impl Fn(&str) -> Result<T, TextError>) -> Result<T, TextError> {
        let expected = || words!(fr: "{key}= et sa valeur", en: "{key}= and its value");
        let (at, word) = self.next(expected)?;
        let invalid = || TextError::new(at, word, expected());
        let raw = word.strip_prefix(key).and_then(|rest| rest.strip_prefix('=')).ok_or_else(invalid)?;
        let value = unescape(raw).ok_or_else(invalid)?;
        read(&value).map_err(|error| error.shifted(at + key.len() + 1))
    }

    /// Whether nothing follows.
    pub(crate) fn is_at_end(&self) -> bool {
        self.at > self.text.len()
    }

    /// Checks that nothing follows.
    pub(crate) fn end(self) -> Result<(), TextError> {
        match self.text.get(self.at.min(self.text.len())..) {
            None | Some("") if self.at > self.text.len() => Ok(()),
            rest => Err(TextError::new(
                self.at.min(self.text.len()),
                rest.unwrap_or(""),
                words!(fr: "la fin de la ligne", en: "the end of the line"),
            )),
        }
    }
}

fn expected_number() -> Words {
    words!(fr: "un nombre entier", en: "a whole number")
}

/// Parses a number without leading zeros or a sign.
pub(crate) fn number(text: &str) -> Result<u64, TextError> {
    text.parse::<u64>()
        .ok()
        .filter(|_| text == "0" || !text.starts_with(['0', '+']))
        .ok_or_else(|| TextError::new(0, text, expected_number()))
}

/// Parses a list.
pub(crate) fn list<T: FromStr<Err = TextError>>(text: &str) -> Result<Vec<T>, TextError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let mut at = 0;
    text.split(',')
        .map(|part| {
            let value = part.parse().map_err(|error: TextError| error.shifted(at));
            at += part.len() + 1;
            value
        })
        .collect()
}

/// Implements `Display` and `FromStr` for an enum whose values are single words.
macro_rules! word_text {
    ($type:ty, $fr:literal, $en:literal, $($value:path => $word:literal),* $(,)?) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $($value => $word,)* })
            }
        }

        impl std::str::FromStr for $type {
            type Err = rules::TextError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok($value),)*
                    _ => {
                        let list = [$($word),*].join(", ");
                        let (fr, en) = ($fr, $en);
                        let expected = rules::words!(fr: "{fr} ({list})", en: "{en} ({list})");
                        Err(rules::TextError::new(0, text, expected))
                    }
                }
            }
        }
    };
}
pub(crate) use word_text;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_round_trips_and_has_one_text() {
        for value in ["", " ", "a b", "100 %", "é\n\u{2003}\u{7f}", "key=value", "-"] {
            let written = Escaped(value).to_string();
            assert!(!written.contains([' ', '\n']), "{written}");
            assert_eq!(unescape(&written).as_deref(), Some(value));
        }
        for wrong in ["%", "%4", "%zz", "%41", "%+1", "%ff", "%2é"] {
            assert_eq!(unescape(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_line_with_too_little_too_much_or_double_spaces_is_refused() {
        let read = |text: &str| {
            let mut fields = Fields::new(text);
            let pair = (fields.bare_number()?, fields.number("n")?);
            fields.end().map(|()| pair)
        };
        assert_eq!(read("1 n=2"), Ok((1, 2)));
        for wrong in
            ["", "1", "1 n=2 ", "1 n=2 m=3", "1  n=2", " 1 n=2", "01 n=2", "1 n=+2", "1 m=2", "1 n=-"]
        {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }
}
