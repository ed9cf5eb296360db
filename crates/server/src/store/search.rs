//! The conditions of a search in the archive.

use std::time::Duration;

use table::{TableId, Time};

/// A search in the archive. All conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveSearch {
    /// The id of the game.
    pub kind: Option<String>,
    /// A part of a player's name, in lower case.
    pub name: Option<String>,
    /// The outcome as text.
    pub outcome: Option<String>,
    /// The fewest moves of players.
    pub min_moves: Option<u32>,
    /// The most moves of players.
    pub max_moves: Option<u32>,
    /// The first moves of the players, separated by commas.
    pub opening: Option<String>,
    /// The game ended before this time.
    pub before: Option<Time>,
    /// The last game of the page before this one: of the games that ended at `before`, those that the list has after it
    /// are found too.
    pub after: Option<TableId>,
    /// The most games to return.
    pub limit: u32,
}

impl ArchiveSearch {
    /// Whether the search has a condition on the length or the opening of the games.
    pub(super) fn has_length_or_opening(&self) -> bool {
        self.min_moves.is_some() || self.max_moves.is_some() || self.opening.is_some()
    }

    /// Whether the search can match nothing: control characters are in no name, and PostgreSQL rejects some of them.
    pub(super) fn matches_nothing(&self) -> bool {
        [&self.kind, &self.name, &self.outcome, &self.opening]
            .into_iter()
            .flatten()
            .any(|text| text.contains(char::is_control))
    }
}

/// How many of the newest games are searched for a name before the index of names is used: a frequent name is found
/// among them at once. The second number is for a name of one or two characters, which the index cannot find. It also
/// limits how many of the newest games that the index finds are compared.
pub(super) const SEARCHED_FIRST: i64 = 2_000;
pub(super) const SEARCHED_AT_MOST: i64 = 10_000;

/// How long a search may take. A search that takes longer fails, and leaves its connection to others.
pub(super) const SEARCH_TIMEOUT: Duration = Duration::from_secs(1);

/// The least number of characters that the index of names can find.
pub(super) const INDEXED_LENGTH: usize = 3;
