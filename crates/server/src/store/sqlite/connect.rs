//! Opens the database file: the folder and its lock, the migrations, and the settings of each connection.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::private_files;
use crate::store::StoreError;

/// The migrations in order. The file stores how many have been applied.
pub(super) const MIGRATIONS: [&str; 10] = [
    include_str!("../../../migrations/sqlite/0001.sql"),
    include_str!("../../../migrations/sqlite/0002.sql"),
    include_str!("../../../migrations/sqlite/0003.sql"),
    include_str!("../../../migrations/sqlite/0004.sql"),
    include_str!("../../../migrations/sqlite/0005.sql"),
    include_str!("../../../migrations/sqlite/0006.sql"),
    include_str!("../../../migrations/sqlite/0007.sql"),
    include_str!("../../../migrations/sqlite/0008.sql"),
    include_str!("../../../migrations/sqlite/0009.sql"),
    include_str!("../../../migrations/sqlite/0010.sql"),
];

/// The version of the schema.
pub(crate) const SCHEMA_VERSION: usize = MIGRATIONS.len();

/// How much of the database the writer keeps in memory, in kibibytes: the pages of the games that are being played. With
/// fewer, it would read a page from the disk cache at nearly every move.
const WRITER_CACHE: i32 = 65_536;

/// How many pages the write-ahead log may have before the writer itself makes a checkpoint, should the thread for
/// checkpoints be unable to: 64 MB.
const WAL_PAGES: u32 = 16_384;

/// The store error for an error of SQLite.
pub(super) fn unavailable(error: &rusqlite::Error) -> StoreError {
    StoreError::Unavailable(format!("the database cannot be used: {error}"))
}

/// Creates the folder if it is missing, and the database in it. Only its owner can read them: the database contains the
/// secrets of the shuffles.
pub(super) fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let failed =
        |error| StoreError::Unavailable(format!("the folder {} cannot be used: {error}", folder.display()));
    let names = ["trois.db", "trois.lock"];
    private_files::prepare_folder(folder).map_err(failed)?;
    names.iter().try_for_each(|name| private_files::ensure_file(&folder.join(name))).map_err(failed)
}

/// Locks the folder against other servers until the result is dropped. The operating system releases the lock however the
/// process ends. It is held on an empty file beside the database.
pub(super) fn lock(folder: &Path) -> Result<Connection, StoreError> {
    let locked = Connection::open(folder.join("trois.lock")).and_then(|connection| {
        connection.busy_timeout(Duration::ZERO)?;
        connection.execute_batch("BEGIN EXCLUSIVE")?;
        Ok(connection)
    });
    locked.map_err(|error| match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Unavailable(format!(
            "another server uses the folder {} already: stop it, give this one a folder of its own, or let both share PostgreSQL",
            folder.display()
        )),
        _ => StoreError::Unavailable(format!("the folder {} cannot be used: {error}", folder.display())),
    })
}

/// Creates the file or migrates it.
pub(super) fn prepare(path: &Path) -> Result<(), StoreError> {
    let cannot =
        |error| StoreError::Unavailable(format!("the database {} cannot be used: {error}", path.display()));
    let mut connection = Connection::open(path).map_err(cannot)?;
    connection.pragma_update(None, "journal_mode", "wal").map_err(cannot)?;
    migrate(&mut connection).map_err(cannot)?.map_err(|newer| {
        StoreError::Unavailable(format!(
            "the database {} was made by a newer version of Trois (its schema is {newer}, this program knows {}): use that version",
            path.display(),
            MIGRATIONS.len()
        ))
    })
}

/// Applies all missing migrations, or none. The inner error is the version of a schema that is newer than this program.
fn migrate(connection: &mut Connection) -> rusqlite::Result<Result<(), u32>> {
    // A migration may replace a table: the rows that refer to it must survive that.
    connection.pragma_update(None, "foreign_keys", false)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let Some(missing) = MIGRATIONS.get(version as usize..) else {
        return Ok(Err(version));
    };
    for migration in missing {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as u32)?;
    transaction.commit()?;
    Ok(Ok(()))
}

/// Checks that the schema is the one that this program knows.
pub(crate) fn check_version(connection: &Connection) -> Result<(), String> {
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0));
    let version: u32 = version.map_err(|error| format!("the database cannot be used: {error}"))?;
    let known = MIGRATIONS.len() as u32;
    if version == known {
        return Ok(());
    }
    Err(format!(
        "the schema of the database is {version}, and this program knows {known}: use the program of the server"
    ))
}

/// Opens the file for writing.
pub(super) fn writer(path: &Path) -> rusqlite::Result<Connection> {
    let connection = open(path)?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "wal_autocheckpoint", WAL_PAGES)?;
    connection.pragma_update(None, "journal_size_limit", WAL_PAGES * 4096)?;
    // A negative size is in kibibytes.
    connection.pragma_update(None, "cache_size", -WRITER_CACHE)?;
    // The undo data of savepoints stays in memory.
    connection.pragma_update(None, "temp_store", "memory")?;
    Ok(connection)
}

/// Opens the file for checkpoints.
pub(super) fn checkpointer(path: &Path) -> rusqlite::Result<Connection> {
    let connection = open(path)?;
    connection.pragma_update(None, "synchronous", "full")?;
    Ok(connection)
}

/// Opens the file for reading.
pub(super) fn reader(path: &Path) -> rusqlite::Result<Connection> {
    let connection = open(path)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(2))?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}
