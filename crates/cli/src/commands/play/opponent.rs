//! Who plays where no human sits. It gets what its seat may see, and nothing else.

use rules::{AnyMove, AnyView, Rng};

/// The move that the program makes, or advises, for the viewer. `None` if it is not the viewer's turn.
pub(crate) fn choose(view: &AnyView, rng: &mut Rng) -> Option<AnyMove> {
    view.position().random_move(rng)
}
