//! How long the statements of a server wait for one another. The interval grows with the number of servers, so that many
//! servers send the database as many statements as one does, each with more in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The least time from one statement to the next if there is one server.
const OF_ONE_SERVER: Duration = Duration::from_millis(2);

/// From this many servers on the interval no longer grows: players would notice.
const MAX_SERVERS: usize = 8;

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

    pub(super) fn get(&self) -> Duration {
        let servers = self.others.load(Ordering::Relaxed).saturating_add(1).min(MAX_SERVERS);
        OF_ONE_SERVER.saturating_mul(servers as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_grows_with_the_number_of_servers_up_to_a_bound() {
        let interval = StatementInterval::default();
        assert_eq!(interval.get(), OF_ONE_SERVER);
        interval.clone().set_others(2);
        assert_eq!(interval.get(), OF_ONE_SERVER * 3);
        interval.set_others(usize::MAX);
        assert_eq!(interval.get(), OF_ONE_SERVER * 8);
    }
}
