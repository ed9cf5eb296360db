//! Opening books: positions of long searches, each with its best move, its value and its depth.
//!
//! A book knows a position in all its symmetric forms. Its text is read by [`Book::read`], which replays every
//! position from the start and refuses moves that are illegal, and written by [`Book`]'s `Display`.
//!
//! ```text
//! trois-book 1 super                  what it is, the version of the format, the game
//! # a comment
//! 0 - 5.5 512 27                      the start: the best move, its value in thousandths, the depth of the search
//! 1 5.5 5.1 480 26                    after the first move 5.5
//! 2 5.1 1.5 510 26                    after 5.5 5.1
//! 1 1.1 1.9 470 25                    after 1.1
//! end 4                               the number of positions
//! ```
//!
//! Each line begins with the number of moves played and the last of them; those before it are the ones of the lines
//! above. Games have the standard options.

mod error;
mod file;
mod symmetry;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use rules::{Game, Kind, Lang, Say, Symmetry};

use crate::knowledge::Knowledge;

pub use error::BookError;
pub use symmetry::Symmetric;

/// The text of the opening book of a game that comes with the engine, if there is one.
pub fn text(kind: Kind) -> Option<&'static str> {
    rules::with_game!(kind, G => <G as Knowledge>::BOOK)
}

/// A position of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct BookPosition<M> {
    /// The moves that lead there from the start.
    pub moves: Vec<M>,
    /// The best move.
    pub best: M,
    /// The expected share of the player to move, in thousandths.
    pub value: u16,
    /// How many moves ahead the position was searched.
    pub depth: u32,
}

impl<M> BookPosition<M> {
    /// The expected share of the player to move, from 0 to 1.
    pub fn share(&self) -> f32 {
        f32::from(self.value) / 1000.0
    }
}

/// What a book says about a position that was looked up, as legal moves of that position.
#[derive(Clone, Debug, PartialEq)]
pub struct BookLine<M> {
    /// The best move, then the best moves that follow, as far as the book has them. Never empty.
    pub moves: Vec<M>,
    /// The expected share of the player to move, from 0 to 1.
    pub share: f32,
    /// How many moves ahead the position was searched.
    pub depth: u32,
}

impl<M: Copy> BookLine<M> {
    /// The best move.
    pub fn best(&self) -> M {
        self.moves[0]
    }

    pub(crate) fn map<N>(self, f: fn(M) -> N) -> BookLine<N> {
        let BookLine { moves, share, depth } = self;
        BookLine { moves: moves.into_iter().map(f).collect(), share, depth }
    }
}

/// An opening book.
#[derive(Clone, Debug, PartialEq)]
pub struct Book<G: Symmetric> {
    positions: Vec<BookPosition<G::Move>>,
    /// Where each position is, by its canonical form, and the symmetry that leads to that form.
    index: HashMap<G::Key, (usize, Symmetry)>,
}

impl<G: Symmetric> Default for Book<G> {
    fn default() -> Book<G> {
        Book { positions: Vec::new(), index: HashMap::new() }
    }
}

impl<G: Symmetric> Book<G> {
    /// All positions, in the order of the file: each after the one from which its last move was played.
    pub fn positions(&self) -> &[BookPosition<G::Move>] {
        &self.positions
    }

    /// The book's position that is symmetric to this one, and its best move as it is played here. `None` if the game
    /// has other options than the default ones.
    pub fn look_up(&self, game: &G) -> Option<(&BookPosition<G::Move>, G::Move)> {
        if game.options() != G::Options::default() {
            return None;
        }
        let (key, here) = game.canonical();
        let &(n, there) = self.index.get(&key)?;
        let position = &self.positions[n];
        let best = G::transform(G::transform(position.best, there), here.inverse());
        Some((position, best))
    }

    /// The book's entry for a position, with the moves that follow in the book.
    pub fn line(&self, game: &G) -> Option<BookLine<G::Move>> {
        let (position, best) = self.look_up(game)?;
        let mut line = BookLine { moves: vec![best], share: position.share(), depth: position.depth };
        let mut game = game.clone();
        game.play_unchecked(best);
        while let Some((_, next)) = self.look_up(&game) {
            line.moves.push(next);
            game.play_unchecked(next);
        }
        Some(line)
    }

    /// Adds a position. Fails if one of its moves is illegal or if the book already has the position, perhaps in
    /// another symmetric form.
    pub fn add(&mut self, position: BookPosition<G::Move>) -> Result<(), String> {
        let mut game = G::new(G::Options::default());
        for &mv in &position.moves {
            legal(&game, mv)?;
            game.play_unchecked(mv);
        }
        legal(&game, position.best)?;
        let (key, symmetry) = game.canonical();
        if self.index.contains_key(&key) {
            return Err("the book has this position already".to_owned());
        }
        self.index.insert(key, (self.positions.len(), symmetry));
        self.positions.push(position);
        Ok(())
    }
}

fn legal<G: Game>(game: &G, mv: G::Move) -> Result<(), String> {
    game.check(mv).map_err(|illegal| format!("{mv} is illegal: {}", illegal.say(Lang::En)))
}

/// The position after some moves from the start; `None` if one of them is illegal.
pub fn position_after<G: Game>(moves: &[G::Move]) -> Option<G> {
    let mut game = G::new(G::Options::default());
    for &mv in moves {
        game.play(mv).ok()?;
    }
    Some(game)
}
