//! Counts move sequences: the first check of any move generator.

use crate::game::Game;
use crate::seat::Turn;

/// The number of sequences of exactly `depth` moves from this position. A game that ends earlier adds nothing.
///
/// Chance does not count as a move: its outcomes come from `deck`, in order. `None` if the deck runs out, or its next
/// outcome is impossible.
pub fn perft<G: Game>(game: &G, depth: u32, deck: &[G::Move]) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut total = 0;
    divide(game, depth, deck, |_, count| total += count)?;
    Some(total)
}

/// Calls `each` with every first move and the number of sequences of exactly `depth` moves that begin with it.
/// `depth` must be at least 1.
pub fn divide<G: Game>(
    game: &G,
    depth: u32,
    deck: &[G::Move],
    mut each: impl FnMut(G::Move, u64),
) -> Option<()> {
    let mut buffers = vec![Vec::new(); depth as usize + 1];
    let mut game = game.clone();
    let deck = draw(&mut game, deck)?;
    for mv in game.moves() {
        let mut next = game.clone();
        next.play_unchecked(mv);
        each(mv, count(next, depth - 1, deck, &mut buffers)?);
    }
    Some(())
}

/// Plays outcomes from the deck while it is chance's turn; returns the rest of the deck.
fn draw<'d, G: Game>(game: &mut G, mut deck: &'d [G::Move]) -> Option<&'d [G::Move]> {
    while game.turn() == Turn::Chance {
        let (&outcome, rest) = deck.split_first()?;
        game.play(outcome).ok()?;
        deck = rest;
    }
    Some(deck)
}

fn count<G: Game>(mut game: G, depth: u32, deck: &[G::Move], buffers: &mut [Vec<G::Move>]) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let deck = draw(&mut game, deck)?;
    let (buffer, deeper) = buffers.split_first_mut()?;
    if depth == 1 {
        return Some(game.count_moves(buffer) as u64);
    }
    buffer.clear();
    game.moves_into(buffer);
    let mut total = 0;
    for &mv in buffer.iter() {
        let mut next = game.clone();
        next.play_unchecked(mv);
        // Counts the last moves in bulk, without a call, unless chance acts first.
        total += if depth == 2 && next.turn() != Turn::Chance {
            next.count_moves(&mut deeper[0]) as u64
        } else {
            count(next, depth - 1, deck, deeper)?
        };
    }
    Some(total)
}
