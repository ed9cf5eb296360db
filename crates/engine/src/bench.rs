//! A fixed amount of search, whose number of visited positions is a signature: a change that is not meant to change the
//! engine's decisions keeps it, and one that is states the new number in its commit.

use rules::{AnyGame, Kind, Rng, Turn, Viewer};

use crate::{Engine, Limits};

/// A position to search: the options of the game, the moves played, and the amount of work.
pub struct Case {
    /// The options of the game.
    pub options: &'static str,
    /// The moves from the start. Cards are dealt at random.
    pub moves: &'static str,
    /// How much to search.
    pub work: Work,
}

/// How much to search a case.
pub enum Work {
    /// This many moves deep.
    Depth(u32),
    /// This many playouts. Their number is fixed, so the lengths of all lines count too.
    Playouts(u64),
}

const fn depth(options: &'static str, moves: &'static str, depth: u32) -> Case {
    Case { options, moves, work: Work::Depth(depth) }
}

const fn playouts(options: &'static str, moves: &'static str, playouts: u64) -> Case {
    Case { options, moves, work: Work::Playouts(playouts) }
}

macro_rules! cases {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        $(mod $module;)*

        /// The positions of a game in the signature.
        pub const fn cases(kind: Kind) -> &'static [Case] {
            match kind {
                $(Kind::$kind => $module::CASES,)*
            }
        }
    };
}
rules::for_each_game!([cases]);

/// How many positions the engine visits in all cases of every game.
///
/// # Panics
/// If a case is not a position of its game: they are fixed, and a test checks them.
pub fn signature() -> u64 {
    Kind::ALL.iter().map(|&kind| signature_of(kind)).sum()
}

/// The part of the [signature] that comes from one game.
///
/// # Panics
/// As [signature].
pub fn signature_of(kind: Kind) -> u64 {
    cases(kind).iter().map(|case| count(kind, case)).sum()
}

#[allow(clippy::expect_used, reason = "the cases are fixed and tested")]
fn count(kind: Kind, case: &Case) -> u64 {
    let mut game = AnyGame::new(kind, case.options).expect("options of the game");
    let mut rng = Rng::new(1);
    let mut words = case.moves.split_whitespace();
    let seat = loop {
        let mv = match game.turn() {
            Turn::Over(_) => return 0,
            Turn::Chance => game.random_move(&mut rng).expect("a card"),
            Turn::Seat(seat) => match words.next() {
                Some(word) => game.parse_move(word).expect("a move"),
                None => break seat,
            },
        };
        game.play(mv).expect("a legal move");
    };
    let limits = match case.work {
        Work::Depth(depth) => Limits { depth: Some(depth), ..Limits::default() },
        Work::Playouts(playouts) => Limits { nodes: Some(playouts), lines: usize::MAX, ..Limits::default() },
    };
    let analysis = Engine::new().think(&game.view(Viewer::Seat(seat)), &limits, &mut ());
    analysis.map_or(0, |analysis| {
        let found = match case.work {
            Work::Depth(_) => 0,
            Work::Playouts(_) => analysis.lines.iter().map(|line| line.moves.len() as u64).sum(),
        };
        analysis.nodes + found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A commit that changes the search puts the new number here and in its message.
    #[test]
    fn the_signature_is_the_last_one_committed() {
        assert_eq!(signature(), 316_581);
    }

    #[test]
    fn every_case_is_a_position_that_can_be_searched() {
        for &kind in Kind::ALL {
            assert!(!cases(kind).is_empty(), "{kind}");
            for case in cases(kind) {
                assert!(count(kind, case) > 0, "{kind} {}", case.moves);
            }
        }
    }
}
