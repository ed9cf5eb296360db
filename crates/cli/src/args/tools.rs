//! The command line of the engine, of analysis, solutions and matches.

use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};
use engine::Level;

use rules::Kind;

use super::{JsonArgs, PositionArgs, game};
use crate::commands::arena::PlayerSpec;
use engine::solve::solved_games;

/// Speak the Universal Game Interface on the standard streams.
#[derive(Debug, Args)]
#[command(after_help = "\
For programs: docs/engine-protocol.md describes every line. The game is super until setoption changes it.

Examples:
  trois engine
  printf 'ugi\\nposition startpos moves 5.5\\ngo movetime 500\\n' | trois engine
  printf 'setoption name game value doh\\nposition startpos\\ngo depth 4\\n' | trois engine")]
pub(crate) struct EngineArgs {}

/// Analyse a position and list the best moves.
#[derive(Debug, Args)]
#[command(after_help = "\
On a terminal, the progress of the search is shown. At the end the best moves are listed, best first, each with its \
value for the player to move (a proven result and in how many moves, or the expected score) and the line that may \
follow. In games with hidden hands, the search uses only what the player to move may see. If the opening book has \
the position, its entry is printed first; the search is the same with and without it.

Examples:
  trois analyse super --moves \"5.5 5.1\"
  trois analyse doh --options players=3 --time 2s --lines 5
  trois analyse morpion --position \"xo./.x./... 2\" --json")]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Maximum depth, in moves
    #[arg(long)]
    pub(crate) depth: Option<u32>,
    /// How many of the best moves to list
    #[arg(long, default_value = "3", value_parser = lines)]
    pub(crate) lines: usize,
    /// Playing level, 1 to 10
    #[arg(long, default_value = "10", value_parser = level)]
    pub(crate) level: Level,
    /// Random seed of the search
    #[arg(long, default_value = "0", value_name = "NUMBER")]
    pub(crate) seed: u64,
    /// Number of search threads, for games whose search can use several [default: one per processor; one with --nodes
    /// or --depth, so that the result is reproducible]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Whether to print the entry of the opening book for the position
    #[arg(long, default_value = "on", action = ArgAction::Set, value_parser = on_or_off())]
    pub(crate) book: bool,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Solve a game from scratch.
#[derive(Debug, Args)]
#[command(after_help = "\
Prints the value for the player who begins, how many positions were computed and in how many seconds, and each \
first move with its value for the player who makes it and the number of moves after which the game ends. With \
--all, computes the value and the distance of every reachable position, and counts those that are won, lost and \
drawn for the player to move; positions that differ by a rotation, a reflection or a translation count once.

For three or four players (--options players=3), prints for the start and for each first move which seats can force \
a win or a draw alone against all others, and what each seat gets in equilibrium under two conventions for moves that \
are worth the same to a player: \"uniform\" (each equally often) and \"delaying\" (a player who has lost delays, one \
who has won hurries, then each equally often). Every position is computed, with or without --all, and counted by \
who can force what.

With --json, \"openings\" has each first move with its \"value\" (win, loss or draw) and \"plies\"; --all adds \
\"won\", \"lost\" and \"drawn\", and the rest of the count as \"all\". For three or four, \"start\" and each of \
\"openings\" have \"uniform\", \"delaying\" (the share of seat 1, seat 2 and so on), \"forces_win\" and \
\"forces_draw\" (seats); \"counts\" says how many of all \"positions\" let the player to move, the second, third and \
fourth from there force a win or a draw.

Examples:
  trois solve doh
  trois solve doh --all
  trois solve doh --options players=3
  trois solve doh --atlas > crates/web/assets/atlas.txt
  trois solve morpion --json")]
pub(crate) struct SolveArgs {
    /// The game
    #[arg(value_parser = solvable())]
    pub(crate) game: Kind,
    /// Options of the game, such as players=3 [default: two players]
    #[arg(long, default_value = "", value_name = "OPTIONS")]
    pub(crate) options: String,
    /// Compute the value of every position
    #[arg(long)]
    pub(crate) all: bool,
    /// Write the atlas of the app: the first moves for two, three and four players, and the counts of positions
    #[arg(long, conflicts_with_all = ["all", "options", "json"])]
    pub(crate) atlas: bool,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Reads a game that can be solved.
fn solvable() -> impl TypedValueParser<Value = Kind> {
    let values = solved_games().map(|kind| PossibleValue::new(kind.id()).help(kind.name().en.into_owned()));
    PossibleValuesParser::new(values).try_map(|id| id.parse::<Kind>())
}

/// Play a match and report the Elo difference and its confidence interval.
#[derive(Debug, Args)]
#[command(after_help = "\
Players: level:7 (a level of the engine), engine (full strength), engine:time=100ms,nodes=5000,depth=4,level=3 \
(any of these limits), engine:time=100ms,book=off (without the opening book, which is used at full strength unless \
nodes or depth are limited), engine:time=100ms,threads=2 (two search threads), engine:nodes=500,blur=0.1 (adds a \
random error of this size to its values, as the levels do), uct:100000 or uct:time=1s (plain Monte-Carlo search with \
this many random playouts a move, or for this long), random, child (completes or blocks a line, and looks no \
further), and \"cmd:./program arguments\" (a program that speaks the protocol of docs/engine-protocol.md). With \
cpu=100ms in place of time=100ms, only processor time counts, which is fair on a busy machine. --time and --nodes \
apply to players without limits of their own.

Games are played in rounds that begin with the same random moves and the same order of cards: two games with the \
seats swapped, or, with more than two players, one game for each seat of A, with B in all others. A program that \
exits, stops answering or plays an illegal move loses the game. Intervals are 95 % confidence intervals, from the \
spread of the rounds.

With --sprt, the match ends as soon as the sequential test (5 % errors) accepts that A is better by ELO0 or by ELO1.

Examples:
  trois arena level:7 level:6 --games 200
  trois arena engine:cpu=100ms uct:100000 --games 200
  trois arena engine uct --game fives --time 1s --openings random:6
  trois arena engine \"cmd:./other-engine\" --time 100ms --sprt 0 20
  trois arena level:5 random --game doh --options players=3 --nodes 500 --json")]
pub(crate) struct ArenaArgs {
    /// The player whose score is reported
    #[arg(value_name = "A")]
    pub(crate) a: PlayerSpec,
    /// The opponent
    #[arg(value_name = "B")]
    pub(crate) b: PlayerSpec,
    /// The game
    #[arg(long, default_value = Kind::default().id(), value_parser = game())]
    pub(crate) game: Kind,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
    /// Stop as soon as the SPRT accepts one of the two hypotheses: A is better by ELO0, or by ELO1
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub(crate) sprt: Option<Vec<f64>>,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Measure each level of the engine against the one below.
#[derive(Debug, Args)]
#[command(after_help = "\
Games are played in rounds, as in trois arena. Each level should score 60 to 80 % against the one below, as far as \
the game allows. With more than two players, one player of the level plays against others of the level below; the \
same odds against each of them are 43 to 67 % of the games among three and 33 to 57 % among four.

Examples:
  trois levels super --games 100
  trois levels doh --options players=3 --from 4 --to 7
  trois levels cards --nodes 2000 --json")]
pub(crate) struct LevelsArgs {
    /// The game
    #[arg(value_parser = game())]
    pub(crate) game: Kind,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
    /// The lowest level
    #[arg(long, default_value = "1", value_parser = level)]
    pub(crate) from: Level,
    /// The highest level
    #[arg(long, default_value = "10", value_parser = level)]
    pub(crate) to: Level,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// How a match is played.
#[derive(Debug, Args)]
pub(crate) struct ContestArgs {
    /// Options of the game, as `trois games` lists them: key=value,key=value
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(crate) options: String,
    /// Number of games, rounded up to whole rounds [default: 100; with --sprt, at most 20000]
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<u32>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[arg(long, value_parser = openings, help = openings_help())]
    pub(crate) openings: Option<usize>,
    /// Random seed of openings, cards and players
    #[arg(long, default_value = "1", value_name = "NUMBER")]
    pub(crate) seed: u64,
    /// Number of games played at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

/// The limits of the search for each move.
#[derive(Clone, Debug, Args)]
pub(crate) struct LimitArgs {
    /// Maximum time: 5s, 100ms
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Maximum number of positions
    #[arg(long)]
    pub(crate) nodes: Option<u64>,
}

/// A length of time: `5s`, `100ms`, `2m`, or a number of seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "write a time of at most a day, such as 5s, 100ms or 2m".to_owned();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let seconds = digits.parse::<f64>().map_err(|_| wrong())? * unit;
    if (0.0..=86_400.0).contains(&seconds) { Ok(Duration::from_secs_f64(seconds)) } else { Err(wrong()) }
}

/// The help of `--openings`, with the defaults of the games.
fn openings_help() -> String {
    let defaults: Vec<String> = Kind::ALL
        .iter()
        .filter(|kind| kind.info().random_opening > 0)
        .map(|kind| format!("random:{} in {kind}, ", kind.info().random_opening))
        .collect();
    format!(
        "How games begin: random:K, after K random moves, or none [default: {}none in other games]",
        defaults.concat()
    )
}

/// `random:K` or `none`.
fn openings(text: &str) -> Result<usize, String> {
    let count =
        if text == "none" { Some(0) } else { text.strip_prefix("random:").and_then(|k| k.parse().ok()) };
    count
        .filter(|&count| count <= 100)
        .ok_or_else(|| "write random: and a number up to 100, or none".to_owned())
}

/// Reads `on` or `off`.
pub(crate) fn on_or_off() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["on", "off"]).map(|text| text == "on")
}

fn lines(text: &str) -> Result<usize, String> {
    let wrong = || "write a number of lines from 1 to 100".to_owned();
    text.parse().ok().filter(|lines| (1..=100).contains(lines)).ok_or_else(wrong)
}

pub(crate) fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|_| "write a level from 1 to 10".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, millis) in
            [("5s", 5_000), ("100ms", 100), ("1.5s", 1_500), ("2m", 120_000), ("3", 3_000), ("0", 0)]
        {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "-1s", "5x", "nans", "infs", "1e9h", "5 s", "é"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
