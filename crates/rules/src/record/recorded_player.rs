//! Who played in a seat, as the value of a record's tag.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use crate::level::Level;
use crate::seat::Seat;
use crate::text::Lang;

/// Who played in a seat of a recorded game.
///
/// The text is `human`, `random`, `engine level 3`, or the name of a person. A name that would be read as something
/// else is written in quotation marks, so that every player reads back as written. Older records have the spellings
/// `person` and `level:3`, which are read as well.
///
/// ```
/// use rules::record::RecordedPlayer;
///
/// let Ok(player) = "level:3".parse::<RecordedPlayer>();
/// assert_eq!(player.to_string(), "engine level 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordedPlayer {
    /// A person whose name the record does not have.
    Person,
    /// A person with this name.
    Named(String),
    /// A program that plays random moves.
    Random,
    /// The engine, at a level.
    Engine(Level),
}

const PERSON: &str = "human";
const RANDOM: &str = "random";
const ENGINE: &str = "engine level ";

/// How older versions of `trois play` wrote an engine: `level:3`.
const OLD_ENGINE: &str = "level:";

/// How older versions of the app wrote a person.
const OLD_PERSON: &str = "person";

/// The tag in which older versions of the app listed all players of a game: `person,3`, where 3 is the engine's level.
pub(super) const OLD_PLAYERS_TAG: &str = "Players";

/// The name of the tag that says who played in a seat: `Seat1`.
pub(super) fn seat_tag(seat: Seat) -> String {
    format!("Seat{seat}")
}

/// Whether a tag of this name says who played.
pub fn is_player_tag(name: &str) -> bool {
    name == OLD_PLAYERS_TAG || name.strip_prefix("Seat").is_some_and(|seat| seat.parse::<Seat>().is_ok())
}

impl RecordedPlayer {
    /// What lists call the player: the name, "engine 3", "random"; `None` for a person without a name.
    pub fn label(&self, lang: Lang) -> Option<String> {
        match (self, lang) {
            (RecordedPlayer::Person, _) => None,
            (RecordedPlayer::Named(name), _) => Some(name.clone()),
            (RecordedPlayer::Random, Lang::Fr) => Some("hasard".to_owned()),
            (RecordedPlayer::Random, Lang::En) => Some("random".to_owned()),
            (RecordedPlayer::Engine(level), _) => Some(level.engine_label(lang)),
        }
    }

    /// A player in the list of an older version of the app, which has only persons and levels.
    pub(super) fn in_old_list(word: &str) -> RecordedPlayer {
        word.parse().map_or(RecordedPlayer::Person, RecordedPlayer::Engine)
    }
}

impl From<&str> for RecordedPlayer {
    fn from(text: &str) -> RecordedPlayer {
        match nameless(text) {
            Some(player) => player,
            None if needs_quotes(text) => {
                RecordedPlayer::Named(without_quotes(text).unwrap_or(text).to_owned())
            }
            None => RecordedPlayer::Named(text.to_owned()),
        }
    }
}

/// The player that a text means if it is not a name.
fn nameless(text: &str) -> Option<RecordedPlayer> {
    match text {
        "" | PERSON | OLD_PERSON => Some(RecordedPlayer::Person),
        RANDOM => Some(RecordedPlayer::Random),
        _ => {
            let level = text.strip_prefix(ENGINE).or_else(|| text.strip_prefix(OLD_ENGINE))?;
            level.parse().ok().map(RecordedPlayer::Engine)
        }
    }
}

/// Whether a name must be quoted, because it means something else, with or without quotation marks of its own.
fn needs_quotes(name: &str) -> bool {
    let mut inner = name;
    while let Some(text) = without_quotes(inner) {
        inner = text;
    }
    nameless(inner).is_some()
}

fn without_quotes(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

impl FromStr for RecordedPlayer {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<RecordedPlayer, Infallible> {
        Ok(RecordedPlayer::from(text))
    }
}

impl fmt::Display for RecordedPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordedPlayer::Person => f.write_str(PERSON),
            RecordedPlayer::Named(name) if needs_quotes(name) => write!(f, "\"{name}\""),
            RecordedPlayer::Named(name) => f.write_str(name),
            RecordedPlayer::Random => f.write_str(RANDOM),
            RecordedPlayer::Engine(level) => write!(f, "{ENGINE}{level}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(level: u8) -> RecordedPlayer {
        RecordedPlayer::Engine(Level::new(level).expect("a level"))
    }

    #[test]
    fn players_read_as_they_are_written() {
        for (player, text) in [
            (RecordedPlayer::Person, "human"),
            (RecordedPlayer::Random, "random"),
            (engine(3), "engine level 3"),
            (engine(10), "engine level 10"),
            (RecordedPlayer::Named("Anne".to_owned()), "Anne"),
        ] {
            assert_eq!(player.to_string(), text);
            assert_eq!(RecordedPlayer::from(text), player);
        }
    }

    #[test]
    fn older_spellings_are_read() {
        for (text, player) in [
            ("level:3", engine(3)),
            ("level:10", engine(10)),
            ("person", RecordedPlayer::Person),
            ("", RecordedPlayer::Person),
        ] {
            assert_eq!(RecordedPlayer::from(text), player, "{text}");
        }
    }

    #[test]
    fn a_person_can_have_any_name() {
        let names = [
            "",
            "human",
            "random",
            "person",
            "level:3",
            "engine level 3",
            "\"random\"",
            "\"",
            "\"\"",
            "\"Anne\"",
            "level:11",
            "engine level x",
            "3",
            "Random",
            "La « tour »",
        ];
        for name in names {
            let player = RecordedPlayer::Named(name.to_owned());
            assert_eq!(RecordedPlayer::from(player.to_string().as_str()), player, "{name}");
        }
        assert_eq!(RecordedPlayer::Named("random".to_owned()).to_string(), "\"random\"");
        assert_eq!(RecordedPlayer::Named("level:11".to_owned()).to_string(), "level:11");
    }
}
