//! Whose turn it is, what was just played, why a touch was refused: always in the same place, and read out by screen
//! readers.

use leptos::prelude::*;

/// The lines of a game.
#[component]
pub fn StatusLine(
    /// Whose turn it is, or how the game ended.
    #[prop(into)]
    turn: Signal<String>,
    /// Whether it has ended.
    #[prop(into)]
    is_over: Signal<bool>,
    /// What was just played.
    #[prop(into)]
    news: Signal<Option<String>>,
    /// Why something was refused.
    #[prop(into)]
    trouble: Signal<Option<String>>,
    /// What else is to be said.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="status">
            <div aria-live="polite" role="status">
                <p class="turn" class:outcome=is_over>{turn}</p>
                <p class="news">{news}</p>
            </div>
            <div aria-live="assertive" role="alert">
                {move || trouble.get().map(|why| view! { <p class="refusal">{why}</p> })}
            </div>
            {children.map(|children| children())}
        </div>
    }
}
