//! Limits how many sockets, connections or requests are open at a time, in all and per address, and counts the people
//! behind them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use table::GuestId;

use crate::budget::UNKNOWN_ADDRESS;
use crate::client_address::UNKNOWN_SHARE;

/// What is open now, all of one kind (sockets, connections or requests), and the limits on it.
#[derive(Clone, Debug)]
pub(crate) struct ConcurrencyLimit {
    max: usize,
    max_per_address: usize,
    open: Arc<Mutex<OpenCounts>>,
}

#[derive(Debug, Default)]
struct OpenCounts {
    count: usize,
    by_address: HashMap<IpAddr, usize>,
    by_guest: HashMap<GuestId, usize>,
    without_guest: usize,
}

/// Something that was admitted. It counts as open until this is dropped.
#[derive(Debug)]
pub(crate) struct ConcurrencyPermit {
    address: IpAddr,
    /// How many places of its address it takes.
    weight: usize,
    limit: usize,
    guest: Option<GuestId>,
    open: Arc<Mutex<OpenCounts>>,
}

impl ConcurrencyLimit {
    pub(crate) fn new(max: usize, max_per_address: usize) -> ConcurrencyLimit {
        ConcurrencyLimit { max, max_per_address, open: Arc::default() }
    }

    /// How many are open.
    pub(crate) fn count(&self) -> u32 {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).count as u32
    }

    /// How many people have something open. Without a cookie, each socket counts as a person.
    pub(crate) fn people(&self) -> u32 {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        (open.by_guest.len() + open.without_guest) as u32
    }

    /// The capacity of the maps of addresses and guests.
    #[cfg(test)]
    pub(crate) fn capacity(&self) -> usize {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.by_address.capacity() + open.by_guest.capacity()
    }

    /// Frees the memory that was used for what has been closed.
    pub(crate) fn shrink(&self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.by_address.shrink_to_fit();
        open.by_guest.shrink_to_fit();
    }

    /// How many an address may have open.
    fn max_of(&self, address: IpAddr) -> usize {
        if address == UNKNOWN_ADDRESS {
            (self.max_per_address / usize::from(UNKNOWN_SHARE)).max(1)
        } else {
            self.max_per_address
        }
    }

    /// Admits one more from this address; `None` if a limit is reached.
    pub(crate) fn admit(&self, address: IpAddr, guest: Option<GuestId>) -> Option<ConcurrencyPermit> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = open.by_address.get(&address).copied().unwrap_or_default();
        if open.count >= self.max || of_address >= self.max_of(address) {
            return None;
        }
        open.count += 1;
        *open.by_address.entry(address).or_default() += 1;
        match guest {
            Some(guest) => *open.by_guest.entry(guest).or_default() += 1,
            None => open.without_guest += 1,
        }
        let limit = self.max_of(address);
        Some(ConcurrencyPermit { address, weight: 1, limit, guest, open: Arc::clone(&self.open) })
    }
}

impl ConcurrencyPermit {
    /// Takes that many more places of the address, for a socket that keeps something large in memory; `false` if the
    /// address would then have too many.
    pub(crate) fn add_weight(&mut self, more: usize) -> bool {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = open.by_address.entry(self.address).or_default();
        let is_allowed = of_address.saturating_add(more) <= self.limit;
        if is_allowed {
            *of_address += more;
            self.weight += more;
        }
        is_allowed
    }
}

impl Drop for ConcurrencyPermit {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.count -= 1;
        decrement_by(&mut open.by_address, self.address, self.weight);
        match self.guest {
            Some(guest) => decrement(&mut open.by_guest, guest),
            None => open.without_guest -= 1,
        }
    }
}

/// Decrements the count of a key, and removes the key at zero.
pub(crate) fn decrement<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K) {
    decrement_by(counts, key, 1);
}

/// Lowers the count of a key, and removes the key at zero.
fn decrement_by<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K, by: usize) {
    if let Entry::Occupied(mut count) = counts.entry(key) {
        *count.get_mut() -= by.min(*count.get());
        if *count.get() == 0 {
            count.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_a_limit_and_closed_sockets_no_longer_count() {
        let sockets = ConcurrencyLimit::new(5, 2);
        let (one, two) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let first = sockets.admit(one, Some(GuestId(1)));
        let _second = sockets.admit(one, Some(GuestId(1))).unwrap();
        assert!(sockets.admit(one, Some(GuestId(1))).is_none());
        let _other = sockets.admit(two, Some(GuestId(2))).unwrap();
        drop(first);
        let _third = sockets.admit(one, Some(GuestId(1))).unwrap();
        assert_eq!((sockets.count(), sockets.people()), (3, 2));
        let local = IpAddr::from([127, 0, 0, 1]);
        let _locals = (sockets.admit(local, None).unwrap(), sockets.admit(local, None).unwrap());
        assert!(sockets.admit(local, None).is_none(), "this machine is an address like others");
        assert!(sockets.admit(two, None).is_none(), "five in all");
        assert_eq!(sockets.people(), 4);
    }

    #[test]
    fn a_socket_that_keeps_something_large_counts_as_several_of_its_address() {
        let sockets = ConcurrencyLimit::new(usize::MAX, 10);
        let (one, two) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let mut first = sockets.admit(one, None).unwrap();
        let mut second = sockets.admit(one, None).unwrap();
        assert!(first.add_weight(5) && !second.add_weight(4) && second.add_weight(3));
        assert!(sockets.admit(one, None).is_none() && sockets.admit(two, None).is_some());
        drop(first);
        let more: Vec<_> = (0..10).map_while(|_| sockets.admit(one, None)).collect();
        assert_eq!((more.len(), sockets.count()), (6, 7));
        drop((second, more));
        sockets.shrink();
        assert_eq!(sockets.capacity(), 0);
    }

    #[test]
    fn clients_that_the_proxy_does_not_name_share_a_tenth_of_the_limit() {
        let sockets = ConcurrencyLimit::new(usize::MAX, 50);
        let open = |address: [u8; 4]| {
            let permits = (0..100).map_while(|guest| sockets.admit(address.into(), Some(GuestId(guest))));
            permits.collect::<Vec<_>>()
        };
        assert_eq!((open([192, 0, 2, 1]).len(), open([0, 0, 0, 0]).len()), (50, 5));
    }

    #[test]
    fn the_memory_of_a_hundred_thousand_sockets_is_freed_when_they_are_closed() {
        let sockets = ConcurrencyLimit::new(usize::MAX, 1);
        let admit = |number: u32| {
            let address = IpAddr::from(std::net::Ipv4Addr::from(number));
            sockets.admit(address, Some(GuestId(number.into()))).unwrap()
        };
        let open: Vec<ConcurrencyPermit> = (0..100_000).map(admit).collect();
        assert!(sockets.capacity() >= 200_000);
        drop(open);
        sockets.shrink();
        assert_eq!(sockets.capacity(), 0);
    }
}
