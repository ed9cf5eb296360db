//! Draws the reason for a refused touch: the distance that is too long for the grid, or the empty squares around.

use rules::Doh;
use rules::doh::Illegal;
use rules::frame::{self, Square, Squares};

use super::ground::frame_around;
use super::layout::Layout;
use crate::paint::Paint;
use crate::scene::{Item, Scene, Shape, Style, Vec2};
use crate::svg::Num;

/// Draws a reason that the rings around its squares do not explain by themselves.
pub(super) fn add(game: &Doh, why: Illegal, layout: Layout, scene: &mut Scene) {
    match why {
        Illegal::Outside { square, grid } => {
            // The grid is where the piece could go, so only the way out of it is red.
            let (at, shape) = frame_around(grid, Style::stroke(Paint::Legal, 3.0), layout);
            scene.add(Item::new("glow", "glow-frame", at).with(shape));
            scene.items.extend(distance_line(square, game.occupied(), true, layout));
            scene.items.extend(distance_line(square, game.occupied(), false, layout));
        }
        Illegal::NextToNothing { square, .. } => {
            let around = (frame::neighbours(square.bit()) | square.bit()) & layout.shown();
            let style = Style::stroke(Paint::Refused, 2.2).dashed();
            let (at, shape) = frame_around(around, style, layout);
            scene.add(Item::new("glow", "glow-around", at).with(shape));
        }
        _ => {}
    }
}

/// The distance from a square to a piece that is too far from it, if there is one: along its rank or along its file. A
/// dashed line leads to that piece.
fn distance_line(square: Square, used: Squares, along_rank: bool, layout: Layout) -> Option<Item> {
    let apart = |piece: Square| {
        let (files, ranks) = (piece.file().abs_diff(square.file()), piece.rank().abs_diff(square.rank()));
        if along_rank { (files, ranks) } else { (ranks, files) }
    };
    let farthest = frame::squares(used).max_by_key(|&piece| (apart(piece).0, u8::MAX - apart(piece).1))?;
    let length = apart(farthest).0 + 1;
    if length <= 3 {
        return None;
    }
    let (from, to) = (layout.middle(square), layout.middle(farthest));
    let (x, y) = (Num(from.x), Num(from.y));
    let (key, d, guide, middle) = if along_rank {
        let (start, end) = ends(from.x, to.x, layout.cell());
        let (a, b, top, low) = (Num(start), Num(end), Num(from.y - 8.0), Num(from.y + 8.0));
        let d = format!("M{a} {top}V{low}M{a} {y}H{b}M{b} {top}V{low}");
        let guide = format!("M{} {y}V{}", Num(to.x), Num(to.y));
        ("stretch-level", d, guide, Vec2::new((start + end) / 2.0, from.y))
    } else {
        let (start, end) = ends(from.y, to.y, layout.cell());
        let (a, b, near, far) = (Num(start), Num(end), Num(from.x - 8.0), Num(from.x + 8.0));
        let d = format!("M{near} {a}H{far}M{x} {a}V{b}M{near} {b}H{far}");
        let guide = format!("M{x} {}H{}", Num(to.y), Num(to.x));
        ("stretch-upright", d, guide, Vec2::new(from.x, (start + end) / 2.0))
    };
    let plate = Style::fill(Paint::Board).outlined(Paint::Refused, 1.6);
    let item = Item::new("glow", key, Vec2::default())
        .with(Shape::Path(guide, Style::stroke(Paint::Refused, 2.0).dashed().faded(0.8)))
        .with(Shape::Path(d, Style::stroke(Paint::Refused, 3.0)))
        .with(Shape::Rect(middle, (40.0, 20.0), 10.0, plate))
        .with(Shape::Text(middle, 12.5, format!("{length} > 3"), Style::fill(Paint::Ink)));
    Some(item)
}

/// From the far edge of one square to the far edge of another, along one axis.
fn ends(from: f32, to: f32, cell: f32) -> (f32, f32) {
    let half = (cell / 2.0 - 4.0) * (to - from).signum();
    (from - half, to + half)
}
