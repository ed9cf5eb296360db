//! The network computes the values of the training program, and damaged files are refused.

use rules::Fives;

use super::super::evaluation::FivesEvaluation;
use super::*;
use crate::network::{NetworkChoice, bad_files};
use crate::search::alphabeta::Evaluation as _;

/// Positions and their values, computed by the program that trained the network: the notation, and the log-odds.
const CHECK: &str = include_str!("weights.check");

#[test]
fn positions_have_the_values_that_the_training_program_computed() {
    let mut errors = 0.0;
    for line in CHECK.lines() {
        let (position, expected) = line.rsplit_once(' ').unwrap();
        let game: Fives = position.parse().unwrap();
        let expected: f32 = expected.parse().unwrap();
        let value = FivesEvaluation::new(&game, &NetworkChoice::BuiltIn).value(&Position::new(&game, 0));
        let error = value as f32 / POINTS - expected;
        // The engine rounds to whole numbers, and the training program computes in 19 bits.
        assert!(error.abs() < 0.05, "{line}: {error}");
        errors += error.abs();
    }
    assert!(CHECK.lines().count() >= 40);
    assert!(errors / (CHECK.lines().count() as f32) < 0.01, "{errors}");
}

#[test]
fn a_file_that_is_truncated_damaged_or_of_another_version_is_refused() {
    bad_files::assert_refused(|bytes| Network::read(bytes).map(|_| ()), WEIGHTS, VERSION);
}
