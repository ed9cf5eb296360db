//! The choice of puzzles: the puzzle of the day, training, rush, streak, failed ones; and the themes.

use leptos::prelude::*;
use puzzles::{PuzzleRun, PuzzleTheme};
use rules::{Say, Words};

use super::address::PuzzleSet;
use super::session::PuzzleSession;
use crate::language::{lang, tr};

/// The sets of puzzles, as buttons.
#[component]
pub fn Modes(
    /// The session.
    session: PuzzleSession,
) -> impl IntoView {
    let is_loading = move || session.collection.with(Option::is_none);
    let failed = Memo::new(move |_| session.progress.with(|progress| progress.failed().len()));
    let button = move |set: PuzzleSet, name: Words| {
        let name = tr(name);
        let text = move || match (set, failed.get()) {
            (PuzzleSet::Failed, count) if count > 0 => format!("{} ({count})", name()),
            _ => name(),
        };
        let is_chosen = move || match (session.set.get(), set) {
            (PuzzleSet::Training(_), PuzzleSet::Training(_)) => true,
            (chosen, set) => chosen == set,
        };
        view! {
            <button class="choice" disabled=is_loading aria-pressed=move || is_chosen().to_string()
                on:click=move |_| session.open(set)>{text}</button>
        }
    };
    view! {
        <div class="puzzle-sets" role="group" aria-label=tr(Words::new("Choix des énigmes", "Which puzzles"))>
            {button(PuzzleSet::Daily, Words::new("Énigme du jour", "Puzzle of the day"))}
            {button(PuzzleSet::Training(None), Words::new("Entraînement", "Training"))}
            {button(PuzzleSet::Run(PuzzleRun::Rush), Words::new("Contre la montre", "Rush"))}
            {button(PuzzleSet::Run(PuzzleRun::Streak), Words::new("Sans faute", "Streak"))}
            {button(PuzzleSet::Failed, Words::new("À revoir", "Missed"))}
        </div>
    }
}

/// The choice of a theme, among those that the collection has.
#[component]
pub fn Themes(
    /// The session.
    session: PuzzleSession,
) -> impl IntoView {
    let themes = Memo::new(move |_| {
        let count = |theme: &PuzzleTheme| {
            session.collection.with(|all| all.as_ref().map(|all| all.with_theme(*theme).count()))
        };
        let counted = PuzzleTheme::ALL.iter().map(|theme| (*theme, count(theme).unwrap_or(0)));
        counted.filter(|(_, count)| *count > 0).collect::<Vec<_>>()
    });
    let chosen = move || match session.set.get() {
        PuzzleSet::Training(Some(theme)) => theme.id(),
        _ => "",
    };
    let choose = move |event| {
        let theme: Option<PuzzleTheme> = event_target_value(&event).parse().ok();
        session.open(PuzzleSet::Training(theme));
    };
    let option = move |(theme, count): (PuzzleTheme, usize)| {
        let text = move || format!("{} ({count})", theme.name().say(lang()));
        view! { <option value=theme.id() prop:selected=move || chosen() == theme.id()>{text}</option> }
    };
    view! {
        <label class="field themes">
            <span>{tr(Words::new("Thème", "Theme"))}</span>
            <select on:change=choose disabled=move || session.collection.with(Option::is_none)>
                <option value="" prop:selected=move || chosen().is_empty()>{tr(Words::new("Tous les thèmes", "All themes"))}</option>
                {move || themes.get().into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}
