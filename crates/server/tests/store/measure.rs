//! Measures appends per second. Run by hand:
//! `cargo test --release --package trois-server --test store -- --ignored --nocapture measure`

use std::time::{Duration, Instant};

use cluster::Cluster;
use server::store::{Store, TableStage, TableSummary};
use table::{GuestId, Time};

use crate::make::{Folder, next, opening, postgres, sqlite, summary};

/// How long each measurement takes.
const SPAN: Duration = Duration::from_secs(4);

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures"]
async fn measure_sqlite() {
    let folder = Folder::new();
    let store = sqlite(&folder);
    measure("SQLite", &[store]).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures"]
async fn measure_postgres() {
    let cluster = Cluster::start();
    let url = cluster.database();
    let store = postgres(&url).await;
    measure("PostgreSQL, one server", std::slice::from_ref(&store)).await;
    measure("PostgreSQL, two servers", &[store, postgres(&url).await]).await;
}

async fn measure(what: &str, stores: &[Store]) {
    for appenders in [1, 50, 200, 500] {
        let tasks = (0..appenders).map(|appender| {
            let store = stores[appender % stores.len()].clone();
            let name = format!("{}-{}-{appenders}-{appender}", stores.len(), what.len());
            tokio::spawn(async move { append(&store, &name, appender as u64).await })
        });
        let mut waits = Vec::new();
        for task in tasks.collect::<Vec<_>>() {
            waits.extend(task.await.unwrap());
        }
        waits.sort_unstable();
        let at = |share: usize| waits[(waits.len() - 1) * share / 100].as_secs_f64() * 1000.0;
        let rate = waits.len() as f64 / SPAN.as_secs_f64();
        println!(
            "{what}: {appenders} appenders, {rate:.0} appends/s, median {:.1} ms, p99 {:.1} ms",
            at(50),
            at(99)
        );
    }
}

/// Appends to one table for a while. Returns how long each append took.
async fn append(store: &Store, name: &str, number: u64) -> Vec<Duration> {
    let begun = Instant::now();
    let mut waits = Vec::new();
    store.append(opening(name, summary(1))).await.unwrap();
    while begun.elapsed() < SPAN {
        let version = waits.len() + 1;
        let at = version as u64 * 1000 + number;
        let turn = version % 2 == 0;
        let summary = TableSummary {
            stage: TableStage::Playing,
            wake_at: Some(Time(at + 300_000)),
            guests: vec![(GuestId(2 * number), 1), (GuestId(2 * number + 1), 2)],
            turn: Some(1 + u8::from(turn)),
            listing: Some(format!(
                "listed id={name} at={at} game=super-morpion options= clock=300+5 starts=first started=yes seats=2 seat1=human:-:-:Anne seat2=human:-:-:Luc you=- turn=1 ply={version} end=-"
            ).into()),
            ..summary(at)
        };
        let mut append = next(name, version, summary);
        append.has_seats_changed = version == 1;
        append.events = vec![format!("{at} by=0123456789abcdef/1700000000{version} moved seat=1 move=e5")];
        let asked = Instant::now();
        store.append(append).await.unwrap();
        waits.push(asked.elapsed());
    }
    waits
}
