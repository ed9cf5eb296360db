//! What the people who run a server can do without accounts: list, hide and delete games, ban guests and addresses, close
//! the lobby, announce something. `trois admin` writes to the database of a live server; each action is a row of the
//! table `admin_actions`, the admin log, and every server follows that table.

mod admin_action;
mod ban;
mod follow;
mod moderation;
mod postgres;
mod sqlite;

use std::fmt;

use table::{TableId, Time};

use crate::settings::Database;
use crate::store::TableStage;
pub use admin_action::{AdminAction, AdminLogEntry};
pub use ban::{AddressRange, BanSubject, InvalidBanSubject};
pub(crate) use follow::follow_admin_log;
pub(crate) use moderation::Moderation;

/// An operator's connection to the database of a server, which may be running.
#[derive(Debug)]
pub struct Operator(OperatorConnection);

#[derive(Debug)]
enum OperatorConnection {
    Sqlite(sqlite::SqliteOperator),
    Postgres(postgres::PostgresOperator),
}

/// A table, as operators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its id.
    pub id: String,
    /// The id of the game.
    pub kind: String,
    /// Whether it is waiting, being played, over or closed.
    pub stage: TableStage,
    /// Whether lobby and archive show it.
    pub is_listed: bool,
    /// When something last happened there.
    pub at: Time,
    /// The names of the players, as searches compare them.
    pub names: Vec<String>,
    /// The guest who opened it.
    pub opener: table::GuestId,
    /// The guests in its seats.
    pub guests: Vec<table::GuestId>,
}

/// Which tables are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableFilter {
    /// Only tables at this stage.
    pub stage: Option<TableStage>,
    /// Only tables where this is part of a player's name, in lower case.
    pub name: Option<String>,
    /// The most tables to return.
    pub limit: u32,
}

/// Why an operator's action was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperatorError {
    /// There is no such table.
    NoSuchTable(TableId),
    /// The database cannot be used, and why.
    Database(String),
}

impl fmt::Display for OperatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OperatorError::NoSuchTable(id) => write!(f, "there is no table {id}"),
            OperatorError::Database(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for OperatorError {}

impl Operator {
    /// Connects to the database. It must exist and have the schema of this version.
    pub async fn open(database: &Database) -> Result<Operator, OperatorError> {
        Ok(Operator(match database {
            Database::Folder(folder) => OperatorConnection::Sqlite(sqlite::SqliteOperator::open(folder)?),
            Database::Postgres(url) => {
                OperatorConnection::Postgres(postgres::PostgresOperator::open(url).await?)
            }
        }))
    }

    /// The tables that match, the latest first.
    pub async fn tables(&mut self, filter: &TableFilter) -> Result<Vec<TableRow>, OperatorError> {
        match &mut self.0 {
            OperatorConnection::Sqlite(operator) => operator.tables(filter),
            OperatorConnection::Postgres(operator) => operator.tables(filter).await,
        }
    }

    /// Performs an action, and logs who performed it. Either both are written or neither.
    pub async fn perform(&mut self, action: &AdminAction, who: &str, now: Time) -> Result<(), OperatorError> {
        match &mut self.0 {
            OperatorConnection::Sqlite(operator) => operator.perform(action, who, now),
            OperatorConnection::Postgres(operator) => operator.perform(action, who, now).await,
        }
    }

    /// All entries of the admin log, the oldest first.
    pub async fn log(&mut self) -> Result<Vec<AdminLogEntry>, OperatorError> {
        match &mut self.0 {
            OperatorConnection::Sqlite(operator) => operator.log(),
            OperatorConnection::Postgres(operator) => operator.log().await,
        }
    }
}

/// An entry of the admin log, from the database.
pub(crate) fn entry(number: i64, at: i64, who: String, text: String) -> AdminLogEntry {
    let (number, at) = (number.unsigned_abs(), Time(at.unsigned_abs()));
    AdminLogEntry { number, at, who, action: text.parse().ok(), text }
}
