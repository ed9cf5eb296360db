//! The network computes the values of the training program, and damaged files are refused.

use super::*;
use crate::network::bad_files;
use crate::network::check_values::assert_values;

/// Positions and their values, computed by the program that trained the network: for each board its pattern or who won
/// it, the board to which the player to move is sent (9 for none), and the log-odds.
const CHECK: &str = include_str!("weights.check");

#[test]
fn positions_have_the_values_that_the_training_program_computed() {
    let network = Network::standard().unwrap();
    assert_values(CHECK, |line| {
        let words: Vec<&str> = line.split(' ').collect();
        let codes: [usize; 9] = std::array::from_fn(|board| words[board].parse().unwrap());
        let position = Position::from_patterns(codes, words[9].parse().unwrap());
        [network.value(&position) as f32 / POINTS, words[10].parse().unwrap()]
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
