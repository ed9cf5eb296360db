//! The value graph: a curve per seat over the moves of the line, with a cursor at the position shown.

use engine::Value;
use leptos::prelude::*;
use rules::{Kind, Lang, Seat, SeatMark, Words, number_text};

use super::analysis_board::AnalysisBoard;
use super::plot::{Plot, plotted_positions, plotted_seats};
use crate::language::{lang, tr};
use crate::{evaluation_text, labels};

/// The CSS classes of a curve. Each seat has a colour and, for colour-blind people, a dash pattern.
fn curve_class(kind: Kind, seat: Seat) -> String {
    let paint = match kind.seat(seat).mark {
        SeatMark::Red => "red-ink".to_owned(),
        SeatMark::Blue => "blue-ink".to_owned(),
        SeatMark::Cross | SeatMark::Nought | SeatMark::Colour | SeatMark::Shared => {
            format!("seat{}", seat.number())
        }
    };
    format!("curve line-{} s-{paint}", seat.number())
}

/// A share as a percentage, formatted for a language.
fn percent(value: Value, seat: Seat, seats: u8, lang: Lang) -> String {
    let percent = match value {
        Value::Proven { .. } => format!("{:.0}", value.share(seat, seats) * 100.0),
        Value::Expected(_) => evaluation_text::percent(value.share(seat, seats)),
    };
    number_text::percent(percent, lang)
}

/// The value graph.
#[component]
pub fn Graph(
    /// The analysis board.
    analysis: AnalysisBoard,
) -> impl IntoView {
    let plot = Memo::new(move |_| analysis.tree.with(Plot::of));
    // A curve needs two points.
    let is_drawn = Memo::new(move |_| plot.with(|plot| plot.known.0 > 1));
    let has_moves = Memo::new(move |_| plot.with(|plot| plot.known.1 > 1));
    let empty = move || {
        if has_moves.get() {
            Words::new(
                "Le moteur n’a pas encore analysé cette partie. Les chances de chacun s’afficheront ici, coup par coup.",
                "The engine has not analysed this game yet. Each player’s chances will appear here, move by move.",
            )
        } else {
            Words::new(
                "Jouez ou importez une partie\u{a0}: les chances de chacun s’afficheront ici, coup par coup.",
                "Play or import a game: each player’s chances will appear here, move by move.",
            )
        }
    };
    view! {
        <section class="graph">
            <h2>{tr(Words::new("Chances de gagner", "Win chances"))}</h2>
            {move || if is_drawn.get() {
                view! { <Legend analysis/><Drawing analysis plot/> }.into_any()
            } else {
                view! { <p class="empty">{move || tr(empty())()}</p> }.into_any()
            }}
        </section>
    }
}

/// The legend: the seat of each curve, and its chances in the position shown.
#[component]
fn Legend(analysis: AnalysisBoard) -> impl IntoView {
    let seats = Memo::new(move |_| analysis.tree.with(|tree| tree.node(0).game.seats()));
    let entry = move |seat: Seat| {
        let kind = analysis.tree.with_untracked(|tree| tree.node(0).game.kind());
        let name = move || analysis.player_name(seat, lang());
        let now = move || {
            let value = analysis.tree.with(|tree| tree.value(tree.current_id()));
            value.map(|value| percent(value, seat, seats.get(), lang()))
        };
        view! {
            <li>
                <svg class="sample" viewBox="0 0 30 8" aria-hidden="true"><path class=curve_class(kind, seat) d="M1 4H29"></path></svg>
                <span class=labels::seat_class(kind, seat) aria-hidden="true"></span>
                <span>{name}</span>
                <b>{now}</b>
            </li>
        }
    };
    // With one curve for two seats, a sentence says what up and down mean.
    let meaning = move || {
        let lang = lang();
        let names = analysis.names();
        let (one, two) = (names.noun(Seat::ONE, lang), names.noun(Seat::TWO, lang));
        (seats.get() == 2).then(|| match lang {
            Lang::Fr => format!("En haut, victoire pour {one}\u{202f}; en bas, pour {two}."),
            Lang::En => format!("Top: a win for {one}. Bottom: a win for {two}."),
        })
    };
    view! {
        <ul class="legend">{move || plotted_seats(seats.get()).map(entry).collect_view()}</ul>
        {move || meaning().map(|meaning| view! { <p class="meaning">{meaning}</p> })}
    }
}

/// The curves, with percentages at the side and move numbers below.
#[component]
fn Drawing(analysis: AnalysisBoard, plot: Memo<Plot>) -> impl IntoView {
    let curves = move || {
        let kind = analysis.tree.with_untracked(|tree| tree.node(0).game.kind());
        plot.with(|plot| {
            let curve = |(index, path): (u8, &String)| {
                view! { <path class=curve_class(kind, Seat::from_index(index)) d=path.clone()></path> }
            };
            (0..).zip(&plot.curves).map(curve).collect_view()
        })
    };
    let mistakes = move || {
        plot.with(|plot| {
            let mark = |(&((x, y), grade), is_named): (&((f32, f32), super::tree::MistakeGrade), bool)| {
                // Marks near the top are placed below the point.
                view! {
                    <span class="point" class:below=y < 30.0 style:left=format!("{x:.1}%") style:top=format!("{y:.1}%")>
                        {is_named.then(|| view! { <span>{grade.mark()}</span> })}
                    </span>
                }
            };
            plot.mistakes.iter().zip(plot.labelled_mistakes()).map(mark).collect_view()
        })
    };
    let numbers = move || {
        plot.with(|plot| {
            let number = |&(x, number): &(f32, usize)| {
                view! { <span style:left=format!("{x:.1}%")>{number.to_string()}</span> }
            };
            plot.numbers.iter().map(number).collect_view()
        })
    };
    let hundredths = ["100", "50", "0"].map(|part| {
        view! { <span>{move || number_text::percent(part, lang())}</span> }
    });
    let turns = move || {
        let lang = lang();
        let names = analysis.names();
        let points = analysis.review.with(|review| {
            let points = review.as_ref().map(|review| review.turning_points.clone());
            points.unwrap_or_default()
        });
        let place = |number: usize| {
            analysis.tree.with(|tree| {
                let positions = plotted_positions(tree);
                let index = positions.iter().position(|&id| tree.move_number(id) == number)?;
                Some(100.0 * index as f32 / positions.len().saturating_sub(1).max(1) as f32)
            })
        };
        let button = |point: review::TurningPoint| {
            let (number, left) = (point.number, format!("{:.1}%", place(point.number)?));
            let text = review::story::turning_point(&point, &|seat| names.noun(seat, lang), lang);
            let go = move |event: leptos::ev::MouseEvent| {
                event.stop_propagation();
                analysis.go_to_number(number);
            };
            Some(
                view! { <button class="turning" style:left=left aria-label=text.clone() title=text on:click=go></button> },
            )
        };
        points.into_iter().filter_map(button).collect_view()
    };
    let jump = move |event: leptos::ev::MouseEvent| {
        use wasm_bindgen::JsCast;
        let Some(target) = event.current_target() else { return };
        let frame = target.unchecked_into::<web_sys::Element>().get_bounding_client_rect();
        let part = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
        analysis.change(|tree| {
            let positions = plotted_positions(tree);
            let last = positions.len().saturating_sub(1);
            let index = ((part * last as f64).round().max(0.0) as usize).min(last);
            if let Some(&position) = positions.get(index) {
                tree.go(position);
            }
        });
    };
    let label = move || label(analysis, lang());
    view! {
        <div class="axes">
            <div class="hundredths" aria-hidden="true">{hundredths.into_iter().collect_view()}</div>
            <div class="plot" on:click=jump>
                <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label=label>
                    <rect class="f-cell" width="100" height="100"></rect>
                    <path class="middle s-line" d="M0 50H100"></path>
                    <path class="cursor s-last" d=move || format!("M{:.1} 0V100", plot.with(|plot| plot.cursor))></path>
                    {curves}
                </svg>
                <div aria-hidden="true">{mistakes}</div>
                {turns}
            </div>
            <small class="unit" aria-hidden="true">{tr(Words::new("coup", "move"))}</small>
            <div class="numbers" aria-hidden="true">{numbers}</div>
        </div>
    }
}

/// The values in the position shown, in words.
fn label(analysis: AnalysisBoard, lang: Lang) -> String {
    let (seats, value) =
        analysis.tree.with(|tree| (tree.node(0).game.seats(), tree.value(tree.current_id())));
    let Some(value) = value else {
        return match lang {
            Lang::Fr => "Chances de gagner, pas encore calculées pour ce coup".to_owned(),
            Lang::En => "Win chances, not yet calculated for this move".to_owned(),
        };
    };
    let part = |seat| format!("{} {}", analysis.player_name(seat, lang), percent(value, seat, seats, lang));
    let parts = plotted_seats(seats).map(part).collect::<Vec<_>>().join(", ");
    match lang {
        Lang::Fr => format!("Chances après ce coup\u{a0}: {parts}"),
        Lang::En => format!("Chances after this move: {parts}"),
    }
}
