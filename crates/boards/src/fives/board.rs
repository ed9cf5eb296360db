//! The board: a hexagon whose rim, where pieces are dropped, looks different from the seven points inside.

use rules::fives::Point as Node;
use rules::fives::board::{INTERIOR, PERIMETER, points};

use super::geometry::{Layout, RADIUS, STEP};
use super::pieces::line;
use crate::look::Look;
use crate::material;
use crate::paint::Paint;
use crate::scene::{Item, MIN_TEXT_SIZE, Shape, Style, Vec2};
use crate::svg::Num;

/// The six corners of a hexagon of this radius around a point, from the right.
fn corners(centre: Vec2, radius: f32) -> [Vec2; 6] {
    [(1.0, 0.0), (0.5, 0.866), (-0.5, 0.866), (-1.0, 0.0), (-0.5, -0.866), (0.5, -0.866)]
        .map(|(x, y)| Vec2::new(centre.x + x * radius, centre.y + y * radius))
}

/// A hexagon of this radius with rounded corners.
fn hexagon(centre: Vec2, radius: f32, round: f32) -> String {
    let corners = corners(centre, radius);
    let mut d = String::new();
    for (index, corner) in corners.iter().enumerate() {
        let towards = |other: Vec2| {
            let share = round / radius;
            Vec2::new(corner.x + (other.x - corner.x) * share, corner.y + (other.y - corner.y) * share)
        };
        let (enter, leave) = (towards(corners[(index + 5) % 6]), towards(corners[(index + 1) % 6]));
        let letter = if index == 0 { 'M' } else { 'L' };
        d += &format!("{letter}{} {}", Num(enter.x), Num(enter.y));
        d += &format!("Q{} {} {} {}", Num(corner.x), Num(corner.y), Num(leave.x), Num(leave.y));
    }
    d + "Z"
}

/// The surfaces: a shadow, the rim, and the inside.
pub(super) fn plate(layout: &Layout, look: Look) -> Item {
    let centre = layout.centre;
    let lower = Vec2::new(centre.x, centre.y + 2.5);
    let rim = Style::fill(Paint::Cell).outlined(Paint::Line, 1.5);
    let inside = Style::fill(Paint::Board).outlined(Paint::Line, 1.0);
    Item::new("board", "board", Vec2::default())
        .with(Shape::Path(hexagon(lower, RADIUS - 0.5, 36.0), Style::fill(Paint::Shade).faded(0.18)))
        .with(Shape::Path(hexagon(centre, RADIUS - 1.0, 36.0), rim))
        .with(Shape::Path(hexagon(centre, STEP * 1.5, 18.0), inside))
        .with_all(material::grain(look, centre, (STEP * 1.5, STEP * 2.4)))
}

/// The fifteen lines, and the points: rings on the rim, where pieces are dropped, and dots inside.
pub(super) fn lines(layout: &Layout) -> Item {
    let mut d = String::new();
    for from in Node::all() {
        for to in points(from.neighbours()).filter(|&to| to > from) {
            d += &line(&[layout.node(from), layout.node(to)], "");
        }
    }
    let rings = points(PERIMETER).flat_map(|node| {
        let at = layout.node(node);
        let ring = Style::fill(Paint::Ground).outlined(Paint::Line, 2.4);
        [Shape::Circle(at, 15.0, ring), Shape::Circle(at, 3.2, Style::fill(Paint::Line))]
    });
    let dots = points(INTERIOR).map(|node| Shape::Circle(layout.node(node), 5.5, Style::fill(Paint::Line)));
    Item::new("board", "lines", Vec2::default())
        .with(Shape::Path(d, Style::stroke(Paint::Line, 1.8).faded(0.75)))
        .with_all(rings)
        .with_all(dots)
}

/// How far from its point the coordinate of a row or column is: outside the rim, along the row or column.
const OUTSIDE: f32 = 45.6;
/// The same at the left corner, where the rim is rounded and the picture ends.
const OUTSIDE_CORNER: f32 = 32.6;

/// The letters of the rows at their left end, and the numbers of the columns at their lower end, all outside the rim, so
/// that no piece hides them.
pub(super) fn coordinates(layout: &Layout) -> Item {
    let beside = |node: Node, x: f32, y: f32| {
        let (at, origin) = (layout.node(node), layout.turned(0.0, 0.0));
        let moved = layout.turned(x, y);
        Vec2::new(at.x + moved.x - origin.x, at.y + moved.y - origin.y)
    };
    let aside = |node: Node| if node.row() == 2 { OUTSIDE_CORNER } else { OUTSIDE };
    let style = Style::fill(Paint::Muted);
    let rows = (0..5u8).filter_map(|row| {
        let first = (1..=5).find_map(|column| Node::new(row, column))?;
        let letter = char::from(b'a' + row).to_string();
        Some(Shape::Text(beside(first, -aside(first), 0.0), MIN_TEXT_SIZE, letter, style))
    });
    // Columns lean to the left on the way up.
    let columns = (1..=5u8).filter_map(|column| {
        let last = (0..5).find_map(|row| Node::new(row, column))?;
        let at = beside(last, OUTSIDE * 0.5, OUTSIDE * 0.866);
        Some(Shape::Text(at, MIN_TEXT_SIZE, column.to_string(), style))
    });
    Item::new("coordinates", "coordinates", Vec2::default()).with_all(rows).with_all(columns)
}
