//! A toolbar button with an icon and a name.

use leptos::prelude::*;
use rules::Words;

use crate::icon::Icon;
use crate::language::tr;

/// A toolbar button.
#[component]
pub fn ToolButton(
    /// The icon.
    icon: Icon,
    /// The name.
    name: Words,
    /// Whether it can be pressed.
    #[prop(into, default = Signal::from(true))]
    enabled: Signal<bool>,
    /// Called when it is pressed.
    press: Callback<()>,
) -> impl IntoView {
    view! {
        // `aria-disabled` keeps the focus; `disabled` would drop it, and keyboard users would lose their place.
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
