//! Who can play a match.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::search::mcts::Settings;
use engine::{Engine, Level, Limits};
use rules::{AnyGame, AnyMove, AnyView, Rng};

use super::outside::Program;
use crate::args::duration;
use crate::thinking;

/// How much to think about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Budget {
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
}

impl Budget {
    fn is_empty(self) -> bool {
        self == Budget::default()
    }
}

/// A player as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spec {
    text: String,
    who: Who,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Who {
    Engine { level: Level, budget: Budget },
    Uct(u64),
    Random,
    Outside(Vec<String>),
}

impl Spec {
    /// The engine at a level.
    pub(crate) fn level(level: Level) -> Spec {
        Spec { text: format!("level:{level}"), who: Who::Engine { level, budget: Budget::default() } }
    }

    /// Makes the player, who thinks as much as `budget` says where its name does not.
    pub(crate) fn seat(&self, budget: Budget, start: &AnyGame) -> Result<Player, String> {
        Ok(match &self.who {
            Who::Engine { level, budget: own } => {
                let Budget { time, nodes, depth } = if own.is_empty() { budget } else { *own };
                let limits = Limits { time, nodes, depth, level: *level, ..thinking::limits() };
                Player::Engine(Box::new(Engine::new()), limits)
            }
            Who::Uct(playouts) => Player::Uct(Limits { nodes: Some(*playouts), ..thinking::limits() }),
            Who::Random => Player::Random,
            Who::Outside(words) => {
                let program =
                    Program::start(words, budget, start).map_err(|what| format!("{self} {what}."))?;
                Player::Outside(Box::new(program))
            }
        })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let who = match (name, rest) {
            ("random", None) => Who::Random,
            ("engine", None) => Who::Engine { level: Level::MAX, budget: Budget::default() },
            ("engine", Some(settings)) => engine(settings)?,
            ("level", Some(level)) => {
                let level = level.parse().map_err(|_| "write level: and a number from 1 to 10".to_owned())?;
                Who::Engine { level, budget: Budget::default() }
            }
            ("uct", Some(playouts)) => {
                let playouts = playouts.parse().ok().filter(|&playouts| playouts > 0);
                Who::Uct(playouts.ok_or("write uct: and how many playouts, as in uct:100000")?)
            }
            ("cmd", Some(words)) if !words.trim().is_empty() => {
                Who::Outside(words.split_whitespace().map(str::to_owned).collect())
            }
            _ => {
                return Err(
                    "write level:7, engine, engine:time=100ms (or nodes=, depth=, level=), uct:100000, \
                            random, or cmd: and a program with its arguments"
                        .to_owned(),
                );
            }
        };
        Ok(Spec { text: text.to_owned(), who })
    }
}

fn engine(settings: &str) -> Result<Who, String> {
    let mut budget = Budget::default();
    let mut level = Level::MAX;
    for setting in settings.split(',') {
        let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
        let wrong =
            || format!("“{setting}” is no setting of the engine: time=100ms, nodes=N, depth=N or level=N");
        match key {
            "time" => budget.time = Some(duration(value)?),
            "nodes" => budget.nodes = Some(value.parse().map_err(|_| wrong())?),
            "depth" => budget.depth = Some(value.parse().map_err(|_| wrong())?),
            "level" => level = value.parse().map_err(|_| wrong())?,
            _ => return Err(wrong()),
        }
    }
    Ok(Who::Engine { level, budget })
}

/// What a player is shown: never more than its seat may see.
pub(crate) struct Sight<'s> {
    pub(crate) view: &'s AnyView,
    /// The moves from the start of the game, where nothing in them is hidden.
    pub(crate) moves: Option<&'s [AnyMove]>,
    pub(crate) seed: u64,
}

/// Somebody who plays.
pub(crate) enum Player {
    Engine(Box<Engine>, Limits),
    Uct(Limits),
    Random,
    Outside(Box<Program>),
}

impl Player {
    /// A new game begins.
    pub(crate) fn begin(&mut self) -> Result<(), String> {
        match self {
            Player::Engine(engine, _) => {
                engine.forget();
                Ok(())
            }
            Player::Outside(program) => program.begin(),
            Player::Uct(_) | Player::Random => Ok(()),
        }
    }

    /// The move to play, or why there is none: then the game is lost.
    pub(crate) fn choose(&mut self, sight: &Sight<'_>) -> Result<AnyMove, String> {
        let limits = |limits: &Limits| Limits { seed: sight.seed, ..limits.clone() };
        let analysis = match self {
            Player::Engine(engine, own) => engine.think(sight.view, &limits(own), &mut ()),
            Player::Uct(own) => engine::think_uct(sight.view, &limits(own), &Settings::PLAIN, &mut ()),
            Player::Random => {
                let mv = sight.view.position().random_move(&mut Rng::new(sight.seed));
                return mv.ok_or_else(|| "found no move".to_owned());
            }
            Player::Outside(program) => return program.choose(sight),
        };
        analysis.map(|analysis| analysis.chosen).map_err(|reason| reason.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_have_names() {
        for text in [
            "level:1",
            "level:10",
            "engine",
            "engine:time=100ms",
            "engine:nodes=5000,depth=4,level=3",
            "uct:100000",
            "random",
            "cmd:./program --with arguments",
        ] {
            let spec: Spec = text.parse().unwrap();
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
            "uct",
            "uct:0",
            "random:1",
            "cmd:",
            "cmd: ",
            "human",
        ] {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}
