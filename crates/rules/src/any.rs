//! A game chosen at run time: closed enums over the games of the [registry](crate::Kind).

use std::fmt;

use crate::game::Game;
pub(crate) use crate::registry::Kind;
use crate::registry::{for_each_game, with_game};
use crate::rng::Rng;
use crate::seat::{Outcome, Seat, Turn, Viewer};
use crate::text::{Lang, Say, TextError};
use crate::view::View;
use crate::word;

macro_rules! any_game {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        $(use crate::$module::$game;)*

        /// A position of any of the games.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum AnyGame { $($kind($game),)* }

        /// A move in any of the games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum AnyMove { $($kind(<$game as Game>::Move),)* }

        /// The reason for which a move is refused, in any of the games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum AnyIllegal {
            $($kind(<$game as Game>::Illegal),)*
            /// The move belongs to another game than the one being played.
            OtherGame(Kind),
        }

        /// A viewer's redacted position of any of the games.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum AnyView { $($kind(View<$game>),)* }

        $(impl From<$game> for AnyGame {
            fn from(game: $game) -> AnyGame {
                AnyGame::$kind(game)
            }
        })*

        impl AnyGame {
            /// Which game this is.
            pub const fn kind(&self) -> Kind {
                match self { $(AnyGame::$kind(_) => Kind::$kind,)* }
            }

            /// The legal moves; at [`Turn::Chance`], the outcomes.
            pub fn moves(&self) -> Vec<AnyMove> {
                match self { $(AnyGame::$kind(game) => game.moves().into_iter().map(AnyMove::$kind).collect(),)* }
            }

            /// Reads the text of a move of this game, legal or not.
            pub fn parse_move(&self, text: &str) -> Result<AnyMove, TextError> {
                match self { $(AnyGame::$kind(_) => text.parse().map(AnyMove::$kind),)* }
            }

            /// Reads the move with this number in a list: see [`word::read`].
            pub fn read_word(&self, number: usize, word: &str) -> Result<AnyMove, String> {
                match self { $(AnyGame::$kind(game) => word::read(game, number, word).map(AnyMove::$kind),)* }
            }

            /// Plays random moves to the end: see [`Game::playout`].
            pub fn playout(&self, rng: &mut Rng) -> Outcome {
                match self { $(AnyGame::$kind(game) => game.playout(rng, &mut Vec::new()),)* }
            }

            /// Whether the move is legal here, and if not, why.
            pub fn check(&self, mv: AnyMove) -> Result<(), AnyIllegal> {
                match (self, mv) {
                    $((AnyGame::$kind(game), AnyMove::$kind(mv)) => game.check(mv).map_err(AnyIllegal::$kind),)*
                    _ => Err(AnyIllegal::OtherGame(self.kind())),
                }
            }

            /// Plays a move, or says why it is refused and leaves the position unchanged.
            pub fn play(&mut self, mv: AnyMove) -> Result<(), AnyIllegal> {
                match (&mut *self, mv) {
                    $((AnyGame::$kind(game), AnyMove::$kind(mv)) => game.play(mv).map_err(AnyIllegal::$kind),)*
                    _ => Err(AnyIllegal::OtherGame(self.kind())),
                }
            }

            /// Plays a move that [`check`](Self::check) has found legal here. An illegal move leaves a meaningless position,
            /// and a move of another game changes nothing.
            pub fn play_unchecked(&mut self, mv: AnyMove) {
                match (self, mv) {
                    $((AnyGame::$kind(game), AnyMove::$kind(mv)) => game.play_unchecked(mv),)*
                    _ => {}
                }
            }

            /// The number of equally likely chance draws that give this outcome; 0 for a move of another game.
            pub fn weight(&self, outcome: AnyMove) -> u32 {
                match (self, outcome) {
                    $((AnyGame::$kind(game), AnyMove::$kind(outcome)) => game.weight(outcome),)*
                    _ => 0,
                }
            }

            /// A random legal move: uniform for a player, by weight for chance. `None` when the game is over.
            pub fn random_move(&self, rng: &mut Rng) -> Option<AnyMove> {
                match self {
                    $(AnyGame::$kind(game) => game.random_move(rng, &mut Vec::new()).map(AnyMove::$kind),)*
                }
            }

            /// The move with everything removed that the viewer may not know. Call it before the move is played.
            pub fn redact_move(&self, mv: AnyMove, viewer: Viewer) -> AnyMove {
                match (self, mv) {
                    $((AnyGame::$kind(game), AnyMove::$kind(mv)) => AnyMove::$kind(game.redact_move(mv, viewer)),)*
                    _ => mv,
                }
            }

            /// The position as `viewer` may see it.
            pub fn view(&self, viewer: Viewer) -> AnyView {
                match self { $(AnyGame::$kind(game) => AnyView::$kind(View::new(game, viewer)),)* }
            }
        }

        impl AnyView {
            /// The position, redacted.
            pub fn position(&self) -> AnyGame {
                match self { $(AnyView::$kind(view) => AnyGame::$kind(view.position().clone()),)* }
            }

            /// A random whole position that is consistent with this view.
            pub fn imagine(&self, rng: &mut Rng) -> AnyGame {
                match self { $(AnyView::$kind(view) => AnyGame::$kind(view.imagine(rng)),)* }
            }

            /// The viewer that this view was made for.
            pub fn viewer(&self) -> Viewer {
                match self { $(AnyView::$kind(view) => view.viewer(),)* }
            }

            /// Updates the view with a redacted move, after which `turn` acts next. A move of another game changes
            /// nothing.
            pub fn observe(&mut self, mv: AnyMove, turn: Turn) {
                match (self, mv) {
                    $((AnyView::$kind(view), AnyMove::$kind(mv)) => view.observe(mv, turn),)*
                    _ => {}
                }
            }
        }

        impl fmt::Display for AnyMove {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(AnyMove::$kind(mv) => mv.fmt(f),)* }
            }
        }

        impl Say for AnyIllegal {
            fn say(&self, lang: Lang) -> String {
                match self {
                    $(AnyIllegal::$kind(reason) => reason.say(lang),)*
                    AnyIllegal::OtherGame(kind) => match lang {
                        Lang::Fr => format!("Ce n’est pas un coup de ce jeu ({}).", kind.name().fr),
                        Lang::En => format!("This is not a move in this game ({}).", kind.name().en),
                    },
                }
            }
        }
    };
}

for_each_game!([any_game]);

/// Runs an expression on the game inside an [`AnyGame`]: `match_game!(any, game => game.seats())`.
///
/// With a second name, `match_game!(any, via, game => …)`, the expression can convert moves and refusals of the game:
/// `via!(wrap mv)` is an [`AnyMove`] and `via!(open any_move)` the move in it, `None` if it is of another game;
/// `via!(why illegal)` and `via!(reason any_illegal)` do the same for an [`AnyIllegal`].
#[macro_export]
macro_rules! match_game {
    ([$any:expr, $variant:ident, $position:ident, $body:expr]
        $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        match $any {
            $($crate::AnyGame::$kind($position) => {
                #[allow(unused_macros, reason = "not every use converts something")]
                macro_rules! $variant {
                    (wrap $mv:expr) => { $crate::AnyMove::$kind($mv) };
                    (why $why:expr) => { $crate::AnyIllegal::$kind($why) };
                    (open $mv:expr) => { match $mv { $crate::AnyMove::$kind(mv) => Some(mv), _ => None } };
                    (reason $why:expr) => { match $why { $crate::AnyIllegal::$kind(why) => Some(why), _ => None } };
                }
                $body
            })*
        }
    };
    ([$any:expr, $position:ident, $body:expr] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        match $any {
            $($crate::AnyGame::$kind($position) => $body,)*
        }
    };
    ($any:expr, $variant:ident, $game:ident => $body:expr) => {
        $crate::for_each_game!([$crate::match_game] $any, $variant, $game, $body)
    };
    ($any:expr, $game:ident => $body:expr) => {
        $crate::for_each_game!([$crate::match_game] $any, $game, $body)
    };
}

impl AnyGame {
    /// The start position, with options given as text.
    pub fn new(kind: Kind, options: &str) -> Result<AnyGame, TextError> {
        with_game!(kind, G => Ok(G::new(options.parse()?).into()))
    }

    /// Reads the text of a position of this game.
    pub fn parse(kind: Kind, text: &str) -> Result<AnyGame, TextError> {
        with_game!(kind, G => text.parse::<G>().map(AnyGame::from))
    }

    /// The text of the options in force.
    pub fn options(&self) -> String {
        match_game!(self, game => game.options().to_string())
    }

    /// The number of players.
    pub fn seats(&self) -> u8 {
        match_game!(self, game => game.seats())
    }

    /// The player's intermediate score: see [`Game::points`].
    pub fn points(&self, seat: Seat) -> u32 {
        match_game!(self, game => game.points(seat))
    }

    /// Who acts next.
    pub fn turn(&self) -> Turn {
        match_game!(self, game => game.turn())
    }
}

/// The text of the position; with `#`, a diagram.
impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match_game!(self, game => game.fmt(f))
    }
}

impl std::error::Error for AnyIllegal {}

impl fmt::Display for AnyIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}
