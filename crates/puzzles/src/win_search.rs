//! Decides whether a player can force a win at all, by proof numbers: a search to the end of the game.
//!
//! Each position gets two numbers: how many positions at least must still be won for a win to be proven, and how many
//! must fail for it to be refuted. The search always goes on where the smaller number of them is missing (depth-first
//! proof-number search, df-pn: A. Nagai, 2002). Its results follow from the rules alone.

use std::collections::HashMap;

use rules::{Outcome, Seat, Turn};

use crate::fast_hash::FastHash;
use crate::proof::{TooManyPositions, after};
use crate::puzzle_game::PuzzleGame;

/// Stands for a number that no search can reach.
const INFINITE: u32 = 1 << 30;

/// The number of positions that are missing for a proof and for a refutation. A win is proven when the first is 0, and
/// refuted when the second is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Missing {
    proof: u32,
    refutation: u32,
}

impl Missing {
    const WIN: Missing = Missing { proof: 0, refutation: INFINITE };
    const NO_WIN: Missing = Missing { proof: INFINITE, refutation: 0 };
    const UNKNOWN: Missing = Missing { proof: 1, refutation: 1 };

    const fn is_decided(self) -> bool {
        self.proof == 0 || self.refutation == 0
    }
}

/// A search for wins of one seat, in a game in which no position can occur twice. It remembers what it has searched.
pub struct WinSearch<G: PuzzleGame> {
    /// How many positions were visited.
    pub nodes: u64,
    most: u64,
    seat: Seat,
    known: HashMap<G, Missing, FastHash>,
}

impl<G: PuzzleGame> WinSearch<G> {
    /// A search for wins of `seat` that gives up after this many positions.
    pub fn new(seat: Seat, most: u64) -> WinSearch<G> {
        WinSearch { nodes: 0, most, seat, known: HashMap::default() }
    }

    /// Whether the seat can force a win, whatever the others do and however long it takes.
    pub fn wins(&mut self, game: &G) -> Result<bool, TooManyPositions> {
        let first = self.look_up(game);
        let found = if first.is_decided() { first } else { self.search(game, INFINITE, INFINITE)? };
        Ok(found.proof == 0)
    }

    /// What is known about a position without a search.
    fn look_up(&self, game: &G) -> Missing {
        match game.turn() {
            Turn::Over(Outcome::Win(winner)) if winner == self.seat => Missing::WIN,
            Turn::Over(_) => Missing::NO_WIN,
            Turn::Seat(_) | Turn::Chance => {
                let known = self.known.get(game).copied();
                known.unwrap_or_else(|| {
                    if game.may_win_within(self.seat, u32::MAX) { Missing::UNKNOWN } else { Missing::NO_WIN }
                })
            }
        }
    }

    /// Searches a position until its numbers reach one of the limits.
    fn search(&mut self, game: &G, proof: u32, refutation: u32) -> Result<Missing, TooManyPositions> {
        self.nodes += 1;
        if self.nodes > self.most {
            return Err(TooManyPositions);
        }
        let is_own = game.turn() == Turn::Seat(self.seat);
        let mut children: Vec<(G, Missing)> = Vec::new();
        for mv in game.moves() {
            let next = after(game, mv);
            let missing = self.look_up(&next);
            children.push((next, missing));
        }
        loop {
            let missing = combine(is_own, children.iter().map(|(_, missing)| *missing));
            if missing.is_decided() || missing.proof >= proof || missing.refutation >= refutation {
                self.known.insert(game.clone(), missing);
                return Ok(missing);
            }
            // The numbers of an own position, and those of a position of the others with the roles exchanged.
            let target = |missing: Missing| if is_own { missing.proof } else { missing.refutation };
            let mut best = 0;
            let mut second = INFINITE;
            for at in 1..children.len() {
                let value = target(children[at].1);
                if value < target(children[best].1) {
                    second = target(children[best].1);
                    best = at;
                } else {
                    second = second.min(value);
                }
            }
            let (child, now) = (children[best].0.clone(), children[best].1);
            // A child is left when it is no longer the most promising one, with a margin of a quarter, so that the
            // search does not jump to and fro between two of them.
            let next_best = second.saturating_add(second / 4 + 1).min(INFINITE);
            let (child_proof, child_refutation) = if is_own {
                (proof.min(next_best), refutation - missing.refutation + now.refutation)
            } else {
                (proof - missing.proof + now.proof, refutation.min(next_best))
            };
            children[best].1 = self.search(&child, child_proof, child_refutation)?;
        }
    }
}

/// The numbers of a position from those of the positions after its moves. One won move is enough for the seat itself;
/// against the others all must be won. Where all are needed, only the largest number counts in full, since most of the
/// positions behind them are the same.
fn combine(is_own: bool, children: impl Iterator<Item = Missing>) -> Missing {
    let (mut least, mut largest, mut open) = (INFINITE, 0, 0u32);
    for child in children {
        let (one, all) =
            if is_own { (child.proof, child.refutation) } else { (child.refutation, child.proof) };
        least = least.min(one);
        largest = largest.max(all);
        open += u32::from(all > 0);
    }
    let all = if largest >= INFINITE { INFINITE } else { largest + open.saturating_sub(1) };
    let (one, all) = if least == 0 {
        (0, INFINITE)
    } else if all == 0 {
        (INFINITE, 0)
    } else {
        (least, all)
    };
    if is_own { Missing { proof: one, refutation: all } } else { Missing { proof: all, refutation: one } }
}
