//! The layout: the board, and the stash below it, or beside it where the picture is wide. The board is centred on the
//! squares that the grid can still reach, and grows as they become fewer.

use rules::Doh;
use rules::doh::{Illegal, Move, STASH, Size};
use rules::frame::{self, Square, Squares};

use super::pyramid::Dimensions;
use crate::draw_context::DrawContext;
use crate::look::PieceTheme;
use crate::scene::Vec2;

/// The side of a square while the grid floats.
pub(super) const CELL: f32 = 62.0;
const MARGIN: f32 = 5.0;
/// The side of the board with its margins.
pub(super) const BOARD: f32 = 5.0 * CELL + 2.0 * MARGIN;
/// How far below the centre of its square a pile stands.
pub(super) const GROUND: f32 = 19.0;
/// The width and height of a size's part of the stash.
const SLOT: (f32, f32) = (310.0 / 3.0, 90.0);
const WIDE_SLOT: (f32, f32) = (110.0, 310.0 / 3.0);
/// The distance between the pieces of a size in the stash.
const STEPS: [f32; 3] = [14.5, 12.5, 9.5];

/// The first and the last square of a rectangle of squares.
fn corners(set: Squares) -> (Square, Square) {
    let first = frame::squares(set).next().unwrap_or(Square::CENTRE);
    (first, frame::squares(set).last().unwrap_or(first))
}

/// How the scene is laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Whether the stash is beside the board.
    pub wide: bool,
    /// Whether the board is turned by half a turn.
    pub flipped: bool,
    /// How the pieces are made.
    pub pieces: PieceTheme,
    /// The first file and the first rank that the grid can reach.
    first: (u8, u8),
    /// How many files and ranks the grid can reach.
    count: (u8, u8),
}

impl Layout {
    /// The layout of a position.
    pub(super) fn new(game: &Doh, context: &DrawContext<Move, Illegal>) -> Layout {
        let layout = Layout::around_grid(game.grid(), context);
        match context.refused {
            // The reason for the refusal is drawn up to the refused square.
            Some(Illegal::Outside { square, .. }) if layout.shown() & square.bit() == 0 => {
                Layout::around_grid(frame::room(0), context)
            }
            _ => layout,
        }
    }

    /// The layout whose board is centred on the squares of `grid`, a rectangle.
    fn around_grid(grid: Squares, context: &DrawContext<Move, Illegal>) -> Layout {
        let (first, last) = corners(grid);
        Layout {
            wide: context.wide,
            flipped: context.flipped,
            pieces: context.look.pieces,
            first: (first.file(), first.rank()),
            count: (last.file() - first.file() + 1, last.rank() - first.rank() + 1),
        }
    }

    /// Whether the grid is pinned.
    pub(super) fn is_pinned(self) -> bool {
        self.count == (3, 3)
    }

    /// The squares that are shown: those that are entirely on the board.
    pub(super) fn squares(self) -> impl Iterator<Item = Square> {
        let (least, most) = (self.cell() / 2.0, BOARD - self.cell() / 2.0);
        let is_on_board = move |place: f32| place >= least && place <= most;
        Square::all().filter(move |&square| {
            let Vec2 { x, y } = self.middle(square);
            is_on_board(x) && is_on_board(y)
        })
    }

    /// The squares that are shown, as a set.
    pub(super) fn shown(self) -> Squares {
        self.squares().fold(0, |all, square| all | square.bit())
    }

    /// The side of a square.
    pub(super) fn cell(self) -> f32 {
        CELL * self.scale()
    }

    /// How much larger than on the floating grid squares and pieces are.
    pub(super) fn scale(self) -> f32 {
        5.0 / self.across()
    }

    /// How many squares are side by side on the board.
    fn across(self) -> f32 {
        f32::from(self.count.0.max(self.count.1))
    }

    /// The width and height of the scene.
    pub(super) fn size(self) -> (f32, f32) {
        if self.wide { (BOARD + SLOT.0 + 14.0, BOARD) } else { (BOARD, BOARD + SLOT.1 + MARGIN) }
    }

    /// The middle of a square.
    pub(super) fn middle(self, square: Square) -> Vec2 {
        // The distance, in squares, from the first edge of the board to the middle of the file or rank.
        let place = |index: u8, first: u8, count: u8| {
            let (index, count) = (f32::from(index) - f32::from(first), f32::from(count));
            let index = if self.flipped { count - 1.0 - index } else { index };
            (self.across() - count) / 2.0 + index + 0.5
        };
        let file = place(square.file(), self.first.0, self.count.0);
        let rank = place(square.rank(), self.first.1, self.count.1);
        Vec2::new(MARGIN + self.cell() * file, MARGIN + self.cell() * (self.across() - rank))
    }

    /// The position of the lowest piece of a pile.
    pub(super) fn ground(self, square: Square) -> Vec2 {
        let Vec2 { x, y } = self.middle(square);
        Vec2::new(x, y + GROUND * self.scale())
    }

    /// The middle, and the width and height, of a set of squares that is a rectangle.
    pub(super) fn around(self, set: Squares) -> (Vec2, (f32, f32)) {
        let (first, last) = corners(set);
        let (from, to) = (self.middle(first), self.middle(last));
        let middle = Vec2::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
        (middle, ((to.x - from.x).abs() + self.cell(), (to.y - from.y).abs() + self.cell()))
    }

    /// The squares from the top of the picture to its bottom, so that nearer piles are drawn later.
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
    pub(super) fn slot(self, size: Size) -> Vec2 {
        let (width, height) = self.slot_size();
        let nth = size.index() as f32 + 0.5;
        if self.wide {
            Vec2::new(BOARD + 4.0 + width / 2.0, MARGIN + height * nth)
        } else {
            Vec2::new(MARGIN + width * nth, BOARD + height / 2.0)
        }
    }

    /// The middle, and the width and height, of the stash.
    pub(super) fn tray(self) -> (Vec2, (f32, f32)) {
        let (width, height) = self.slot_size();
        let size = if self.wide { (width, 3.0 * height) } else { (3.0 * width, height) };
        (self.slot(Size::Medium), size)
    }

    /// The position in the stash of the piece with this number, from 0; those with higher numbers are in front.
    pub(super) fn in_stash(self, size: Size, number: u8) -> Vec2 {
        let Vec2 { x, y } = self.slot(size);
        let step = STEPS[size.index()];
        // The row is centred including the shadow that the first piece casts to the right.
        let row = step * f32::from(STASH - 1) + Dimensions::of(size).width * 1.16;
        let first = x - row / 2.0 + Dimensions::of(size).width / 2.0;
        Vec2::new(first + step * f32::from(number), y + 13.0)
    }
}
