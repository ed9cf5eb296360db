//! The card around the status line: once the game is over, it shows the result, what decided it, and what to do next.

use leptos::html::Div;
use leptos::prelude::*;

use crate::{browser, settings};

/// How many marks fall when the reader has won.
const CONFETTI: u32 = 18;

/// The status line, which becomes a card once the game is over.
#[component]
pub fn ResultCard<F, V>(
    /// Whether the game is over.
    #[prop(into)]
    is_over: Signal<bool>,
    /// Whether there is a win to celebrate.
    #[prop(into)]
    is_won: Signal<bool>,
    /// Buttons and links for what comes next.
    actions: F,
    /// The status line.
    children: Children,
) -> impl IntoView
where
    F: Fn() -> V + Copy + Send + Sync + 'static,
    V: IntoView + 'static,
{
    // A finished game that is opened again is not celebrated again.
    let was_running = StoredValue::new(false);
    let celebrates = Memo::new(move |_| {
        if !is_over.get() {
            was_running.set_value(true);
        }
        is_won.get() && was_running.get_value() && settings::animations_enabled()
    });
    // Where the card is below the screen, the end of a game brings it into view: after the last move is painted.
    let card = NodeRef::<Div>::new();
    Effect::new(move |was_over: Option<bool>| {
        if is_over.get() && was_over == Some(false) {
            let is_smooth = settings::animations_enabled();
            browser::after_paint(move || {
                if let Some(card) = card.try_get_untracked().flatten() {
                    browser::bring_into_view(&card, is_smooth);
                }
            });
        }
        is_over.get()
    });
    view! {
        <div class="result" node_ref=card class:is-over=is_over class:is-won=is_won>
            {children()}
            <Show when=move || is_over.get()><p class="row result-actions">{actions()}</p></Show>
            <Show when=move || celebrates.get()><Confetti/></Show>
        </div>
    }
}

/// Crosses, rings and pyramids that fall once over the card.
#[component]
fn Confetti() -> impl IntoView {
    let piece = |index: u32| {
        let mark = ["cross", "ring", "pyramid"][index as usize % 3];
        // The marks are spread over the card without a visible pattern, in the same way on every win. Each falls for
        // 1.1 seconds, so the animation ends after 1.5.
        let (left, delay, turn) = (index * 61 % 97, index * 37 % 41, index * 83 % 360);
        view! {
            // Not as one attribute: the Content-Security-Policy allows only styles that are set one by one.
            <i class=format!("confetti {mark}") style:left=format!("{left}%")
                style:animation-delay=format!("{delay}0ms") style:rotate=format!("{turn}deg")></i>
        }
    };
    view! { <div class="confetti-fall" aria-hidden="true">{(0..CONFETTI).map(piece).collect_view()}</div> }
}
