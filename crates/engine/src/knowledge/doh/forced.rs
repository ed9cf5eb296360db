//! What one player of Tic Tac Doh! can force against all others, however they play.

/// What each seat can force, in the order in which the seats move: first the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Forced {
    /// After how many moves each seat has won at the latest, or [`NEVER`] if it cannot force a win.
    pub(crate) win: [u8; 4],
    /// Whether each seat can force at least a draw: a bit each.
    pub(crate) draw: u8,
}

/// A win that cannot be forced.
pub(crate) const NEVER: u8 = u8::MAX;

impl Forced {
    /// A drawn game at a table of `seats`.
    pub(crate) const fn drawn(seats: usize) -> Forced {
        Forced { win: [NEVER; 4], draw: (1 << seats) - 1 }
    }

    /// A game that the seat with this number has won after this many moves.
    pub(crate) const fn won(seat: usize, plies: u8) -> Forced {
        let mut win = [NEVER; 4];
        win[seat] = plies;
        Forced { win, draw: 1 << seat }
    }

    /// Whether a seat can force a win.
    pub(crate) const fn wins(self, seat: usize) -> bool {
        self.win[seat] != NEVER
    }

    /// Whether a seat can force at least a draw.
    pub(crate) const fn draws(self, seat: usize) -> bool {
        self.draw >> seat & 1 != 0
    }

    /// What can be forced in a position from which `after` can be reached. The player to move needs one move that
    /// forces it; for the other seats, every move must.
    pub(crate) fn before(seats: usize, after: impl Iterator<Item = Forced>) -> Forced {
        let last = seats - 1;
        // The first seat takes the earliest win, the others the latest.
        let mut win = [0; 4];
        win[0] = NEVER;
        let (mut first_draws, mut others_draw) = (false, !0);
        for next in after {
            win[0] = win[0].min(next.win[last]);
            for (win, after) in win[1..seats].iter_mut().zip(next.win) {
                *win = (*win).max(after);
            }
            first_draws |= next.draws(last);
            others_draw &= next.draw << 1;
        }
        let in_play = ((1u8 << seats) - 1) & !1;
        Forced {
            win: win.map(|plies| if plies == NEVER { NEVER } else { plies + 1 }),
            draw: others_draw & in_play | u8::from(first_draws),
        }
        .without_absent(seats)
    }

    /// The same, without claims for seats that are not at the table.
    fn without_absent(mut self, seats: usize) -> Forced {
        self.win[seats..].fill(NEVER);
        self
    }
}
