//! The evaluation of positions of Three Fives: weighted features, and the network on top of them.

use std::sync::Arc;

use rules::{Fives, Game};

use super::features::{features, immediate_completions};
use super::network::Network;
use super::position::{Position, hash};
use super::weights;
use crate::network::NetworkChoice;
use crate::search::alphabeta::{self, MIN_WIN};

/// The evaluation, and the positions before the root that count for repetitions.
pub(super) struct FivesEvaluation {
    /// The keys of the positions that would be a draw if they occurred once more, without salt.
    drawn: Vec<u64>,
    salt: u64,
    /// The network; without it, the hand-written evaluation is used alone.
    network: Option<Arc<Network>>,
}

impl FivesEvaluation {
    /// The evaluation for a game.
    pub(super) fn new(game: &Fives, network: &NetworkChoice<Network>) -> FivesEvaluation {
        let times = usize::from(game.options().repetition());
        let is_near = |key: &u128| game.seen().iter().filter(|&seen| seen == key).count() + 1 >= times;
        let mut drawn: Vec<u64> =
            game.seen().iter().filter(|&key| times > 0 && is_near(key)).map(|&key| hash(key)).collect();
        drawn.sort_unstable();
        drawn.dedup();
        // The sum of the keys stands for the set; 0 for the empty one.
        let salt =
            drawn.iter().fold(0u64, |salt, key| salt.wrapping_add(key.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        FivesEvaluation { drawn, salt, network: network.get(Network::standard) }
    }

    /// The salt to mix into the keys of positions.
    pub(super) fn salt(&self) -> u64 {
        self.salt
    }
}

impl alphabeta::Evaluation for FivesEvaluation {
    type Position = Position;

    /// One move can change the value a lot: completing a group is worth more than half a unit of log-odds.
    const REVERSE_FUTILITY_MARGIN: i32 = 200;

    fn value(&self, position: &Position) -> i32 {
        let seat = position.seat();
        let table = &position.table;
        let (mine, theirs) = (features(table, seat), features(table, seat.other()));
        let mut value = weights::value(table, seat, &mine, &theirs);
        if let Some(network) = &self.network {
            value = network.value(
                position,
                value,
                [immediate_completions(&mine), immediate_completions(&theirs)],
            );
        }
        value.clamp(1 - MIN_WIN, MIN_WIN - 1)
    }

    #[inline]
    fn is_drawn_repetition(&self, position: &Position) -> bool {
        let key = alphabeta::SearchPosition::key(position) ^ self.salt;
        !self.drawn.is_empty() && self.drawn.binary_search(&key).is_ok()
    }
}
