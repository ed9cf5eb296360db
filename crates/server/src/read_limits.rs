//! Limits on reads: how often an address may read tables, games, pictures and lists, and search.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use table::Refusal;

use crate::budget::UNKNOWN_ADDRESS;
use crate::client_address::UNKNOWN_SHARE;
use crate::limit_log::{Limit, LimitLog};
use crate::rate_limit::{Rate, RateLimiter};

/// The cost of opening a socket, in reads: the server sends whole lists on it, and what the client sends on it is
/// limited for this socket only.
pub(crate) const NEW_SOCKET: f32 = 5.0;

/// How often an address may search the archive.
const SEARCHES: Rate = Rate { per_second: 2.0, capacity: 30.0 };

/// How often an address may look up a position in the explorer's index: about as fast as one can step through a game.
const EXPLORES: Rate = Rate { per_second: 5.0, capacity: 100.0 };

/// The reads and searches that addresses have left.
#[derive(Debug)]
pub(crate) struct ReadLimits {
    reads: RateLimiter<IpAddr>,
    searches: RateLimiter<IpAddr>,
    explores: RateLimiter<IpAddr>,
    is_unlimited: bool,
    log: Arc<LimitLog>,
}

impl ReadLimits {
    /// Allows each address this many reads per minute.
    pub(crate) fn new(reads_per_minute: u32, is_unlimited: bool, log: Arc<LimitLog>) -> ReadLimits {
        ReadLimits {
            reads: RateLimiter::new(Rate::per_minute(reads_per_minute.max(1) as f32)),
            searches: RateLimiter::new(SEARCHES),
            explores: RateLimiter::new(EXPLORES),
            is_unlimited,
            log,
        }
    }

    /// Charges an address with what it reads, or refuses it.
    pub(crate) fn read(&self, address: IpAddr, cost: f32) -> Result<(), Refusal> {
        self.take(&self.reads, Limit::Reads, address, cost)
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
        let share = if address == UNKNOWN_ADDRESS { f32::from(UNKNOWN_SHARE) } else { 1.0 };
        if self.is_unlimited || limiter.take(address, cost * share, Instant::now()) {
            return Ok(());
        }
        self.log.note(limit);
        Err(Refusal::TooFast)
    }

    /// Forgets addresses that have their full allowance.
    pub(crate) fn purge(&self, now: Instant) {
        for limiter in [&self.reads, &self.searches, &self.explores] {
            limiter.purge(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                let limits = ReadLimits::new(100, is_unlimited, Arc::default());
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
