//! How the page is laid out for the size of the window.

use leptos::prelude::*;

use crate::browser;

/// The layout for the current window size. Components read it from the context.
#[derive(Clone, Copy, PartialEq)]
pub struct PageLayout {
    /// Whether the panels stand beside the board instead of below it.
    pub two_columns: bool,
    /// Whether the area for the board is wider than high.
    pub wide_board: bool,
}

impl PageLayout {
    /// Reads the window. `early.js` computes the same for the first picture.
    fn current() -> PageLayout {
        if !browser::IN_BROWSER {
            return PageLayout { two_columns: false, wide_board: false };
        }
        let size =
            |side: Result<wasm_bindgen::JsValue, _>| side.ok().and_then(|side| side.as_f64()).unwrap_or(0.0);
        let (width, height) = (size(window().inner_width()), size(window().inner_height()));
        // A phone in landscape has no space above or below the board.
        let is_landscape_phone = width >= 560.0 && height < 420.0;
        let two_columns = (width >= 700.0 || is_landscape_phone) && width > 1.1 * height;
        // The space that the second column and the header leave.
        let board = if two_columns { (width - 440.0, height - 80.0) } else { (width, 0.78 * height) };
        PageLayout { two_columns, wide_board: board.0 > 1.25 * board.1 }
    }

    /// Puts the layout into the context and updates it when the window is resized.
    pub fn provide() {
        let layout = RwSignal::new(PageLayout::current());
        window_event_listener(leptos::ev::resize, move |_| {
            let current = PageLayout::current();
            if layout.get_untracked() != current {
                layout.set(current);
            }
        });
        provide_context(layout);
    }

    /// Computes something with the layout of a wide area: the first picture holds both layouts, since it must fit every
    /// window.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn with_wide_board<T>(compute: impl FnOnce() -> T) -> Option<T> {
        let layout: RwSignal<PageLayout> = use_context()?;
        let before = layout.get_untracked();
        layout.set(PageLayout { wide_board: true, ..before });
        let computed = compute();
        layout.set(before);
        Some(computed)
    }

    /// Whether the panels stand beside the board.
    pub fn two_columns() -> Signal<bool> {
        let layout: RwSignal<PageLayout> = expect_context();
        Signal::derive(move || layout.get().two_columns)
    }

    /// Whether the area for the board is wider than high.
    pub fn wide_board() -> Signal<bool> {
        let layout: RwSignal<PageLayout> = expect_context();
        Signal::derive(move || layout.get().wide_board)
    }
}
