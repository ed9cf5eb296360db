//! The solver's statistics: the rating, streaks, the best runs.

use leptos::prelude::*;
use puzzles::{PuzzleProgress, PuzzleRun};
use rules::{Kind, Lang, Words};

use super::session::{PuzzleSession, load_progress, today};
use crate::language::{lang, tr};

/// The solver's statistics in a game, below its board.
#[component]
pub fn SolverStats(
    /// The session.
    session: PuzzleSession,
) -> impl IntoView {
    let figure = move |name: Words, value: fn(&PuzzleProgress, Lang) -> String| {
        view! {
            <div><dt>{tr(name)}</dt><dd>{move || session.progress.with(|progress| value(progress, lang()))}</dd></div>
        }
    };
    view! {
        <dl class="figures">
            {figure(Words::new("Votre cote", "Your rating"), |progress, _| rating(progress))}
            {figure(Words::new("Résolues d’affilée", "Solved in a row"), |progress, lang| {
                let (now, best) = progress.streak();
                with_best(now, best, lang)
            })}
            {figure(Words::new("Jours d’affilée", "Days in a row"), |progress, _| progress.days(today()).to_string())}
            {figure(Words::new("Record contre la montre", "Best rush"), |progress, _| progress.best(PuzzleRun::Rush).to_string())}
            {figure(Words::new("Record sans faute", "Best streak"), |progress, _| progress.best(PuzzleRun::Streak).to_string())}
            {figure(Words::new("Énigmes tentées", "Attempted"), |progress, _| progress.tried().to_string())}
        </dl>
    }
}

/// The rating with its deviation: `1043 ± 120`.
fn rating(progress: &PuzzleProgress) -> String {
    let (rating, deviation) = progress.rating();
    format!("{rating} ± {deviation}")
}

fn with_best(now: u32, best: u32, lang: Lang) -> String {
    match lang {
        Lang::Fr => format!("{now} (record\u{a0}: {best})"),
        Lang::En => format!("{now} (best: {best})"),
    }
}

/// The solver's statistics in the gallery of games: whether the puzzle of the day is solved, and the rating.
#[component]
pub fn GalleryStats(
    /// The game.
    kind: Kind,
) -> impl IntoView {
    let progress = load_progress(kind);
    let daily = match progress.daily(today()) {
        None => Words::new("L’énigme du jour vous attend.", "The puzzle of the day is waiting for you."),
        Some(daily) if daily.is_solved => {
            Words::new("✓ Énigme du jour résolue.", "✓ Puzzle of the day solved.")
        }
        Some(_) => Words::new("Énigme du jour\u{a0}: à revoir.", "Puzzle of the day: missed."),
    };
    let rating = (progress.tried() > 0).then(|| rating(&progress));
    view! {
        <p class="facts">
            {tr(daily)}
            {rating.map(|rating| view! { <br/>{tr(Words::new("Votre cote\u{a0}: ", "Your rating: "))} {rating} })}
        </p>
    }
}
