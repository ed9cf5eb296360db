//! The ground: the frame around the squares that the imaginary grid can still reach, and the squares.
//!
//! The frame is dashed while the grid can still shift and solid once it is pinned. Squares that belong to every
//! possible grid are filled; other reachable squares are dashed; unreachable ones are dots.

use rules::Doh;
use rules::doh::{Illegal, Move};
use rules::frame::{self, Square, Squares};

use super::layout::Layout;
use crate::draw_context::DrawContext;
use crate::material;
use crate::paint::Paint;
use crate::scene::{Item, MIN_TEXT_SIZE, Scene, Shape, Spot, Style, TouchTarget, Vec2};

/// The squares that belong to every grid that contains `used`; at the start the centre, where the first piece goes.
fn certain_squares(used: Squares) -> Squares {
    let grids = (0..9).map(|i| 0b00111_00111_00111 << (i % 3 + 5 * (i / 3)));
    let used = if used == 0 { Square::CENTRE.bit() } else { used };
    grids.filter(|grid: &Squares| used & !grid == 0).fold(frame::room(0), |all, grid| all & grid)
}

/// The squares that the grid could reach before the last move, if there were more of them.
fn before(game: &Doh, last: Option<Move>) -> Option<Squares> {
    let square = last?.square();
    if game.at(square).pieces().len() != 1 {
        return None;
    }
    let grid = frame::room(game.occupied() & !square.bit());
    (grid != game.grid()).then_some(grid)
}

/// A frame around squares.
pub(super) fn frame_around(set: Squares, style: Style, layout: Layout) -> (Vec2, Shape) {
    let (middle, (width, height)) = layout.around(set);
    (middle, Shape::Rect(Vec2::default(), (width + 5.0, height + 5.0), 10.0, style))
}

/// Adds the frame and the squares, with their touch targets.
pub(super) fn add(game: &Doh, context: &DrawContext<Move, Illegal>, layout: Layout, scene: &mut Scene) {
    if let Some(grid) =
        // Where the board has grown, the former extent of the grid is no longer on it, and is not drawn.
        before(game, context.last_move)
            .filter(|_| context.picked.is_empty() && context.refused.is_none())
            .filter(|grid| grid & !layout.shown() == 0)
    {
        let style = Style::stroke(Paint::Line, 1.2).dashed().faded(0.55);
        let (at, shape) = frame_around(grid, style, layout);
        scene.add(Item::new("lost", "frame-before", at).with(shape));
    }
    let (at, shape) = frame_around(game.grid(), frame_style(layout), layout);
    let grain = material::grain(context.look, Vec2::default(), layout.around(game.grid()).1);
    scene.add(Item::new("frame", "frame", at).with(shape).with_all(grain));
    for square in layout.squares() {
        scene.add(cell(game, square, layout));
        let spot = Spot::Place(square.index() as u8);
        scene.targets.push(TouchTarget {
            spot,
            at: layout.middle(square),
            size: (layout.cell() - 2.0, layout.cell() - 2.0),
            name: super::words::spot_name(game, spot, context.lang),
            legal: false,
            picked: false,
        });
    }
}

fn frame_style(layout: Layout) -> Style {
    let board = Style::fill(Paint::Board);
    if layout.is_pinned() {
        board.outlined(Paint::Ink, 2.6)
    } else {
        board.outlined(Paint::Line, 1.8).dashed()
    }
}

fn cell(game: &Doh, square: Square, layout: Layout) -> Item {
    let side = |side: f32, style| Shape::Rect(Vec2::default(), (side, side), 8.0, style);
    let (bit, cell) = (square.bit(), layout.cell());
    let shape = if certain_squares(game.occupied()) & bit != 0 {
        side(cell - 4.0, Style::fill(Paint::Cell).outlined(Paint::Line, 1.4))
    } else if game.occupied() == 0 {
        side(cell - 8.0, Style::stroke(Paint::Line, 0.8).dashed().faded(0.35))
    } else if game.grid() & bit != 0 {
        side(cell - 6.0, Style::stroke(Paint::Line, 1.0).dashed().faded(0.8))
    } else {
        Shape::Circle(Vec2::default(), 2.0, Style::fill(Paint::Line).faded(0.45))
    };
    Item::new("cell", format!("cell-{square}"), layout.middle(square)).with(shape)
}

/// How far the name of a square is from its left edge.
pub(super) const NAME_INSET: f32 = 12.5;

/// The names of the squares, each in a corner that no pile covers.
pub(super) fn coordinates(layout: Layout) -> Item {
    let names = layout.squares().map(|square| {
        let (Vec2 { x, y }, half) = (layout.middle(square), layout.cell() / 2.0);
        let at = Vec2::new(x - half + NAME_INSET, y - half + NAME_INSET - 1.0);
        Shape::Text(at, MIN_TEXT_SIZE, square.to_string(), Style::fill(Paint::Muted))
    });
    Item::new("coordinates", "coordinates", Vec2::default()).with_all(names)
}
