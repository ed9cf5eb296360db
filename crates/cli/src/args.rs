//! The command line of `trois`: its commands, their arguments and their help.

mod explore;
#[cfg(feature = "server")]
mod load;
#[cfg(feature = "server")]
mod operate;
mod play;
mod puzzles;
mod review;
#[cfg(feature = "server")]
mod serve;
mod tools;
mod verify;

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use rules::{Kind, Lang, Seat, TextError, Viewer};

use crate::language;
pub(crate) use explore::{ExploreArgs, ExploreCommand, GenerateArgs};
#[cfg(feature = "server")]
pub(crate) use load::{LoadArgs, LoadedGame, MAX_SOCKETS};
#[cfg(feature = "server")]
pub(crate) use operate::{AdminArgs, AdminCommand, BackupArgs, RestoreArgs, StageArg, StoreArgs};
pub(crate) use play::{PlayArgs, PlayerArg};
pub(crate) use puzzles::{PuzzleArgs, PuzzlesArgs, PuzzlesCommand};
pub(crate) use review::ReviewArgs;
#[cfg(feature = "server")]
pub(crate) use serve::{LogFormat, RetentionArgs, ServeArgs};
pub(crate) use tools::{AnalyseArgs, ArenaArgs, ContestArgs, EngineArgs, LevelsArgs, SolveArgs, duration};
pub(crate) use verify::VerifyArgs;

/// The games of three: play, study and analyse them.
#[derive(Debug, Parser)]
#[command(name = "trois", version, arg_required_else_help = true, max_term_width = 100)]
#[command(after_help = "\
Examples:
  trois play                             choose a game and play it here
  trois puzzle super                     find the winning move
  trois serve --open                     the app, in the browser
  trois rules super --lang fr            how a game is played
  trois show super --moves \"1.5 5.7\"     a position as a diagram
  trois analyse super --time 2s          the best moves of a position
  trois explore super --moves \"5.5\"     what was played in a position
  trois review game.txt                  accuracy, mistakes and turning points of a game
  trois arena level:7 level:6            a match between two players
  trois perft doh 4                      count move sequences

Each command has more examples: trois <COMMAND> --help.
Exit status: 0 success, 1 a failure of trois, 2 invalid input.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(PlayArgs),
    Puzzle(PuzzleArgs),
    #[cfg(feature = "server")]
    Serve(ServeArgs),
    Games(GamesArgs),
    Rules(RulesArgs),
    Show(ShowArgs),
    Moves(MovesArgs),
    Replay(ReplayArgs),
    Review(ReviewArgs),
    Verify(VerifyArgs),
    Analyse(AnalyseArgs),
    Explore(ExploreArgs),
    Solve(SolveArgs),
    Puzzles(PuzzlesArgs),
    Engine(EngineArgs),
    Arena(ArenaArgs),
    Levels(LevelsArgs),
    Perft(PerftArgs),
    Bench(BenchArgs),
    #[cfg(feature = "server")]
    Load(LoadArgs),
    #[cfg(feature = "server")]
    Backup(BackupArgs),
    #[cfg(feature = "server")]
    Restore(RestoreArgs),
    #[cfg(feature = "server")]
    Admin(AdminArgs),
    #[cfg(feature = "server")]
    Licenses(LicensesArgs),
    Completions(CompletionsArgs),
}

/// List the games, their numbers of players and their options.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  trois games
  trois games --json")]
pub(crate) struct GamesArgs {
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Explain the rules of a game.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  trois rules doh
  trois rules cards --lang fr")]
pub(crate) struct RulesArgs {
    /// The game
    #[arg(value_parser = game())]
    pub(crate) game: Kind,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Draw a position.
#[derive(Debug, Args)]
#[command(after_help = "\
Prints the diagram, the text of the position (which --position reads) and whose turn it is.

Examples:
  trois show super --moves \"1.5 5.7 7.1\"
  trois show morpion --position \"xo./.x./... 2\"")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Show what this viewer sees: a seat number, or public for a spectator [default: everything]
    #[arg(long, value_name = "VIEWER", value_parser = viewer)]
    pub(crate) view: Option<Viewer>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// List the legal moves of a position.
#[derive(Debug, Args)]
#[command(after_help = "\
The first line has the legal moves, sorted as text and separated by spaces; the possible outcomes if chance is to \
act; nothing if the game is over. The second line is one of: turn N, turn chance, result win N, result draw. \
With --json, one object with \"moves\", \"turn\" (a number, \"chance\" or null) and \"result\" (\"win 1\", \
\"draw\" or null).

With --batch, every line of the standard input is a list of moves (an empty line is the start), and each is \
answered at once by two such lines, or by one object. The first invalid line ends the batch and is reported with its \
number.

With --seen-by, the moves are steps as the table protocol sends them to that seat, MOVE:TURN, separated by spaces or \
commas, and cards that it cannot see are +?. The answer lists the moves of that seat; if it is another seat's turn, the \
first line is empty. So a program that plays at a table needs no rules of its own, even in games with hidden hands.

Examples:
  trois moves super --moves \"1.5 5.7\"
  trois moves fives --options players=3 --json
  trois moves super --moves - < moves.txt
  printf '\\n5\\n5 1\\n' | trois moves morpion --batch
  trois moves cards --options numbers=9,target=5 --seen-by 1 --moves \"+R6:+ +?:+ +B4:+ +?:+\"")]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Read a list of moves from each line of the standard input, and answer each
    #[arg(long, conflicts_with = "moves")]
    pub(crate) batch: bool,
    /// Answer from what this seat sees (1, 2…, or public); the moves are steps of the table protocol
    #[arg(long, value_name = "SEAT", value_parser = viewer, conflicts_with_all = ["position", "deck"])]
    pub(crate) seen_by: Option<Viewer>,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Check a record and show the game.
#[derive(Debug, Args)]
#[command(after_help = "\
A record has tags such as [Game \"super\"], then the moves; numbers, line breaks, {comments}, marks such \
as $1 or ! and (variations) are optional. Every error is reported with its line and column, and an illegal move with \
its number and the reason. A file may contain any number of games.

Examples:
  trois replay game.txt
  trois replay game.txt --step | less
  echo '1.5 5.7 7.1' | trois replay - --game super")]
pub(crate) struct ReplayArgs {
    /// The record; - for the standard input
    pub(crate) file: PathBuf,
    /// Show the position after every move
    #[arg(long)]
    pub(crate) step: bool,
    /// The game, if the record does not name it
    #[arg(long, value_parser = game())]
    pub(crate) game: Option<Kind>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Count move sequences, to check move generation.
#[derive(Debug, Args)]
#[command(after_help = "\
Prints a line `depth count` for every depth from 1: the number of sequences of exactly that many moves. A game that \
ends earlier adds nothing. Draws are not counted as moves: they come from --deck. With --divide, prints a line \
`move count` for each first move, sorted as text, and the total.

Examples:
  trois perft super 5
  trois perft doh 4 --options players=3
  trois perft super 4 --moves \"1.5 5.7\" --divide
  trois perft cards 3 --json")]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Depth, in moves
    #[arg(value_parser = depth)]
    pub(crate) depth: u32,
    /// Print the count of each first move
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Measure the speed of the rules and of the engine, on one thread.
#[derive(Debug, Args)]
#[command(after_help = "\
`trois bench engine` searches fixed positions to a fixed depth. The number of positions it visits is its signature, \
which a change without functional effect does not change. `trois bench stop` stops searches after a tenth of a \
millisecond to a second.

Examples:
  trois bench
  trois bench engine
  trois bench stop --seconds 20
  trois bench playouts super --seconds 5
  trois bench perft --json")]
pub(crate) struct BenchArgs {
    /// What to measure [default: playouts and perft]
    #[arg(value_enum)]
    pub(crate) what: Option<Measure>,
    /// The game [default: all]
    #[arg(value_parser = game())]
    pub(crate) game: Option<Kind>,
    /// Duration of each measurement in seconds
    #[arg(long, default_value = "2", value_parser = seconds)]
    pub(crate) seconds: f64,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// What `trois bench` measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Measure {
    /// Random games played to their end, per second
    Playouts,
    /// Move sequences counted, per second
    Perft,
    /// The signature of the engine, and its positions per second
    Engine,
    /// The delay until the engine stops, in milliseconds of processor time
    Stop,
}

/// Print the licences of Trois and of all packages in this program.
#[cfg(feature = "server")]
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  trois licenses | less")]
pub(crate) struct LicensesArgs {}

/// Print a completion script for a shell.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  trois completions bash > ~/.local/share/bash-completion/completions/trois
  trois completions fish > ~/.config/fish/completions/trois.fish
  trois completions zsh > ~/.zfunc/_trois")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

/// A game, and a position of it: by its text, or by the moves that lead to it.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// The game
    #[arg(value_parser = game())]
    pub(crate) game: Kind,
    /// Options of the game, as `trois games` lists them: key=value,key=value
    #[arg(long, default_value = "", hide_default_value = true, conflicts_with = "position")]
    pub(crate) options: String,
    /// The moves played, separated by spaces, drawn cards included (+R5); - reads them from the standard input
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(crate) moves: String,
    /// The text of the start position, as `trois show` prints it
    #[arg(long)]
    pub(crate) position: Option<String>,
    /// All cards of the game in draw order, separated by spaces: R1 B1 …
    #[arg(long, value_name = "CARDS", conflicts_with = "position")]
    pub(crate) deck: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct LanguageArgs {
    /// The language [default: that of LC_ALL, LC_MESSAGES or LANG, else English]
    #[arg(long, value_parser = lang())]
    lang: Option<Lang>,
}

impl LanguageArgs {
    /// The language given on the command line, else that of the environment.
    pub(crate) fn get(&self) -> Lang {
        self.lang.unwrap_or_else(language::from_environment)
    }
}

#[derive(Debug, Args)]
pub(crate) struct JsonArgs {
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

fn game() -> impl TypedValueParser<Value = Kind> {
    let games = Kind::ALL.iter().map(|kind| PossibleValue::new(kind.id()).help(kind.name().en.into_owned()));
    PossibleValuesParser::new(games).try_map(|id| id.parse::<Kind>())
}

fn lang() -> impl TypedValueParser<Value = Lang> {
    PossibleValuesParser::new(["fr", "en"]).try_map(|lang| lang.parse::<Lang>())
}

fn viewer(text: &str) -> Result<Viewer, String> {
    let invalid = |_: TextError| "write a seat number (1, 2…), or public".to_owned();
    if text == "public" {
        Ok(Viewer::Public)
    } else {
        text.parse::<Seat>().map(Viewer::Seat).map_err(invalid)
    }
}

fn depth(text: &str) -> Result<u32, String> {
    let invalid = || "write a number of moves from 1 to 200".to_owned();
    text.parse().ok().filter(|depth| (1..=200).contains(depth)).ok_or_else(invalid)
}

fn seconds(text: &str) -> Result<f64, String> {
    let invalid = || "write a number of seconds from 0.01 to 3600".to_owned();
    text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds)).ok_or_else(invalid)
}
