//! What the app asks of the browser while it builds a page: the address, the time, timers.
//!
//! The packer renders the first picture of each page with the same components, outside a browser (see
//! [`crate::first_picture`]). There the address is empty, time stands still and no timer fires.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::{
    WindowListenerHandle, document, location, on_cleanup, request_animation_frame, set_interval_with_handle,
    set_timeout, window, window_event_listener_untyped,
};
use web_sys::{Element, ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition};

/// Whether the app runs in a browser, and not in the packer or in a test.
pub const IN_BROWSER: bool = cfg!(target_family = "wasm");

thread_local! {
    static IS_FIRST_PICTURE: Cell<bool> = const { Cell::new(false) };
}

/// Whether the components render the first picture of a page.
pub fn is_first_picture() -> bool {
    !IN_BROWSER && IS_FIRST_PICTURE.get()
}

/// Makes the components of this thread render first pictures from now on.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn render_first_pictures() {
    IS_FIRST_PICTURE.set(true);
}

/// The path of the address.
pub fn path() -> String {
    if IN_BROWSER { location().pathname().unwrap_or_default() } else { String::new() }
}

/// The fragment of the address, with its `#`.
pub fn fragment() -> String {
    if IN_BROWSER { location().hash().unwrap_or_default() } else { String::new() }
}

/// The query of the address, with its `?`.
pub fn query() -> String {
    if IN_BROWSER { location().search().unwrap_or_default() } else { String::new() }
}

/// The text that the page has stored with its entry of the browser's history. It survives a reload and is not part of
/// the address.
pub fn history_state() -> Option<String> {
    if IN_BROWSER { window().history().ok()?.state().ok()?.as_string() } else { None }
}

/// The origin of the server.
pub fn origin() -> String {
    if IN_BROWSER { location().origin().unwrap_or_default() } else { String::new() }
}

/// Whether a media query applies.
pub fn matches_media(query: &str) -> bool {
    IN_BROWSER && window().match_media(query).ok().flatten().is_some_and(|query| query.matches())
}

/// The time of day, in milliseconds since the Unix epoch.
pub fn time_of_day() -> f64 {
    if IN_BROWSER { js_sys::Date::now() } else { 0.0 }
}

/// A random number from 0 to 1.
pub fn random() -> f64 {
    if IN_BROWSER { js_sys::Math::random() } else { 0.0 }
}

/// Percent-encodes a text for an address.
pub fn percent_encode(text: &str) -> String {
    if IN_BROWSER {
        return js_sys::encode_uri_component(text).into();
    }
    let escape = |byte: u8| match byte {
        b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(escape).collect()
}

/// Calls `then` once, in a later task.
pub fn after(delay: Duration, then: impl FnOnce() + 'static) {
    if IN_BROWSER {
        set_timeout(then, delay);
    }
}

/// Calls `then` once, after the browser has painted what has changed until now. A hidden page is not painted:
/// there `then` is called after a short delay.
pub fn after_paint(then: impl FnOnce() + 'static) {
    const UNPAINTED: Duration = Duration::from_millis(150);
    let waiting = Rc::new(Cell::new(Some(then)));
    let call = move || {
        if let Some(then) = waiting.take() {
            then();
        }
    };
    if IN_BROWSER {
        let painted = call.clone();
        request_animation_frame(move || set_timeout(painted, Duration::ZERO));
        set_timeout(call, UNPAINTED);
    }
}

/// Calls `then` whenever the page is hidden, until the component that is being built is gone: a browser may end a hidden
/// page without further events.
pub fn on_hide(then: impl Fn() + Copy + 'static) {
    if IN_BROWSER {
        let hide = move |_| {
            if document().hidden() {
                then();
            }
        };
        let change = window_event_listener_untyped("visibilitychange", hide);
        let leave = window_event_listener_untyped("pagehide", move |_| then());
        on_cleanup(move || [change, leave].into_iter().for_each(WindowListenerHandle::remove));
    }
}

/// Scrolls as little as possible until the whole element is on the screen.
pub fn bring_into_view(element: &Element, is_smooth: bool) {
    let options = ScrollIntoViewOptions::new();
    options.set_behavior(if is_smooth { ScrollBehavior::Smooth } else { ScrollBehavior::Instant });
    options.set_block(ScrollLogicalPosition::Nearest);
    options.set_inline(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Calls `then` at every interval, until the component that is being built is gone.
pub fn every(interval: Duration, then: impl Fn() + 'static) {
    if IN_BROWSER && let Ok(interval) = set_interval_with_handle(then, interval) {
        on_cleanup(move || interval.clear());
    }
}
