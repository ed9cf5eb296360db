//! How long to think, from what `go` says.

use std::time::Duration;

use rules::Seat;

/// How long a bare `go`, or one whose clocks leave out the player to move, thinks.
const USUAL: Duration = Duration::from_secs(1);

/// How many more moves a player is taken to make with the time that is left.
const MOVES_LEFT: u32 = 20;

/// What is kept for the way between the engine and whoever counts the time.
const WAY: Duration = Duration::from_millis(2);

/// What `go` was told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    /// The time left to each seat.
    pub(crate) left: [Option<Duration>; 4],
    /// What each seat gets back for a move.
    pub(crate) increments: [Option<Duration>; 4],
    pub(crate) movetime: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) infinite: bool,
}

impl Go {
    /// How long `seat` may think; `None` for as long as nothing else ends it.
    pub(crate) fn time(&self, seat: Seat) -> Option<Duration> {
        if self.infinite {
            return None;
        }
        if let Some(movetime) = self.movetime {
            return Some(less_the_way(movetime));
        }
        let has_clock = self.left.iter().chain(&self.increments).any(Option::is_some);
        match self.left.get(seat.index()).copied().flatten() {
            Some(left) => {
                let increment = self.increments[seat.index()].unwrap_or_default();
                // A part of what is left and most of what comes back, but never so much that the next move has
                // nothing.
                let share = left / MOVES_LEFT + increment * 3 / 4;
                Some(less_the_way(share.min(left * 4 / 5)))
            }
            None if self.nodes.is_none() && self.depth.is_none() || has_clock => Some(USUAL),
            None => None,
        }
    }

    /// Whether the search ends without being told to stop.
    pub(crate) fn ends(&self) -> bool {
        !self.infinite
    }
}

fn less_the_way(time: Duration) -> Duration {
    time - WAY.min(time / 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Option<Duration> {
        Some(Duration::from_millis(millis))
    }

    #[test]
    fn a_clock_is_spent_in_parts() {
        let go = Go { left: [ms(60_000), ms(0), None, None], increments: [ms(1_000); 4], ..Go::default() };
        assert_eq!(go.time(Seat::ONE), ms(3_000 + 750 - 2));
        assert_eq!(go.time(Seat::TWO), ms(0));
        assert_eq!(go.time(Seat::from_index(2)), Some(USUAL));
    }

    #[test]
    fn an_increment_does_not_lose_on_time() {
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
        assert_eq!(Go::default().time(Seat::ONE), Some(USUAL));
        assert_eq!(Go { nodes: Some(5), ..Go::default() }.time(Seat::ONE), None);
        assert_eq!(Go { depth: Some(5), ..Go::default() }.time(Seat::ONE), None);
    }
}
