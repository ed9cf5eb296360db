//! A fixed amount of thinking, whose count of positions is a signature: a change that should not change what the
//! engine thinks leaves it as it is, and one that should says the new number in its commit.

use rules::{AnyGame, Kind, Turn, Viewer};

use crate::{Engine, Limits};

/// A position to think about: the game, its options, the moves played, and how deep.
pub struct Case {
    /// The game.
    pub kind: Kind,
    /// Its options.
    pub options: &'static str,
    /// The moves from the start.
    pub moves: &'static str,
    /// How many moves deep to think.
    pub depth: u32,
}

const fn case(kind: Kind, options: &'static str, moves: &'static str, depth: u32) -> Case {
    Case { kind, options, moves, depth }
}

/// The positions of the signature.
pub const CASES: &[Case] = &[
    case(Kind::Super, "", "", 14),
    case(Kind::Super, "", "5.5 5.1 1.5 5.9 9.5 5.2 2.5 5.4 4.5", 15),
    case(Kind::Super, "", "1.5 5.7 7.4 4.9 9.3 3.3 3.5 5.6 6.7 7.9 9.9", 14),
    case(Kind::Super, "tiebreak=draw", "5.1 1.5 5.5 5.9 9.1 1.9 9.9 9.5 5.4 4.5", 14),
];

/// How many positions the engine visits in all to think about the [`CASES`].
///
/// # Panics
/// If a case is not a position of its game: they are fixed, and a test looks at them.
pub fn signature() -> u64 {
    CASES.iter().map(nodes).sum()
}

#[allow(clippy::expect_used, reason = "the cases are fixed and tested")]
fn nodes(case: &Case) -> u64 {
    let mut game = AnyGame::new(case.kind, case.options).expect("options of the game");
    for word in case.moves.split_whitespace() {
        let mv = game.parse_move(word).expect("a move");
        game.play(mv).expect("a legal move");
    }
    let Turn::Seat(seat) = game.turn() else { return 0 };
    let limits = Limits { depth: Some(case.depth), ..Limits::default() };
    let analysis = Engine::new().think(&game.view(Viewer::Seat(seat)), &limits, &mut ());
    analysis.map_or(0, |analysis| analysis.nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever changes what the engine thinks puts the new number here and in the commit.
    #[test]
    fn the_signature_is_the_one_in_the_history() {
        assert_eq!(signature(), 971_680);
    }

    #[test]
    fn every_case_is_a_position_to_think_about() {
        for case in CASES {
            assert!(nodes(case) > 0, "{} {}", case.kind.id(), case.moves);
        }
    }
}
