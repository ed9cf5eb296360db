//! The story of a reviewed game: accuracy, where it was decided, turning points, mistakes, and the buttons to retry
//! them.

use leptos::prelude::*;
use review::{MistakeGrade, Review, ReviewedMove, story};
use rules::{Lang, Seat, Words};

use super::retry::Retry;
use crate::language::{lang, tr};
use crate::panel::{CopyField, parts_view};
use crate::study::analysis_board::AnalysisBoard;
use crate::study::tree::StudyTree;
use crate::{evaluation_text, export, labels};

/// The button that reviews the game, its progress, and the story.
#[component]
pub fn ReviewPanel(
    /// The analysis board.
    analysis: AnalysisBoard,
) -> impl IntoView {
    let has_moves = Memo::new(move |_| analysis.tree.with(StudyTree::has_moves));
    let is_running = Memo::new(move |_| analysis.review_progress.get().is_some());
    let is_reviewed = Memo::new(move |_| analysis.review.with(Option::is_some));
    let start = move |_| analysis.start_review();
    let name = move || match is_reviewed.get() {
        true => tr(Words::new("Refaire le bilan", "Review again"))(),
        false => tr(Words::new("Faire le bilan de la partie", "Review this game"))(),
    };
    view! {
        <Show when=move || has_moves.get() || analysis.review_error.get().is_some()>
            <section class="review" aria-label=tr(Words::new("Bilan", "Review"))>
                <Show when=move || is_running.get()>
                    <p class="row" role="status">
                        <span>{tr(Words::new("Le moteur revoit la partie…", "The engine is reviewing the game…"))}</span>
                        <progress max="1" prop:value=move || analysis.review_progress.get().unwrap_or(0.0)
                            aria-label=tr(Words::new("Avancement du bilan", "Progress of the review"))></progress>
                        <button on:click=move |_| analysis.cancel_review()>{tr(Words::new("Arrêter", "Stop"))}</button>
                    </p>
                </Show>
                {move || analysis.review.get().map(|review| view! { <Story analysis review/> })}
                <div role="alert">
                    {move || analysis.review_error.get().map(|why| view! { <p class="refusal">{tr(why)}</p> })}
                </div>
                <Show when=move || !is_running.get()>
                    <p class="row">
                        <button class:strong=move || !is_reviewed.get() on:click=start>{name}</button>
                    </p>
                </Show>
            </section>
        </Show>
    }
}

#[component]
fn Story(analysis: AnalysisBoard, review: Review) -> impl IntoView {
    let lang = lang();
    let label = move |seat: Seat| analysis.player_name(seat, lang);
    let names = analysis.names();
    let noun = |seat: Seat| names.noun(seat, lang);
    let kind = review.record.start().kind();
    let rows = review.players.iter().map(|player| {
        let exact = player.accuracy.is_some_and(|known| known.is_exact);
        view! {
            <li>
                <span class=labels::seat_class(kind, player.seat) aria-hidden="true"></span>
                <span class="who">{label(player.seat)}</span>
                <b title=exact.then(|| tr(Words::new("calculée exactement", "worked out exactly")))>
                    {story::player(player, lang)}
                </b>
                <small class="slips">{story::mistakes(player, lang)}</small>
            </li>
        }
    });
    let stand_ins =
        review.players.iter().filter_map(|player| story::stand_in(player, &label(player.seat), lang));
    let decided = match review.decision {
        Some(decision) => story::decision(decision, &noun, lang),
        None => story::undecided(review.record.result().is_some(), lang),
    };
    let decided_at = review.decision.map(|decision| decision.number);
    let turns: Vec<_> = review
        .turning_points
        .iter()
        .map(|point| {
            let number = point.number;
            let text = story::turning_point(point, &noun, lang);
            view! { <li><button class="plain" on:click=move |_| analysis.go_to_number(number)>{text}</button></li> }
        })
        .collect();
    let mistakes: Vec<_> = review.mistakes().map(|mv| mistake_row(analysis, mv, &review, lang)).collect();
    let link =
        export::absolute_url(&export::study_path(&analysis.tree.with_untracked(StudyTree::main_record)));
    view! {
        <h2>{tr(Words::new("Précision", "Accuracy"))}</h2>
        <ul class="accuracy">{rows.collect_view()}</ul>
        {stand_ins.map(|text| view! { <p><small>{text}</small></p> }).collect_view()}
        <p class="decided">
            {match decided_at {
                Some(number) => view! {
                    <button class="plain" on:click=move |_| analysis.go_to_number(number)>{decided}</button>
                }.into_any(),
                None => decided.into_any(),
            }}
        </p>
        {match mistakes.is_empty() {
            true => view! { <p>{tr(Words::new("Aucune erreur dans cette partie.", "No mistakes in this game."))}</p> }.into_any(),
            false => view! { <RetryButtons analysis review=review.clone()/> }.into_any(),
        }}
        {list(Words::new("Moments clés", "Turning points"), "turns", turns)}
        {list(Words::new("Erreurs", "Mistakes"), "mistakes", mistakes)}
        <details class="share">
            <summary>{tr(Words::new("Partager ce bilan", "Share this review"))}</summary>
            <CopyField name=Words::new("Lien vers la partie et son bilan", "Link to the game and its review")
                button=Words::new("Copier le lien", "Copy link") text=link/>
        </details>
    }
}

/// A list of at most this length is open from the start.
const SHORT: usize = 6;

/// A list with its heading, which opens and closes it; nothing if it is empty.
fn list<V: IntoView + 'static>(heading: Words, class: &'static str, items: Vec<V>) -> impl IntoView {
    let count = items.len();
    (count > 0).then(|| {
        view! {
            <details open=count <= SHORT>
                <summary>{tr(heading)} " (" {count} ")"</summary>
                <ol class=class>{items.collect_view()}</ol>
            </details>
        }
    })
}

/// A mistake: a touch shows the position before it.
fn mistake_row(
    analysis: AnalysisBoard,
    mv: &ReviewedMove,
    review: &Review,
    lang: Lang,
) -> impl IntoView + use<> {
    let start = review.record.start();
    let (kind, seats) = (start.kind(), start.seats());
    let sentence = |value: Option<engine::Value>| {
        value.map_or_else(String::new, |value| evaluation_text::say(value, mv.seat, seats, lang))
    };
    let values = format!("{} → {}", sentence(mv.before), sentence(mv.after));
    let better = mv.better.first().map(|&better| boards::move_text(start, better, lang)).unwrap_or_default();
    let better = match lang {
        Lang::Fr => format!("mieux\u{a0}: {better}"),
        Lang::En => format!("better: {better}"),
    };
    let (number, parts) = (mv.number, boards::notation(start, mv.mv));
    let mark = mv.grade.map_or("", MistakeGrade::mark);
    view! {
        <li>
            <button class="plain" on:click=move |_| analysis.go_to_number(number)>
                <span class=labels::seat_class(kind, mv.seat) aria-hidden="true"></span>
                <span>{number}". "<b>{parts_view(parts)}</b><b class="slip">{mark}</b></span>
                <span class="values">{values}</span>
                <span class="better">{better}</span>
            </button>
        </li>
    }
}

/// Buttons that start the retry: for the reader's own mistakes or, if the reader's seat is not known, for each
/// player's.
#[component]
fn RetryButtons(analysis: AnalysisBoard, review: Review) -> impl IntoView {
    let you = analysis.you.get();
    let seats = (0..review.record.start().seats()).map(Seat::from_index);
    let button = |seat: Seat| {
        let count = review.to_retry(seat).len();
        let is_offered = count > 0 && you.is_none_or(|you| you == seat);
        let retry = is_offered.then(|| Retry::new(&review, seat)).flatten()?;
        let name = move || {
            let lang = lang();
            match (you, lang) {
                (Some(_), Lang::Fr) => format!("Corriger vos erreurs ({count})"),
                (Some(_), Lang::En) => format!("Retry your mistakes ({count})"),
                (None, Lang::Fr) => {
                    format!("Corriger les erreurs\u{a0}: {} ({count})", analysis.player_name(seat, lang))
                }
                (None, Lang::En) => format!("Retry mistakes: {} ({count})", analysis.player_name(seat, lang)),
            }
        };
        Some(
            view! { <button class="strong" on:click=move |_| analysis.start_retry(retry.clone())>{name}</button> },
        )
    };
    view! { <p class="row">{seats.filter_map(button).collect_view()}</p> }
}
