//! The status line: whose turn it is, what was just played, why a touch was refused. Screen readers read it out.

use leptos::prelude::*;

/// The status line of a game.
#[component]
pub fn StatusLine(
    /// Whose turn it is, or the result.
    #[prop(into)]
    turn: Signal<String>,
    /// Whether the game is over.
    #[prop(into)]
    is_over: Signal<bool>,
    /// What decided the game, once it is over.
    #[prop(into)]
    reason: Signal<Option<String>>,
    /// What was just played.
    #[prop(into)]
    news: Signal<Option<String>>,
    /// Why a touch was refused, or what went wrong.
    #[prop(into)]
    problem: Signal<Option<String>>,
    /// More content.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="status">
            <div aria-live="polite" role="status">
                <p class="turn" class:outcome=is_over>{turn}</p>
                {move || reason.get().map(|reason| view! { <p class="reason">{reason}</p> })}
                <p class="news">{news}</p>
            </div>
            <div aria-live="assertive" role="alert">
                {move || problem.get().map(|why| view! { <p class="refusal">{why}</p> })}
            </div>
            {children.map(|children| children())}
        </div>
    }
}
