//! Opens many connections, a few at a time; and the guests who only wait.

use client::{ApiClient, ClientError, TableClient};
use rules::Rng;
use table::Notification;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::pair::take_seat;

/// How many connections are opened at a time: enough to keep the server busy without flooding it.
const CONCURRENCY: usize = 24;

/// The run is aborted after this many failures.
const MAX_FAILURES: usize = 50;

/// Runs `make` until `count` of its futures have succeeded, [`CONCURRENCY`] at a time. Returns fewer results if the run
/// is stopped, and the last error after [`MAX_FAILURES`].
pub(super) async fn concurrently<T, F>(
    count: usize,
    stop: &watch::Receiver<bool>,
    mut progress: impl FnMut(usize),
    make: impl Fn(usize) -> F,
) -> Result<Vec<T>, ClientError>
where
    T: Send + 'static,
    F: Future<Output = Result<T, ClientError>> + Send + 'static,
{
    let mut made = Vec::with_capacity(count);
    let mut tasks = JoinSet::new();
    let mut failures = 0;
    while made.len() < count && !*stop.borrow() {
        while tasks.len() < CONCURRENCY && made.len() + tasks.len() < count {
            tasks.spawn(make(made.len() + tasks.len() + failures));
        }
        match tasks.join_next().await {
            Some(Ok(Ok(one))) => {
                made.push(one);
                progress(made.len());
            }
            Some(Ok(Err(error))) => {
                failures += 1;
                if failures > MAX_FAILURES {
                    return Err(error);
                }
            }
            Some(Err(_)) | None => break,
        }
    }
    Ok(made)
}

/// A guest who opens a table, takes a seat and waits.
pub(super) async fn idle_player(
    api: ApiClient,
    setup: &str,
    mut rng: Rng,
) -> Result<TableClient, ClientError> {
    let id = api.create_table(setup).await?;
    let mut player = TableClient::new(api, id);
    take_seat(&mut player, &mut rng).await?;
    Ok(player)
}

/// Reads the messages of a waiting table for ever, so that the client answers the server's pings.
pub(super) async fn keep_listening(mut player: TableClient) {
    while !matches!(player.next().await, Err(_) | Ok(Notification::Refused { .. })) {}
}
