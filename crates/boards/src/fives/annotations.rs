//! Annotations on the board: the reach of a piece, swaps as arrows, the last move, the hovered move, and the reason for
//! a refusal.

use rules::fives::board::{self, points};
use rules::fives::{Fives, GROUP, Illegal, Move, Point as Node, Points, Position};
use rules::{Game, Seat};

use super::geometry::{Layout, towards};
use super::groups::{Badge, halo, number};
use super::pieces::{ghost, line};
use crate::draw_context::DrawContext;
use crate::paint::Paint;
use crate::scene::{Item, Scene, Shape, Spot, Style, Vec2};
use crate::svg::Num;
use crate::touch;

/// The two strokes of an arrow head that ends at a point and comes from a direction.
pub(super) fn arrow_head(end: Vec2, (x, y): (f32, f32), size: f32) -> String {
    let wing = |side: f32| Vec2::new(end.x - (x + y * side) * size, end.y - (y - x * side) * size);
    line(&[wing(0.8), end, wing(-0.8)], "")
}

/// Two arrows that bend around each other: two pieces change places.
fn swap_arrows(layout: &Layout, from: Node, to: Node, paint: Paint) -> Vec<Shape> {
    let one_way = |from: Vec2, to: Vec2| {
        let (x, y, length) = towards(from, to);
        let beside = |along: f32, aside: f32| {
            Vec2::new(from.x + x * along - y * aside, from.y + y * along + x * aside)
        };
        let (start, bend, end) =
            (beside(16.0, 12.0), beside(length / 2.0, 26.0), beside(length - 16.0, 12.0));
        let (hx, hy, _) = towards(bend, end);
        let curve = format!(
            "M{} {}Q{} {} {} {}",
            Num(start.x),
            Num(start.y),
            Num(bend.x),
            Num(bend.y),
            Num(end.x),
            Num(end.y)
        );
        curve + &arrow_head(end, (hx, hy), 7.0)
    };
    let (a, b) = (layout.node(from), layout.node(to));
    let d = one_way(a, b) + &one_way(b, a);
    vec![Shape::Path(d.clone(), Style::stroke(Paint::Board, 7.0)), Shape::Path(d, Style::stroke(paint, 3.4))]
}

/// A straight arrow from a point to another.
fn step_arrow(layout: &Layout, from: Node, to: Node, style: Style) -> Shape {
    Shape::Path(arrow(layout.node(from), layout.node(to), 20.0), style)
}

/// An arrow from a point to this far before another.
fn arrow(from: Vec2, to: Vec2, before: f32) -> String {
    let (x, y, _) = towards(from, to);
    let end = Vec2::new(to.x - x * before, to.y - y * before);
    line(&[from, end], "") + &arrow_head(end, (x, y), 8.0)
}

/// The pieces with which the mover's piece on a point may swap. The two orders of a swap of the mover's own pieces are
/// one move.
fn partners(game: &Fives, from: Node) -> Vec<Node> {
    let partner = |mv: Move| match mv {
        Move::Swap(a, b) if a == from => Some(b),
        Move::Swap(a, b) if b == from && game.position().at(a).map(|(seat, _)| seat) == game.to_move() => {
            game.position().at(b).filter(|(seat, _)| Some(*seat) == game.to_move()).map(|_| a)
        }
        _ => None,
    };
    game.moves().into_iter().filter_map(partner).collect()
}

fn picked_piece(game: &Fives, context: &DrawContext<Move, Illegal>) -> Option<Node> {
    let [Spot::Place(index)] = context.picked[..] else { return None };
    let node = Node::from_index(index)?;
    let (owner, _) = game.position().at(node)?;
    (game.to_move() == Some(owner)).then_some(node)
}

/// Below the pieces: where the picked piece may go, or the path of the last move.
pub(super) fn add_reach(
    game: &Fives,
    context: &DrawContext<Move, Illegal>,
    layout: &Layout,
    scene: &mut Scene,
) {
    let five = about_to_complete(game, context);
    if let Some(seat) = game.to_move().filter(|_| five != 0) {
        let shapes = halo(layout, five, Paint::soft(seat.index()), Paint::Win, 50.0);
        scene.add(Item::new("ghost", "ghost-five", Vec2::default()).with_all(shapes));
    }
    if let Some(from) = picked_piece(game, context) {
        let at = layout.node(from);
        let mut reach = Item::new("reach", format!("reach-{from}"), Vec2::default());
        let ends: Vec<Vec2> = points(game.position().step_points(from)).map(|to| layout.node(to)).collect();
        let ways: String = ends.iter().map(|&to| line(&[at, to], "")).collect();
        if !ways.is_empty() {
            reach = reach.with(Shape::Path(ways, Style::stroke(Paint::Legal, 5.0).faded(0.55)));
        }
        let foot = Style::fill(Paint::Board).outlined(Paint::Legal, 3.0);
        reach = reach.with(Shape::Circle(at, 27.0, foot));
        let dot = Style::fill(Paint::Legal).outlined(Paint::Board, 2.0);
        scene.add(reach.with_all(ends.into_iter().map(|to| Shape::Circle(to, 9.0, dot))));
    } else if let Some(Move::Step(from, to)) = context.last_move {
        let style = Style::stroke(Paint::Last, 4.0).faded(0.8);
        let way = step_arrow(layout, from, to, style);
        scene.add(Item::new("marker", format!("way-{from}-{to}"), Vec2::default()).with(way));
    }
}

/// Above the pieces: the possible swaps of the picked piece, the last swap, and the hovered move.
pub(super) fn add_moves(
    game: &Fives,
    context: &DrawContext<Move, Illegal>,
    layout: &Layout,
    scene: &mut Scene,
) {
    let preview = touch::preview(game, context);
    let arrows = |class, a: Node, b: Node, paint| {
        let key = format!("{class}-swap-{a}-{b}");
        Item::new(class, key, Vec2::default()).with_all(swap_arrows(layout, a, b, paint))
    };
    if let Some(from) = picked_piece(game, context) {
        for to in partners(game, from) {
            scene.add(arrows("reach", from, to, Paint::Legal));
        }
    } else if let Some(Move::Swap(from, to)) = context.last_move {
        scene.add(arrows("marker", from, to, Paint::Last));
    }
    let (Some(mv), Some(seat)) = (preview, game.to_move()) else { return };
    let five = about_to_complete(game, context);
    if five != 0 {
        scene.add(number(layout, five, GROUP, Badge::Five, "ghost-count".to_owned()));
    }
    let (size, to) = match mv {
        Move::Drop(size, to) => (Some(size), to),
        Move::Step(from, to) => (game.position().at(from).map(|(_, size)| size), to),
        Move::Swap(from, to) => {
            scene.add(arrows("ghost", from, to, Paint::seat(seat.index())));
            return;
        }
    };
    if let Some(size) = size {
        let shapes = ghost(seat, size, Paint::seat(seat.index()));
        scene.add(Item::new("ghost", "ghost", layout.node(to)).with_all(shapes));
    }
}

fn faded(shape: Shape) -> Shape {
    match shape {
        Shape::Path(d, style) => Shape::Path(d, style.faded(0.35)),
        other => other,
    }
}

/// The mover's group of five that the move under the pointer would complete; nothing if it would not.
pub(super) fn about_to_complete(game: &Fives, context: &DrawContext<Move, Illegal>) -> Points {
    let (Some(mv), Some(seat)) = (touch::preview(game, context), game.to_move()) else { return 0 };
    let (gone, to) = match mv {
        Move::Drop(_, to) => (0, to),
        Move::Step(from, to) | Move::Swap(from, to) => (from.bit(), to),
    };
    let group = board::group(game.position().pieces(seat) & !gone, to);
    if group.count_ones() == GROUP { group } else { 0 }
}

/// Draws the reason for a refusal: the blocked way or the group that would be too big.
pub(super) fn add_refusal(
    game: &Fives,
    context: &DrawContext<Move, Illegal>,
    layout: &Layout,
    scene: &mut Scene,
) {
    let Some(why) = context.refused else { return };
    let item = Item::new("glow", "refusal", Vec2::default());
    let dashed = Style::stroke(Paint::Refused, 3.5).dashed();
    match why {
        Illegal::InTheWay(from, to, blocker) => {
            let at = layout.node(blocker);
            let cross = format!(
                "{}{}",
                line(&[Vec2::new(at.x - 12.0, at.y - 12.0), Vec2::new(at.x + 12.0, at.y + 12.0)], ""),
                line(&[Vec2::new(at.x + 12.0, at.y - 12.0), Vec2::new(at.x - 12.0, at.y + 12.0)], "")
            );
            let item = item.with(step_arrow(layout, from, to, dashed));
            scene.add(
                item.with(Shape::Path(cross.clone(), Style::stroke(Paint::Board, 9.0)))
                    .with(Shape::Path(cross, Style::stroke(Paint::Refused, 5.0))),
            );
        }
        Illegal::TooFar(size, from, to) => {
            let (a, b) = (layout.node(from), layout.node(to));
            let (x, y, _) = towards(a, b);
            let far = super::geometry::STEP * f32::from(size.reach());
            let limit = Vec2::new(a.x + x * far, a.y + y * far);
            let stop =
                [1.0, -1.0].map(|side| Vec2::new(limit.x - y * 15.0 * side, limit.y + x * 15.0 * side));
            scene.add(
                item.with(Shape::Path(line(&[a, limit], ""), Style::stroke(Paint::Legal, 5.0)))
                    .with(Shape::Path(arrow(limit, b, 20.0), dashed))
                    .with(Shape::Path(line(&stop, ""), Style::stroke(Paint::Refused, 5.0))),
            );
        }
        Illegal::NotInLine(from, to) | Illegal::NotNeighbours(from, to) => {
            scene.add(item.with(step_arrow(layout, from, to, dashed)));
        }
        Illegal::NoRight(_, other) => {
            // The refusal does not name the touched piece, but it applies to every neighbour of that size.
            let Some(from) = picked_piece(game, context) else { return };
            let at = |node: &Node| game.position().at(*node);
            let refused =
                |to: &Node| at(to).is_some_and(|(seat, size)| Some(seat) != game.to_move() && size == other);
            let arrows = points(from.neighbours()).filter(refused);
            scene.add(item.with_all(arrows.flat_map(|to| swap_arrows(layout, from, to, Paint::Refused))));
        }
        Illegal::SameSize(from, to, _) => {
            scene.add(item.with_all(swap_arrows(layout, from, to, Paint::Refused)));
        }
        Illegal::TooMany(seat, group) => {
            let shapes = halo(layout, group, Paint::Refused, Paint::None, 9.0);
            scene.add(item.with_all(shapes.into_iter().map(faded)));
            // The arriving piece is the one too many, so it gets the number.
            let arriving = |node: &Node| game.position().at(*node).is_none_or(|(owner, _)| owner != seat);
            if let Some(node) = points(group).find(arriving) {
                let disc = Style::fill(Paint::Board).outlined(Paint::Refused, 3.5).dashed();
                let count = group.count_ones().to_string();
                scene.add(
                    Item::new("glow", "too-many", layout.node(node))
                        .with(Shape::Circle(Vec2::default(), 18.0, disc))
                        .with(Shape::Text(Vec2::default(), 22.0, count, Style::fill(Paint::Refused))),
                );
            }
        }
        _ => {}
    }
}

/// The groups that the last move completed and that were taken off: their owners, and the point where the piece
/// arrived. A won game leaves its last groups on the board.
pub(super) fn completed_groups(position: &Position, last: Option<Move>) -> Vec<(Seat, Node)> {
    let Some(mv) = last else { return Vec::new() };
    let arrived = match mv {
        Move::Drop(_, to) | Move::Step(_, to) => vec![to],
        Move::Swap(from, to) => vec![to, from],
    };
    let count = position.options().players();
    let five = position.last_groups();
    let Some(turn) = position.turn().seat() else {
        let standing = arrived.into_iter().filter(|node| five & node.bit() != 0);
        return standing.filter_map(|node| Some((position.at(node)?.0, node))).collect();
    };
    // The position does not tell who moved. The mover's piece arrived, so search backwards from the seat to move for
    // one that has a group; the other piece of a swap, if it is still there, is not the mover's.
    let gone = arrived.iter().filter(|node| position.at(**node).is_none());
    let before =
        |seat: &Seat| std::iter::successors(Some(*seat), |seat| Some(previous(*seat, count))).skip(1);
    let stands: Vec<Seat> =
        arrived.iter().filter_map(|&node| position.at(node)).map(|(seat, _)| seat).collect();
    let candidates: Vec<Seat> = before(&turn)
        .take(usize::from(count))
        .filter(|seat| position.groups(*seat) > 0 && !stands.contains(seat))
        .collect();
    gone.zip(candidates).map(|(&node, seat)| (seat, node)).collect()
}

fn previous(seat: Seat, count: u8) -> Seat {
    Seat::from_index((seat.index() as u8 + count - 1) % count)
}

/// Rays where a group of five was completed, around its number if it was taken off. They stay if the group has won the
/// game.
pub(super) fn celebration(seat: Seat, at: Vec2, node: Node, stands: bool, has_won: bool) -> Item {
    let ray = |index: usize| {
        let angle = index as f32 * std::f32::consts::TAU / 10.0;
        let reach = if index.is_multiple_of(2) { 42.0 } else { 37.0 };
        let on = |radius: f32| Vec2::new(angle.sin() * radius, -angle.cos() * radius);
        line(&[on(31.0), on(reach)], "")
    };
    let rays: String = (0..10).map(ray).collect();
    let disc = Style::fill(Paint::soft(seat.index())).outlined(Paint::seat(seat.index()), 2.5);
    let (class, paint) = if has_won { ("win", Paint::Win) } else { ("celebrate", Paint::Token) };
    let item =
        Item::new(class, format!("celebrate-{node}"), at).with(Shape::Path(rays, Style::stroke(paint, 4.0)));
    if stands {
        return item;
    }
    item.with(Shape::Circle(Vec2::default(), 20.0, disc)).with(Shape::Text(
        Vec2::default(),
        24.0,
        GROUP.to_string(),
        Style::fill(Paint::Ink),
    ))
}
