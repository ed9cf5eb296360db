//! Whose turn it is, what was just played, why a touch was refused; and the result card.

use leptos::prelude::*;
use rules::record::RecordedMove;
use rules::{Lang, Outcome, Words};

use super::local_session::LocalSession;
use crate::language::{lang, tr};
use crate::local::LocalGame;
use crate::panel::{FirstTime, ResultCard, StatusLine, is_first_time};
use crate::router::AddressLink;
use crate::{ending, export};

/// The status line of a game on this device, and the result card once the game is over.
#[component]
pub fn Status(
    /// The game being played.
    session: LocalSession,
    /// Opens the share panel.
    share: Callback<()>,
) -> impl IntoView {
    let turn = Signal::derive(move || {
        let lang = lang();
        let seen = session.seen();
        session.game.with(|game| match game.end() {
            Some(end) => ending::result(end, &game.names(), lang),
            None => boards::say_turn(&seen, &game.names(), lang),
        })
    });
    let reason = Signal::derive(move || {
        session.game.with(|game| ending::reason(game.end()?, game.game(), &game.names(), lang()))
    });
    let is_over = Memo::new(move |_| session.game.with(|game| game.outcome().is_some()));
    // People who share a device celebrate every win.
    let is_won = Memo::new(move |_| {
        session.game.with(|game| match (game.outcome(), game.only_person()) {
            (Some(Outcome::Win(winner)), Some(you)) => winner == you,
            (Some(Outcome::Win(_)), None) => true,
            _ => false,
        })
    });
    let news = Signal::derive(move || session.announcements.news());
    let problem =
        Signal::derive(move || session.announcements.problem().or_else(|| session.selection.refusal_text()));
    let kind = session.game.with_untracked(LocalGame::kind);
    let is_new_here = StoredValue::new(is_first_time(kind));
    let offers_course = Memo::new(move |_| {
        is_new_here.get_value()
            && session.game.with(|game| game.record().steps().iter().all(RecordedMove::is_chance))
    });
    view! {
        <ResultCard is_over is_won actions=move || view! { <Actions session share/> }>
            <StatusLine turn is_over reason news problem>
                <Show when=move || offers_course.get()>
                    <FirstTime kind/>
                </Show>
                <Show when=move || session.engine.has_died()>
                    <p class="refusal">
                        {tr(Words::new(
                            "Le moteur s’est arrêté. Rien n’est perdu.",
                            "The engine has stopped. Nothing is lost.",
                        ))} " "
                        <button on:click=move |_| session.engine.retry()>
                            {tr(Words::new("Le relancer", "Restart it"))}
                        </button>
                    </p>
                </Show>
            </StatusLine>
        </ResultCard>
    }
}

/// What can be done with a finished game.
#[component]
fn Actions(session: LocalSession, share: Callback<()>) -> impl IntoView {
    let review = Signal::derive(move || {
        session.game.with(|game| export::review_path(game.record(), game.only_person()))
    });
    let other_level = move |level: engine::Level| {
        let name = move || match lang() {
            Lang::Fr => format!("Essayer le niveau {level}"),
            Lang::En => format!("Try level {level}"),
        };
        view! { <button on:click=move |_| session.rematch(Some(level))>{name}</button> }
    };
    let levels = session.game.with_untracked(LocalGame::next_levels);
    view! {
        <button class="strong" on:click=move |_| session.rematch(None)>{tr(Words::new("Revanche", "Rematch"))}</button>
        {levels.into_iter().map(other_level).collect_view()}
        <AddressLink to=review class="button">{tr(Words::new("Faire le bilan", "Review this game"))}</AddressLink>
        <button on:click=move |_| share.run(())>{tr(Words::new("Partager…", "Share…"))}</button>
    }
}
