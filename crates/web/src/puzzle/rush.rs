//! Rush: as many puzzles as possible in three minutes, harder and harder ones. Three mistakes end it.

use std::time::Duration;

use leptos::prelude::*;
use puzzles::{PuzzleId, RUSH_STRIKES, rush_pick};
use rules::{Lang, Words};

use super::address::{PuzzleAddress, PuzzleSet};
use super::session::PuzzleSession;
use crate::browser;
use crate::language::{lang, tr};
use crate::router::replace_address;

/// How long a rush lasts, in milliseconds.
const RUSH_TIME: f64 = 180_000.0;

/// The time between a result and the next puzzle.
const PAUSE: Duration = Duration::from_millis(500);

/// How often the clock is drawn.
const TICK: Duration = Duration::from_millis(200);

/// A rush.
#[derive(Clone, Debug, PartialEq)]
pub struct Rush {
    /// When it ends, in milliseconds since 1970; `None` before it has begun.
    ends: Option<f64>,
    solved: usize,
    failed: Vec<PuzzleId>,
    /// Whether the next puzzle is about to come.
    is_between: bool,
    /// Once it is over, whether more were solved than ever before.
    is_best: Option<bool>,
}

impl PuzzleSession {
    /// Waits for the start of a rush.
    pub(super) fn prepare_rush(self) {
        self.current.set(None);
        self.rush.set(Some(Rush {
            ends: None,
            solved: 0,
            failed: Vec::new(),
            is_between: false,
            is_best: None,
        }));
        replace_address(&PuzzleAddress { set: PuzzleSet::Rush, id: None }.write(self.kind));
    }

    fn start_rush(self) {
        self.prepare_rush();
        self.rush.update(|rush| {
            if let Some(rush) = rush {
                rush.ends = Some(browser::time_of_day() + RUSH_TIME);
            }
        });
        self.next_in_rush();
    }

    /// Whether a rush is running.
    pub(super) fn is_rushing(self) -> bool {
        self.rush.with(|rush| rush.as_ref().is_some_and(|rush| rush.ends.is_some() && rush.is_best.is_none()))
    }

    /// Whether no move is wanted, because the next puzzle of a rush is about to come or the rush is over.
    pub(super) fn is_between_puzzles(self) -> bool {
        self.rush.with(|rush| rush.as_ref().is_some_and(|rush| rush.is_between || rush.is_best.is_some()))
    }

    fn next_in_rush(self) {
        let Some(collection) = self.collection() else { return };
        let number = self.rush.try_update(|rush| {
            rush.as_mut().map_or(0, |rush| {
                rush.is_between = false;
                rush.solved + rush.failed.len()
            })
        });
        self.show(rush_pick(&collection, number.unwrap_or(0), browser::random()));
    }

    /// Counts a result in the rush, and goes on to the next puzzle.
    pub(super) fn count_in_rush(self, is_solved: bool) {
        let Some(id) = self.current.with_untracked(|current| current.as_ref().map(|current| current.id))
        else {
            return;
        };
        let strikes = self.rush.try_update(|rush| {
            let rush = rush.as_mut()?;
            rush.is_between = true;
            if is_solved {
                rush.solved += 1;
            } else {
                rush.failed.push(id);
            }
            Some(rush.failed.len())
        });
        if strikes.flatten().is_some_and(|strikes| strikes >= RUSH_STRIKES) {
            return self.end_rush();
        }
        browser::after(PAUSE, move || {
            // The rush may be over or left by then.
            if self
                .rush
                .try_get_untracked()
                .flatten()
                .is_some_and(|rush| rush.is_between && rush.is_best.is_none())
            {
                self.next_in_rush();
            }
        });
    }

    /// Ends the rush.
    pub(super) fn end_rush(self) {
        let result =
            self.rush.with_untracked(|rush| rush.as_ref().map(|rush| (rush.solved, rush.failed.clone())));
        let Some((solved, failed)) = result else { return };
        let is_best = self.progress.try_update(|progress| progress.finish_rush(solved, &failed));
        self.rush.update(|rush| {
            if let Some(rush) = rush {
                rush.is_best = is_best;
            }
        });
        self.selection.clear();
        self.save_progress();
    }
}

/// The clock, the count and the mistakes of a rush; before it an explanation, after it the result.
#[component]
pub fn RushPanel(
    /// The session.
    session: PuzzleSession,
) -> impl IntoView {
    let now = RwSignal::new(browser::time_of_day());
    browser::every(TICK, move || {
        if untrack(|| session.is_rushing()) {
            now.set(browser::time_of_day());
            let ends = session.rush.with_untracked(|rush| rush.as_ref().and_then(|rush| rush.ends));
            if ends.is_some_and(|ends| ends <= browser::time_of_day()) {
                session.end_rush();
            }
        }
    });
    let start = move |_| {
        now.set(browser::time_of_day());
        session.start_rush();
    };
    move || {
        let rush = session.rush.get()?;
        let Rush { ends, solved, failed, is_best, .. } = rush;
        let crosses = "✗".repeat(failed.len()) + &"·".repeat(RUSH_STRIKES.saturating_sub(failed.len()));
        Some(match (ends, is_best) {
            (None, _) => view! {
                <p>{tr(Words::new(
                    "Trois minutes pour résoudre le plus d’énigmes possible, de plus en plus difficiles. Trois erreurs, et c’est fini. Votre cote ne change pas.",
                    "Three minutes to solve as many puzzles as you can; they get harder and harder. Three mistakes and it’s over. Your rating is not affected.",
                ))}</p>
                <p class="row"><button class="strong" on:click=start>{tr(Words::new("C’est parti", "Start"))}</button></p>
            }.into_any(),
            (Some(ends), None) => view! {
                <p class="rush">
                    <span class="clock">{move || clock(ends - now.get())}</span>
                    <span class="solved">"✓ " {solved}</span>
                    <span class="strikes" aria-label=move || say_mistakes(failed.len(), lang()) role="img">{crosses}</span>
                </p>
            }.into_any(),
            (Some(_), Some(is_best)) => view! {
                <p class="outcome rush-result" role="status">{move || say_result(solved, is_best, lang())}</p>
                {(!failed.is_empty()).then(|| view! { <p>{tr(Words::new(
                    "Les énigmes manquées vous attendent sous «\u{a0}À revoir\u{a0}».",
                    "The ones you missed are waiting under “Missed”.",
                ))}</p> })}
                <p class="row"><button class="strong" on:click=start>{tr(Words::new("Rejouer", "Play again"))}</button></p>
            }.into_any(),
        })
    }
}

/// The time left as `2:05`.
fn clock(left: f64) -> String {
    let seconds = (left / 1000.0).ceil().clamp(0.0, RUSH_TIME / 1000.0) as u32;
    format!("{}:{:02}", seconds / 60, seconds % 60)
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
        (0, Lang::En) => "No puzzle solved.".to_owned(),
        (1, Lang::Fr) => "Une énigme résolue.".to_owned(),
        (1, Lang::En) => "One puzzle solved.".to_owned(),
        (count, Lang::Fr) => format!("{count} énigmes résolues."),
        (count, Lang::En) => format!("{count} puzzles solved."),
    };
    match (is_best, lang) {
        (false, _) => count,
        (true, Lang::Fr) => format!("{count} C’est votre record\u{a0}!"),
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
