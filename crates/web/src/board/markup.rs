//! The elements of a board as markup: the first drawing of a board is parsed in one piece, by the app or with the page.

use std::fmt::Write;

use boards::{Item, Scene, Spot, TouchTarget, escape};

/// The content of the `<svg>` of a scene: a layer of items and a layer of places, in the order of the scene.
///
/// In a running app, styles then move the items. A page that shows the scene only until the app runs has their
/// positions as attributes, since the Content-Security-Policy allows no styles in markup.
pub(super) fn first_drawing(scene: &Scene, focus: Option<Spot>, has_positions: bool) -> String {
    let mut out = String::from("<g aria-hidden=\"true\">");
    for item in &scene.items {
        // Writing to a string cannot fail.
        let _ = write!(out, "<g class=\"{}\"", class_of(item, true));
        if has_positions {
            let _ = write!(out, " transform=\"translate({:.2} {:.2})", item.at.x, item.at.y);
            if item.scale != 1.0 {
                let _ = write!(out, " scale({:.3})", item.scale);
            }
            out.push('"');
        } else {
            out += &attributes(&[("data-key", item.key.clone())]);
        }
        let _ = write!(out, ">{}</g>", shapes(item));
    }
    out.push_str("</g><g>");
    let reachable = reachable(scene, focus);
    for place in &scene.targets {
        let tabindex = if Some(place.spot) == reachable { "0" } else { "-1" };
        let attributes = attributes(&place_attributes(place));
        let rect = self::attributes(&rect_attributes(place, scene.round));
        let _ = write!(
            out,
            "<g role=\"button\" data-spot=\"{}\"{attributes} tabindex=\"{tabindex}\"><rect{rect}/></g>",
            place.spot
        );
    }
    out + "</g>"
}

fn attributes(attributes: &[(&str, String)]) -> String {
    attributes.iter().fold(String::new(), |mut out, (name, value)| {
        let _ = write!(out, " {name}=\"{}\"", escape(value));
        out
    })
}

/// The `viewBox` of a scene.
pub(super) fn view_box(scene: &Scene) -> String {
    format!("0 0 {} {}", scene.width, scene.height)
}

/// The classes of a new item.
pub(super) fn class_of(item: &Item, is_first: bool) -> String {
    let entering = if is_first {
        "still"
    } else if item.from.is_some() {
        "arriving"
    } else {
        "entering"
    };
    format!("item {} {entering}", item.class)
}

/// The shapes of an item.
pub(super) fn shapes(item: &Item) -> String {
    item.shapes.iter().fold(String::new(), |mut out, shape| {
        let _ = write!(out, "{}", shape.markup());
        out
    })
}

/// The place that the tab key reaches (roving tabindex): the one with the focus, or else the first legal one.
pub(super) fn reachable(scene: &Scene, focus: Option<Spot>) -> Option<Spot> {
    focus.filter(|spot| scene.target(*spot).is_some()).or_else(|| {
        let lit = scene.targets.iter().find(|place| place.legal);
        lit.or(scene.targets.first()).map(|place| place.spot)
    })
}

/// The classes of a place.
pub(super) fn place_class(place: &TouchTarget) -> &'static str {
    match (place.legal, place.picked) {
        (false, false) => "place",
        (true, false) => "place legal",
        (false, true) => "place picked",
        (true, true) => "place legal picked",
    }
}

/// Whether a place does nothing when it is touched. Touching a picked place cancels the selection.
pub(super) fn is_disabled(place: &TouchTarget) -> bool {
    !place.legal && !place.picked
}

/// The attributes of a place.
fn place_attributes(place: &TouchTarget) -> [(&'static str, String); 4] {
    [
        ("class", place_class(place).to_owned()),
        ("aria-label", place.name.clone()),
        ("aria-disabled", is_disabled(place).to_string()),
        ("aria-pressed", place.picked.to_string()),
    ]
}

/// The attributes of the rectangle in which a place is touched.
pub(super) fn rect_attributes(place: &TouchTarget, round: bool) -> [(&'static str, String); 5] {
    let (width, height) = place.size;
    let is_round = round && matches!(place.spot, Spot::Place(_));
    let radius = if is_round { width / 2.0 } else { 3.0 };
    [
        ("x", format!("{:.2}", place.at.x - width / 2.0)),
        ("y", format!("{:.2}", place.at.y - height / 2.0)),
        ("width", format!("{width:.2}")),
        ("height", format!("{height:.2}")),
        ("rx", format!("{radius:.2}")),
    ]
}
