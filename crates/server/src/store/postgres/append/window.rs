//! Which appends are written together, and when: all that wait, once in every interval.

use std::collections::HashSet;

use table::TableId;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::AppendJob;
use crate::store::postgres::interval::StatementInterval;

/// The most appends that are written at a time. With more, the first of them would wait too long.
const MAX_WINDOW: usize = 256;

/// Calls `write` with the appends that wait, at most once in every interval, until all senders are dropped. An append that
/// comes alone does not wait. If more wait than can be written at a time, the next are written at once.
pub(super) async fn run<F: Future<Output = ()>>(
    write: impl Fn(Vec<AppendJob>) -> F,
    interval: StatementInterval,
    mut receiver: mpsc::Receiver<AppendJob>,
) {
    let mut waiting: Vec<AppendJob> = Vec::new();
    let mut next = Instant::now();
    let mut was_full = false;
    loop {
        if waiting.is_empty() {
            let Some(job) = receiver.recv().await else { return };
            waiting.push(job);
        }
        if !was_full {
            sleep_until(next).await;
        }
        next = Instant::now() + interval.get();
        while waiting.len() < MAX_WINDOW
            && let Ok(job) = receiver.try_recv()
        {
            waiting.push(job);
        }
        was_full = waiting.len() == MAX_WINDOW;
        // A second append to a table conflicts with the first or builds on it, so it waits for its result.
        let mut tables: HashSet<TableId> = HashSet::new();
        let (window, later) = waiting.into_iter().partition(|(append, _)| tables.insert(append.id.clone()));
        waiting = later;
        write(window).await;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::time::Duration;

    use table::{GuestId, Secret, Table, Time};
    use tokio::sync::oneshot;
    use tokio::time::sleep;

    use super::*;
    use crate::store::{Append, TableStage};
    use crate::summary::{SummaryTexts, summarize};

    /// An append to a table with this name: a move, or the start of the game.
    fn append(name: &str, is_move: bool) -> Append {
        let setup = "super - open,open untimed first".parse().unwrap();
        let table = Table::new(setup, Time(1), Secret::new([7; 32]));
        let mut summary =
            summarize(&name.parse().unwrap(), &table, &SummaryTexts::of(&table), true, GuestId(1));
        summary.stage = TableStage::Playing;
        Append {
            id: name.parse().unwrap(),
            version: 1,
            events: vec!["event".to_owned()],
            is_compaction: false,
            summary,
            has_seats_changed: !is_move,
            opened_from: None,
        }
    }

    /// The names of the appends in each window, in the order in which they were sent, and when it was written.
    type Windows = Vec<(Vec<String>, Instant)>;

    /// Sends appends, each after a pause, to a database that needs a millisecond for each window.
    async fn windows(appends: Vec<(Duration, Append)>) -> Windows {
        let written: RefCell<Windows> = RefCell::default();
        let (sender, receiver) = mpsc::channel(1000);
        let write = async |jobs: Vec<AppendJob>| {
            let names = jobs.iter().map(|(append, _)| append.id.to_string()).collect();
            written.borrow_mut().push((names, Instant::now()));
            sleep(Duration::from_millis(1)).await;
        };
        let send = async {
            for (pause, append) in appends {
                if !pause.is_zero() {
                    sleep(pause).await;
                }
                sender.send((append, oneshot::channel().0)).await.unwrap();
            }
            drop(sender);
        };
        tokio::join!(send, run(write, StatementInterval::default(), receiver));
        written.into_inner()
    }

    #[tokio::test(start_paused = true)]
    async fn appends_of_every_kind_wait_for_the_same_interval() {
        // As they come from many tables: every millisecond two moves and two other appends.
        let names: Vec<String> = (0..200).map(|number| format!("t{number}")).collect();
        let appends = names.iter().enumerate().map(|(number, name)| {
            let pause = Duration::from_millis(u64::from(number.is_multiple_of(4)));
            (pause, append(name, number.is_multiple_of(2)))
        });
        let windows = windows(appends.collect()).await;
        let interval = StatementInterval::default().get();
        for pair in windows.windows(2) {
            assert!(pair[1].1 - pair[0].1 >= interval, "{windows:?}");
        }
        let written: Vec<String> = windows.into_iter().flat_map(|(names, _)| names).collect();
        assert_eq!(written, names, "all, in order");
    }

    #[tokio::test(start_paused = true)]
    async fn an_append_that_comes_alone_does_not_wait() {
        let start = Instant::now();
        let pause = Duration::from_secs(1);
        let windows = windows(vec![(pause, append("a", true)), (pause, append("b", false))]).await;
        let at: Vec<Duration> = windows.iter().map(|(_, at)| *at - start).collect();
        assert!(
            at[0] < pause + Duration::from_millis(2) && at[1] < 2 * pause + Duration::from_millis(2),
            "{at:?}"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_second_append_to_a_table_waits_for_the_first() {
        let none = Duration::ZERO;
        let windows = windows(vec![
            (none, append("a", true)),
            (none, append("b", false)),
            (none, append("a", true)),
            (none, append("c", true)),
        ])
        .await;
        let names: Vec<Vec<String>> = windows.into_iter().map(|(names, _)| names).collect();
        let later: Vec<&String> = names.iter().skip(1).flatten().collect();
        assert_eq!(names.iter().flatten().filter(|name| *name == "a").count(), 2);
        assert!(
            names.iter().all(|window| window.iter().filter(|name| *name == "a").count() <= 1),
            "{names:?}"
        );
        assert!(later.contains(&&"a".to_owned()), "{names:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn when_more_waits_than_can_be_written_at_a_time_nothing_waits_for_the_interval() {
        let appends = (0..2 * MAX_WINDOW).map(|number| (Duration::ZERO, append(&format!("t{number}"), true)));
        let windows = windows(appends.collect()).await;
        let full: Vec<&(Vec<String>, Instant)> =
            windows.iter().filter(|(names, _)| names.len() == MAX_WINDOW).collect();
        let is_waiting = |pair: &[&(Vec<String>, Instant)]| pair[1].1 - pair[0].1 >= Duration::from_millis(2);
        assert!(!full.windows(2).any(is_waiting), "{}", full.len());
    }
}
