//! The long search of one position.

use engine::book::{Symmetric, position_after};
use engine::{Engine, Limits};
use rules::{AnyGame, AnyMove, Game, Viewer};

use super::tree::{Node, Reply};

/// All moves are then compared by a search that is this many times shorter than the one for the best move, and that
/// uses its memory.
const COMPARE_DIVISOR: u64 = 16;

/// Searches the position after these moves. The same moves and nodes give the same result.
pub(crate) fn search<G: Symmetric + Into<AnyGame>>(moves: &[G::Move], nodes: u64) -> Node<G> {
    let game: G = position_after(moves).unwrap();
    let seat = game.to_move().unwrap();
    let view = game.clone().into().view(Viewer::Seat(seat));
    let mut engine = Engine::new();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let found = engine.think(&view, &limits, &mut ()).unwrap();
    let limits = Limits { nodes: Some(nodes / COMPARE_DIVISOR), lines: usize::MAX, ..limits };
    let compared = engine.think(&view, &limits, &mut ()).unwrap();
    let replies = compared.lines.iter().filter_map(|line| {
        let mv = own_move::<G>(line.moves[0]);
        let mut next = game.clone();
        next.play_unchecked(mv);
        next.to_move()?;
        Some(Reply { mv, share: line.value.share(seat, 2), key: next.canonical().0 })
    });
    Node {
        moves: moves.to_vec(),
        seat: seat.index(),
        best: own_move::<G>(found.chosen),
        share: found.value().share(seat, 2),
        depth: found.depth,
        replies: replies.collect(),
    }
}

fn own_move<G: Game>(mv: AnyMove) -> G::Move {
    mv.to_string().parse().unwrap()
}
