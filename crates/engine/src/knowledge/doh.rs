//! Tic Tac Doh!: solved for two players. For three and four, forced results are solved, and [`multiplayer`] chooses
//! the moves.
//!
//! - [`board`]: a position in one word; positions that are rotations, reflections or translations of another are equal.
//! - [`solver`]: the exact value of any position; [`early`]: a table of those that would take longest.
//! - [`reachable`]: every reachable position.
//! - [`two_players`]: the search for two, from values to moves and lines.
//! - [`multiplayer`]: the search for three and four; [`monte_carlo`]: the search that it starts with; [`outlook`]: how
//!   it expects the others to choose.
//! - [`quiet`]: values of positions for any number of players; [`forced`] and [`shares`] are two kinds of value.

pub(crate) mod board;
mod early;
pub(crate) mod forced;
mod monte_carlo;
mod multiplayer;
mod outlook;
pub(crate) mod quiet;
pub(crate) mod reachable;
pub(crate) mod shares;
pub(crate) mod solver;
#[cfg(test)]
mod tests;
mod two_players;

use rules::doh::Move;
use rules::{Doh, Game, Level, Outcome, View};

use self::multiplayer::{MultiplayerMemory, MultiplayerSearch};
use self::solver::Solver;
use self::two_players::ExactSearch;
use super::{Knowledge, Strength};
use crate::analysis::Analysis;
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::search::{Search, Status};
use crate::solve::{self, GameSolver};

impl Knowledge for Doh {
    type Memory = (Solver, MultiplayerMemory);
    type Search = DohSearch;

    /// For two players. Level 1 completes a line half of the time when it can, and looks no further; from level 3 on,
    /// the levels avoid leaving a line to the opponent. Each level scores 70 to 79 % against the one below: the test
    /// `each_level_beats_the_one_below` plays them.
    const LEVELS: [Strength; 10] = {
        const fn level(depth: u32, blur: f32) -> Strength {
            Strength { nodes: u64::MAX, depth, blur, slips: 1.0 }
        }
        [
            level(1, 0.5),
            level(1, 0.22),
            level(2, 0.42),
            level(2, 0.265),
            level(3, 0.15),
            level(5, 0.12),
            level(7, 0.1),
            level(10, 0.16),
            level(12, 0.16),
            Strength::FULL,
        ]
    };

    const SOLVER: Option<GameSolver> = Some(solve::DOH);

    fn strength(&self, level: Level) -> Strength {
        if self.seats() > 2 {
            monte_carlo::strength(self.seats(), level)
        } else {
            Self::LEVELS[level.index()]
        }
    }

    fn exact(&self, (solver, _): &mut Self::Memory) -> Option<(Outcome, u32)> {
        if self.seats() == 2 { two_players::exact(self, solver) } else { None }
    }

    fn start(view: &View<Doh>, limits: &Limits, (solver, multiplayer): Self::Memory) -> DohSearch {
        let game = view.position();
        if game.seats() == 2 {
            DohSearch::Two(Box::new(ExactSearch::new(game, limits, solver)), multiplayer)
        } else {
            DohSearch::Multiplayer(Box::new(MultiplayerSearch::new(game, limits, multiplayer)), solver)
        }
    }
}

/// A search of Tic Tac Doh!, and the memory of the other kind of search.
pub enum DohSearch {
    /// With two players.
    Two(Box<ExactSearch>, MultiplayerMemory),
    /// With three or four.
    Multiplayer(Box<MultiplayerSearch>, Solver),
}

impl Search for DohSearch {
    type Move = Move;
    type Memory = (Solver, MultiplayerMemory);

    fn step(&mut self, control: &mut SearchControl<'_, Move>) -> Status {
        match self {
            DohSearch::Two(search, _) => search.step(control),
            DohSearch::Multiplayer(search, _) => search.step(control),
        }
    }

    fn analysis(&self) -> Analysis<Move> {
        match self {
            DohSearch::Two(search, _) => search.analysis(),
            DohSearch::Multiplayer(search, _) => search.analysis(),
        }
    }

    fn into_memory(self) -> (Solver, MultiplayerMemory) {
        match self {
            DohSearch::Two(search, multiplayer) => (search.into_memory(), multiplayer),
            DohSearch::Multiplayer(search, solver) => (solver, search.into_memory()),
        }
    }
}
