//! The panel of a run: before it an explanation, then the clock, the count and the mistakes, at the end the result.

use std::time::Duration;

use leptos::prelude::*;
use puzzles::PuzzleRun;
use rules::number_text::minutes_and_seconds;
use rules::{Lang, Words};

use super::run::{RUSH_TIME, RunState};
use super::session::PuzzleSession;
use crate::browser;
use crate::language::{lang, tr};

/// How often the clock is drawn.
const TICK: Duration = Duration::from_millis(200);

/// The explanation, the state or the result of a run.
#[component]
pub fn RunPanel(
    /// The session.
    session: PuzzleSession,
) -> impl IntoView {
    let now = RwSignal::new(browser::time_of_day());
    browser::every(TICK, move || {
        if untrack(|| session.is_running()) {
            now.set(browser::time_of_day());
            let ends = session.run.with_untracked(|run| run.as_ref().and_then(|run| run.ends));
            if ends.is_some_and(|ends| ends <= browser::time_of_day()) {
                session.end_run();
            }
        }
    });
    move || {
        let RunState { run, has_begun, ends, solved, failed, is_best, .. } = session.run.get()?;
        let start = move |_| {
            now.set(browser::time_of_day());
            session.start_run(run);
        };
        let strikes = run.strikes();
        let circles =
            (0..strikes).map(|strike| view! { <i class:made={strike < failed.len()}></i> }).collect_view();
        Some(match (has_begun, is_best) {
            (false, _) => view! {
                <p>{tr(explanation(run))}</p>
                <p class="row"><button class="strong" on:click=start>{tr(Words::new("C’est parti", "Start"))}</button></p>
            }.into_any(),
            (true, None) => view! {
                <p class="rush">
                    {ends.map(|ends| view! { <span class="clock">{move || clock(ends - now.get())}</span> })}
                    <span class="solved">"✓ " {solved}</span>
                    {(strikes > 1).then(|| view! {
                        <span class="strikes">{circles} " " {move || say_mistakes(failed.len(), lang())}</span>
                    })}
                </p>
            }.into_any(),
            (true, Some(is_best)) => view! {
                <p class="outcome rush-result" role="status">{move || say_result(solved, is_best, lang())}</p>
                {(!failed.is_empty()).then(|| view! { <p>{tr(missed(failed.len()))}</p> })}
                <p class="row"><button class="strong" on:click=start>{tr(Words::new("Rejouer", "Play again"))}</button></p>
            }.into_any(),
        })
    }
}

const fn explanation(run: PuzzleRun) -> Words {
    match run {
        PuzzleRun::Rush => Words::new(
            "Trois minutes pour résoudre le plus d’énigmes possible, de plus en plus difficiles. Trois erreurs, et c’est fini. Votre cote ne change pas.",
            "Three minutes to solve as many puzzles as you can; they get harder and harder. Three mistakes and it’s over. Your rating is not affected.",
        ),
        PuzzleRun::Streak => Words::new(
            "Des énigmes de plus en plus difficiles, sans limite de temps. À la première erreur, c’est fini. Votre cote ne change pas.",
            "Harder and harder puzzles, with no time limit. The first mistake ends it. Your rating is not affected.",
        ),
    }
}

/// Where the missed puzzles of a run are.
const fn missed(count: usize) -> Words {
    match count {
        1 => Words::new(
            "L’énigme manquée vous attend dans «\u{a0}À revoir\u{a0}».",
            "The one you missed is waiting under “Missed”.",
        ),
        _ => Words::new(
            "Les énigmes manquées vous attendent dans «\u{a0}À revoir\u{a0}».",
            "The ones you missed are waiting under “Missed”.",
        ),
    }
}

/// The time left as `2:05`.
fn clock(left: f64) -> String {
    let seconds = (left / 1000.0).ceil().clamp(0.0, RUSH_TIME / 1000.0) as u64;
    minutes_and_seconds(seconds)
}

fn say_mistakes(count: usize, lang: Lang) -> String {
    match (count, lang) {
        (0, Lang::Fr) => "Aucune erreur".to_owned(),
        (0, Lang::En) => "No mistakes".to_owned(),
        (1, Lang::Fr) => "Une erreur".to_owned(),
        (1, Lang::En) => "One mistake".to_owned(),
        (count, Lang::Fr) => format!("{count} erreurs"),
        (count, Lang::En) => format!("{count} mistakes"),
    }
}

fn say_result(solved: usize, is_best: bool, lang: Lang) -> String {
    let count = match (solved, lang) {
        (0, Lang::Fr) => "Aucune énigme résolue.".to_owned(),
        (0, Lang::En) => "No puzzles solved.".to_owned(),
        (1, Lang::Fr) => "Une énigme résolue.".to_owned(),
        (1, Lang::En) => "One puzzle solved.".to_owned(),
        (count, Lang::Fr) => format!("{count} énigmes résolues."),
        (count, Lang::En) => format!("{count} puzzles solved."),
    };
    match (is_best, lang) {
        (false, _) => count,
        (true, Lang::Fr) => format!("{count} C’est votre record\u{202f}!"),
        (true, Lang::En) => format!("{count} Your best so far!"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_counts_whole_seconds_down_to_nothing() {
        let shown = [200_000.0, 180_000.0, 125_000.0, 60_000.0, 900.0, 0.0, -5.0].map(clock);
        assert_eq!(shown, ["3:00", "3:00", "2:05", "1:00", "0:01", "0:00", "0:00"]);
    }
}
