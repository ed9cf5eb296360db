//! Decides whether a player can force a win at all, by proof numbers: a search to the end of the game.
//!
//! Each position gets two numbers: how many positions at least must still be won for a proof of the win, and how many
//! must still be lost for a disproof. The search always continues at the child with the smallest number (depth-first
//! proof-number search, df-pn: A. Nagai, 2002). Its results follow from the rules alone.

use std::collections::HashMap;

use rules::{Outcome, Seat, Turn};

use crate::fast_hash::FastHash;
use crate::proof::{TooManyPositions, after};
use crate::puzzle_game::PuzzleGame;

/// Stands for a number that no search can reach.
const INFINITE: u32 = 1 << 30;

/// The number of positions that are missing for a proof and for a disproof of a win. The win is proven when the first
/// is 0, and disproven when the second is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

impl ProofNumbers {
    const WIN: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
    const NO_WIN: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };
    const UNKNOWN: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };

    const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A search for wins of one seat, in a game in which no position can occur twice. It remembers what it has searched.
pub struct WinSearch<G: PuzzleGame> {
    /// How many positions were visited.
    pub nodes: u64,
    most: u64,
    seat: Seat,
    known: HashMap<G, ProofNumbers, FastHash>,
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
    fn look_up(&self, game: &G) -> ProofNumbers {
        match game.turn() {
            Turn::Over(Outcome::Win(winner)) if winner == self.seat => ProofNumbers::WIN,
            Turn::Over(_) => ProofNumbers::NO_WIN,
            Turn::Seat(_) | Turn::Chance => {
                let known = self.known.get(game).copied();
                known.unwrap_or_else(|| {
                    if game.may_win_within(self.seat, u32::MAX) {
                        ProofNumbers::UNKNOWN
                    } else {
                        ProofNumbers::NO_WIN
                    }
                })
            }
        }
    }

    /// Searches a position until its numbers reach one of the limits.
    fn search(&mut self, game: &G, proof: u32, disproof: u32) -> Result<ProofNumbers, TooManyPositions> {
        self.nodes += 1;
        if self.nodes > self.most {
            return Err(TooManyPositions);
        }
        let is_own = game.turn() == Turn::Seat(self.seat);
        let mut children: Vec<(G, ProofNumbers)> = Vec::new();
        for mv in game.moves() {
            let next = after(game, mv);
            let numbers = self.look_up(&next);
            children.push((next, numbers));
        }
        loop {
            let numbers = combine(is_own, children.iter().map(|(_, numbers)| *numbers));
            if numbers.is_decided() || numbers.proof >= proof || numbers.disproof >= disproof {
                self.known.insert(game.clone(), numbers);
                return Ok(numbers);
            }
            // The numbers of an own position, and those of a position of the others with the roles exchanged.
            let target = |numbers: ProofNumbers| if is_own { numbers.proof } else { numbers.disproof };
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
            // The search leaves a child when another one is more promising by a quarter. Without this margin it would
            // switch back and forth between two children.
            let next_best = second.saturating_add(second / 4 + 1).min(INFINITE);
            let (child_proof, child_disproof) = if is_own {
                (proof.min(next_best), disproof - numbers.disproof + now.disproof)
            } else {
                (proof - numbers.proof + now.proof, disproof.min(next_best))
            };
            children[best].1 = self.search(&child, child_proof, child_disproof)?;
        }
    }
}

/// The numbers of a position from those of the positions after its moves. One won move is enough for the seat itself;
/// against the others all must be won. Where all are needed, only the largest number counts in full, since most of the
/// positions behind them are the same.
fn combine(is_own: bool, children: impl Iterator<Item = ProofNumbers>) -> ProofNumbers {
    let (mut least, mut largest, mut open) = (INFINITE, 0, 0u32);
    for child in children {
        let (one, all) = if is_own { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
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
    if is_own {
        ProofNumbers { proof: one, disproof: all }
    } else {
        ProofNumbers { proof: all, disproof: one }
    }
}
