//! Pointer input on a board: taps, clicks, and drags from one spot to another.

use boards::{Arrow, Scene, Spot};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent, SvgGraphicsElement};

use super::{ArrowInput, Touch, spot_of, style};

/// How far a pointer must move before it drags, in CSS pixels.
const DRAG_THRESHOLD: f64 = 4.0;

/// What the pointer does between its press and its release.
#[derive(Clone, Default)]
struct PointerState {
    spot: Option<Spot>,
    start: (f64, f64),
    /// Whether the pointer draws an arrow.
    is_arrow: bool,
    /// Whether the pointer has moved far enough to drag.
    is_drag: bool,
    /// The copy of the dragged item under the pointer.
    carried: Option<Element>,
    hover: Option<Spot>,
}

/// Handles the pointer events of a board.
#[derive(Clone, Copy)]
pub(super) struct PointerHandler {
    svg: NodeRef<leptos::svg::Svg>,
    scene: Signal<Scene>,
    touch: Callback<Touch>,
    arrows: Signal<ArrowInput>,
    state: StoredValue<PointerState, LocalStorage>,
}

impl PointerHandler {
    pub(super) fn new(
        svg: NodeRef<leptos::svg::Svg>,
        scene: Signal<Scene>,
        touch: Callback<Touch>,
        arrows: Signal<ArrowInput>,
    ) -> PointerHandler {
        PointerHandler { svg, scene, touch, arrows, state: StoredValue::new_local(PointerState::default()) }
    }

    pub(super) fn down(self, event: &PointerEvent) {
        let is_arrow = match self.arrows.get_untracked() {
            ArrowInput::Off => false,
            ArrowInput::RightButton => event.button() == 2,
            ArrowInput::Always => matches!(event.button(), 0 | 2),
        };
        if !event.is_primary() || event.button() != 0 && !is_arrow {
            return;
        }
        let spot = under(event);
        let start = (f64::from(event.client_x()), f64::from(event.client_y()));
        self.state.set_value(PointerState { spot, start, is_arrow, ..PointerState::default() });
        if spot.is_some()
            && let Some(svg) = self.svg.get_untracked()
        {
            // A pointer that cannot be captured still clicks.
            let _ = svg.unchecked_ref::<Element>().set_pointer_capture(event.pointer_id());
        }
    }

    pub(super) fn moved(self, event: &PointerEvent) {
        let over = under(event);
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        let mut state = self.state.get_value();
        if let (Some(spot), false) = (state.spot, state.is_drag || state.is_arrow) {
            let far = (x - state.start.0).hypot(y - state.start.1) > DRAG_THRESHOLD;
            let place = self.scene.with_untracked(|scene| scene.target(spot).cloned());
            if far && place.as_ref().is_some_and(|place| place.legal || place.picked) {
                state.is_drag = true;
                // Touching a picked place would cancel the selection.
                if place.is_some_and(|place| !place.picked) {
                    self.touch.run(Touch::Spot(spot));
                }
                state.carried = self.begin_drag(spot);
            }
        }
        if let Some(carried) = &state.carried
            && let Some((x, y)) = self.in_scene(x, y)
        {
            let _ = style(carried).set_property("translate", &format!("{x:.1}px {y:.1}px"));
        }
        if state.hover != over && (state.is_drag || event.pointer_type() == "mouse") {
            state.hover = over;
            self.touch.run(Touch::Hover(over));
        }
        self.state.set_value(state);
    }

    pub(super) fn up(self, event: &PointerEvent) {
        let state = self.state.get_value();
        self.end_drag();
        self.state.set_value(PointerState::default());
        let Some(spot) = state.spot else { return };
        let over = under(event);
        if state.is_arrow {
            if let Some(to) = over {
                self.touch.run(Touch::Arrow(Arrow { from: spot, to }));
            }
            return;
        }
        if !state.is_drag {
            if over == Some(spot) {
                self.touch.run(Touch::Spot(spot));
            }
        } else if let Some(over) = over.filter(|over| *over != spot) {
            self.touch.run(Touch::Spot(over));
        }
        // A mouse reports hovering by itself; for a finger, the last touched spot counts as hovered.
        let looked_at = over.filter(|_| event.pointer_type() != "mouse");
        self.touch.run(Touch::Hover(looked_at));
    }

    pub(super) fn cancel(self) {
        self.end_drag();
        self.state.set_value(PointerState::default());
        self.touch.run(Touch::Hover(None));
    }

    pub(super) fn leave(self) {
        if self.state.get_value().hover.is_some() {
            self.state.update_value(|state| state.hover = None);
            self.touch.run(Touch::Hover(None));
        }
    }

    /// Adds a copy of the item in a spot, which follows the pointer.
    fn begin_drag(self, spot: Spot) -> Option<Element> {
        let svg = self.svg.get_untracked()?;
        let key = self.scene.with_untracked(|scene| {
            let place = scene.target(spot)?;
            let (w, h) = (place.size.0 / 2.0, place.size.1 / 2.0);
            let inside = |item: &&boards::Item| {
                matches!(item.class, "piece" | "hand")
                    && (item.at.x - place.at.x).abs() <= w
                    && (item.at.y - place.at.y).abs() <= h
            };
            scene.items.iter().rev().find(inside).map(|item| item.key.clone())
        })?;
        let root: &Element = svg.unchecked_ref();
        let all = root.query_selector_all("[data-key]").ok()?;
        let original = (0..all.length()).filter_map(|index| all.item(index)).find_map(|node| {
            let element: Element = node.unchecked_into();
            (element.get_attribute("data-key")? == key).then_some(element)
        })?;
        let copy: Element = original.clone_node_with_deep(true).ok()?.unchecked_into();
        let _ = copy.set_attribute("class", "item carried");
        let _ = copy.remove_attribute("data-key");
        root.append_child(&copy).ok()?;
        Some(copy)
    }

    fn end_drag(self) {
        if let Some(carried) = self.state.get_value().carried {
            carried.remove();
        }
    }

    /// Converts a point of the window to the coordinates of the scene.
    fn in_scene(self, x: f64, y: f64) -> Option<(f64, f64)> {
        let svg = self.svg.get_untracked()?;
        let matrix = svg.unchecked_ref::<SvgGraphicsElement>().get_screen_ctm()?.inverse().ok()?;
        let (a, b, c, d) =
            (f64::from(matrix.a()), f64::from(matrix.b()), f64::from(matrix.c()), f64::from(matrix.d()));
        Some((a * x + c * y + f64::from(matrix.e()), b * x + d * y + f64::from(matrix.f())))
    }
}

/// The spot under a pointer, also while another element has captured it.
fn under(event: &PointerEvent) -> Option<Spot> {
    let at = document().element_from_point(event.client_x() as f32, event.client_y() as f32)?;
    spot_of(&at)
}
