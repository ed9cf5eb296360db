//! A fixed amount of thinking, whose count of positions is a signature: a change that should not change what the
//! engine thinks leaves it as it is, and one that should says the new number in its commit.

use rules::{AnyGame, Kind, Rng, Turn, Viewer};

use crate::{Engine, Limits};

/// A position to think about: the game, its options, the moves played, and how much.
pub struct Case {
    /// The game.
    pub kind: Kind,
    /// Its options.
    pub options: &'static str,
    /// The moves from the start. Cards are dealt as they come.
    pub moves: &'static str,
    /// How much to think.
    pub work: Work,
}

/// How much to think about a case.
pub enum Work {
    /// So many moves deep.
    Depth(u32),
    /// So many playouts. Since just so many are counted, what is found counts too: the lengths of all lines.
    Playouts(u64),
}

const fn depth(kind: Kind, options: &'static str, moves: &'static str, depth: u32) -> Case {
    Case { kind, options, moves, work: Work::Depth(depth) }
}

const fn playouts(kind: Kind, options: &'static str, moves: &'static str, playouts: u64) -> Case {
    Case { kind, options, moves, work: Work::Playouts(playouts) }
}

/// The positions of the signature.
pub const CASES: &[Case] = &[
    depth(Kind::Super, "", "", 14),
    depth(Kind::Super, "", "5.5 5.1 1.5 5.9 9.5 5.2 2.5 5.4 4.5", 15),
    depth(Kind::Super, "", "1.5 5.7 7.4 4.9 9.3 3.3 3.5 5.6 6.7 7.9 9.9", 14),
    depth(Kind::Super, "tiebreak=draw", "5.1 1.5 5.5 5.9 9.1 1.9 9.9 9.5 5.4 4.5", 14),
    depth(Kind::Morpion, "", "", 9),
    depth(Kind::Doh, "", "Mc3 Sb2 Sc4", 15),
    depth(Kind::Fives, "", "La1 Le5 Sb4 Sd2", 6),
    playouts(Kind::Doh, "players=3", "Sc3", 3000),
    playouts(Kind::Doh, "players=4", "Sc3 Sb2", 3000),
    playouts(Kind::Fives, "players=3", "La1 Le5 Sb4", 500),
    playouts(Kind::Cards, "", "", 1000),
];

/// How many positions the engine visits in all to think about the [`CASES`].
///
/// # Panics
/// If a case is not a position of its game: they are fixed, and a test looks at them.
pub fn signature() -> u64 {
    Kind::ALL.iter().map(|&kind| signature_of(kind)).sum()
}

/// The part of the [signature] that comes from one game.
///
/// # Panics
/// As [signature].
pub fn signature_of(kind: Kind) -> u64 {
    CASES.iter().filter(|case| case.kind == kind).map(count).sum()
}

#[allow(clippy::expect_used, reason = "the cases are fixed and tested")]
fn count(case: &Case) -> u64 {
    let mut game = AnyGame::new(case.kind, case.options).expect("options of the game");
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

    /// Whoever changes what the engine thinks puts the new number here and in the commit.
    #[test]
    fn the_signature_is_the_one_in_the_history() {
        assert_eq!(signature(), 994_921);
    }

    #[test]
    fn every_case_is_a_position_to_think_about() {
        for case in CASES {
            assert!(count(case) > 0, "{} {}", case.kind.id(), case.moves);
        }
    }
}
