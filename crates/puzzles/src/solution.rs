//! The solution of a position: whether exactly one move wins each time, and how hard that is to see.

use rules::Seat;

use crate::proof::{ForcedWinSearch, TooManyPositions, after};
use crate::puzzle_game::{Horizon, PuzzleGame};
use crate::win_search::WinSearch;

/// A forced win in which the solver has exactly one winning move each time: as far as [`PuzzleGame::horizon`] says, no
/// other move wins. Only at the last move may several moves be right: those that win at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSolution<M> {
    /// The moves of the solver and of the longest defence, in turn.
    pub line: Vec<M>,
    /// How hard it is to find: see [`rating`].
    pub rating: u32,
}

/// The searches of a solution.
struct Searches<G: PuzzleGame> {
    seat: Seat,
    /// Finds wins within some moves, the fastest and slower ones.
    remembering: ForcedWinSearch<G>,
    /// Finds other moves that might win, where cards are hidden.
    possible: ForcedWinSearch<G>,
    /// Tells how hard a puzzle is: by how many positions a search visits that remembers nothing.
    plain: ForcedWinSearch<G>,
    /// Finds moves that win at all.
    whole: WinSearch<G>,
}

/// The solution for the player to move, if the shortest forced win takes at most `most` moves and there is only one
/// winning move each time. Each search may visit `nodes` positions.
pub fn solve<G: PuzzleGame>(
    game: &G,
    most: u32,
    nodes: u64,
) -> Result<Option<PuzzleSolution<G::Move>>, TooManyPositions> {
    let Some(seat) = game.to_move() else { return Ok(None) };
    let game = &game.for_search();
    let mut searches = Searches {
        seat,
        remembering: ForcedWinSearch::remembering(nodes),
        possible: ForcedWinSearch::of_possible_wins(nodes),
        plain: ForcedWinSearch::new(nodes),
        whole: WinSearch::new(seat, nodes),
    };
    let Some(plies) = searches.shortest_win(game, most)? else { return Ok(None) };
    if G::horizon(plies) == Horizon::WholeGame && !searches.has_one_win(game)? {
        return Ok(None);
    }
    let found = searches.remembering.winning_moves(game, seat, plies)?;
    let [mv] = found.as_slice() else { return Ok(None) };
    if searches.has_other_win(game, plies, &found)? {
        return Ok(None);
    }
    let visited = searches.search_cost(game, plies)?;
    let mut choices = vec![game.moves().len()];
    let line = searches.continuation(&after(game, *mv), plies - 1, &mut choices)?;
    let rating = rating(&choices, visited);
    Ok(line.map(|rest| PuzzleSolution { line: [vec![*mv], rest].concat(), rating }))
}

impl<G: PuzzleGame> Searches<G> {
    /// The number of moves in the shortest forced win, if it is at most `most`.
    fn shortest_win(&mut self, game: &G, most: u32) -> Result<Option<u32>, TooManyPositions> {
        for plies in 1..=most {
            if self.remembering.wins_within(game, self.seat, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// How many positions the plain search visits until it knows the winning moves, which take `plies` moves.
    fn search_cost(&mut self, game: &G, plies: u32) -> Result<u64, TooManyPositions> {
        for plies in 1..=plies {
            self.plain.winning_moves(game, self.seat, plies)?;
        }
        Ok(self.plain.nodes)
    }

    /// Whether exactly one move wins, however long it takes.
    fn has_one_win(&mut self, game: &G) -> Result<bool, TooManyPositions> {
        let mut winning = 0;
        for mv in game.moves() {
            winning += u32::from(self.whole.wins(&after(game, mv))?);
            if winning > 1 {
                return Ok(false);
            }
        }
        Ok(winning == 1)
    }

    /// Whether a move that is not among `fastest`, which are all that win within `plies` moves, wins within the horizon.
    fn has_other_win(&mut self, game: &G, plies: u32, fastest: &[G::Move]) -> Result<bool, TooManyPositions> {
        for mv in game.moves() {
            if fastest.contains(&mv) {
                continue;
            }
            let next = after(game, mv);
            let wins = match G::horizon(plies) {
                Horizon::WholeGame => self.whole.wins(&next)?,
                Horizon::Moves(moves) => {
                    let search = if G::INFO.hides { &mut self.possible } else { &mut self.remembering };
                    search.wins_within(&next, self.seat, moves.saturating_sub(1))?
                }
            };
            if wins {
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
        plies: u32,
        choices: &mut Vec<usize>,
    ) -> Result<Option<Vec<G::Move>>, TooManyPositions> {
        if game.turn().is_over() {
            return Ok(Some(Vec::new()));
        }
        let seat = self.seat;
        if game.to_move() == Some(seat) {
            let found = self.remembering.winning_moves(game, seat, plies)?;
            let (Some(&mv), true) = (found.first(), found.len() == 1 || plies == 1) else { return Ok(None) };
            if self.has_other_win(game, plies, &found)? {
                return Ok(None);
            }
            choices.push(game.moves().len());
            let rest = self.continuation(&after(game, mv), plies - 1, choices)?;
            return Ok(rest.map(|rest| [vec![mv], rest].concat()));
        }
        for mv in game.moves() {
            let next = after(game, mv);
            // A defence that loses sooner is not the best.
            if plies > 1 && self.remembering.wins_within(&next, seat, plies.saturating_sub(2))? {
                continue;
            }
            let known = choices.len();
            if let Some(rest) = self.continuation(&next, plies - 1, choices)? {
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
