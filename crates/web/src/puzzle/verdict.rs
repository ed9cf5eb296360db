//! The answer to the solver, and the buttons below it.

use leptos::prelude::*;
use puzzles::PuzzleRun;
use rules::{Lang, Say, Words};

use super::address::PuzzleSet;
use super::current::{CurrentPuzzle, PuzzleFeedback};
use super::session::PuzzleSession;
use crate::icon::Icon;
use crate::language::{lang, tr};

/// The answer to the last move, and the result.
#[component]
pub fn Verdict(
    /// The session.
    session: PuzzleSession,
) -> impl IntoView {
    let refusal = move || session.selection.refusal_text();
    let sentence = move || {
        let lang = lang();
        let run = session.run.with(|run| run.as_ref().map(|run| run.run));
        session.current.with(|current| {
            let current = current.as_ref()?;
            let words = verdict(current, run)?;
            let is_good =
                matches!(current.answer, PuzzleFeedback::None | PuzzleFeedback::Right) && !current.is_shown;
            let class = if is_good { "praise" } else { "comment" };
            Some(view! { <p class=class>{words.say(lang)}</p> })
        })
    };
    let rating = move || {
        let change = session.current.with(|current| current.as_ref()?.rating_change)?;
        let rating = session.progress.with(|progress| progress.rating().0);
        let sign = if change < 0 { "−" } else { "+" };
        let change = change.abs();
        Some(match lang() {
            Lang::Fr => format!("Votre cote\u{a0}: {rating} ({sign}{change})"),
            Lang::En => format!("Your rating: {rating} ({sign}{change})"),
        })
    };
    // What the puzzle was about, once that gives nothing away.
    let themes = move || {
        session.current.with(|current| {
            let current = current.as_ref().filter(|current| current.is_over())?;
            let names: Vec<String> =
                current.attempt.puzzle().themes.iter().map(|theme| theme.name().say(lang())).collect();
            Some(names.join(" · ")).filter(|names| !names.is_empty())
        })
    };
    view! {
        <div class="side lesson-side">
            <div class="status" role="status" aria-live="polite">
                {move || refusal().map(|why| view! { <p class="refusal">{why}</p> })}
                {sentence}
                {move || rating().map(|text| view! { <p class="rating-change">" " {text}</p> })}
                {move || themes().map(|names| view! { <p class="facts">" " {names}</p> })}
            </div>
        </div>
    }
}

fn verdict(current: &CurrentPuzzle, run: Option<PuzzleRun>) -> Option<Words> {
    if current.is_shown {
        let puzzle = current.attempt.puzzle();
        let [fr, en] = Lang::ALL.map(|lang| boards::moves_text(&puzzle.start, &puzzle.line, lang));
        return Some(rules::words!(
            fr: "Voici la solution\u{a0}: {fr}. Vous retrouverez cette énigme dans «\u{a0}À revoir\u{a0}».",
            en: "Here is the solution: {en}. You will find this puzzle again under “Missed”."
        ));
    }
    Some(match (current.is_over(), current.attempt.is_solved(), current.answer) {
        (true, true, _) => {
            Words::new("✓ Bravo, c’est la solution\u{202f}!", "✓ Well done, that is the solution!")
        }
        (true, false, _) => Words::new(
            "C’est gagné. Vous retrouverez cette énigme dans «\u{a0}À revoir\u{a0}».",
            "That wins. You will find this puzzle again under “Missed”.",
        ),
        (false, _, PuzzleFeedback::Wrong) if run == Some(PuzzleRun::Rush) => {
            Words::new("Pas ce coup-là. La suivante\u{202f}!", "Not that one. On to the next!")
        }
        (false, _, PuzzleFeedback::Wrong) if run == Some(PuzzleRun::Streak) => {
            Words::new("Pas ce coup-là\u{a0}: la série s’arrête ici.", "Not that one: your streak ends here.")
        }
        (false, _, PuzzleFeedback::Wrong) => Words::new(
            "Pas ce coup-là\u{a0}: il y a mieux. Cherchez encore\u{202f}; l’énigme compte désormais comme manquée.",
            "Not that one: there is a better move. Try again; the puzzle now counts as missed.",
        ),
        (false, _, PuzzleFeedback::Slower) => Words::new(
            "Ce coup gagne aussi, mais moins vite\u{a0}: cherchez le plus rapide.",
            "That wins too, but more slowly: look for the faster way.",
        ),
        (false, _, PuzzleFeedback::Judging) => {
            Words::new("Le moteur regarde ce coup…", "The engine is looking at this move…")
        }
        (false, _, PuzzleFeedback::Right) => Words::new("Oui. Et maintenant\u{202f}?", "Yes. And now?"),
        (false, _, PuzzleFeedback::None) => return None,
    })
}

/// The buttons below the verdict: show the solution, start again, next puzzle.
#[component]
pub fn VerdictButtons(
    /// The session.
    session: PuzzleSession,
) -> impl IntoView {
    let is_over = Memo::new(move |_| {
        session.current.with(|current| current.as_ref().is_some_and(CurrentPuzzle::is_over))
    });
    let is_live = Memo::new(move |_| {
        session.current.with(|current| current.as_ref().is_some_and(CurrentPuzzle::is_live))
    });
    let has_none = move || session.current.with(Option::is_none);
    let is_run = move || matches!(session.set.get(), PuzzleSet::Run(_));
    view! {
        <div class="lesson-nav">
            {move || if is_run() {
                // Before and after a run there is nothing to stop.
                session.is_running().then(|| view! {
                    <button on:click=move |_| session.end_run()>
                        {Icon::Close.view()} {tr(Words::new("Arrêter", "Stop"))}
                    </button>
                }).into_any()
            } else {
                view! {
                    <button disabled=move || !is_live.get() on:click=move |_| session.show_solution()>
                        {Icon::Hint.view()} {tr(Words::new("Montrez-moi", "Show me"))}
                    </button>
                    <button disabled=has_none on:click=move |_| session.restart()>
                        {Icon::Turn.view()} {tr(Words::new("Recommencer", "Start over"))}
                    </button>
                    <button disabled=has_none class:strong=move || is_over.get() on:click=move |_| session.show_next()>
                        {Icon::Forward.view()} {tr(Words::new("Suivante", "Next"))}
                    </button>
                }.into_any()
            }}
        </div>
    }
}
