//! Pyramids. Shape and pips show the size; colour and face (plain, striped or capped) show the owner.

use rules::Seat;
use rules::fives::Size;

use crate::look::PieceTheme;
use crate::paint::Paint;
use crate::scene::{Shape, Style, Vec2};
use crate::svg::Num;

/// The width, the height and how far the foot is below the point on which the piece stands.
const fn measures(size: Size) -> (f32, f32, f32) {
    match size {
        Size::Small => (28.0, 25.0, 14.0),
        Size::Medium => (37.0, 39.0, 18.0),
        Size::Large => (46.0, 54.0, 21.0),
    }
}

/// How wide the widest piece is.
pub(super) const WIDEST: f32 = measures(Size::Large).0;

/// How tall the tallest piece is.
pub(super) const TALLEST: f32 = measures(Size::Large).1;

/// How far the foot of a piece is below the point on which it stands.
pub(super) const fn foot(size: Size) -> f32 {
    measures(size).2
}

/// The corners of a pyramid seen from the front, a little from the left and from above.
struct Corners {
    apex: Vec2,
    left: Vec2,
    front: Vec2,
    right: Vec2,
}

impl Corners {
    fn new(size: Size, scale: f32) -> Corners {
        let (width, height, foot) = measures(size);
        let at = |x: f32, y: f32| Vec2::new(x * scale, y * scale);
        Corners {
            apex: at(0.0, foot - height),
            left: at(-width / 2.0, foot - width * 0.12),
            front: at(width * 0.17, foot),
            right: at(width / 2.0, foot - width * 0.17),
        }
    }

    /// The three corners of a section at a height from 0, the foot, to 1, the apex.
    fn section(&self, height: f32) -> [Vec2; 3] {
        [self.left, self.front, self.right].map(|corner| between(corner, self.apex, height))
    }
}

fn between(a: Vec2, b: Vec2, share: f32) -> Vec2 {
    Vec2::new(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
}

/// A line through these points; closed, if it ends with `Z`.
pub(super) fn line(points: &[Vec2], end: &str) -> String {
    let through: Vec<String> =
        points.iter().map(|point| format!("{} {}", Num(point.x), Num(point.y))).collect();
    format!("M{}{end}", through.join("L"))
}

/// An ellipse around the origin, shifted down.
fn ellipse(rx: f32, ry: f32, down: f32) -> String {
    let (rx, ry, wide) = (Num(rx), Num(ry), Num(2.0 * rx));
    format!("M-{rx} {}a{rx} {ry} 0 1 0 {wide} 0a{rx} {ry} 0 1 0 -{wide} 0Z", Num(down))
}

/// A pyramid that stands on the origin.
pub(crate) fn pyramid(seat: Seat, size: Size, scale: f32, pieces: PieceTheme) -> Vec<Shape> {
    let corners = Corners::new(size, scale);
    let Corners { apex, left, front, right } = corners;
    let (width, _, foot) = measures(size);
    let paint = Paint::seat(seat.index());
    let shadow = ellipse(width * 0.56 * scale, width * 0.17 * scale, (foot - width * 0.1) * scale);
    let outline = Style::fill(paint).outlined(Paint::Board, 1.6 * scale);
    let mut shapes = vec![
        Shape::Path(shadow, Style::fill(Paint::Shade).faded(0.2)),
        Shape::Path(line(&[apex, left, front, right], "Z"), outline),
    ];
    shapes.extend(face(&corners, seat, size, scale));
    let shade =
        |opacity| Shape::Path(line(&[apex, front, right], "Z"), Style::fill(Paint::Shade).faded(opacity));
    match pieces {
        PieceTheme::Painted => {
            shapes.push(shade(0.24));
            let edge = Style::stroke(Paint::Shine, 1.1 * scale).faded(0.55);
            shapes.push(Shape::Path(line(&[apex, front], ""), edge));
        }
        PieceTheme::Ink => {
            let hatch =
                [0.12, 0.26, 0.4, 0.54, 0.68, 0.82].map(|height| line(&corners.section(height)[1..], ""));
            let lines = hatch.concat() + &line(&[apex, front], "");
            shapes.push(Shape::Path(lines, Style::stroke(Paint::Board, 0.9 * scale)));
        }
        PieceTheme::Bright => shapes.push(shade(0.12)),
    }
    shapes.extend(pips(&corners, size, scale));
    shapes
}

/// The face of a seat's pyramids, for colour-blind players: plain, striped or with a pale cap.
fn face(corners: &Corners, seat: Seat, size: Size, scale: f32) -> Option<Shape> {
    match seat.index() {
        0 => None,
        1 => {
            let heights: &[f32] = if size == Size::Small { &[0.56] } else { &[0.46, 0.68] };
            let stripes: String = heights.iter().map(|&height| line(&corners.section(height), "")).collect();
            Some(Shape::Path(stripes, Style::stroke(Paint::Board, 2.6 * scale)))
        }
        _ => {
            let [left, front, right] = corners.section(0.52);
            let cap = Style::fill(Paint::Board).outlined(Paint::seat(seat.index()), 1.8 * scale);
            Some(Shape::Path(line(&[corners.apex, left, front, right], "Z"), cap))
        }
    }
}

/// One, two or three pips along the foot of the left face.
fn pips(corners: &Corners, size: Size, scale: f32) -> Vec<Shape> {
    let [left, front, _] = corners.section(if size == Size::Small { 0.24 } else { 0.17 });
    let shares: &[f32] = match size {
        Size::Small => &[0.54],
        Size::Medium => &[0.33, 0.72],
        Size::Large => &[0.22, 0.51, 0.8],
    };
    let pip =
        |&share: &f32| Shape::Circle(between(left, front, share), 2.9 * scale, Style::fill(Paint::Board));
    shares.iter().map(pip).collect()
}

/// A preview of a pyramid.
pub(super) fn ghost(seat: Seat, size: Size, paint: Paint) -> Vec<Shape> {
    let corners = Corners::new(size, 1.0);
    let Corners { apex, left, front, right } = corners;
    let silhouette = line(&[apex, left, front, right], "Z");
    let mut shapes = vec![
        Shape::Path(silhouette.clone(), Style::fill(Paint::seat(seat.index())).faded(0.4)),
        Shape::Path(silhouette, Style::stroke(paint, 2.2).dashed()),
        Shape::Path(line(&[apex, front], ""), Style::stroke(paint, 1.2).faded(0.7)),
    ];
    shapes.extend(pips(&corners, size, 1.0));
    shapes
}

/// The outline of a pyramid, where a hand has no more of them.
pub(super) fn outline(size: Size, scale: f32) -> Shape {
    let Corners { apex, left, front, right } = Corners::new(size, scale);
    Shape::Path(line(&[apex, left, front, right], "Z"), Style::stroke(Paint::Line, 1.2).dashed().faded(0.7))
}
