//! Whose turn it is, what was just played, why a touch was refused.

use leptos::prelude::*;
use rules::{Say, Words};

use super::local_session::LocalSession;
use crate::labels;
use crate::language::{lang, tr};
use crate::local::NextActor;
use crate::panel::StatusLine;

/// The status line of a game on this device.
#[component]
pub fn Status(
    /// The game being played.
    session: LocalSession,
) -> impl IntoView {
    let turn = Signal::derive(move || {
        let lang = lang();
        let seen = session.seen();
        session.game.with(|game| match (game.next(), game.ended()) {
            (NextActor::Over(outcome), ended) => {
                let reason =
                    ended.map(|ended| ended.say(lang)).or_else(|| boards::say_end_reason(&seen, lang));
                let texts = [Some(labels::result(game.kind(), outcome, lang)), reason];
                texts.into_iter().flatten().collect::<Vec<_>>().join(" ")
            }
            _ => boards::say_turn(&seen, lang),
        })
    });
    let is_over = Signal::derive(move || session.game.with(|game| game.outcome().is_some()));
    let news = Signal::derive(move || session.announcements.news());
    let trouble =
        Signal::derive(move || session.announcements.problem().or_else(|| session.selection.refusal_text()));
    view! {
        <StatusLine turn is_over news trouble>
            <Show when=move || session.engine.has_died()>
                <p class="refusal">
                    {tr(Words::new(
                        "Le moteur s’est arrêté. Rien n’est perdu.",
                        "The engine has stopped. Nothing is lost.",
                    ))} " "
                    <button on:click=move |_| session.engine.retry()>
                        {tr(Words::new("Le relancer", "Start it again"))}
                    </button>
                </p>
            </Show>
        </StatusLine>
    }
}
