//! Numbers and durations for people.

use std::fmt::Display;

use crate::text::Lang;

/// Digits in groups of three, with a separator between the groups.
pub fn grouped(digits: &str, separator: char) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// A whole number with its digits in groups of three: `12 345` in French (with narrow spaces), `12,345` in English.
pub fn count(number: u64, lang: Lang) -> String {
    let separator = match lang {
        Lang::Fr => '\u{202f}',
        Lang::En => ',',
    };
    grouped(&number.to_string(), separator)
}

/// A number of percent: `87,5 %` in French (with no-break spaces), `87.5%` in English.
pub fn percent(number: impl Display, lang: Lang) -> String {
    match lang {
        Lang::Fr => {
            let spaced = format!("{number}\u{a0}%").replace('.', ",");
            spaced.replace('<', "<\u{a0}").replace('>', ">\u{a0}")
        }
        Lang::En => format!("{number}%"),
    }
}

/// A duration in minutes and seconds: `2:05`.
pub fn minutes_and_seconds(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_in_groups_of_three() {
        assert_eq!(["0", "999", "1234567"].map(|digits| grouped(digits, ' ')), ["0", "999", "1 234 567"]);
        assert_eq!(count(8_537_627, Lang::En), "8,537,627");
        assert_eq!(count(8_537, Lang::Fr), "8\u{202f}537");
        assert_eq!(count(627, Lang::Fr), "627");
    }

    #[test]
    fn seconds_have_two_digits() {
        assert_eq!([0, 65, 599].map(minutes_and_seconds), ["0:00", "1:05", "9:59"]);
    }

    #[test]
    fn a_percentage_has_the_signs_of_its_language() {
        assert_eq!(percent(93, Lang::En), "93%");
        assert_eq!(percent("<1", Lang::En), "<1%");
        assert_eq!(percent("<1", Lang::Fr), "<\u{a0}1\u{a0}%");
        assert_eq!(percent("87.5", Lang::Fr), "87,5\u{a0}%");
    }
}
