//! A pyramid: two faces, one in the light and one in the shade, and as many pips as its size.
//!
//! ```text
//!            apex
//!            /|\
//!           / | \
//!          /  |  \         a piece stands with the middle of `left` and `right` on its origin
//!     left ‾-.|.-‾ right
//!           front
//! ```

use rules::doh::Size;

use crate::look::PieceTheme;
use crate::paint::Paint;
use crate::scene::{Shape, Style, Vec2};
use crate::svg::Num;

/// The width of outlines.
const LINE: f32 = 1.3;

/// The measures of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dimensions {
    /// From the left corner to the right one.
    pub width: f32,
    /// From the ground to the apex.
    pub height: f32,
}

/// The corners of a piece around its origin.
#[derive(Clone, Copy)]
struct Corners {
    apex: Vec2,
    left: Vec2,
    front: Vec2,
    right: Vec2,
}

fn between(from: Vec2, to: Vec2, share: f32) -> Vec2 {
    Vec2::new(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
}

fn polygon(points: &[Vec2]) -> String {
    let corners: Vec<String> = points.iter().map(|p| format!("{} {}", Num(p.x), Num(p.y))).collect();
    format!("M{}Z", corners.join("L"))
}

impl Dimensions {
    /// The measures of a size.
    pub(super) const fn of(size: Size) -> Dimensions {
        match size {
            Size::Small => Dimensions { width: 26.0, height: 25.0 },
            Size::Medium => Dimensions { width: 37.0, height: 36.0 },
            Size::Large => Dimensions { width: 49.0, height: 47.0 },
        }
    }

    fn corners(self, scale: f32, up: f32) -> Corners {
        let (width, height) = (self.width * scale, self.height * scale);
        Corners {
            apex: Vec2::new(0.0, -up - height),
            left: Vec2::new(-width / 2.0, -up),
            front: Vec2::new(width * 0.13, -up + width * 0.14),
            right: Vec2::new(width / 2.0, -up),
        }
    }
}

/// The colour of a size.
pub(super) const fn paint(size: Size) -> Paint {
    match size {
        Size::Small => Paint::Small,
        Size::Medium => Paint::Medium,
        Size::Large => Paint::Large,
    }
}

/// The height of the foot of a nest. Only the foot shows its pips.
const FOOT: f32 = 12.0;

/// How far each piece of a tree stands above the one below, by the size of the one below.
pub(super) const fn step_up(below: Size) -> f32 {
    match below {
        Size::Large => 16.0,
        Size::Medium | Size::Small => 14.5,
    }
}

/// The pips on the lit face.
fn pips(size: Size, corners: Corners, opacity: f32) -> impl Iterator<Item = Shape> {
    let (along, radius): (&[f32], f32) = match size {
        Size::Small => (&[0.5], 2.4),
        Size::Medium => (&[0.3, 0.7], 2.4),
        Size::Large => (&[0.2, 0.5, 0.8], 2.4),
    };
    let up = 6.2 / Dimensions::of(size).height;
    let at = move |share: f32| between(between(corners.left, corners.front, share), corners.apex, up);
    along.iter().map(move |&share| Shape::Circle(at(share), radius, Style::fill(Paint::Pip).faded(opacity)))
}

/// The light on a piece: shade on the right face and a reflection on the left one; hatching, if the piece is drawn with
/// a pen.
fn light(corners: Corners, opacity: f32, pieces: PieceTheme) -> Vec<Shape> {
    let Corners { apex, left, front, right } = corners;
    let shade =
        |opacity| Shape::Path(polygon(&[apex, front, right]), Style::fill(Paint::Shade).faded(opacity));
    match pieces {
        PieceTheme::Painted => {
            let lit = polygon(&[apex, left, between(left, front, 0.24)]);
            vec![shade(0.26 * opacity), Shape::Path(lit, Style::fill(Paint::Shine).faded(0.26 * opacity))]
        }
        PieceTheme::Ink => {
            let lines = [0.3, 0.44, 0.57, 0.69, 0.8, 0.91].map(|share| {
                let (from, to) = (between(apex, front, share), between(apex, right, share));
                format!("M{} {}L{} {}", Num(from.x), Num(from.y), Num(to.x), Num(to.y))
            });
            let edge = format!("M{} {}L{} {}", Num(apex.x), Num(apex.y), Num(front.x), Num(front.y));
            vec![Shape::Path(lines.concat() + &edge, Style::stroke(Paint::Pip, 0.8).faded(opacity))]
        }
        PieceTheme::Bright => vec![shade(0.14 * opacity)],
    }
}

/// A piece that is fully visible, or whose top is under another, `up` above the origin.
pub(super) fn solid(size: Size, up: f32, opacity: f32, pieces: PieceTheme) -> Vec<Shape> {
    let corners = Dimensions::of(size).corners(1.0, up);
    let Corners { apex, left, front, right } = corners;
    let whole = Style::fill(paint(size)).outlined(Paint::Pip, LINE).faded(opacity);
    let mut shapes = vec![Shape::Path(polygon(&[apex, left, front, right]), whole)];
    shapes.extend(light(corners, opacity, pieces));
    shapes.extend(pips(size, corners, opacity));
    shapes
}

/// The outer piece of a nest: glass on a foot of the piece's colour.
pub(super) fn glass(size: Size, opacity: f32, pieces: PieceTheme) -> Vec<Shape> {
    let corners = Dimensions::of(size).corners(1.0, 0.0);
    let Corners { apex, left, front, right } = corners;
    let foot_shade = if pieces == PieceTheme::Painted { 0.26 } else { 0.14 };
    let rim = FOOT / Dimensions::of(size).height;
    let [low, edge, high] = [left, front, right].map(|corner| between(corner, apex, rim));
    let whole = Style::fill(paint(size)).outlined(Paint::Pip, LINE).faded(opacity);
    let line = format!(
        "M{} {}L{} {}L{} {}",
        Num(low.x),
        Num(low.y),
        Num(edge.x),
        Num(edge.y),
        Num(high.x),
        Num(high.y)
    );
    let mut shapes = vec![
        Shape::Path(polygon(&[apex, left, front, right]), whole),
        Shape::Path(polygon(&[apex, low, edge, high]), Style::fill(Paint::Shine).faded(0.62 * opacity)),
        Shape::Path(polygon(&[apex, edge, high]), Style::fill(Paint::Shade).faded(0.1 * opacity)),
        Shape::Path(
            polygon(&[edge, front, right, high]),
            Style::fill(Paint::Shade).faded(foot_shade * opacity),
        ),
        Shape::Path(line, Style::stroke(Paint::Pip, 0.9).faded(0.7 * opacity)),
    ];
    shapes.extend(pips(size, corners, opacity));
    shapes
}

/// A hidden piece inside a nest: dashed, without pips, and smaller the deeper it lies, so that the outer pieces stay
/// visible around it.
pub(super) fn inside(size: Size, depth: usize, pieces: PieceTheme) -> Vec<Shape> {
    let scale = if depth < 2 { 0.76 } else { 0.56 };
    let Corners { apex, left, front, right } = Dimensions::of(size).corners(scale, FOOT + 0.5);
    let shade = if pieces == PieceTheme::Painted { 0.2 } else { 0.12 };
    let whole = Style::fill(paint(size)).outlined(Paint::Pip, 1.0).dashed();
    vec![
        Shape::Path(polygon(&[apex, left, front, right]), whole),
        Shape::Path(polygon(&[apex, front, right]), Style::fill(Paint::Shade).faded(shade)),
    ]
}

/// The outline of a piece, `up` above the origin.
pub(super) fn outline(size: Size, up: f32, style: Style) -> Shape {
    let Corners { apex, left, front, right } = Dimensions::of(size).corners(1.0, up);
    Shape::Path(polygon(&[apex, left, front, right]), style)
}

/// The shadow that a piece casts on the ground, `down` below the origin.
pub(super) fn shadow(size: Size, down: f32) -> Shape {
    let width = Dimensions::of(size).width;
    let (left, right) = (Num(-width * 0.5), Num(width * 0.66));
    let (back, ground, near) = (Num(down - 3.0), Num(down), Num(down + width * 0.15));
    let d = format!("M{left} {ground}Q0 {near} {right} {near}Q{right} {ground} 0 {back}Z");
    Shape::Path(d, Style::fill(Paint::Shade).faded(0.16))
}
