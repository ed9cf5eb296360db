//! A board in the page: patches a scene into SVG and reports touches, pointers and keys.
//!
//! The board knows no rules and no game: it takes a scene and reports touched spots.

mod markup;
mod patch;
mod pointer;

use boards::{Arrow, Direction, Scene, Spot};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, SvgElement};

use crate::start_queue;
use patch::BoardDom;

/// An input event on a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Touch {
    /// A spot was touched, clicked, or chosen with the keyboard.
    Spot(Spot),
    /// The pointer is over a spot, or over none.
    Hover(Option<Spot>),
    /// An arrow was drawn from one spot to another, or a ring around one.
    Arrow(Arrow),
    /// The selection is cancelled.
    Cancel,
}

/// Whether pointers draw arrows instead of touching spots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowInput {
    /// Never.
    Off,
    /// With the right button.
    RightButton,
    /// With every button and finger.
    Always,
}

/// A signal that becomes true when a board may be drawn. While the app starts, each board is drawn in a separate task;
/// after the start, at once.
fn drawing_due() -> RwSignal<bool> {
    let is_due = RwSignal::new(false);
    // The component may be gone by then.
    start_queue::run(move || _ = is_due.try_set(true));
    is_due
}

/// A board that shows a scene and reports input events.
#[component]
pub fn Board(
    /// The scene shown.
    #[prop(into)]
    scene: Signal<Scene>,
    /// Called for each input event.
    touch: Callback<Touch>,
    /// The name of the board for screen readers.
    #[prop(into)]
    label: Signal<String>,
    /// Whether arrows can be drawn.
    #[prop(into, default = Signal::from(ArrowInput::Off))]
    arrows: Signal<ArrowInput>,
) -> impl IntoView {
    let svg = NodeRef::<leptos::svg::Svg>::new();
    let dom = StoredValue::new_local(BoardDom::default());
    let focus = RwSignal::new(None::<Spot>);
    let drag = pointer::PointerHandler::new(svg, scene, touch, arrows);

    let is_due = drawing_due();
    Effect::new(move |_| {
        let Some(root) = svg.get().filter(|_| is_due.get()) else { return };
        let scene = scene.get();
        let root: Element = root.unchecked_into();
        dom.update_value(|dom| dom.show(&root, &scene, focus.get_untracked()));
        if let Some(performance) = window().performance() {
            // `cargo xtask measure` reads the first of these marks: the board is ready for input.
            let _ = performance.mark("board");
        }
    });

    let sentence = Memo::new(move |_| scene.with(|scene| scene.announcement.clone().unwrap_or_default()));

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
            // `focusin` makes it the place that the tab key reaches.
            if let Some(place) = dom.with_value(|dom| dom.place(next)) {
                let _ = place.unchecked_into::<SvgElement>().focus();
            }
        }
    };

    let first = FirstDrawing::of(scene);
    view! {
        <svg
            class="board"
            viewBox=first.view_box
            data-board=first.board
            data-pieces=first.pieces
            node_ref=svg
            role="group"
            // The places can be focused, the board itself cannot.
            tabindex="-1"
            aria-label=label
            on:keydown=keydown
            on:focusin=move |event| {
                let spot = event.target().and_then(|target| spot_of(&target.unchecked_into()));
                if let Some(focused) = spot {
                    focus.set(spot);
                    // At once: a browser computes all styles when this attribute of the focused element changes, which
                    // takes longer after other changes.
                    dom.update_value(|dom| dom.make_reachable(Some(focused)));
                    touch.run(Touch::Hover(spot));
                }
            }
            on:focusout=move |event| {
                // When the focus moves on within the board, `focusin` follows.
                let next = event.related_target().and_then(|next| next.dyn_into::<Element>().ok());
                if next.is_none_or(|next| spot_of(&next).is_none()) {
                    touch.run(Touch::Hover(None));
                }
            }
            on:contextmenu=move |event| {
                if arrows.get_untracked() != ArrowInput::Off {
                    event.prevent_default();
                }
            }
            on:pointerdown=move |event| drag.down(&event)
            on:pointermove=move |event| drag.moved(&event)
            on:pointerup=move |event| drag.up(&event)
            on:pointercancel=move |_| drag.cancel()
            on:pointerleave=move |_| drag.leave()
            inner_html=first.content
        ></svg>
        {first.wide.map(|(view_box, content)| view! {
            // `early.js` puts this board in the place of the other one where the window is wide.
            <template>
                <svg class="board" viewBox=view_box data-board=first.board data-pieces=first.pieces role="group"
                    tabindex="-1" aria-label=label inner_html=content></svg>
            </template>
        })}
        <p class="heard" role="status">{sentence}</p>
    }
}

/// A board without input: an image with a name.
#[component]
pub fn Picture(
    /// The scene shown.
    #[prop(into)]
    scene: Signal<Scene>,
    /// The name of the image for screen readers.
    #[prop(into)]
    label: Signal<String>,
) -> impl IntoView {
    let svg = NodeRef::<leptos::svg::Svg>::new();
    let dom = StoredValue::new_local(BoardDom::default());
    let is_due = drawing_due();
    Effect::new(move |_| {
        let Some(root) = svg.get().filter(|_| is_due.get()) else { return };
        let mut scene = scene.get();
        scene.targets.clear();
        let root: Element = root.unchecked_into();
        dom.update_value(|dom| dom.show(&root, &scene, None));
    });
    let first = FirstDrawing::of(Signal::derive(move || Scene { targets: Vec::new(), ..scene.get() }));
    view! {
        <svg class="board picture" viewBox=first.view_box data-board=first.board data-pieces=first.pieces node_ref=svg
            role="img" aria-label=label inner_html=first.content></svg>
    }
}

/// What a board shows in the first picture of its page, which the packer renders. In a browser it is empty: there
/// [`BoardDom`] draws.
#[derive(Default)]
struct FirstDrawing {
    view_box: Option<String>,
    board: Option<&'static str>,
    pieces: Option<&'static str>,
    content: Option<String>,
    /// The same for a wide window, if that differs.
    wide: Option<(String, String)>,
}

impl FirstDrawing {
    #[cfg(not(target_family = "wasm"))]
    fn of(scene: Signal<Scene>) -> FirstDrawing {
        let draw = || {
            scene.with_untracked(|scene| (markup::view_box(scene), markup::first_drawing(scene, None, true)))
        };
        let (view_box, content) = draw();
        let wide = crate::layout::PageLayout::with_wide_board(draw);
        let wide = wide.filter(|wide| *wide != (view_box.clone(), content.clone()));
        let (board, pieces) =
            scene.with_untracked(|scene| (Some(scene.look.board.id()), Some(scene.look.pieces.id())));
        FirstDrawing { view_box: Some(view_box), board, pieces, content: Some(content), wide }
    }

    #[cfg(target_family = "wasm")]
    fn of(_: Signal<Scene>) -> FirstDrawing {
        FirstDrawing::default()
    }
}

fn focused(event: &KeyboardEvent) -> Option<Spot> {
    spot_of(&event.target()?.unchecked_into())
}

/// The spot to which an element of the board belongs.
fn spot_of(element: &Element) -> Option<Spot> {
    let place = element.closest("[data-spot]").ok()??;
    place.get_attribute("data-spot")?.parse().ok()
}

/// The style of an SVG element. Setting it by script is allowed by the Content-Security-Policy.
fn style(element: &Element) -> web_sys::CssStyleDeclaration {
    element.unchecked_ref::<SvgElement>().style()
}
