//! The share of each player of Tic Tac Doh! in equilibrium, where every seat maximises its own share.
//!
//! With more than two players this needs a convention: often a player who loses in any case decides who wins, and the
//! rules do not say how such a player chooses. See `docs/solved.md`.

/// How a player chooses among moves of the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// All with the same probability.
    Uniform,
    /// A player with a share of 0 takes the moves after which the game is expected to last longest, a player with a
    /// share of 1 those after which it is shortest; among these, all with the same probability.
    Delaying,
}

/// Shares that differ by less than this are equal. Different shares differ by more than 1e-6; rounding errors are
/// smaller. The test `no_two_shares_are_almost_the_same` checks all of them.
const SAME: f64 = 1e-9;

/// The share of each seat, in the order in which they move, and how many moves the game is expected to last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EquilibriumShares {
    pub(crate) of: [f64; 4],
    pub(crate) length: f64,
}

impl EquilibriumShares {
    /// The shares of a drawn game at a table of `seats`.
    pub(crate) fn drawn(seats: usize) -> EquilibriumShares {
        let mut of = [0.0; 4];
        of[..seats].fill(1.0 / seats as f64);
        EquilibriumShares { of, length: 0.0 }
    }

    /// The shares of a game that a seat wins after this many moves.
    pub(crate) fn won(seat: usize, length: f64) -> EquilibriumShares {
        let mut of = [0.0; 4];
        of[seat] = 1.0;
        EquilibriumShares { of, length }
    }

    /// The shares in a position from which these can be reached, one for each move.
    pub(crate) fn before(
        seats: usize,
        ties: Ties,
        after: impl Iterator<Item = EquilibriumShares> + Clone,
    ) -> EquilibriumShares {
        let last = seats - 1;
        let best = after.clone().map(|next| next.of[last]).fold(0.0, f64::max);
        let is_best = move |next: &EquilibriumShares| next.of[last] > best - SAME;
        let length = match ties {
            Ties::Delaying if best < SAME => {
                Some(after.clone().filter(is_best).map(|next| next.length).fold(0.0, f64::max))
            }
            Ties::Delaying if best > 1.0 - SAME => {
                Some(after.clone().filter(is_best).map(|next| next.length).fold(f64::MAX, f64::min))
            }
            _ => None,
        };
        let is_chosen = |next: &EquilibriumShares| {
            is_best(next) && length.is_none_or(|length| (next.length - length).abs() < SAME)
        };
        let (mut sum, mut count) = (EquilibriumShares { of: [0.0; 4], length: 0.0 }, 0.0);
        for next in after.filter(is_chosen) {
            for seat in 0..seats {
                sum.of[(seat + 1) % seats] += next.of[seat];
            }
            sum.length += next.length;
            count += 1.0;
        }
        EquilibriumShares { of: sum.of.map(|share| share / count), length: sum.length / count + 1.0 }
    }
}
