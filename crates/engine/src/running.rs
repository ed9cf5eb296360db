//! A running search of any game.

use rules::{AnyMove, View};

use crate::Memories;
use crate::analysis::{Analysis, Line, Value};
use crate::book::BookLine;
use crate::control::{Meter, Observer, SearchControl, ToAnyMove};
use crate::knowledge::{Knowledge, Strength};
use crate::limits::{Limits, StepBudget};
use crate::search::{Search, Status};

/// A search whose game is erased.
pub(crate) trait RunningSearch: Send {
    fn step(&mut self, budget: StepBudget, observer: &mut dyn Observer) -> Status;
    /// Makes the next step the last one, which only ends the search.
    fn stop(&mut self);
    fn analysis(&self) -> Analysis<AnyMove>;
    /// Returns the memory of the search.
    fn end(self: Box<Self>, memories: &mut Memories);
}

/// An answer from the opening book, in place of a search.
pub(crate) struct BookAnswer {
    analysis: Analysis<AnyMove>,
    is_reported: bool,
}

impl BookAnswer {
    /// The answer for a view, if the limits allow one and the book has one. `strength` replaces that of the level.
    pub(crate) fn find<G: Knowledge>(
        view: &View<G>,
        limits: &Limits,
        strength: Option<Strength>,
        memory: &G::Memory,
        any: fn(G::Move) -> AnyMove,
    ) -> Option<BookAnswer> {
        let position = view.position();
        let strength = strength.unwrap_or_else(|| position.strength(limits.level)).at_move(limits.seed);
        if strength != Strength::FULL || !limits.allow_book() {
            return None;
        }
        let BookLine { moves, share, depth } = position.book_line(memory)?.map(any);
        let value = Value::for_two(position.to_move()?, share);
        let mut analysis = Analysis::new(vec![Line { value, moves }], depth);
        analysis.is_from_book = true;
        Some(BookAnswer { analysis, is_reported: false })
    }
}

impl RunningSearch for BookAnswer {
    fn step(&mut self, _budget: StepBudget, observer: &mut dyn Observer) -> Status {
        if !self.is_reported {
            self.is_reported = true;
            observer.progress(&self.analysis);
        }
        Status::Finished
    }

    fn stop(&mut self) {}

    fn analysis(&self) -> Analysis<AnyMove> {
        self.analysis.clone()
    }

    fn end(self: Box<Self>, _memories: &mut Memories) {}
}

/// A search of one game.
pub(crate) struct GameSearch<G: Knowledge> {
    search: G::Search,
    meter: Meter,
    position: G,
    strength: Strength,
    seed: u64,
    is_finished: bool,
    any: fn(G::Move) -> AnyMove,
    memory: fn(&mut Memories) -> &mut G::Memory,
}

impl<G: Knowledge> GameSearch<G> {
    /// Starts a search of a view. `strength` replaces that of the level.
    pub(crate) fn start(
        view: &View<G>,
        limits: &Limits,
        strength: Option<Strength>,
        memories: &mut Memories,
        any: fn(G::Move) -> AnyMove,
        memory: fn(&mut Memories) -> &mut G::Memory,
    ) -> GameSearch<G> {
        let strength = strength.unwrap_or_else(|| view.position().strength(limits.level));
        let strength = strength.at_move(limits.seed);
        let limits = strength.restrict(limits);
        let search = G::start(view, &limits, std::mem::take(memory(memories)));
        // The clock starts when everything is ready: the first search computes tables.
        let meter = Meter::new(&limits);
        let position = view.position().clone();
        GameSearch { search, meter, position, strength, seed: limits.seed, is_finished: false, any, memory }
    }
}

impl<G: Knowledge> RunningSearch for GameSearch<G> {
    fn step(&mut self, budget: StepBudget, observer: &mut dyn Observer) -> Status {
        let mut observer = ToAnyMove { observer, any: self.any };
        let status = self.search.step(&mut SearchControl::new(&mut self.meter, budget, &mut observer));
        self.is_finished = status == Status::Finished;
        status
    }

    fn stop(&mut self) {
        self.meter.stop();
    }

    fn analysis(&self) -> Analysis<AnyMove> {
        let mut analysis = self.search.analysis();
        if self.is_finished {
            self.meter.fill_in_reported(&mut analysis);
        } else {
            self.meter.fill_in(&mut analysis);
        }
        analysis.chosen = self.strength.choose(&analysis, &self.position, self.seed);
        analysis.map(self.any)
    }

    fn end(self: Box<Self>, memories: &mut Memories) {
        *(self.memory)(memories) = self.search.into_memory();
    }
}
