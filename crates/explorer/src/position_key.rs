//! A position as the key of an index: all positions that are the same by symmetry share it.

use rules::hash::{fnv1a, mix};
use rules::{AnyGame, AnyMove, Game, for_each_game};

/// A game that knows its symmetries.
///
/// Symmetries of the board are numbered from 0 to [`SYMMETRIES`](SymmetricGame::SYMMETRIES); 0 is the identity.
pub trait SymmetricGame: Game {
    /// The number of symmetries of the board.
    const SYMMETRIES: u8;

    /// Writes the position as the player to move sees it, under a symmetry. Two positions offer the same choice, up to
    /// symmetry, exactly if they write the same bytes, each under some symmetry. Options and earlier positions are left
    /// out; seats are written in turn order, starting with the player to move.
    fn write_turned(&self, symmetry: u8, out: &mut Vec<u8>);

    /// A number for each of these legal moves, under the same symmetry. Moves that are the same by a symmetry that is
    /// not of the board (two interchangeable cards) have the same number.
    fn turned_codes(&self, moves: &[Self::Move], symmetry: u8) -> Vec<u32>;
}

/// A position as the key of an index, and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionKey {
    /// The same number for all symmetric positions with the same options, and for no other position.
    pub key: u64,
    /// The legal moves, symmetric ones together, by their code.
    pub choices: Vec<SymmetricMoves>,
}

/// Moves that are the same by symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetricMoves {
    /// Their number, which is the same in all symmetric positions.
    pub code: u32,
    /// The moves. Never empty.
    pub moves: Vec<AnyMove>,
}

impl PositionKey {
    /// The key of a position and its moves; `None` if no player is to move.
    pub fn of(game: &AnyGame) -> Option<PositionKey> {
        macro_rules! position_key {
            ([$any:expr] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
                match $any { $(AnyGame::$kind(game) => of(game, AnyMove::$kind),)* }
            };
        }
        for_each_game!([position_key] game)
    }

    /// The code of a legal move.
    pub fn code(&self, mv: AnyMove) -> Option<u32> {
        self.choices.iter().find(|choice| choice.moves.contains(&mv)).map(|choice| choice.code)
    }

    /// The moves with this code.
    pub fn moves(&self, code: u32) -> Option<&[AnyMove]> {
        let at = self.choices.binary_search_by_key(&code, |choice| choice.code).ok()?;
        Some(&self.choices[at].moves)
    }
}

fn of<G: SymmetricGame>(game: &G, any: fn(G::Move) -> AnyMove) -> Option<PositionKey> {
    game.to_move()?;
    let (mut least, mut symmetries) = (Vec::new(), Vec::new());
    let mut turned = Vec::new();
    for symmetry in 0..G::SYMMETRIES {
        turned.clear();
        game.write_turned(symmetry, &mut turned);
        if symmetries.is_empty() || turned < least {
            std::mem::swap(&mut least, &mut turned);
            symmetries.clear();
            symmetries.push(symmetry);
        } else if turned == least {
            symmetries.push(symmetry);
        }
    }
    let moves = game.moves();
    let mut codes: Vec<(u32, AnyMove)> = moves.iter().map(|&mv| (u32::MAX, any(mv))).collect();
    for symmetry in symmetries {
        for (known, code) in codes.iter_mut().zip(game.turned_codes(&moves, symmetry)) {
            known.0 = known.0.min(code);
        }
    }
    codes.sort_by_key(|&(code, _)| code);
    let choices = codes
        .chunk_by(|a, b| a.0 == b.0)
        .map(|group| SymmetricMoves { code: group[0].0, moves: group.iter().map(|&(_, mv)| mv).collect() })
        .collect();
    Some(PositionKey { key: key(&game.options().to_string(), &least), choices })
}

/// A number for some bytes: FNV-1a, then mixed so that every bit depends on all of them. Databases and files hold these
/// numbers, so they never change.
fn key(options: &str, bytes: &[u8]) -> u64 {
    let all = options.bytes().chain([0]).chain(bytes.iter().copied());
    mix(fnv1a(all))
}
