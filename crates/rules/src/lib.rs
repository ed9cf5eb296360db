//! The rules of the games of three, and nothing else: no input, no output, no clock, no random state.
//!
//! A position *is* a game. It says whose turn it is, lists the legal moves, explains why a move is refused, and plays
//! moves:
//!
//! ```
//! use rules::{Game, Outcome, Seat, Turn, morpion::Morpion};
//!
//! let mut game = Morpion::new(Default::default());
//! for mv in ["5", "1", "3", "2", "7"] {
//!     game.play(mv.parse().unwrap()).unwrap();
//! }
//! assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat::ONE)));
//! assert_eq!(game.to_string(), "oox/.x./x.. win1");
//! ```
//!
//! - [`Game`] is the trait that every game implements; each game is a module.
//! - [`View`] is a position as one viewer may see it. Engines and clients receive nothing else.
//! - [`Kind`] is the registry: it lists the games, and [`GameInfo`] holds the static facts about each.
//! - [`AnyGame`] is a game chosen at run time.
//! - [`Record`] is a whole game as text. [`perft`](fn@perft) counts move sequences.
//! - [`Text`] is everything with a notation; [`Say`] is everything with a sentence for people, in French and English.

mod any;
pub mod bits;
pub mod conformance;
pub mod date;
pub mod frame;
mod game;
pub mod grid;
pub mod hash;
mod info;
mod level;
pub mod number_text;
mod options;
mod perft;
mod pyramid;
pub mod record;
mod registry;
mod rng;
mod seat;
mod symmetry;
mod text;
mod view;
pub mod word;

pub mod cards;
pub mod doh;
pub mod fives;
pub mod morpion;
pub mod super_morpion;

pub use any::{AnyGame, AnyIllegal, AnyMove, AnyView};
pub use cards::Cards;
pub use date::date_of;
pub use doh::Doh;
pub use fives::Fives;
pub use game::{Game, PerfectInformation};
pub use info::{Bounds, GameInfo, SeatInfo, SeatMark};
pub use level::Level;
pub use morpion::Morpion;
pub use options::{GameOptions, OptionSpec};
pub use perft::{divide, perft};
pub use pyramid::Size;
pub use record::Record;
pub use registry::Kind;
pub use rng::Rng;
pub use seat::{Outcome, Seat, Turn, Viewer};
pub use super_morpion::SuperMorpion;
pub use symmetry::Symmetry;
pub use text::{Lang, Say, Text, TextError, Words, capitalized, uncapitalized};
pub use view::View;
