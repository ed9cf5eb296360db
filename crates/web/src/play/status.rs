//! Whose turn it is, what was just played, why a touch was refused: one line, always in the same place, and read
//! out by screen readers.

use leptos::prelude::*;
use rules::Words;

use super::sitting::{Said, Sitting};
use crate::app::{lang, said};
use crate::local::Next;
use crate::naming;
use rules::Say;

/// The line of the game.
#[component]
pub fn Status(
    /// The game on the table.
    sitting: Sitting,
) -> impl IntoView {
    let turn = move || {
        let lang = lang();
        let seen = sitting.seen();
        sitting.game.with(|game| match (game.next(), game.ended()) {
            (Next::Over(outcome), Some(ended)) => {
                format!("{} {}", naming::result(game.kind(), outcome, lang), ended.say(lang))
            }
            (Next::Over(outcome), None) => naming::result(game.kind(), outcome, lang),
            _ => boards::say_turn(&seen, lang),
        })
    };
    let news = move || sitting.news.with(|news| news.as_ref().map(|news| news.say(lang())));
    let trouble = move || match sitting.said.get() {
        Said::Nothing => sitting.hand.why().map(|why| view! { <p class="refusal">{why}</p> }.into_any()),
        Said::EngineDied => None,
        Said::Note(words) => Some(view! { <p class="refusal">{said(words)}</p> }.into_any()),
    };
    view! {
        <div class="status">
            <div aria-live="polite" role="status">
                <p class="turn">{turn}</p>
                <p class="news">{news}</p>
            </div>
            <div aria-live="assertive" role="alert">{trouble}</div>
            <Show when=move || sitting.said.get() == Said::EngineDied>
                <p class="refusal">
                    {said(Words::new(
                        "Le moteur s’est arrêté. Rien n’est perdu.",
                        "The engine has stopped. Nothing is lost.",
                    ))} " "
                    <button on:click=move |_| sitting.retry()>
                        {said(Words::new("Le relancer", "Start it again"))}
                    </button>
                </p>
            </Show>
        </div>
    }
}
