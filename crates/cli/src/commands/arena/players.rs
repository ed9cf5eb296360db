//! The players of a match.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::search::mcts::MctsParameters;
use engine::{Engine, Level, Limits, Strength, TimeLimit};
use rules::{AnyGame, AnyMove, AnyView, Rng};

use super::child;
use super::external::Program;
use crate::args::duration;
use crate::commands::engine::MAX_THREADS;
use crate::thinking;

/// The limits for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Budget {
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    /// Whether the time is processor time, which is fair on a busy machine.
    pub(crate) is_processor_time: bool,
}

impl Budget {
    /// This budget, or `other` if this one is empty.
    fn or(self, other: Budget) -> Budget {
        if self == Budget::default() { other } else { self }
    }

    fn limits(self) -> Limits {
        let Budget { time, nodes, depth, is_processor_time } = self;
        let clock = if is_processor_time { thinking::processor_time } else { thinking::wall_time };
        Limits { time: Some(TimeLimit::maybe(clock, time)), nodes, depth, ..Limits::default() }
    }

    /// Applies a setting; `false` if it is not a setting of a budget.
    fn set(&mut self, key: &str, value: &str) -> Result<bool, String> {
        let wrong = || format!("{key}= needs a number");
        match key {
            "time" => self.time = Some(duration(value)?),
            "cpu" if !cfg!(unix) => return Err("no processor time is known on this system".to_owned()),
            "cpu" => (self.time, self.is_processor_time) = (Some(duration(value)?), true),
            "nodes" => self.nodes = Some(value.parse().map_err(|_| wrong())?),
            "depth" => self.depth = Some(value.parse().map_err(|_| wrong())?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// A player as the command line names it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlayerSpec {
    text: String,
    kind: PlayerKindSpec,
}

#[derive(Clone, Debug, PartialEq)]
enum PlayerKindSpec {
    Engine { level: Level, blur: Option<f32>, book: bool, threads: usize, budget: Budget },
    Uct(Budget),
    Random,
    Child,
    External(Vec<String>),
}

impl PlayerSpec {
    /// The engine at a level.
    pub(crate) fn level(level: Level) -> PlayerSpec {
        PlayerSpec { text: format!("level:{level}"), kind: PlayerKindSpec::of_level(level) }
    }

    /// Creates the player. `budget` applies unless its name has one.
    pub(crate) fn seat(&self, budget: Budget, start: &AnyGame) -> Result<Player, String> {
        Ok(match &self.kind {
            PlayerKindSpec::Engine { level, blur, book, threads, budget: own } => {
                let limits =
                    Limits { level: *level, book: *book, threads: *threads, ..own.or(budget).limits() };
                let strength = blur.map(|blur| Strength { blur, slips: 1.0, ..Strength::FULL });
                Player::Engine(Box::new(Engine::new()), limits, strength)
            }
            PlayerKindSpec::Uct(own) => Player::Uct(own.or(budget).limits()),
            PlayerKindSpec::Random => Player::Random,
            PlayerKindSpec::Child => Player::Child,
            PlayerKindSpec::External(words) => {
                let program =
                    Program::start(words, budget, start).map_err(|what| format!("{self} {what}."))?;
                Player::External(Box::new(program))
            }
        })
    }
}

impl PlayerKindSpec {
    fn of_level(level: Level) -> PlayerKindSpec {
        PlayerKindSpec::Engine { level, blur: None, book: true, threads: 1, budget: Budget::default() }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerSpec, String> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let kind = match (name, rest) {
            ("random", None) => PlayerKindSpec::Random,
            ("child", None) => PlayerKindSpec::Child,
            ("engine", None) => PlayerKindSpec::of_level(Level::MAX),
            ("engine", Some(parameters)) => engine(parameters)?,
            ("level", Some(level)) => {
                let level = level.parse().map_err(|_| "write level: and a number from 1 to 10".to_owned())?;
                PlayerKindSpec::of_level(level)
            }
            ("uct", None) => PlayerKindSpec::Uct(Budget::default()),
            ("uct", Some(parameters)) => uct(parameters)?,
            ("cmd", Some(words)) if !words.trim().is_empty() => {
                PlayerKindSpec::External(words.split_whitespace().map(str::to_owned).collect())
            }
            _ => {
                return Err(
                    "write level:7, engine, engine:time=100ms (or cpu=, nodes=, depth=, level=, blur=, book=, threads=), \
                            uct:100000, uct:cpu=1s, random, child, or cmd: and a program with its arguments"
                        .to_owned(),
                );
            }
        };
        Ok(PlayerSpec { text: text.to_owned(), kind })
    }
}

fn engine(parameters: &str) -> Result<PlayerKindSpec, String> {
    let mut budget = Budget::default();
    let (mut level, mut blur, mut book, mut threads) = (Level::MAX, None, true, 1);
    for setting in parameters.split(',') {
        let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
        let wrong = || {
            format!(
                "“{setting}” is not a setting of the engine: time=100ms, cpu=100ms, nodes=N, depth=N, level=N, blur=0.1, book=off or threads=N"
            )
        };
        match key {
            "level" => level = value.parse().map_err(|_| wrong())?,
            "book" if ["on", "off"].contains(&value) => book = value == "on",
            "threads" => {
                let number = value.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads));
                threads = number.ok_or_else(wrong)?;
            }
            "blur" => {
                let number = value.parse().ok().filter(|blur| (0.0..=10.0).contains(blur));
                blur = Some(number.ok_or_else(wrong)?);
            }
            _ if budget.set(key, value)? => {}
            _ => return Err(wrong()),
        }
    }
    if blur.is_some() && level != Level::MAX {
        return Err("a level has its own blur: give one or the other".to_owned());
    }
    Ok(PlayerKindSpec::Engine { level, blur, book, threads, budget })
}

/// A number of playouts, or a budget.
fn uct(parameters: &str) -> Result<PlayerKindSpec, String> {
    let wrong = || "write uct: and how many playouts or how long, as in uct:100000 or uct:cpu=1s".to_owned();
    let mut budget = Budget { nodes: parameters.parse().ok(), ..Budget::default() };
    if budget.nodes.is_none() {
        for setting in parameters.split(',') {
            let (key, value) = setting.split_once('=').ok_or_else(wrong)?;
            if !budget.set(key, value)? {
                return Err(wrong());
            }
        }
    }
    if budget.nodes == Some(0) { Err(wrong()) } else { Ok(PlayerKindSpec::Uct(budget)) }
}

/// What a player sees: the view from its seat.
pub(crate) struct PlayerView<'s> {
    pub(crate) view: &'s AnyView,
    /// The moves from the start of the game, if none of them is hidden.
    pub(crate) moves: Option<&'s [AnyMove]>,
    pub(crate) seed: u64,
}

/// A player.
pub(crate) enum Player {
    Engine(Box<Engine>, Limits, Option<Strength>),
    Uct(Limits),
    Random,
    Child,
    External(Box<Program>),
}

impl Player {
    /// A new game begins.
    pub(crate) fn begin(&mut self) -> Result<(), String> {
        match self {
            Player::Engine(engine, ..) => {
                engine.forget();
                Ok(())
            }
            Player::External(program) => program.begin(),
            Player::Uct(_) | Player::Random | Player::Child => Ok(()),
        }
    }

    /// The move to play, or the reason why the player loses the game.
    pub(crate) fn choose(&mut self, seen: &PlayerView<'_>) -> Result<AnyMove, String> {
        let limits = |limits: &Limits| Limits { seed: seen.seed, ..limits.clone() };
        let analysis = match self {
            Player::Engine(engine, own, strength) => {
                engine.think_as(seen.view, &limits(own), *strength, &mut ())
            }
            Player::Uct(own) => engine::think_uct(seen.view, &limits(own), &MctsParameters::PLAIN),
            Player::Random => {
                let mv = seen.view.position().random_move(&mut Rng::new(seen.seed));
                return mv.ok_or_else(|| "found no move".to_owned());
            }
            Player::Child => {
                let mv = child::choose(seen.view, &mut Rng::new(seen.seed));
                return mv.ok_or_else(|| "found no move".to_owned());
            }
            Player::External(program) => return program.choose(seen),
        };
        analysis.map(|analysis| analysis.chosen).map_err(|reason| reason.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn player_specs_round_trip_and_invalid_ones_are_refused() {
        for text in [
            "level:1",
            "level:10",
            "engine",
            "engine:time=100ms",
            "engine:nodes=5000,depth=4,level=3",
            "engine:nodes=500,blur=0.25",
            "engine:cpu=100ms",
            "engine:time=1s,book=off",
            "engine:time=1s,threads=2",
            "uct",
            "uct:100000",
            "uct:cpu=1s",
            "uct:time=1s,nodes=500",
            "random",
            "child",
            "cmd:./program --with arguments",
        ] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
        for text in [
            "",
            "level",
            "level:0",
            "level:11",
            "engine:",
            "engine:fast",
            "engine:time=x",
            "engine:blur=-1",
            "engine:book=maybe",
            "engine:threads=0",
            "engine:threads=257",
            "engine:blur=nan",
            "engine:level=3,blur=0.1",
            "uct:",
            "uct:0",
            "uct:fast",
            "uct:level=3",
            "random:1",
            "cmd:",
            "cmd: ",
            "human",
        ] {
            assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
        }
    }
}
