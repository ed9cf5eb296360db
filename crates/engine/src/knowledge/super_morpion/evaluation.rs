//! The evaluation of positions: a network, or the hand-written evaluation. The latter is used where the user asks for
//! no network, and for the tiebreak without majority, for which no network was trained.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use rules::super_morpion::Tiebreak;

use super::handwritten::Handwritten;
use super::network::Network;
use super::position::Position;
use crate::network::NetworkChoice;
use crate::search::alphabeta;

/// The largest estimate.
const MAX_ESTIMATE: i32 = 8000;

/// Whether networks evaluate games with this tiebreak.
pub(super) fn has_network(tiebreak: Tiebreak) -> bool {
    match tiebreak {
        Tiebreak::Majority => true,
        Tiebreak::Draw => false,
    }
}

/// The evaluation of a game.
pub(super) enum SuperMorpionEvaluation {
    Network(Arc<Network>),
    Handwritten(Handwritten),
}

impl SuperMorpionEvaluation {
    /// The evaluation for a game with this tiebreak.
    pub(super) fn new(tiebreak: Tiebreak, network: &NetworkChoice<Network>) -> SuperMorpionEvaluation {
        let network = if has_network(tiebreak) { network.get(Network::standard) } else { None };
        network.map_or_else(
            || SuperMorpionEvaluation::Handwritten(Handwritten::new(tiebreak)),
            SuperMorpionEvaluation::Network,
        )
    }
}

impl alphabeta::Evaluation for SuperMorpionEvaluation {
    type Position = Position;

    const REVERSE_FUTILITY_MARGIN: i32 = 100;
    const FUTILITY_MARGIN: i32 = 120;
    const REDUCTION_DIVISOR: f32 = 1.3;
    const USES_IMPROVEMENT: bool = true;
    const USES_SINGULAR_EXTENSIONS: bool = true;

    #[inline]
    fn correction_key(&self, position: &Position) -> Option<u64> {
        // The hand-written evaluation recognises positions that no player can win; its value is exact there.
        matches!(self, SuperMorpionEvaluation::Network(_)).then(|| position.outline())
    }

    #[inline]
    fn value(&self, position: &Position) -> i32 {
        let value = match self {
            SuperMorpionEvaluation::Network(network) => network.value(position),
            SuperMorpionEvaluation::Handwritten(handwritten) => handwritten.value(position),
        };
        value.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }
}
