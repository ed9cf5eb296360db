//! A dialog of the browser's own: it holds the focus, closes with Escape, and dims what is behind it.

use leptos::html::Dialog as DialogElement;
use leptos::prelude::*;
use rules::Words;

use crate::icon::Icon;
use crate::language::tr;

/// A dialog that is shown while `open` is true.
#[component]
pub fn Dialog(
    /// Whether it is shown.
    open: RwSignal<bool>,
    /// What it is called.
    title: Words,
    /// What is in it; made anew each time it opens.
    children: ChildrenFn,
) -> impl IntoView {
    let name = tr(title);
    let label = name.clone();
    let dialog = NodeRef::<DialogElement>::new();
    Effect::new(move |_| {
        let Some(element) = dialog.get() else { return };
        match (open.get(), element.open()) {
            // A dialog that is in the page and closed can always be opened.
            (true, false) => drop(element.show_modal()),
            (false, true) => element.close(),
            _ => {}
        }
    });
    view! {
        <dialog node_ref=dialog on:close=move |_| open.set(false) aria-label=label>
            <header class="dialog-head">
                <h2>{name}</h2>
                <button class="plain" on:click=move |_| open.set(false)
                    aria-label=tr(Words::new("Fermer", "Close"))>{Icon::Close.view()}</button>
            </header>
            <Show when=move || open.get()>{children()}</Show>
        </dialog>
    }
}
