//! A button with a picture and a name.

use leptos::prelude::*;
use rules::Words;

use crate::icon::Icon;
use crate::language::tr;

/// A button with a picture and a name.
#[component]
pub fn ToolButton(
    /// The picture.
    icon: Icon,
    /// The name.
    name: Words,
    /// Whether it can be pressed.
    #[prop(into, default = Signal::from(true))]
    enabled: Signal<bool>,
    /// What it does.
    press: Callback<()>,
) -> impl IntoView {
    view! {
        // A button that is disabled loses the focus, and whoever uses the keyboard their place.
        <button class="tool" aria-disabled=move || (!enabled.get()).then_some("true")
            on:click=move |_| {
                if enabled.get_untracked() {
                    press.run(());
                }
            }>
            {icon.view()}
            <span class="name">{tr(name)}</span>
        </button>
    }
}
