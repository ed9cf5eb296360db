//! Buttons to step through a game.

use leptos::prelude::*;
use rules::Words;

use super::tool_button::ToolButton;
use crate::icon::Icon;
use crate::language::tr;

/// Buttons for start, back, forward and end of a game, and to flip the board.
#[component]
pub fn HistoryNav(
    /// Whether there is an earlier position.
    #[prop(into)]
    can_back: Signal<bool>,
    /// Whether there is a later position.
    #[prop(into)]
    can_forward: Signal<bool>,
    /// Whether there are buttons to step; without them, there is one to flip the board.
    #[prop(default = Signal::from(true))]
    steps: Signal<bool>,
    /// Whether there is a button to flip the board.
    #[prop(default = true)]
    flips: bool,
    /// Called with the keyboard shortcut of the button: `Home`, `ArrowLeft`, `ArrowRight`, `End` or `f`.
    press: Callback<&'static str>,
) -> impl IntoView {
    let tool = move |icon: Icon, name: Words, enabled: Signal<bool>, key: &'static str| {
        view! { <ToolButton icon name enabled press=Callback::new(move |()| press.run(key))/> }
    };
    view! {
        <div class="tools" role="toolbar" aria-label=tr(Words::new("Parcourir la partie", "Step through the game"))>
            <Show when=move || steps.get()>
                {tool(Icon::First, Words::new("Début", "Start"), can_back, "Home")}
                {tool(Icon::Back, Words::new("Reculer", "Back"), can_back, "ArrowLeft")}
                {tool(Icon::Forward, Words::new("Avancer", "Forward"), can_forward, "ArrowRight")}
                {tool(Icon::Last, Words::new("Fin", "End"), can_forward, "End")}
            </Show>
            {flips.then(|| tool(Icon::Turn, Words::new("Tourner", "Flip"), Signal::from(true), "f"))}
        </div>
    }
}
