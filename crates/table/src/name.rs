//! The name that a guest picks: short, visible, one line.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rules::{TextError, words};

use crate::refusal::Refusal;

/// The most characters in a name.
pub(crate) const MAX_LENGTH: usize = 24;

/// A display name: 1 to 24 characters, without control characters, invisible characters and characters that change the
/// writing direction. It is still untrusted text: escape it where it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(Arc<str>);

impl Name {
    /// Turns what a guest typed into a name: collapses white space and removes forbidden characters. Refuses it if
    /// nothing visible is left or if it is too long.
    pub fn tidy(typed: &str) -> Result<Name, Refusal> {
        let visible: String = typed.chars().filter(|&c| c.is_whitespace() || !is_forbidden(c)).collect();
        let folded: Vec<&str> = visible.split_whitespace().collect();
        let name = folded.join(" ");
        let has_visible = name.chars().any(is_visible);
        match name.chars().count() {
            _ if !has_visible => Err(Refusal::NoName),
            length if length > MAX_LENGTH => Err(Refusal::LongName { length }),
            _ => Ok(Name(name.into())),
        }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Characters that cannot be seen, or that change how the text around them is written: control characters,
/// `Default_Ignorable_Code_Point`s of Unicode, blanks that are not white space, and code points that are not
/// characters.
fn is_forbidden(c: char) -> bool {
    let is_ignorable = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    // The empty Braille pattern, the object replacement character, the null note head, fillers of old scripts, Egyptian
    // joiners.
    let is_blank = matches!(
        c,
        '\u{2800}' | '\u{fffc}' | '\u{1d159}' | '\u{16fe4}' | '\u{13430}'
            ..='\u{13440}' | '\u{13441}' | '\u{13442}'
    );
    let is_noncharacter = (c as u32) & 0xfffe == 0xfffe
        || matches!(c, '\u{fdd0}'..='\u{fdef}' | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}');
    c.is_control() || is_ignorable || is_blank || is_noncharacter
}

/// Whether a character is visible by itself. White space, format characters and combining marks are not: the standard
/// library escapes them in debug output.
fn is_visible(c: char) -> bool {
    !c.is_whitespace() && c.escape_debug().nth(1) != Some('u')
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Accepts every name that [`Name::tidy`] makes, and those that earlier versions made: they are in the logs of tables.
impl FromStr for Name {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Name, TextError> {
        let is_name = (1..=MAX_LENGTH).contains(&text.chars().count()) && !text.contains(char::is_control);
        is_name.then(|| Name(text.into())).ok_or_else(|| {
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
        let tidy = |typed: &str| Name::tidy(typed).map(|name| name.to_string());
        assert_eq!(tidy("  Anne \n\t Marie "), Ok("Anne Marie".to_owned()));
        assert_eq!(tidy("a\u{202e}b\u{200b}\u{7}c"), Ok("abc".to_owned()));
        assert_eq!(tidy(&format!("  {} ", "é".repeat(24))), Ok("é".repeat(24)));
        assert_eq!(tidy(" \u{200b} \n"), Err(Refusal::NoName));
    }

    #[test]
    fn a_long_name_is_refused_and_not_cut() {
        let refusal = Name::tidy(&"é".repeat(25)).expect_err("25 characters are too many");
        assert_eq!(refusal, Refusal::LongName { length: 25 });
        assert_eq!(refusal.say(Lang::En), "This name has 25 characters; the limit is 24.");
    }

    #[test]
    fn a_name_without_a_visible_character_is_refused() {
        let blanks = [
            "\u{2800}",
            "\u{2800}\u{2800} \u{2800}",
            "\u{3164}",
            "\u{ffa0}",
            "\u{1d159}",
            "\u{17b4}",
            "\u{e000}",
            "\u{10ffff}",
            "\u{301}",
            " \u{301}\u{308} \u{20dd}",
            "\u{a0}\u{2003}",
            "\u{1d173}",
            "\u{fdd0}",
            "\u{fffc}",
            "\u{70f}",
            "\u{902}",
            "\u{f71}",
            "\u{1da00}",
            "\u{110bd} \u{1e944}",
        ];
        for blank in blanks {
            assert_eq!(Name::tidy(blank), Err(Refusal::NoName), "{}", blank.escape_unicode());
        }
        let tidy = |typed: &str| Name::tidy(typed).map(|name| name.to_string());
        assert_eq!(tidy("A\u{2800}nne"), Ok("Anne".to_owned()));
        assert_eq!(tidy("e\u{301}lise"), Ok("e\u{301}lise".to_owned()));
        for seen in ["🙂", "…", "१२", "ไทย", "ひ", "∅", "'", "\"", "\\"] {
            assert_eq!(tidy(seen), Ok(seen.to_owned()));
        }
    }

    #[test]
    fn a_name_from_an_older_log_can_still_be_read() {
        assert_eq!("\u{2800}".parse::<Name>().map(|name| name.to_string()), Ok("\u{2800}".to_owned()));
        assert!("".parse::<Name>().is_err() && "a\nb".parse::<Name>().is_err());
    }

    #[test]
    fn tidying_a_name_again_changes_nothing() {
        for typed in ["x", " \u{feff}y  z", "<b>&\"'", "%20", "名前 🙂"] {
            let name = Name::tidy(typed).expect("something is left");
            assert_eq!(name.to_string().parse(), Ok(name));
        }
    }
}
