//! The layout: the points of the hexagon, the hands around it and the trophies in its corners.
//!
//! ```text
//! upright: the hands of the others        wide: ┌─────┐  the hands
//!            ⬡ with the trophies                │  ⬡  │  of the others
//!            in the four corners                └─────┘  your hand    
//!          your hand    
//! ```

use rules::fives::{Illegal, Move, Point as Node, Position};
use rules::{Seat, Turn, Viewer};

use super::hands::{CLOSEST, NUMBER};
use super::pieces::{TALLEST, WIDEST};
use crate::draw_context::DrawContext;
use crate::look::PieceTheme;
use crate::scene::Vec2;

/// The distance between two points of a row.
pub(super) const STEP: f32 = 71.0;
/// The distance between two rows.
const RISE: f32 = STEP * 0.866;
/// The distance from the centre of the board to its corners.
pub(super) const RADIUS: f32 = 179.0;
/// The distance from the centre of the board to its edges.
pub(super) const APOTHEM: f32 = RADIUS * 0.866;
/// The size of a point's touch target.
pub(super) const TOUCH: (f32, f32) = (62.0, 60.0);

const GAP: f32 = 4.0;
const OWN: f32 = 70.0;
const OTHER: f32 = 48.0;
const COLUMN: f32 = 116.0;
/// The height of the numbers of the columns.
const NUMBERS: f32 = 12.0;

/// The layout of a player's hand.
pub(super) struct Panel {
    pub(super) seat: Seat,
    pub(super) middle: Vec2,
    pub(super) size: (f32, f32),
    /// The centres of the slots for small, medium and large pieces, and the size of these slots.
    pub(super) slots: [Vec2; 3],
    pub(super) slot: (f32, f32),
    /// How much smaller than on the board the pieces are.
    pub(super) scale: f32,
}

impl Panel {
    fn new(seat: Seat, corner: Vec2, size: (f32, f32), wide: bool) -> Panel {
        let (width, height) = size;
        let slot = if wide { (width, height / 3.0) } else { (width / 3.0, height) };
        let along = |index: f32| {
            let (across, down) = if wide { (0.0, index) } else { (index, 0.0) };
            Vec2::new(corner.x + slot.0 * (across + 0.5), corner.y + slot.1 * (down + 0.5))
        };
        Panel {
            seat,
            middle: Vec2::new(corner.x + width / 2.0, corner.y + height / 2.0),
            size,
            slots: [along(0.0), along(1.0), along(2.0)],
            slot,
            // Where all pieces do not fit beside their number, three of them do.
            scale: ((slot.1 - 9.0) / TALLEST).min((slot.0 - NUMBER - 2.0 * CLOSEST) / WIDEST).min(1.0),
        }
    }
}

/// The positions of everything in a scene. The first panel is the one that can be touched.
pub(super) struct Layout {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) centre: Vec2,
    pub(super) panels: Vec<Panel>,
    /// How the pieces are made.
    pub(super) pieces: PieceTheme,
    flipped: bool,
}

impl Layout {
    pub(super) fn new(position: &Position, context: &DrawContext<Move, Illegal>) -> Layout {
        let seats = seats_around(position, context);
        let others = seats.len() as f32 - 1.0;
        let side = RADIUS * 2.0 + 2.0;
        // The numbers of the columns stand below the board, or above it if it is rotated. Their space is reserved even
        // without them: a page arrives with coordinates in its picture, and nothing moves when the reader has them off.
        let (above, below) = if context.flipped { (NUMBERS, 0.0) } else { (0.0, NUMBERS) };
        let (width, height, centre) = if context.wide {
            let height = 2.0 * APOTHEM + 2.0 * GAP + above + below;
            (side + COLUMN + 2.0 * GAP, height, Vec2::new(side / 2.0, GAP + above + APOTHEM))
        } else {
            let top = 2.0 * GAP + OTHER + above;
            let height = top + 2.0 * APOTHEM + 2.0 * GAP + OWN + below;
            (side, height, Vec2::new(side / 2.0, top + APOTHEM))
        };
        let panel = |(index, &seat): (usize, &Seat)| {
            let left = if context.wide { side + GAP } else { GAP };
            let room = if context.wide { COLUMN } else { side - 2.0 * GAP };
            let share = (room - GAP * (others - 1.0)) / others;
            match index {
                0 => {
                    let high = if context.wide { 174.0 } else { OWN };
                    let corner = Vec2::new(left, height - GAP - high);
                    Panel::new(seat, corner, (room, high), context.wide)
                }
                _ => {
                    let high = if context.wide { 132.0 } else { OTHER };
                    let corner = Vec2::new(left + (share + GAP) * (index as f32 - 1.0), GAP);
                    Panel::new(seat, corner, (share, high), context.wide)
                }
            }
        };
        let panels = seats.iter().enumerate().map(panel).collect();
        Layout { width, height, centre, panels, pieces: context.look.pieces, flipped: context.flipped }
    }

    /// Where a point of the board is.
    pub(super) fn node(&self, node: Node) -> Vec2 {
        let (row, column) = (f32::from(node.row()) - 2.0, f32::from(node.column()) - 3.0);
        self.turned((column - row / 2.0) * STEP, -row * RISE)
    }

    /// The point at this offset from the middle of the board, rotated with the board.
    pub(super) fn turned(&self, x: f32, y: f32) -> Vec2 {
        let sign = if self.flipped { -1.0 } else { 1.0 };
        Vec2::new(self.centre.x + sign * x, self.centre.y + sign * y)
    }

    /// Where the trophies of the player with this panel stand: in a corner that the hexagon leaves free.
    pub(super) fn trophies(&self, panel: usize) -> [Vec2; 3] {
        let (right, down) = [(-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)][panel % 3];
        [(0.0, 0.0), (31.0, 0.0), (0.0, 31.0)].map(|(x, y)| self.corner(right, down, 16.0 + x, 15.0 + y))
    }

    /// A point this far inwards from a corner of the rectangle around the board.
    pub(super) fn corner(&self, right: f32, down: f32, x: f32, y: f32) -> Vec2 {
        Vec2::new(self.centre.x + right * (RADIUS - x), self.centre.y + down * (APOTHEM - y))
    }

    /// The panel of a seat, with its number.
    pub(super) fn panel(&self, seat: Seat) -> Option<(usize, &Panel)> {
        self.panels.iter().enumerate().find(|(_, panel)| panel.seat == seat)
    }
}

/// The seats in turn order, starting with the one whose hand is nearest: the player who may touch the board, else the
/// viewer.
fn seats_around(position: &Position, context: &DrawContext<Move, Illegal>) -> Vec<Seat> {
    let count = position.options().players();
    let mover = position.turn().seat();
    let first = match (context.viewer, position.turn()) {
        (_, Turn::Seat(mover)) if context.interactive => mover,
        (Viewer::Seat(seat), _) if seat.index() < usize::from(count) => seat,
        _ => mover.unwrap_or(Seat::ONE),
    };
    std::iter::successors(Some(first), |seat| Some(seat.next(count))).take(usize::from(count)).collect()
}

/// The unit vector from one point to another, and their distance.
pub(super) fn towards(from: Vec2, to: Vec2) -> (f32, f32, f32) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(0.01);
    (dx / length, dy / length, length)
}
