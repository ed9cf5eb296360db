//! Texts with a button that copies them.

use leptos::html::{Input, Textarea};
use leptos::prelude::*;
use rules::Words;

use crate::export;
use crate::language::tr;

/// A text in a field, and a button that copies it to the clipboard.
#[component]
pub fn CopyField(
    /// The label of the field.
    name: Words,
    /// The label of the button.
    button: Words,
    /// The text.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    let input = NodeRef::<Input>::new();
    let select = move || input.get_untracked().map_or((), |input| input.select());
    view! {
        <label class="field">
            <span>{tr(name)}</span>
            <input class="link" readonly node_ref=input prop:value=text.clone()/>
        </label>
        <CopyButton button text select/>
    }
}

/// Like [`CopyField`], for a text of several lines.
#[component]
pub fn CopyText(
    /// The label of the field.
    name: Words,
    /// The label of the button.
    button: Words,
    /// The text.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    let area = NodeRef::<Textarea>::new();
    let select = move || area.get_untracked().map_or((), |area| area.select());
    view! {
        <label class="field">
            <span>{tr(name)}</span>
            <textarea class="link" readonly rows="5" node_ref=area prop:value=text.clone()></textarea>
        </label>
        <CopyButton button text select/>
    }
}

#[component]
fn CopyButton(button: Words, text: String, select: impl Fn() + 'static) -> impl IntoView {
    let copied = RwSignal::new(None);
    let copy = move |_| {
        // The component may be gone by then.
        export::copy(&text, move |is_copied| _ = copied.try_set(Some(is_copied)));
        select();
    };
    view! {
        <p class="row">
            <button class="strong" on:click=copy>{tr(button)}</button>
            <span role="status">
                {move || copied.get().map(|is_copied| if is_copied {
                    tr(Words::new("Copié.", "Copied."))()
                } else {
                    tr(Words::new("Texte sélectionné\u{a0}: copiez-le.", "Text selected: copy it."))()
                })}
            </span>
        </p>
    }
}
