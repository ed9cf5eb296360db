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

/// A dialog that asks before something is done in a running game.
#[component]
pub fn Confirm(
    /// Whether it is shown.
    open: RwSignal<bool>,
    /// The question.
    title: Words,
    /// The name of the button that does it.
    yes: Words,
    /// Called when the player confirms.
    confirm: Callback<()>,
    /// What would happen.
    children: ChildrenFn,
) -> impl IntoView {
    let children = StoredValue::new(children);
    let confirmed = move |_| {
        open.set(false);
        confirm.run(());
    };
    view! {
        <Dialog open title>
            {children.with_value(|children| children())}
            <p class="row">
                <button class="strong" on:click=confirmed>{tr(yes.clone())}</button>
                <button on:click=move |_| open.set(false)>{tr(Words::new("Non, continuer", "No, keep playing"))}</button>
            </p>
        </Dialog>
    }
}
