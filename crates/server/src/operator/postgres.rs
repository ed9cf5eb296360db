//! Operators on PostgreSQL.

use table::Time;
use tokio::task::JoinHandle;
use tokio_postgres::{Client, Row};

use super::{AdminAction, AdminLogEntry, OperatorError, TableFilter, TableRow, entry};
use crate::store::encoding::{from_stage, from_time, to_guest, to_stage, to_time};

pub(super) struct PostgresOperator {
    client: Client,
    task: JoinHandle<()>,
}

impl std::fmt::Debug for PostgresOperator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PostgresOperator")
    }
}

impl Drop for PostgresOperator {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl From<tokio_postgres::Error> for OperatorError {
    fn from(error: tokio_postgres::Error) -> OperatorError {
        let why = error.as_db_error().map_or_else(|| error.to_string(), ToString::to_string);
        OperatorError::Database(format!("the database cannot be used: {why}"))
    }
}

impl PostgresOperator {
    pub(super) async fn open(url: &str) -> Result<PostgresOperator, OperatorError> {
        let (client, task) = crate::store::connect_to_postgres(url).await.map_err(OperatorError::Database)?;
        Ok(PostgresOperator { client, task })
    }

    pub(super) async fn tables(&self, filter: &TableFilter) -> Result<Vec<TableRow>, OperatorError> {
        const SELECT: &str = "SELECT id, kind, stage, is_listed, at, names, opener,
                ARRAY(SELECT guest FROM seats WHERE table_key = tables.key ORDER BY seat)
            FROM tables WHERE ($1::smallint IS NULL OR stage = $1) AND ($2::text IS NULL OR strpos(names, $2) > 0)
            ORDER BY at DESC, key DESC LIMIT $3";
        let stage = filter.stage.map(from_stage);
        let rows = self.client.query(SELECT, &[&stage, &filter.name, &i64::from(filter.limit)]).await?;
        let table = |row: &Row| TableRow {
            id: row.get(0),
            kind: row.get(1),
            stage: to_stage(row.get(2)),
            is_listed: row.get(3),
            at: to_time(row.get(4)),
            names: row.get::<_, String>(5).lines().map(ToOwned::to_owned).collect(),
            opener: to_guest(row.get(6)),
            guests: row.get::<_, Vec<i64>>(7).into_iter().map(to_guest).collect(),
        };
        Ok(rows.iter().map(table).collect())
    }

    pub(super) async fn perform(
        &mut self,
        action: &AdminAction,
        who: &str,
        now: Time,
    ) -> Result<(), OperatorError> {
        const LISTED: &str = "UPDATE tables SET is_listed = $2 WHERE id = $1";
        let transaction = self.client.transaction().await?;
        let changed = match action {
            AdminAction::Hide(id) => transaction.execute(LISTED, &[&id.to_string(), &false]).await?,
            AdminAction::Show(id) => transaction.execute(LISTED, &[&id.to_string(), &true]).await?,
            AdminAction::Delete(id) => {
                transaction.execute("DELETE FROM tables WHERE id = $1", &[&id.to_string()]).await?
            }
            _ => 1,
        };
        if let (0, AdminAction::Hide(id) | AdminAction::Show(id) | AdminAction::Delete(id)) =
            (changed, action)
        {
            return Err(OperatorError::NoSuchTable(id.clone()));
        }
        // One action at a time: servers read them by number, and a lower number must not appear later.
        transaction.batch_execute("LOCK TABLE admin_actions IN EXCLUSIVE MODE").await?;
        let insert = "INSERT INTO admin_actions (at, who, action) VALUES ($1, $2, $3)";
        transaction.execute(insert, &[&from_time(now), &who, &action.to_string()]).await?;
        Ok(transaction.commit().await?)
    }

    pub(super) async fn log(&self) -> Result<Vec<AdminLogEntry>, OperatorError> {
        let rows = self
            .client
            .query("SELECT number, at, who, action FROM admin_actions ORDER BY number", &[])
            .await?;
        Ok(rows.iter().map(|row| entry(row.get(0), row.get(1), row.get(2), row.get(3))).collect())
    }
}
