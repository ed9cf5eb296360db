//! Time management: how long a `go` command searches.

use std::time::Duration;

use rules::Seat;

/// How long `go` searches without limits, or with clocks that do not include that of the player to move.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The time left is divided by this many moves.
const MOVES_LEFT: u32 = 20;

/// Reserved for the communication between engine and host.
const OVERHEAD: Duration = Duration::from_millis(2);

/// The parameters of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    /// The time left to each seat.
    pub(crate) left: [Option<Duration>; 4],
    /// The increment of each seat.
    pub(crate) increments: [Option<Duration>; 4],
    pub(crate) movetime: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) infinite: bool,
}

impl Go {
    /// How long `seat` may search; `None` without a time limit.
    pub(crate) fn time(&self, seat: Seat) -> Option<Duration> {
        if self.infinite {
            return None;
        }
        if let Some(movetime) = self.movetime {
            return Some(less_overhead(movetime));
        }
        let has_clock = self.left.iter().chain(&self.increments).any(Option::is_some);
        match self.left.get(seat.index()).copied().flatten() {
            Some(left) => {
                let increment = self.increments[seat.index()].unwrap_or_default();
                // A part of the time left and most of the increment, but never so much that nothing is left for the
                // next move.
                let share = left / MOVES_LEFT + increment * 3 / 4;
                Some(less_overhead(share.min(left * 4 / 5)))
            }
            None if self.nodes.is_none() && self.depth.is_none() || has_clock => Some(DEFAULT_TIME),
            None => None,
        }
    }

    /// Whether the search ends without `stop`.
    pub(crate) fn ends_by_itself(&self) -> bool {
        !self.infinite
    }
}

fn less_overhead(time: Duration) -> Duration {
    time - OVERHEAD.min(time / 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Option<Duration> {
        Some(Duration::from_millis(millis))
    }

    #[test]
    fn a_search_uses_a_part_of_the_time_left() {
        let go = Go { left: [ms(60_000), ms(0), None, None], increments: [ms(1_000); 4], ..Go::default() };
        assert_eq!(go.time(Seat::ONE), ms(3_000 + 750 - 2));
        assert_eq!(go.time(Seat::TWO), ms(0));
        assert_eq!(go.time(Seat::from_index(2)), Some(DEFAULT_TIME));
    }

    #[test]
    fn a_large_increment_does_not_make_a_search_exceed_the_time_left() {
        let go = Go { left: [ms(100), None, None, None], increments: [ms(5_000); 4], ..Go::default() };
        assert_eq!(go.time(Seat::ONE), ms(78));
    }

    #[test]
    fn a_move_time_is_almost_all_used() {
        assert_eq!(Go { movetime: ms(100), ..Go::default() }.time(Seat::ONE), ms(98));
        assert_eq!(Go { movetime: ms(0), ..Go::default() }.time(Seat::ONE), ms(0));
        assert_eq!(Go { movetime: ms(10), infinite: true, ..Go::default() }.time(Seat::ONE), None);
    }

    #[test]
    fn without_any_limit_a_second_is_spent() {
        assert_eq!(Go::default().time(Seat::ONE), Some(DEFAULT_TIME));
        assert_eq!(Go { nodes: Some(5), ..Go::default() }.time(Seat::ONE), None);
        assert_eq!(Go { depth: Some(5), ..Go::default() }.time(Seat::ONE), None);
    }
}
