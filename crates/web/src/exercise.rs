//! A step or a puzzle of a course, solved on a live board.

use boards::Scene;
use leptos::prelude::*;
use lessons::{Attempt, AttemptResult};
use rules::{AnyMove, Say, Viewer, Words};

use crate::board::{Board, Touch};
use crate::language::in_both_languages;
use crate::language::{lang, tr};
use crate::layout::PageLayout;
use crate::selection::Selection;
use crate::settings::SettingsStore;
use crate::sound::{self, Sound};
use crate::start_queue::Deferred;

/// The feedback on the learner's last move.
#[derive(Clone, Debug, PartialEq)]
enum Feedback {
    None,
    /// The move was right; more moves follow.
    RightSoFar,
    /// The move is legal, but not the one asked for.
    NotAskedFor,
}

/// A step or a puzzle on a live board.
#[component]
pub fn Exercise(
    /// The exercise at its start.
    attempt: Attempt,
    /// The text shown when it is solved.
    praise: Words,
    /// Called when it is solved.
    done: Callback<()>,
    /// Counts how often the learner has asked to be shown the next move.
    #[prop(into)]
    solution_requests: Signal<u32>,
) -> impl IntoView {
    let store = SettingsStore::expect();
    let attempt = RwSignal::new(attempt);
    let selection = Selection::new();
    let wide = PageLayout::wide_board();
    let last = RwSignal::new(None::<AnyMove>);
    let feedback = RwSignal::new(Feedback::None);
    let reason = RwSignal::new(None::<Words>);
    let is_done = move || attempt.with(Attempt::is_done);
    // The learner plays the seat that moves first.
    let viewer =
        attempt.with_untracked(|attempt| attempt.game().turn().seat().map_or(Viewer::Public, Viewer::Seat));
    let scene = Memo::new(move |_| -> Scene {
        let game = attempt.with(|attempt| attempt.game().view(viewer).position());
        let mut context = selection.draw_context(viewer, !is_done(), last.get());
        context.coordinates = true;
        context.wide = wide.get();
        boards::draw(&game, &context)
    });
    let finish = move || {
        sound::play(store, Sound::End);
        done.run(());
    };
    let judge = move |answer: AttemptResult| match answer {
        AttemptResult::Done => {
            feedback.set(Feedback::None);
            finish();
        }
        AttemptResult::Continue(replies) => {
            if let Some(&reply) = replies.last() {
                last.set(Some(reply));
            }
            feedback.set(Feedback::RightSoFar);
        }
        AttemptResult::Wrong => feedback.set(Feedback::NotAskedFor),
        AttemptResult::Illegal(why) => reason.set(Some(in_both_languages(|lang| why.say(lang)))),
    };
    let touch = Callback::new(move |touch: Touch| {
        if untrack(is_done) {
            return;
        }
        let Some(spot) = selection.touched_spot(touch) else { return };
        let game = attempt.with_untracked(|attempt| attempt.game().view(viewer).position());
        reason.set(None);
        if let Some(mv) = selection.touch(spot, &game) {
            last.set(Some(mv));
            let answer = attempt.try_update(|attempt| attempt.answer(mv));
            answer.map(judge);
            if untrack(|| feedback.get()) == Feedback::NotAskedFor {
                last.set(None);
            }
        } else if let Some(why) = untrack(|| selection.illegal_move()) {
            // Some steps ask for a move that the rules refuse; in the others, the status shows the reason.
            match attempt.try_update(|attempt| attempt.answer_refused(why)) {
                Some(AttemptResult::Done) => judge(AttemptResult::Done),
                _ => feedback.set(Feedback::None),
            }
        }
    });
    let show_solution = move || {
        if let Some(mv) = attempt.with_untracked(Attempt::expected) {
            match attempt.with_untracked(|attempt| attempt.game().check(mv)) {
                Ok(()) => last.set(Some(mv)),
                Err(why) => reason.set(Some(in_both_languages(|lang| why.say(lang)))),
            }
            let answer = attempt.try_update(|attempt| attempt.answer(mv));
            answer.map(judge);
        }
    };
    Effect::new(move |before: Option<u32>| {
        let count = solution_requests.get();
        if before.is_some_and(|before| before != count) {
            untrack(show_solution);
        }
        count
    });
    let label =
        Signal::derive(move || attempt.with(|attempt| attempt.game().kind().name().get(lang()).to_owned()));
    view! {
        <Deferred><div class="surface"><Board scene touch label/></div></Deferred>
        <div class="side lesson-side">
            <div class="status" role="status" aria-live="polite">
                {move || selection.refusal_text().or_else(|| Some(reason.get()?.say(lang()))).map(|why| view! { <p class="refusal">{why}</p> })}
                {move || (feedback.get() == Feedback::NotAskedFor).then(|| view! {
                    <p class="refusal">{tr(Words::new(
                        "Ce coup est permis, mais ce n’est pas celui qu’on cherche ici. Essayez encore.",
                        "That move is legal, but not the one we are looking for. Try again.",
                    ))}</p>
                })}
                {move || (feedback.get() == Feedback::RightSoFar && !is_done()).then(|| view! {
                    <p class="praise so-far">{tr(Words::new("Bien. Et maintenant\u{202f}?", "Good. And now?"))}</p>
                })}
                {move || is_done().then(|| view! { <p class="praise">"✓ " {tr(praise.clone())}</p> })}
            </div>
        </div>
    }
}
