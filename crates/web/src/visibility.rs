//! Tells when an element is in the middle of the screen.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};

/// The root of the observation is shrunk to a line across the middle of the screen.
const MIDDLE: &str = "-50% 0px -50% 0px";

/// Calls `then` with whether an element lies on the middle of the screen, now and whenever that changes, until the component
/// that is being built is gone.
pub fn on_cross_middle(element: &Element, then: impl Fn(bool) + 'static) {
    let notify = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
        let last = entries.get(entries.length().saturating_sub(1)).dyn_into::<IntersectionObserverEntry>();
        if let Ok(last) = last {
            then(last.is_intersecting());
        }
    });
    let options = IntersectionObserverInit::new();
    options.set_root_margin(MIDDLE);
    // Fails only in browsers without observers, which never call `then`.
    let Ok(observer) = IntersectionObserver::new_with_options(notify.as_ref().unchecked_ref(), &options)
    else {
        return;
    };
    observer.observe(element);
    let kept = StoredValue::new_local((observer, notify));
    on_cleanup(move || _ = kept.try_with_value(|(observer, _)| observer.disconnect()));
}
