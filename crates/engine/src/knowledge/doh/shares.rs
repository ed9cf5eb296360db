//! What each player of Tic Tac Doh! gets in equilibrium, where every seat maximises its own share of the game.
//!
//! With more than two players this needs a convention: a player who has lost in any case often decides who wins, and
//! the rules do not say how such a player chooses. See `docs/solved.md`.

/// How a player chooses among moves that are worth the same to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// All with the same probability.
    Uniform,
    /// A player whose share is 0 takes those after which the game is expected to last longest, a player whose share is
    /// 1 those after which it is shortest; among what is left, all with the same probability.
    Delaying,
}

/// Shares that differ by less than this are the same. Those of different moves differ by more than 1e-6 or by rounding
/// errors: the test `no_two_shares_are_almost_the_same` looks at all of them.
const SAME: f64 = 1e-9;

/// The share of each seat, in the order in which they move, and how many moves the game is expected to last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shares {
    pub(crate) of: [f64; 4],
    pub(crate) length: f64,
}

impl Shares {
    /// Of a drawn game at a table of `seats`.
    pub(crate) fn drawn(seats: usize) -> Shares {
        let mut of = [0.0; 4];
        of[..seats].fill(1.0 / seats as f64);
        Shares { of, length: 0.0 }
    }

    /// Of a game that a seat wins after so many moves.
    pub(crate) fn won(seat: usize, length: f64) -> Shares {
        let mut of = [0.0; 4];
        of[seat] = 1.0;
        Shares { of, length }
    }

    /// The shares in a position from which these can be reached, one for each move.
    pub(crate) fn before(seats: usize, ties: Ties, after: impl Iterator<Item = Shares> + Clone) -> Shares {
        let last = seats - 1;
        let best = after.clone().map(|next| next.of[last]).fold(0.0, f64::max);
        let is_best = move |next: &Shares| next.of[last] > best - SAME;
        let length = match ties {
            Ties::Delaying if best < SAME => {
                Some(after.clone().filter(is_best).map(|next| next.length).fold(0.0, f64::max))
            }
            Ties::Delaying if best > 1.0 - SAME => {
                Some(after.clone().filter(is_best).map(|next| next.length).fold(f64::MAX, f64::min))
            }
            _ => None,
        };
        let is_chosen =
            |next: &Shares| is_best(next) && length.is_none_or(|length| (next.length - length).abs() < SAME);
        let (mut sum, mut count) = (Shares { of: [0.0; 4], length: 0.0 }, 0.0);
        for next in after.filter(is_chosen) {
            for seat in 0..seats {
                sum.of[(seat + 1) % seats] += next.of[seat];
            }
            sum.length += next.length;
            count += 1.0;
        }
        Shares { of: sum.of.map(|share| share / count), length: sum.length / count + 1.0 }
    }
}
