//! The loop of every search by playouts: it counts, reports progress, and can be interrupted between any two playouts.

use super::{Search, Status};
use crate::analysis::Analysis;
use crate::control::SearchControl;

/// The first progress is reported after this many playouts.
const FIRST_REPORT: u64 = 1024;

/// A tree that grows with each playout.
pub trait GrowingTree {
    /// The moves of the game.
    type Move: Copy;
    /// What the next search of the same game can reuse.
    type Memory;

    /// Runs one playout, the one with this number. Returns whether another one can find more.
    fn grow(&mut self, playouts: u64) -> bool;

    /// The analysis so far.
    fn analysis(&self) -> Analysis<Self::Move>;

    /// Ends the search and returns its memory.
    fn into_memory(self) -> Self::Memory;
}

/// A search by playouts of a tree.
pub struct PlayoutSearch<T> {
    tree: T,
    max_playouts: u64,
    playouts: u64,
    next_report: u64,
    is_finished: bool,
    has_started: bool,
}

impl<T: GrowingTree> PlayoutSearch<T> {
    /// A search of at most `max_playouts`, or of none if the tree is finished already.
    pub(super) fn of(tree: T, max_playouts: u64, is_finished: bool) -> PlayoutSearch<T> {
        PlayoutSearch {
            tree,
            max_playouts,
            playouts: 0,
            next_report: FIRST_REPORT,
            is_finished,
            has_started: false,
        }
    }
}

impl<T> PlayoutSearch<T> {
    /// The tree.
    pub(super) fn tree(&self) -> &T {
        &self.tree
    }
}

impl<T: GrowingTree> Search for PlayoutSearch<T> {
    type Move = T::Move;
    type Memory = T::Memory;

    fn step(&mut self, control: &mut SearchControl<'_, T::Move>) -> Status {
        if !std::mem::replace(&mut self.has_started, true) {
            control.poll();
        }
        while !self.is_finished && self.playouts < self.max_playouts && !control.is_stopped() {
            if control.is_pausing() {
                return Status::Running;
            }
            self.playouts += 1;
            self.is_finished = !self.tree.grow(self.playouts);
            let may_continue = control.visit() && !self.is_finished;
            if may_continue && self.playouts >= self.next_report {
                self.next_report = self.playouts + self.playouts / 4;
                control.report(&mut self.tree.analysis());
            }
        }
        self.is_finished = true;
        control.report(&mut self.tree.analysis());
        Status::Finished
    }

    fn analysis(&self) -> Analysis<T::Move> {
        self.tree.analysis()
    }

    fn into_memory(self) -> T::Memory {
        self.tree.into_memory()
    }
}
