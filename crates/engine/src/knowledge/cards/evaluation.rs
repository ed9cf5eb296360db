//! The evaluation of the card game: a small network that estimates how likely the player to move is to win a fully
//! known position.
//!
//! ```text
//! the rows of the features ─► added up: 32 ─► clipped to 0–1 ─► 1, and a number of each row that is added to it
//! ```
//!
//! `examples/cards_fit.rs` trains it on games of the engine against itself. It only estimates, and proves nothing.

use std::sync::{Arc, OnceLock};

use rules::{Cards, Seat};

use super::features::{Features, ROWS};
use crate::math::exp;
use crate::network::{NetworkError, NumberReader};

/// The weights in use.
const WEIGHTS: &[u8] = include_bytes!("weights.net");

/// The version of the shape of the network.
const VERSION: u32 = 201;

/// The width of the hidden layer.
const WIDTH: usize = 32;

/// A network.
pub(super) struct CardsNetwork {
    rows: Vec<[f32; WIDTH]>,
    bias: [f32; WIDTH],
    last: [f32; WIDTH],
    /// What each row adds to the result directly.
    direct: Vec<f32>,
    last_bias: f32,
}

impl CardsNetwork {
    /// Reads the file of a network.
    pub(super) fn read(bytes: &[u8]) -> Result<CardsNetwork, NetworkError> {
        let mut reader = NumberReader::open(bytes, VERSION)?;
        let mut rows = vec![[0.0; WIDTH]; ROWS];
        for row in &mut rows {
            reader.fill(row)?;
        }
        let (mut bias, mut last, mut direct) = ([0.0; WIDTH], [0.0; WIDTH], vec![0.0; ROWS]);
        reader.fill(&mut bias)?;
        reader.fill(&mut last)?;
        reader.fill(&mut direct)?;
        let last_bias = reader.number()?;
        reader.end()?;
        Ok(CardsNetwork { rows, bias, last, direct, last_bias })
    }

    /// The network in use, read once for all engines.
    pub(super) fn standard() -> Result<Arc<CardsNetwork>, NetworkError> {
        static STANDARD: OnceLock<Result<Arc<CardsNetwork>, NetworkError>> = OnceLock::new();
        STANDARD.get_or_init(|| CardsNetwork::read(WEIGHTS).map(Arc::new)).clone()
    }

    /// The probability that `mover`, who is to play, wins.
    pub(super) fn share(&self, game: &Cards, mover: Seat) -> f32 {
        let features = Features::new(game, mover);
        if features.wins {
            return 1.0;
        }
        1.0 / (1.0 + exp(-self.log_odds(&features)))
    }

    fn log_odds(&self, features: &Features) -> f32 {
        let (mut sum, mut total) = (self.bias, self.last_bias);
        for &row in features.rows() {
            total += self.direct[usize::from(row)];
            for (sum, weight) in sum.iter_mut().zip(&self.rows[usize::from(row)]) {
                *sum += weight;
            }
        }
        for (sum, weight) in sum.iter().zip(&self.last) {
            total += sum.clamp(0.0, 1.0) * weight;
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use rules::{Game, Rng};

    use super::*;
    use crate::network::bad_files;

    /// Positions and their values, computed by the program that trained the network: the notation, and the log-odds.
    const CHECK: &str = include_str!("weights.check");

    #[test]
    fn positions_have_the_values_that_the_training_program_computed() {
        let evaluation = CardsNetwork::standard().unwrap();
        for line in CHECK.lines() {
            let (position, expected) = line.rsplit_once(' ').unwrap();
            let game: Cards = position.parse().unwrap();
            let expected: f32 = expected.parse().unwrap();
            let error = evaluation.log_odds(&Features::new(&game, game.to_move().unwrap())) - expected;
            // The file stores numbers with 16 bits.
            assert!(error.abs() < 0.005, "{line}: {error}");
        }
        assert!(CHECK.lines().count() >= 40);
    }

    #[test]
    fn a_file_that_is_truncated_damaged_or_of_another_version_is_refused() {
        bad_files::assert_refused(|bytes| CardsNetwork::read(bytes).map(|_| ()), WEIGHTS, VERSION);
    }

    #[test]
    fn a_file_whose_numbers_are_not_finite_too_large_too_few_or_too_many_is_refused() {
        bad_files::assert_numbers_checked(|bytes| CardsNetwork::read(bytes).map(|_| ()), WEIGHTS);
    }

    /// Covers every number of the deck, and targets that need more than six tokens.
    #[test]
    fn any_position_has_a_share_between_0_and_1() {
        let evaluation = CardsNetwork::standard().unwrap();
        for options in ["numbers=1,target=24", "numbers=3,target=1", "numbers=18,green=any", ""] {
            for seed in 0..20 {
                let mut rng = Rng::new(seed);
                let mut game = Cards::new(options.parse().unwrap());
                while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
                    game.play_unchecked(mv);
                    if let Some(mover) = game.to_move() {
                        let share = evaluation.share(&game, mover);
                        assert!((0.0..=1.0).contains(&share), "{share} for {game}");
                    }
                }
            }
        }
    }
}
