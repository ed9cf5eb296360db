//! The command line of `trois play`.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};
use engine::Level;
use rules::Kind;
use rules::record::RecordedPlayer;

use super::{LanguageArgs, game, tools};

/// Play a game in this terminal.
#[derive(Debug, Args)]
#[command(after_help = "\
During the game, type a move, ? for the legal moves, or help for everything else. Hidden hands stay hidden: \
if several people share the terminal, the screen is cleared between their turns.

Examples:
  trois play                                 asks for everything
  trois play super --level 7                 against the engine
  trois play super --seats level:3,human     against the engine, which begins
  trois play fives --options players=3 --seats human,human,engine --lang fr")]
pub(crate) struct PlayArgs {
    /// The game; asked for if missing
    #[arg(value_parser = game())]
    pub(crate) game: Option<Kind>,
    /// Options of the game, as `trois games` lists them: key=value,key=value
    #[arg(long)]
    pub(crate) options: Option<String>,
    /// Who plays in each seat, in turn order, separated by commas; asked for if missing
    #[arg(long, value_delimiter = ',', value_parser = player_kind())]
    pub(crate) seats: Option<Vec<PlayerArg>>,
    /// Play in seat 1 against the engine at this level, 1 to 10, in all other seats
    #[arg(long, conflicts_with = "seats", value_parser = tools::level)]
    pub(crate) level: Option<Level>,
    /// Random seed; the same seed repeats the same game
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Whether the engine plays from its opening book, at level 10 and in hints
    #[arg(long, default_value = "on", action = ArgAction::Set, value_parser = tools::on_or_off())]
    pub(crate) book: bool,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// The player of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayerArg {
    /// A person at this terminal.
    Human,
    /// Plays a random legal move, each with the same probability.
    Random,
    /// The engine at this level.
    Engine(Level),
}

/// The player, for the record of the game.
impl From<PlayerArg> for RecordedPlayer {
    fn from(player: PlayerArg) -> RecordedPlayer {
        match player {
            PlayerArg::Human => RecordedPlayer::Person,
            PlayerArg::Random => RecordedPlayer::Random,
            PlayerArg::Engine(level) => RecordedPlayer::Engine(level),
        }
    }
}

impl PlayerArg {
    /// The engine at its default level.
    pub(crate) const DEFAULT_ENGINE: PlayerArg = PlayerArg::Engine(DEFAULT_LEVEL);
}

const DEFAULT_LEVEL: Level = match Level::new(5) {
    Some(level) => level,
    None => Level::MAX,
};

fn player_kind() -> impl TypedValueParser<Value = PlayerArg> {
    let levels = [
        "level:1", "level:2", "level:3", "level:4", "level:5", "level:6", "level:7", "level:8", "level:9",
        "level:10",
    ];
    let names = [
        PossibleValue::new("human").help("A person at this terminal"),
        PossibleValue::new("engine").help("The engine at level 5"),
        PossibleValue::new("random").help("A random legal move, each equally likely"),
    ];
    PossibleValuesParser::new(names.into_iter().chain(levels.map(PossibleValue::new))).try_map(|name| {
        match name.as_str() {
            "human" => Ok(PlayerArg::Human),
            "engine" => Ok(PlayerArg::DEFAULT_ENGINE),
            "random" => Ok(PlayerArg::Random),
            level => level.trim_start_matches("level:").parse::<Level>().map(PlayerArg::Engine),
        }
    })
}
