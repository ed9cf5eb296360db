//! Bringing the schema up to date, by one server at a time.

use tokio_postgres::Client;

use super::connection::unavailable;
use crate::store::StoreError;

/// How the schema came about, step by step. The database knows how many of them it has been through.
const MIGRATIONS: [&str; 1] = [include_str!("../../../migrations/postgres/0001.sql")];

/// Whoever starts at the same moment waits until this one is done. The number is `trois` in ASCII.
const LOCK: &str = "SELECT pg_advisory_xact_lock(500085221747)";

/// Brings the schema up to date, all of it or nothing.
pub(super) async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let newer = steps(client).await.map_err(|error| unavailable(&error))?;
    newer.map_or(Ok(()), |newer| {
        Err(StoreError::Unavailable(format!(
            "the database was made by a newer version of Trois (its schema is {newer}, this program knows {}): use that version",
            MIGRATIONS.len()
        )))
    })
}

/// The number of the schema, if it is not known yet.
async fn steps(client: &mut Client) -> Result<Option<i64>, tokio_postgres::Error> {
    let transaction = client.transaction().await?;
    // A migration may take longer than anything else.
    transaction.batch_execute("SET LOCAL statement_timeout = 0").await?;
    transaction.batch_execute(LOCK).await?;
    transaction.batch_execute("CREATE TABLE IF NOT EXISTS schema (version bigint NOT NULL)").await?;
    let row = transaction.query_opt("SELECT version FROM schema", &[]).await?;
    let version: i64 = row.map_or(0, |row| row.get(0));
    let Some(missing) = usize::try_from(version).ok().and_then(|version| MIGRATIONS.get(version..)) else {
        return Ok(Some(version));
    };
    for migration in missing {
        transaction.batch_execute(migration).await?;
    }
    transaction.batch_execute("DELETE FROM schema").await?;
    let known = MIGRATIONS.len() as i64;
    transaction.execute("INSERT INTO schema (version) VALUES ($1)", &[&known]).await?;
    transaction.commit().await?;
    Ok(None)
}
