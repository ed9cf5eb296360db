//! The server's time. Clocks run on the server; the page only shows them.

use std::cell::Cell;

use rules::{Lang, Say, Words};
use table::Time;

/// An estimate of the server's time.
///
/// The server dates every message at or before the moment it sends it, and the message arrives later. So every date
/// gives an upper bound of how far the server's clock is behind ours, and the smallest bound is the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerClock {
    behind: Option<i64>,
}

impl ServerClock {
    /// Notes that a message dated `at` arrived at our time `now`.
    pub fn observe(&mut self, at: Time, now: u64) {
        let bound = now.cast_signed().saturating_sub(at.0.cast_signed());
        self.behind = Some(self.behind.map_or(bound, |behind| behind.min(bound)));
    }

    /// The server's time at our time `now`.
    pub fn at(self, now: u64) -> Time {
        Time(now.saturating_add_signed(self.behind.unwrap_or(0).saturating_neg()))
    }
}

thread_local! {
    // All messages come from one server, so all of them are dated by the same clock.
    static CLOCK: Cell<ServerClock> = Cell::default();
}

/// The time of this device.
pub fn local_time() -> Time {
    Time(crate::browser::time_of_day() as u64)
}

/// Notes that a message dated `at` arrived just now.
pub fn observe(at: Time) {
    let mut clock = CLOCK.get();
    clock.observe(at, local_time().0);
    CLOCK.set(clock);
}

/// The server's time now.
pub fn now() -> Time {
    CLOCK.get().at(local_time().0)
}

/// How long ago something was: "just now", "5 min ago".
pub fn ago(milliseconds: u64, lang: Lang) -> String {
    if milliseconds < 60_000 {
        return Words::new("à l’instant", "just now").say(lang);
    }
    let duration = duration(milliseconds, lang);
    match lang {
        Lang::Fr => format!("il y a {duration}"),
        Lang::En => format!("{duration} ago"),
    }
}

/// A duration in its largest unit: `5 min`.
pub fn duration(milliseconds: u64, lang: Lang) -> String {
    let seconds = milliseconds / 1000;
    let (count, unit) = match seconds {
        0..60 => (seconds, "s"),
        60..3600 => (seconds / 60, "min"),
        3600..86_400 => (seconds / 3600, "h"),
        _ => (seconds / 86_400, if lang == Lang::Fr { "j" } else { "d" }),
    };
    format!("{count}\u{a0}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_recent_date_tells_the_time_of_the_server() {
        let mut clock = ServerClock::default();
        assert_eq!(clock.at(5000), Time(5000));
        // The server's clock is 10 s ahead; a date from long ago says little about it.
        clock.observe(Time(100_000), 150_000);
        assert_eq!(clock.at(150_000), Time(100_000));
        clock.observe(Time(160_950), 151_000);
        assert_eq!(clock.at(151_050), Time(161_000));
        clock.observe(Time(161_000), 151_400);
        assert_eq!(clock.at(152_000), Time(161_950));
    }

    #[test]
    fn how_long_ago_is_given_in_the_largest_unit() {
        assert_eq!(ago(400, Lang::Fr), "à l’instant");
        assert_eq!(ago(59_900, Lang::En), "just now");
        assert_eq!(ago(61_000, Lang::Fr), "il y a 1\u{a0}min");
        assert_eq!(ago(7_300_000, Lang::En), "2\u{a0}h ago");
        assert_eq!(ago(3 * 86_400_000, Lang::Fr), "il y a 3\u{a0}j");
    }
}
