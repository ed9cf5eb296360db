//! A text to take away: shown, and copied by a button.

use leptos::html::{Input, Textarea};
use leptos::prelude::*;
use rules::Words;

use crate::export;
use crate::language::tr;

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

/// The same with a text of several lines.
#[component]
pub fn CopyText(
    /// What the text is.
    name: Words,
    /// What the button says.
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
        // Whoever has left the page by then needs no answer.
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
                    tr(Words::new("Sélectionné\u{a0}: copiez-le.", "Selected: copy it."))()
                })}
            </span>
        </p>
    }
}
