//! Limits on reads: how often an address may read tables, games, pictures and lists, search, and send requests at all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use table::Refusal;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::budget::UNKNOWN_ADDRESS;
use crate::client_address::UNKNOWN_SHARE;
use crate::limit_log::{Limit, LimitLog};
use crate::rate_limit::{Rate, RateLimiter};

/// The cost of opening a socket, in reads: the server sends whole lists on it, and what the client sends on it is
/// limited for this socket only.
pub(crate) const NEW_SOCKET: f32 = 5.0;

/// How many events that are replayed to load a table cost as much as a read.
const EVENTS_PER_READ: f32 = 500.0;

/// How long a search waits for the other searches of its address.
const MAX_SEARCH_WAIT: Duration = Duration::from_secs(5);

/// How often an address may search the archive.
const SEARCHES: Rate = Rate { per_second: 2.0, capacity: 30.0 };

/// How often an address may look up a position in the explorer's index: about as fast as one can step through a game.
const EXPLORES: Rate = Rate { per_second: 5.0, capacity: 100.0 };

/// How many minutes' worth of requests an address may send at once: a class that opens the app.
const REQUEST_BURST: f32 = 2.0;

/// The reads, searches and requests that addresses have left.
#[derive(Debug)]
pub(crate) struct ReadLimits {
    requests: RateLimiter<IpAddr>,
    reads: RateLimiter<IpAddr>,
    searches: RateLimiter<IpAddr>,
    explores: RateLimiter<IpAddr>,
    /// The addresses that search now.
    searching: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
    is_unlimited: bool,
    log: Arc<LimitLog>,
}

impl ReadLimits {
    /// Allows each address this many requests per minute, and so many of them reads.
    pub(crate) fn new(
        requests_per_minute: u32,
        reads_per_minute: u32,
        is_unlimited: bool,
        log: Arc<LimitLog>,
    ) -> ReadLimits {
        let requests = Rate::per_minute(requests_per_minute.max(1) as f32);
        let requests = Rate { capacity: requests.capacity * REQUEST_BURST, ..requests };
        ReadLimits {
            requests: RateLimiter::new(requests),
            reads: RateLimiter::new(Rate::per_minute(reads_per_minute.max(1) as f32)),
            searches: RateLimiter::new(SEARCHES),
            explores: RateLimiter::new(EXPLORES),
            searching: Mutex::default(),
            is_unlimited,
            log,
        }
    }

    /// Counts a request of an address, or refuses it. Clients that the proxy does not name share the requests of one
    /// address: for the files of the app, that has to do.
    pub(crate) fn request(&self, address: IpAddr) -> Result<(), Refusal> {
        if self.is_unlimited || self.requests.take(address, 1.0, Instant::now()) {
            return Ok(());
        }
        self.log.note(Limit::Requests);
        Err(Refusal::TooFast)
    }

    /// Charges an address with what it reads, or refuses it.
    pub(crate) fn read(&self, address: IpAddr, cost: f32) -> Result<(), Refusal> {
        self.take(&self.reads, Limit::Reads, address, cost)
    }

    /// Charges an address with a log that was replayed for it, beyond the read that the request was.
    pub(crate) fn charge_replay(&self, address: IpAddr, events: usize) {
        let cost = events as f32 / EVENTS_PER_READ;
        if !self.is_unlimited && cost >= 1.0 {
            self.reads.charge(address, cost * share_of(address), Instant::now());
        }
    }

    /// Waits until no other search of this address runs. The next one may begin when the permit is dropped.
    pub(crate) async fn one_at_a_time(
        &self,
        address: IpAddr,
    ) -> Result<Option<OwnedSemaphorePermit>, Refusal> {
        if self.is_unlimited {
            return Ok(None);
        }
        let of_address = {
            let mut searching = self.searching.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(searching.entry(address).or_insert_with(|| Arc::new(Semaphore::new(1))))
        };
        match tokio::time::timeout(MAX_SEARCH_WAIT, of_address.acquire_owned()).await {
            Ok(permit) => permit.map(Some).map_err(|_| Refusal::Unavailable),
            Err(_) => {
                self.log.note(Limit::Searches);
                Err(Refusal::TooFast)
            }
        }
    }

    /// Refuses an address that searches the archive too often.
    pub(crate) fn search(&self, address: IpAddr) -> Result<(), Refusal> {
        self.take(&self.searches, Limit::Searches, address, 1.0)
    }

    /// Refuses an address that looks up positions in the explorer's index too often.
    pub(crate) fn explore(&self, address: IpAddr) -> Result<(), Refusal> {
        self.take(&self.explores, Limit::Explores, address, 1.0)
    }

    fn take(
        &self,
        limiter: &RateLimiter<IpAddr>,
        limit: Limit,
        address: IpAddr,
        cost: f32,
    ) -> Result<(), Refusal> {
        if self.is_unlimited || limiter.take(address, cost * share_of(address), Instant::now()) {
            return Ok(());
        }
        self.log.note(limit);
        Err(Refusal::TooFast)
    }

    /// Forgets addresses that have their full allowance.
    pub(crate) fn purge(&self, now: Instant) {
        for limiter in [&self.requests, &self.reads, &self.searches, &self.explores] {
            limiter.purge(now);
        }
        let mut searching = self.searching.lock().unwrap_or_else(PoisonError::into_inner);
        searching.retain(|_, of_address| Arc::strong_count(of_address) > 1);
        searching.shrink_to_fit();
    }
}

/// How many times as much a read costs an address: all clients that the proxy does not name have a part of one's reads.
fn share_of(address: IpAddr) -> f32 {
    if address == UNKNOWN_ADDRESS { f32::from(UNKNOWN_SHARE) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_log_costs_an_address_more_reads_than_a_short_one() {
        let left = |events: usize| {
            let limits = ReadLimits::new(6000, 60, false, Arc::default());
            let address = [192, 0, 2, 1].into();
            limits.read(address, 1.0).unwrap();
            limits.charge_replay(address, events);
            (0..100).filter(|_| limits.read(address, 1.0).is_ok()).count()
        };
        assert_eq!([left(0), left(60), left(10_000)], [59, 59, 39]);
    }

    #[tokio::test]
    async fn an_address_has_one_search_at_a_time_and_is_forgotten_afterwards() {
        let limits = ReadLimits::new(6000, 60, false, Arc::default());
        let (eve, anne) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        let first = limits.one_at_a_time(eve).await.unwrap();
        let mut second = Box::pin(limits.one_at_a_time(eve));
        assert!(tokio::time::timeout(Duration::ZERO, &mut second).await.is_err());
        assert!(limits.one_at_a_time(anne).await.is_ok());
        limits.purge(Instant::now());
        assert!(tokio::time::timeout(Duration::ZERO, &mut second).await.is_err());
        drop(first);
        assert!(second.await.is_ok());
        limits.purge(Instant::now());
        assert_eq!(limits.searching.lock().unwrap().capacity(), 0);
    }

    #[test]
    fn unknown_addresses_share_a_tenth_of_the_limits_of_one_address() {
        type Request = fn(&ReadLimits, IpAddr) -> Result<(), Refusal>;
        let requests: [(Request, usize); 3] = [
            (|limits, address| limits.read(address, 1.0), 100),
            (ReadLimits::search, 30),
            (ReadLimits::explore, 100),
        ];
        for (request, per_address) in requests {
            let allowed = |is_unlimited, address: [u8; 4]| {
                let limits = ReadLimits::new(100, 100, is_unlimited, Arc::default());
                (0..1000).filter(|_| request(&limits, address.into()).is_ok()).count()
            };
            // A few tokens are refilled while the test runs.
            let with_refill = |count: usize| count..count + count.div_ceil(10) + 1;
            assert!(with_refill(per_address).contains(&allowed(false, [192, 0, 2, 1])));
            assert!(with_refill(per_address / 10).contains(&allowed(false, [0, 0, 0, 0])));
            assert_eq!(allowed(true, [0, 0, 0, 0]), 1000);
        }
    }
}
