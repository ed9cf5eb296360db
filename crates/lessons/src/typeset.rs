//! French typography: the spaces before `: »`, after `«` and between a word and its number are no-break spaces; those
//! before `; ! ?` are narrow no-break spaces.

use std::borrow::Cow;

use rules::Words;

/// The no-break space.
const NO_BREAK_SPACE: char = '\u{a0}';

/// The narrow no-break space.
const NARROW_NO_BREAK_SPACE: char = '\u{202f}';

/// Replaces the spaces that must not break with no-break spaces, so that lessons and rulebook can be written with
/// plain spaces.
pub(crate) fn french(text: &str) -> String {
    let mut set = String::with_capacity(text.len() + 8);
    let mut rest = text.chars().peekable();
    let mut before = None;
    while let Some(letter) = rest.next() {
        set.push(match (letter, rest.peek()) {
            (' ', Some(';' | '!' | '?')) => NARROW_NO_BREAK_SPACE,
            (' ', Some(':' | '»')) => NO_BREAK_SPACE,
            (' ', Some('0'..='9')) if before.is_some_and(char::is_alphabetic) => NO_BREAK_SPACE,
            (' ', _) if before == Some('«') => NO_BREAK_SPACE,
            _ => letter,
        });
        before = Some(letter);
    }
    set
}

/// The texts of a lesson: French, then English.
pub(crate) fn words(fr: &'static str, en: &'static str) -> Words {
    Words { fr: Cow::Owned(french(fr)), en: Cow::Borrowed(en) }
}

#[cfg(test)]
mod tests {
    use super::french;

    #[test]
    fn spaces_in_french_punctuation_do_not_break() {
        let set = "«\u{a0}Trois fois cinq\u{a0}» gagne\u{a0}: oui\u{202f}!";
        assert_eq!(french("« Trois fois cinq » gagne : oui !"), set);
        assert_eq!(french(" : le reste"), "\u{a0}: le reste");
        assert_eq!(french("la plaquette 7, 5 cases"), "la plaquette\u{a0}7, 5 cases");
        assert_eq!(french("rien à changer."), "rien à changer.");
    }
}
