//! The browser's monotonic clock.

use leptos::prelude::window;

use crate::browser;

/// Milliseconds since the page was opened. They never go back, whatever happens to the time of day.
pub fn now() -> f64 {
    if browser::IN_BROWSER {
        window().performance().map_or(0.0, |performance| performance.now())
    } else {
        0.0
    }
}
