//! Writing answers: as one JSON object on one line, or as plain text.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use rules::{Lang, Outcome, Say, Turn, number_text};
use serde_json::{Value, json};

use crate::errors::Failure;
use crate::language::say;

/// The style of names. The stream drops styles where there is no terminal.
pub(crate) const NAME: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));
/// The style of headings.
pub(crate) const HEADING: Style = Style::new().bold();
/// The style of less important text.
pub(crate) const FAINT: Style = Style::new().dimmed();

/// The width of running text, in characters.
pub(crate) const WIDTH: usize = 80;

/// Writes one JSON object on a line of its own.
pub(crate) fn write_json(out: &mut dyn Write, object: &Value) -> Result<(), Failure> {
    writeln!(out, "{object}")?;
    Ok(())
}

/// Who acts next, as `trois moves` says it: `turn 1`, `turn chance`, `result win 1`, `result draw`.
pub(crate) fn turn_line(turn: Turn) -> String {
    match turn {
        Turn::Seat(seat) => format!("turn {seat}"),
        Turn::Chance => "turn chance".to_owned(),
        Turn::Over(outcome) => format!("result {}", result(outcome)),
    }
}

/// Who acts next, for people.
pub(crate) fn turn_sentence(turn: Turn, lang: Lang) -> String {
    match turn {
        Turn::Seat(seat) => {
            say!(lang, fr: "C’est au joueur {seat} de jouer.", en: "Player {seat} is to move.")
        }
        Turn::Chance => say!(lang, fr: "Une carte va être piochée.", en: "A card is about to be drawn."),
        Turn::Over(outcome) => outcome.say(lang),
    }
}

/// Who acts next, in JSON: the seat, `"chance"`, or null when the game is over.
pub(crate) fn turn_json(turn: Turn) -> Value {
    match turn {
        Turn::Seat(seat) => json!(seat.number()),
        Turn::Chance => json!("chance"),
        Turn::Over(_) => Value::Null,
    }
}

/// The result, in JSON: `"win 1"`, `"draw"`, or null while there is none.
pub(crate) fn result_json(outcome: Option<Outcome>) -> Value {
    outcome.map_or(Value::Null, |outcome| json!(result(outcome)))
}

fn result(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(seat) => format!("win {seat}"),
        Outcome::Draw => "draw".to_owned(),
    }
}

/// A whole number with its digits in groups of three.
pub(crate) fn grouped(number: f64) -> String {
    number_text::grouped(&format!("{number:.0}"), ' ')
}

/// Wraps words into lines of at most [`WIDTH`] characters, each of which begins with `indent` spaces.
pub(crate) fn wrap<'w>(words: impl IntoIterator<Item = &'w str>, indent: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column == 0 || column + 1 + length > WIDTH {
            if column > 0 {
                text.push('\n');
            }
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_in_groups_of_three() {
        assert_eq!(grouped(0.4), "0");
        assert_eq!(grouped(999.0), "999");
        assert_eq!(grouped(1_234_567.0), "1 234 567");
    }

    #[test]
    fn running_text_is_wrapped_with_an_indent() {
        let text = wrap(std::iter::repeat_n("été", 30), 2);
        assert!(text.lines().all(|line| line.starts_with("  été") && line.chars().count() <= WIDTH));
        assert_eq!(text.split_whitespace().count(), 30);
        assert_eq!(wrap([], 2), "");
    }
}
