//! The start of the app. The page arrives with its first picture in the HTML; the app builds its own page out of sight
//! and replaces the picture in one step, when everything that the picture shows has been drawn.
//!
//! Work in later tasks delays the replacement until it is done: see [`delay_start`] and [`crate::start_queue`].

use std::cell::{Cell, RefCell};
use std::time::Duration;

use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{CustomEvent, HtmlElement};

use crate::{browser, start_queue};

thread_local! {
    /// The number of [`StartDelay`]s that delay the replacement.
    static DELAYS: Cell<u32> = const { Cell::new(0) };
    /// The element that holds the app, until the app takes over.
    static HIDDEN_ROOT: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
    /// Callbacks that need the layout of the page, and wait until the app takes over.
    static NEEDS_LAYOUT: RefCell<Vec<Box<dyn FnOnce()>>> = const { RefCell::new(Vec::new()) };
}

/// Builds the app in an element that is not in the page yet.
pub fn start<V: leptos::IntoView + 'static>(app: fn() -> V) {
    let Some(hidden_root) = document().create_element("div").ok().and_then(|element| element.dyn_into().ok())
    else {
        return;
    };
    let hidden_root: HtmlElement = hidden_root;
    hidden_root.set_id("app");
    HIDDEN_ROOT.set(Some(hidden_root.clone()));
    // The browser has just compiled and linked the app in this task.
    start_queue::run(move || leptos::mount::mount_to(hidden_root, app).forget());
}

/// Delays the start until it is dropped.
#[derive(Debug)]
pub struct StartDelay(());

/// Delays the start while something on the first page is not drawn yet. After the start it has no effect.
pub fn delay_start() -> StartDelay {
    DELAYS.set(DELAYS.get() + 1);
    StartDelay(())
}

impl Drop for StartDelay {
    fn drop(&mut self) {
        DELAYS.set(DELAYS.get() - 1);
        if DELAYS.get() == 0 {
            // Effects run after the current task, and may have more to draw.
            browser::after(Duration::ZERO, take_over);
        }
    }
}

/// Whether the app is still being built out of sight.
pub fn is_starting() -> bool {
    HIDDEN_ROOT.with_borrow(Option::is_some)
}

/// Calls `then` when the app is in the page: at once, or when it takes over. Before that, no element has a size.
pub fn when_in_page(then: impl FnOnce() + 'static) {
    if is_starting() {
        NEEDS_LAYOUT.with_borrow_mut(|waiting| waiting.push(Box::new(then)));
    } else {
        then();
    }
}

/// Announces the app to `boot.js`, which puts it in the place of the picture.
fn take_over() {
    if DELAYS.get() > 0 {
        return;
    }
    let Some(hidden_root) = HIDDEN_ROOT.take() else { return };
    // Setting a property of the window fails only if it is frozen. The event is not cancelable, so its result says nothing.
    let _ = js_sys::Reflect::set(&window(), &"troisApp".into(), &hidden_root);
    if let Ok(event) = CustomEvent::new("trois-ready") {
        let _ = window().dispatch_event(&event);
    }
    NEEDS_LAYOUT.take().into_iter().for_each(|then| then());
}
