//! Decides whether a running search may continue: [`SearchControl`] counts positions, reads the clock and asks the
//! observer.

use std::time::Duration;

use rules::AnyMove;

use crate::analysis::Analysis;
use crate::limits::{Limits, StepBudget, TimeLimit};

/// Watches a search from outside: it receives the progress and can stop the search.
pub trait Observer {
    /// The search knows something new.
    fn progress(&mut self, _analysis: &Analysis<AnyMove>) {}

    /// Whether the search must stop now. Called about once per millisecond.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Ignores the progress and never stops the search.
impl Observer for () {}

/// An [`Observer`] of the moves of one game.
pub(crate) trait GameObserver<M> {
    fn progress(&mut self, analysis: &Analysis<M>);
    fn should_stop(&mut self) -> bool;
}

impl<M> GameObserver<M> for () {
    fn progress(&mut self, _analysis: &Analysis<M>) {}

    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Converts the moves of one game for an [`Observer`].
pub(crate) struct ToAnyMove<'o, M> {
    pub(crate) observer: &'o mut dyn Observer,
    pub(crate) any: fn(M) -> AnyMove,
}

impl<M: Copy> GameObserver<M> for ToAnyMove<'_, M> {
    fn progress(&mut self, analysis: &Analysis<M>) {
        self.observer.progress(&analysis.clone().map(self.any));
    }

    fn should_stop(&mut self) -> bool {
        self.observer.should_stop()
    }
}

/// Whether a search may continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Running,
    /// The budget of the step is spent: the search must return, and is resumed later.
    Pausing,
    /// The search must end.
    Stopped,
}

/// The measurements of a search since its start, over all its steps.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    time: Option<TimeLimit>,
    started: Duration,
    max_nodes: u64,
    nodes: u64,
    /// How many positions other threads have visited for this search.
    nodes_of_others: u64,
    is_stopped: bool,
    /// Positions and time at the last report.
    reported: (u64, Duration),
}

impl Meter {
    pub(crate) fn new(limits: &Limits) -> Meter {
        Meter {
            time: limits.time,
            started: limits.time.map_or(Duration::ZERO, |time| time.now()),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            nodes_of_others: 0,
            is_stopped: false,
            reported: (0, Duration::ZERO),
        }
    }

    /// Makes the next step the last one, which only ends the search.
    pub(crate) fn stop(&mut self) {
        self.is_stopped = true;
    }

    fn elapsed(&self) -> Duration {
        self.time.map_or(Duration::ZERO, |time| time.now().saturating_sub(self.started))
    }

    /// Fills in the positions and the time of the last report. For a search that has ended, that is the report of its
    /// result.
    pub(crate) fn fill_in_reported<M>(&self, analysis: &mut Analysis<M>) {
        (analysis.nodes, analysis.elapsed) = self.reported;
    }

    /// Fills in the positions and the time of the search so far.
    pub(crate) fn fill_in<M>(&self, analysis: &mut Analysis<M>) {
        analysis.nodes = self.nodes + self.nodes_of_others;
        analysis.elapsed = self.elapsed();
    }
}

/// Limits, budget and observer of one step of a search.
pub struct SearchControl<'c, M> {
    observer: &'c mut dyn GameObserver<M>,
    meter: &'c mut Meter,
    nodes: u64,
    next_poll: u64,
    state: State,
    /// The step pauses when this many positions have been visited in all.
    step_end: u64,
    step_time: Option<TimeLimit>,
    step_started: Duration,
    has_polled: bool,
}

/// The time between two polls, and the number of positions between two polls at first and at most. The speed of the
/// search is measured, so that slow positions are interrupted as soon as fast ones.
const POLL_INTERVAL: Duration = Duration::from_micros(300);
const FIRST_POLL: u64 = 32;
const MAX_POLL: u64 = 2048;

impl<'c, M> SearchControl<'c, M> {
    /// The control of the next step.
    pub(crate) fn new(
        meter: &'c mut Meter,
        budget: StepBudget,
        observer: &'c mut dyn GameObserver<M>,
    ) -> SearchControl<'c, M> {
        let nodes = meter.nodes;
        let step_end = budget.nodes.map_or(u64::MAX, |budget| nodes.saturating_add(budget.max(1)));
        let next_poll = nodes.saturating_add(FIRST_POLL).min(meter.max_nodes).min(step_end);
        SearchControl {
            observer,
            nodes,
            next_poll: if meter.is_stopped { 0 } else { next_poll },
            state: if meter.is_stopped { State::Stopped } else { State::Running },
            step_end,
            step_time: budget.time,
            step_started: budget.time.map_or(Duration::ZERO, |time| time.now()),
            has_polled: false,
            meter,
        }
    }

    /// Counts one position; false once the search must stop.
    #[inline]
    pub fn visit(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_poll { self.poll_at_visit() } else { self.state != State::Stopped }
    }

    /// Polls after a visit. A search that has been stopped still asks for positions on its way back to the root, but does
    /// not search them: they are not counted.
    #[cold]
    fn poll_at_visit(&mut self) -> bool {
        if self.state == State::Stopped {
            self.nodes -= 1;
            return false;
        }
        self.poll()
    }

    /// Reads the clock and asks the observer; false once the search must stop. [`visit`](Self::visit) does so often
    /// enough; work without visits must do it itself.
    #[cold]
    pub fn poll(&mut self) -> bool {
        self.meter.nodes = self.nodes;
        let elapsed = self.meter.elapsed();
        let interval = match elapsed.as_nanos() as u64 {
            0 => FIRST_POLL,
            nanos => (self.nodes.saturating_mul(POLL_INTERVAL.as_nanos() as u64) / nanos).clamp(1, MAX_POLL),
        };
        let next_end = if self.nodes < self.step_end { self.step_end } else { u64::MAX };
        self.next_poll = self.nodes.saturating_add(interval).min(self.meter.max_nodes).min(next_end);
        let is_late = self.meter.time.is_some_and(|time| time.is_reached(elapsed));
        if self.state == State::Stopped
            || is_late
            || self.nodes >= self.meter.max_nodes
            || self.observer.should_stop()
        {
            self.state = State::Stopped;
            self.meter.is_stopped = true;
            self.next_poll = 0;
        } else if self.nodes >= self.step_end || self.has_polled && self.is_step_late() {
            // The first poll of a step ignores its time budget, so that every step does some work.
            self.state = State::Pausing;
        }
        self.has_polled = true;
        self.state != State::Stopped
    }

    fn is_step_late(&self) -> bool {
        self.step_time.is_some_and(|time| time.is_reached(time.now().saturating_sub(self.step_started)))
    }

    /// How many positions this thread has visited.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Sets how many positions other threads have visited, for reports. Limits count only those of this thread.
    pub(crate) fn set_nodes_of_others(&mut self, nodes: u64) {
        self.meter.nodes_of_others = nodes;
    }

    /// Whether the search must end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.state == State::Stopped
    }

    /// Whether the search must return soon, to be resumed later.
    #[inline]
    pub fn is_pausing(&self) -> bool {
        self.state == State::Pausing
    }

    /// Whether the search must return, for good or to be resumed.
    #[inline]
    pub fn is_halted(&self) -> bool {
        self.state != State::Running
    }

    /// Reports what is known so far, with the positions visited and the time.
    pub fn report(&mut self, analysis: &mut Analysis<M>) {
        self.meter.nodes = self.nodes;
        self.meter.fill_in(analysis);
        self.meter.reported = (analysis.nodes, analysis.elapsed);
        self.observer.progress(analysis);
    }
}

impl<M> Drop for SearchControl<'_, M> {
    fn drop(&mut self) {
        self.meter.nodes = self.nodes;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }

    fn now() -> Duration {
        NOW.get()
    }

    /// Counts how often it is asked.
    struct CountsPolls(u64);

    impl GameObserver<()> for CountsPolls {
        fn progress(&mut self, _analysis: &Analysis<()>) {}

        fn should_stop(&mut self) -> bool {
            self.0 += 1;
            false
        }
    }

    /// How many positions pass between two polls, when each takes `each`.
    fn poll_interval(positions: u64, each: Duration) -> u64 {
        let limits = Limits { time: Some(TimeLimit::unlimited(now)), ..Limits::default() };
        let mut observer = CountsPolls(0);
        let mut meter = Meter::new(&limits);
        let mut control = SearchControl::new(&mut meter, StepBudget::UNLIMITED, &mut observer);
        for _ in 0..positions {
            NOW.set(NOW.get() + each);
            assert!(control.visit());
        }
        drop(control);
        positions / observer.0.max(1)
    }

    #[test]
    fn slow_positions_are_interrupted_as_soon_as_quick_ones() {
        assert_eq!(poll_interval(100_000, Duration::from_millis(1)), 1);
        assert!((250..=350).contains(&poll_interval(100_000, Duration::from_micros(1))));
        assert!((1900..=MAX_POLL).contains(&poll_interval(1_000_000, Duration::from_nanos(50))));
    }

    #[test]
    fn while_the_clock_stands_still_the_observer_is_asked_often() {
        assert_eq!(poll_interval(100_000, Duration::ZERO), FIRST_POLL);
    }

    #[test]
    fn a_step_pauses_when_its_positions_or_its_time_are_spent_and_the_next_one_continues() {
        let mut meter = Meter::new(&Limits { nodes: Some(1000), ..Limits::default() });
        for step in 1..10 {
            let mut observer = ();
            let mut control: SearchControl<'_, ()> =
                SearchControl::new(&mut meter, StepBudget::nodes(100), &mut observer);
            while !control.is_pausing() {
                assert!(control.visit());
            }
            assert_eq!(control.nodes, step * 100);
        }
        let mut observer = ();
        let budget = StepBudget::time(now, Duration::from_millis(5));
        let mut control: SearchControl<'_, ()> = SearchControl::new(&mut meter, budget, &mut observer);
        let started = now();
        while !control.is_pausing() {
            NOW.set(NOW.get() + Duration::from_micros(200));
            assert!(control.visit());
        }
        assert!(now() - started >= Duration::from_millis(5));
        assert!(control.nodes < 970);
        drop(control);
        let mut control: SearchControl<'_, ()> =
            SearchControl::new(&mut meter, StepBudget::UNLIMITED, &mut observer);
        while control.visit() {}
        assert_eq!(control.nodes, 1000);
        assert!(control.is_stopped());
        assert!(!control.visit() && !control.visit());
        assert_eq!(control.nodes, 1000, "positions are counted that are not searched");
    }
}
