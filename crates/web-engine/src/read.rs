//! Parses the messages.

use std::str::FromStr;
use std::time::Duration;

use engine::{Analysis, Level, Line, NothingToSearch, Value};
use rules::{AnyGame, AnyMove, Kind, TextError, Viewer, Words};

use crate::message::{EngineFailure, EngineRequest, Reply, SearchReport, Think};

/// The parts of a message: its name, and the lines that follow.
struct MessageParts<'t> {
    first: Vec<&'t str>,
    rest: Vec<(&'t str, &'t str)>,
}

impl<'t> MessageParts<'t> {
    fn new(text: &'t str) -> MessageParts<'t> {
        let mut lines = text.split('\n');
        let first = lines.next().unwrap_or_default().split(' ').collect();
        let rest = lines.map(|line| line.split_once(' ').unwrap_or((line, ""))).collect();
        MessageParts { first, rest }
    }

    fn get(&self, key: &str) -> Option<&'t str> {
        self.rest.iter().find(|part| part.0 == key).map(|part| part.1)
    }

    fn read<T: FromStr>(&self, key: &'static str) -> Result<T, TextError> {
        self.get(key)
            .and_then(|value| value.parse().ok())
            .ok_or_else(|| wrong(self.get(key).unwrap_or_default()))
    }

    fn read_if_there<T: FromStr>(&self, key: &'static str) -> Result<Option<T>, TextError> {
        if self.get(key).is_some() { self.read(key).map(Some) } else { Ok(None) }
    }
}

fn wrong(found: &str) -> TextError {
    TextError::new(
        0,
        found,
        Words::new("un message entre la page et le moteur", "a message between page and engine"),
    )
}

impl FromStr for EngineRequest {
    type Err = TextError;

    fn from_str(text: &str) -> Result<EngineRequest, TextError> {
        let parts = MessageParts::new(text);
        match parts.first.as_slice() {
            ["forget"] => Ok(EngineRequest::Forget),
            ["stop", id] => Ok(EngineRequest::Stop { id: id.parse().map_err(|_| wrong(id))? }),
            ["think", id] => think(id, &parts).map(EngineRequest::Think),
            _ => Err(wrong(text)),
        }
    }
}

fn think(id: &str, parts: &MessageParts<'_>) -> Result<Think, TextError> {
    let viewer = match parts.get("viewer") {
        Some("public") => Viewer::Public,
        _ => Viewer::Seat(parts.read("viewer")?),
    };
    Ok(Think {
        id: id.parse().map_err(|_| wrong(id))?,
        position: AnyGame::parse(parts.read("game")?, parts.get("position").unwrap_or_default())?,
        viewer,
        time: parts.read_if_there("time")?.map(Duration::from_millis),
        nodes: parts.read_if_there("nodes")?,
        depth: parts.read_if_there("depth")?,
        level: parts.read::<Level>("level")?,
        lines: parts.read("lines")?,
        seed: parts.read("seed")?,
        book: parts.get("book").is_some(),
    })
}

impl FromStr for Reply {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Reply, TextError> {
        let parts = MessageParts::new(text);
        match parts.first.as_slice() {
            ["ready"] => Ok(Reply::Ready),
            ["progress", id] => found(id, &parts).map(Reply::Progress),
            ["done", id] => found(id, &parts).map(Reply::Done),
            ["failed", id, why] => {
                let why = match *why {
                    "unreadable" => EngineFailure::Unreadable,
                    "chance" => EngineFailure::Nothing(NothingToSearch::Chance),
                    "hidden" => EngineFailure::Nothing(NothingToSearch::HiddenHand),
                    outcome => EngineFailure::Nothing(NothingToSearch::Over(outcome.parse()?)),
                };
                Ok(Reply::Failed { id: id.parse().map_err(|_| wrong(id))?, why })
            }
            _ => Err(wrong(text)),
        }
    }
}

fn found(id: &str, parts: &MessageParts<'_>) -> Result<SearchReport, TextError> {
    let kind: Kind = parts.read("game")?;
    let lines: Vec<Line<AnyMove>> = parts
        .rest
        .iter()
        .filter(|part| part.0 == "line")
        .map(|part| line(kind, part.1))
        .collect::<Result<_, _>>()?;
    if lines.is_empty() {
        return Err(wrong(""));
    }
    let analysis = Analysis {
        chosen: parse_move(kind, parts.get("chosen").unwrap_or_default())?,
        lines,
        depth: parts.read("depth")?,
        nodes: parts.read("nodes")?,
        elapsed: Duration::from_millis(parts.read("time")?),
        is_from_book: parts.get("book").is_some(),
    };
    Ok(SearchReport { id: id.parse().map_err(|_| wrong(id))?, kind, analysis })
}

fn line(kind: Kind, text: &str) -> Result<Line<AnyMove>, TextError> {
    let (value, moves) = text.split_once(" | ").ok_or_else(|| wrong(text))?;
    let moves = moves.split(' ').map(|mv| parse_move(kind, mv)).collect::<Result<_, _>>()?;
    Ok(Line { value: parse_value(value)?, moves })
}

fn parse_value(text: &str) -> Result<Value, TextError> {
    if let Some((outcome, plies)) = text.split_once(" in ") {
        return Ok(Value::Proven {
            outcome: outcome.parse()?,
            plies: plies.parse().map_err(|_| wrong(plies))?,
        });
    }
    let shares: Vec<f32> =
        text.split(' ').map(|share| share.parse().map_err(|_| wrong(share))).collect::<Result<_, _>>()?;
    shares.try_into().map(Value::Expected).map_err(|_| wrong(text))
}

fn parse_move(kind: Kind, text: &str) -> Result<AnyMove, TextError> {
    AnyGame::new(kind, "")?.parse_move(text)
}
