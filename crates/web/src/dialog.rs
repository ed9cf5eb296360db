//! A modal dialog, made with the browser's `<dialog>`: it traps the focus, closes with Escape and dims the page.

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
    /// Its title.
    title: Words,
    /// Its content, rendered each time it opens.
    children: ChildrenFn,
) -> impl IntoView {
    let name = tr(title);
    let label = name.clone();
    let dialog = NodeRef::<DialogElement>::new();
    Effect::new(move |_| {
        let Some(element) = dialog.get() else { return };
        match (open.get(), element.open()) {
            // `show_modal` fails only for a dialog that is open or not in the page.
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
