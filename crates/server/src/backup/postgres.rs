//! Backups of PostgreSQL, with COPY: no tool of PostgreSQL has to be installed.

use std::io::{BufRead, Cursor, Write};

use futures_util::{SinkExt, StreamExt, pin_mut};
use tokio_postgres::Transaction;

use super::text::BackupPart;
use super::{BackupError, BackupReader, BackupWriter, CopiedCounts, TABLES};
use crate::store::Postgres;

/// How many bytes are sent at a time.
const CHUNK: usize = 64 * 1024;

/// The columns of a table that hold data, and whether each is a boolean. Leaves out generated columns, and those that
/// say which servers watch a table.
async fn columns(transaction: &Transaction<'_>, table: &str) -> Result<Vec<(String, bool)>, BackupError> {
    let select = "SELECT column_name::text, data_type::text FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER' AND column_name NOT IN ('watchers', 'is_watched')
        ORDER BY ordinal_position";
    let rows = transaction.query(select, &[&table]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get::<_, String>(1) == "boolean")).collect())
}

pub(super) async fn back_up(url: &str, out: &mut BackupWriter<impl Write>) -> Result<(), BackupError> {
    let (mut client, task) = crate::store::connect_to_postgres(url).await.map_err(BackupError::Database)?;
    let transaction = client.transaction().await?;
    // All tables are read from one snapshot, however long that takes.
    transaction.batch_execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    transaction.batch_execute("SET LOCAL statement_timeout = 0").await?;
    for table in TABLES {
        let columns = columns(&transaction, table).await?;
        let names: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
        out.begin_table(table, &names)?;
        // Booleans are written as 0 or 1, as in SQLite.
        let cast = |(name, is_boolean): &(String, bool)| {
            if *is_boolean { format!("{name}::int") } else { name.clone() }
        };
        let selected: Vec<String> = columns.iter().map(cast).collect();
        // Before the first heartbeat, the row of `heartbeats` has no time.
        let filter = if table == "heartbeats" { " WHERE at IS NOT NULL" } else { "" };
        let copy =
            format!("COPY (SELECT {} FROM {table}{filter} ORDER BY 1, 2) TO STDOUT", selected.join(", "));
        let stream = transaction.copy_out(&copy).await?;
        pin_mut!(stream);
        // PostgreSQL sends whole rows in practice, but does not promise to.
        let mut rest = Vec::new();
        while let Some(chunk) = stream.next().await {
            rest.extend_from_slice(&chunk?);
            while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
                let row = std::str::from_utf8(&rest[..end]);
                out.row(row.map_err(|_| BackupError::Database("a text is not UTF-8".to_owned()))?)?;
                rest.drain(..=end);
            }
        }
        out.end_table()?;
    }
    transaction.commit().await?;
    task.abort();
    Ok(())
}

pub(super) async fn restore(
    url: &str,
    input: &mut BackupReader<impl BufRead>,
) -> Result<CopiedCounts, BackupError> {
    // Creates the schema.
    drop(Postgres::open(url).await.map_err(|error| BackupError::Database(error.to_string()))?);
    let (mut client, task) = crate::store::connect_to_postgres(url).await.map_err(BackupError::Database)?;
    let transaction = client.transaction().await?;
    transaction.batch_execute("SET LOCAL statement_timeout = 0").await?;
    transaction.batch_execute("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE").await?;
    let games: i64 = transaction.query_one("SELECT count(*) FROM tables", &[]).await?.get(0);
    if games > 0 {
        return Err(BackupError::NotEmpty);
    }
    let mut copied = CopiedCounts::default();
    while let BackupPart::Table(table, backup_columns) = input.next_part()? {
        let rows = restore_table(&transaction, &table, &backup_columns, input).await?;
        copied.rows += rows;
        copied.tables += if table == TABLES[0] { rows } else { 0 };
    }
    transaction.batch_execute("INSERT INTO heartbeats (id) VALUES (1) ON CONFLICT DO NOTHING").await?;
    for (table, column) in [("tables", "key"), ("admin_actions", "number")] {
        let next = format!(
            "SELECT setval(pg_get_serial_sequence('{table}', '{column}'), greatest(max({column}), 1), max({column}) IS NOT NULL)
            FROM {table}"
        );
        transaction.query(&next, &[]).await?;
    }
    transaction.commit().await?;
    task.abort();
    Ok(copied)
}

async fn restore_table(
    transaction: &Transaction<'_>,
    table: &str,
    backup_columns: &[String],
    input: &mut BackupReader<impl BufRead>,
) -> Result<u64, BackupError> {
    let known = columns(transaction, table).await?;
    let is_known = |name: &String| known.iter().any(|(known, _)| known == name);
    let shared: Vec<usize> =
        (0..backup_columns.len()).filter(|&index| is_known(&backup_columns[index])).collect();
    let names: Vec<&str> = shared.iter().map(|&index| backup_columns[index].as_str()).collect();
    transaction.batch_execute(&format!("DELETE FROM {table}")).await?;
    let copy = format!("COPY {table} ({}) FROM STDIN", names.join(", "));
    let sink = transaction.copy_in::<_, Cursor<Vec<u8>>>(&copy).await?;
    pin_mut!(sink);
    let (mut rows, mut chunk) = (0, Vec::new());
    while let Some(row) = input.next_row(rows)? {
        let fields: Vec<&str> = row.split('\t').collect();
        if fields.len() != backup_columns.len() {
            return Err(input.damaged("values are missing"));
        }
        let values: Vec<&str> = shared.iter().map(|&index| fields[index]).collect();
        chunk.extend_from_slice(values.join("\t").as_bytes());
        chunk.push(b'\n');
        rows += 1;
        if chunk.len() > CHUNK {
            sink.send(Cursor::new(std::mem::take(&mut chunk))).await?;
        }
    }
    sink.send(Cursor::new(chunk)).await?;
    sink.finish().await?;
    Ok(rows)
}
