//! Tic Tac Doh! for two, three or four: what each player can force alone against all, and what each gets in
//! equilibrium.
//!
//! ```
//! use engine::solve::MultiplayerSolver;
//! use rules::{Doh, Game};
//!
//! let start = Doh::new(rules::doh::Options::new(3).unwrap());
//! let standing = MultiplayerSolver::new(3).unwrap().standing(&start).unwrap();
//! assert!(standing.forces_draw.is_empty());
//! ```

use std::ops::ControlFlow;

use rules::doh::Options;
use rules::{Doh, Game, Outcome, Seat, Turn};

use super::Progress;
use super::doh::{PROGRESS_INTERVAL, WITHOUT_LINE};
use crate::knowledge::doh::board::{Board, PIECES};
use crate::knowledge::doh::forced::{Forced, NEVER};
use crate::knowledge::doh::quiet::{QuietValues, Valuation};
use crate::knowledge::doh::reachable::Layer;
use crate::knowledge::doh::shares::{EquilibriumShares, Ties};

/// The value of a position, for each player by seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// What each seat gets in equilibrium if ties are broken uniformly: 1 for a win, an equal share for a draw.
    pub uniform: Vec<f64>,
    /// The same if a player who has lost delays and one who has won hurries; then uniformly.
    pub delaying: Vec<f64>,
    /// The seat that can force a win, whatever all others do (there is at most one), with the number of moves after
    /// which it has won at the latest.
    pub forces_win: Vec<(Seat, u32)>,
    /// The seats that can force at least a draw, whatever all others do.
    pub forces_draw: Vec<Seat>,
}

/// How many positions there are in which each player can force something. Symmetric positions count once, as in
/// [`Census`](super::Census).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MultiplayerCensus {
    /// All positions in which a player is to move.
    pub to_move: u64,
    /// Positions in which a win can be forced: by the player to move, by the next one, and so on.
    pub forces_win: Vec<u64>,
    /// Positions in which nobody can force a win.
    pub nobody_forces_win: u64,
    /// Positions in which at least a draw can be forced: by the player to move, by the next one, and so on.
    pub forces_draw: Vec<u64>,
    /// Positions in which nobody can force even a draw.
    pub nobody_forces_draw: u64,
    /// Positions in which nobody can force a win, and everyone at least a draw.
    pub drawn: u64,
    /// For each number of moves to a forced win: how many positions have one by the player to move, by the next one,
    /// and so on.
    pub by_distance: Vec<Vec<u64>>,
    /// For the player to move, the next one and so on: the number of moves of their longest forced win, and a position
    /// with it. `None` for a player who cannot force a win anywhere.
    pub longest: Vec<Option<(u32, Doh)>>,
}

/// The whole game.
#[derive(Clone, Debug, PartialEq)]
pub struct MultiplayerSolution {
    /// The first position.
    pub start: Standing,
    /// Every first move, with the position after it.
    pub openings: Vec<(rules::doh::Move, Standing)>,
    /// How many positions there are of each kind.
    pub census: MultiplayerCensus,
}

/// All values of a position, in the order in which the seats move.
#[derive(Clone, Copy, Debug)]
struct Values {
    forced: Forced,
    uniform: EquilibriumShares,
    delaying: EquilibriumShares,
}

impl Values {
    fn drawn(seats: usize) -> Values {
        let shares = EquilibriumShares::drawn(seats);
        Values { forced: Forced::drawn(seats), uniform: shares, delaying: shares }
    }

    fn won(seat: usize, plies: u8) -> Values {
        let shares = EquilibriumShares::won(seat, f64::from(plies));
        Values { forced: Forced::won(seat, plies), uniform: shares, delaying: shares }
    }
}

/// The valuation that computes [`Values`].
#[derive(Debug)]
struct ForcedAndShares {
    seats: usize,
}

impl Valuation for ForcedAndShares {
    type Value = Values;

    fn drawn(&self) -> Values {
        Values::drawn(self.seats)
    }

    fn stuck(&self) -> Values {
        Values::won(self.seats - 1, 0)
    }

    fn value(&self, giving: u32, after: &[Values]) -> Values {
        let given = (0..giving).map(|_| Values::won(0, 1));
        let after = given.chain(after.iter().copied());
        let shares = |ties, kind: fn(Values) -> EquilibriumShares| {
            EquilibriumShares::before(self.seats, ties, after.clone().map(kind))
        };
        Values {
            forced: Forced::before(self.seats, after.clone().map(|next| next.forced)),
            uniform: shares(Ties::Uniform, |next| next.uniform),
            delaying: shares(Ties::Delaying, |next| next.delaying),
        }
    }
}

/// Computes the values of positions, each once.
#[derive(Debug)]
pub struct MultiplayerSolver {
    options: Options,
    values: QuietValues<ForcedAndShares>,
}

impl MultiplayerSolver {
    /// A solver for this many players, 2 to 4.
    pub fn new(players: u8) -> Option<MultiplayerSolver> {
        let options = Options::new(players)?;
        Some(MultiplayerSolver {
            options,
            values: QuietValues::new(ForcedAndShares { seats: usize::from(players) }),
        })
    }

    /// The value of a position; `None` if its game has another number of players.
    pub fn standing(&mut self, game: &Doh) -> Option<Standing> {
        if game.options() != self.options {
            return None;
        }
        let seats = usize::from(game.seats());
        let (values, first) = match game.turn() {
            Turn::Seat(mover) => (self.values(Board::of(game).canonical())?, mover.index()),
            Turn::Over(Outcome::Win(seat)) => (Values::won(0, 0), seat.index()),
            _ => (Values::drawn(seats), 0),
        };
        // The place of a seat in the order in which the seats move.
        let place = |seat: usize| (seat + seats - first) % seats;
        let of = |shares: EquilibriumShares| (0..seats).map(|seat| shares.of[place(seat)]).collect();
        let all = |holds: &dyn Fn(usize) -> bool| -> Vec<Seat> {
            (0..seats).filter(|&seat| holds(place(seat))).map(|seat| Seat::from_index(seat as u8)).collect()
        };
        let plies = |seat: Seat| (seat, u32::from(values.forced.win[place(seat.index())]));
        Some(Standing {
            uniform: of(values.uniform),
            delaying: of(values.delaying),
            forces_win: all(&|place| values.forced.wins(place)).into_iter().map(plies).collect(),
            forces_draw: all(&|place| values.forced.draws(place)),
        })
    }

    fn values(&mut self, board: Board) -> Option<Values> {
        if board.can_complete() { Some(Values::won(0, 1)) } else { self.values.value(board, &mut || true) }
    }

    /// The positions in which the player to move can force a win, whatever all others do, in exactly this many moves of
    /// all players, at least two, and that are reached without overlooking a win in one move. Each stands for all
    /// positions symmetric to it.
    pub fn forced_wins(&mut self, plies: u8) -> Vec<Doh> {
        self.values(Board::default());
        let is_such = |board: &Board| {
            self.values.known(*board).is_some_and(|values| values.forced.win[0] == plies.max(2))
        };
        let mut boards: Vec<Board> = self.values.boards().filter(is_such).collect();
        boards.sort_unstable_by_key(|board| board.bits());
        boards.into_iter().filter_map(|board| board.game(self.options)).collect()
    }

    /// Computes the value of every position. `None` if `progress`, which is called many times a second, broke off.
    pub fn solve(
        &mut self,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Option<MultiplayerSolution> {
        let census = self.census(progress)?;
        let start = Doh::new(self.options);
        let mut openings = Vec::new();
        for mv in start.moves() {
            let mut next = start;
            next.play_unchecked(mv);
            openings.push((mv, self.standing(&next)?));
        }
        Some(MultiplayerSolution { start: self.standing(&start)?, openings, census })
    }

    fn census(&mut self, progress: &mut dyn FnMut(Progress) -> ControlFlow<()>) -> Option<MultiplayerCensus> {
        let seats = usize::from(self.options.players());
        let mut census = MultiplayerCensus {
            forces_win: vec![0; seats],
            forces_draw: vec![0; seats],
            ..MultiplayerCensus::default()
        };
        let mut longest = vec![None::<(u8, Board)>; seats];
        let mut done = 0;
        let mut layer = Layer::first();
        while !layer.open.is_empty() {
            let next = layer.next(|board| {
                done += 1;
                if done % PROGRESS_INTERVAL == 0 {
                    progress(Progress { done, total: WITHOUT_LINE })?;
                }
                match self.values(board) {
                    Some(values) => {
                        let is_over = board.placed() == PIECES || values.forced.win.contains(&0);
                        if !is_over {
                            census.count(values.forced, seats);
                            for (longest, &plies) in longest.iter_mut().zip(&values.forced.win) {
                                if plies != NEVER && longest.is_none_or(|(most, _)| plies > most) {
                                    *longest = Some((plies, board));
                                }
                            }
                        }
                        ControlFlow::Continue(())
                    }
                    None => ControlFlow::Break(()),
                }
            });
            let ControlFlow::Continue(next) = next else { return None };
            layer = next;
        }
        let game = |(plies, board): (u8, Board)| Some((u32::from(plies), board.game(self.options)?));
        census.longest = longest.into_iter().map(|longest| longest.and_then(game)).collect();
        Some(census)
    }
}

impl MultiplayerCensus {
    fn count(&mut self, forced: Forced, seats: usize) {
        self.to_move += 1;
        let winner = (0..seats).find(|&seat| forced.wins(seat));
        for seat in 0..seats {
            self.forces_win[seat] += u64::from(forced.wins(seat));
            self.forces_draw[seat] += u64::from(forced.draws(seat));
        }
        self.nobody_forces_win += u64::from(winner.is_none());
        self.nobody_forces_draw += u64::from(forced.draw == 0);
        self.drawn += u64::from(winner.is_none() && forced.draw.count_ones() as usize == seats);
        if let Some(seat) = winner {
            let plies = usize::from(forced.win[seat]);
            if self.by_distance.len() <= plies {
                self.by_distance.resize(plies + 1, vec![0; seats]);
            }
            self.by_distance[plies][seat] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shares are compared as floating-point numbers. Equal ones differ by rounding errors only, different ones by much
    /// more: there is nothing in between.
    #[test]
    fn no_two_shares_are_almost_the_same() {
        for players in [3, 4] {
            let seats = usize::from(players);
            let Some(mut solver) = MultiplayerSolver::new(players) else { panic!("{players} can play") };
            assert!(solver.values(Board::default()).is_some());
            let (mut same, mut different) = (0.0, f64::MAX);
            for board in solver.values.boards() {
                let mut uniform = vec![0.0];
                let mut delaying = vec![0.0];
                board.for_each_move(|next, _| {
                    if let Some(values) = solver.values.known(next.canonical()) {
                        uniform.push(values.uniform.of[seats - 1]);
                        delaying.push(values.delaying.of[seats - 1]);
                    }
                });
                for mut shares in [uniform, delaying] {
                    shares.sort_by(f64::total_cmp);
                    for pair in shares.windows(2) {
                        let gap = pair[1] - pair[0];
                        if gap < 1e-9 {
                            same = f64::max(same, gap);
                        } else {
                            different = f64::min(different, gap);
                        }
                    }
                }
            }
            assert!(same < 1e-13 && different > 1e-6, "{players}: {same:e} and {different:e}");
        }
    }
}
