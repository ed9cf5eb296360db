//! The naive implementation of Tic Tac Doh!, written from the sources, for tests only.

use super::Naive;

/// The size of a piece: 1 small, 2 medium, 3 large.
type Size = u8;

/// The letters of the sizes.
const SIZES: [(Size, char); 3] = [(1, 'S'), (2, 'M'), (3, 'L')];

/// The pieces on a square from bottom to top; `None` above the last one.
type Pile = [Option<Size>; 3];

/// The steps along a row, a column and the two diagonals, as file and rank.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A position of Tic Tac Doh!.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Doh {
    /// The piles of the 5×5 frame: `piles[file][rank]`, counted from 0 (a1).
    piles: [[Pile; 5]; 5],
    /// How many small, medium and large pieces are left in the common stash.
    stash: [u8; 3],
    /// The number of players.
    players: usize,
    /// The number of pieces played so far.
    played: usize,
}

/// Starts a game with `players=2` (also the default), `players=3` or `players=4`.
pub(crate) fn new(options: &str) -> Box<dyn Naive> {
    Box::new(Doh::start(options))
}

/// The pieces of a pile, bottom to top.
fn pieces(pile: &Pile) -> Vec<Size> {
    pile.iter().flatten().copied().collect()
}

/// In a tree, each piece is one size smaller than the one under it.
fn is_tree(pieces: &[Size]) -> bool {
    pieces.len() >= 2 && pieces.windows(2).all(|pair| pair[1] + 1 == pair[0])
}

/// In a nest, each piece is one size larger than the one under it.
fn is_nest(pieces: &[Size]) -> bool {
    pieces.len() >= 2 && pieces.windows(2).all(|pair| pair[1] == pair[0] + 1)
}

/// Whether a square with these pieces counts as that size.
fn counts_as(pieces: &[Size], size: Size) -> bool {
    if is_nest(pieces) { pieces.last() == Some(&size) } else { pieces.contains(&size) }
}

/// The text of a square, such as `c3`.
fn square_text(file: usize, rank: usize) -> String {
    format!("{}{}", ['a', 'b', 'c', 'd', 'e'][file], rank + 1)
}

impl Doh {
    /// The empty table with a full stash.
    pub(crate) fn start(options: &str) -> Doh {
        let players = match options.trim() {
            "" | "players=2" => 2,
            "players=3" => 3,
            "players=4" => 4,
            other => panic!("unknown options {other}"),
        };
        Doh { piles: [[[None; 3]; 5]; 5], stash: [5; 3], players, played: 0 }
    }

    /// The pieces on a square; none outside the frame.
    fn pieces_at(&self, file: i32, rank: i32) -> Vec<Size> {
        if (0..5).contains(&file) && (0..5).contains(&rank) {
            pieces(&self.piles[file as usize][rank as usize])
        } else {
            Vec::new()
        }
    }

    /// Whether one of the eight neighbours of a square holds a piece.
    fn has_neighbour(&self, file: usize, rank: usize) -> bool {
        for df in -1..=1 {
            for dr in -1..=1 {
                if (df, dr) != (0, 0) && !self.pieces_at(file as i32 + df, rank as i32 + dr).is_empty() {
                    return true;
                }
            }
        }
        false
    }

    /// Whether some 3×3 window contains this square and all pieces in play.
    fn fits_with(&self, file: usize, rank: usize) -> bool {
        let mut used = vec![(file, rank)];
        for f in 0..5 {
            for r in 0..5 {
                if !pieces(&self.piles[f][r]).is_empty() {
                    used.push((f, r));
                }
            }
        }
        for left in 0..3 {
            for bottom in 0..3 {
                if used
                    .iter()
                    .all(|&(f, r)| (left..left + 3).contains(&f) && (bottom..bottom + 3).contains(&r))
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a piece of this size, if the stash has one, may go on this square.
    fn may_place(&self, size: Size, file: usize, rank: usize) -> bool {
        if self.played == 0 {
            return square_text(file, rank) == "c3";
        }
        let mut pile = pieces(&self.piles[file][rank]);
        if pile.is_empty() {
            return self.has_neighbour(file, rank) && self.fits_with(file, rank);
        }
        pile.push(size);
        is_tree(&pile) || is_nest(&pile)
    }

    /// Whether three consecutive squares in line all count as the same size.
    fn has_line(&self) -> bool {
        for (size, _) in SIZES {
            for file in 0..5 {
                for rank in 0..5 {
                    for (df, dr) in DIRECTIONS {
                        if (0..3)
                            .all(|step| counts_as(&self.pieces_at(file + step * df, rank + step * dr), size))
                        {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}

impl Naive for Doh {
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.has_line() {
            return moves;
        }
        for (size, letter) in SIZES {
            if self.stash[size as usize - 1] == 0 {
                continue;
            }
            for file in 0..5 {
                for rank in 0..5 {
                    if self.may_place(size, file, rank) {
                        moves.push(format!("{letter}{}", square_text(file, rank)));
                    }
                }
            }
        }
        moves.sort();
        moves
    }

    fn turn(&self) -> String {
        if self.has_line() {
            // The last move made the line.
            return format!("result win {}", (self.played - 1) % self.players + 1);
        }
        if self.stash == [0, 0, 0] {
            return "result draw".to_string();
        }
        if self.moves().is_empty() {
            // The player to move is stuck and loses to the player who moved last.
            return format!("result win {}", (self.played - 1) % self.players + 1);
        }
        format!("turn {}", self.played % self.players + 1)
    }

    fn play(&mut self, mv: &str) {
        debug_assert!(self.moves().iter().any(|m| m == mv), "illegal move {mv}");
        let (size, _) = SIZES.into_iter().find(|&(_, letter)| mv.starts_with(letter)).expect("a size");
        for file in 0..5 {
            for rank in 0..5 {
                if mv[1..] == square_text(file, rank) {
                    let height = pieces(&self.piles[file][rank]).len();
                    self.piles[file][rank][height] = Some(size);
                    self.stash[size as usize - 1] -= 1;
                    self.played += 1;
                    return;
                }
            }
        }
        panic!("no such square in {mv}");
    }

    fn boxed_clone(&self) -> Box<dyn Naive> {
        Box::new(self.clone())
    }
}
