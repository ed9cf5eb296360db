//! Patches the SVG in the page from one scene to the next. It changes only what differs, so that the style sheet can
//! animate what moves.

use std::collections::HashMap;

use boards::{Item, Look, Scene, Spot, TouchTarget};
use leptos::prelude::{document, set_timeout};
use std::time::Duration;
use web_sys::Element;

use super::style;
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
    size: (f32, f32),
    look: Option<Look>,
}

impl BoardDom {
    /// Shows a scene. `focus` is the place that the tab key reaches.
    pub(super) fn show(&mut self, root: &Element, scene: &Scene, focus: Option<Spot>) {
        let is_first = self.layers.is_none();
        let Some((items, places)) = self.layers(root) else { return };
        if self.size != (scene.width, scene.height) {
            self.size = (scene.width, scene.height);
            set(root, "viewBox", &format!("0 0 {} {}", scene.width, scene.height));
        }
        if self.look != Some(scene.look) {
            self.look = Some(scene.look);
            set(root, "data-board", scene.look.board.id());
            set(root, "data-pieces", scene.look.pieces.id());
        }
        self.show_items(&items, scene, is_first);
        self.show_places(&places, scene, focus);
    }

    fn layers(&mut self, root: &Element) -> Option<(Element, Element)> {
        if self.layers.is_none() {
            let (items, places) = (make("g")?, make("g")?);
            set(&items, "aria-hidden", "true");
            root.append_child(&items).ok()?;
            root.append_child(&places).ok()?;
            self.layers = Some((items, places));
        }
        self.layers.clone()
    }

    fn show_items(&mut self, layer: &Element, scene: &Scene, is_first: bool) {
        let gone: Vec<String> = self
            .items
            .keys()
            .filter(|key| !scene.items.iter().any(|item| item.key == **key))
            .cloned()
            .collect();
        for key in gone {
            if let Some((element, item)) = self.items.remove(&key) {
                // A new item that starts where this one was replaces it: this one has moved.
                let moved = scene.items.iter().any(|new| new.from == Some(item.at));
                let lingers =
                    matches!(item.class, "piece" | "marker" | "celebrate" | "token") && !moved && !is_first;
                leave(&element, lingers);
            }
        }
        let mut coming = Vec::new();
        for item in &scene.items {
            match self.items.get_mut(&item.key) {
                Some((_, known)) if known == item => {}
                Some((element, known)) => {
                    update(element, known, item);
                    *known = item.clone();
                }
                None => {
                    if let Some(element) = appear(layer, item, is_first) {
                        if item.from.is_some() && !is_first {
                            coming.push((element.clone(), item.at));
                        }
                        self.items.insert(item.key.clone(), (element, item.clone()));
                    }
                }
            }
        }
        let order: Vec<String> = scene.items.iter().map(|item| item.key.clone()).collect();
        if order != self.order {
            self.reorder(layer, &order);
            self.order = order;
        }
        // Moving an element in the DOM would end its transition, so items start to move only once the order is right.
        // Reading a position makes the browser lay out the starting points, so that the transition begins there.
        if let Some((first, _)) = coming.first() {
            let _ = first.get_bounding_client_rect();
        }
        for (element, at) in coming {
            place_at(&element, at.x, at.y);
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
        let reachable = focus.filter(|spot| scene.target(*spot).is_some()).or_else(|| {
            let lit = scene.targets.iter().find(|place| place.legal);
            lit.or(scene.targets.first()).map(|place| place.spot)
        });
        for place in &scene.targets {
            let known = self.places.get(&place.spot);
            if known.is_none_or(|(_, known)| known != place) {
                let element = known.map(|(element, _)| element.clone()).or_else(|| make_place(layer, place));
                let Some(element) = element else { continue };
                update_place(&element, place, scene.round);
                self.places.insert(place.spot, (element, place.clone()));
            }
        }
        for (spot, (element, _)) in &self.places {
            set(element, "tabindex", if Some(*spot) == reachable { "0" } else { "-1" });
        }
    }

    /// Focuses a place and makes it the one that the tab key reaches.
    pub(super) fn focus(&self, spot: Spot) {
        use wasm_bindgen::JsCast;
        for (known, (element, _)) in &self.places {
            set(element, "tabindex", if *known == spot { "0" } else { "-1" });
        }
        if let Some((element, _)) = self.places.get(&spot) {
            let _ = element.unchecked_ref::<web_sys::SvgElement>().focus();
        }
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
    let _ = style(element).set_property("translate", &format!("{x:.2}px {y:.2}px"));
}

fn scale_to(element: &Element, scale: f32) {
    let _ = style(element).set_property("scale", &format!("{scale:.3}"));
}

/// Adds an element for a new item, at the point where the item comes from or else where it is.
fn appear(layer: &Element, item: &Item, is_first: bool) -> Option<Element> {
    let element = make("g")?;
    set(&element, "class", &class_of(item, is_first));
    if !is_first && item.from.is_none() {
        // Without the class, a later move in the DOM does not restart the entering animation.
        let entered = element.clone();
        set_timeout(move || _ = entered.class_list().remove_1("entering"), ENTERING);
    }
    set(&element, "data-key", &item.key);
    element.set_inner_html(&markup(item));
    let begins = item.from.filter(|_| !is_first).unwrap_or(item.at);
    place_at(&element, begins.x, begins.y);
    if item.scale != 1.0 {
        scale_to(&element, item.scale);
    }
    layer.append_child(&element).ok()?;
    Some(element)
}

fn class_of(item: &Item, is_first: bool) -> String {
    let entering = if is_first {
        "still"
    } else if item.from.is_some() {
        "moving"
    } else {
        "entering"
    };
    format!("item {} {entering}", item.class)
}

fn markup(item: &Item) -> String {
    item.shapes.iter().map(boards::Shape::markup).collect()
}

fn update(element: &Element, known: &Item, item: &Item) {
    if known.shapes != item.shapes {
        element.set_inner_html(&markup(item));
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
    set(&element, "data-spot", &place.spot.to_string());
    let target = make("rect")?;
    element.append_child(&target).ok()?;
    layer.append_child(&element).ok()?;
    Some(element)
}

fn update_place(element: &Element, place: &TouchTarget, round: bool) {
    let mut class = "place".to_owned();
    for (name, is) in [("legal", place.legal), ("picked", place.picked)] {
        if is {
            class = class + " " + name;
        }
    }
    set(element, "class", &class);
    set(element, "aria-label", &place.name);
    // Touching a picked place cancels the selection, so it is enabled too.
    set(element, "aria-disabled", if place.legal || place.picked { "false" } else { "true" });
    set(element, "aria-pressed", if place.picked { "true" } else { "false" });
    if let Some(rect) = element.first_element_child() {
        let (width, height) = place.size;
        set(&rect, "x", &format!("{:.2}", place.at.x - width / 2.0));
        set(&rect, "y", &format!("{:.2}", place.at.y - height / 2.0));
        set(&rect, "width", &format!("{width:.2}"));
        set(&rect, "height", &format!("{height:.2}"));
        let is_round = round && matches!(place.spot, Spot::Place(_));
        let radius = if is_round { width / 2.0 } else { 3.0 };
        set(&rect, "rx", &format!("{radius:.2}"));
    }
}
