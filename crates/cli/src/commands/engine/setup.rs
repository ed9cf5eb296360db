//! The state that the protocol sets: game, options, position, level, seed, lines, threads, book.

use engine::{Level, Limits};
use rules::{AnyGame, Kind, Outcome, Say, TextError, Turn};

use super::command::{PositionBase, UgiQuery, is_empty, short};
use super::time::Go;
use crate::thinking;

/// The maximum of the option `lines`.
const MAX_LINES: usize = 100;

/// The maximum of the option `threads`.
pub(crate) const MAX_THREADS: usize = 256;

/// The state that the protocol sets.
pub(crate) struct GameSetup {
    kind: Kind,
    options: String,
    level: Level,
    seed: u64,
    pub(crate) lines: usize,
    threads: usize,
    book: bool,
    pub(crate) position: AnyGame,
    /// How many moves the last `position` command played.
    played: u64,
}

impl GameSetup {
    /// The default game, at its start.
    pub(crate) fn new() -> Result<GameSetup, String> {
        let kind = Kind::default();
        let position = AnyGame::new(kind, "").map_err(text)?;
        Ok(GameSetup {
            kind,
            options: String::new(),
            level: Level::MAX,
            seed: 0,
            lines: 1,
            threads: 1,
            book: true,
            position,
            played: 0,
        })
    }

    /// The options, as `ugi` lists them.
    pub(crate) fn list_options() -> Vec<String> {
        let games: Vec<String> = Kind::ALL.iter().map(|kind| format!("var {kind}")).collect();
        let most = u64::MAX;
        vec![
            format!("option name game type combo default {} {}", Kind::default(), games.join(" ")),
            "option name options type string default <empty>".to_owned(),
            "option name level type spin default 10 min 1 max 10".to_owned(),
            format!("option name seed type spin default 0 min 0 max {most}"),
            format!("option name lines type spin default 1 min 1 max {MAX_LINES}"),
            format!("option name threads type spin default 1 min 1 max {MAX_THREADS}"),
            "option name network type string default <empty>".to_owned(),
            "option name book type check default true".to_owned(),
            "option name bookfile type string default <empty>".to_owned(),
        ]
    }

    /// The game.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// Sets an option. `game` and `options` start a new game.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name.to_lowercase().as_str() {
            "game" => {
                let kind: Kind = value.parse().map_err(text)?;
                let position = AnyGame::new(kind, "").map_err(text)?;
                (self.kind, self.options, self.position, self.played) = (kind, String::new(), position, 0);
            }
            "options" => {
                let value = if is_empty(value) { "" } else { value };
                let position = AnyGame::new(self.kind, value).map_err(text)?;
                (self.options, self.position, self.played) = (value.to_owned(), position, 0);
            }
            "level" => self.level = value.parse().map_err(text)?,
            "seed" => {
                self.seed = value.parse().map_err(|_| format!("“{}” is not a seed", short(value)))?;
            }
            "lines" => {
                let lines = value.parse().ok().filter(|lines| (1..=MAX_LINES).contains(lines));
                self.lines = lines.ok_or_else(|| {
                    format!("“{}” is not a number of lines, 1 to {MAX_LINES}", short(value))
                })?;
            }
            "threads" => {
                let threads = value.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads));
                self.threads = threads.ok_or_else(|| {
                    format!("“{}” is not a number of threads, 1 to {MAX_THREADS}", short(value))
                })?;
            }
            "book" => {
                self.book = match value.to_lowercase().as_str() {
                    "true" | "on" => true,
                    "false" | "off" => false,
                    _ => return Err(format!("“{}” is neither true nor false", short(value))),
                };
            }
            _ => {
                let name = short(name);
                let names = "game, options, level, seed, lines, threads, network, book or bookfile";
                return Err(format!("“{name}” is not an option: {names}"));
            }
        }
        Ok(())
    }

    /// Goes back to the start of the game.
    pub(crate) fn new_game(&mut self) -> Result<(), String> {
        self.position = AnyGame::new(self.kind, &self.options).map_err(text)?;
        self.played = 0;
        Ok(())
    }

    /// Sets the position. If anything is wrong with it, the position does not change.
    pub(crate) fn set_position(&mut self, start: PositionBase<'_>, moves: &str) -> Result<(), String> {
        let mut game = match start {
            PositionBase::Start => AnyGame::new(self.kind, &self.options).map_err(text)?,
            PositionBase::Fen(fen) => {
                let words: Vec<&str> = fen.split_whitespace().collect();
                AnyGame::parse(self.kind, &words.join(" ")).map_err(text)?
            }
        };
        let mut played = 0;
        for word in moves.split_whitespace() {
            played += 1;
            let wrong = |why: &str| format!("move {played}, “{}”: {why}", short(word));
            let mv = game.parse_move(word).map_err(|error| wrong(&text(error)))?;
            game.play(mv).map_err(|reason| wrong(&one_line(&reason.say(rules::Lang::En))))?;
        }
        (self.position, self.played) = (game, played);
        Ok(())
    }

    /// The limits of a search of the position.
    pub(crate) fn limits(&self, go: &Go) -> Limits {
        Limits {
            time: thinking::wall_limit(self.position.turn().seat().and_then(|seat| go.time(seat))),
            nodes: go.nodes,
            depth: go.depth,
            level: self.level,
            lines: self.lines,
            // Another seed for each move, so that a weak level does not repeat the same mistake.
            seed: self.seed.wrapping_add(self.played),
            threads: self.threads,
            // An unlimited search is an analysis, not a move to play.
            book: self.book && go.ends_by_itself(),
        }
    }

    /// The answer to a query.
    pub(crate) fn answer(&self, query: UgiQuery) -> String {
        let turn = self.position.turn();
        match query {
            UgiQuery::GameOver => turn.is_over().to_string(),
            UgiQuery::P1Turn => (turn.seat() == Some(rules::Seat::ONE)).to_string(),
            UgiQuery::Result => match turn {
                Turn::Over(Outcome::Win(seat)) => format!("p{seat}win"),
                Turn::Over(Outcome::Draw) => "draw".to_owned(),
                Turn::Seat(_) | Turn::Chance => "none".to_owned(),
            },
            UgiQuery::Legal => {
                let mut moves: Vec<String> = self.position.moves().iter().map(ToString::to_string).collect();
                moves.sort_unstable();
                moves.join(" ")
            }
            UgiQuery::Players => self.position.seats().to_string(),
            UgiQuery::Turn => match turn {
                Turn::Seat(seat) => seat.to_string(),
                Turn::Chance => "chance".to_owned(),
                Turn::Over(_) => "over".to_owned(),
            },
            UgiQuery::Fen => self.position.to_string(),
        }
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is what errors are mapped by")]
fn text(error: TextError) -> String {
    one_line(&error.to_string())
}

/// Replaces control characters: an error is one line.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
