//! A clock for any number of seats. Callers report the elapsed time; this module never reads the time.

use std::fmt;
use std::time::Duration;

use rules::Seat;
use table::TimeControl;

/// The remaining time of each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalClock {
    /// Seconds at the start of the game.
    base: u32,
    /// Seconds added after each move.
    increment: u32,
    left: Vec<Duration>,
}

impl LocalClock {
    /// A clock that shows the initial time; `None` unless there is a time for the whole game.
    pub fn new(time_control: TimeControl, seats: u8) -> Option<LocalClock> {
        let TimeControl::Game { base, increment } = time_control else { return None };
        let left = vec![Duration::from_secs(base.into()); usize::from(seats)];
        Some(LocalClock { base, increment, left })
    }

    /// Reads `300000+5000 291000,300000`: the time control, then the remaining time of each seat, in milliseconds.
    pub fn parse(text: &str, seats: u8) -> Option<LocalClock> {
        let millis = |text: &str| text.parse().ok().map(Duration::from_millis);
        let seconds = |text: &str| u32::try_from(millis(text)?.as_secs()).ok();
        let (time_control, left) = text.split_once(' ')?;
        let (base, increment) = time_control.split_once('+')?;
        let left: Option<Vec<Duration>> = left.split(',').map(millis).collect();
        let left = left.filter(|left| left.len() == usize::from(seats))?;
        Some(LocalClock { base: seconds(base)?, increment: seconds(increment)?, left })
    }

    /// The time control.
    pub fn time_control(&self) -> TimeControl {
        TimeControl::Game { base: self.base, increment: self.increment }
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
            *left += Duration::from_secs(self.increment.into());
        }
    }
}

impl fmt::Display for LocalClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left: Vec<String> = self.left.iter().map(|left| left.as_millis().to_string()).collect();
        let millis = |seconds: u32| 1000 * u64::from(seconds);
        write!(f, "{}+{} {}", millis(self.base), millis(self.increment), left.join(","))
    }
}
