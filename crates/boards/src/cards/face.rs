//! The cards themselves: faces with a number and the sign of a seat, pictograms, backs; and tokens.

use rules::Seat;
use rules::cards::Card;

use super::layout::{RATIO, SMALL_TEXT};
use crate::look::PieceTheme;
use crate::paint::Paint;
use crate::scene::{Shape, Style, Vec2};
use crate::svg::Num;

/// The paint of a seat's colour.
pub(super) fn colour(seat: Seat) -> Paint {
    if seat == Seat::ONE { Paint::Red } else { Paint::Blue }
}

/// The paint of a card's face.
pub(super) fn paint(card: Card) -> Paint {
    card.owner().map_or(if card == Card::YELLOW { Paint::Yellow } else { Paint::Green }, colour)
}

/// The symbol of a seat beside its colour, for colour-blind players: a cross for red, a ring for blue.
pub(super) fn sign(seat: Seat, at: Vec2, radius: f32, style: Style) -> Shape {
    if seat == Seat::ONE {
        let r = radius * 0.86;
        let (left, right, top, bottom) = (Num(at.x - r), Num(at.x + r), Num(at.y - r), Num(at.y + r));
        Shape::Path(format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"), style)
    } else {
        Shape::Circle(at, radius, style)
    }
}

/// The face of a card of this width around a point: a panel of its colour on paper, a card drawn with a pen, or one
/// printed to its edge.
pub(super) fn face(card: Card, at: Vec2, width: f32, opacity: f32, pieces: PieceTheme) -> Vec<Shape> {
    let scale = width / 44.0;
    let mut shapes = paper(at, width, opacity);
    let paint = paint(card);
    // The print on the panel: in ink on yellow, otherwise in the colour of the paper.
    let print = match pieces {
        PieceTheme::Painted => {
            shapes.push(panel(at, width, Style::fill(paint).faded(opacity)));
            if card == Card::YELLOW { Paint::Pip } else { Paint::Paper }
        }
        PieceTheme::Bright => {
            shapes.push(outline(
                at,
                width,
                Style::fill(paint).outlined(Paint::Pip, 0.8 * scale).faded(opacity),
            ));
            if card == Card::YELLOW { Paint::Pip } else { Paint::Paper }
        }
        PieceTheme::Ink => {
            let wash = if card == Card::YELLOW { Style::fill(paint) } else { Style::fill(Paint::None) };
            shapes.push(panel(at, width, wash.outlined(paint, 1.6 * scale).faded(opacity)));
            if card == Card::YELLOW { Paint::Pip } else { paint }
        }
    };
    match (card.owner(), card.number()) {
        (Some(owner), Some(number)) => {
            let text = Style::fill(print).outlined(print, 0.7 * scale).faded(opacity);
            let size = if number > 9 { 23.0 } else { 27.0 };
            let top = Vec2::new(at.x, at.y - 9.5 * scale);
            shapes.push(Shape::Text(top, size * scale, number.to_string(), text));
            let below = Vec2::new(at.x, at.y + 14.5 * scale);
            let stroke = Style::stroke(print, 3.2 * scale).faded(opacity);
            shapes.push(sign(owner, below, 7.5 * scale, stroke));
        }
        _ if card == Card::YELLOW => {
            shapes.push(removal_icons(
                at,
                scale,
                &[0.0],
                7.0,
                Style::stroke(print, 3.4 * scale).faded(opacity),
            ));
        }
        _ => {
            let style = Style::stroke(print, 2.6 * scale).faded(opacity);
            shapes.push(removal_icons(at, scale, &[-11.5, 0.0, 11.5], 4.0, style));
        }
    }
    shapes
}

/// The pictogram for taking away: an arrow up from a bar for each pile taken.
fn removal_icons(at: Vec2, scale: f32, columns: &[f32], head: f32, style: Style) -> Shape {
    let arrows = columns.iter().map(|column| arrow(Vec2::new(at.x + column * scale, at.y), scale, head));
    Shape::Path(arrows.collect(), style)
}

fn arrow(Vec2 { x, y }: Vec2, scale: f32, head: f32) -> String {
    let (head, top, bar) = (head * scale, y - 14.0 * scale, y + 14.0 * scale);
    let (left, right) = (Num(x - head), Num(x + head));
    let (x, tip, wing) = (Num(x), Num(top), Num(top + head));
    let foot = Num(y + 5.0 * scale);
    format!("M{x} {foot}V{tip}M{left} {wing}L{x} {tip}L{right} {wing}M{left} {bar}H{right}", bar = Num(bar))
}

/// The pictogram on its own, over a pile that is taken away.
pub(super) fn removal_icon(at: Vec2, style: Style) -> Shape {
    removal_icons(at, 0.8, &[0.0], 6.0, style)
}

/// The back of a card: a pyramid, a cross and a ring, as on the box.
pub(super) fn back(at: Vec2, width: f32) -> Vec<Shape> {
    let unit = width / 44.0;
    let on = |x: f32, y: f32| Vec2::new(at.x + x * unit, at.y + y * unit);
    let line = Style::stroke(Paint::Shine, 2.6 * unit).faded(0.72);
    let (top, left, right) = (on(0.0, -17.5), on(-8.5, -3.5), on(8.5, -3.5));
    let pyramid = [top, left, right].map(|point| format!("{} {}", Num(point.x), Num(point.y)));
    let mut shapes = paper(at, width, 1.0);
    shapes.push(panel(at, width, Style::fill(Paint::Back)));
    shapes.push(Shape::Path(format!("M{}Z", pyramid.join("L")), line));
    shapes.push(sign(Seat::ONE, on(-8.2, 10.5), 5.4 * unit, line));
    shapes.push(sign(Seat::TWO, on(8.2, 10.5), 5.2 * unit, line));
    shapes
}

/// The paper of a card and its shadow.
pub(super) fn paper(at: Vec2, width: f32, opacity: f32) -> Vec<Shape> {
    let (scale, size) = (width / 44.0, (width, width * RATIO));
    let shadow = Vec2::new(at.x, at.y + 1.6 * scale);
    vec![
        Shape::Rect(shadow, size, 6.0 * scale, Style::fill(Paint::Shade).faded(0.16 * opacity)),
        Shape::Rect(
            at,
            size,
            6.0 * scale,
            Style::fill(Paint::Paper).outlined(Paint::Line, 0.7).faded(opacity),
        ),
    ]
}

fn panel(at: Vec2, width: f32, style: Style) -> Shape {
    let inset = 5.0 * width / 44.0;
    Shape::Rect(at, (width - inset, width * RATIO - inset), 4.0 * width / 44.0, style)
}

/// The outline of an empty slot for a card.
pub(super) fn outline(at: Vec2, width: f32, style: Style) -> Shape {
    Shape::Rect(at, (width, width * RATIO), 6.0 * width / 44.0, style)
}

/// A small plate with a number on it.
pub(super) fn count(at: Vec2, text: String) -> [Shape; 2] {
    let width = 7.0 + 8.0 * text.chars().count() as f32;
    [
        Shape::Rect(at, (width, 17.0), 8.5, Style::fill(Paint::Board).outlined(Paint::Line, 0.9)),
        Shape::Text(at, SMALL_TEXT, text, Style::fill(Paint::Ink)),
    ]
}

/// A token: a coin.
pub(super) fn token(at: Vec2, radius: f32) -> [Shape; 3] {
    let (left, top) = (Num(at.x - radius * 0.5), Num(at.y));
    let bend = Num(radius * 0.5);
    let shine = format!("M{left} {top}a{bend} {bend} 0 0 1 {bend} -{bend}");
    [
        Shape::Circle(at, radius, Style::fill(Paint::Token).outlined(Paint::Pip, 0.9)),
        Shape::Circle(at, radius * 0.7, Style::stroke(Paint::Pip, 0.7).faded(0.5)),
        Shape::Path(shine, Style::stroke(Paint::Shine, radius * 0.16).faded(0.8)),
    ]
}
