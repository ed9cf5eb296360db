//! Time controls, and the clocks of a table. The caller passes the current time.

use std::fmt;
use std::str::FromStr;

use rules::date::DAY;
use rules::{Seat, TextError, words};

use crate::line_codec::{self, List, Maybe};
use crate::state::MAX_SEATS;
use crate::time::Time;

const SECOND: u64 = 1000;

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// No time limit.
    Untimed,
    /// A time for the whole game, and an increment for each move.
    Game {
        /// Seconds at the start, 1 to 86,400.
        base: u32,
        /// The increment in seconds, 0 to 3,600.
        increment: u32,
    },
    /// Days for each move, 1 to 14.
    Days(u8),
}

impl TimeControl {
    /// The milliseconds on a clock at the start of the game, or of each move; `None` without a limit.
    const fn full(self) -> Option<u64> {
        match self {
            TimeControl::Untimed => None,
            TimeControl::Game { base, .. } => Some(base as u64 * SECOND),
            TimeControl::Days(days) => Some(days as u64 * DAY),
        }
    }

    /// How many milliseconds a player must have been gone before another player may claim the game; `None` with days
    /// for each move, where players need not stay connected.
    pub const fn claim_delay(self) -> Option<u64> {
        match self {
            TimeControl::Untimed => Some(300 * SECOND),
            TimeControl::Game { .. } => Some(60 * SECOND),
            TimeControl::Days(_) => None,
        }
    }

    /// How many milliseconds a player may be gone before the first move, or think about it while the clock runs, before
    /// another player may abort the game; `None` with days for each move.
    pub const fn abort_delay(self) -> Option<u64> {
        match self {
            TimeControl::Untimed | TimeControl::Game { .. } => Some(20 * SECOND),
            TimeControl::Days(_) => None,
        }
    }
}

/// `untimed`, `300+5` (seconds) or `3d`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Untimed => f.write_str("untimed"),
            TimeControl::Game { base, increment } => write!(f, "{base}+{increment}"),
            TimeControl::Days(days) => write!(f, "{days}d"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TextError;

    fn from_str(text: &str) -> Result<TimeControl, TextError> {
        let within = |text: &str, least: u64, most: u64| {
            line_codec::number(text).ok().filter(|number| (least..=most).contains(number))
        };
        let control = if text == "untimed" {
            Some(TimeControl::Untimed)
        } else if let Some(days) = text.strip_suffix('d') {
            within(days, 1, 14).map(|days| TimeControl::Days(days as u8))
        } else {
            text.split_once('+').and_then(|(base, increment)| {
                let base = within(base, 1, 86_400)? as u32;
                Some(TimeControl::Game { base, increment: within(increment, 0, 3_600)? as u32 })
            })
        };
        control.ok_or_else(|| {
            let expected = words!(
                fr: "une pendule\u{a0}: untimed, des secondes et un ajout par coup comme 300+5 (1 à 86400, 0 à 3600), ou des jours par coup comme 3d (1 à 14)",
                en: "a clock: untimed, seconds and what each move adds like 300+5 (1 to 86400, 0 to 3600), or days per move like 3d (1 to 14)"
            );
            TextError::new(0, text, expected)
        })
    }
}

/// The clocks of a table. They are public.
///
/// `left` is the time of each seat when the running clock was started, so that the value changes with events only and
/// not with every tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clocks {
    /// The time of each seat. Entries beyond the last seat are zero.
    left: [u64; MAX_SEATS],
    /// How many clocks there are.
    count: u8,
    running: Option<(Seat, Time)>,
}

impl Clocks {
    /// The clocks before the start. Without a time limit there are none.
    pub(crate) fn new(control: TimeControl, seats: u8) -> Clocks {
        let full = control.full();
        let mut clocks = Clocks { left: [0; MAX_SEATS], count: full.map_or(0, |_| seats), running: None };
        clocks.seats_mut().fill(full.unwrap_or_default());
        clocks
    }

    fn seats(&self) -> &[u64] {
        &self.left[..usize::from(self.count).min(MAX_SEATS)]
    }

    fn seats_mut(&mut self) -> &mut [u64] {
        &mut self.left[..usize::from(self.count).min(MAX_SEATS)]
    }

    /// Stops the running clock, and subtracts the time since it was started.
    fn stop(&mut self, now: Time) {
        if let Some((seat, since)) = self.running.take()
            && let Some(left) = self.seats_mut().get_mut(seat.index())
        {
            *left = left.saturating_sub(now.since(since));
        }
    }

    /// The milliseconds that each seat has left; empty without a time limit.
    pub fn left(&self, now: Time) -> Vec<u64> {
        let mut stopped = *self;
        stopped.stop(now);
        stopped.seats().to_vec()
    }

    /// The seat whose clock runs.
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// When the clock of a seat was started, if it is running.
    pub(crate) fn running_since(&self, seat: Seat) -> Option<Time> {
        self.running.filter(|(running, _)| *running == seat).map(|(_, since)| since)
    }

    /// When the running clock will be at zero.
    pub fn flag_at(&self) -> Option<Time> {
        let (seat, since) = self.running?;
        self.seats().get(seat.index()).map(|&left| since.plus(left))
    }

    /// Stops the running clock and starts that of a seat. With days per move it starts with the full time.
    pub(crate) fn run(&mut self, control: TimeControl, seat: Option<Seat>, now: Time) {
        self.stop(now);
        self.running = seat.filter(|seat| seat.index() < self.seats().len()).map(|seat| (seat, now));
        if let (TimeControl::Days(_), Some(full), Some((seat, _))) = (control, control.full(), self.running) {
            self.left[seat.index()] = full;
        }
    }

    /// Stops the clock of a seat that has moved and adds the increment.
    pub(crate) fn moved(&mut self, control: TimeControl, seat: Seat, now: Time) {
        if self.running() != Some(seat) {
            return;
        }
        self.run(control, None, now);
        if let (TimeControl::Game { increment, .. }, Some(left)) =
            (control, self.seats_mut().get_mut(seat.index()))
        {
            *left = left.saturating_add(u64::from(increment) * SECOND);
        }
    }

    /// Credits the running clock with the time of an outage.
    pub(crate) fn credit(&mut self, milliseconds: u64, now: Time) {
        if let Some((_, since)) = &mut self.running {
            *since = since.plus(milliseconds).min(now);
        }
    }
}

/// `-` without a time limit. Otherwise the milliseconds of each seat and the running clock: `300000,295000@1:1234`, the
/// times that were left at 1234, when the clock of seat 1 was started; or `300000,295000@-` while no clock runs.
impl fmt::Display for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.seats().is_empty() {
            return f.write_str("-");
        }
        let running = Maybe(self.running.map(|(seat, since)| format!("{seat}:{since}")));
        write!(f, "{}@{running}", List(self.seats()))
    }
}

impl FromStr for Clocks {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Clocks, TextError> {
        if text == "-" {
            return Ok(Clocks::new(TimeControl::Untimed, 0));
        }
        let read = || {
            let (left, running) = text.split_once('@')?;
            let mut clocks = Clocks { left: [0; MAX_SEATS], count: 0, running: None };
            for left in left.split(',') {
                *clocks.left.get_mut(usize::from(clocks.count))? = line_codec::number(left).ok()?;
                clocks.count += 1;
            }
            clocks.running = match running {
                "-" => None,
                running => {
                    let (seat, since) = running.split_once(':')?;
                    let seat: Seat = seat.parse().ok()?;
                    (seat.index() < clocks.seats().len()).then_some(())?;
                    Some((seat, since.parse().ok()?))
                }
            };
            Some(clocks)
        };
        read().ok_or_else(|| {
            let expected = words!(
                fr: "des pendules, comme 300000,295000@1:1234",
                en: "clocks, like 300000,295000@1:1234"
            );
            TextError::new(0, text, expected)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_time_controls_are_refused() {
        for wrong in
            ["0+5", "0", "", "300", "+5", "300+-1", "86401+0", "300+3601", "0d", "15d", "d", "-1d", "03d"]
        {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
        for right in ["untimed", "1+0", "86400+3600", "300+5", "1d", "14d"] {
            assert_eq!(right.parse::<TimeControl>().unwrap().to_string(), right);
        }
    }

    #[test]
    fn a_move_costs_the_time_it_took_and_earns_the_increment() {
        let control = TimeControl::Game { base: 60, increment: 5 };
        let mut clocks = Clocks::new(control, 3);
        clocks.run(control, Some(Seat::ONE), Time(1_000));
        assert_eq!(clocks.flag_at(), Some(Time(61_000)));
        clocks.moved(control, Seat::ONE, Time(11_000));
        clocks.run(control, Some(Seat::TWO), Time(11_000));
        assert_eq!(clocks.left(Time(31_000)), [55_000, 40_000, 60_000]);
        assert_eq!(clocks.left(Time(999_000)), [55_000, 0, 60_000]);
        assert_eq!(clocks.to_string(), "55000,60000,60000@2:11000");
        clocks.credit(9_000, Time(25_000));
        assert_eq!(clocks.flag_at(), Some(Time(80_000)));
        clocks.credit(u64::MAX, Time(25_000));
        assert_eq!(clocks.left(Time(25_000)), [55_000, 60_000, 60_000]);
    }

    #[test]
    fn with_days_per_move_every_move_has_the_full_time() {
        let control = TimeControl::Days(2);
        let mut clocks = Clocks::new(control, 2);
        clocks.run(control, Some(Seat::ONE), Time(0));
        clocks.moved(control, Seat::ONE, Time(DAY));
        clocks.run(control, Some(Seat::TWO), Time(DAY));
        clocks.moved(control, Seat::TWO, Time(DAY + 5));
        clocks.run(control, Some(Seat::ONE), Time(DAY + 5));
        assert_eq!(clocks.flag_at(), Some(Time(3 * DAY + 5)));
    }
}
