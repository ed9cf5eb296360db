//! Patches the SVG in the page from one scene to the next. It changes only what differs, so that the style sheet can
//! animate what moves.

use std::collections::{HashMap, HashSet};

use boards::{Item, Look, Scene, Spot, TouchTarget};
use leptos::prelude::{document, set_timeout};
use std::time::Duration;
use web_sys::Element;

use super::{markup, style};
use crate::settings;

const SVG: &str = "http://www.w3.org/2000/svg";

/// Duration of the leaving animation, as in the style sheet.
const LEAVING: Duration = Duration::from_millis(220);

/// Longest duration of an entering animation, as in the style sheet.
const ENTERING: Duration = Duration::from_millis(500);

/// The elements of a board in the page, and the scene that they show.
#[derive(Default)]
pub(super) struct BoardDom {
    layers: Option<(Element, Element)>,
    items: HashMap<String, (Element, Item)>,
    order: Vec<String>,
    places: HashMap<Spot, (Element, TouchTarget)>,
    /// The place that the tab key reaches.
    reachable: Option<Spot>,
    size: (f32, f32),
    look: Option<Look>,
}

impl BoardDom {
    /// Shows a scene. `focus` is the place that the tab key reaches.
    pub(super) fn show(&mut self, root: &Element, scene: &Scene, focus: Option<Spot>) {
        if self.size != (scene.width, scene.height) {
            self.size = (scene.width, scene.height);
            set(root, "viewBox", &markup::view_box(scene));
        }
        match self.layers.clone() {
            Some((items, places)) => {
                self.show_items(&items, scene);
                self.show_places(&places, scene, focus);
            }
            None => self.layers = self.draw_first(root, scene, focus),
        }
        if self.look != Some(scene.look) {
            self.look = Some(scene.look);
            set(root, "data-board", scene.look.board.id());
            set(root, "data-pieces", scene.look.pieces.id());
        }
    }

    /// Draws the first scene in one piece, which is faster than one element after the other.
    fn draw_first(
        &mut self,
        root: &Element,
        scene: &Scene,
        focus: Option<Spot>,
    ) -> Option<(Element, Element)> {
        root.set_inner_html(&markup::first_drawing(scene, focus, false));
        let items = root.first_element_child()?;
        let places = items.next_element_sibling()?;
        let mut element = items.first_element_child();
        for item in &scene.items {
            let drawn = element?;
            place_at(&drawn, item.at.x, item.at.y);
            if item.scale != 1.0 {
                scale_to(&drawn, item.scale);
            }
            element = drawn.next_element_sibling();
            self.items.insert(item.key.clone(), (drawn, item.clone()));
        }
        self.order = scene.items.iter().map(|item| item.key.clone()).collect();
        let mut element = places.first_element_child();
        for place in &scene.targets {
            let drawn = element?;
            element = drawn.next_element_sibling();
            self.places.insert(place.spot, (drawn, place.clone()));
        }
        self.reachable = markup::reachable(scene, focus);
        Some((items, places))
    }

    fn show_items(&mut self, layer: &Element, scene: &Scene) {
        let stays: HashSet<&str> = scene.items.iter().map(|item| item.key.as_str()).collect();
        self.items.retain(|key, (element, item)| {
            let stays = stays.contains(key.as_str());
            if !stays {
                // A new item that starts where this one was replaces it: this one has moved.
                let moved = scene.items.iter().any(|new| new.from == Some(item.at));
                let lingers = matches!(item.class, "piece" | "marker" | "celebrate" | "token") && !moved;
                leave(element, lingers);
            }
            stays
        });
        for item in &scene.items {
            match self.items.get_mut(&item.key) {
                Some((_, known)) if known == item => {}
                Some((element, known)) => {
                    update(element, known, item);
                    *known = item.clone();
                }
                None => {
                    if let Some(element) = appear(layer, item) {
                        self.items.insert(item.key.clone(), (element, item.clone()));
                    }
                }
            }
        }
        if !self.order.iter().eq(scene.items.iter().map(|item| &item.key)) {
            self.order = scene.items.iter().map(|item| item.key.clone()).collect();
            self.reorder(layer, &self.order);
        }
    }

    /// Puts the items in the order of the scene. It moves as few as possible, since moving restarts animations.
    fn reorder(&self, layer: &Element, order: &[String]) {
        let mut next = layer.first_child();
        for key in order {
            let Some((element, _)) = self.items.get(key) else { continue };
            while next.as_ref().is_some_and(is_leaving) {
                next = next.and_then(|node| node.next_sibling());
            }
            if next.as_ref().is_some_and(|node| node.is_same_node(Some(element))) {
                next = element.next_sibling();
            } else {
                let _ = layer.insert_before(element, next.as_ref());
            }
        }
    }

    fn show_places(&mut self, layer: &Element, scene: &Scene, focus: Option<Spot>) {
        self.places.retain(|spot, (element, _)| {
            let stays = scene.target(*spot).is_some();
            if !stays {
                element.remove();
            }
            stays
        });
        let reachable = markup::reachable(scene, focus);
        for place in &scene.targets {
            match self.places.get_mut(&place.spot) {
                Some((_, known)) if known == place => {}
                Some((element, known)) => {
                    update_place(element, Some(known), place, scene.round);
                    *known = place.clone();
                }
                None => {
                    let Some(element) = make_place(layer, place) else { continue };
                    update_place(&element, None, place, scene.round);
                    self.places.insert(place.spot, (element, place.clone()));
                }
            }
        }
        self.make_reachable(reachable);
    }

    /// Makes a place the one that the tab key reaches.
    pub(super) fn make_reachable(&mut self, spot: Option<Spot>) {
        if self.reachable == spot {
            return;
        }
        let before = std::mem::replace(&mut self.reachable, spot);
        for (spot, index) in [(before, "-1"), (spot, "0")] {
            if let Some((element, _)) = spot.and_then(|spot| self.places.get(&spot)) {
                set(element, "tabindex", index);
            }
        }
    }

    /// The element of a place.
    pub(super) fn place(&self, spot: Spot) -> Option<Element> {
        self.places.get(&spot).map(|(element, _)| element.clone())
    }
}

fn make(name: &str) -> Option<Element> {
    document().create_element_ns(Some(SVG), name).ok()
}

/// Sets an attribute. The names are valid, so the browser never refuses them.
fn set(element: &Element, name: &str, value: &str) {
    let _ = element.set_attribute(name, value);
}

fn place_at(element: &Element, x: f32, y: f32) {
    let _ = style(element).set_property("translate", &translation(x, y));
}

fn translation(x: f32, y: f32) -> String {
    format!("{x:.2}px {y:.2}px")
}

fn scale_to(element: &Element, scale: f32) {
    let _ = style(element).set_property("scale", &format!("{scale:.3}"));
}

/// Adds an element for a new item.
fn appear(layer: &Element, item: &Item) -> Option<Element> {
    let element = make("g")?;
    set(&element, "class", &markup::class_of(item, false));
    // Without these classes, a later move in the DOM does not restart the animation.
    let entered = element.clone();
    set_timeout(move || _ = entered.class_list().remove_2("entering", "arriving"), ENTERING);
    set(&element, "data-key", &item.key);
    element.set_inner_html(&markup::shapes(item));
    place_at(&element, item.at.x, item.at.y);
    if let Some(from) = item.from {
        // The start of the animation `arrive`. Nothing is read from the page, which would make the browser lay it out.
        let _ = style(&element).set_property("--from", &translation(from.x, from.y));
    }
    if item.scale != 1.0 {
        scale_to(&element, item.scale);
    }
    layer.append_child(&element).ok()?;
    Some(element)
}

fn update(element: &Element, known: &Item, item: &Item) {
    if known.shapes != item.shapes {
        update_shapes(element, known, item);
    }
    if known.class != item.class {
        set(element, "class", &format!("item {}", item.class));
    }
    if known.at != item.at {
        place_at(element, item.at.x, item.at.y);
    }
    if known.scale != item.scale {
        scale_to(element, item.scale);
    }
}

/// Replaces the shapes that differ.
fn update_shapes(element: &Element, known: &Item, item: &Item) {
    if known.shapes.len() != item.shapes.len() {
        return element.set_inner_html(&markup::shapes(item));
    }
    let mut next = element.first_element_child();
    for (before, shape) in known.shapes.iter().zip(&item.shapes) {
        let Some(drawn) = next else { return };
        next = drawn.next_element_sibling();
        if before != shape {
            drawn.set_outer_html(&shape.markup());
        }
    }
}

fn leave(element: &Element, lingers: bool) {
    if lingers && settings::animations_enabled() {
        // An item may leave while it is still entering.
        let _ = element.class_list().remove_2("entering", "still");
        let _ = element.class_list().add_1("leaving");
        let element = element.clone();
        set_timeout(move || element.remove(), LEAVING);
    } else {
        element.remove();
    }
}

fn is_leaving(node: &web_sys::Node) -> bool {
    use wasm_bindgen::JsCast;
    node.dyn_ref::<Element>().is_some_and(|element| element.class_list().contains("leaving"))
}

fn make_place(layer: &Element, place: &TouchTarget) -> Option<Element> {
    let element = make("g")?;
    set(&element, "role", "button");
    set(&element, "tabindex", "-1");
    set(&element, "data-spot", &place.spot.to_string());
    let target = make("rect")?;
    element.append_child(&target).ok()?;
    layer.append_child(&element).ok()?;
    Some(element)
}

/// Sets the attributes of a place that differ from those it had.
fn update_place(element: &Element, known: Option<&TouchTarget>, place: &TouchTarget, round: bool) {
    // Most places change in one respect or not at all, and a text is made only where something changes.
    if known.is_none_or(|known| (known.legal, known.picked) != (place.legal, place.picked)) {
        set(element, "class", markup::place_class(place));
    }
    if known.is_none_or(|known| known.name != place.name) {
        set(element, "aria-label", &place.name);
    }
    if known.is_none_or(|known| markup::is_disabled(known) != markup::is_disabled(place)) {
        set(element, "aria-disabled", bool_text(markup::is_disabled(place)));
    }
    if known.is_none_or(|known| known.picked != place.picked) {
        set(element, "aria-pressed", bool_text(place.picked));
    }
    if known.is_some_and(|known| (known.at, known.size) == (place.at, place.size)) {
        return;
    }
    if let Some(rect) = element.first_element_child() {
        for (name, value) in markup::rect_attributes(place, round) {
            set(&rect, name, &value);
        }
    }
}

fn bool_text(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}
