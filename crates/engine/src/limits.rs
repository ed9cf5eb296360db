//! How long and how hard to think, and who is told meanwhile.

use std::time::Duration;

use rules::AnyMove;
pub use rules::Level;

use crate::analysis::Analysis;

/// When to stop thinking. Without any limit, thinking ends when there is nothing left to find out or when the
/// [`Report`] says stop.
#[derive(Clone, Debug)]
pub struct Limits {
    /// At most this long, by [`clock`](Limits::clock).
    pub time: Option<Duration>,
    /// At most this many positions.
    pub nodes: Option<u64>,
    /// At most this many moves ahead, where the search counts in moves.
    pub depth: Option<u32>,
    /// How well to play.
    pub level: Level,
    /// How many of the best moves to work out fully.
    pub lines: usize,
    /// What randomness there is comes from here: the same view, limits without time and seed give the same analysis.
    pub seed: u64,
    /// A clock that never goes back, from any beginning. The core asks no other.
    pub clock: fn() -> Duration,
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
            clock: || Duration::ZERO,
        }
    }
}

/// Who waits for the engine.
pub trait Report {
    /// Something new is known.
    fn progress(&mut self, _analysis: &Analysis<AnyMove>) {}

    /// Whether to stop now. Asked about every millisecond.
    fn stop(&mut self) -> bool {
        false
    }
}

/// Nobody waits.
impl Report for () {}

/// A report of any game's moves, as a search sees it.
pub(crate) trait Listener<M> {
    fn progress(&mut self, analysis: &Analysis<M>);
    fn stop(&mut self) -> bool;
}

impl<M> Listener<M> for () {
    fn progress(&mut self, _analysis: &Analysis<M>) {}

    fn stop(&mut self) -> bool {
        false
    }
}

/// Passes the moves of one game on as moves of any.
pub(crate) struct Translated<'r, M> {
    pub(crate) report: &'r mut dyn Report,
    pub(crate) any: fn(M) -> AnyMove,
}

impl<M: Copy> Listener<M> for Translated<'_, M> {
    fn progress(&mut self, analysis: &Analysis<M>) {
        self.report.progress(&analysis.clone().map(self.any));
    }

    fn stop(&mut self) -> bool {
        self.report.stop()
    }
}

/// What a search asks while it runs: may I go on? It counts positions, watches the clock and asks the report.
pub struct Control<'c, M> {
    listener: &'c mut dyn Listener<M>,
    clock: fn() -> Duration,
    begun: Duration,
    time: Option<Duration>,
    max_nodes: u64,
    nodes: u64,
    next_look: u64,
    stopped: bool,
}

/// How long it should be between two looks at the clock, and how many positions that is at first and at most. How
/// fast the search is shows from the clock, so that slow positions are stopped as soon as quick ones.
const PAUSE: Duration = Duration::from_micros(300);
const FIRST_LOOK: u64 = 32;
const LAST_LOOK: u64 = 2048;

impl<'c, M> Control<'c, M> {
    pub(crate) fn new(limits: &Limits, listener: &'c mut dyn Listener<M>) -> Control<'c, M> {
        Control {
            listener,
            clock: limits.clock,
            begun: (limits.clock)(),
            time: limits.time,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            next_look: FIRST_LOOK.min(limits.nodes.unwrap_or(u64::MAX)),
            stopped: false,
        }
    }

    /// Runs a search that nobody waits for: for experiments, which call the searches by themselves.
    pub fn alone<T>(limits: &Limits, search: impl FnOnce(&mut Control<'_, M>) -> T) -> T {
        search(&mut Control::new(limits, &mut ()))
    }

    /// Counts one position; false once the search must stop.
    #[inline]
    pub fn visit(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look { self.look() } else { !self.stopped }
    }

    /// Looks at the clock and asks the report; false once the search must stop. Needed only where much is done
    /// without a visit.
    #[cold]
    pub fn look(&mut self) -> bool {
        let elapsed = self.elapsed();
        let step = match elapsed.as_nanos() as u64 {
            0 => FIRST_LOOK,
            nanos => (self.nodes.saturating_mul(PAUSE.as_nanos() as u64) / nanos).clamp(1, LAST_LOOK),
        };
        self.next_look = self.nodes.saturating_add(step).min(self.max_nodes);
        let is_late = self.time.is_some_and(|time| elapsed >= time);
        self.stopped |= is_late || self.nodes >= self.max_nodes || self.listener.stop();
        !self.stopped
    }

    /// Whether the search must stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// How long the search has run.
    pub fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.begun)
    }

    /// How many positions were visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tells what is known by now; fills in positions visited and time.
    pub fn tell(&mut self, analysis: &mut Analysis<M>) {
        analysis.nodes = self.nodes;
        analysis.elapsed = self.elapsed();
        self.listener.progress(analysis);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }

    /// Counts how often it is asked.
    struct Asked(u64);

    impl Listener<()> for Asked {
        fn progress(&mut self, _analysis: &Analysis<()>) {}

        fn stop(&mut self) -> bool {
            self.0 += 1;
            false
        }
    }

    /// How many of so many positions pass from one question to the next, when each takes so long.
    fn apart(positions: u64, each: Duration) -> u64 {
        let limits = Limits { clock: || NOW.get(), ..Limits::default() };
        let mut asked = Asked(0);
        let mut control = Control::new(&limits, &mut asked);
        for _ in 0..positions {
            NOW.set(NOW.get() + each);
            assert!(control.visit());
        }
        positions / asked.0.max(1)
    }

    #[test]
    fn slow_positions_are_interrupted_as_soon_as_quick_ones() {
        assert_eq!(apart(100_000, Duration::from_millis(1)), 1);
        assert!((250..=350).contains(&apart(100_000, Duration::from_micros(1))));
        assert!((1900..=LAST_LOOK).contains(&apart(1_000_000, Duration::from_nanos(50))));
    }

    #[test]
    fn without_a_clock_the_report_is_asked_often() {
        assert_eq!(apart(100_000, Duration::ZERO), FIRST_LOOK);
    }
}
