//! The network computes the values of the training program, and damaged files are refused.

use rules::Fives;

use super::super::evaluation::FivesEvaluation;
use super::*;
use crate::network::check_values::assert_values;
use crate::network::{NetworkChoice, bad_files};
use crate::search::alphabeta::Evaluation as _;

/// Positions and their values, computed by the program that trained the network: the notation, and the log-odds.
const CHECK: &str = include_str!("weights.check");

#[test]
fn positions_have_the_values_that_the_training_program_computed() {
    assert_values(CHECK, |line| {
        let (position, expected) = line.rsplit_once(' ').unwrap();
        let game: Fives = position.parse().unwrap();
        let value = FivesEvaluation::new(&game, &NetworkChoice::BuiltIn).value(&Position::new(&game, 0));
        [value as f32 / POINTS, expected.parse().unwrap()]
    });
}

#[test]
fn a_file_that_is_truncated_damaged_or_of_another_version_is_refused() {
    bad_files::assert_refused(|bytes| Network::read(bytes).map(|_| ()), WEIGHTS, VERSION);
}

#[test]
fn a_file_whose_numbers_are_not_finite_too_large_too_few_or_too_many_is_refused() {
    bad_files::assert_numbers_checked(|bytes| Network::read(bytes).map(|_| ()), WEIGHTS);
}
