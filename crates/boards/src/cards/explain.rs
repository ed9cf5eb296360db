//! Annotations on the frame: the effect of the hovered move and of the last move, and the reason for a refusal.

use rules::cards::{Card, Illegal, Move};
use rules::frame::{Square, Squares, squares};
use rules::{Cards, Game};

use super::face;
use super::grid::top_of;
use super::last_move;
use super::layout::{Layout, RATIO, SMALL_TEXT};
use crate::draw_context::DrawContext;
use crate::paint::Paint;
use crate::scene::{Item, Scene, Shape, Style, Vec2};
use crate::svg::Num;
use crate::touch;

/// The stroke through the squares of a line, from end to end.
fn stroke(layout: &Layout, line: Squares, style: Style) -> Shape {
    let ends = [squares(line).next(), squares(line).last()].map(|end| end.map(|end| layout.middle(end)));
    let [from, to] = ends.map(Option::unwrap_or_default);
    Shape::Path(format!("M{} {}L{} {}", Num(from.x), Num(from.y), Num(to.x), Num(to.y)), style)
}

/// The kind and the paint of the marks on lines that just earned a token. Those that decided the game stay visible.
fn earned_style(game: &Cards) -> (&'static str, Paint) {
    if game.turn().is_over() { ("win", Paint::Win) } else { ("celebrate", Paint::Token) }
}

/// Behind the piles: the ribbon of the lines that just earned a token.
pub(super) fn add_ribbons(
    scene: &mut Scene,
    game: &Cards,
    layout: &Layout,
    context: &DrawContext<Move, Illegal>,
) {
    let earned = context.last_move.and_then(|mv| last_move::earned(game, mv));
    for line in earned.map_or_else(Vec::new, |(_, lines)| lines) {
        let (class, paint) = earned_style(game);
        let ribbon = stroke(layout, line, Style::stroke(paint, 16.0).faded(0.75));
        scene.add(Item::new(class, format!("ribbon-{line}"), Vec2::default()).with(ribbon));
    }
}

/// In front of the piles: the same lines, the places just cleared, the move under the pointer, and the reason for
/// a refusal.
pub(super) fn add_marks(
    scene: &mut Scene,
    game: &Cards,
    layout: &Layout,
    context: &DrawContext<Move, Illegal>,
) {
    if let Some((_, lines)) = context.last_move.and_then(|mv| last_move::earned(game, mv)) {
        let (class, paint) = earned_style(game);
        let all = lines.iter().fold(0, |all, line| all | line);
        for square in squares(all) {
            let (width, height) = layout.cell(square);
            let style = Style::stroke(paint, 3.4);
            let frame = Shape::Rect(Vec2::default(), (width - 4.0, height - 4.0), 6.0, style);
            let item = Item::new(class, format!("earned-{square}"), layout.middle(square));
            scene.add(item.with(frame));
        }
    }
    if let Some(mv) = context.last_move.filter(|mv| mv.card().is_some_and(|card| card.owner().is_none())) {
        for square in squares(mv.squares()) {
            let style = Style::stroke(Paint::Last, 1.8);
            let item = Item::new("glow", format!("cleared-{square}"), layout.middle(square))
                .with(face::outline(Vec2::default(), layout.card, style.dashed()))
                .with(face::removal_icon(Vec2::default(), style.faded(0.8)));
            scene.add(item);
        }
    }
    if let Some(mv) = touch::preview(game, context) {
        add_ghost(scene, game, layout, mv);
    }
    if let Some(why) = context.refused {
        add_reason(scene, layout, why);
    }
}

/// The move under the pointer: the card on its place and the lines it makes, or what it takes away.
fn add_ghost(scene: &mut Scene, game: &Cards, layout: &Layout, mv: Move) {
    let Some(card) = mv.card() else { return };
    if let (Some(_), Some(square)) = (card.owner(), mv.square()) {
        for line in game.lines_made(card, square) {
            let path = stroke(layout, line, Style::stroke(Paint::Token, 7.0).faded(0.6));
            scene.add(Item::new("ghost", format!("ghost-{line}"), Vec2::default()).with(path));
        }
        let height = if game.pile(square).is_some() { 3.0 } else { 0.0 };
        let Vec2 { x, y } = top_of(game, layout, square);
        let item = Item::new("ghost", "ghost", Vec2::new(x + height, y - height));
        scene.add(item.with_all(face::face(card, Vec2::default(), layout.card, 0.6, layout.pieces)));
        return;
    }
    for square in squares(mv.squares()) {
        let veil = Style::fill(Paint::Board).outlined(Paint::Line, 1.6).dashed().faded(0.6);
        let plate = Style::fill(Paint::Board).outlined(Paint::Line, 1.0);
        let item = Item::new("ghost", format!("ghost-{square}"), top_of(game, layout, square))
            .with(face::outline(Vec2::default(), layout.card + 2.0, veil))
            .with(Shape::Circle(Vec2::default(), 18.0, plate))
            .with(face::removal_icon(Vec2::default(), Style::stroke(Paint::Ink, 3.0)));
        scene.add(item);
    }
}

/// A label with a few characters, such as `5 ≠ 7`.
fn text_label(text: &str) -> [Shape; 2] {
    let size = (12.0 + 7.5 * text.chars().count() as f32, 22.0);
    let style = Style::fill(Paint::Board).outlined(Paint::Refused, 2.2);
    [
        Shape::Rect(Vec2::default(), size, 11.0, style),
        Shape::Text(Vec2::default(), SMALL_TEXT, text.to_owned(), Style::fill(Paint::Ink)),
    ]
}

/// Draws the reason for a refused touch.
fn add_reason(scene: &mut Scene, layout: &Layout, why: Illegal) {
    match why {
        Illegal::OutsideGrid { square, far } => {
            // The farthest used square shows best how large the grid would become.
            let reach = |used: &Square| span(*used, square).0.max(span(*used, square).1);
            let Some(used) = squares(far).max_by_key(reach) else { return };
            let (files, ranks) = span(used, square);
            let (middle, (width, height)) = layout.around(used.bit() | square.bit());
            let style = Style::fill(Paint::Refused).faded(0.08);
            let frame = Style::stroke(Paint::Refused, 2.4).dashed();
            let size = (width - 8.0, height - 8.0);
            let item = Item::new("glow", "reach", middle)
                .with(Shape::Rect(Vec2::default(), size, 10.0, style))
                .with(Shape::Rect(Vec2::default(), size, 10.0, frame));
            scene.add(item);
            let text = format!("{} > 3", files.max(ranks));
            // The number is drawn at the touched square, but inside the picture.
            let Vec2 { x, y } = layout.middle(square);
            let at = Vec2::new(x.clamp(30.0, layout.width - 30.0), y);
            scene.add(Item::new("glow", "reach-size", at).with_all(text_label(&text)));
        }
        Illegal::OtherNumber { square, card, top } => {
            let number = |card: Card| card.number().unwrap_or(0);
            let Vec2 { x, y } = layout.middle(square);
            let at = Vec2::new(x, y + layout.card * RATIO / 2.0 - 5.0);
            let text = format!("{} ≠ {}", number(card), number(top));
            scene.add(Item::new("glow", "numbers", at).with_all(text_label(&text)));
        }
        Illegal::Incomplete { line, empty } => {
            let style = Style::stroke(Paint::Refused, 3.0).dashed();
            scene.add(Item::new("glow", "incomplete", Vec2::default()).with(stroke(layout, line, style)));
            for square in squares(empty) {
                let item = Item::new("glow", format!("missing-{square}"), layout.middle(square));
                scene.add(item.with_all(text_label("?")));
            }
        }
        Illegal::EmptyLine(line) | Illegal::LineOutsideGrid { line, .. } => {
            let style = Style::stroke(Paint::Refused, 3.0).dashed();
            scene.add(Item::new("glow", "no-line", Vec2::default()).with(stroke(layout, line, style)));
        }
        Illegal::NotCentre(square) => {
            let style = Style::stroke(Paint::Refused, 3.0).dashed();
            let path = stroke(layout, square.bit() | Square::CENTRE.bit(), style);
            scene.add(Item::new("glow", "to-centre", Vec2::default()).with(path));
        }
        Illegal::NothingThere(square) => {
            let style = Style::stroke(Paint::Refused, 1.8).dashed();
            let shape = face::outline(Vec2::default(), layout.card, style);
            scene.add(Item::new("glow", "nothing", layout.middle(square)).with(shape));
        }
        Illegal::Over
        | Illegal::DrawFirst(_)
        | Illegal::PlayFirst(_)
        | Illegal::Unnamed
        | Illegal::Closed(_)
        | Illegal::NoSuchCard(..)
        | Illegal::NotInPile(_)
        | Illegal::NotInHand(..) => {}
    }
}

/// How many files and ranks two squares span.
fn span(a: Square, b: Square) -> (u8, u8) {
    (a.file().abs_diff(b.file()) + 1, a.rank().abs_diff(b.rank()) + 1)
}
