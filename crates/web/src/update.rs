//! New versions: `boot.js` registers the service worker and says by an event that another version waits; it takes
//! over only when somebody asks for it.

use leptos::ev::Custom;
use leptos::prelude::*;
use web_sys::CustomEvent;

/// Whether a new version waits.
pub fn available() -> RwSignal<bool> {
    let root = document().document_element();
    let is_known = root.is_some_and(|root| root.has_attribute("data-update"));
    let waits = RwSignal::new(is_known);
    window_event_listener(Custom::<CustomEvent>::new("trois-update"), move |_| waits.set(true));
    waits
}

/// Lets the new version take over: the page is loaded anew.
pub fn accept() {
    if let Ok(event) = CustomEvent::new("trois-update-accept") {
        // Nobody can cancel this event, so whether it was cancelled tells nothing.
        let _ = window().dispatch_event(&event);
    }
}
