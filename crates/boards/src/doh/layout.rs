//! The layout: the 5×5 frame, and the stash below it, or beside it where the picture is wide. Once the grid is pinned,
//! its nine squares fill the frame.

use rules::Doh;
use rules::doh::{Illegal, Move, STASH, Size};
use rules::frame::{self, Square, Squares};

use super::pyramid::Dimensions;
use crate::draw_context::DrawContext;
use crate::look::PieceTheme;
use crate::scene::Point;

/// The side of a square while the grid floats.
const CELL: f32 = 62.0;
/// How many squares the grid has once it is pinned.
const PINNED: u32 = 9;
const MARGIN: f32 = 5.0;
/// The side of the frame with its margins.
pub(super) const BOARD: f32 = 5.0 * CELL + 2.0 * MARGIN;
/// How far below the middle of its square a pile stands.
const GROUND: f32 = 19.0;
/// The width and height of a size's part of the stash.
const SLOT: (f32, f32) = (310.0 / 3.0, 90.0);
const WIDE_SLOT: (f32, f32) = (110.0, 310.0 / 3.0);
/// How far apart the pieces of a size stand in the stash.
const STEPS: [f32; 3] = [14.5, 12.5, 9.5];

/// How the scene is laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Whether the stash is beside the board.
    pub wide: bool,
    /// Whether the board is turned by half a turn.
    pub flipped: bool,
    /// How the pieces are made.
    pub pieces: PieceTheme,
    /// The grid, once it is pinned.
    pinned: Option<Squares>,
}

impl Layout {
    /// The layout of a position.
    pub(super) fn new(game: &Doh, context: &DrawContext<Move, Illegal>) -> Layout {
        Layout {
            wide: context.wide,
            flipped: context.flipped,
            pieces: context.look.pieces,
            pinned: Some(game.grid()).filter(|grid| grid.count_ones() == PINNED),
        }
    }

    /// Whether the grid is pinned, so that only its squares are shown.
    pub(super) fn is_pinned(self) -> bool {
        self.pinned.is_some()
    }

    /// The squares that are shown.
    pub(super) fn squares(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |square| self.pinned.is_none_or(|grid| grid & square.bit() != 0))
    }

    /// The side of a square.
    pub(super) fn cell(self) -> f32 {
        CELL * self.scale()
    }

    /// How much larger than on the floating grid squares and pieces are.
    pub(super) fn scale(self) -> f32 {
        if self.is_pinned() { 5.0 / 3.0 } else { 1.0 }
    }

    /// The width and height of the scene.
    pub(super) fn size(self) -> (f32, f32) {
        if self.wide { (BOARD + SLOT.0 + 14.0, BOARD) } else { (BOARD, BOARD + SLOT.1 + MARGIN) }
    }

    /// The middle of a square.
    pub(super) fn middle(self, square: Square) -> Point {
        let first = self.pinned.and_then(|grid| frame::squares(grid).next());
        let (first_file, first_rank) = first.map_or((0, 0), |first| (first.file(), first.rank()));
        let last = if self.is_pinned() { 2.0 } else { 4.0 };
        let turn = |index: u8, first: u8| {
            let index = f32::from(index) - f32::from(first);
            if self.flipped { last - index } else { index }
        };
        let (file, rank) = (turn(square.file(), first_file), turn(square.rank(), first_rank));
        Point::new(MARGIN + self.cell() * (file + 0.5), MARGIN + self.cell() * (last + 0.5 - rank))
    }

    /// Where the lowest piece of a pile stands.
    pub(super) fn ground(self, square: Square) -> Point {
        let Point { x, y } = self.middle(square);
        Point::new(x, y + GROUND * self.scale())
    }

    /// The middle, and the width and height, of a set of squares that is a rectangle.
    pub(super) fn around(self, set: Squares) -> (Point, (f32, f32)) {
        let first = frame::squares(set).next().unwrap_or(Square::CENTRE);
        let last = frame::squares(set).last().unwrap_or(Square::CENTRE);
        let (from, to) = (self.middle(first), self.middle(last));
        let middle = Point::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
        (middle, ((to.x - from.x).abs() + self.cell(), (to.y - from.y).abs() + self.cell()))
    }

    /// The squares from the top of the picture to its bottom, so that what stands nearer is drawn later.
    pub(super) fn back_to_front(self) -> Vec<Square> {
        let mut squares: Vec<Square> = self.squares().collect();
        squares.sort_by(|&a, &b| self.middle(a).y.total_cmp(&self.middle(b).y));
        squares
    }

    /// The width and height of a size's part of the stash.
    pub(super) fn slot_size(self) -> (f32, f32) {
        if self.wide { WIDE_SLOT } else { SLOT }
    }

    /// The middle of a size's part of the stash.
    pub(super) fn slot(self, size: Size) -> Point {
        let (width, height) = self.slot_size();
        let nth = size.index() as f32 + 0.5;
        if self.wide {
            Point::new(BOARD + 4.0 + width / 2.0, MARGIN + height * nth)
        } else {
            Point::new(MARGIN + width * nth, BOARD + height / 2.0)
        }
    }

    /// The middle, and the width and height, of the stash.
    pub(super) fn tray(self) -> (Point, (f32, f32)) {
        let (width, height) = self.slot_size();
        let size = if self.wide { (width, 3.0 * height) } else { (3.0 * width, height) };
        (self.slot(Size::Medium), size)
    }

    /// Where the piece with this number, from 0, stands in the stash: those with higher numbers in front.
    pub(super) fn in_stash(self, size: Size, number: u8) -> Point {
        let Point { x, y } = self.slot(size);
        let step = STEPS[size.index()];
        // The row stands in the middle with the shadow that the first piece casts to the right.
        let row = step * f32::from(STASH - 1) + Dimensions::of(size).width * 1.16;
        let first = x - row / 2.0 + Dimensions::of(size).width / 2.0;
        Point::new(first + step * f32::from(number), y + 13.0)
    }
}
