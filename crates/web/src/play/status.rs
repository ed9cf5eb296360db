//! Whose turn it is, what was just played, why a touch was refused.

use leptos::prelude::*;
use rules::{Say, Words};

use super::sitting::{Said, Sitting};
use crate::app::{lang, said};
use crate::local::Next;
use crate::naming;
use crate::panel::StatusLine;

/// The line of the game.
#[component]
pub fn Status(
    /// The game on the table.
    sitting: Sitting,
) -> impl IntoView {
    let turn = Signal::derive(move || {
        let lang = lang();
        let seen = sitting.seen();
        sitting.game.with(|game| match (game.next(), game.ended()) {
            (Next::Over(outcome), ended) => {
                let why = ended.map(|ended| ended.say(lang)).or_else(|| boards::say_why(&seen, lang));
                let said = [Some(naming::result(game.kind(), outcome, lang)), why];
                said.into_iter().flatten().collect::<Vec<_>>().join(" ")
            }
            _ => boards::say_turn(&seen, lang),
        })
    });
    let is_over = Signal::derive(move || sitting.game.with(|game| game.outcome().is_some()));
    let news = Signal::derive(move || sitting.news.with(|news| news.as_ref().map(|news| news.say(lang()))));
    let trouble = Signal::derive(move || match sitting.said.get() {
        Said::Nothing => sitting.hand.why(),
        Said::EngineDied => None,
        Said::Note(words) => Some(words.say(lang())),
    });
    view! {
        <StatusLine turn is_over news trouble>
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
        </StatusLine>
    }
}
