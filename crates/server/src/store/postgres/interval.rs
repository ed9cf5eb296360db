//! How long the statements of a server wait for one another. The interval grows with the number of servers, so that a few
//! servers send the database no more statements than one does, each with more in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The least time from one statement to the next if there is one server.
const SINGLE_SERVER_INTERVAL: Duration = Duration::from_millis(2);

/// The part of the interval for each server if there are several. It is longer, because the database writes for several
/// at once: the statements of one server wait for each other anyway, and so more moves share each of them.
const INTERVAL_PER_SERVER: Duration = Duration::from_millis(3);

/// The longest interval: players would notice a longer one.
const MAX_INTERVAL: Duration = Duration::from_millis(16);

/// The least time from one statement to the next. What comes alone does not wait; when much comes, more of it shares a
/// statement. Copies share the number of servers.
#[derive(Clone, Debug, Default)]
pub(super) struct StatementInterval {
    others: Arc<AtomicUsize>,
}

impl StatementInterval {
    /// Sets how many other servers use the database.
    pub(super) fn set_others(&self, others: usize) {
        self.others.store(others, Ordering::Relaxed);
    }

    /// The least time from one statement to the next.
    pub(super) fn get(&self) -> Duration {
        match self.others.load(Ordering::Relaxed) {
            0 => SINGLE_SERVER_INTERVAL,
            others => {
                let servers = u32::try_from(others).unwrap_or(u32::MAX).saturating_add(1);
                INTERVAL_PER_SERVER.saturating_mul(servers).min(MAX_INTERVAL)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_grows_with_the_number_of_servers_up_to_a_bound() {
        let interval = StatementInterval::default();
        assert_eq!(interval.get(), SINGLE_SERVER_INTERVAL);
        interval.clone().set_others(2);
        assert_eq!(interval.get(), INTERVAL_PER_SERVER * 3);
        interval.set_others(usize::MAX);
        assert_eq!(interval.get(), MAX_INTERVAL);
    }
}
