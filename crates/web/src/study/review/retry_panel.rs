//! The panel for retrying one's own mistakes, beside the board.

use std::time::Duration;

use engine::{Value, winner_moves};
use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Lang, Outcome, Seat, Viewer, Words, number_text};

use super::retry::{Retry, RetryState, RetryTask};
use crate::engine_task::SearchLimits;
use crate::language::{lang, tr};
use crate::study::analysis_board::AnalysisBoard;
use crate::thinker::EngineAnswer;
use crate::{evaluation_text, labels};

/// How long the engine judges a move.
const JUDGE_TIME: Duration = Duration::from_millis(800);

impl AnalysisBoard {
    /// Starts a retry, and ends a review that is running. The engine does not analyse meanwhile.
    pub fn start_retry(self, retry: Retry) {
        self.engine.cancel();
        self.review_progress.set(None);
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
    let (number, mv) = (mistake.number, boards::move_text(before, mistake.mv, lang));
    let cost = mistake
        .before
        .zip(mistake.after)
        .map(|(had, got)| cost_text(had, got, mistake.seat, before.seats(), lang));
    match (cost, lang) {
        (Some(cost), Lang::Fr) => format!("Coup {number} ({mv})\u{a0}: {cost}"),
        (Some(cost), Lang::En) => format!("Move {number} ({mv}): {cost}"),
        (None, Lang::Fr) => format!("Coup {number} ({mv})."),
        (None, Lang::En) => format!("Move {number} ({mv})."),
    }
}

/// What a move gave away, said to the player in that seat: "you could win in 1 move; now you lose in 1."
fn cost_text(had: Value, got: Value, seat: Seat, seats: u8, lang: Lang) -> String {
    let chances =
        |value: Value| number_text::percent(evaluation_text::percent(value.share(seat, seats)), lang);
    if let (Value::Expected(_), Value::Expected(_)) = (had, got) {
        let (had, got) = (chances(had), chances(got));
        return match lang {
            Lang::Fr => format!("vos chances de gagner passaient de {had} à {got}."),
            Lang::En => format!("your chances of winning went from {had} to {got}."),
        };
    }
    let count = |plies| labels::moves(winner_moves(plies, seats).max(1) as usize, lang);
    let had = match (had, lang) {
        (Value::Proven { outcome: Outcome::Draw, .. }, Lang::Fr) => "vous teniez la nulle".to_owned(),
        (Value::Proven { outcome: Outcome::Draw, .. }, Lang::En) => "you could draw".to_owned(),
        (Value::Proven { outcome: Outcome::Win(winner), plies }, lang) => match (winner == seat, lang) {
            (true, Lang::Fr) => format!("vous pouviez gagner en {}", count(plies)),
            (true, Lang::En) => format!("you could win in {}", count(plies)),
            (false, Lang::Fr) => format!("vous perdiez en {}", count(plies)),
            (false, Lang::En) => format!("you were losing in {}", count(plies)),
        },
        (value, Lang::Fr) => format!("vous aviez {} de chances de gagner", chances(value)),
        (value, Lang::En) => format!("your chances of winning were {}", chances(value)),
    };
    let got = match (got, lang) {
        (Value::Proven { outcome: Outcome::Draw, .. }, Lang::Fr) => "ce n’est plus qu’une nulle".to_owned(),
        (Value::Proven { outcome: Outcome::Draw, .. }, Lang::En) => "it is only a draw".to_owned(),
        (Value::Proven { outcome: Outcome::Win(winner), plies }, lang) => match (winner == seat, lang) {
            (true, Lang::Fr) => format!("vous gagnez en {}", count(plies)),
            (true, Lang::En) => format!("you win in {}", count(plies)),
            (false, Lang::Fr) => format!("vous perdez en {}", count(plies)),
            (false, Lang::En) => format!("you lose in {}", count(plies)),
        },
        (value, Lang::Fr) => format!("vos chances de gagner sont de {}", chances(value)),
        (value, Lang::En) => format!("your chances of winning are {}", chances(value)),
    };
    match lang {
        Lang::Fr => format!("{had}\u{202f}; maintenant, {got}."),
        Lang::En => format!("{had}; now {got}."),
    }
}

/// The verdict on the player's last move.
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
        RetryState::SolutionShown => {
            rules::words!(fr: "Le meilleur coup était {better}.", en: "The best move was {better}.")
        }
        RetryState::RefutationShown(0) => {
            let mv = text(mistake.mv);
            rules::words!(
                fr: "Voici {mv}, le coup joué. Avancez pour voir la réponse.",
                en: "This is {mv}, the move that was played. Step forward to see the reply."
            )
        }
        RetryState::RefutationShown(count) => {
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
    let is_over = matches!(retry.state, RetryState::Found(_) | RetryState::SolutionShown);
    let is_refutation = matches!(retry.state, RetryState::RefutationShown(_));
    let has_refutation = retry.task().is_some_and(|task| !task.mistake.refutation.is_empty());
    let button = move |words: Words, is_strong: bool, change: fn(&mut Retry)| {
        view! { <button class:strong=is_strong on:click=move |_| analysis.retry(change)>{tr(words)}</button> }
    };
    view! {
        <p class="row">
            {is_refutation.then(|| button(Words::new("Reculer", "Step back"), false, step_back))}
            {is_refutation.then(|| button(Words::new("Avancer", "Step forward"), true, step_forward))}
            {is_refutation.then(|| button(Words::new("Chercher mieux", "Try again"), false, Retry::try_again))}
            {retry.is_asking().then(|| button(Words::new("Indice", "Hint"), false, Retry::hint))}
            {(!is_over).then(|| button(Words::new("Voir la solution", "Show the solution"), false, Retry::show_solution))}
            {(!is_refutation && has_refutation)
                .then(|| button(Words::new("Pourquoi était-ce une erreur\u{202f}?", "Why was it a mistake?"), false, Retry::show_refutation))}
            {button(Words::new("Suivante", "Next"), is_over, Retry::next)}
            <button on:click=move |_| analysis.end_retry()>{tr(Words::new("Quitter", "Exit"))}</button>
        </p>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_mistake_cost_is_a_sentence_to_the_player_for_every_kind_of_value() {
        let won = |winner| Value::Proven { outcome: Outcome::Win(winner), plies: 1 };
        let drawn = Value::Proven { outcome: Outcome::Draw, plies: 3 };
        let even = |share| Value::for_two(Seat::ONE, share);
        let said = |had, got, lang| cost_text(had, got, Seat::ONE, 2, lang);
        let (own, lost) = (won(Seat::ONE), won(Seat::TWO));
        for (had, got, fr, en) in [
            (
                own,
                lost,
                "vous pouviez gagner en 1 coup\u{202f}; maintenant, vous perdez en 1 coup.",
                "you could win in 1 move; now you lose in 1 move.",
            ),
            (
                drawn,
                even(0.26),
                "vous teniez la nulle\u{202f}; maintenant, vos chances de gagner sont de 26\u{a0}%.",
                "you could draw; now your chances of winning are 26%.",
            ),
            (
                even(0.7),
                drawn,
                "vous aviez 70\u{a0}% de chances de gagner\u{202f}; maintenant, ce n’est plus qu’une nulle.",
                "your chances of winning were 70%; now it is only a draw.",
            ),
            (
                even(0.68),
                even(0.26),
                "vos chances de gagner passaient de 68\u{a0}% à 26\u{a0}%.",
                "your chances of winning went from 68% to 26%.",
            ),
        ] {
            assert_eq!([said(had, got, Lang::Fr), said(had, got, Lang::En)], [fr, en]);
        }
    }
}
