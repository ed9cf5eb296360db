//! Walking the places of a scene with the arrow keys.

use crate::scene::{Scene, Spot};

/// Where an arrow key points.
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

/// How much being off the axis counts: so little that the next row of a hexagon, half a place aside, is nearer than
/// the row after it, and so much that on a square grid straight on comes before diagonally.
const ASIDE: f32 = 1.4;

/// The place that an arrow key leads to from a spot: the nearest in that direction. `None` at the edge.
pub fn walk(scene: &Scene, from: Spot, direction: Direction) -> Option<Spot> {
    let start = scene.place(from)?.at;
    let far = |x: f32, y: f32| {
        let (dx, dy) = (x - start.x, y - start.y);
        let (along, across) = match direction {
            Direction::Left => (-dx, dy),
            Direction::Right => (dx, dy),
            Direction::Up => (-dy, dx),
            Direction::Down => (dy, dx),
        };
        // Half a unit forward is still the same row.
        (along > 0.5).then(|| along + ASIDE * across.abs())
    };
    scene
        .places
        .iter()
        .filter(|place| place.spot != from)
        .filter_map(|place| Some((far(place.at.x, place.at.y)?, place.spot)))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, spot)| spot)
}
