//! The naive implementation of Morpion (tic-tac-toe), written from the sources, for tests only.

use super::Naive;

/// The rows, columns and diagonals of the grid, with cells counted from 0 in reading order.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// A position of Morpion.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Morpion {
    /// The seat that holds each cell, if any.
    cells: [Option<u8>; 9],
    /// The seat to move, 1 or 2.
    player: u8,
}

/// Starts a game; there are no options.
pub(crate) fn new(options: &str) -> Box<dyn Naive> {
    Box::new(Morpion::start(options))
}

impl Morpion {
    /// The empty grid.
    pub(crate) fn start(options: &str) -> Morpion {
        assert!(options.trim().is_empty(), "morpion has no options");
        Morpion { cells: [None; 9], player: 1 }
    }

    /// The seat that has three cells in line, if any.
    fn winner(&self) -> Option<u8> {
        for [a, b, c] in LINES {
            let owner = self.cells[a];
            if owner.is_some() && owner == self.cells[b] && owner == self.cells[c] {
                return owner;
            }
        }
        None
    }
}

impl Naive for Morpion {
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.winner().is_some() {
            return moves;
        }
        for (cell, owner) in self.cells.iter().enumerate() {
            if owner.is_none() {
                moves.push(format!("{}", cell + 1));
            }
        }
        moves.sort();
        moves
    }

    fn turn(&self) -> String {
        if let Some(seat) = self.winner() {
            format!("result win {seat}")
        } else if self.cells.iter().all(Option::is_some) {
            "result draw".to_string()
        } else {
            format!("turn {}", self.player)
        }
    }

    fn play(&mut self, mv: &str) {
        debug_assert!(self.moves().iter().any(|m| m == mv), "illegal move {mv}");
        let cell: usize = mv.parse().expect("a cell number");
        self.cells[cell - 1] = Some(self.player);
        self.player = 3 - self.player;
    }

    fn boxed_clone(&self) -> Box<dyn Naive> {
        Box::new(self.clone())
    }
}
