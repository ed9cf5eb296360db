//! The write budget. Every request that makes the server write is charged to its guest and to its address, in one unit,
//! the write: an event costs one write, and so does each kilobyte. A change of seats costs several.

use std::hash::Hash;
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

/// The cost in writes of an append that changes who sits at a table or whether its game is being played, beyond its
/// events: it writes the rows of the seats and most indexes, about 30 kB of pages if it is alone in its transaction.
pub(crate) const SEAT_CHANGE: f32 = 8.0;

/// The cost of a guest in writes.
pub(crate) const NEW_GUEST: f32 = 20.0;

/// What it costs in writes to take a seat in a game that is aborted because the first move did not come. A client that
/// takes the seats of waiting players and leaves can do so a few times a minute.
const ABORTED_GAME: f32 = 60.0;

/// What a request costs in writes that the server refuses: it takes time, and the table is locked meanwhile.
const REFUSED_REQUEST: f32 = 0.25;

/// The guests of one address may together write this many times as much as one guest.
const GUESTS_PER_ADDRESS: f32 = 10.0;

/// The part of a budget that engine moves may not use, so that they do not keep the guest from playing.
const KEPT_FROM_ENGINES: f32 = 0.1;

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
        if self.is_unlimited || self.is_within(caller, now) {
            return Ok(());
        }
        self.log.note(Limit::Writes);
        Err(Refusal::TooFast)
    }

    /// Whether neither the guest nor the address has spent the budget.
    fn is_within(&self, caller: Caller, now: Instant) -> bool {
        self.by_address.has_tokens(&caller.address, now)
            && caller.guest.is_none_or(|guest| self.by_guest.has_tokens(&guest, now))
    }

    /// Whether an engine may play for this guest: whether more is left than the part that engine moves may not use.
    pub(crate) fn allows_engine(&self, caller: Caller) -> bool {
        self.allows_engine_at(caller, Instant::now())
    }

    fn allows_engine_at(&self, caller: Caller, now: Instant) -> bool {
        fn has_enough<K: Eq + Hash>(limiter: &RateLimiter<K>, key: &K, now: Instant) -> bool {
            let kept = limiter.capacity_of_bucket() * KEPT_FROM_ENGINES;
            limiter.has_at_least(kept.max(1.0), key, now)
        }
        let is_allowed = self.is_unlimited
            || has_enough(&self.by_address, &caller.address, now)
                && caller.guest.is_none_or(|guest| has_enough(&self.by_guest, &guest, now));
        if !is_allowed {
            self.log.note(Limit::Writes);
        }
        is_allowed
    }

    /// Charges a guest and an address for the writes made for them.
    pub(crate) fn charge(&self, caller: Caller, cost: f32) {
        self.charge_at(caller, cost, Instant::now());
    }

    /// Charges a guest and an address with a request that was refused, unless a limit or the store was the reason. It
    /// overdraws no budget: nothing was written.
    pub(crate) fn charge_refused(&self, caller: Caller, refusal: &Refusal) {
        let is_free = matches!(refusal, Refusal::TooFast | Refusal::Unavailable | Refusal::Fault);
        let now = Instant::now();
        if !is_free && self.is_within(caller, now) {
            self.charge_at(caller, REFUSED_REQUEST, now);
        }
    }

    /// Charges a guest, and the address from which the guest took the seat if it is known, because the game was aborted.
    pub(crate) fn charge_aborted(&self, guest: GuestId, address: Option<IpAddr>) {
        let now = Instant::now();
        match address {
            Some(address) => self.charge_at(Caller { guest: Some(guest), address }, ABORTED_GAME, now),
            None if self.is_unlimited => {}
            None => self.by_guest.charge(guest, ABORTED_GAME, now),
        }
    }

    /// Gives back what was charged for something that was not written.
    pub(crate) fn refund(&self, caller: Caller, cost: f32) {
        self.charge_at(caller, -cost, Instant::now());
    }

    fn charge_at(&self, caller: Caller, cost: f32, now: Instant) {
        if self.is_unlimited || cost == 0.0 {
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
        + summary.listing.as_ref().map_or(0, |listing| listing.len())
        + summary.names.len()
        + summary.setup.len();
    // A new table has its own cost.
    let has_seat_change = append.has_seats_changed && append.version > 0;
    let seat_change = if has_seat_change { SEAT_CHANGE } else { 0.0 };
    append.events.len() as f32 + bytes as f32 / 1024.0 + seat_change
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

    /// A game at the pace of a fast player: a move and the answers of two engines every second, for ten minutes.
    #[test]
    fn a_person_who_plays_against_engines_is_never_refused() {
        const EVENT: f32 = 1.5;
        let (budget, start) = (WriteBudget::new(300, false, Arc::default()), Instant::now());
        let anne = caller([192, 0, 2, 1].into(), 1);
        budget.charge_at(anne, NEW_GUEST + NEW_TABLE + SEAT_CHANGE + 2.0 * EVENT, start);
        for second in 0..600 {
            let now = start + std::time::Duration::from_secs(second);
            assert_eq!(budget.check_at(anne, now), Ok(()), "after {second} s");
            budget.charge_at(anne, EVENT, now);
            for _ in 0..2 {
                assert!(budget.allows_engine_at(anne, now), "after {second} s");
                budget.charge_at(anne, EVENT, now);
            }
        }
    }

    #[test]
    fn a_guest_is_charged_for_an_aborted_game_even_if_the_address_is_unknown() {
        let (budget, now) = (WriteBudget::new(300, false, Arc::default()), Instant::now());
        let eve = caller([192, 0, 2, 1].into(), 1);
        budget.charge_aborted(GuestId(1), None);
        let left = allowed(&budget, now, |_| eve);
        assert!((240..=245).contains(&left), "{left}");
        let other = caller([192, 0, 2, 2].into(), 2);
        budget.charge_aborted(GuestId(2), Some(other.address));
        let of_address = allowed(&budget, now, |guest| caller(other.address, 10 + guest));
        assert!((2940..=2990).contains(&of_address), "{of_address}");
    }

    #[test]
    fn engines_leave_a_tenth_of_the_budget_to_the_guest() {
        let (budget, now) = (WriteBudget::new(300, false, Arc::default()), Instant::now());
        let eve = caller([192, 0, 2, 1].into(), 1);
        let mut moves = 0;
        while budget.allows_engine_at(eve, now) {
            budget.charge_at(eve, 1.0, now);
            moves += 1;
        }
        assert_eq!(moves, 271);
        assert_eq!(allowed(&budget, now, |_| eve), 29);
    }

    #[test]
    fn an_append_costs_a_write_for_each_event_and_each_kilobyte_and_eight_for_a_change_of_seats() {
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
                listing: Some(text(listing).into()),
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
        let joined = Append { version: 1, ..append(&[0], 0, 0, 0) };
        assert_eq!(cost_of(&joined), 1.0 + SEAT_CHANGE);
        assert_eq!(cost_of(&Append { has_seats_changed: false, ..joined }), 1.0);
    }
}
