//! The write budget. Every request that makes the server write is charged to its guest and to its address, in one unit,
//! the write: an event costs one write, and so does each kilobyte.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

use table::{GuestId, Refusal};

use crate::http::Caller;
use crate::limit_log::{Limit, LimitLog};
use crate::rate_limit::{Rate, RateLimiter};
use crate::store::Append;

/// The cost of a table in writes, beyond its events: the table is kept for days, and lists show it.
pub(crate) const NEW_TABLE: f32 = 20.0;

/// The cost of a guest in writes.
pub(crate) const NEW_GUEST: f32 = 20.0;

/// The guests of one address may together write this many times as much as one guest.
const GUESTS_PER_ADDRESS: f32 = 10.0;

/// The address of clients that the proxy does not name. All of them share the budget of a single guest.
pub(crate) const UNKNOWN_ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The writes that guests and addresses have left.
#[derive(Debug)]
pub(crate) struct WriteBudget {
    by_guest: RateLimiter<GuestId>,
    by_address: RateLimiter<IpAddr>,
    is_unlimited: bool,
    log: Arc<LimitLog>,
}

impl WriteBudget {
    /// Allows each guest this many writes per minute.
    pub(crate) fn new(writes_per_minute: u32, is_unlimited: bool, log: Arc<LimitLog>) -> WriteBudget {
        let writes = writes_per_minute.max(1) as f32;
        WriteBudget {
            by_guest: RateLimiter::new(Rate::per_minute(writes)),
            by_address: RateLimiter::new(Rate::per_minute(writes * GUESTS_PER_ADDRESS)),
            is_unlimited,
            log,
        }
    }

    /// Refuses a guest or an address whose budget is spent.
    pub(crate) fn check(&self, caller: Caller) -> Result<(), Refusal> {
        self.check_at(caller, Instant::now())
    }

    fn check_at(&self, caller: Caller, now: Instant) -> Result<(), Refusal> {
        if self.is_unlimited {
            return Ok(());
        }
        let is_in_budget = self.by_address.has_tokens(&caller.address, now)
            && caller.guest.is_none_or(|guest| self.by_guest.has_tokens(&guest, now));
        if is_in_budget {
            return Ok(());
        }
        self.log.note(Limit::Writes);
        Err(Refusal::TooFast)
    }

    /// Charges a guest and an address for the writes made for them.
    pub(crate) fn charge(&self, caller: Caller, cost: f32) {
        self.charge_at(caller, cost, Instant::now());
    }

    fn charge_at(&self, caller: Caller, cost: f32, now: Instant) {
        if self.is_unlimited || cost <= 0.0 {
            return;
        }
        let share = if caller.address == UNKNOWN_ADDRESS { GUESTS_PER_ADDRESS } else { 1.0 };
        self.by_address.charge(caller.address, cost * share, now);
        if let Some(guest) = caller.guest {
            self.by_guest.charge(guest, cost, now);
        }
    }

    /// Forgets guests and addresses that have their full budget.
    pub(crate) fn purge(&self, now: Instant) {
        self.by_guest.purge(now);
        self.by_address.purge(now);
    }
}

/// The cost of an append in writes.
pub(crate) fn cost_of(append: &Append) -> f32 {
    let summary = &append.summary;
    let bytes = append.events.iter().map(String::len).sum::<usize>()
        + summary.listing.len()
        + summary.names.len()
        + summary.setup.len();
    append.events.len() as f32 + bytes as f32 / 1024.0
}

#[cfg(test)]
mod tests {
    use table::{Table, Time};

    use super::*;
    use crate::random;
    use crate::store::TableSummary;
    use crate::summary::{self, SummaryTexts};

    fn caller(address: IpAddr, guest: u64) -> Caller {
        Caller { guest: Some(GuestId(guest)), address }
    }

    /// How many requests that cost one write each are allowed at once.
    fn allowed(budget: &WriteBudget, now: Instant, caller: impl Fn(u64) -> Caller) -> usize {
        let is_allowed = |number: &u64| {
            let caller = caller(*number);
            budget.check_at(caller, now).map(|()| budget.charge_at(caller, 1.0, now)).is_ok()
        };
        (0..10_000).filter(is_allowed).count()
    }

    #[test]
    fn an_address_has_the_budget_of_ten_guests_and_unknown_addresses_share_that_of_one() {
        let (budget, now) = (WriteBudget::new(300, false, Arc::default()), Instant::now());
        let (one, two) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        assert_eq!(allowed(&budget, now, |_| caller(one, 1)), 300);
        assert_eq!(allowed(&budget, now, |guest| caller(two, 100 + guest)), 3000);
        assert_eq!(allowed(&budget, now, |guest| caller(UNKNOWN_ADDRESS, 20_000 + guest)), 300);
        assert_eq!(budget.check_at(caller(one, 2), now), Ok(()), "another guest at the first address");
        assert_eq!(budget.check_at(caller(two, 3), now), Err(Refusal::TooFast));
        let unlimited = WriteBudget::new(300, true, Arc::default());
        assert_eq!(allowed(&unlimited, now, |_| caller(one, 1)), 10_000);
    }

    #[test]
    fn an_append_costs_a_write_for_each_event_and_for_each_kilobyte() {
        let setup = "morpion - open,open untimed first".parse().unwrap();
        let (id, table) = (random::table_id(), Table::new(setup, Time(0), random::secret()));
        let summary = summary::summarize(&id, &table, &SummaryTexts::of(&table), true, GuestId(1));
        let text = |length: usize| "x".repeat(length);
        let append = |events: &[usize], listing: usize, names: usize, setup: usize| Append {
            id: id.clone(),
            version: 0,
            events: events.iter().map(|length| text(*length)).collect(),
            is_compaction: false,
            summary: TableSummary {
                listing: text(listing).into(),
                names: text(names).into(),
                setup: text(setup).into(),
                ..summary.clone()
            },
            has_seats_changed: true,
            opened_from: None,
        };
        assert_eq!(cost_of(&append(&[], 0, 0, 0)), 0.0);
        assert_eq!(cost_of(&append(&[0, 0, 0], 0, 0, 0)), 3.0);
        assert_eq!(cost_of(&append(&[1024, 512], 0, 0, 512)), 4.0);
        assert_eq!(cost_of(&append(&[0], 1024, 1024, 1024)), 4.0);
        assert_eq!(cost_of(&append(&[64 * 1024], 0, 0, 0)), 65.0);
    }
}
