//! Hears what other servers have written.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use tokio::sync::{broadcast, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, Config};

use super::line::{PATIENCE, connect, pause, unavailable};
use crate::store::{Change, Fault};

/// How often it is made sure that the connection is alive.
const BETWEEN_CHECKS: Duration = Duration::from_secs(5);

/// Listens for as long as it runs; `is_up` is told once it does.
pub(super) async fn listen(
    config: Config,
    process: String,
    changes: broadcast::Sender<Change>,
    is_up: watch::Sender<bool>,
) {
    let mut failures = 0;
    loop {
        if hear(&config, &process, &changes, &is_up).await.is_ok() {
            failures = 0;
        }
        pause(failures).await;
        failures += 1;
    }
}

/// Listens until the connection is lost; or why there was none.
async fn hear(
    config: &Config,
    process: &str,
    changes: &broadcast::Sender<Change>,
    is_up: &watch::Sender<bool>,
) -> Result<(), Fault> {
    let (client, mut connection) = connect(config).await?;
    let (process, sender) = (process.to_owned(), changes.clone());
    let mut ears = JoinSet::new();
    ears.spawn(async move {
        let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
        while let Some(Ok(message)) = messages.next().await {
            if let AsyncMessage::Notification(notification) = message
                && let Some(change) = read(notification.payload(), &process)
            {
                // Nobody may be interested yet.
                let _ = sender.send(change);
            }
        }
    });
    let late = |_| Fault::Unavailable("the database did not answer in time".to_owned());
    let asked = timeout(PATIENCE, client.batch_execute("LISTEN trois")).await.map_err(late)?;
    asked.map_err(|error| unavailable(&error))?;
    if is_up.send_replace(true) {
        let _ = changes.send(Change::Missed);
    }
    loop {
        tokio::select! {
            _ = ears.join_next() => return Ok(()),
            () = sleep(BETWEEN_CHECKS) => {}
        }
        if !matches!(timeout(PATIENCE, client.batch_execute("")).await, Ok(Ok(()))) {
            return Ok(());
        }
    }
}

/// `PROCESS TABLE`: what another server did.
fn read(payload: &str, process: &str) -> Option<Change> {
    let (by, table) = payload.split_once(' ')?;
    if by == process { None } else { table.parse().ok().map(Change::Table) }
}
