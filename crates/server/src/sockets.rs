//! How many sockets are open, in all and from each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// The sockets that are open.
#[derive(Clone, Debug)]
pub(crate) struct Sockets {
    most: usize,
    most_per_address: usize,
    open: Arc<Mutex<Open>>,
}

#[derive(Debug, Default)]
struct Open {
    count: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A socket that counts until it is dropped.
#[derive(Debug)]
pub(crate) struct Counted {
    address: IpAddr,
    open: Arc<Mutex<Open>>,
}

impl Sockets {
    pub(crate) fn new(most: usize, most_per_address: usize) -> Sockets {
        Sockets { most, most_per_address, open: Arc::default() }
    }

    /// How many are open.
    pub(crate) fn count(&self) -> u32 {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).count as u32
    }

    /// Counts one more; `None` if there are too many.
    pub(crate) fn admit(&self, address: IpAddr) -> Option<Counted> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let from_there = open.by_address.get(&address).copied().unwrap_or_default();
        let is_too_many = from_there >= self.most_per_address && !address.is_loopback();
        if open.count >= self.most || is_too_many {
            return None;
        }
        open.count += 1;
        *open.by_address.entry(address).or_default() += 1;
        Some(Counted { address, open: Arc::clone(&self.open) })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.count -= 1;
        if let Some(count) = open.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_share_and_what_is_closed_no_longer_counts() {
        let sockets = Sockets::new(5, 2);
        let (one, two) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let first = sockets.admit(one);
        let _second = sockets.admit(one).unwrap();
        assert!(sockets.admit(one).is_none());
        let _other = sockets.admit(two).unwrap();
        drop(first);
        let _third = sockets.admit(one).unwrap();
        assert_eq!(sockets.count(), 3);
        let local = IpAddr::from([127, 0, 0, 1]);
        let _locals = (sockets.admit(local).unwrap(), sockets.admit(local).unwrap());
        assert!(sockets.admit(local).is_none(), "five in all");
    }
}
