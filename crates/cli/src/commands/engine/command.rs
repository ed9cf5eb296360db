//! Parses a line of the protocol into a command.

use std::time::Duration;

use super::time::Go;

/// A command. The game, position and moves in it are not parsed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UgiCommand<'l> {
    Ugi,
    IsReady,
    NewGame,
    SetOption { name: &'l str, value: &'l str },
    Position { start: PositionBase<'l>, moves: &'l str },
    Go(Go),
    Stop,
    Query(UgiQuery),
    Quit,
}

/// The position before the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PositionBase<'l> {
    Start,
    Fen(&'l str),
}

/// What `query` can ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UgiQuery {
    GameOver,
    P1Turn,
    Result,
    Legal,
    Players,
    Turn,
    Fen,
}

const QUERIES: [(&str, UgiQuery); 7] = [
    ("gameover", UgiQuery::GameOver),
    ("p1turn", UgiQuery::P1Turn),
    ("result", UgiQuery::Result),
    ("legal", UgiQuery::Legal),
    ("players", UgiQuery::Players),
    ("turn", UgiQuery::Turn),
    ("fen", UgiQuery::Fen),
];

const COMMANDS: &str = "ugi, isready, uginewgame, setoption, position, go, stop, query or quit";

impl<'l> UgiCommand<'l> {
    /// Parses a line that is not empty.
    pub(crate) fn read(line: &'l str) -> Result<UgiCommand<'l>, String> {
        let (command, rest) = word(line);
        let alone = |parsed| if rest.is_empty() { Ok(parsed) } else { Err(too_much(command, rest)) };
        match command {
            "ugi" => alone(UgiCommand::Ugi),
            "isready" => alone(UgiCommand::IsReady),
            "uginewgame" => alone(UgiCommand::NewGame),
            "stop" => alone(UgiCommand::Stop),
            "quit" => alone(UgiCommand::Quit),
            "setoption" => setoption(rest),
            "position" => position(rest),
            "go" => go(rest).map(UgiCommand::Go),
            "query" => query(rest).map(UgiCommand::Query),
            _ => Err(format!("“{}” is not a command: {COMMANDS}", short(command))),
        }
    }
}

/// Whether the value of an option of type `string` is the empty one, which hosts also write as `<empty>`.
pub(super) fn is_empty(value: &str) -> bool {
    value.is_empty() || value == "<empty>"
}

fn setoption(rest: &str) -> Result<UgiCommand<'_>, String> {
    let wrong = || "setoption needs name N value V".to_owned();
    let (name_word, rest) = word(rest);
    let (name, rest) = word(rest);
    let (value_word, value) = word(rest);
    if name_word != "name" || name.is_empty() || value_word != "value" {
        return Err(wrong());
    }
    Ok(UgiCommand::SetOption { name, value })
}

fn position(rest: &str) -> Result<UgiCommand<'_>, String> {
    let (start, rest) = word(rest);
    match start {
        "startpos" => {
            let (moves_word, moves) = word(rest);
            match moves_word {
                "" | "moves" => Ok(UgiCommand::Position { start: PositionBase::Start, moves }),
                other => Err(format!("expected “moves”, found “{}”", short(other))),
            }
        }
        "fen" => {
            let (fen, moves) = split_at_moves(rest);
            if fen.is_empty() {
                return Err("fen needs the text of a position".to_owned());
            }
            Ok(UgiCommand::Position { start: PositionBase::Fen(fen), moves })
        }
        _ => Err("position needs startpos, or fen and the text of a position".to_owned()),
    }
}

/// Splits a text at the word `moves`: the text of a position contains spaces.
fn split_at_moves(text: &str) -> (&str, &str) {
    let mut at = 0;
    for part in text.split_inclusive(char::is_whitespace) {
        if part.trim_end() == "moves" {
            return (text[..at].trim_end(), text[at + part.len()..].trim_start());
        }
        at += part.len();
    }
    (text, "")
}

fn go(rest: &str) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = rest.split_whitespace();
    while let Some(name) = words.next() {
        if name == "infinite" {
            go.infinite = true;
            continue;
        }
        let slot = clock(name);
        if slot.is_none() && !matches!(name, "movetime" | "nodes" | "depth") {
            return Err(format!(
                "“{}” is nothing that go knows: p1time p2time p1inc p2inc (to p4) movetime nodes depth infinite",
                short(name)
            ));
        }
        let number = words.next().ok_or_else(|| format!("{name} needs a number"))?;
        // Programs that keep the time may send negative numbers.
        let value = match number.parse::<u64>() {
            Ok(value) => value,
            Err(_) if number.parse::<i64>().is_ok() => 0,
            Err(_) => return Err(format!("“{}” is not the number that {name} needs", short(number))),
        };
        let time = Some(Duration::from_millis(value));
        match (slot, name) {
            (Some((seat, true)), _) => go.left[seat] = time,
            (Some((seat, false)), _) => go.increments[seat] = time,
            (None, "movetime") => go.movetime = time,
            (None, "nodes") => go.nodes = Some(value),
            (None, _) => go.depth = Some(u32::try_from(value).unwrap_or(u32::MAX)),
        }
    }
    Ok(go)
}

/// The seat in a word such as `p1time` or `p2inc`, and whether it is the time left.
fn clock(name: &str) -> Option<(usize, bool)> {
    let (seat, what) = name.strip_prefix('p')?.split_at_checked(1)?;
    let seat = seat.parse().ok().filter(|seat| (1..=4usize).contains(seat))? - 1;
    match what {
        "time" => Some((seat, true)),
        "inc" => Some((seat, false)),
        _ => None,
    }
}

fn query(rest: &str) -> Result<UgiQuery, String> {
    QUERIES.into_iter().find(|(name, _)| *name == rest).map(|(_, query)| query).ok_or_else(|| {
        let names: Vec<&str> = QUERIES.iter().map(|(name, _)| *name).collect();
        format!("query needs one of {}", names.join(", "))
    })
}

/// The first word, and the rest.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

fn too_much(command: &str, rest: &str) -> String {
    format!("{command} takes no arguments, found “{}”", short(rest))
}

/// A text shortened for an error message, on one line.
pub(crate) fn short(text: &str) -> String {
    let mut short: String =
        text.chars().take(40).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_text_ends_at_the_word_moves() {
        let read = |line| UgiCommand::read(line).unwrap();
        let fen = |fen, moves| UgiCommand::Position { start: PositionBase::Fen(fen), moves };
        assert_eq!(read("position fen xo./.x./... 2"), fen("xo./.x./... 2", ""));
        assert_eq!(read("position  fen  xo./.x./... 2  moves  1   2 "), fen("xo./.x./... 2", "1   2"));
        assert_eq!(read("position startpos"), UgiCommand::Position { start: PositionBase::Start, moves: "" });
        assert_eq!(
            read("position startpos moves"),
            UgiCommand::Position { start: PositionBase::Start, moves: "" }
        );
        assert_eq!(
            read("position startpos moves 5 1"),
            UgiCommand::Position { start: PositionBase::Start, moves: "5 1" }
        );
    }

    #[test]
    fn values_of_options_may_be_empty_or_have_spaces() {
        let set = |name, value| Ok(UgiCommand::SetOption { name, value });
        assert_eq!(UgiCommand::read("setoption name options value"), set("options", ""));
        assert_eq!(UgiCommand::read("setoption name game value super"), set("game", "super"));
        assert_eq!(UgiCommand::read("setoption name x value a b"), set("x", "a b"));
    }

    #[test]
    fn go_takes_any_of_its_words_in_any_order() {
        let Ok(UgiCommand::Go(go)) = UgiCommand::read("go nodes 7 p2inc 3 depth 4 p1time -5") else {
            panic!()
        };
        assert_eq!((go.nodes, go.depth, go.left[0]), (Some(7), Some(4), Some(Duration::ZERO)));
        assert_eq!(go.increments[1], Some(Duration::from_millis(3)));
    }

    #[test]
    fn malformed_commands_are_refused() {
        for line in [
            "xyzzy",
            "UGI",
            "ugi now",
            "stop it",
            "go fast",
            "go nodes",
            "go nodes many",
            "go p5time 3",
            "go p0time 3",
            "go p1",
            "go pé",
            "go depth 1.5",
            "setoption",
            "setoption game super",
            "setoption name",
            "setoption name value",
            "position",
            "position here",
            "position startpos 5",
            "position fen",
            "position fen moves 5",
            "query",
            "query colour",
            "query legal moves",
        ] {
            assert!(UgiCommand::read(line).is_err(), "{line}");
        }
    }
}
