//! The material of a board beyond its colours: what lies behind it, and the grain of wood.

use crate::look::{BoardTheme, Look};
use crate::paint::Paint;
use crate::scene::{Item, Scene, Shape, Style, Vec2};
use crate::svg::Num;

/// How far apart the lines of the grain are.
const SPACING: f32 = 9.0;
/// How far the grain stays away from the edge.
const INSET: f32 = 3.0;
/// How far each line bends up and down.
const BENDS: [f32; 7] = [2.4, -1.6, 3.2, -2.8, 1.2, -3.4, 2.0];

/// Puts a plate of the material behind a scene. Paper needs none, since it is the page itself.
pub(crate) fn add_plate(scene: &mut Scene) {
    if scene.look.board == BoardTheme::Paper {
        return;
    }
    let size = (scene.width, scene.height);
    let middle = Vec2::new(scene.width / 2.0, scene.height / 2.0);
    let plate = Item::new("board", "plate", middle).with(Shape::Rect(
        Vec2::default(),
        size,
        12.0,
        Style::fill(Paint::Ground),
    ));
    scene.items.insert(0, plate);
}

/// The grain of a rectangle around a point, if the board is of wood.
pub(crate) fn grain(look: Look, middle: Vec2, (width, height): (f32, f32)) -> Option<Shape> {
    if look.board != BoardTheme::Wood {
        return None;
    }
    let (left, run) = (Num(middle.x - width / 2.0 + INSET), Num((width - 2.0 * INSET) / 4.0));
    let half = Num(run.0 * 2.0);
    let lines = (height / SPACING) as usize;
    let line = |index: usize| {
        let y = middle.y - height / 2.0 + SPACING * (index as f32 + 0.5);
        let bend = Num(BENDS[index % BENDS.len()]);
        format!("M{left} {}q{run} {bend} {half} 0t{half} 0", Num(y))
    };
    Some(Shape::Path((0..lines).map(line).collect(), Style::stroke(Paint::Grain, 1.2)))
}
