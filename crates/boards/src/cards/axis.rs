//! How the squares of the frame share its width and its height.

use rules::Cards;
use rules::frame::{Square, room, squares};

use super::layout::{CELL, MIN_TARGET_WIDTH};

/// How many squares the grid has once it is pinned.
const PINNED: u32 = 9;

/// How the squares of the frame share its width or height: squares that the grid cannot reach shrink, and the others
/// grow. Once the grid is pinned, it fills the frame.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    /// The distance of the centre of each square from the centre of the frame.
    pub(super) middles: [f32; 5],
    pub(super) sizes: [f32; 5],
}

impl Axis {
    fn new(is_live: [bool; 5], size: f32, shrunk: f32) -> Axis {
        let live = is_live.iter().filter(|&&live| live).count().max(1) as f32;
        let grown = (5.0 * size - (5.0 - live) * shrunk) / live;
        let sizes = is_live.map(|live| if live { grown } else { shrunk });
        let mut start = -2.5 * size;
        let middles = sizes.map(|size| {
            start += size;
            start - size / 2.0
        });
        Axis { middles, sizes }
    }

    /// The axis of the files and that of the ranks.
    pub(super) fn files_and_ranks(game: &Cards) -> [Axis; 2] {
        let room = room(game.used());
        let is_live = |is_in: &dyn Fn(Square, u8) -> bool| {
            [0, 1, 2, 3, 4].map(|index| squares(room).any(|square| is_in(square, index)))
        };
        let files = is_live(&|square, index| square.file() == index);
        let ranks = is_live(&|square, index| square.rank() == index);
        let shrunk = if room.count_ones() == PINNED { 0.0 } else { MIN_TARGET_WIDTH };
        [Axis::new(files, CELL.0, shrunk), Axis::new(ranks, CELL.1, shrunk)]
    }

    /// How much larger than this size the largest squares are.
    pub(super) fn growth(&self, size: f32) -> f32 {
        self.sizes.iter().fold(0.0, |most: f32, &size| most.max(size)) / size
    }
}
