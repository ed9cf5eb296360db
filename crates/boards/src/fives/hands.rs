//! Draws what is around the board: the hands, the trophies for completed groups, and the diagram of swap rights.

use rules::Seat;
use rules::fives::{GROUPS_TO_WIN, Illegal, Move, PIECES_OF_A_SIZE, Position, Size};

use super::annotations::arrow_head;
use super::geometry::{Layout, Panel, towards};
use super::pieces::{WIDEST, foot, line, outline, pyramid};
use crate::draw_context::DrawContext;
use crate::look::PieceTheme;
use crate::paint::Paint;
use crate::scene::{Item, Scene, Shape, Spot, Style, Vec2};

/// The smallest distance between pieces in a hand, and how many are visible if even that does not fit all of them.
pub(super) const CLOSEST: f32 = 6.0;
const SEEN_CLOSE: u8 = 3;
/// The width that the number of pieces of a size needs beside them, with the margins.
pub(super) const NUMBER: f32 = 22.0;

/// The position of a piece of a size in a hand; the first one is 0.
pub(super) fn in_hand(panel: &Panel, size: Size, index: u8) -> Vec2 {
    let (wide, high) = panel.slot;
    let gaps = f32::from(PIECES_OF_A_SIZE - 1);
    let step = ((wide - NUMBER - WIDEST * panel.scale) / gaps).min(12.0 * panel.scale);
    let slot = panel.slots[size.index()];
    let down = high / 2.0 - 5.0 - foot(size) * panel.scale;
    // In little space, at most three are visible, and the number tells how many there are.
    let along = if step < CLOSEST {
        3.0 + (f32::from(index.min(SEEN_CLOSE - 1)) - 1.0) * CLOSEST
    } else {
        (f32::from(index) - gaps / 2.0) * step
    };
    Vec2::new(slot.x + 3.0 + along, slot.y + down)
}

/// All the hands, each in a panel that is outlined when its player is to move.
pub(super) fn add_hands(
    position: &Position,
    context: &DrawContext<Move, Illegal>,
    layout: &Layout,
    scene: &mut Scene,
) {
    for (number, panel) in layout.panels.iter().enumerate() {
        scene.add(tray(panel, position.turn().seat() == Some(panel.seat)));
        for size in Size::ALL {
            let picked = number == 0 && context.picked.contains(&Spot::Piece(size.index() as u8));
            add_pieces(panel, size, position.hand(panel.seat, size), picked, layout.pieces, scene);
        }
    }
}

fn tray(panel: &Panel, to_move: bool) -> Item {
    let seat = panel.seat.index();
    let (width, height) = panel.size;
    let surface = if to_move {
        Style::fill(Paint::soft(seat)).outlined(Paint::seat(seat), 2.4)
    } else {
        Style::fill(Paint::Board).outlined(Paint::Line, 0.8)
    };
    Item::new("board", format!("tray-{}", panel.seat), panel.middle).with(Shape::Rect(
        Vec2::default(),
        (width - 2.4, height - 2.4),
        10.0,
        surface,
    ))
}

fn add_pieces(panel: &Panel, size: Size, count: u8, picked: bool, pieces: PieceTheme, scene: &mut Scene) {
    let (seat, scale) = (panel.seat, panel.scale);
    let key = format!("hand-{seat}-{}", size.letter());
    if count == 0 {
        scene.add(
            Item::new("hand", format!("{key}-none"), in_hand(panel, size, 2)).with(outline(size, scale)),
        );
    }
    for index in 0..count {
        let at = in_hand(panel, size, index);
        // The piece that was picked up is lifted.
        let lifted = if picked && index + 1 == count { 7.0 } else { 0.0 };
        let item = Item::new("hand", format!("{key}-{index}"), Vec2::new(at.x, at.y - lifted));
        scene.add(item.with_all(pyramid(seat, size, scale, pieces)));
    }
    let slot = panel.slots[size.index()];
    let at = Vec2::new(slot.x - panel.slot.0 / 2.0 + 11.0, slot.y - panel.slot.1 / 2.0 + 13.0);
    let number = Shape::Text(Vec2::default(), 13.0, count.to_string(), Style::fill(Paint::Ink));
    scene.add(Item::new("hand", format!("{key}-count"), at).with(number));
}

/// Three places for each player, with a trophy for each group completed: five pips in the player's colour. The
/// trophy for a group just completed comes from where it was completed.
pub(super) fn add_trophies(
    position: &Position,
    layout: &Layout,
    completed: &[(Seat, Vec2)],
    scene: &mut Scene,
) {
    for (number, panel) in layout.panels.iter().enumerate() {
        let won = position.groups(panel.seat).min(GROUPS_TO_WIN);
        for (index, at) in (0..GROUPS_TO_WIN).zip(layout.trophies(number)) {
            let key = format!("{}-{index}", panel.seat);
            let paint = Paint::seat(panel.seat.index());
            let place = Style::fill(Paint::Board).outlined(paint, 1.2).dashed().faded(0.8);
            scene.add(Item::new("board", format!("place-{key}"), at).with(Shape::Circle(
                Vec2::default(),
                13.0,
                place,
            )));
            if index < won {
                let last = completed.iter().find(|(seat, _)| *seat == panel.seat && index + 1 == won);
                let trophy = Item::new("token", format!("trophy-{key}"), at).with_all(trophy(panel.seat));
                scene.add(trophy.coming_from(last.map(|&(_, from)| from)));
            }
        }
    }
}

fn trophy(seat: Seat) -> Vec<Shape> {
    let disc = Style::fill(Paint::seat(seat.index())).outlined(Paint::Token, 2.6);
    let pip = |(x, y): (f32, f32)| Shape::Circle(Vec2::new(x * 7.0, y * 7.0), 2.5, Style::fill(Paint::Board));
    let five = [(0.0, -1.0), (0.951, -0.309), (0.588, 0.809), (-0.588, 0.809), (-0.951, -0.309)];
    let mut shapes = vec![Shape::Circle(Vec2::default(), 14.0, disc)];
    shapes.extend(five.map(pip));
    shapes
}

/// The diagram of swap rights, in the free corner: from large to medium, to small, to large. A swap that lacks this
/// right points here.
pub(super) fn rights(layout: &Layout, context: &DrawContext<Move, Illegal>) -> Item {
    let refused = matches!(context.refused, Some(Illegal::NoRight(..)));
    let (class, paint) = if refused { ("glow", Paint::Refused) } else { ("board", Paint::Muted) };
    let mut item = Item::new(class, "rights", layout.corner(1.0, 1.0, 16.0, 17.0));
    if refused {
        let frame = "M14 -62V8a8 8 0 0 1 -8 8H-68Z";
        let style = Style::fill(Paint::Board).outlined(Paint::Refused, 3.0);
        item = item.with(Shape::Path(frame.to_owned(), style));
    }
    let place = |size: Size| match size {
        Size::Large => Vec2::new(-39.0, 1.0),
        Size::Medium => Vec2::new(-1.0, 1.0),
        Size::Small => Vec2::new(1.0, -38.0),
    };
    for size in Size::ALL {
        item = item.with_all(silhouette(place(size), size, paint));
        let (from, to) = (place(size), place(size.swaps_with()));
        let (x, y, _) = towards(from, to);
        let start = Vec2::new(from.x + x * 14.0, from.y + y * 14.0);
        let end = Vec2::new(to.x - x * 13.0, to.y - y * 13.0);
        let arrow = line(&[start, end], "") + &arrow_head(end, (x, y), 4.0);
        item = item.with(Shape::Path(arrow, Style::stroke(paint, 1.6)));
    }
    item
}

/// A small pyramid without a colour, with its pips.
fn silhouette(at: Vec2, size: Size, paint: Paint) -> Vec<Shape> {
    let (wide, high) = [(6.0, 10.0), (8.0, 16.0), (10.5, 22.0)][size.index()];
    let on = |x: f32, y: f32| Vec2::new(at.x + x, at.y + y);
    let body = line(&[on(0.0, -high / 2.0), on(-wide, high / 2.0), on(wide, high / 2.0)], "Z");
    let mut shapes = vec![Shape::Path(body, Style::fill(paint).outlined(paint, 1.5))];
    let pip = |x: f32| Shape::Circle(on(x, high / 2.0 - 2.6), 1.5, Style::fill(Paint::Board));
    let pips: &[f32] = [&[0.0][..], &[-2.6, 2.6], &[-4.8, 0.0, 4.8]][size.index()];
    shapes.extend(pips.iter().map(|&x| pip(x)));
    shapes
}
