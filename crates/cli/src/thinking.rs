//! Shared by the commands that run the engine: clocks, a way to stop, and values in words and in JSON.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use engine::{Analysis, Observer, TimeLimit, Value, winner_moves};
use rules::{AnyMove, Lang, Outcome, Seat, number_text};
use serde_json::json;

use crate::language::say;

static PROGRAM_START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The wall clock, for the engine, which has none of its own.
pub(crate) fn wall_time() -> Duration {
    PROGRAM_START.elapsed()
}

/// How long this thread has run on a processor.
#[cfg(unix)]
pub(crate) fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// The wall clock, since this system does not report the processor time.
#[cfg(not(unix))]
pub(crate) fn processor_time() -> Duration {
    wall_time()
}

/// At most `budget` of wall time if there is one. The time is measured in any case.
pub(crate) fn wall_limit(budget: Option<Duration>) -> Option<TimeLimit> {
    Some(TimeLimit::maybe(wall_time, budget))
}

/// Stops a search from another thread. Once set, it stays set.
#[derive(Clone, Debug, Default)]
pub(crate) struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Calls a closure with each progress, and stops the search once the flag is set.
pub(crate) struct ProgressObserver<F> {
    pub(crate) stop: StopFlag,
    pub(crate) on_progress: F,
}

impl<F: FnMut(&Analysis<AnyMove>)> Observer for ProgressObserver<F> {
    fn progress(&mut self, analysis: &Analysis<AnyMove>) {
        (self.on_progress)(analysis);
    }

    fn should_stop(&mut self) -> bool {
        self.stop.is_set()
    }
}

/// A value for people, from the side of `seat` in a game for `seats`: `wins in 4`, `loses in 2`, `a draw` or `53.0%`.
/// Only the moves of the winner count.
pub(crate) fn value_words(value: &Value, seat: Seat, seats: u8, lang: Lang) -> String {
    match value {
        Value::Proven { outcome: Outcome::Draw, .. } => say!(lang, fr: "nulle", en: "a draw"),
        Value::Proven { outcome: Outcome::Win(winner), plies } => {
            let count = winner_moves(*plies, seats);
            match (*winner == seat, count) {
                (true, 0) => say!(lang, fr: "gagné", en: "won"),
                (false, 0) => say!(lang, fr: "perdu", en: "lost"),
                (true, _) => say!(lang, fr: "gagné en {count}", en: "wins in {count}"),
                (false, _) => say!(lang, fr: "perdu en {count}", en: "loses in {count}"),
            }
        }
        Value::Expected(_) => number_text::percent(format!("{:.1}", value.share(seat, seats) * 100.0), lang),
    }
}

/// A value in JSON: whether it is proven, the result and the number of moves to it if so, and each seat's share.
pub(crate) fn value_json(value: &Value, seats: u8) -> serde_json::Value {
    let share = |index| (f64::from(value.share(Seat::from_index(index), seats)) * 1e4).round() / 1e4;
    let shares: Vec<f64> = (0..seats).map(share).collect();
    match value {
        Value::Proven { outcome, plies } => {
            let result = crate::output::result_json(Some(*outcome));
            json!({ "proven": true, "result": result, "plies": plies, "shares": shares })
        }
        Value::Expected(_) => json!({ "proven": false, "shares": shares }),
    }
}

/// Moves, separated by spaces.
pub(crate) fn moves_text(moves: &[AnyMove]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_given_from_the_side_of_the_player_to_move() {
        let win = Value::Proven { outcome: Outcome::Win(Seat::ONE), plies: 7 };
        let words = |value: &Value, seat| Lang::ALL.map(|lang| value_words(value, seat, 2, lang));
        assert_eq!(words(&win, Seat::ONE), ["gagné en 4", "wins in 4"]);
        assert_eq!(words(&win, Seat::TWO), ["perdu en 4", "loses in 4"]);
        let draw = Value::Proven { outcome: Outcome::Draw, plies: 3 };
        assert_eq!(words(&draw, Seat::ONE), ["nulle", "a draw"]);
        assert_eq!(words(&Value::for_two(Seat::ONE, 0.25), Seat::TWO), ["75,0\u{a0}%", "75.0%"]);
        let object = json!({ "proven": true, "result": "win 1", "plies": 7, "shares": [1.0, 0.0] });
        assert_eq!(value_json(&win, 2), object);
    }
}
