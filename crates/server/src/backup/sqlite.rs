//! Backups of SQLite.

use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Duration;

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OpenFlags, Row, Transaction, TransactionBehavior, params_from_iter};

use super::text::{BackupPart, NULL, escape, unescape};
use super::{BackupError, BackupReader, BackupWriter, CopiedCounts, TABLES};
use crate::store::Sqlite;

/// How long to wait for a lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

fn open(folder: &Path) -> Result<Connection, BackupError> {
    let path = folder.join("trois.db");
    if !path.exists() {
        return Err(BackupError::Database(format!("there is no database {}", path.display())));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    crate::store::check_sqlite_version(&connection).map_err(BackupError::Database)?;
    Ok(connection)
}

/// The columns of a table that hold data, without the generated ones.
fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let mut select = connection.prepare("SELECT name FROM pragma_table_info(?1) ORDER BY cid")?;
    select.query_map([table], |row| row.get(0))?.collect()
}

pub(super) fn back_up(folder: &Path, out: &mut BackupWriter<impl Write>) -> Result<(), BackupError> {
    let mut connection = open(folder)?;
    // A read transaction sees one snapshot of the database and blocks no writer.
    let snapshot = connection.transaction()?;
    for table in TABLES {
        let columns = columns(&snapshot, table)?;
        out.begin_table(table, &columns)?;
        let mut select =
            snapshot.prepare(&format!("SELECT {} FROM {table} ORDER BY 1, 2", columns.join(", ")))?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            out.row(&line(row, columns.len())?)?;
        }
        out.end_table()?;
    }
    Ok(())
}

fn line(row: &Row<'_>, columns: usize) -> Result<String, BackupError> {
    let value = |index: usize| -> Result<String, BackupError> {
        Ok(match row.get_ref(index)? {
            ValueRef::Null => NULL.to_owned(),
            ValueRef::Integer(number) => number.to_string(),
            ValueRef::Text(text) => escape(&String::from_utf8_lossy(text)),
            ValueRef::Real(_) | ValueRef::Blob(_) => {
                return Err(BackupError::Database("a value is neither a number nor a text".to_owned()));
            }
        })
    };
    Ok((0..columns).map(value).collect::<Result<Vec<_>, _>>()?.join("\t"))
}

pub(super) fn restore(
    folder: &Path,
    input: &mut BackupReader<impl BufRead>,
) -> Result<CopiedCounts, BackupError> {
    // Creates the database, and locks it against servers until the restore is done.
    let locked = Sqlite::open(folder).map_err(|error| BackupError::Database(error.to_string()))?;
    let mut connection = open(folder)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let games: i64 = transaction.query_row("SELECT count(*) FROM tables", [], |row| row.get(0))?;
    if games > 0 {
        return Err(BackupError::NotEmpty);
    }
    let mut copied = CopiedCounts::default();
    while let BackupPart::Table(table, columns) = input.next_part()? {
        let rows = restore_table(&transaction, &table, &columns, input)?;
        copied.rows += rows;
        copied.tables += if table == TABLES[0] { rows } else { 0 };
    }
    transaction.commit()?;
    drop(locked);
    Ok(copied)
}

fn restore_table(
    transaction: &Transaction<'_>,
    table: &str,
    backup_columns: &[String],
    input: &mut BackupReader<impl BufRead>,
) -> Result<u64, BackupError> {
    let known = columns(transaction, table)?;
    let shared: Vec<usize> =
        (0..backup_columns.len()).filter(|&index| known.contains(&backup_columns[index])).collect();
    let names: Vec<&str> = shared.iter().map(|&index| backup_columns[index].as_str()).collect();
    let placeholders: Vec<String> = (1..=names.len()).map(|number| format!("?{number}")).collect();
    transaction.execute(&format!("DELETE FROM {table}"), [])?;
    let sql = format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), placeholders.join(", "));
    let mut insert = transaction.prepare(&sql)?;
    let mut rows = 0;
    while let Some(row) = input.next_row(rows)? {
        let fields: Vec<&str> = row.split('\t').collect();
        if fields.len() != backup_columns.len() {
            return Err(input.damaged("values are missing"));
        }
        // All values are bound as text: SQLite converts them to the type of their column.
        let values = shared.iter().map(|&index| match fields[index] {
            NULL => Ok(Value::Null),
            text => unescape(text).map(Value::Text).ok_or_else(|| input.damaged("a value cannot be read")),
        });
        let values = values.collect::<Result<Vec<_>, _>>()?;
        insert.execute(params_from_iter(values))?;
        rows += 1;
    }
    Ok(rows)
}
