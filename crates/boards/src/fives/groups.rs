//! Groups: a halo joins the pieces of a group, a number counts them from three on, and groups of four stand out.

use rules::Seat;
use rules::fives::board::{groups, points};
use rules::fives::{GROUP, Points, Position};

use super::geometry::Layout;
use super::pieces::line;
use crate::paint::Paint;
use crate::scene::{Item, Scene, Shape, Style, Vec2};

/// The points of a set and the lines between neighbours among them.
fn links(layout: &Layout, set: Points) -> String {
    let mut d = String::new();
    for from in points(set) {
        let at = layout.node(from);
        // A line of zero length draws a dot, since its ends are round.
        d += &line(&[at, at], "");
        for to in points(from.neighbours() & set).filter(|&to| to > from) {
            d += &line(&[at, layout.node(to)], "");
        }
    }
    d
}

/// The halo of a set of points: a surface with an outline.
pub(super) fn halo(layout: &Layout, set: Points, surface: Paint, edge: Paint, width: f32) -> Vec<Shape> {
    let d = links(layout, set);
    let mut shapes = Vec::new();
    if edge != Paint::None {
        shapes.push(Shape::Path(d.clone(), Style::stroke(edge, width + 6.0)));
    }
    shapes.push(Shape::Path(d, Style::stroke(surface, width)));
    shapes
}

/// The halos of all groups of two pieces and more.
pub(super) fn add_halos(position: &Position, layout: &Layout, scene: &mut Scene) {
    for panel in &layout.panels {
        let seat = panel.seat;
        for group in groups(position.pieces(seat)).filter(|group| group.count_ones() >= 2) {
            let key = format!("group-{seat}-{}", group.trailing_zeros());
            let (surface, paint) = (Paint::soft(seat.index()), Paint::seat(seat.index()));
            let (class, shapes) = match group.count_ones() {
                2 => ("group", halo(layout, group, surface, Paint::None, 40.0)),
                3 => ("group", halo(layout, group, surface, Paint::None, 48.0)),
                GROUP => ("win", halo(layout, group, surface, Paint::Win, 54.0)),
                _ => ("group", halo(layout, group, surface, paint, 48.0)),
            };
            scene.add(Item::new(class, key, Vec2::default()).with_all(shapes));
        }
    }
}

/// The numbers of the groups of three and four pieces, except those that are part of `completing`: the group that the
/// hovered move would complete.
pub(super) fn add_counts(position: &Position, completing: Points, layout: &Layout, scene: &mut Scene) {
    for panel in &layout.panels {
        let counted = |group: &Points| (3..GROUP).contains(&group.count_ones()) && group & completing == 0;
        for group in groups(position.pieces(panel.seat)).filter(counted) {
            let count = group.count_ones();
            let key = format!("count-{}-{}", panel.seat, group.trailing_zeros());
            let strong = count + 1 == GROUP;
            scene.add(number(layout, group, count, Badge::Seat(panel.seat, strong), key));
        }
    }
}

/// How a number is painted.
#[derive(Clone, Copy)]
pub(super) enum Badge {
    /// In the colour of a seat, stronger where one piece is missing.
    Seat(Seat, bool),
    /// In the colour of victory, for a group about to be completed.
    Five,
}

/// A number on the upper right of a group.
pub(super) fn number(layout: &Layout, group: Points, count: u32, badge: Badge, key: String) -> Item {
    let outermost = points(group)
        .map(|node| layout.node(node))
        .max_by(|a, b| (a.x - 1.2 * a.y).total_cmp(&(b.x - 1.2 * b.y)))
        .unwrap_or_default();
    let at = Vec2::new(outermost.x + 22.0, outermost.y - 19.0);
    let (radius, size, style, text) = match badge {
        Badge::Seat(seat, true) => {
            let paint = Paint::seat(seat.index());
            (11.0, 15.0, Style::fill(paint).outlined(Paint::Board, 2.0), Paint::Board)
        }
        Badge::Seat(seat, false) => {
            let paint = Paint::seat(seat.index());
            (8.5, 12.0, Style::fill(Paint::Board).outlined(paint, 1.5), paint)
        }
        Badge::Five => (12.0, 16.0, Style::fill(Paint::Win).outlined(Paint::Board, 2.0), Paint::Board),
    };
    Item::new("count", key, at).with(Shape::Circle(Vec2::default(), radius, style)).with(Shape::Text(
        Vec2::default(),
        size,
        count.to_string(),
        Style::fill(text),
    ))
}
