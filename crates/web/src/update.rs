//! New versions of the app. `boot.js` registers the service worker and announces by an event that a new version is
//! ready; it takes over only when the user accepts it.

use leptos::ev::Custom;
use leptos::prelude::*;
use web_sys::CustomEvent;

use crate::browser;

/// Whether a new version is ready.
pub fn available() -> RwSignal<bool> {
    let is_known = browser::IN_BROWSER
        && document().document_element().is_some_and(|root| root.has_attribute("data-update"));
    let waits = RwSignal::new(is_known);
    window_event_listener(Custom::<CustomEvent>::new("trois-update"), move |_| waits.set(true));
    waits
}

/// Lets the new version take over; `boot.js` then reloads the page.
pub fn accept() {
    dispatch_boot_event("trois-update-accept");
}

/// Fetches the newest version, if it is not this one, and reloads the page.
pub fn reload_newest() {
    dispatch_boot_event("trois-renew");
}

fn dispatch_boot_event(event: &str) {
    if let Ok(event) = CustomEvent::new(event) {
        // The event is not cancelable, so the result says nothing.
        let _ = window().dispatch_event(&event);
    }
}
