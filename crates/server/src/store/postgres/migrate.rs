//! Migrations of the schema, run by one server at a time.

use tokio_postgres::Client;

use super::connection::unavailable;
use crate::store::StoreError;

/// The migrations in order. The database stores how many have been applied.
const MIGRATIONS: [&str; 10] = [
    include_str!("../../../migrations/postgres/0001.sql"),
    include_str!("../../../migrations/postgres/0002.sql"),
    include_str!("../../../migrations/postgres/0003.sql"),
    include_str!("../../../migrations/postgres/0004.sql"),
    include_str!("../../../migrations/postgres/0005.sql"),
    include_str!("../../../migrations/postgres/0006.sql"),
    include_str!("../../../migrations/postgres/0007.sql"),
    include_str!("../../../migrations/postgres/0008.sql"),
    include_str!("../../../migrations/postgres/0009.sql"),
    include_str!("../../../migrations/postgres/0010.sql"),
];

/// The version of the schema.
pub(crate) const SCHEMA_VERSION: usize = MIGRATIONS.len();

/// Makes servers that start at the same time wait for each other. The number is `trois` in ASCII.
const LOCK: &str = "SELECT pg_advisory_xact_lock(500085221747)";

/// Applies all missing migrations, or none.
pub(super) async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let newer = apply_missing(client).await.map_err(|error| unavailable(&error))?;
    newer.map_or(Ok(()), |newer| {
        Err(StoreError::Unavailable(format!(
            "the database was made by a newer version of Trois (its schema is {newer}, this program knows {}): use that version",
            MIGRATIONS.len()
        )))
    })
}

/// Applies the missing migrations. Returns the version of a schema that is newer than this program.
async fn apply_missing(client: &mut Client) -> Result<Option<i64>, tokio_postgres::Error> {
    let transaction = client.transaction().await?;
    // A migration may take longer than other statements.
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

/// Checks that the schema is the one that this program knows.
pub(super) async fn check_version(client: &Client) -> Result<(), String> {
    let row = client.query_opt("SELECT version FROM schema", &[]).await;
    let version: i64 = row.ok().flatten().map_or(0, |row| row.get(0));
    let known = MIGRATIONS.len() as i64;
    if version == known {
        return Ok(());
    }
    Err(format!(
        "the schema of the database is {version}, and this program knows {known}: use the program of the server"
    ))
}
