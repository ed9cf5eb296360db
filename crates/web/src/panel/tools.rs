//! A toolbar. Where a small phone has no room for all of its tools, four stay and the others are in a menu.

use leptos::html::Div;
use leptos::prelude::*;
use rules::Words;

use crate::icon::Icon;
use crate::language::tr;

/// The id of the menu: a page has one toolbar with a menu at most.
const MENU: &str = "more-tools";

/// A toolbar. Where there is room, all tools are in it; `table.css` decides.
#[component]
pub fn Tools(
    /// What a screen reader calls the toolbar.
    label: Words,
    /// The other tools: on a small phone they are in a menu that the button "More…" opens.
    more: AnyView,
    /// The tools that are always in the bar: four.
    children: Children,
) -> impl IntoView {
    let menu = NodeRef::<Div>::new();
    let is_open = RwSignal::new(false);
    // The browser opens and closes the menu: it closes on Escape and on a touch elsewhere, and returns the focus.
    let on_toggle = move |_| {
        let open = menu.get_untracked().is_some_and(|menu| menu.matches(":popover-open").unwrap_or(false));
        is_open.set(open);
    };
    let close = move |_| {
        if is_open.get_untracked()
            && let Some(menu) = menu.get_untracked()
        {
            // Fails only in browsers without popovers, where the menu is always open.
            let _ = menu.hide_popover();
        }
    };
    view! {
        <div class="tools has-more" role="toolbar" aria-label=tr(label)>
            {children()}
            <div class="more-tools" id=MENU popover="auto" role="group" node_ref=menu
                aria-label=tr(Words::new("Plus d’outils", "More tools")) on:toggle=on_toggle on:click=close>
                {more}
            </div>
            <button class="tool more" popovertarget=MENU aria-controls=MENU
                aria-expanded=move || is_open.get().to_string()>
                {Icon::More.view()}
                <span class="name">{tr(Words::new("Plus…", "More…"))}</span>
            </button>
        </div>
    }
}
