//! What is kept: the events of every table, and what lists need to know of them. SQLite in a folder, or PostgreSQL
//! for several servers at once; both keep the same things and answer alike.
//!
//! A table is its log. Events are appended with the version that whoever appends has seen; if somebody else was
//! faster, nothing is written ([`StoreError::Conflict`]) and they look again. When [`Store::append`] has answered, the
//! events are on disk.

mod encoding;
mod postgres;
mod sqlite;

use std::fmt;

use table::{GuestId, TableId, Time};

pub use postgres::Postgres;
pub use sqlite::Sqlite;

/// Events to be written down, and what lists are to say of the table afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// Of which table.
    pub id: TableId,
    /// How many events there were; 0 to open the table.
    pub version: usize,
    /// The events that follow, as text.
    pub events: Vec<String>,
    /// How the table stands then.
    pub summary: TableSummary,
}

/// What is known of a table without replaying it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSummary {
    /// The text of its public [`table::Listing`].
    pub listing: String,
    /// The name of the game.
    pub kind: String,
    /// How far it is.
    pub stage: Stage,
    /// Whether it is shown in the lobby and the archive.
    pub is_listed: bool,
    /// The setup as text, for pairing.
    pub setup: String,
    /// When it must be looked at again even if nobody does anything.
    pub wake_at: Option<Time>,
    /// When it ended; until then, when something last happened.
    pub at: Time,
    /// The names of the players, for searching, lowercase, one per line.
    pub names: String,
    /// The outcome as text, for searching; empty before the end.
    pub outcome: String,
    /// Who sits there: the guest, the seat (from 1), and whether it is theirs to move.
    pub guests: Vec<(GuestId, u8, bool)>,
    /// Who opened it.
    pub opener: GuestId,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Seats are free.
    Waiting,
    /// The game is being played.
    Playing,
    /// The game was played to an end.
    Over,
    /// Nobody played.
    Closed,
}

/// A time during which no server was there: nobody's clock ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When a server was last known to be there.
    pub from: Time,
    /// When one was there again.
    pub to: Time,
}

/// What to look for in the archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The name of a game.
    pub kind: Option<String>,
    /// A part of a player's name, lowercase.
    pub name: Option<String>,
    /// An outcome as text.
    pub outcome: Option<String>,
    /// Ended before this.
    pub before: Option<Time>,
    /// At most so many.
    pub limit: u32,
}

impl Search {
    /// Whether nothing can be found: no name has a line end or the like in it, and not every database takes them.
    fn matches_nothing(&self) -> bool {
        [&self.kind, &self.name, &self.outcome]
            .into_iter()
            .flatten()
            .any(|text| text.contains(char::is_control))
    }
}

/// Table ids that were kept as text. What is none (nobody but us writes there) is left out.
fn table_ids(texts: Vec<String>) -> Vec<TableId> {
    texts.into_iter().filter_map(|text| text.parse().ok()).collect()
}

/// Why the store did not do what it was asked for. Nothing was written, as far as one can know: where the connection
/// to a database broke while it was about to answer, the events may be there. Looking again tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The table has other events by now (or exists already, for version 0).
    Conflict,
    /// There is no store to be reached, no room on the disk, …: try again later.
    Unavailable(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("the table has changed in the meantime"),
            StoreError::Unavailable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for StoreError {}

/// Where everything is kept.
#[derive(Clone, Debug)]
pub enum Store {
    /// A file in a folder of this machine, for one server.
    Sqlite(Sqlite),
    /// A database server that any number of servers share.
    Postgres(Postgres),
}

/// Asks whichever store there is.
macro_rules! ask {
    ($self:ident.$method:ident($($argument:expr),*)) => {
        match $self {
            Store::Sqlite(store) => store.$method($($argument),*).await,
            Store::Postgres(store) => store.$method($($argument),*).await,
        }
    };
}

impl Store {
    /// Writes events outage. Once it answers, they are on disk, all of them or none.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        ask!(self.append(append))
    }

    /// The events of a table from this version on; none if there is no such table.
    pub async fn events(&self, id: &TableId, from: usize) -> Result<Vec<String>, StoreError> {
        ask!(self.events(id, from))
    }

    /// Whether the table is shown in lists, and who opened it; `None` if there is no such table.
    pub async fn about(&self, id: &TableId) -> Result<Option<(bool, GuestId)>, StoreError> {
        ask!(self.about(id))
    }

    /// The unfinished tables that had to be looked at by now, the most overdue first.
    pub async fn due(&self, now: Time, limit: u32) -> Result<Vec<TableId>, StoreError> {
        ask!(self.due(now, limit))
    }

    /// The listings of listed tables with free seats, the newest first.
    pub async fn lobby(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        ask!(self.lobby(limit))
    }

    /// The listings of listed, waiting tables with this very setup that somebody else has opened and where somebody
    /// sits, but not this guest; the newest first.
    pub async fn pair(&self, setup: &str, not: GuestId, limit: u32) -> Result<Vec<String>, StoreError> {
        ask!(self.pair(setup, not, limit))
    }

    /// The listings of a guest's tables, with the guest's seat: those where it is the guest's turn, then the other
    /// unfinished ones, then those that are over; each the latest first. Closed tables are not among them.
    pub async fn mine(&self, guest: GuestId, limit: u32) -> Result<Vec<(String, u8)>, StoreError> {
        ask!(self.mine(guest, limit))
    }

    /// How many unfinished tables a guest has opened or sits at.
    pub async fn unfinished(&self, guest: GuestId) -> Result<u32, StoreError> {
        ask!(self.unfinished(guest))
    }

    /// The listings of listed games that are over, the latest first.
    pub async fn archive(&self, search: Search) -> Result<Vec<String>, StoreError> {
        ask!(self.archive(search))
    }

    /// How many games are being played.
    pub async fn playing(&self) -> Result<u32, StoreError> {
        ask!(self.playing())
    }

    /// The name that a guest has picked.
    pub async fn name(&self, guest: GuestId) -> Result<Option<String>, StoreError> {
        ask!(self.name(guest))
    }

    /// Keeps the name that a guest picks.
    pub async fn set_name(&self, guest: GuestId, name: &str, now: Time) -> Result<(), StoreError> {
        ask!(self.set_name(guest, name, now))
    }

    /// Keeps the (hash of the) key of a link with which a guest's seat can be taken over until then. It is a conflict
    /// if there is no such table (any more).
    pub async fn put_key(
        &self,
        key: &str,
        id: &TableId,
        guest: GuestId,
        until: Time,
    ) -> Result<(), StoreError> {
        ask!(self.put_key(key, id, guest, until))
    }

    /// Uses a key up: whose seat it was for. `None` if there is no such key for this table, or it is too old.
    pub async fn take_key(&self, key: &str, id: &TableId, now: Time) -> Result<Option<GuestId>, StoreError> {
        ask!(self.take_key(key, id, now))
    }

    /// Notes that a server is there now. If none had been there for longer than `patience` milliseconds, notes that
    /// time as a [`Outage`] and returns it. At most one of several servers that start at once does.
    pub async fn heartbeat(&self, now: Time, patience: u64) -> Result<Option<Outage>, StoreError> {
        ask!(self.heartbeat(now, patience))
    }

    /// The times when no server was there that ended after this, in order.
    pub async fn outages(&self, after: Time) -> Result<Vec<Outage>, StoreError> {
        ask!(self.outages(after))
    }

    /// Forgets what nobody needs: closed tables that last changed before this, old keys, and downs that ended before
    /// this and before the last event of every game that is being played. The waiting tables that nobody has touched
    /// since then are returned, to be closed.
    pub async fn tidy(&self, before: Time, now: Time) -> Result<Vec<TableId>, StoreError> {
        ask!(self.tidy(before, now))
    }

    /// Hears of tables that other servers have changed: their ids. With SQLite there are no others. Whoever lags
    /// behind has missed some.
    pub fn changes(&self) -> tokio::sync::broadcast::Receiver<Change> {
        match self {
            Store::Sqlite(store) => store.changes(),
            Store::Postgres(store) => store.changes(),
        }
    }
}

/// Something that another server did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It wrote events of this table outage.
    Table(TableId),
    /// It is gone without a word: whoever was connected to it may be gone too.
    ServerLost,
    /// Some may have been missed: everything is to be looked at again.
    Missed,
}
