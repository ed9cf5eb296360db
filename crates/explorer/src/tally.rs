//! Counts of results, from the side of the player to move.

use rules::{Outcome, Seat};

/// How games ended, from the side of the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many games each player won: the player to move first, then the others in turn.
    pub wins: [u32; 4],
    /// How many games were drawn.
    pub draws: u32,
}

impl Tally {
    /// One game with this outcome, for the player in seat `mover` of `seats`.
    pub fn one(outcome: Outcome, mover: Seat, seats: u8) -> Tally {
        let mut tally = Tally::default();
        match outcome {
            Outcome::Draw => tally.draws = 1,
            Outcome::Win(winner) => {
                let seats = usize::from(seats.clamp(1, 4));
                tally.wins[(winner.index() + seats - mover.index() % seats) % seats] = 1;
            }
        }
        tally
    }

    /// Adds other games.
    pub fn add(&mut self, other: &Tally) {
        self.draws = self.draws.saturating_add(other.draws);
        for (wins, more) in self.wins.iter_mut().zip(other.wins) {
            *wins = wins.saturating_add(more);
        }
    }

    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins.iter().fold(self.draws, |sum, &wins| sum.saturating_add(wins))
    }

    /// How many games a seat won, when `mover` was to move at a table of `seats`.
    pub fn won_by(&self, seat: Seat, mover: Seat, seats: u8) -> u32 {
        let seats = usize::from(seats.clamp(1, 4));
        self.wins[(seat.index() + seats - mover.index() % seats) % seats]
    }
}
