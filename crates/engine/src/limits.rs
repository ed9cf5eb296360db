//! When a search ends ([`Limits`]), and how much one step of it may do ([`StepBudget`]).

use std::time::Duration;

use rules::Level;

/// A monotonic clock. It returns the time since any fixed moment.
pub type Clock = fn() -> Duration;

/// A clock, and how long a search may run by it.
///
/// The two belong together, since a limit without a clock would never be reached. The engine reads no other clock.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit {
    clock: Clock,
    budget: Option<Duration>,
}

impl TimeLimit {
    /// At most `budget`, measured by `clock`.
    pub fn new(clock: Clock, budget: Duration) -> TimeLimit {
        TimeLimit { clock, budget: Some(budget) }
    }

    /// No limit: the clock only measures how long the search runs.
    pub fn unlimited(clock: Clock) -> TimeLimit {
        TimeLimit { clock, budget: None }
    }

    /// At most `budget` if there is one, measured by `clock` in any case.
    pub fn maybe(clock: Clock, budget: Option<Duration>) -> TimeLimit {
        TimeLimit { clock, budget }
    }

    /// What the clock shows now.
    pub(crate) fn now(&self) -> Duration {
        (self.clock)()
    }

    /// How long a search may run, if that is limited.
    pub(crate) fn budget(&self) -> Option<Duration> {
        self.budget
    }

    /// Whether a search that has run this long must end.
    pub(crate) fn is_reached(&self, elapsed: Duration) -> bool {
        self.budget.is_some_and(|budget| elapsed >= budget)
    }
}

/// When a search ends. Without any limit, it ends when there is nothing left to find, or when it is stopped.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How long the search may run. Without it there is no clock, and [`Analysis::elapsed`](crate::Analysis::elapsed)
    /// stays zero.
    pub time: Option<TimeLimit>,
    /// At most this many positions.
    pub nodes: Option<u64>,
    /// At most this many moves ahead, for searches that count in moves.
    pub depth: Option<u32>,
    /// The playing strength.
    pub level: Level,
    /// How many of the best moves get a full line.
    pub lines: usize,
    /// The source of all randomness: on one thread, the same view, seed and limits without time give the same analysis.
    pub seed: u64,
    /// How many threads search, if the search can use them. With more than one, results are not reproducible.
    pub threads: usize,
    /// Whether the move may come from the opening book, at once and without a search. That happens only at full
    /// strength, and not if positions or depth are limited or several lines are wanted, since such limits ask for a
    /// search.
    pub book: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            nodes: None,
            depth: None,
            level: Level::MAX,
            lines: 1,
            seed: 0,
            threads: 1,
            book: false,
        }
    }
}

impl Limits {
    /// Whether these limits allow an answer from the opening book.
    pub(crate) fn allow_book(&self) -> bool {
        self.book && self.nodes.is_none() && self.depth.is_none() && self.lines <= 1
    }
}

/// How much one [`step`](crate::Engine::step) may do before it returns. Every step does some work, however small its
/// budget.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepBudget {
    /// About this many positions.
    pub nodes: Option<u64>,
    /// About this long.
    pub time: Option<TimeLimit>,
}

impl StepBudget {
    /// The step ends only with the search.
    pub const UNLIMITED: StepBudget = StepBudget { nodes: None, time: None };

    /// About this many positions.
    pub fn nodes(nodes: u64) -> StepBudget {
        StepBudget { nodes: Some(nodes), ..StepBudget::UNLIMITED }
    }

    /// About this long, measured by `clock`.
    pub fn time(clock: Clock, budget: Duration) -> StepBudget {
        StepBudget { time: Some(TimeLimit::new(clock, budget)), ..StepBudget::UNLIMITED }
    }
}
