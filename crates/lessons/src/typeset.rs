//! French typography: the spaces before `: ; ! ? »`, after `«` and between a word and its number are no-break spaces.

use std::borrow::Cow;

use rules::Words;

/// The no-break space.
const NO_BREAK_SPACE: char = '\u{a0}';

/// Replaces the spaces that must not break with no-break spaces, so that lessons and rulebook can be written with
/// plain spaces.
pub(crate) fn french(text: &str) -> String {
    let mut set = String::with_capacity(text.len() + 8);
    let mut rest = text.chars().peekable();
    let mut before = None;
    while let Some(letter) = rest.next() {
        let is_firm = letter == ' '
            && match rest.peek() {
                Some(':' | ';' | '!' | '?' | '»') => true,
                Some('0'..='9') => before.is_some_and(char::is_alphabetic),
                _ => before == Some('«'),
            };
        set.push(if is_firm { NO_BREAK_SPACE } else { letter });
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
        let set = "«\u{a0}Trois fois cinq\u{a0}» gagne\u{a0}: oui\u{a0}!";
        assert_eq!(french("« Trois fois cinq » gagne : oui !"), set);
        assert_eq!(french(" : le reste"), "\u{a0}: le reste");
        assert_eq!(french("la plaquette 7, 5 cases"), "la plaquette\u{a0}7, 5 cases");
        assert_eq!(french("rien à changer."), "rien à changer.");
    }
}
