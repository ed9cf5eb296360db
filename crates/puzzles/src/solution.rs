//! The solution of a position: whether exactly one move wins each time, and how hard that is to see.

use rules::Seat;

use crate::proof::{ForcedWinSearch, TooManyPositions, after};
use crate::puzzle_game::PuzzleGame;

/// A forced win in which the solver has exactly one winning move each time: no other move wins within
/// [`PuzzleGame::HORIZON`] moves, nor as fast. Only at the last move may several moves win, all of them at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSolution<M> {
    /// The moves of the solver and of the longest defence, in turn.
    pub line: Vec<M>,
    /// How hard it is to find: see [`rating`].
    pub rating: u32,
}

/// The searches of a solution.
struct Searches<G: PuzzleGame> {
    /// Finds the shortest win. How many positions it visits tells how hard a puzzle is, so it remembers nothing.
    shortest: ForcedWinSearch<G>,
    /// Finds other moves that win more slowly.
    slower: ForcedWinSearch<G>,
}

/// The solution for the player to move, if the shortest forced win takes at most `most` moves and there is only one
/// winning move each time. Each of two searches may visit `nodes` positions.
pub fn solve<G: PuzzleGame>(
    game: &G,
    most: u32,
    nodes: u64,
) -> Result<Option<PuzzleSolution<G::Move>>, TooManyPositions> {
    let Some(seat) = game.to_move() else { return Ok(None) };
    let mut searches =
        Searches { shortest: ForcedWinSearch::new(nodes), slower: ForcedWinSearch::remembering(nodes) };
    for plies in 1..=most {
        let found = searches.shortest.winning_moves(game, seat, plies)?;
        if let [mv] = found.as_slice() {
            let visited = searches.shortest.nodes;
            let mut choices = vec![game.moves().len()];
            if searches.is_other_win(game, seat, &found)? {
                return Ok(None);
            }
            let line = searches.continuation(&after(game, *mv), seat, plies - 1, &mut choices)?;
            let rating = rating(&choices, visited);
            return Ok(line.map(|rest| PuzzleSolution { line: [vec![*mv], rest].concat(), rating }));
        }
        if !found.is_empty() {
            return Ok(None);
        }
    }
    Ok(None)
}

impl<G: PuzzleGame> Searches<G> {
    /// Whether a move that is not among `fastest`, which are all that win as fast, wins within the horizon of the game.
    fn is_other_win(&mut self, game: &G, seat: Seat, fastest: &[G::Move]) -> Result<bool, TooManyPositions> {
        for mv in game.moves() {
            if !fastest.contains(&mv)
                && self.slower.wins_within(&after(game, mv), seat, G::HORIZON.saturating_sub(1))?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The rest of the solution after a move of the solver, who wins within `plies` moves and not sooner: the first
    /// defence that lasts that long and leaves the solver one winning move each time.
    fn continuation(
        &mut self,
        game: &G,
        seat: Seat,
        plies: u32,
        choices: &mut Vec<usize>,
    ) -> Result<Option<Vec<G::Move>>, TooManyPositions> {
        if game.turn().is_over() {
            return Ok(Some(Vec::new()));
        }
        if game.to_move() == Some(seat) {
            let found = self.shortest.winning_moves(game, seat, plies)?;
            let (Some(&mv), true) = (found.first(), found.len() == 1 || plies == 1) else { return Ok(None) };
            if self.is_other_win(game, seat, &found)? {
                return Ok(None);
            }
            choices.push(game.moves().len());
            let rest = self.continuation(&after(game, mv), seat, plies - 1, choices)?;
            return Ok(rest.map(|rest| [vec![mv], rest].concat()));
        }
        for mv in game.moves() {
            let next = after(game, mv);
            // A defence that loses sooner is not the best.
            if plies > 1 && self.shortest.wins_within(&next, seat, plies.saturating_sub(2))? {
                continue;
            }
            let known = choices.len();
            if let Some(rest) = self.continuation(&next, seat, plies - 1, choices)? {
                return Ok(Some([vec![mv], rest].concat()));
            }
            choices.truncate(known);
        }
        Ok(None)
    }
}

/// How hard a puzzle is, as a number that can be read like the rating of a player: 600 for the easiest. It grows with
/// the moves among which the solver has to choose, and with the number of positions that a plain search looks at until
/// it has found the solution.
///
/// `600 + 40 · Σ log₂ choices + 80 · log₂(positions ÷ 100)`, where the last part is at least 0; rounded to 10.
pub fn rating(choices: &[usize], positions: u64) -> u32 {
    let branching: f64 = choices.iter().map(|&count| log2(count as u64)).sum();
    let effort = (log2(positions) - log2(100)).max(0.0);
    ((600.0 + 40.0 * branching + 80.0 * effort) / 10.0).round() as u32 * 10
}

/// A logarithm interpolated linearly between the powers of two, which has the same bits on every machine.
fn log2(number: u64) -> f64 {
    let number = number.max(1);
    let below = number.ilog2();
    f64::from(below) + (number - (1 << below)) as f64 / (1u64 << below) as f64
}
