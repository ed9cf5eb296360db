//! Back and forth through a game.

use leptos::prelude::*;
use rules::Words;

use super::tool_button::ToolButton;
use crate::icon::Icon;
use crate::language::tr;

/// Back and forth through a game, and the board turned.
#[component]
pub fn HistoryNav(
    /// Whether there is something before.
    #[prop(into)]
    can_back: Signal<bool>,
    /// Whether there is something after.
    #[prop(into)]
    can_forward: Signal<bool>,
    /// Whether the board can be turned here.
    #[prop(default = true)]
    flips: bool,
    /// Told the key that does the same: `Home`, `ArrowLeft`, `ArrowRight`, `End`, `f`.
    press: Callback<&'static str>,
) -> impl IntoView {
    let tool = move |icon: Icon, name: Words, enabled: Signal<bool>, key: &'static str| {
        view! { <ToolButton icon name enabled press=Callback::new(move |()| press.run(key))/> }
    };
    view! {
        <div class="tools" role="toolbar" aria-label=tr(Words::new("Avancer et reculer", "Back and forth"))>
            {tool(Icon::First, Words::new("Début", "Start"), can_back, "Home")}
            {tool(Icon::Back, Words::new("Reculer", "Back"), can_back, "ArrowLeft")}
            {tool(Icon::Forward, Words::new("Avancer", "Forward"), can_forward, "ArrowRight")}
            {tool(Icon::Last, Words::new("Fin", "End"), can_forward, "End")}
            {flips.then(|| tool(Icon::Turn, Words::new("Tourner", "Flip"), Signal::from(true), "f"))}
        </div>
    }
}
