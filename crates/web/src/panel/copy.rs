//! A text to take away: shown, and copied by a button.

use leptos::prelude::*;
use rules::Words;

use crate::app::said;
use crate::export;

/// A text in a field of its own, and a button that puts it on the clipboard.
#[component]
pub fn CopyField(
    /// What the text is.
    name: Words,
    /// What the button says.
    button: Words,
    /// The text.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    let copied = RwSignal::new(None);
    let input = NodeRef::<leptos::html::Input>::new();
    let copy = {
        let text = text.clone();
        move |_| {
            // Whoever has left the page by then needs no answer.
            export::copy(&text, move |is_copied| _ = copied.try_set(Some(is_copied)));
            if let Some(input) = input.get_untracked() {
                input.select();
            }
        }
    };
    view! {
        <label class="field">
            <span>{said(name)}</span>
            <input class="link" readonly node_ref=input prop:value=text/>
        </label>
        <p class="row">
            <button class="strong" on:click=copy>{said(button)}</button>
            <span role="status">
                {move || copied.get().map(|is_copied| if is_copied {
                    said(Words::new("Copié.", "Copied."))()
                } else {
                    said(Words::new("Sélectionné\u{a0}: copiez-le.", "Selected: copy it."))()
                })}
            </span>
        </p>
    }
}
