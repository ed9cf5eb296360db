//! Chance in Monte-Carlo search, in a game small enough to compute by hand.

#![allow(clippy::unwrap_used, reason = "a test or an experiment fails by panicking")]

use std::fmt;
use std::str::FromStr;

use engine::search::mcts::{MctsParameters, MctsTree, TreeSearch, Unguided};
use engine::{Limits, Value, search};
use rules::{Game, Kind, Morpion, Outcome, Seat, TextError, Turn, Words};

type Move = <Morpion as Game>::Move;

/// Seat 1 takes a certain draw (move 1), throws a die with four sides (move 2), where 1 to 3 win and 4 loses, or lets
/// seat 2 choose (move 3) between a loss and a throw that seat 2 wins in two of three cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Gamble {
    Begin,
    Throw,
    Answer,
    Reply,
    Over(Outcome),
}

impl fmt::Display for Gamble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for Gamble {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Gamble, TextError> {
        Err(TextError::new(0, text, Words::new("rien", "nothing")))
    }
}

const ONE: Outcome = Outcome::Win(Seat::ONE);
const TWO: Outcome = Outcome::Win(Seat::TWO);

impl Game for Gamble {
    const KIND: Kind = Kind::Morpion;
    const INFO: &'static rules::GameInfo = Morpion::INFO;
    type Options = <Morpion as Game>::Options;
    type Move = Move;
    type Illegal = <Morpion as Game>::Illegal;

    fn new(_options: Self::Options) -> Gamble {
        Gamble::Begin
    }

    fn options(&self) -> Self::Options {
        Morpion::new(Default::default()).options()
    }

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        match *self {
            Gamble::Begin => Turn::Seat(Seat::ONE),
            Gamble::Answer => Turn::Seat(Seat::TWO),
            Gamble::Throw | Gamble::Reply => Turn::Chance,
            Gamble::Over(outcome) => Turn::Over(outcome),
        }
    }

    fn moves_into(&self, moves: &mut Vec<Move>) {
        let count = match self {
            Gamble::Begin => 3,
            Gamble::Throw | Gamble::Answer | Gamble::Reply => 2,
            Gamble::Over(_) => 0,
        };
        moves.extend((0..count).filter_map(Move::from_index));
    }

    fn check(&self, _mv: Move) -> Result<(), Self::Illegal> {
        Ok(())
    }

    fn play_unchecked(&mut self, mv: Move) {
        *self = match (*self, mv.index()) {
            (Gamble::Begin, 0) => Gamble::Over(Outcome::Draw),
            (Gamble::Begin, 1) => Gamble::Throw,
            (Gamble::Begin, _) => Gamble::Answer,
            (Gamble::Throw, 0) | (Gamble::Answer | Gamble::Reply, 1) => Gamble::Over(ONE),
            (Gamble::Answer, 0) => Gamble::Reply,
            _ => Gamble::Over(TWO),
        };
    }

    fn weight(&self, outcome: Move) -> u32 {
        match (*self, outcome.index()) {
            (Gamble::Throw, 0) => 3,
            (Gamble::Reply, 0) => 2,
            _ => 1,
        }
    }
}

#[test]
fn values_are_close_to_the_exact_expectations() {
    for parameters in [MctsParameters::PLAIN, MctsParameters::GUIDED] {
        let limits = Limits { nodes: Some(200_000), lines: 3, seed: 1, ..Limits::default() };
        let search = TreeSearch::new(&Gamble::Begin, &limits, &parameters, Unguided, MctsTree::default());
        let (analysis, _) = search::run(search, &limits);
        let share = |index| {
            let line = analysis.lines.iter().find(|line| line.moves[0].index() == index);
            line.map_or(f32::NAN, |line| line.value.share(Seat::ONE, 2))
        };
        assert_eq!(analysis.chosen.index(), 1, "the die is the best choice");
        assert!((share(0) - 0.5).abs() < 1e-6, "{}", share(0));
        assert!((share(1) - 0.75).abs() < 0.01, "{}", share(1));
        // Seat 2 throws rather than lose: 1/3 for seat 1, which the plain search finds more slowly.
        assert!((share(2) - 1.0 / 3.0).abs() < 0.1, "{}", share(2));
        assert!(!matches!(analysis.value(), Value::Proven { .. }), "chance proves nothing here");
    }
}
