//! The positions of each sample game, for animated previews.

use rules::{AnyGame, AnyMove, Kind};

/// The positions of the sample game, each with the move that led to it; draws go with the move before them.
pub fn positions(kind: Kind) -> Vec<(AnyGame, Option<AnyMove>)> {
    let Ok(mut game) = AnyGame::new(kind, "") else { return Vec::new() };
    let mut positions = Vec::new();
    let mut last = None;
    for text in kind.info().sample.split(' ') {
        if game.turn().seat().is_some() {
            positions.push((game.clone(), last));
        }
        let Ok(mv) = game.parse_move(text) else { break };
        if game.play(mv).is_err() {
            break;
        }
        last = Some(mv);
    }
    positions.push((game, last));
    positions
}
