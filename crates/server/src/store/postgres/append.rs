//! The task that appends. It takes everything that waits and writes it with one statement: many games share the wait
//! for the disk, and for the lock under which PostgreSQL notifies.

use std::collections::HashSet;

use table::TableId;
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::types::ToSql;

use super::connection::{Connection, QueryError};
use crate::store::encoding::{from_count, from_guest, from_stage, from_time};
use crate::store::{Append, Stage, StoreError};

/// How many may wait to be written before others wait to wait.
const QUEUE_CAPACITY: usize = 4096;

/// How many are written at once. More would make the first of them wait for long.
const MAX_BATCH: usize = 256;

/// Writes what is still of the version that was seen. Rows are locked in the same order by everyone, so that no two
/// servers wait for each other.
const APPEND: &str = include_str!("append.sql");

/// Somebody who waits for an append.
type Job = (Append, oneshot::Sender<Result<(), StoreError>>);

/// The task, as others see it. It ends when the last of these is dropped.
#[derive(Clone, Debug)]
pub(super) struct Appender(mpsc::Sender<Job>);

/// A writer, and what must run for it.
pub(super) fn appender(
    connection: Connection,
    process: String,
) -> (Appender, impl Future<Output = ()> + Send) {
    let (sender, receiver) = mpsc::channel(QUEUE_CAPACITY);
    (Appender(sender), run(connection, process, receiver))
}

impl Appender {
    /// Appends, and waits until it is on disk.
    pub(super) async fn append(&self, append: Append) -> Result<(), StoreError> {
        let ended = || StoreError::Unavailable("the database is being closed".to_owned());
        let (answer, answered) = oneshot::channel();
        self.0.send((append, answer)).await.map_err(|_| ended())?;
        answered.await.map_err(|_| ended())?
    }
}

async fn run(connection: Connection, process: String, mut receiver: mpsc::Receiver<Job>) {
    let mut waiting: Vec<Job> = Vec::new();
    loop {
        if waiting.is_empty() {
            let Some(job) = receiver.recv().await else { return };
            waiting.push(job);
        }
        while waiting.len() < MAX_BATCH
            && let Ok(job) = receiver.try_recv()
        {
            waiting.push(job);
        }
        // Of a table, one at a time: the next one is in conflict with it, or builds on it.
        let mut tables: HashSet<TableId> = HashSet::new();
        let (now, later) = waiting.into_iter().partition(|(append, _)| tables.insert(append.id.clone()));
        waiting = later;
        write(&connection, &process, now).await;
    }
}

async fn write(connection: &Connection, process: &str, jobs: Vec<Job>) {
    let (appends, answers): (Vec<Append>, Vec<_>) = jobs.into_iter().unzip();
    let results = match append(connection, process, &appends).await {
        // If one of them cannot be written, the others can.
        Err(QueryError::Rejected(_)) if appends.len() > 1 => each(connection, process, &appends).await,
        results => results.unwrap_or_else(|error| vec![Err(error.into()); appends.len()]),
    };
    for (answer, result) in answers.into_iter().zip(results) {
        // Nobody has to wait for the answer.
        let _ = answer.send(result);
    }
}

/// Appends one by one; what came of each.
async fn each(connection: &Connection, process: &str, appends: &[Append]) -> Vec<Result<(), StoreError>> {
    let mut results = Vec::new();
    for one in appends.chunks(1) {
        match append(connection, process, one).await {
            Ok(one) => results.extend(one),
            Err(QueryError::Rejected(error)) => results.push(Err(error)),
            Err(QueryError::ConnectionLost(error)) => {
                // Nobody waits for it once for each of them.
                results.resize(appends.len(), Err(error));
                break;
            }
        }
    }
    results
}

/// Appends with one statement; what came of each.
async fn append(
    connection: &Connection,
    process: &str,
    appends: &[Append],
) -> Result<Vec<Result<(), StoreError>>, QueryError> {
    let rows = connection.query(APPEND, &Batch::new(appends).values(&process)).await?;
    let written: HashSet<i64> = rows.iter().map(|row| row.get(0)).collect();
    let result = |number| if written.contains(&number) { Ok(()) } else { Err(StoreError::Conflict) };
    Ok((1..).map(result).take(appends.len()).collect())
}

/// Appends, turned into columns.
#[derive(Default)]
struct Batch<'a> {
    ids: Vec<String>,
    versions: Vec<i64>,
    more: Vec<i64>,
    kinds: Vec<&'a str>,
    stages: Vec<i16>,
    are_listed: Vec<bool>,
    setups: Vec<&'a str>,
    listings: Vec<&'a str>,
    names: Vec<&'a str>,
    outcomes: Vec<&'a str>,
    openers: Vec<i64>,
    wake_ats: Vec<Option<i64>>,
    ats: Vec<i64>,
    /// Of which append, from 1; which event; what.
    events: (Vec<i64>, Vec<i64>, Vec<&'a str>),
    /// Of which append, from 1; which seat; whose; whether they are to move.
    seats: (Vec<i64>, Vec<i16>, Vec<i64>, Vec<bool>),
}

impl<'a> Batch<'a> {
    fn new(appends: &'a [Append]) -> Batch<'a> {
        let mut batch = Batch::default();
        for (number, Append { id, version, events, summary }) in (1..).zip(appends) {
            batch.ids.push(id.to_string());
            batch.versions.push(from_count(*version));
            batch.more.push(from_count(events.len()));
            batch.kinds.push(&summary.kind);
            batch.stages.push(from_stage(summary.stage));
            batch.are_listed.push(summary.is_listed);
            batch.setups.push(&summary.setup);
            batch.listings.push(&summary.listing);
            batch.names.push(&summary.names);
            batch.outcomes.push(&summary.outcome);
            batch.openers.push(from_guest(summary.opener));
            batch.wake_ats.push(summary.wake_at.map(from_time));
            batch.ats.push(from_time(summary.at));
            for (index, event) in events.iter().enumerate() {
                batch.events.0.push(number);
                batch.events.1.push(from_count(version + index));
                batch.events.2.push(event);
            }
            for &(guest, seat, to_move) in summary.guests.iter().filter(|_| summary.stage != Stage::Closed) {
                batch.seats.0.push(number);
                batch.seats.1.push(seat.into());
                batch.seats.2.push(from_guest(guest));
                batch.seats.3.push(to_move);
            }
        }
        batch
    }

    fn values<'b>(&'b self, process: &'b &str) -> [&'b (dyn ToSql + Sync); 21] {
        [
            &self.ids,
            &self.versions,
            &self.more,
            &self.kinds,
            &self.stages,
            &self.are_listed,
            &self.setups,
            &self.listings,
            &self.names,
            &self.outcomes,
            &self.openers,
            &self.wake_ats,
            &self.ats,
            &self.events.0,
            &self.events.1,
            &self.events.2,
            &self.seats.0,
            &self.seats.1,
            &self.seats.2,
            &self.seats.3,
            process,
        ]
    }
}
