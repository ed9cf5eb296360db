//! A clock for any number of seats. Time is told, not asked.

use std::fmt;
use std::time::Duration;

use rules::Seat;

/// How much time each player has, and what each move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// For the whole game.
    pub base: Duration,
    /// For each move.
    pub increment: Duration,
}

/// The time that is left to each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    pace: TimeControl,
    left: Vec<Duration>,
}

impl Clock {
    /// A clock at the start.
    pub fn new(pace: TimeControl, seats: u8) -> Clock {
        Clock { pace, left: vec![pace.base; usize::from(seats)] }
    }

    /// Reads `300000+5000 291000,300000`: milliseconds of the pace, then what each seat has left.
    pub fn parse(text: &str, seats: u8) -> Option<Clock> {
        let millis = |text: &str| text.parse().ok().map(Duration::from_millis);
        let (pace, left) = text.split_once(' ')?;
        let (base, increment) = pace.split_once('+')?;
        let left: Option<Vec<Duration>> = left.split(',').map(millis).collect();
        let left = left.filter(|left| left.len() == usize::from(seats))?;
        Some(Clock { pace: TimeControl { base: millis(base)?, increment: millis(increment)? }, left })
    }

    /// The pace it was set to.
    pub fn pace(&self) -> TimeControl {
        self.pace
    }

    /// What a seat has left.
    pub fn left(&self, seat: Seat) -> Duration {
        self.left.get(seat.index()).copied().unwrap_or_default()
    }

    /// Lets time pass for a seat; says whether its time is over.
    pub fn spend(&mut self, seat: Seat, time: Duration) -> bool {
        self.left.get_mut(seat.index()).is_some_and(|left| {
            *left = left.saturating_sub(time);
            left.is_zero()
        })
    }

    /// A seat has moved.
    pub fn moved(&mut self, seat: Seat) {
        if let Some(left) = self.left.get_mut(seat.index()) {
            *left += self.pace.increment;
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left: Vec<String> = self.left.iter().map(|left| left.as_millis().to_string()).collect();
        let TimeControl { base, increment } = self.pace;
        write!(f, "{}+{} {}", base.as_millis(), increment.as_millis(), left.join(","))
    }
}
