//! The opening explorer: what was played in a position, and how those games ended.
//!
//! - [`PositionKey`] is a position as the key of an index: all symmetric positions share the key, and symmetric moves share
//!   a code. Each game implements [`SymmetricGame`], with its symmetries.
//! - [`Tally`] counts results, from the side of the player to move.
//! - [`GameCollection`] is a compact file of many games; [`CollectionBuilder`] makes one.
//! - `generate::generate` plays the games of a collection. It needs the engine, so it has a feature, `generate`.

mod builder;
mod bytes;
mod collection;
#[cfg(feature = "generate")]
pub mod generate;
mod position_key;
mod square;
mod tally;

mod cards;
mod doh;
mod fives;
mod morpion;
mod super_morpion;

pub use builder::{CollectionBuilder, MAX_BYTES, PlayedPosition, played};
pub use collection::{CollectionHeader, GameCollection, GameCollectionError, MoveStats, MoveValue};
pub use position_key::{PositionKey, SymmetricGame, SymmetricMoves};
pub use tally::Tally;

/// How many moves of players are counted from the start of a game. Later positions are seldom reached twice.
pub const COUNTED_MOVES: usize = 40;

#[cfg(feature = "data")]
macro_rules! files {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        /// The file of the collection of a game that comes with the program.
        pub fn collection_file(kind: rules::Kind) -> &'static [u8] {
            match kind { $(rules::Kind::$kind => include_bytes!(concat!("../data/", $id, ".bin")),)* }
        }
    };
}
#[cfg(feature = "data")]
rules::for_each_game!([files]);

/// The collection of a game that comes with the program.
///
/// # Panics
/// If it cannot be read. The tests read all of them.
#[cfg(feature = "data")]
pub fn collection(kind: rules::Kind) -> GameCollection {
    GameCollection::read(collection_file(kind)).unwrap_or_else(|why| panic!("{kind}: {why}"))
}
