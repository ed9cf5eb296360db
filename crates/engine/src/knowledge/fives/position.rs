//! A position of Three Fives for two as the search sees it: the players move in turn, and a lost turn is a move.

use rules::fives::board::{ALL, Points, points};
use rules::fives::{self, GROUPS_TO_WIN, Size};
use rules::hash::mix;
use rules::{Fives, Outcome, Seat, Turn};

use super::growth::{Growth, completes};
use super::numbers::{self, MOVES, move_of, number};
use crate::search::alphabeta::{self, Candidate, TerminalResult};

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// The position of the rules.
    pub(super) table: fives::Position,
    key: u64,
    /// Stands in the key for the positions that must not be repeated.
    salt: u64,
    mover: u8,
    /// How many of the last moves were reversible.
    reversible: u8,
}

impl Position {
    /// The current position of a game. `salt` stands for the positions that must not be repeated.
    pub(super) fn new(game: &Fives, salt: u64) -> Position {
        let table = *game.position();
        let mover = match table.turn() {
            Turn::Seat(seat) => seat.index() as u8 & 1,
            Turn::Over(_) | Turn::Chance => 0,
        };
        let reversible = game.seen().len().min(255) as u8;
        let mut position = Position { table, key: 0, salt, mover, reversible };
        position.key = position.compute_key();
        position
    }

    /// The seat to move, even if it can only lose its turn.
    #[inline]
    pub(super) fn seat(&self) -> Seat {
        Seat::from_index(self.mover)
    }

    /// Whether the player to move has no legal move and loses the turn.
    #[inline]
    fn must_pass(&self) -> bool {
        matches!(self.table.turn(), Turn::Seat(seat) if seat != self.seat())
    }

    #[inline]
    fn compute_key(&self) -> u64 {
        hash(self.table.key()) ^ self.salt ^ if self.must_pass() { 0x6c05_7a11_0f7e_a1b5 } else { 0 }
    }
}

/// A 64-bit hash of the exact key of the rules.
#[inline]
pub(super) fn hash(key: u128) -> u64 {
    mix((key as u64).wrapping_add(mix((key >> 64) as u64 ^ 0x9e37_79b9_7f4a_7c15)))
}

/// The size to drop if all sizes do the same: the one with the most pieces in hand, the smallest of equals.
#[inline]
fn most_in_hand(position: &fives::Position, seat: Seat) -> Size {
    Size::ALL.into_iter().rev().max_by_key(|&size| position.hand(seat, size)).unwrap_or(Size::Small)
}

impl alphabeta::SearchPosition for Position {
    const MOVES: usize = MOVES;
    const PASS: u16 = numbers::PASS;

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.mover & 1)
    }

    #[inline]
    fn ending(&self) -> Option<TerminalResult> {
        match self.table.turn() {
            Turn::Seat(_) => None,
            Turn::Over(Outcome::Win(seat)) if seat == self.seat() => Some(TerminalResult::Won),
            Turn::Over(Outcome::Win(_)) => Some(TerminalResult::Lost),
            Turn::Over(Outcome::Draw) | Turn::Chance => Some(TerminalResult::Drawn),
        }
    }

    /// The noisy moves are those that complete a group of the mover. With `only_noisy`, only one size is dropped on
    /// each point.
    fn moves(&self, only_noisy: bool, into: &mut Vec<Candidate>) {
        let seat = self.seat();
        let table = &self.table;
        if self.must_pass() {
            if !only_noisy {
                into.push(Candidate { mv: numbers::PASS, is_noisy: false, rank: 0 });
            }
            return;
        }
        let own = table.pieces(seat);
        let growth = Growth::new(own);
        let fives = growth.makes[2];
        let completing = fives | growth.refused;
        if only_noisy && completing == 0 {
            return;
        }
        let loud_rank = if table.groups(seat) + 1 >= GROUPS_TO_WIN { 1_000_000 } else { 4000 };
        let theirs = Growth::new(table.pieces(seat.other()));
        // Occupying a point that the opponent needs is good, and so is making a group of three or four.
        let rank = |to: Points| {
            let weight = |set: Points, weight: i32| if to & set != 0 { weight } else { 0 };
            weight(theirs.makes[2], 500)
                + weight(theirs.makes[1], 150)
                + weight(growth.makes[1], 300)
                + weight(growth.makes[0], 150)
        };
        let drops = table.drop_points(seat);
        for size in Size::ALL {
            if table.hand(seat, size) == 0 || only_noisy && size != most_in_hand(table, seat) {
                continue;
            }
            for to in points(if only_noisy { drops & fives } else { drops }) {
                let is_noisy = fives & to.bit() != 0;
                let rank = if is_noisy { loud_rank + 2 } else { rank(to.bit()) + 100 };
                into.push(Candidate { mv: number(fives::Move::Drop(size, to)), is_noisy, rank });
            }
        }
        let asked = if only_noisy { completing } else { ALL };
        let empty = table.empty();
        for (from, targets) in table.all_targets(seat) {
            for to in points(targets & empty & asked) {
                let is_noisy = completing & to.bit() != 0 && completes(own, from, to);
                if is_noisy || !only_noisy {
                    let rank = if is_noisy { loud_rank + 1 } else { rank(to.bit()) - 100 };
                    into.push(Candidate { mv: number(fives::Move::Step(from, to)), is_noisy, rank });
                }
            }
            for to in points(targets & !empty & asked) {
                let is_own = own & to.bit() != 0;
                let is_noisy = !is_own && completing & to.bit() != 0 && completes(own, from, to);
                if is_noisy || !only_noisy {
                    let rank = match (is_noisy, is_own) {
                        (true, _) => loud_rank,
                        (false, true) => -300,
                        (false, false) => rank(to.bit()),
                    };
                    into.push(Candidate { mv: number(fives::Move::Swap(from, to)), is_noisy, rank });
                }
            }
        }
    }

    #[inline]
    fn play(&mut self, mv: u16) {
        if mv == numbers::PASS || self.table.play(move_of(mv)) {
            self.reversible = self.reversible.saturating_add(1);
        } else {
            self.reversible = 0;
        }
        self.mover ^= 1;
        self.key = self.compute_key();
    }

    #[inline]
    fn reversible_plies(&self) -> usize {
        usize::from(self.reversible)
    }
}
