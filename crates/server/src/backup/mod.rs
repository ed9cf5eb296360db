//! Backups of a live server, in one format for both stores: a backup of SQLite can be restored into PostgreSQL and the
//! other way round.
//!
//! A backup is text. Its first line has the version of the format and of the schema. Then comes each table of the
//! database: a line `table NAME COLUMNS`, its rows with values separated by tabs, and a line `end COUNT`. The last line is
//! the SHA-256 of everything before it. In a value, a backslash, tab, line feed and carriage return are written `\\`, `\t`,
//! `\n` and `\r`, and a missing value is `\N`, as in the text format of PostgreSQL's COPY.
//!
//! All rows are read in one snapshot of the database, while the server keeps running.

mod postgres;
mod sqlite;
mod text;

use std::fmt;
use std::io;

use crate::settings::Database;
pub use text::{BackupReader, BackupWriter};

/// The database tables in a backup, in an order in which each table follows those that it refers to.
pub(crate) const TABLES: [&str; 9] =
    ["tables", "events", "seats", "guests", "keys", "heartbeats", "outages", "admin_actions", "explorer"];

/// What a backup or a restore has copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CopiedCounts {
    /// Tables at which people play or have played.
    pub tables: u64,
    /// Rows in all.
    pub rows: u64,
}

/// Why a backup could not be made or restored.
#[derive(Debug)]
pub enum BackupError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The database cannot be used, and why.
    Database(String),
    /// The backup is damaged or of another version, and why.
    Damaged(String),
    /// The database to restore into is not empty.
    NotEmpty,
}

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackupError::Io(error) => error.fmt(f),
            BackupError::Database(why) => f.write_str(why),
            BackupError::Damaged(why) => write!(f, "the backup cannot be used: {why}"),
            BackupError::NotEmpty => {
                f.write_str("there are games in this database already: restore into an empty one")
            }
        }
    }
}

impl std::error::Error for BackupError {}

impl From<io::Error> for BackupError {
    fn from(error: io::Error) -> BackupError {
        BackupError::Io(error)
    }
}

impl From<rusqlite::Error> for BackupError {
    fn from(error: rusqlite::Error) -> BackupError {
        BackupError::Database(format!("the database cannot be used: {error}"))
    }
}

impl From<tokio_postgres::Error> for BackupError {
    fn from(error: tokio_postgres::Error) -> BackupError {
        let why = error.as_db_error().map_or_else(|| error.to_string(), ToString::to_string);
        BackupError::Database(format!("the database cannot be used: {why}"))
    }
}

/// Writes a backup of a database, whose server may be running.
pub async fn back_up(database: &Database, out: impl io::Write) -> Result<CopiedCounts, BackupError> {
    let mut writer = BackupWriter::new(out)?;
    match database {
        Database::Folder(folder) => sqlite::back_up(folder, &mut writer)?,
        Database::Postgres(url) => postgres::back_up(url, &mut writer).await?,
    }
    writer.finish()
}

/// Restores a backup into an empty database, which is created if it is missing. All of it is restored, or nothing.
pub async fn restore(database: &Database, input: impl io::BufRead) -> Result<CopiedCounts, BackupError> {
    let mut reader = BackupReader::new(input)?;
    match database {
        Database::Folder(folder) => sqlite::restore(folder, &mut reader),
        Database::Postgres(url) => postgres::restore(url, &mut reader).await,
    }
}
