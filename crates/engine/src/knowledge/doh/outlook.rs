//! The expected result of a position of Tic Tac Doh! for three or four, and a model of how the others choose.
//!
//! Best play does not determine the winner: often a player who loses in any case decides it, and the rules do not say
//! how. The model was fitted to some 4,000 moves of the engine of commit d7301ac at 20,000 playouts (its likelihood)
//! and to matches with it. That engine was a Monte-Carlo search that proves outcomes, so the model distinguishes what
//! such a search can prove ([`ProvenResult`]) from what it cannot. To cover people too, some of the moves are expected
//! to follow the player's own share, and some to be any safe move.

use super::forced::Forced;
use super::quiet::Valuation;
use crate::math::exp;

/// How players choose their moves. Only safe moves are considered where there are some: those after which the next
/// player cannot win at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Model {
    seats: usize,
    /// The probability that a player makes any safe move, each with the same probability.
    errors: f32,
    /// The probability that a player chooses by the expected shares alone, without what a search could prove.
    rational: f32,
    /// How insensitive these expectations are to small differences of share.
    softness: f32,
    /// The same for the choice among moves that are not proven.
    choice_softness: f32,
    /// The probability that a player takes a proven draw although other moves are open.
    draw: f32,
}

/// The expectations in a position. Seats are in the order in which they move, the player to move first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outlook {
    /// What can be forced.
    pub(crate) forced: Forced,
    /// The share that players expect for each seat.
    pub(crate) expected: [f32; 4],
    /// The share of each seat if it gives the best answers to the model, and all others play by it.
    pub(crate) best_response: [f32; 4],
    /// What a search that proves outcomes finds.
    proven: ProvenResult,
}

/// What a search for several players can prove: a win if one move wins, a draw if one draws and none wins, and
/// another's win if all moves let the same seat win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProvenResult {
    /// Nothing: a player who has lost decides who wins, or nothing is decided.
    Open,
    Draw,
    /// This seat wins after this many moves.
    Win(u8, u8),
}

impl Outlook {
    /// The outlook of a drawn game.
    pub(crate) fn drawn(seats: usize) -> Outlook {
        let mut of = [0.0; 4];
        of[..seats].fill(1.0 / seats as f32);
        Outlook { forced: Forced::drawn(seats), expected: of, best_response: of, proven: ProvenResult::Draw }
    }

    /// The outlook of a game that a seat wins after this many moves.
    pub(crate) fn won(seat: usize, plies: u8) -> Outlook {
        let mut of = [0.0; 4];
        of[seat] = 1.0;
        let proven = ProvenResult::Win(seat as u8, plies);
        Outlook { forced: Forced::won(seat, plies), expected: of, best_response: of, proven }
    }

    /// The share that the player who moved last expects.
    fn own(&self, seats: usize) -> f32 {
        self.expected[seats - 1]
    }
}

/// Probabilities that grow with the rank of each move, 0 for moves without a rank.
fn softmax(weights: &mut [f32], rank: impl Fn(usize) -> Option<f32>) {
    let best = (0..weights.len()).filter_map(&rank).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for (at, weight) in weights.iter_mut().enumerate() {
        *weight = rank(at).map_or(0.0, |rank| exp(rank - best));
        sum += *weight;
    }
    weights.iter_mut().for_each(|weight| *weight /= sum);
}

impl Model {
    /// The model for this many players.
    pub(super) fn of(seats: u8) -> Model {
        let softness = if seats == 3 { 0.06 } else { 0.1 };
        let seats = usize::from(seats);
        Model { seats, errors: 0.05, rational: 0.1, softness, choice_softness: 0.02, draw: 0.3 }
    }

    /// Whether the outlook after a move is proven as a win of another seat.
    fn is_lost(&self, after: &Outlook) -> bool {
        matches!(after.proven, ProvenResult::Win(seat, _) if usize::from(seat) != self.seats - 1)
    }

    /// The expected probability of each move: by the mover's share, without moves that are proven lost if there are
    /// others.
    fn expect(&self, after: &[Outlook], weights: &mut [f32]) {
        let all_lost = after.iter().all(|next| self.is_lost(next));
        softmax(weights, |at| match (all_lost, self.is_lost(&after[at])) {
            (true, _) => Some(0.0),
            (false, true) => None,
            (false, false) => Some(after[at].own(self.seats) / self.softness),
        });
    }

    /// The probability of each move.
    fn choose(&self, after: &[Outlook], weights: &mut [f32]) {
        let mut rational = [0.0; 64];
        let rational = &mut rational[..weights.len()];
        self.expect(after, rational);
        let last = self.seats - 1;
        let wins = |next: &Outlook| match next.proven {
            ProvenResult::Win(seat, plies) if usize::from(seat) == last => Some(plies),
            _ => None,
        };
        if after.iter().any(|next| wins(next).is_some()) {
            // The winner prefers short wins.
            softmax(weights, |at| wins(&after[at]).map(|plies| -3.0 * f32::from(plies)));
            rational.copy_from_slice(weights);
        } else if after.iter().all(|next| self.is_lost(next)) {
            // The loser prefers long losses.
            softmax(weights, |at| match after[at].proven {
                ProvenResult::Win(_, plies) => Some(3.0 * f32::from(plies)),
                _ => None,
            });
        } else {
            self.choose_open_or_drawn(after, weights);
        }
        let errors = self.errors / after.len() as f32;
        for (weight, rational) in weights.iter_mut().zip(&*rational) {
            *weight = *weight * (1.0 - self.errors - self.rational) + self.rational * rational + errors;
        }
    }

    /// The same if some moves are open or drawn and none is proven won. The search from which this was learned
    /// chooses by visits, and visits open moves more often than drawn ones.
    fn choose_open_or_drawn(&self, after: &[Outlook], weights: &mut [f32]) {
        let is = |next: &Outlook, proven| next.proven == proven;
        let open = after.iter().filter(|next| is(next, ProvenResult::Open)).count();
        let drawn = after.iter().filter(|next| is(next, ProvenResult::Draw)).count();
        let own = |next: &Outlook| next.own(self.seats);
        softmax(weights, |at| {
            is(&after[at], ProvenResult::Open).then(|| own(&after[at]) / self.choice_softness)
        });
        if drawn == 0 {
            return;
        }
        let best = after.iter().filter(|next| is(next, ProvenResult::Open)).map(own).fold(0.0, f32::max);
        let share = match (open, drawn) {
            (0, _) => 1.0,
            _ if best > 1.0 / self.seats as f32 + 0.02 => 0.02,
            (2.., 1) => 1.0 - self.draw,
            _ => self.draw,
        };
        for (weight, next) in weights.iter_mut().zip(after) {
            let of_open = if open == 0 { 0.0 } else { *weight * (1.0 - share) };
            *weight = if is(next, ProvenResult::Draw) { share / drawn as f32 } else { of_open };
        }
    }

    /// What a search that proves outcomes finds in a position with this many giving moves.
    fn proven_result(&self, giving: u32, after: &[Outlook]) -> ProvenResult {
        let seats = self.seats as u8;
        let wins = after.iter().filter_map(|next| match next.proven {
            ProvenResult::Win(seat, plies) if seat + 1 == seats => Some(plies),
            _ => None,
        });
        if let Some(plies) = wins.min() {
            return ProvenResult::Win(0, plies + 1);
        }
        for proven in [ProvenResult::Open, ProvenResult::Draw] {
            if after.iter().any(|next| next.proven == proven) {
                return proven;
            }
        }
        // A giving move lets the next player win.
        let mut winner = (giving > 0).then_some(1);
        let mut latest = 0;
        for next in after {
            let ProvenResult::Win(seat, plies) = next.proven else { continue };
            if winner.is_some_and(|winner| winner != seat + 1) {
                return ProvenResult::Open;
            }
            winner = Some(seat + 1);
            latest = latest.max(plies);
        }
        ProvenResult::Win(winner.unwrap_or(1), latest + 1)
    }
}

impl Valuation for Model {
    type Value = Outlook;

    fn drawn(&self) -> Outlook {
        Outlook::drawn(self.seats)
    }

    fn stuck(&self) -> Outlook {
        Outlook::won(self.seats - 1, 0)
    }

    fn value(&self, giving: u32, after: &[Outlook]) -> Outlook {
        if after.is_empty() {
            // Every move gives the game to the next player.
            return Outlook::won(1, 2);
        }
        let last = self.seats - 1;
        let given = (0..giving.min(1)).map(|_| Forced::won(0, 1));
        let forced = Forced::before(self.seats, given.chain(after.iter().map(|next| next.forced)));
        let proven = self.proven_result(giving, after);
        let mut weights = [0.0; 64];
        let weights = &mut weights[..after.len()];
        let mut expected = [0.0; 4];
        match proven {
            ProvenResult::Open => {
                self.expect(after, weights);
                for (next, &weight) in after.iter().zip(&*weights) {
                    for seat in 0..self.seats {
                        expected[(seat + 1) % self.seats] += weight * next.expected[seat];
                    }
                }
            }
            ProvenResult::Draw => expected = Outlook::drawn(self.seats).expected,
            ProvenResult::Win(seat, _) => expected[usize::from(seat)] = 1.0,
        }
        let mut best_response = [0.0; 4];
        self.choose(after, weights);
        for (next, &weight) in after.iter().zip(&*weights) {
            for (best_response, after) in best_response[1..self.seats].iter_mut().zip(next.best_response) {
                *best_response += weight * after;
            }
            best_response[0] = f32::max(best_response[0], next.best_response[last]);
        }
        Outlook { forced, expected, best_response, proven }
    }
}
