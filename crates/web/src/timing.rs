//! The browser's monotonic clock.

use leptos::prelude::window;

/// Milliseconds since the page was opened. They never go back, whatever happens to the time of day.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}
