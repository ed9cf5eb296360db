//! Another try at one's own mistakes, beside the board.

use std::time::Duration;

use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Lang, Viewer, Words};

use super::retry::{Retry, RetryState, RetryTask};
use crate::engine_task::SearchLimits;
use crate::evaluation_text;
use crate::language::{lang, tr};
use crate::study::analysis_board::AnalysisBoard;
use crate::thinker::EngineAnswer;

/// How long the engine judges a move.
const JUDGE_TIME: Duration = Duration::from_millis(800);

impl AnalysisBoard {
    /// Starts a retry. The engine does not analyse meanwhile.
    pub fn start_retry(self, retry: Retry) {
        self.engine.cancel();
        self.selection.clear();
        self.retry.set(Some(retry));
    }

    /// Ends the retry.
    pub fn end_retry(self) {
        self.retry.set(None);
        self.selection.clear();
        if self.engine_on.get_untracked() {
            self.analyse_position();
        }
    }

    /// Changes the retry.
    fn retry(self, change: impl FnOnce(&mut Retry)) {
        self.selection.clear();
        self.engine.cancel();
        self.retry.update(|retry| {
            if let Some(retry) = retry {
                change(retry);
            }
        });
    }

    /// Judges a move for the current mistake, and asks the engine about it if necessary.
    pub(crate) fn retry_move(self, mv: AnyMove) {
        self.retry(|retry| retry.answer(mv));
        let task = self.retry.with_untracked(|retry| match retry.as_ref() {
            Some(retry) if retry.state == RetryState::Judging(mv) => retry.task().cloned(),
            _ => None,
        });
        let Some(RetryTask { before, .. }) = task else { return };
        let after = {
            let mut after = before.clone();
            after.play(mv).map(|()| after)
        };
        // Where cards are drawn or hidden, the search before the move judges it; elsewhere the one after it.
        let own = before.kind().has_chance() || before.kind().hides();
        let (asked, lines): (AnyGame, usize) = match after {
            Ok(after) if !own => (after, 1),
            _ => (before, usize::MAX),
        };
        let Some(seat) = asked.turn().seat() else { return };
        let limits = SearchLimits::analysis(JUDGE_TIME, lines);
        self.engine.start(&asked.view(Viewer::Seat(seat)), limits, move |answer| {
            let value = match answer {
                EngineAnswer::Progress(_) => return,
                EngineAnswer::Done(found) => {
                    let lines = &found.analysis.lines;
                    let line = lines.iter().find(|line| !own || line.moves.first() == Some(&mv));
                    line.map(|line| line.value)
                }
                EngineAnswer::Failed(_) | EngineAnswer::Died => None,
            };
            self.retry.update(|retry| {
                if let Some(retry) = retry {
                    retry.judge(value);
                }
            });
        });
    }
}

/// The retry: the question, the verdict, and the buttons.
#[component]
pub fn RetryPanel(
    /// The analysis board.
    analysis: AnalysisBoard,
) -> impl IntoView {
    let content = move || {
        let retry = analysis.retry.get()?;
        let lang = lang();
        let (number, count, found) = retry.progress();
        let Some(task) = retry.task() else {
            let done = match lang {
                Lang::Fr => format!("C’est fini. Trouvés sans aide\u{a0}: {found} sur {count}."),
                Lang::En => format!("Done: {found} of {count} found without help."),
            };
            return Some(
                view! {
                    <p role="status" class="verdict">{done}</p>
                    <p class="row"><button class="strong" on:click=move |_| analysis.end_retry()>
                        {tr(Words::new("Revenir au bilan", "Back to the review"))}
                    </button></p>
                }
                .into_any(),
            );
        };
        Some(
            view! {
                <p class="counter">{format!("{number} / {count}")}</p>
                <p>{task_text(task, lang)}</p>
                <p role="status" class="verdict">{verdict(&retry, task, lang)}</p>
                <RetryActions analysis retry=retry.clone()/>
            }
            .into_any(),
        )
    };
    view! {
        <section class="retry" aria-label=tr(Words::new("Corriger les erreurs", "Retry mistakes"))>
            <h2>{tr(Words::new("Trouvez mieux", "Find a better move"))}</h2>
            {content}
        </section>
    }
}

/// What was played, and what it cost.
fn task_text(task: &RetryTask, lang: Lang) -> String {
    let RetryTask { before, mistake } = task;
    let sentence = |value: Option<engine::Value>| {
        value
            .map_or_else(String::new, |value| evaluation_text::say(value, mistake.seat, before.seats(), lang))
    };
    let (number, had, got) = (mistake.number, sentence(mistake.before), sentence(mistake.after));
    let mv = boards::move_text(before, mistake.mv, lang);
    match lang {
        Lang::Fr => format!("Coup {number} ({mv})\u{a0}: {had} avant, {got} après."),
        Lang::En => format!("Move {number} ({mv}): {had} before, {got} after."),
    }
}

/// The verdict on the current try.
fn verdict(retry: &Retry, task: &RetryTask, lang: Lang) -> String {
    let mistake = &task.mistake;
    // Only the words in `lang` are shown.
    let text = |mv: AnyMove| boards::move_text(&task.before, mv, lang);
    let better = mistake.better.first().map(|&mv| text(mv)).unwrap_or_default();
    let words = match retry.state {
        RetryState::Asking { .. } => {
            Words::new("Jouez un meilleur coup sur le plateau.", "Play a better move on the board.")
        }
        RetryState::Judging(_) => {
            Words::new("Le moteur regarde ce coup…", "The engine is looking at this move…")
        }
        RetryState::Wrong(mv, _) if mv == mistake.mv => Words::new(
            "C’est le coup qui a été joué. Cherchez-en un autre.",
            "That is the move that was played. Look for another.",
        ),
        RetryState::Wrong(mv, value) => {
            let sentence = |lang| {
                value.map(|value| evaluation_text::say(value, mistake.seat, task.before.seats(), lang))
            };
            let (fr, en) = (sentence(Lang::Fr).unwrap_or_default(), sentence(Lang::En).unwrap_or_default());
            let mv = text(mv);
            match value {
                Some(_) => {
                    rules::words!(fr: "{mv} ne suffit pas ({fr}). Essayez encore.", en: "{mv} is not enough ({en}). Try again.")
                }
                None => {
                    rules::words!(fr: "{mv} n’a pas pu être évalué. Essayez un autre coup.", en: "{mv} could not be evaluated. Try another move.")
                }
            }
        }
        RetryState::Found(mv) if Some(&mv) == mistake.better.first() => {
            let mv = text(mv);
            rules::words!(fr: "Oui\u{202f}! {mv} est le meilleur coup.", en: "Yes! {mv} is the best move.")
        }
        RetryState::Found(mv) => {
            let mv = text(mv);
            rules::words!(fr: "Oui, {mv} est aussi un bon coup.", en: "Yes, {mv} is a good move too.")
        }
        RetryState::Shown => {
            rules::words!(fr: "Le meilleur coup était {better}.", en: "The best move was {better}.")
        }
        RetryState::Why(0) => {
            let mv = text(mistake.mv);
            rules::words!(
                fr: "Voici {mv}, le coup joué. Avancez pour voir la réponse.",
                en: "This is {mv}, the move that was played. Step forward to see the reply."
            )
        }
        RetryState::Why(count) => {
            let line = mistake.refutation.get(..count).unwrap_or(&mistake.refutation);
            let line = boards::moves_text(&task.before, line, lang);
            rules::words!(fr: "La réponse\u{a0}: {line}", en: "The reply: {line}")
        }
    };
    words.get(lang).to_owned()
}

fn step_back(retry: &mut Retry) {
    retry.step(false);
}

fn step_forward(retry: &mut Retry) {
    retry.step(true);
}

/// The buttons.
#[component]
fn RetryActions(analysis: AnalysisBoard, retry: Retry) -> impl IntoView {
    let is_over = matches!(retry.state, RetryState::Found(_) | RetryState::Shown);
    let is_why = matches!(retry.state, RetryState::Why(_));
    let has_refutation = retry.task().is_some_and(|task| !task.mistake.refutation.is_empty());
    let button = move |words: Words, is_strong: bool, change: fn(&mut Retry)| {
        view! { <button class:strong=is_strong on:click=move |_| analysis.retry(change)>{tr(words)}</button> }
    };
    view! {
        <p class="row">
            {is_why.then(|| button(Words::new("Reculer", "Step back"), false, step_back))}
            {is_why.then(|| button(Words::new("Avancer", "Step forward"), true, step_forward))}
            {is_why.then(|| button(Words::new("Chercher mieux", "Try again"), false, Retry::again))}
            {retry.is_asking().then(|| button(Words::new("Indice", "Hint"), false, Retry::hint))}
            {(!is_over).then(|| button(Words::new("Voir la solution", "Show the solution"), false, Retry::show))}
            {(!is_why && has_refutation)
                .then(|| button(Words::new("Pourquoi était-ce une erreur\u{202f}?", "Why was it a mistake?"), false, Retry::why))}
            {button(Words::new("Suivante", "Next"), is_over, Retry::next)}
            <button on:click=move |_| analysis.end_retry()>{tr(Words::new("Quitter", "Exit"))}</button>
        </p>
    }
}
