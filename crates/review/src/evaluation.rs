//! The evaluation of one position of a game.

use engine::{Analysis, Value};
use rules::{AnyGame, AnyMove, Kind, Turn};

/// How many moves of a line are kept.
const LINE: usize = 8;

/// The evaluation of one position.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedPosition {
    /// The value under best play.
    pub value: Value,
    /// The best play found, up to eight moves; empty where the game is over.
    pub line: Vec<AnyMove>,
    /// The value of the move that was played, by the same search. Only in games where the search after the move cannot
    /// judge it.
    pub played: Option<Value>,
}

/// Whether the moves of a game are judged by the search before them alone: a card drawn after a move is luck, and where
/// hands are hidden, the next player knows other things than the player who moved.
pub(crate) fn judges_by_own_search(kind: Kind) -> bool {
    kind.has_chance() || kind.hides()
}

/// The beginning of a line, up to the first draw: in games with hidden hands, a search guesses the cards that follow.
pub(crate) fn playable(line: &[AnyMove], game: &AnyGame) -> Vec<AnyMove> {
    let mut game = game.clone();
    let is_played = |mv: &&AnyMove| game.turn().seat().is_some() && game.play(**mv).is_ok();
    line.iter().take(LINE).take_while(is_played).copied().collect()
}

impl ReviewedPosition {
    /// The evaluation from a search of a position in which `played` was played.
    pub(crate) fn of(
        analysis: &Analysis<AnyMove>,
        game: &AnyGame,
        played: Option<AnyMove>,
    ) -> ReviewedPosition {
        let of_played = || {
            let line = analysis.lines.iter().find(|line| line.moves.first() == played.as_ref())?;
            Some(line.value)
        };
        let best = &analysis.lines[0];
        ReviewedPosition {
            value: best.value,
            line: playable(&best.moves, game),
            played: if judges_by_own_search(game.kind()) { of_played() } else { None },
        }
    }

    /// The value of a game that is over.
    pub(crate) fn of_end(game: &AnyGame) -> Option<ReviewedPosition> {
        let Turn::Over(outcome) = game.turn() else { return None };
        Some(ReviewedPosition { value: Value::Proven { outcome, plies: 0 }, line: Vec::new(), played: None })
    }

    /// The evaluation of the position before `mv`, assuming that `mv` is best there.
    pub(crate) fn before(&self, mv: AnyMove) -> ReviewedPosition {
        let value = match self.value {
            Value::Proven { outcome, plies } => Value::Proven { outcome, plies: plies + 1 },
            value => value,
        };
        let line = std::iter::once(mv).chain(self.line.iter().copied()).take(LINE).collect();
        ReviewedPosition { value, line, played: None }
    }
}
