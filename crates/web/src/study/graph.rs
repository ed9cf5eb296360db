//! The value through the game: a curve per seat, from the start to the end, with the place where one stands.

use std::fmt::Write as _;

use leptos::prelude::*;
use rules::{Lang, Seat, Words};

use super::desk::Desk;
use super::tree::Tree;
use crate::app::{lang, said};

const WIDTH: f32 = 300.0;
const HEIGHT: f32 = 80.0;

/// The path of a seat's share along the line; parts that nobody looked at are left out.
fn curve(tree: &Tree, seat: Seat) -> String {
    let line = tree.line();
    let seats = tree.node(0).game.seats();
    let step = WIDTH / (line.len().saturating_sub(1)).max(1) as f32;
    let mut path = String::new();
    let mut pen_down = false;
    for (index, &id) in line.iter().enumerate() {
        match tree.value(id) {
            Some(value) => {
                let (x, y) = (step * index as f32, HEIGHT * (1.0 - value.share(seat, seats)));
                let _ = write!(path, "{}{x:.1} {y:.1}", if pen_down { "L" } else { "M" });
                pen_down = true;
            }
            // A card being drawn is nobody's decision: the curve goes on.
            None if tree.node(id).game.turn().seat().is_none() => {}
            None => pen_down = false,
        }
    }
    path
}

/// The value through the game.
#[component]
pub fn Graph(
    /// The analysis board.
    desk: Desk,
) -> impl IntoView {
    let curves = move || {
        desk.tree.with(|tree| {
            let seats = tree.node(0).game.seats();
            // Of two curves one is the other upside down.
            let shown = if seats == 2 { 1 } else { seats };
            (0..shown)
                .map(|index| {
                    let class = format!("curve s-seat{}", index + 1);
                    view! { <path class=class d=curve(tree, Seat::from_index(index))></path> }
                })
                .collect_view()
        })
    };
    let cursor = move || {
        desk.tree.with(|tree| {
            let line = tree.line();
            let index = line.iter().position(|&id| id == tree.at()).unwrap_or(0);
            WIDTH * index as f32 / (line.len().saturating_sub(1)).max(1) as f32
        })
    };
    let jump = move |event: leptos::ev::MouseEvent| {
        use wasm_bindgen::JsCast;
        let Some(target) = event.current_target() else { return };
        let frame = target.unchecked_into::<web_sys::Element>().get_bounding_client_rect();
        let part = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
        desk.change(|tree| {
            let line = tree.line();
            let index = (part * (line.len() - 1) as f64).round().max(0.0) as usize;
            tree.go(line[index.min(line.len() - 1)]);
        });
    };
    let label = move || {
        let lang = lang();
        desk.tree.with(|tree| {
            let kind = tree.node(0).game.kind();
            let share =
                tree.value(tree.at()).map(|value| value.share(Seat::ONE, tree.node(0).game.seats()) * 100.0);
            let name = boards::seat_name(kind, Seat::ONE, lang);
            match (share, lang) {
                (Some(share), Lang::Fr) => format!("Chances de {name} à ce coup\u{a0}: {share:.0}\u{a0}%"),
                (Some(share), Lang::En) => format!("Chances of {name} at this move: {share:.0}%"),
                (None, Lang::Fr) => "Valeur au fil de la partie, pas encore calculée ici".to_owned(),
                (None, Lang::En) => "Value through the game, not worked out here yet".to_owned(),
            }
        })
    };
    view! {
        <section class="graph">
            <svg viewBox=format!("-4 -4 {} {}", WIDTH + 8.0, HEIGHT + 8.0) preserveAspectRatio="none" role="img"
                aria-label=label on:click=jump>
                <rect class="f-cell" width=WIDTH height=HEIGHT></rect>
                <path class="middle s-line" d=format!("M0 {0}H{WIDTH}", HEIGHT / 2.0)></path>
                {curves}
                <path class="cursor s-last" d=move || format!("M{0:.1} 0V{HEIGHT}", cursor())></path>
            </svg>
            <p class="row">
                <button on:click=move |_| desk.look_at_all() disabled=move || desk.sweep.get().is_some()>
                    {said(Words::new("Examiner toute la partie", "Look at the whole game"))}
                </button>
                <Show when=move || desk.sweep.get().is_some()>
                    <progress max="1" prop:value=move || desk.sweep.get().unwrap_or(0.0)
                        aria-label=said(Words::new("Le moteur examine la partie", "The engine looks at the game"))>
                    </progress>
                </Show>
            </p>
        </section>
    }
}
