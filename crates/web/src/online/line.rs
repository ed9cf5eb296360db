//! When to connect and when to wait: a small machine that knows no socket and no timer, so that it can be tested.

/// The first wait after a lost connection, in milliseconds; every further one is twice as long.
const FIRST_WAIT: u64 = 250;

/// The longest wait.
const LONGEST_WAIT: u64 = 4000;

/// How the connection stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is being made.
    Connecting,
    /// It is there.
    Up,
    /// It was lost, and will be tried again.
    Waiting,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Do {
    /// Nothing.
    Nothing,
    /// Connect.
    Connect,
    /// Wait so many milliseconds, and then call [`Line::due`].
    Wait(u64),
    /// Doubt it: the connection may be dead without knowing it.
    Doubt,
}

/// A connection that comes back by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    state: State,
    /// How often in a row it failed before anything was heard.
    failures: u32,
}

impl Line {
    /// A connection that is being made for the first time.
    pub const fn new() -> Line {
        Line { state: State::Connecting, failures: 0 }
    }

    /// How it stands.
    pub const fn state(self) -> State {
        self.state
    }

    /// It is made.
    pub fn opened(&mut self) {
        self.state = State::Up;
    }

    /// Something was heard. Only then is it worth trusting: a server that takes connections and drops them at once
    /// must not be asked again and again without a pause.
    pub fn heard(&mut self) {
        self.failures = 0;
    }

    /// It was lost, or could not be made. `chance`, from 0 to 1, spreads those who were lost together.
    pub fn lost(&mut self, chance: f64) -> Do {
        if self.state == State::Waiting {
            return Do::Nothing;
        }
        self.state = State::Waiting;
        let wait = (FIRST_WAIT << self.failures.min(10)).min(LONGEST_WAIT);
        self.failures = self.failures.saturating_add(1);
        Do::Wait((wait as f64 * (0.5 + chance.clamp(0.0, 1.0) / 2.0)) as u64)
    }

    /// The wait is over.
    pub fn due(&mut self) -> Do {
        match self.state {
            State::Waiting => {
                self.state = State::Connecting;
                Do::Connect
            }
            State::Connecting | State::Up => Do::Nothing,
        }
    }

    /// The network is said to be back, or somebody looks at the page again.
    pub fn nudged(&mut self) -> Do {
        match self.state {
            State::Waiting => {
                self.failures = 0;
                self.due()
            }
            State::Up => Do::Doubt,
            State::Connecting => Do::Nothing,
        }
    }
}

impl Default for Line {
    fn default() -> Line {
        Line::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(what: Do) -> u64 {
        match what {
            Do::Wait(milliseconds) => milliseconds,
            other => panic!("{other:?} is no wait"),
        }
    }

    #[test]
    fn waits_grow_up_to_a_limit_while_nothing_is_heard() {
        let mut line = Line::new();
        let mut waits = Vec::new();
        for _ in 0..40 {
            waits.push(wait(line.lost(1.0)));
            assert_eq!(line.due(), Do::Connect);
            line.opened();
        }
        assert_eq!(waits[..6], [250, 500, 1000, 2000, 4000, 4000]);
        assert_eq!(waits[39], 4000);
    }

    #[test]
    fn after_something_was_heard_the_first_wait_is_short_again() {
        let mut line = Line::new();
        for _ in 0..5 {
            line.lost(0.0);
            line.due();
        }
        line.opened();
        line.heard();
        assert_eq!(wait(line.lost(0.0)), 125);
    }

    #[test]
    fn a_connection_is_lost_only_once() {
        let mut line = Line::new();
        line.opened();
        assert!(matches!(line.lost(0.5), Do::Wait(_)));
        assert_eq!(line.lost(0.5), Do::Nothing);
    }

    #[test]
    fn the_network_coming_back_ends_the_wait_at_once() {
        let mut line = Line::new();
        line.lost(0.5);
        assert_eq!(line.nudged(), Do::Connect);
        assert_eq!(line.state(), State::Connecting);
        assert_eq!(line.nudged(), Do::Nothing);
        // The timer of the wait that was cut short does nothing.
        assert_eq!(line.due(), Do::Nothing);
        line.opened();
        assert_eq!(line.nudged(), Do::Doubt);
    }
}
