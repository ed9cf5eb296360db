//! The stash that all players share: five pieces of each size, as they stand, and how many are left.

use rules::Doh;
use rules::doh::{Illegal, Move, STASH, Size};

use super::layout::Layout;
use super::pyramid::{shadow, solid};
use crate::draw_context::DrawContext;
use crate::paint::Paint;
use crate::scene::{Item, Scene, Shape, Spot, Style, TouchTarget, Vec2};

/// How far a piece is lifted when it is picked.
const LIFT: f32 = 8.0;

/// Adds the stash, with its touch targets.
pub(super) fn add(game: &Doh, context: &DrawContext<Move, Illegal>, layout: Layout, scene: &mut Scene) {
    let (at, (width, height)) = layout.tray();
    let tray = Style::fill(Paint::Board).outlined(Paint::Line, 1.0);
    scene.add(Item::new("hand", "tray", at).with(Shape::Rect(
        Vec2::default(),
        (width, height - 4.0),
        12.0,
        tray,
    )));
    for size in Size::ALL {
        let spot = Spot::Piece(size.index() as u8);
        let at = layout.slot(size);
        let (width, height) = layout.slot_size();
        let count = format!("×\u{202f}{}", game.left(size));
        let below = Vec2::new(0.0, height / 2.0 - 14.0);
        let text = Shape::Text(below, 13.0, count, Style::fill(Paint::Ink));
        scene.add(Item::new("hand", format!("count-{size}"), at).with(text));
        // The dots of used pieces are drawn first, behind the remaining pieces.
        for number in (game.left(size)..STASH).chain(0..game.left(size)) {
            scene.add(piece(game, context, layout, size, number));
        }
        scene.targets.push(TouchTarget {
            spot,
            at,
            size: (width - 6.0, height - 10.0),
            name: super::words::spot_name(game, spot, context.lang),
            legal: false,
            picked: false,
        });
    }
}

/// A piece in the stash, or a dot where one was.
fn piece(game: &Doh, context: &DrawContext<Move, Illegal>, layout: Layout, size: Size, number: u8) -> Item {
    let mut at = layout.in_stash(size, number);
    let left = game.left(size);
    if number >= left {
        let gone = Shape::Circle(Vec2::default(), 1.8, Style::fill(Paint::Line).faded(0.6));
        return Item::new("hand", format!("gone-{size}-{number}"), at).with(gone);
    }
    let first = number + 1 == left;
    let lift = if first && context.picked.contains(&Spot::Piece(size.index() as u8)) { LIFT } else { 0.0 };
    at.y -= lift;
    let item = Item::new("hand", format!("stash-{size}-{number}"), at);
    let item = if first { item.with(shadow(size, lift)) } else { item };
    item.with_all(solid(size, 0.0, 1.0, layout.pieces))
}
