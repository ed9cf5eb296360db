//! The name that a guest picks: short, visible, one line.

use std::fmt;
use std::str::FromStr;

use rules::{TextError, words};

use crate::refusal::Refusal;

/// The most characters in a name.
pub(crate) const MAX_LENGTH: usize = 24;

/// A display name: 1 to 24 characters, without control characters, invisible characters or such that change the writing
/// direction. It is still untrusted text: escape it where it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(String);

impl Name {
    /// Makes a name of what a guest typed: collapses white space and removes forbidden characters. Refuses it if nothing
    /// is left or if it is too long.
    pub fn tidy(typed: &str) -> Result<Name, Refusal> {
        let visible: String = typed.chars().filter(|&c| c.is_whitespace() || is_visible(c)).collect();
        let folded: Vec<&str> = visible.split_whitespace().collect();
        let name = folded.join(" ");
        match name.chars().count() {
            0 => Err(Refusal::NoName),
            length if length > MAX_LENGTH => Err(Refusal::LongName { length }),
            _ => Ok(Name(name)),
        }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_visible(c: char) -> bool {
    let is_tricky = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}');
    !c.is_control() && !is_tricky
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Accepts only what [`Name::tidy`] would leave unchanged.
impl FromStr for Name {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Name, TextError> {
        Name::tidy(text).ok().filter(|name| name.0 == text).ok_or_else(|| {
            let expected = words!(
                fr: "un nom de 1 à {MAX_LENGTH} caractères visibles",
                en: "a name of 1 to {MAX_LENGTH} visible characters"
            );
            TextError::new(0, text, expected)
        })
    }
}

#[cfg(test)]
mod tests {
    use rules::{Lang, Say};

    use super::*;

    #[test]
    fn a_name_is_short_visible_and_on_one_line() {
        let tidy = |typed: &str| Name::tidy(typed).map(|name| name.0);
        assert_eq!(tidy("  Anne \n\t Marie "), Ok("Anne Marie".to_owned()));
        assert_eq!(tidy("a\u{202e}b\u{200b}\u{7}c"), Ok("abc".to_owned()));
        assert_eq!(tidy(&format!("  {} ", "é".repeat(24))), Ok("é".repeat(24)));
        assert_eq!(tidy(" \u{200b} \n"), Err(Refusal::NoName));
    }

    #[test]
    fn a_long_name_is_refused_and_not_cut() {
        let refusal = Name::tidy(&"é".repeat(25)).expect_err("25 characters are too many");
        assert_eq!(refusal, Refusal::LongName { length: 25 });
        assert_eq!(refusal.say(Lang::En), "This name has 25 characters; 24 at most.");
    }

    #[test]
    fn a_tidy_name_is_tidied_to_itself() {
        for typed in ["x", " \u{feff}y  z", "<b>&\"'", "%20", "名前 🙂"] {
            let name = Name::tidy(typed).expect("something is left");
            assert_eq!(name.to_string().parse(), Ok(name));
        }
    }
}
