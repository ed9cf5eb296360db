//! Search algorithms that several games share.

pub mod alphabeta;
pub mod ismcts;
pub mod mcts;
pub mod playouts;
pub mod transposition;

use crate::analysis::Analysis;
use crate::control::{Meter, SearchControl};
use crate::limits::{Limits, StepBudget};

/// Whether a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It can be continued by another step.
    Running,
    /// A limit was reached, the search was stopped, or there is nothing left to find.
    Finished,
}

/// A search that can be interrupted and resumed. However it is divided into steps, it visits the same positions in the
/// same order and returns the same analysis.
pub trait Search {
    /// The moves of the game.
    type Move: Copy;
    /// What the next search of the same game can reuse: tables, trees, working memory.
    type Memory;

    /// Searches until the control pauses or stops it, or until there is nothing left to find. Once the control is
    /// stopped, the next step ends the search at once.
    fn step(&mut self, control: &mut SearchControl<'_, Self::Move>) -> Status;

    /// The analysis so far. It has a legal move from the start.
    fn analysis(&self) -> Analysis<Self::Move>;

    /// Ends the search and returns its memory.
    fn into_memory(self) -> Self::Memory;
}

/// Runs a search to its end, for experiments that start searches themselves. `limits` must be those with which the
/// search was started.
pub fn run<S: Search>(mut search: S, limits: &Limits) -> (Analysis<S::Move>, S::Memory) {
    let mut meter = Meter::new(limits);
    let mut observer = ();
    let mut control = SearchControl::new(&mut meter, StepBudget::UNLIMITED, &mut observer);
    while search.step(&mut control) == Status::Running {}
    drop(control);
    let mut analysis = search.analysis();
    meter.fill_in_reported(&mut analysis);
    (analysis, search.into_memory())
}
