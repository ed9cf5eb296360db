//! Keyboard navigation: the arrow keys move the focus from one touch target to the next.

use crate::scene::{Scene, Spot};

/// The direction of an arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];
}

/// The weight of the distance across the direction. It is low enough that the next row of a hexagon, half a target
/// aside, is nearer than the row after it, and high enough that straight neighbours of a square grid come before
/// diagonal ones.
const ACROSS_WEIGHT: f32 = 1.4;

/// The spot to which an arrow key moves the focus: the nearest in that direction, or `None` at the edge.
pub fn next_spot(scene: &Scene, from: Spot, direction: Direction) -> Option<Spot> {
    let start = scene.target(from)?.at;
    let far = |x: f32, y: f32| {
        let (dx, dy) = (x - start.x, y - start.y);
        let (along, across) = match direction {
            Direction::Left => (-dx, dy),
            Direction::Right => (dx, dy),
            Direction::Up => (-dy, dx),
            Direction::Down => (dy, dx),
        };
        // Half a unit forward is still the same row.
        (along > 0.5).then(|| along + ACROSS_WEIGHT * across.abs())
    };
    scene
        .targets
        .iter()
        .filter(|target| target.spot != from)
        .filter_map(|target| Some((far(target.at.x, target.at.y)?, target.spot)))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, spot)| spot)
}
