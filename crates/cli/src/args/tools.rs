//! The command line of what thinks: the engine, analysis, solutions, matches.

use std::time::Duration;

use clap::Args;
use engine::Level;

use super::{JsonArgs, PositionArgs};

/// Speak the Universal Game Interface on the standard streams.
#[derive(Debug, Args)]
#[command(after_help = "\
For programs: docs/engine-protocol.md tells every line. The game is super until setoption says otherwise.

Examples:
  trois engine
  printf 'ugi\\nposition startpos moves 5.5\\ngo movetime 500\\n' | trois engine
  printf 'setoption name game value doh\\nposition startpos\\ngo depth 4\\n' | trois engine")]
pub(crate) struct EngineArgs {}

/// Think about a position and tell the best moves.
#[derive(Debug, Args)]
#[command(after_help = "\
While it thinks, a terminal shows what is known so far. At the end come the best moves, best first: what each is \
worth to the player to move (a proven result and in how many moves, or the score to expect), and how the game may \
go on. Where hands are hidden, only what the player to move may see is looked at.

Examples:
  trois analyse super --moves \"5.5 5.1\"
  trois analyse doh --options players=3 --time 2s --lines 5
  trois analyse morpion --position \"xo./.x./... 2\" --json")]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// At most this many moves ahead
    #[arg(long)]
    pub(crate) depth: Option<u32>,
    /// How many of the best moves to tell
    #[arg(long, default_value = "3", value_parser = lines)]
    pub(crate) lines: usize,
    /// How well to play: 1 to 10
    #[arg(long, default_value = "10", value_parser = level)]
    pub(crate) level: Level,
    /// What chance in the search comes from
    #[arg(long, default_value = "0", value_name = "NUMBER")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// How much to think about each move.
#[derive(Clone, Debug, Args)]
pub(crate) struct LimitArgs {
    /// At most this long: 5s, 100ms
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// At most this many positions
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

fn lines(text: &str) -> Result<usize, String> {
    let wrong = || "write a number of lines from 1 to 100".to_owned();
    text.parse().ok().filter(|lines| (1..=100).contains(lines)).ok_or_else(wrong)
}

fn level(text: &str) -> Result<Level, String> {
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
