//! When to reconnect: exponential backoff with jitter, and the state of a connection that is reopened whenever it is
//! lost. There is no socket and no timer here: the owner has both, and the methods say what to do next.

/// The waits between attempts to connect: each twice as long as the one before, up to a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    first: u64,
    longest: u64,
    failures: u32,
}

impl Backoff {
    /// Waits that begin with `first` ms and grow to at most `longest` ms.
    pub const fn new(first: u64, longest: u64) -> Backoff {
        Backoff { first, longest, failures: 0 }
    }

    /// How many ms to wait before the next attempt. `jitter`, from 0 to 1, shortens the wait by up to a half, so that
    /// clients that were disconnected together do not return together.
    pub fn next_wait(&mut self, jitter: f64) -> u64 {
        let wait = self.first.saturating_mul(1 << self.failures.min(20)).min(self.longest);
        self.failures = self.failures.saturating_add(1);
        (wait as f64 * (0.5 + jitter.clamp(0.0, 1.0) / 2.0)) as u64
    }

    /// Restarts with the first wait, because the server has sent something.
    pub fn reset(&mut self) {
        self.failures = 0;
    }
}

/// The state of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionState {
    /// It is being opened.
    Connecting,
    /// It is open.
    Open,
    /// It was lost, and will be reopened after a wait.
    Waiting,
}

/// What the owner of a [`Reconnector`] has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReconnectAction {
    /// Nothing.
    None,
    /// Connect now.
    Connect,
    /// Call [`Reconnector::wait_is_over`] after this many ms.
    Wait(u64),
    /// Check the connection: it may be dead although it looks open.
    Check,
}

/// A connection that is reopened whenever it is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reconnector {
    state: ConnectionState,
    backoff: Backoff,
}

impl Reconnector {
    /// A connection that is being opened for the first time.
    pub const fn new(backoff: Backoff) -> Reconnector {
        Reconnector { state: ConnectionState::Connecting, backoff }
    }

    /// The state of the connection.
    pub const fn state(self) -> ConnectionState {
        self.state
    }

    /// The connection is open.
    pub fn opened(&mut self) {
        self.state = ConnectionState::Open;
    }

    /// The server sent something. Only this resets the backoff: a server that accepts connections and drops them at
    /// once must not be asked again without a pause.
    pub fn received(&mut self) {
        self.backoff.reset();
    }

    /// The connection was lost, or could not be opened. For `jitter` see [`Backoff::next_wait`].
    pub fn lost(&mut self, jitter: f64) -> ReconnectAction {
        if self.state == ConnectionState::Waiting {
            return ReconnectAction::None;
        }
        self.state = ConnectionState::Waiting;
        ReconnectAction::Wait(self.backoff.next_wait(jitter))
    }

    /// The wait is over.
    pub fn wait_is_over(&mut self) -> ReconnectAction {
        match self.state {
            ConnectionState::Waiting => {
                self.state = ConnectionState::Connecting;
                ReconnectAction::Connect
            }
            ConnectionState::Connecting | ConnectionState::Open => ReconnectAction::None,
        }
    }

    /// The browser reports that the network has changed or that the page is visible again.
    pub fn network_changed(&mut self) -> ReconnectAction {
        match self.state {
            ConnectionState::Waiting => {
                self.backoff.reset();
                self.wait_is_over()
            }
            ConnectionState::Open => ReconnectAction::Check,
            ConnectionState::Connecting => ReconnectAction::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(action: ReconnectAction) -> u64 {
        match action {
            ReconnectAction::Wait(milliseconds) => milliseconds,
            other => panic!("{other:?} is not a wait"),
        }
    }

    fn reconnector() -> Reconnector {
        Reconnector::new(Backoff::new(250, 4_000))
    }

    #[test]
    fn waits_double_up_to_a_limit_while_nothing_is_received() {
        let mut connection = reconnector();
        let mut waits = Vec::new();
        for _ in 0..100 {
            waits.push(wait(connection.lost(1.0)));
            assert_eq!(connection.wait_is_over(), ReconnectAction::Connect);
            connection.opened();
        }
        assert_eq!(waits[..6], [250, 500, 1000, 2000, 4000, 4000]);
        assert_eq!(waits[99], 4000);
    }

    #[test]
    fn jitter_makes_a_wait_up_to_half_as_long() {
        let waits =
            [0.0, 0.5, 1.0, -3.0, 7.0, f64::NAN].map(|jitter| Backoff::new(200, 4_000).next_wait(jitter));
        assert_eq!(waits[..5], [100, 150, 200, 100, 200]);
        assert!(waits[5] <= 200);
    }

    #[test]
    fn after_something_was_received_the_first_wait_is_short_again() {
        let mut connection = reconnector();
        for _ in 0..5 {
            connection.lost(0.0);
            connection.wait_is_over();
        }
        connection.opened();
        connection.received();
        assert_eq!(wait(connection.lost(0.0)), 125);
    }

    #[test]
    fn a_connection_is_lost_only_once() {
        let mut connection = reconnector();
        connection.opened();
        assert!(matches!(connection.lost(0.5), ReconnectAction::Wait(_)));
        assert_eq!(connection.lost(0.5), ReconnectAction::None);
    }

    #[test]
    fn the_network_coming_back_ends_the_wait_at_once() {
        let mut connection = reconnector();
        connection.lost(0.5);
        assert_eq!(connection.network_changed(), ReconnectAction::Connect);
        assert_eq!(connection.state(), ConnectionState::Connecting);
        assert_eq!(connection.network_changed(), ReconnectAction::None);
        // The timer of the wait that was cut short does nothing.
        assert_eq!(connection.wait_is_over(), ReconnectAction::None);
        connection.opened();
        assert_eq!(connection.network_changed(), ReconnectAction::Check);
    }
}
