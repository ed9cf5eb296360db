//! Draws the piles. A tree looks like a fir: each piece stands on the tip of the one below, and every pip is visible.
//! A nest is a glass bell over the pieces it hides. So the visible pips are the sizes that a square counts as.

use rules::Doh;
use rules::doh::{Illegal, Move, Pile, Size};
use rules::frame::{self, Square, Squares};

use super::ground::{NAME_INSET, frame_around};
use super::layout::{CELL, GROUND, Layout};
use super::pyramid::{glass, inside, outline, shadow, solid, step_up};
use crate::draw_context::DrawContext;
use crate::look::PieceTheme;
use crate::paint::Paint;
use crate::scene::{Item, Scene, Shape, Style, Vec2};
use crate::svg::Num;
use crate::touch;

/// Adds the lines that won, behind the pieces.
pub(super) fn add_lines(game: &Doh, layout: Layout, scene: &mut Scene) {
    for (n, line) in won_lines(game).into_iter().enumerate() {
        let squares: Vec<Vec2> = frame::squares(line).map(|square| layout.middle(square)).collect();
        let [from, .., to] = squares[..] else { continue };
        let key = format!("win-{n}");
        let is_straight = (from.x - to.x).abs() < 1.0 || (from.y - to.y).abs() < 1.0;
        scene.add(if is_straight {
            // The names of the squares are in the frame.
            let (at, (width, height)) = layout.around(line);
            let frame = |style| Shape::Rect(Vec2::default(), (width - 6.0, height - 6.0), 9.0, style);
            Item::new("win", key, at)
                .with(frame(Style::fill(Paint::Board).outlined(Paint::Ink, 2.5)))
                .with(frame(Style::fill(Paint::Win).faded(0.4)))
        } else {
            // The names of the squares, in their corners, are beside the band or on its middle.
            let width = (layout.cell() - 6.0).min((layout.cell() - 2.0 * NAME_INSET) * 1.414 - 20.0);
            let d = format!("M{} {}L{} {}", Num(from.x), Num(from.y), Num(to.x), Num(to.y));
            let band = |style| Shape::Path(d.clone(), style);
            Item::new("win", key, Vec2::default())
                .with(band(Style::stroke(Paint::Ink, width)))
                .with(band(Style::stroke(Paint::Board, width - 5.0)))
                .with(band(Style::stroke(Paint::Win, width - 5.0).faded(0.4)))
        });
    }
}

fn won_lines(game: &Doh) -> Vec<Squares> {
    let won = |size| frame::LINES.into_iter().filter(move |&line| game.counts_as(size) & line == line);
    Size::ALL.into_iter().flat_map(won).collect()
}

/// Whether a piece is in a line that won.
fn has_won(game: &Doh, size: Size, square: Square) -> bool {
    let set = game.counts_as(size);
    frame::LINES.iter().any(|&line| line & square.bit() != 0 && set & line == line)
}

/// How far above the ground a piece of a pile stands, where its number counts from the bottom.
fn height(pile: Pile, number: usize) -> f32 {
    match pile {
        Pile::Tree(pieces) => pieces[..number].iter().map(|&below| step_up(below)).sum(),
        _ => 0.0,
    }
}

/// Adds the piles, nearer ones later.
pub(super) fn add(game: &Doh, context: &DrawContext<Move, Illegal>, layout: Layout, scene: &mut Scene) {
    for square in layout.back_to_front() {
        let pile = game.at(square);
        let mut pieces: Vec<(usize, Size)> = pile.pieces().iter().copied().enumerate().collect();
        if let Pile::Nest(_) = pile {
            // The outer piece is drawn first, since the inner ones are visible through it.
            pieces.reverse();
        }
        for (number, size) in pieces {
            let shapes = match pile {
                Pile::Nest(_) if pile.top() == Some(size) => glass(size, 1.0, layout.pieces),
                Pile::Nest(pieces) => inside(size, pieces.len() - 1 - number, layout.pieces),
                _ => solid(size, height(pile, number), 1.0, layout.pieces),
            };
            let came = context.last_move == Some(Move::new(size, square)) && pile.top() == Some(size);
            let from = came.then(|| layout.in_stash(size, game.left(size)));
            let mut item =
                Item::new("piece", format!("piece-{square}-{size}"), layout.ground(square)).coming_from(from);
            item = item.scaled(layout.scale());
            let lowest = if matches!(pile, Pile::Nest(_)) { pile.top() == Some(size) } else { number == 0 };
            if lowest {
                item = item.with(shadow(size, 0.0));
            }
            item = item.with_all(shapes);
            if has_won(game, size, square) {
                let style = Style::stroke(Paint::Ink, 2.8);
                item = item.with(outline(size, height(pile, number), style));
            }
            scene.add(item);
        }
    }
}

/// Pieces on a place of this width, from bottom to top, whether or not the rules allow this pile: a piece that is larger
/// than the one below covers it, any other stands on it.
pub(crate) fn loose_pile(sizes: &[Size], width: f32, pieces: PieceTheme) -> Vec<Item> {
    let scale = width / CELL;
    let is_nest = sizes.len() > 1 && sizes.is_sorted();
    let piece = |number: usize| {
        let size = sizes[number];
        let shapes = if is_nest && number + 1 == sizes.len() {
            glass(size, 1.0, pieces)
        } else if is_nest {
            inside(size, sizes.len() - 1 - number, pieces)
        } else {
            solid(size, sizes[..number].iter().map(|&below| step_up(below)).sum(), 1.0, pieces)
        };
        let is_lowest = if is_nest { number + 1 == sizes.len() } else { number == 0 };
        let at = Vec2::new(0.0, GROUND * scale);
        let item = Item::new("piece", String::new(), at).scaled(scale);
        item.with_all(is_lowest.then(|| shadow(size, 0.0))).with_all(shapes)
    };
    // The outer piece of a nest is drawn first, since the inner ones are visible through it.
    let order: Vec<usize> =
        if is_nest { (0..sizes.len()).rev().collect() } else { (0..sizes.len()).collect() };
    order.into_iter().map(piece).collect()
}

/// Adds a preview of the piece that touching the hovered spot would place, and of the frame after it.
pub(super) fn add_ghost(game: &Doh, context: &DrawContext<Move, Illegal>, layout: Layout, scene: &mut Scene) {
    let Some(mv) = touch::preview(game, context) else { return };
    let (size, square) = (mv.size(), mv.square());
    let pile = game.at(square);
    let top = pile.pieces().len();
    let shapes = match pile.top() {
        None => solid(size, 0.0, 0.5, layout.pieces),
        Some(below) if below > size => {
            let up = height(pile, top - 1) + step_up(below);
            solid(size, up, 0.62, layout.pieces)
        }
        Some(_) => glass(size, 0.62, layout.pieces),
    };
    let ghost = Item::new("ghost", "ghost", layout.ground(square)).scaled(layout.scale());
    scene.add(ghost.with_all(shapes));
    let grid = frame::room(game.occupied() | square.bit());
    if game.occupied() != 0 && grid != game.grid() {
        let (at, shape) = frame_around(grid, Style::stroke(Paint::Ink, 2.0).dashed().faded(0.7), layout);
        scene.add(Item::new("ghost", "ghost-frame", at).with(shape));
    }
}

/// A piece in the fan: solid if it counts, faint and dashed if it is hidden.
pub(super) fn beside(size: Size, counts: bool, pieces: PieceTheme) -> Vec<Shape> {
    if counts {
        return solid(size, 0.0, 1.0, pieces);
    }
    let mut shapes = solid(size, 0.0, 0.4, pieces);
    shapes.push(outline(size, 0.0, Style::stroke(Paint::Ink, 1.1).dashed()));
    shapes
}
