//! The engine's best lines for the position shown, each with its value.

use engine::{Line, Value};
use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Lang, Seat, Words, number_text};

use super::analysis_board::AnalysisBoard;
use crate::language::{lang, tr};
use crate::panel::parts_view;
use crate::{evaluation_text, labels};

/// The engine's lines, and the switch that turns it on.
#[component]
pub fn EngineLines(
    /// The analysis board.
    analysis: AnalysisBoard,
) -> impl IntoView {
    let facts = move || {
        let lang = lang();
        analysis.found.with(|found| {
            let analysis = &found.as_ref()?.analysis;
            let ahead = labels::moves(analysis.depth as usize, lang);
            // A tree search has no depth.
            let depth = (analysis.depth > 0).then(|| match lang {
                Lang::Fr => format!("{ahead} d’avance"),
                Lang::En => format!("{ahead} ahead"),
            });
            depth.map(|depth| view! { <span class="fact">{depth}</span> })
        })
    };
    let row = move |line: Line<AnyMove>| {
        let game = analysis.game();
        let value = game.turn().seat().map(|seat| match line.value {
            // With more than two players, one number does not say who is ahead: each seat's share is shown.
            Value::Expected(_) if game.seats() > 2 => shares(line.value, &game, lang()).into_any(),
            value => evaluation_text::say(value, seat, game.seats(), lang()).into_any(),
        });
        // A line of text is one node of the page: what changes behind the ellipsis would count as a layout shift.
        let moves = line.moves.iter().take(10).map(|&mv| boards::notation(&game, mv));
        let moves = parts_view(boards::NotationPart::join(moves));
        let first = line.moves.first().copied();
        view! {
            <li>
                <button class="plain line" on:click=move |_| {
                    if let Some(mv) = first {
                        analysis.play(mv);
                    }
                }><b>{value}</b> " " <span>{moves}</span></button>
            </li>
        }
    };
    // Only until the first lines: later they are replaced at once. The sentence takes more room than any line, so the
    // largest text of the page is in its first picture.
    let awaits_first = Memo::new(move |before: Option<&bool>| {
        before.is_none_or(|before| *before) && analysis.awaits_lines()
    });
    let is_over = Memo::new(move |_| analysis.game().turn().is_over());
    view! {
        <section class="lines" class:is-over=move || is_over.get() aria-label=tr(Words::new("Moteur", "Engine"))>
            <p class="row">
                <button class="choice switch" role="switch" aria-checked=move || analysis.engine_on.get().to_string()
                    on:click=move |_| analysis.toggle_engine()>{tr(Words::new("Moteur", "Engine"))}</button>
                <small>{facts}</small>
            </p>
            <Show when=move || analysis.engine.has_died()>
                <p class="refusal">
                    {tr(Words::new("Le moteur s’est arrêté. Rien n’est perdu.", "The engine has stopped. Nothing is lost."))} " "
                    <button on:click=move |_| analysis.engine.retry()>{tr(Words::new("Le relancer", "Restart it"))}</button>
                </p>
            </Show>
            <ol>
                <Show when=move || awaits_first.get()>
                    <li class="pending">{tr(Words::new(
                        "Le moteur réfléchit\u{a0}: ses meilleures suites vont s’afficher ici, chacune avec sa valeur.",
                        "The engine is thinking: its best lines are about to appear here, each with its value.",
                    ))}</li>
                </Show>
                {move || analysis.lines().into_iter().map(row).collect_view()}
            </ol>
        </section>
    }
}

/// The share of each seat, after the seat's mark.
fn shares(value: Value, game: &AnyGame, lang: Lang) -> impl IntoView + use<> {
    let kind = game.kind();
    let parts = evaluation_text::percentages(value, game.seats());
    let seats = || (0..).map(Seat::from_index).zip(&parts);
    let label = seats()
        .map(|(seat, part)| format!("{} {}", kind.seat(seat).title(lang), number_text::percent(part, lang)));
    let label = label.collect::<Vec<_>>().join(", ");
    let marks = seats().map(|(seat, part)| {
        view! { <span class=labels::seat_class(kind, seat)></span> {part.to_string()} " " }
    });
    view! { <span class="shares" role="img" aria-label=label>{marks.collect_view()} "%"</span> }
}
