//! A game chosen at run time: a closed enum of the games, and what must be known of each to choose.

use std::fmt;
use std::str::FromStr;

use crate::game::Game;
use crate::options::{GameOptions, OptionSpec};
use crate::rng::Rng;
use crate::seat::{Turn, Viewer};
use crate::text::{Lang, Say, TextError, Words, words};
use crate::view::View;
use crate::{Cards, Doh, Fives, Morpion, SuperMorpion};

/// Runs code that is generic over [`Game`] for the game that a [`Kind`] names:
/// `with_game!(kind, G => perft::<G>(…))`.
#[macro_export]
macro_rules! with_game {
    ($kind:expr, $G:ident => $body:expr) => {
        match $kind {
            $crate::Kind::Morpion => {
                type $G = $crate::Morpion;
                $body
            }
            $crate::Kind::Super => {
                type $G = $crate::SuperMorpion;
                $body
            }
            $crate::Kind::Doh => {
                type $G = $crate::Doh;
                $body
            }
            $crate::Kind::Fives => {
                type $G = $crate::Fives;
                $body
            }
            $crate::Kind::Cards => {
                type $G = $crate::Cards;
                $body
            }
        }
    };
}

macro_rules! games {
    ($($kind:ident: $game:ident, $id:literal, $fr:literal, $en:literal;)*) => {
        /// Which game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum Kind { $($kind,)* }

        impl Kind {
            /// All games, in the order in which they are listed to people.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind,)*];

            /// The short name of the game in texts and commands.
            pub const fn id(self) -> &'static str {
                match self { $(Kind::$kind => $id,)* }
            }

            /// The name of the game, for people.
            pub const fn name(self) -> Words {
                match self { $(Kind::$kind => Words::new($fr, $en),)* }
            }

            /// What can be chosen before the game.
            pub const fn options(self) -> &'static [OptionSpec] {
                match self { $(Kind::$kind => <<$game as Game>::Options as GameOptions>::SPECS,)* }
            }
        }

        /// A position of any of the games.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum AnyGame { $($kind($game),)* }

        /// A move of any of the games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum AnyMove { $($kind(<$game as Game>::Move),)* }

        /// Why a move is refused, in any of the games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum AnyIllegal {
            $($kind(<$game as Game>::Illegal),)*
            /// The move belongs to another game than the one being played.
            OtherGame(Kind),
        }

        /// What a viewer may see of any of the games.
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

            /// Whether the move is legal here, and if not, why.
            pub fn check(&self, mv: AnyMove) -> Result<(), AnyIllegal> {
                match (self, mv) {
                    $((AnyGame::$kind(game), AnyMove::$kind(mv)) => game.check(mv).map_err(AnyIllegal::$kind),)*
                    _ => Err(AnyIllegal::OtherGame(self.kind())),
                }
            }

            /// Plays a move, or says why it is refused and leaves the position as it is.
            pub fn play(&mut self, mv: AnyMove) -> Result<(), AnyIllegal> {
                match (&mut *self, mv) {
                    $((AnyGame::$kind(game), AnyMove::$kind(mv)) => game.play(mv).map_err(AnyIllegal::$kind),)*
                    _ => Err(AnyIllegal::OtherGame(self.kind())),
                }
            }

            /// How many of the ways chance can fall give this outcome; 0 for a move of another game.
            pub fn weight(&self, outcome: AnyMove) -> u32 {
                match (self, outcome) {
                    $((AnyGame::$kind(game), AnyMove::$kind(outcome)) => game.weight(outcome),)*
                    _ => 0,
                }
            }

            /// A legal move, each as likely as the others; chance by weight. `None` when the game is over.
            pub fn random_move(&self, rng: &mut Rng) -> Option<AnyMove> {
                match self {
                    $(AnyGame::$kind(game) => game.random_move(rng, &mut Vec::new()).map(AnyMove::$kind),)*
                }
            }

            /// The move as the viewer may know it, before it is played here.
            pub fn redact_move(&self, mv: AnyMove, viewer: Viewer) -> AnyMove {
                match (self, mv) {
                    $((AnyGame::$kind(game), AnyMove::$kind(mv)) => AnyMove::$kind(game.redact_move(mv, viewer)),)*
                    _ => mv,
                }
            }

            /// What `viewer` may see.
            pub fn view(&self, viewer: Viewer) -> AnyView {
                match self { $(AnyGame::$kind(game) => AnyView::$kind(View::new(game, viewer)),)* }
            }
        }

        impl AnyView {
            /// The position, redacted.
            pub fn position(&self) -> AnyGame {
                match self { $(AnyView::$kind(view) => AnyGame::$kind(view.position().clone()),)* }
            }

            /// Who looks.
            pub fn viewer(&self) -> Viewer {
                match self { $(AnyView::$kind(view) => view.viewer(),)* }
            }

            /// Follows the game by a move as this viewer sees it, after which `turn` is next. A move of another
            /// game changes nothing.
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
                        Lang::En => format!("This is not a move of this game ({}).", kind.name().en),
                    },
                }
            }
        }
    };
}

games! {
    Morpion: Morpion, "morpion", "Morpion", "Morpion (tic-tac-toe)";
    Super: SuperMorpion, "super", "Super Morpion", "Super Morpion (Ultimate Tic-Tac-Toe)";
    Doh: Doh, "doh", "Tic Tac Doh\u{a0}!", "Tic Tac Doh!";
    Cards: Cards, "cards", "Tic Tac Toe, le jeu de cartes", "Tic Tac Toe, the card game";
    Fives: Fives, "fives", "Trois fois cinq", "Three Fives";
}

/// Runs an expression on the game inside an [`AnyGame`].
macro_rules! each {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            AnyGame::Morpion($game) => $body,
            AnyGame::Super($game) => $body,
            AnyGame::Doh($game) => $body,
            AnyGame::Fives($game) => $body,
            AnyGame::Cards($game) => $body,
        }
    };
}

impl Kind {
    /// The smallest and the largest number of players.
    pub fn players(self) -> (u8, u8) {
        let counts =
            self.options().iter().find(|spec| spec.key == "players").map_or(&["2"][..], |spec| spec.values);
        let count = |text: Option<&&str>| text.and_then(|text| text.parse().ok()).unwrap_or(2);
        (count(counts.first()), count(counts.last()))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Kind {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Kind, TextError> {
        Kind::ALL.iter().copied().find(|kind| kind.id() == text).ok_or_else(|| {
            let ids: Vec<&str> = Kind::ALL.iter().map(|kind| kind.id()).collect();
            let list = ids.join(", ");
            TextError::new(0, text, words!(fr: "un jeu ({list})", en: "a game ({list})"))
        })
    }
}

impl AnyGame {
    /// The position at the start, with options as text.
    pub fn new(kind: Kind, options: &str) -> Result<AnyGame, TextError> {
        with_game!(kind, G => Ok(G::new(options.parse()?).into()))
    }

    /// Reads the text of a position of this game.
    pub fn parse(kind: Kind, text: &str) -> Result<AnyGame, TextError> {
        with_game!(kind, G => text.parse::<G>().map(AnyGame::from))
    }

    /// The text of the options in force.
    pub fn options(&self) -> String {
        each!(self, game => game.options().to_string())
    }

    /// How many play.
    pub fn seats(&self) -> u8 {
        each!(self, game => game.seats())
    }

    /// Who acts next.
    pub fn turn(&self) -> Turn {
        each!(self, game => game.turn())
    }
}

/// The text of the position; with `#`, a diagram.
impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(self, game => game.fmt(f))
    }
}

impl std::error::Error for AnyIllegal {}

impl fmt::Display for AnyIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}
