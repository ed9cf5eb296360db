//! The queue of the engines. Each address has an equal share of the thinking time, within it each guest, and for each
//! guest the smallest level comes first. A job is taken for a slice of time, charged to its payer, and put back.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use rules::Level;
use table::GuestId;

use crate::concurrency_limit::decrement;

/// The client that an engine thinks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Payer {
    /// A number for the address; see [`CookieKey::number_of`](crate::CookieKey).
    pub(crate) address: i64,
    /// The guest who waits for the engine's move.
    pub(crate) guest: GuestId,
}

/// A job and its place in the queue.
#[derive(Debug)]
pub(super) struct Queued<J> {
    pub(super) payer: Payer,
    pub(super) job: J,
    level: Level,
    arrival: u64,
    is_started: bool,
}

/// Jobs that wait for a slice of thinking time.
#[derive(Debug)]
pub(super) struct FairQueue<J> {
    waiting: Vec<Queued<J>>,
    /// The payers of the jobs that are taken and not put back yet.
    taken: Vec<Payer>,
    /// The thinking time that each address, and each guest at an address, has been charged with. A payer who comes back
    /// starts at the minimum of the payers present: unused time is not saved up.
    by_address: HashMap<i64, Duration>,
    by_guest: HashMap<Payer, Duration>,
    /// How many jobs of each address are started and not finished.
    started: HashMap<i64, usize>,
    limits: QueueLimits,
    arrivals: u64,
}

/// Limits on the number of jobs.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueueLimits {
    /// How many jobs of one address may wait.
    pub(super) waiting_per_address: usize,
    /// How many jobs of one address may be started and not finished. A started job holds memory.
    pub(super) started_per_address: usize,
    /// How many jobs in all may be started before an address that has one may start another.
    pub(super) started: usize,
    /// How many jobs in all may be started, each further one for an address that has none, so that a few addresses do
    /// not keep a newcomer waiting.
    pub(super) started_at_most: usize,
}

impl<J> FairQueue<J> {
    pub(super) fn new(limits: QueueLimits) -> FairQueue<J> {
        FairQueue {
            waiting: Vec::new(),
            taken: Vec::new(),
            by_address: HashMap::new(),
            by_guest: HashMap::new(),
            started: HashMap::new(),
            limits,
            arrivals: 0,
        }
    }

    /// How many jobs have not been started.
    pub(super) fn unstarted(&self) -> usize {
        self.waiting.iter().filter(|queued| !queued.is_started).count()
    }

    /// How many jobs are started and not finished.
    pub(super) fn started(&self) -> usize {
        self.started.values().sum()
    }

    /// Adds a job. If the address has too many, returns the one for which there is no room: the last of the guest who has
    /// most of them, or else this one.
    pub(super) fn push(&mut self, payer: Payer, level: Level, job: J) -> Option<J> {
        let of_address = self.waiting.iter().filter(|queued| queued.payer.address == payer.address).count();
        let mut removed = None;
        if of_address >= self.limits.waiting_per_address {
            let Some(index) = self.replaceable_by(payer) else { return Some(job) };
            removed = Some(self.waiting.swap_remove(index).job);
        }
        self.enter(payer);
        self.arrivals += 1;
        self.waiting.push(Queued { payer, job, level, arrival: self.arrivals, is_started: false });
        removed
    }

    /// The index of the last job of the guest at this address who has most, if that guest still has as many as this one
    /// without it. A job that is started is kept.
    fn replaceable_by(&self, payer: Payer) -> Option<usize> {
        let neighbours =
            || self.waiting.iter().enumerate().filter(|(_, queued)| queued.payer.address == payer.address);
        let mut counts: HashMap<GuestId, usize> = HashMap::new();
        neighbours().for_each(|(_, queued)| *counts.entry(queued.payer.guest).or_default() += 1);
        let count = |guest: GuestId| counts.get(&guest).copied().unwrap_or_default();
        let own = count(payer.guest);
        let unstarted = neighbours().filter(|(_, queued)| !queued.is_started);
        let of_others = unstarted.filter(|(_, queued)| count(queued.payer.guest) > own + 1);
        of_others
            .max_by_key(|(_, queued)| (count(queued.payer.guest), queued.arrival))
            .map(|(index, _)| index)
    }

    /// Opens the accounts of a payer, and closes those of payers who have no job left.
    fn enter(&mut self, payer: Payer) {
        let active = || self.waiting.iter().map(|queued| &queued.payer).chain(&self.taken);
        let least_address = active().filter_map(|active| self.by_address.get(&active.address)).min().copied();
        let neighbours = active().filter(|active| active.address == payer.address);
        let least_guest = neighbours.filter_map(|active| self.by_guest.get(active)).min().copied();
        let least = least_address.unwrap_or_default();
        // An account below the minimum of the payers present no longer makes a difference.
        self.by_address.retain(|_, charged| least_address.is_some() && *charged >= least);
        let by_address = &self.by_address;
        self.by_guest.retain(|payer, _| by_address.contains_key(&payer.address));
        raise(&mut self.by_address, payer.address, least);
        raise(&mut self.by_guest, payer, least_guest.unwrap_or_default());
    }

    /// Takes the job that is next, if there is one.
    pub(super) fn take(&mut self) -> Option<Queued<J>> {
        let in_all = self.started();
        let may_start = |address| match self.started.get(&address) {
            None => in_all < self.limits.started_at_most,
            Some(&started) => started < self.limits.started_per_address && in_all < self.limits.started,
        };
        let next = self.waiting.iter().enumerate();
        let next = next.filter(|(_, queued)| queued.is_started || may_start(queued.payer.address));
        let (index, _) = next.min_by_key(|(_, queued)| {
            let address = self.by_address.get(&queued.payer.address).copied().unwrap_or_default();
            let guest = self.by_guest.get(&queued.payer).copied().unwrap_or_default();
            (address, guest, queued.level, queued.arrival)
        })?;
        let mut queued = self.waiting.swap_remove(index);
        self.taken.push(queued.payer);
        if !std::mem::replace(&mut queued.is_started, true) {
            *self.started.entry(queued.payer.address).or_default() += 1;
        }
        Some(queued)
    }

    /// Charges the payer of a job that was taken.
    pub(super) fn charge(&mut self, payer: Payer, thinking_time: Duration) {
        *self.by_address.entry(payer.address).or_default() += thinking_time;
        *self.by_guest.entry(payer).or_default() += thinking_time;
    }

    /// Puts a job back that needs more time.
    pub(super) fn put_back(&mut self, queued: Queued<J>) {
        self.release(queued.payer);
        self.waiting.push(queued);
    }

    /// Forgets a job that was taken and is finished.
    pub(super) fn finish(&mut self, payer: Payer) {
        self.release(payer);
        decrement(&mut self.started, payer.address);
    }

    fn release(&mut self, payer: Payer) {
        if let Some(index) = self.taken.iter().position(|taken| *taken == payer) {
            self.taken.swap_remove(index);
        }
    }

    /// Removes the waiting jobs that are no longer needed.
    pub(super) fn remove(&mut self, is_needed: impl Fn(&J) -> bool) -> Vec<J> {
        let (needed, others): (Vec<_>, Vec<_>) =
            self.waiting.drain(..).partition(|queued| is_needed(&queued.job));
        self.waiting = needed;
        for queued in others.iter().filter(|queued| queued.is_started) {
            decrement(&mut self.started, queued.payer.address);
        }
        others.into_iter().map(|queued| queued.job).collect()
    }
}

/// Makes an account at least this high.
fn raise<K: Eq + Hash>(accounts: &mut HashMap<K, Duration>, key: K, least: Duration) {
    let charged = accounts.entry(key).or_default();
    *charged = least.max(*charged);
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLICE: Duration = Duration::from_millis(20);

    fn payer(address: u8, guest: u64) -> Payer {
        Payer { address: address.into(), guest: GuestId(guest) }
    }

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    /// Limits on the jobs that are started, in all and of one address.
    fn starts(at_most: usize, per_address: usize) -> QueueLimits {
        QueueLimits {
            waiting_per_address: 1000,
            started_per_address: per_address,
            started: at_most,
            started_at_most: at_most,
        }
    }

    /// Takes one slice, and returns the name of the job.
    fn slice(queue: &mut FairQueue<&'static str>, is_finished: bool) -> &'static str {
        let queued = queue.take().unwrap();
        let name = queued.job;
        queue.charge(queued.payer, SLICE);
        if is_finished {
            queue.finish(queued.payer);
        } else {
            queue.put_back(queued);
        }
        name
    }

    #[test]
    fn a_newcomer_has_the_next_slice_and_then_every_other_one() {
        let mut queue = FairQueue::new(starts(6, 2));
        for number in 0..147 {
            queue.push(payer(1, number), level(10), "attack");
        }
        for _ in 0..100 {
            assert_eq!(slice(&mut queue, false), "attack");
        }
        assert_eq!(queue.started(), 2, "one address leaves room for others");
        queue.push(payer(2, 9), level(10), "bystander");
        let slices: Vec<_> = (0..100).map(|_| slice(&mut queue, false)).collect();
        assert_eq!(slices[..2].iter().filter(|name| **name == "bystander").count(), 1);
        assert_eq!(slices.iter().filter(|name| **name == "bystander").count(), 50);
    }

    #[test]
    fn guests_of_one_address_share_its_time_and_small_levels_come_first() {
        let mut queue = FairQueue::new(starts(9, 9));
        for name in ["busy 1", "busy 2", "busy 3"] {
            queue.push(payer(1, 1), level(10), name);
        }
        queue.push(payer(1, 2), level(10), "neighbour 10");
        queue.push(payer(1, 2), level(1), "neighbour 1");
        let order: Vec<_> = (0..5).map(|_| slice(&mut queue, true)).collect();
        assert_eq!(order, ["neighbour 1", "busy 1", "busy 2", "neighbour 10", "busy 3"]);
    }

    #[test]
    fn few_jobs_are_started_at_a_time_and_no_account_outlives_its_jobs() {
        let mut queue = FairQueue::new(starts(2, 2));
        for number in 1..=9 {
            queue.push(payer(number, 1), level(10), "job");
        }
        for _ in 0..50 {
            slice(&mut queue, false);
        }
        assert_eq!((queue.started(), queue.unstarted()), (2, 7));
        while queue.started() + queue.unstarted() > 0 {
            slice(&mut queue, true);
        }
        for number in 0..100_000 {
            queue.push(payer((number % 200) as u8, number), level(1), "job");
            slice(&mut queue, true);
        }
        assert!(queue.by_address.len() <= 1 && queue.by_guest.len() <= 1);
        assert!(queue.taken.is_empty() && queue.waiting.is_empty());
    }

    #[test]
    fn requests_that_are_no_longer_needed_are_removed() {
        let mut queue = FairQueue::new(starts(2, 2));
        for name in ["kept", "gone", "gone"] {
            queue.push(payer(1, 1), level(5), name);
        }
        slice(&mut queue, false);
        assert_eq!(queue.remove(|name| *name == "kept"), ["gone", "gone"]);
        assert_eq!((queue.started(), queue.unstarted()), (1, 0));
    }

    #[test]
    fn a_few_addresses_do_not_keep_a_newcomer_waiting() {
        let mut queue = FairQueue::new(QueueLimits { started: 9, started_at_most: 25, ..starts(0, 2) });
        for address in 0..5 {
            for guest in 0..4 {
                queue.push(payer(address, guest), level(10), "attack");
            }
        }
        for _ in 0..100 {
            slice(&mut queue, false);
        }
        assert_eq!(queue.started(), 9, "five addresses have two each, but for the last");
        queue.push(payer(100, 1), level(1), "newcomer");
        assert_eq!(slice(&mut queue, true), "newcomer", "the next slice, not the end of a search");
        for address in 10..200 {
            queue.push(payer(address, 1), level(10), "crowd");
        }
        for _ in 0..500 {
            slice(&mut queue, false);
        }
        assert_eq!(queue.started(), 25, "the memory is bounded however many addresses there are");
    }

    #[test]
    fn the_number_of_jobs_of_an_address_is_limited() {
        let mut queue = FairQueue::new(QueueLimits { waiting_per_address: 10, ..starts(2, 2) });
        let added =
            (0..100).filter(|&guest| queue.push(payer(1, guest), level(10), "attack").is_none()).count();
        assert_eq!(added, 10);
        assert!(queue.push(payer(2, 1), level(10), "other").is_none());
        for _ in 0..20 {
            slice(&mut queue, true);
            if queue.unstarted() == 0 {
                break;
            }
        }
        assert!(queue.push(payer(1, 7), level(10), "later").is_none(), "there is room again");
    }

    #[test]
    fn a_guest_with_many_jobs_makes_room_for_a_neighbour() {
        let mut queue = FairQueue::new(QueueLimits { waiting_per_address: 10, ..starts(1, 1) });
        for number in 0..10 {
            assert_eq!(queue.push(payer(1, 1), level(10), number), None);
        }
        let started = queue.take().unwrap();
        assert_eq!(started.job, 0);
        queue.put_back(started);
        assert_eq!(queue.push(payer(1, 1), level(10), 10), Some(10), "one's own jobs make no room");
        // The last ones are removed, until both have the same number.
        let removed: Vec<_> = (20..27).map(|number| queue.push(payer(1, 2), level(10), number)).collect();
        assert_eq!(removed, [9, 8, 7, 6, 5, 25, 26].map(Some));
        assert_eq!((queue.started(), queue.unstarted()), (1, 9));
    }
}
