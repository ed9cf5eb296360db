//! A clock for any number of seats. Callers report the elapsed time; this module never reads the time.

use std::fmt;
use std::time::Duration;

use rules::Seat;

/// The initial time of each player, and the increment per move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockSettings {
    /// The time for the whole game.
    pub base: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// The remaining time of each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalClock {
    time_control: ClockSettings,
    left: Vec<Duration>,
}

impl LocalClock {
    /// A clock that shows the initial time.
    pub fn new(time_control: ClockSettings, seats: u8) -> LocalClock {
        LocalClock { time_control, left: vec![time_control.base; usize::from(seats)] }
    }

    /// Reads `300000+5000 291000,300000`: the time control, then the remaining time of each seat, in milliseconds.
    pub fn parse(text: &str, seats: u8) -> Option<LocalClock> {
        let millis = |text: &str| text.parse().ok().map(Duration::from_millis);
        let (time_control, left) = text.split_once(' ')?;
        let (base, increment) = time_control.split_once('+')?;
        let left: Option<Vec<Duration>> = left.split(',').map(millis).collect();
        let left = left.filter(|left| left.len() == usize::from(seats))?;
        Some(LocalClock {
            time_control: ClockSettings { base: millis(base)?, increment: millis(increment)? },
            left,
        })
    }

    /// The time control.
    pub fn time_control(&self) -> ClockSettings {
        self.time_control
    }

    /// The remaining time of a seat.
    pub fn left(&self, seat: Seat) -> Duration {
        self.left.get(seat.index()).copied().unwrap_or_default()
    }

    /// Subtracts time from a seat; returns whether none is left.
    pub fn spend(&mut self, seat: Seat, time: Duration) -> bool {
        self.left.get_mut(seat.index()).is_some_and(|left| {
            *left = left.saturating_sub(time);
            left.is_zero()
        })
    }

    /// Adds the increment after a seat has moved.
    pub fn moved(&mut self, seat: Seat) {
        if let Some(left) = self.left.get_mut(seat.index()) {
            *left += self.time_control.increment;
        }
    }
}

impl fmt::Display for LocalClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left: Vec<String> = self.left.iter().map(|left| left.as_millis().to_string()).collect();
        let ClockSettings { base, increment } = self.time_control;
        write!(f, "{}+{} {}", base.as_millis(), increment.as_millis(), left.join(","))
    }
}
