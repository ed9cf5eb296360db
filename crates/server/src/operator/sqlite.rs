//! Operators on SQLite: a second process beside the server, which SQLite allows. The lock of the data folder is for servers.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, params};
use table::Time;

use super::{AdminAction, AdminLogEntry, OperatorError, TableFilter, TableRow, entry};
use crate::store::encoding::{from_stage, from_time, to_guest, to_stage, to_time};

/// How long to wait for the server to finish a transaction.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(super) struct SqliteOperator {
    connection: Connection,
}

impl From<rusqlite::Error> for OperatorError {
    fn from(error: rusqlite::Error) -> OperatorError {
        OperatorError::Database(format!("the database cannot be used: {error}"))
    }
}

impl SqliteOperator {
    pub(super) fn open(folder: &Path) -> Result<SqliteOperator, OperatorError> {
        let path = folder.join("trois.db");
        if !path.exists() {
            return Err(OperatorError::Database(format!("there is no database {}", path.display())));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&path, flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        crate::store::check_sqlite_version(&connection).map_err(OperatorError::Database)?;
        Ok(SqliteOperator { connection })
    }

    pub(super) fn tables(&self, filter: &TableFilter) -> Result<Vec<TableRow>, OperatorError> {
        const SELECT: &str = "SELECT id, kind, stage, is_listed, at, names, opener,
                (SELECT group_concat(guest, ' ') FROM seats WHERE table_key = tables.key)
            FROM tables WHERE (?1 IS NULL OR stage = ?1) AND (?2 IS NULL OR instr(names, ?2) > 0)
            ORDER BY at DESC, key DESC LIMIT ?3";
        let mut select = self.connection.prepare(SELECT)?;
        let stage = filter.stage.map(from_stage);
        let rows = select.query_map(params![stage, filter.name, filter.limit], |row| {
            let guests: Option<String> = row.get(7)?;
            let guests = guests.unwrap_or_default();
            Ok(TableRow {
                id: row.get(0)?,
                kind: row.get(1)?,
                stage: to_stage(row.get(2)?),
                is_listed: row.get(3)?,
                at: to_time(row.get(4)?),
                names: row.get::<_, String>(5)?.lines().map(ToOwned::to_owned).collect(),
                opener: to_guest(row.get(6)?),
                guests: guests.split(' ').filter_map(|guest| guest.parse().ok().map(to_guest)).collect(),
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    pub(super) fn perform(
        &mut self,
        action: &AdminAction,
        who: &str,
        now: Time,
    ) -> Result<(), OperatorError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let changed = match action {
            AdminAction::Hide(id) => set_listed(&transaction, &id.to_string(), false)?,
            AdminAction::Show(id) => set_listed(&transaction, &id.to_string(), true)?,
            AdminAction::Delete(id) => {
                transaction.execute("DELETE FROM tables WHERE id = ?1", [id.to_string()])?
            }
            _ => 1,
        };
        if let (0, AdminAction::Hide(id) | AdminAction::Show(id) | AdminAction::Delete(id)) =
            (changed, action)
        {
            return Err(OperatorError::NoSuchTable(id.clone()));
        }
        transaction.execute(
            "INSERT INTO admin_actions (at, who, action) VALUES (?1, ?2, ?3)",
            params![from_time(now), who, action.to_string()],
        )?;
        Ok(transaction.commit()?)
    }

    pub(super) fn log(&self) -> Result<Vec<AdminLogEntry>, OperatorError> {
        let mut select =
            self.connection.prepare("SELECT number, at, who, action FROM admin_actions ORDER BY number")?;
        let rows =
            select.query_map([], |row| Ok(entry(row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

fn set_listed(transaction: &Transaction<'_>, id: &str, is_listed: bool) -> rusqlite::Result<usize> {
    transaction.execute("UPDATE tables SET is_listed = ?2 WHERE id = ?1", params![id, is_listed])
}
