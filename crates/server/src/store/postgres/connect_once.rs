//! A connection for a command that ends soon: an operator's, or a backup's.

use tokio::task::JoinHandle;
use tokio_postgres::Client;

use super::migrate;
use super::target::Target;

/// Connects to a database that a server of this version has made.
pub(crate) async fn connect_once(url: &str) -> Result<(Client, JoinHandle<()>), String> {
    let mut target = Target::parse(url).map_err(|error| error.to_string())?;
    target.configure(|config| {
        config.application_name("trois");
    });
    let (client, connection) = target.connect_first().await.map_err(|error| error.to_string())?;
    let task = tokio::spawn(async move {
        // If it fails, the statements of the caller fail too.
        let _ = connection.await;
    });
    target.record_encryption(&client).await.map_err(|error| error.to_string())?;
    migrate::check_version(&client).await?;
    Ok((client, task))
}
