//! The fan: a bubble that shows the pieces of a pile side by side and what the pile counts as. It is drawn for the
//! pile that is picked, that refuses a piece, or that is hovered while nothing is picked.

use rules::Doh;
use rules::doh::{Below, Illegal, Move, Size};
use rules::frame::{self, Square};

use super::layout::{BOARD, Layout};
use super::piles::beside;
use super::pyramid::{Dimensions, outline};
use super::words;
use crate::draw_context::DrawContext;
use crate::paint::Paint;
use crate::scene::{Item, Scene, Shape, Spot, Style, Vec2};
use crate::svg::Num;

const HEIGHT: f32 = 98.0;
const GAP: f32 = 12.0;
const LETTERS: f32 = 12.0;

/// Adds the bubble if a pile is fanned out.
pub(super) fn add(game: &Doh, context: &DrawContext<Move, Illegal>, layout: Layout, scene: &mut Scene) {
    let refused = context.refused.and_then(below);
    let square = refused.map(|below| below.square).or_else(|| touched(context));
    let Some(square) = square else { return };
    let pile = game.at(square);
    if pile.pieces().len() < 2 && refused.is_none() {
        return;
    }
    let title = words::counts(pile, context.lang);
    let mut pieces: Vec<(Size, PieceState)> = pile
        .pieces()
        .iter()
        .map(|&size| (size, if pile.counts_as(size) { PieceState::Counts } else { PieceState::Hidden }))
        .collect();
    pieces.extend(refused.map(|below| (below.size, PieceState::Refused)));
    let piles: Vec<Vec2> = frame::squares(game.occupied()).map(|square| layout.middle(square)).collect();
    let bubble = Bubble::new(layout.middle(square), &title, &pieces, &piles, layout.cell());
    scene.add(bubble.item(title));
    let mut x = bubble.middle.x - bubble.row / 2.0;
    for (number, (size, kind)) in pieces.into_iter().enumerate() {
        let width = Dimensions::of(size).width;
        let at = Vec2::new(x + width / 2.0, bubble.middle.y + 22.0);
        x += width + GAP;
        let from = if let PieceState::Refused = kind {
            layout.in_stash(size, game.left(size).saturating_sub(1))
        } else {
            layout.ground(square)
        };
        let item = Item::new("fan", format!("fan-{number}-{size}"), at).coming_from(Some(from));
        scene.add(item.with_all(shapes(size, kind, layout)));
    }
}

/// How a piece in the bubble is drawn.
#[derive(Clone, Copy)]
enum PieceState {
    /// The pile counts as this size.
    Counts,
    /// The pile hides this piece.
    Hidden,
    /// This piece does not fit on the pile.
    Refused,
}

fn shapes(size: Size, kind: PieceState, layout: Layout) -> Vec<Shape> {
    let mark = |d: &str, paint| Shape::Path(d.to_owned(), Style::stroke(paint, 2.4));
    let mut shapes = beside(size, matches!(kind, PieceState::Counts), layout.pieces);
    match kind {
        PieceState::Counts => shapes.push(mark("M-5 14.5L-1.5 18L5.5 10.5", Paint::Ink)),
        PieceState::Hidden => shapes.push(mark("M-4 14.5H4", Paint::Muted)),
        PieceState::Refused => {
            shapes.push(outline(size, 0.0, Style::stroke(Paint::Refused, 2.0)));
            shapes.push(mark("M-5 9.5L5 19.5M5 9.5L-5 19.5", Paint::Refused));
        }
    }
    shapes
}

fn touched(context: &DrawContext<Move, Illegal>) -> Option<Square> {
    let spot = match context.picked[..] {
        [] => context.hover?,
        [spot, ..] => spot,
    };
    match spot {
        Spot::Place(index) => Square::from_index(index),
        Spot::Piece(_) => None,
    }
}

fn below(why: Illegal) -> Option<Below> {
    match why {
        Illegal::SameSize(below)
        | Illegal::TwoApart(below)
        | Illegal::TreeIntoNest(below)
        | Illegal::NestIntoTree(below) => Some(below),
        _ => None,
    }
}

/// The position and size of the bubble.
struct Bubble {
    middle: Vec2,
    width: f32,
    /// The width of its row of pieces.
    row: f32,
    /// The pile that it points to, from its middle.
    tail: Vec2,
}

impl Bubble {
    /// Places the bubble above or below its pile, where it hides fewer other piles.
    fn new(pile: Vec2, title: &str, pieces: &[(Size, PieceState)], piles: &[Vec2], cell: f32) -> Bubble {
        let widths: f32 = pieces.iter().map(|&(size, _)| Dimensions::of(size).width).sum();
        let row = widths + GAP * (pieces.len() as f32 - 1.0);
        let letters = title.chars().count() as f32 * LETTERS * 0.6;
        let width = row.max(letters) + 24.0;
        let edge = width / 2.0 + 4.0;
        let x = pile.x.clamp(edge, (BOARD - edge).max(edge));
        let hides = |y: f32| {
            let near = |other: &&Vec2| {
                (other.x - x).abs() < (width + cell) / 2.0 && (other.y - y).abs() < (HEIGHT + cell) / 2.0
            };
            piles.iter().filter(near).count()
        };
        let far = cell / 2.0 + HEIGHT / 2.0 + 6.0;
        let inside = |y: &f32| y - HEIGHT / 2.0 >= 2.0 && y + HEIGHT / 2.0 <= BOARD - 2.0;
        let best = [pile.y - far, pile.y + far].into_iter().filter(inside).min_by_key(|&y| hides(y));
        let y = best.unwrap_or(pile.y - far);
        let side = if y < pile.y { HEIGHT / 2.0 } else { -HEIGHT / 2.0 };
        Bubble { middle: Vec2::new(x, y), width, row, tail: Vec2::new(pile.x - x, side) }
    }

    fn item(&self, title: String) -> Item {
        let body = Style::fill(Paint::Board).outlined(Paint::Ink, 1.6);
        let Vec2 { x, y } = self.tail;
        let tip = y + 9.0 * y.signum();
        let inner = y - 1.6 * y.signum();
        let beak =
            format!("M{} {}L{} {}L{} {}", Num(x - 9.0), Num(y), Num(x), Num(tip), Num(x + 9.0), Num(y));
        let hole = format!("M{} {}H{}", Num(x - 7.0), Num(inner), Num(x + 7.0));
        let shade = Style::fill(Paint::Shade).faded(0.18);
        let size = (self.width, HEIGHT);
        Item::new("fan", "fan", self.middle)
            .with(Shape::Rect(Vec2::new(0.0, 3.0), (size.0 + 2.0, size.1 + 2.0), 14.0, shade))
            .with(Shape::Rect(Vec2::default(), size, 12.0, body))
            .with(Shape::Path(beak, body))
            .with(Shape::Path(hole, Style::stroke(Paint::Board, 3.0)))
            .with(Shape::Text(Vec2::new(0.0, -HEIGHT / 2.0 + 14.0), LETTERS, title, Style::fill(Paint::Ink)))
    }
}
