//! Reading a record: forgiving about layout and missing tags, exact about everything else.

use super::{OWN_TAGS, Problem, Record, RecordError};
use crate::any::{AnyGame, Kind};
use crate::seat::{Outcome, Turn};
use crate::text::{TextError, words};

/// A piece of the text, and the byte at which it begins.
#[derive(Clone, Copy)]
enum Token<'t> {
    Tag { at: usize, name: &'t str, value_at: usize, raw_value: &'t str },
    Comment(&'t str),
    Word(usize, &'t str),
}

/// A value and the byte at which it stood.
type Placed<T> = Option<(usize, T)>;

pub(super) fn record(text: &str, kind: Option<Kind>) -> Result<Record, RecordError> {
    let (at, problem) = match read(text, kind) {
        Ok(record) => return Ok(record),
        Err(wrong) => wrong,
    };
    Err(RecordError::new(text, at, problem))
}

/// What is wrong, and the byte at which.
type Wrong = (usize, Problem);

fn read(text: &str, kind: Option<Kind>) -> Result<Record, Wrong> {
    let mut tokens = Tokens { text, at: if text.starts_with('\u{feff}') { 3 } else { 0 } };
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut own: [Placed<String>; OWN_TAGS.len()] = Default::default();
    let mut opening = String::new();
    let mut first = None;
    while let Some(token) = tokens.next()? {
        match token {
            Token::Tag { name, value_at, raw_value, .. } => {
                let value = unescape(raw_value);
                match OWN_TAGS.iter().position(|own| *own == name) {
                    Some(i) => own[i] = Some((value_at, value)),
                    None => tags.push((name.to_owned(), value)),
                }
            }
            Token::Comment(comment) => {
                opening.push(' ');
                opening.push_str(comment);
            }
            Token::Word(at, word) if is_number(word) => first = first.or(Some((at, word))),
            Token::Word(at, word) => {
                first = Some((at, word));
                break;
            }
        }
    }
    let [game, options, position, result_tag] = own;
    let start = start(game, options, position, kind, first.map(|(_, word)| word), text.len())?;
    let mut record = Record::new(start);
    for (name, value) in &tags {
        record.set_tag(name, value);
    }
    record.comment(&opening);

    let mut result: Placed<Option<Outcome>> = None;
    let mut token = first.map(|(at, word)| Token::Word(at, word));
    let mut number = 1;
    while let Some(current) = token {
        match current {
            Token::Comment(comment) => record.comment(comment),
            Token::Word(_, word) if is_number(word) && result.is_none() => {}
            Token::Word(at, word) if result.is_some() => {
                return Err((at, Problem::AfterResult(word.to_owned())));
            }
            Token::Word(at, word) => match parse_result(word) {
                Some(outcome) => result = Some((at, outcome)),
                None => number = play(&mut record, number, at, word)?,
            },
            Token::Tag { at, name, .. } => {
                return Err((at, Problem::Text(TextError::new(0, &format!("[{name}"), move_or_result()))));
            }
        }
        token = tokens.next()?;
    }
    if let Some((at, value)) = result_tag {
        let outcome = parse_result(&value).ok_or_else(|| {
            (
                at,
                Problem::Text(TextError::new(
                    0,
                    &value,
                    words!(fr: "win1, win2…, draw ou *", en: "win1, win2…, draw or *"),
                )),
            )
        })?;
        settle(&mut record, at, outcome)?;
    }
    if let Some((at, outcome)) = result {
        settle(&mut record, at, outcome)?;
    }
    Ok(record)
}

/// The position at which the game begins.
fn start(
    game: Placed<String>,
    options: Placed<String>,
    position: Placed<String>,
    kind: Option<Kind>,
    first: Option<&str>,
    end: usize,
) -> Result<AnyGame, Wrong> {
    let in_tag = |at: usize| move |error: TextError| (at + error.at(), Problem::Text(error));
    let (options_at, options) = options.unwrap_or_default();
    let kind = match game {
        Some((at, game)) => game.parse().map_err(in_tag(at))?,
        None => kind.or_else(|| guess(&options, first)).ok_or((end, Problem::NoGame))?,
    };
    let start = AnyGame::new(kind, &options).map_err(in_tag(options_at))?;
    match position {
        None => Ok(start),
        Some((at, position)) => AnyGame::parse(kind, &position).map_err(in_tag(at)),
    }
}

/// The one game in which a record can begin with this move.
fn guess(options: &str, first: Option<&str>) -> Option<Kind> {
    let can_begin = |kind: &Kind| {
        AnyGame::new(*kind, options).is_ok_and(|game| {
            first.and_then(|word| game.parse_move(word).ok()).is_some_and(|mv| game.check(mv).is_ok())
        })
    };
    let mut kinds = Kind::ALL.iter().copied().filter(|kind| can_begin(kind));
    kinds.next().filter(|_| kinds.next().is_none())
}

/// Plays a move and returns the number of the next.
fn play(record: &mut Record, number: usize, at: usize, word: &str) -> Result<usize, Wrong> {
    let mv = record.end().parse_move(word).map_err(|error| (at + error.at(), Problem::Text(error)))?;
    let by_chance = record.end().turn() == Turn::Chance;
    record.push(mv).map_err(|reason| (at, Problem::Illegal { number, mv, reason }))?;
    Ok(number + usize::from(!by_chance))
}

/// Takes a declared result, which must not contradict what is known of the end.
fn settle(record: &mut Record, at: usize, outcome: Option<Outcome>) -> Result<(), Wrong> {
    if let Outcome::Win(seat) = outcome.unwrap_or(Outcome::Draw) {
        let seats = record.end().seats();
        if seat.number() > seats {
            let found = format!("win{seat}");
            let expected = words!(fr: "un gagnant de 1 à {seats}", en: "a winner from 1 to {seats}");
            return Err((at, Problem::Text(TextError::new(0, &found, expected))));
        }
    }
    match (record.result(), outcome) {
        (Some(actual), declared) if declared != Some(actual) => {
            let declared = declared.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string());
            Err((at, Problem::Result { declared, actual }))
        }
        _ => {
            record.declare(outcome);
            Ok(())
        }
    }
}

/// A result as it is written: `Some(None)` is `*`, a game that goes on.
fn parse_result(word: &str) -> Option<Option<Outcome>> {
    if word == "*" { Some(None) } else { word.parse().ok().map(Some) }
}

fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())
}

fn move_or_result() -> crate::text::Words {
    words!(fr: "un coup ou un résultat (les étiquettes viennent avant)", en: "a move or a result (tags come before them)")
}

fn unescape(raw: &str) -> String {
    let mut value = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => value.push('\n'),
                Some(other) => value.push(other),
                None => {}
            },
            other => value.push(other),
        }
    }
    value
}

/// Cuts the text into tokens.
struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    fn next(&mut self) -> Result<Option<Token<'t>>, Wrong> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        let (at, rest) = (self.at, &self.text[self.at..]);
        match rest.bytes().next() {
            None => Ok(None),
            Some(b'{') => {
                let end = rest.find('}').ok_or((at, Problem::OpenComment))?;
                self.at += end + 1;
                Ok(Some(Token::Comment(&rest[1..end])))
            }
            Some(b'[') => self.tag(at, rest).map(Some),
            Some(_) => {
                let end =
                    rest.find(|c: char| c.is_whitespace() || c == '{' || c == '[').unwrap_or(rest.len());
                self.at += end;
                Ok(Some(Token::Word(at, &rest[..end])))
            }
        }
    }

    /// `[Name "value"]`, the value with `\"`, `\\` and `\n` for what it cannot hold.
    fn tag(&mut self, at: usize, rest: &'t str) -> Result<Token<'t>, Wrong> {
        let open = || (at, Problem::OpenTag);
        let line = rest.lines().next().unwrap_or(rest);
        let inner = &line[1..];
        let quote = inner.find('"').ok_or_else(open)?;
        let name = inner[..quote].trim();
        if name.is_empty() || !name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_') {
            return Err(open());
        }
        let value = &inner[quote + 1..];
        let mut escaped = false;
        let length = value
            .bytes()
            .position(|c| {
                let closes = c == b'"' && !escaped;
                escaped = c == b'\\' && !escaped;
                closes
            })
            .ok_or_else(open)?;
        let after = &value[length + 1..];
        let bracket = after.len() - after.trim_start().len();
        if !after[bracket..].starts_with(']') {
            return Err(open());
        }
        let value_at = at + 1 + quote + 1;
        self.at = value_at + length + 1 + bracket + 1;
        Ok(Token::Tag { at, name, value_at, raw_value: &value[..length] })
    }
}
