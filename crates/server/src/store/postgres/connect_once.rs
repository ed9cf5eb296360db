//! A connection for a command that ends soon: an operator's, or a backup's.

use tokio::task::JoinHandle;
use tokio_postgres::{Client, Config};

use super::{connection, migrate};

/// Connects to a database that a server of this version has made.
pub(crate) async fn connect_once(url: &str) -> Result<(Client, JoinHandle<()>), String> {
    let mut config: Config =
        url.parse().map_err(|error| format!("that is not the address of a PostgreSQL database: {error}"))?;
    config.application_name("trois");
    let (client, connection) = connection::connect(&config).await.map_err(|error| error.to_string())?;
    let task = tokio::spawn(async move {
        // If it fails, the statements of the caller fail too.
        let _ = connection.await;
    });
    migrate::check_version(&client).await?;
    Ok((client, task))
}
