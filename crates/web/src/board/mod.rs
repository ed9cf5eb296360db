//! A board in the page: a scene, patched into SVG, and touches, pointers and keys on it.
//!
//! The board knows no rules and no game: a scene comes in, touched spots go out.

mod patch;
mod pointer;

use std::cell::Cell;
use std::time::Duration;

use boards::{Direction, Scene, Spot};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, SvgElement};

use patch::Patched;

/// What happens on a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Touch {
    /// A spot was touched, clicked, or chosen with the keyboard.
    Spot(Spot),
    /// The pointer is over a spot, or over none.
    Hover(Option<Spot>),
    /// What was picked is to be put back.
    Cancel,
}

thread_local! {
    static IS_FIRST: Cell<bool> = const { Cell::new(true) };
}

/// A board that shows `scene` and tells `touch` what happens on it. `label` names it for screen readers.
#[component]
pub fn Board(
    /// What is shown.
    #[prop(into)]
    scene: Signal<Scene>,
    /// What is told.
    touch: Callback<Touch>,
    /// What the board is called.
    #[prop(into)]
    label: Signal<String>,
) -> impl IntoView {
    let svg = NodeRef::<leptos::svg::Svg>::new();
    let patched = StoredValue::new_local(Patched::default());
    let focus = RwSignal::new(None::<Spot>);
    let drag = pointer::Drag::new(svg, scene, touch);

    // The first board comes after the page around it: while the app starts, the browser must be able to answer in
    // between. All others come at once, or they would flicker.
    let has_page = RwSignal::new(!IS_FIRST.replace(false));
    if !has_page.get_untracked() {
        // Whoever has left the page by then wants no board.
        set_timeout(move || _ = has_page.try_set(true), Duration::ZERO);
    }
    Effect::new(move |_| {
        let Some(root) = svg.get().filter(|_| has_page.get()) else { return };
        let scene = scene.get();
        let root: Element = root.unchecked_into();
        patched.update_value(|patched| patched.show(&root, &scene, focus.get_untracked()));
        if let Some(performance) = window().performance() {
            // For `cargo xtask measure`: from here on the board can be touched. The first mark is the one that counts.
            let _ = performance.mark("board");
        }
    });

    let said = Memo::new(move |_| scene.with(|scene| scene.announcement.clone().unwrap_or_default()));

    let keydown = move |event: KeyboardEvent| {
        let way = match event.key().as_str() {
            "ArrowLeft" => Direction::Left,
            "ArrowRight" => Direction::Right,
            "ArrowUp" => Direction::Up,
            "ArrowDown" => Direction::Down,
            "Enter" | " " => {
                if let Some(spot) = focused(&event) {
                    event.prevent_default();
                    event.stop_propagation();
                    touch.run(Touch::Spot(spot));
                }
                return;
            }
            "Escape" => {
                touch.run(Touch::Cancel);
                return;
            }
            _ => return,
        };
        let Some(spot) = focused(&event) else { return };
        event.prevent_default();
        event.stop_propagation();
        let next = scene.with_untracked(|scene| boards::next_spot(scene, spot, way));
        if let Some(next) = next {
            focus.set(Some(next));
            patched.update_value(|patched| patched.focus(next));
        }
    };

    view! {
        <svg
            class="board"
            node_ref=svg
            role="group"
            // Browsers let the focus rest on what listens to it; here only the places are to be reached.
            tabindex="-1"
            aria-label=label
            on:keydown=keydown
            on:focusin=move |event| {
                let spot = event.target().and_then(|target| spot_of(&target.unchecked_into()));
                if spot.is_some() {
                    focus.set(spot);
                    touch.run(Touch::Hover(spot));
                }
            }
            on:focusout=move |_| touch.run(Touch::Hover(None))
            on:pointerdown=move |event| drag.down(&event)
            on:pointermove=move |event| drag.moved(&event)
            on:pointerup=move |event| drag.up(&event)
            on:pointercancel=move |_| drag.cancel()
            on:pointerleave=move |_| drag.leave()
        ></svg>
        <p class="heard" role="status">{said}</p>
    }
}

/// A board to look at: a picture with a name, nothing to touch.
#[component]
pub fn Picture(
    /// What is shown.
    #[prop(into)]
    scene: Signal<Scene>,
    /// What the picture is called.
    #[prop(into)]
    label: Signal<String>,
) -> impl IntoView {
    let svg = NodeRef::<leptos::svg::Svg>::new();
    let patched = StoredValue::new_local(Patched::default());
    Effect::new(move |_| {
        let Some(root) = svg.get() else { return };
        let mut scene = scene.get();
        scene.targets.clear();
        let root: Element = root.unchecked_into();
        patched.update_value(|patched| patched.show(&root, &scene, None));
    });
    view! { <svg class="board picture" node_ref=svg role="img" aria-label=label></svg> }
}

fn focused(event: &KeyboardEvent) -> Option<Spot> {
    spot_of(&event.target()?.unchecked_into())
}

/// The spot to which an element of the board belongs.
fn spot_of(element: &Element) -> Option<Spot> {
    let place = element.closest("[data-spot]").ok()??;
    place.get_attribute("data-spot")?.parse().ok()
}

/// The style of an SVG element, which a strict content policy lets us set by script.
fn style(element: &Element) -> web_sys::CssStyleDeclaration {
    element.unchecked_ref::<SvgElement>().style()
}
