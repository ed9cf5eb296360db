//! The trait that every game implements. The implementing type is the position.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Kind;
use crate::info::GameInfo;
use crate::options::GameOptions;
use crate::rng::Rng;
use crate::seat::{Outcome, Seat, Turn, Viewer};
use crate::text::{Say, Text};

/// A playable game. The implementing type is its position, with all the state that the rules need.
///
/// The text of a position is one line, complete, and documented in `docs/notation.md`; `{:#}` prints a diagram.
/// [`conformance`](crate::conformance) checks the laws that every implementation obeys.
pub trait Game: Text + Hash + Send + Sync + 'static {
    /// Which game this is.
    const KIND: Kind;

    /// Static facts about the game: names, players, options for tests.
    const INFO: &'static GameInfo;

    /// The options that can be set before the game.
    type Options: GameOptions;

    /// A player's move, or an outcome of chance.
    type Move: Text + Copy + Ord + Hash + Send + Sync + 'static;

    /// The reason for which a move is refused.
    type Illegal: Say + Copy + Debug + Eq + Send + Sync + 'static;

    /// The start position.
    fn new(options: Self::Options) -> Self;

    /// The options in force.
    fn options(&self) -> Self::Options;

    /// The number of players.
    fn seats(&self) -> u8;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// Appends every legal move once; at [`Turn::Chance`], every outcome. Appends nothing when the game is over.
    fn moves_into(&self, moves: &mut Vec<Self::Move>);

    /// Whether the move is legal here, and if not, why.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays a legal move. An illegal move never panics, but leaves a meaningless position.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// All outcomes of chance in a fixed order, for a game with a deck. [`perft`](fn@crate::perft) draws from it when
    /// the caller gives no other deck. Empty for a game without a deck.
    fn ordered_deck(_options: Self::Options) -> Vec<Self::Move> {
        Vec::new()
    }

    /// The number of equally likely chance draws that give this outcome.
    fn weight(&self, _outcome: Self::Move) -> u32 {
        1
    }

    /// Removes everything from the position that the viewer may not know.
    fn redact(&mut self, _viewer: Viewer) {}

    /// The move with everything removed that the viewer may not know. Call it before the move is played.
    fn redact_move(&self, mv: Self::Move, _viewer: Viewer) -> Self::Move {
        mv
    }

    /// Plays a redacted move in a redacted position; `turn` is the turn that follows. The caller passes it because
    /// every viewer sees whose turn it is, even where a hidden hand decides it.
    fn observe(&mut self, mv: Self::Move, _turn: Turn) {
        self.play_unchecked(mv);
    }

    /// Fills in the hidden part of a redacted position at random, consistently with what the viewer knows.
    fn determinize(&mut self, _rng: &mut Rng) {}

    /// The player's intermediate score: boards, tokens or groups. 0 in a game that keeps no score.
    fn points(&self, _seat: Seat) -> u32 {
        0
    }

    /// The legal moves.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves_into(&mut moves);
        moves
    }

    /// The number of legal moves. `buffer` is scratch space.
    fn count_moves(&self, buffer: &mut Vec<Self::Move>) -> usize {
        buffer.clear();
        self.moves_into(buffer);
        buffer.len()
    }

    /// A random legal move: uniform for a player, by weight at [`Turn::Chance`]. `None` when the game is over.
    /// `buffer` is scratch space.
    fn random_move(&self, rng: &mut Rng, buffer: &mut Vec<Self::Move>) -> Option<Self::Move> {
        buffer.clear();
        self.moves_into(buffer);
        if buffer.is_empty() {
            return None;
        }
        if self.turn() != Turn::Chance {
            return Some(buffer[rng.below(buffer.len() as u32) as usize]);
        }
        let total: u32 = buffer.iter().map(|&outcome| self.weight(outcome)).sum();
        let mut ticket = rng.below(total.max(1));
        buffer.iter().copied().find(|&outcome| {
            let weight = self.weight(outcome);
            let hit = ticket < weight;
            ticket = ticket.saturating_sub(weight);
            hit
        })
    }

    /// Plays random moves from a copy of this position to the end and returns the outcome. `buffer` is scratch space.
    fn playout(&self, rng: &mut Rng, buffer: &mut Vec<Self::Move>) -> Outcome {
        let mut game = self.clone();
        loop {
            if let Turn::Over(outcome) = game.turn() {
                return outcome;
            }
            match game.random_move(rng, buffer) {
                Some(mv) => game.play_unchecked(mv),
                None => return Outcome::Draw,
            }
        }
    }

    /// Whether the move is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Plays a move, or says why it is refused and leaves the position unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::Illegal> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// The seat to move, if a seat is to move.
    fn to_move(&self) -> Option<Seat> {
        self.turn().seat()
    }
}

/// A game without hidden information and without chance, as alpha-beta, proof-number search and tablebases require.
pub trait PerfectInformation: Game {}
