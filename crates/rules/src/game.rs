//! What every game does. The position itself implements it.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Kind;
use crate::info::GameInfo;
use crate::options::GameOptions;
use crate::rng::Rng;
use crate::seat::{Outcome, Seat, Turn, Viewer};
use crate::text::{Say, Text};

/// A game that can be played: its position, which holds all that the rules need to go on.
///
/// Its text is one line, complete, and documented in `docs/notation.md`; `{:#}` prints a diagram. The laws that
/// every implementation obeys are in [`conformance`](crate::conformance).
pub trait Game: Text + Hash + Send + Sync + 'static {
    /// Which game this is.
    const KIND: Kind;

    /// What there is to know about the game before it is played.
    const INFO: &'static GameInfo;

    /// What can be chosen before the game.
    type Options: GameOptions;

    /// A move of a player, or an outcome of chance.
    type Move: Text + Copy + Ord + Hash + Send + Sync + 'static;

    /// Why a move is refused.
    type Illegal: Say + Copy + Debug + Eq + Send + Sync + 'static;

    /// The position at the start.
    fn new(options: Self::Options) -> Self;

    /// The options in force.
    fn options(&self) -> Self::Options;

    /// How many play.
    fn seats(&self) -> u8;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// Adds the legal moves to `moves`, each once; at [`Turn::Chance`], the outcomes. None when the game is over.
    fn moves_into(&self, moves: &mut Vec<Self::Move>);

    /// Whether the move is legal here, and if not, why.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays a move that is legal here. An illegal one leaves a position that means nothing, but never panics.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// All outcomes of chance in a fixed order, for a game with a deck: what [`perft`](fn@crate::perft) draws from
    /// when no other deck is given. Empty for a game without one.
    fn ordered_deck(_options: Self::Options) -> Vec<Self::Move> {
        Vec::new()
    }

    /// How many of the ways chance can fall give this outcome.
    fn weight(&self, _outcome: Self::Move) -> u32 {
        1
    }

    /// Takes out of the position all that the viewer may not know.
    fn redact(&mut self, _viewer: Viewer) {}

    /// The move as the viewer may know it, before it is played here.
    fn redact_move(&self, mv: Self::Move, _viewer: Viewer) -> Self::Move {
        mv
    }

    /// Plays, in a redacted position, a redacted move after which `turn` is seen to be next. Everyone at a table
    /// sees whose turn it is, even where the reason lies in a hidden hand.
    fn observe(&mut self, mv: Self::Move, _turn: Turn) {
        self.play_unchecked(mv);
    }

    /// Fills what is hidden in a redacted position with something that the viewer cannot tell from the truth.
    fn determinize(&mut self, _rng: &mut Rng) {}

    /// What a player has collected on the way to the end: boards, tokens, groups. 0 in a game that counts nothing.
    fn points(&self, _seat: Seat) -> u32 {
        0
    }

    /// The legal moves.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves_into(&mut moves);
        moves
    }

    /// How many legal moves there are. `buffer` is room to work in.
    fn count_moves(&self, buffer: &mut Vec<Self::Move>) -> usize {
        buffer.clear();
        self.moves_into(buffer);
        buffer.len()
    }

    /// A legal move, each as likely as the others; at [`Turn::Chance`], by weight. `None` when the game is over.
    /// `buffer` is room to work in.
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

    /// Plays random moves to the end and says how it ended; the position is left where it was.
    /// `buffer` is room to work in.
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

    /// Plays a move, or says why it is refused and leaves the position as it is.
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

/// A game that hides nothing and leaves nothing to chance: what alpha-beta, proof-number search and tablebases
/// require.
pub trait PerfectInformation: Game {}
