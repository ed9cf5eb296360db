//! Persistence: the events of every table, and a summary of each for lists. SQLite in a folder serves one server,
//! PostgreSQL serves several; both behave the same.
//!
//! A table is its log. An append names the version that it builds on. If another append was faster, nothing is written
//! ([`StoreError::Conflict`]), and the caller reads what it missed and decides again. When [`Store::append`] has returned,
//! the events are on disk.

pub(crate) mod encoding;
mod explorer;
mod postgres;
mod search;
mod sqlite;
mod upkeep;
mod watch;

use std::fmt;
use std::sync::Arc;

use rules::Kind;
use table::{GuestId, TableId, Time};

pub use self::explorer::{ExploredMove, explored_moves};
pub use postgres::Postgres;
pub(crate) use postgres::connect_once as connect_to_postgres;
pub use search::ArchiveSearch;
use search::{INDEXED_LENGTH, SEARCH_TIMEOUT, SEARCHED_AT_MOST, SEARCHED_FIRST};
pub use sqlite::Sqlite;
pub(crate) use sqlite::check_version as check_sqlite_version;
pub use watch::{Appended, Change};

/// The version of the schema: the number of migrations. Both stores have the same.
pub(crate) const SCHEMA_VERSION: usize = sqlite::SCHEMA_VERSION;
const _: () = assert!(sqlite::SCHEMA_VERSION == postgres::SCHEMA_VERSION);

/// Events to append to a table, and the summary of the table after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The table.
    pub id: TableId,
    /// How many events the table has so far; 0 creates the table.
    pub version: usize,
    /// The new events, as text.
    pub events: Vec<String>,
    /// Whether the last new event replaces all earlier ones but the first, which are then deleted or never written.
    pub is_compaction: bool,
    /// The summary of the table after these events.
    pub summary: TableSummary,
    /// Whether the guests or the stage differ from those of the version before. If not, no seat is written.
    pub has_seats_changed: bool,
    /// A number for the address from which the table is created, if it is known; see [`Store::lobby`].
    pub opened_from: Option<i64>,
}

impl Append {
    /// Whether the game is being played before and after the append, by the same players: most such appends are moves.
    /// Of the summary, they change the times, the turn, the ply, and seldom the listing.
    fn is_mid_game(&self) -> bool {
        let is_playing = self.version > 0 && self.summary.stage == TableStage::Playing;
        is_playing && !self.has_seats_changed && !self.is_compaction
    }

    /// The events that are written, each with its number.
    fn written_events(&self) -> impl Iterator<Item = (usize, &str)> {
        let skipped = if self.is_compaction { self.events.len().saturating_sub(1) } else { 0 };
        let events = self.events.iter().enumerate().skip(skipped);
        events.map(|(index, event)| (self.version + index, event.as_str()))
    }
}

/// What the store knows of a table without replaying its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSummary {
    /// The public [`table::Listing`], as text; `None` if it differs from that of the version before at most in its time,
    /// its turn and its ply. No listing is written then: readers put `at`, `turn` and `ply` into the old one.
    pub listing: Option<Arc<str>>,
    /// The game.
    pub kind: Kind,
    /// Whether the table is waiting, being played, over or closed.
    pub stage: TableStage,
    /// Whether lobby and archive show the table. Once the game is over, an append no longer changes this.
    pub is_listed: bool,
    /// Whether the lobby offers the table: a player waits there for others to join.
    pub is_joinable: bool,
    /// The setup as text, which pairing compares.
    pub setup: Arc<str>,
    /// When the table changes without a request, because a clock runs out or an engine is overdue. Most moves put this off,
    /// and are then written without it: the store may keep an earlier time, and never a later one.
    pub wake_at: Option<Time>,
    /// When the game ended; until then, when something public last happened.
    pub at: Time,
    /// When a player last did something.
    pub acted_at: Time,
    /// The names of the players in lower case, one per line, for searches.
    pub names: Arc<str>,
    /// The outcome as text, for searches; empty before the end.
    pub outcome: String,
    /// The seated guests, each with the seat (from 1).
    pub guests: Vec<(GuestId, u8)>,
    /// The seat to move, from 1.
    pub turn: Option<u8>,
    /// The number of moves that players have made.
    pub ply: u32,
    /// The guest who created the table.
    pub opener: GuestId,
}

/// The facts about a table that do not change while people play there, except that an operator may hide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableOrigin {
    /// Whether lobby and archive show the table.
    pub is_listed: bool,
    /// The guest who created it.
    pub opener: GuestId,
    /// A number for the address from which it was created, if that is known.
    pub opened_from: Option<i64>,
}

/// How many tables of an address have not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnfinishedTables {
    /// Those that wait for their game to start.
    pub waiting: u32,
    /// Those whose game is being played.
    pub playing: u32,
}

/// When a woken table is due again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueAgain {
    /// The table.
    pub id: TableId,
    /// Its version, if it could be loaded.
    pub version: Option<usize>,
    /// When it is due again, if nothing happens there.
    pub at: Time,
}

/// The stage of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableStage {
    /// Seats are free.
    Waiting,
    /// The game is being played.
    Playing,
    /// The game has ended.
    Over,
    /// The table was closed before a game began.
    Closed,
}

/// A time in which no server was running. It is credited to the clocks of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The last heartbeat before it.
    pub from: Time,
    /// The first heartbeat after it.
    pub to: Time,
}

/// From how many of the newest games the list of running games is chosen. An address can have fewer unfinished tables
/// ([`ServerSettings`](crate::ServerSettings)), so it does not push the games of all others out.
const RUNNING_SCANNED: u32 = 5000;

/// Parses table ids from the database. Invalid ones, which this program never writes, are left out.
fn table_ids(texts: Vec<String>) -> Vec<TableId> {
    texts.into_iter().filter_map(|text| text.parse().ok()).collect()
}

/// Why an operation of the store failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Nothing was written: the table has other events by now, or exists already where version 0 was expected.
    Conflict,
    /// Nothing was written: the database cannot be reached, its disk is full, …. The caller may try again later.
    Unavailable(String),
    /// The connection to the database broke before the reply came: the events may have been written, or may still be.
    /// Only [`Store::append`] returns this.
    OutcomeUnknown(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("the table has changed in the meantime"),
            StoreError::Unavailable(why) => f.write_str(why),
            StoreError::OutcomeUnknown(why) => write!(f, "it is not known whether this was written: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// The database of a server.
#[derive(Clone, Debug)]
pub enum Store {
    /// SQLite, in a folder of this machine, for one server.
    Sqlite(Sqlite),
    /// PostgreSQL, which any number of servers can share.
    Postgres(Postgres),
}

/// Calls the method on the store that this is.
macro_rules! dispatch {
    ($self:ident.$method:ident($($argument:expr),*)) => {
        match $self {
            Store::Sqlite(store) => store.$method($($argument),*).await,
            Store::Postgres(store) => store.$method($($argument),*).await,
        }
    };
}

impl Store {
    /// Appends events. When it returns, all of them are on disk, or none.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        dispatch!(self.append(append))
    }

    /// Frees the memory that is kept for tables that were appended to lately.
    pub(crate) fn shrink(&self) {
        if let Store::Sqlite(store) = self {
            store.shrink();
        }
    }

    /// The events of a table from this version on; none if the table does not exist.
    pub async fn events(&self, id: &TableId, from: usize) -> Result<Vec<String>, StoreError> {
        dispatch!(self.events(id, from))
    }

    /// Whether a table is listed, and who created it and from where; `None` if it does not exist.
    pub async fn origin(&self, id: &TableId) -> Result<Option<TableOrigin>, StoreError> {
        dispatch!(self.origin(id))
    }

    /// The unfinished tables whose `wake_at` has passed, the most overdue first.
    pub async fn due(&self, now: Time, limit: u32) -> Result<Vec<TableId>, StoreError> {
        dispatch!(self.due(now, limit))
    }

    /// Postpones those of these tables whose `wake_at` is not after `now`. A table that has another version by now is
    /// left out: its later events may make it due earlier.
    pub async fn postpone(&self, tables: &[DueAgain], now: Time) -> Result<(), StoreError> {
        dispatch!(self.postpone(tables, now))
    }

    /// The listings of listed, joinable tables: first one from each address, then the second of each, and so on; within
    /// each round the newest first. The tables of one address take turns by guest in the same way. The first `offset`
    /// are left out.
    pub async fn lobby(&self, limit: u32, offset: u32) -> Result<Vec<String>, StoreError> {
        dispatch!(self.lobby(limit, offset))
    }

    /// The listings of listed, joinable tables with this setup that were created by another guest and at which this one
    /// is not seated: first one from each address, then the second of each, and so on, as in [`lobby`](Self::lobby).
    /// Within each round, the addresses with the fewest such tables come first, then the tables that have waited
    /// longest.
    pub async fn pairing_candidates(
        &self,
        setup: &str,
        guest: GuestId,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        dispatch!(self.pairing_candidates(setup, guest, limit))
    }

    /// The listings of a guest's tables, with the guest's seat: first those where it is the guest's turn, then the other
    /// unfinished ones, then those that are over; each group the latest first. Closed tables are left out.
    pub async fn games_of(&self, guest: GuestId, limit: u32) -> Result<Vec<(String, u8)>, StoreError> {
        dispatch!(self.games_of(guest, limit))
    }

    /// How many unfinished tables a guest has created or is seated at.
    pub async fn unfinished_count(&self, guest: GuestId) -> Result<u32, StoreError> {
        dispatch!(self.unfinished_count(guest))
    }

    /// How many unfinished tables were opened from this address.
    pub async fn unfinished_tables_from(&self, opened_from: i64) -> Result<UnfinishedTables, StoreError> {
        dispatch!(self.unfinished_tables_from(opened_from))
    }

    /// The listings of finished, listed games that match, the latest first.
    pub async fn archive(&self, search: ArchiveSearch) -> Result<Vec<String>, StoreError> {
        dispatch!(self.archive(search))
    }

    /// The listings of listed games that are being played: first one from each address from which some were opened,
    /// then the second of each, and so on; within each round the ones with the latest moves first. The games of one
    /// address take turns by guest in the same way. Where very many games are being played, the list is chosen from those
    /// whose tables were opened last.
    pub async fn running(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        dispatch!(self.running(limit))
    }

    /// How many games are being played.
    pub async fn playing_count(&self) -> Result<u32, StoreError> {
        dispatch!(self.playing_count())
    }

    /// The name that a guest has chosen.
    pub async fn guest_name(&self, guest: GuestId) -> Result<Option<String>, StoreError> {
        dispatch!(self.guest_name(guest))
    }

    /// Saves the name that a guest has chosen.
    pub async fn set_guest_name(&self, guest: GuestId, name: &str, now: Time) -> Result<(), StoreError> {
        dispatch!(self.set_guest_name(guest, name, now))
    }

    /// Saves the hash of a key with which another device can take over a guest's seat before `until`. It is a conflict
    /// if the table does not exist.
    pub async fn put_handover_key(
        &self,
        key: &str,
        id: &TableId,
        guest: GuestId,
        until: Time,
    ) -> Result<(), StoreError> {
        dispatch!(self.put_handover_key(key, id, guest, until))
    }

    /// Uses up a key and returns the guest whose seat it is for; `None` if the table has no such key or it has expired.
    pub async fn take_handover_key(
        &self,
        key: &str,
        id: &TableId,
        now: Time,
    ) -> Result<Option<GuestId>, StoreError> {
        dispatch!(self.take_handover_key(key, id, now))
    }

    /// Writes a heartbeat. If the last one of any server is more than `min_outage` milliseconds old, records the gap as
    /// an [`Outage`] and returns it. If several servers do this at once, only one of them records it.
    pub async fn heartbeat(&self, now: Time, min_outage: u64) -> Result<Option<Outage>, StoreError> {
        dispatch!(self.heartbeat(now, min_outage))
    }

    /// The outages that ended after this, in order.
    pub async fn outages(&self, after: Time) -> Result<Vec<Outage>, StoreError> {
        dispatch!(self.outages(after))
    }

    /// Deletes closed tables that last changed before this, expired keys, and outages that ended before this and before the
    /// last event of every game that is being played. Returns the waiting tables that have not changed since, which the
    /// caller closes.
    pub async fn clean_up(&self, before: Time, now: Time) -> Result<Vec<TableId>, StoreError> {
        dispatch!(self.clean_up(before, now))
    }
}
