//! Whose turn it is, what was just played, why a touch was refused.

use leptos::prelude::*;
use rules::{Say, Words};

use super::local_session::{LocalSession, Said};
use crate::labels;
use crate::language::{lang, tr};
use crate::local::NextActor;
use crate::panel::StatusLine;

/// The line of the game.
#[component]
pub fn Status(
    /// The game on the table.
    session: LocalSession,
) -> impl IntoView {
    let turn = Signal::derive(move || {
        let lang = lang();
        let seen = session.seen();
        session.game.with(|game| match (game.next(), game.ended()) {
            (NextActor::Over(outcome), ended) => {
                let why = ended.map(|ended| ended.say(lang)).or_else(|| boards::say_end_reason(&seen, lang));
                let said = [Some(labels::result(game.kind(), outcome, lang)), why];
                said.into_iter().flatten().collect::<Vec<_>>().join(" ")
            }
            _ => boards::say_turn(&seen, lang),
        })
    });
    let is_over = Signal::derive(move || session.game.with(|game| game.outcome().is_some()));
    let news = Signal::derive(move || session.news.with(|news| news.as_ref().map(|news| news.say(lang()))));
    let trouble = Signal::derive(move || match session.said.get() {
        Said::Nothing => session.selection.refusal_text(),
        Said::EngineDied => None,
        Said::Note(words) => Some(words.say(lang())),
    });
    view! {
        <StatusLine turn is_over news trouble>
            <Show when=move || session.said.get() == Said::EngineDied>
                <p class="refusal">
                    {tr(Words::new(
                        "Le moteur s’est arrêté. Rien n’est perdu.",
                        "The engine has stopped. Nothing is lost.",
                    ))} " "
                    <button on:click=move |_| session.retry()>
                        {tr(Words::new("Le relancer", "Start it again"))}
                    </button>
                </p>
            </Show>
        </StatusLine>
    }
}
