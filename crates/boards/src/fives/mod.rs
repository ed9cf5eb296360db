//! Three Fives: pyramids on a hexagon of 19 points. Groups are seen and counted as they grow, a piece shows its
//! reach, and completed groups stand as trophies in the corners.

mod annotations;
mod board;
mod geometry;
mod groups;
mod hands;
mod pieces;
mod touches;
mod words;

pub(crate) use pieces::pyramid;
pub(crate) use words::coloured_piece;

use rules::fives::{Illegal, Move, Point as Node, Size};
use rules::{Fives, Game, Lang, Seat, Viewer};

use self::geometry::{Layout, TOUCH};
use crate::draw::{Drawable, TouchPath};
use crate::draw_context::DrawContext;
use crate::names::Names;
use crate::scene::{Item, Scene, Spot, TouchTarget, Vec2};

impl Drawable for Fives {
    fn draw(&self, context: &DrawContext<Move, Illegal>) -> Scene {
        let position = self.position();
        let layout = Layout::new(position, context);
        let mut scene = Scene { round: true, ..Scene::new(layout.width, layout.height) };
        scene.add(board::plate(&layout, context.look));
        groups::add_halos(position, &layout, &mut scene);
        scene.add(board::lines(&layout));
        scene.add(hands::rights(&layout, context));
        hands::add_hands(position, context, &layout, &mut scene);
        annotations::add_reach(self, context, &layout, &mut scene);
        add_pieces(self, context, &layout, &mut scene);
        if context.coordinates {
            scene.add(board::coordinates(&layout));
        }
        groups::add_counts(position, annotations::about_to_complete(self, context), &layout, &mut scene);
        annotations::add_moves(self, context, &layout, &mut scene);
        annotations::add_refusal(self, context, &layout, &mut scene);
        let completed = annotations::completed_groups(position, context.last_move);
        for &(seat, node) in &completed {
            let (stands, has_won) = (position.at(node).is_some(), self.turn().is_over());
            scene.add(annotations::celebration(seat, layout.node(node), node, stands, has_won));
        }
        let from: Vec<(Seat, Vec2)> =
            completed.iter().map(|&(seat, node)| (seat, layout.node(node))).collect();
        hands::add_trophies(position, &layout, &from, &mut scene);
        add_places(self, context, &layout, &mut scene);
        scene
    }

    fn touch_paths(&self, mv: Move) -> Vec<TouchPath> {
        touches::touch_paths(self.position(), mv)
    }

    fn intended_move(&self, touched: &[Spot]) -> Option<Move> {
        touches::intended_move(self.position(), touched)
    }

    fn refusal_spots(&self, why: Illegal) -> Vec<Spot> {
        touches::refusal_spots(why)
    }

    fn say_no_move(&self, spot: Spot, lang: Lang) -> String {
        words::say_no_move(self, spot, lang)
    }

    fn spot_name(&self, spot: Spot, lang: Lang) -> String {
        words::spot_name(self, spot, lang)
    }

    fn say_picked(&self, spot: Spot, lang: Lang) -> String {
        words::say_picked(self, spot, lang)
    }

    fn piece_nouns(lang: Lang) -> [&'static str; 2] {
        words::piece_nouns(lang)
    }

    fn place_nouns(lang: Lang) -> [&'static str; 2] {
        words::place_nouns(lang)
    }

    fn say_move(&self, mv: Move, names: &Names, lang: Lang) -> String {
        words::say_move(self, mv, names, lang)
    }

    fn say_turn(&self, names: &Names, lang: Lang) -> String {
        words::say_turn(self, names, lang)
    }

    fn say_end_reason(&self, lang: Lang) -> Option<String> {
        words::end_reason(self, lang)
    }
}

/// The pieces on the board, lower ones in front. The key of a piece is its point, so a piece that has just arrived is a
/// new item that comes from its old point.
fn add_pieces(game: &Fives, context: &DrawContext<Move, Illegal>, layout: &Layout, scene: &mut Scene) {
    let mut nodes: Vec<Node> = Node::all().collect();
    nodes.sort_by(|&a, &b| layout.node(a).y.total_cmp(&layout.node(b).y));
    for node in nodes {
        let Some((seat, size)) = game.position().at(node) else { continue };
        let from = match context.last_move {
            Some(Move::Drop(_, to)) if to == node => layout
                .panel(seat)
                .map(|(_, panel)| hands::in_hand(panel, size, game.position().hand(seat, size))),
            Some(Move::Step(from, to)) if to == node => Some(layout.node(from)),
            Some(Move::Swap(a, b)) if a == node => Some(layout.node(b)),
            Some(Move::Swap(a, b)) if b == node => Some(layout.node(a)),
            _ => None,
        };
        let key = format!("piece-{node}-{seat}{}", size.letter());
        let item = Item::new("piece", key, layout.node(node)).coming_from(from);
        scene.add(item.with_all(pyramid(seat, size, 1.0, layout.pieces)));
    }
}

fn add_places(game: &Fives, context: &DrawContext<Move, Illegal>, layout: &Layout, scene: &mut Scene) {
    let place = |spot, at, size, name| TouchTarget { spot, at, size, name, legal: false, picked: false };
    for node in Node::all() {
        let spot = touches::place(node);
        scene.targets.push(place(spot, layout.node(node), TOUCH, game.spot_name(spot, context.lang)));
    }
    let Some(panel) = layout.panels.first() else { return };
    let is_own = context.viewer == Viewer::Seat(panel.seat);
    for size in Size::ALL {
        let name = words::hand(game, panel.seat, is_own, size, context.lang);
        let (width, height) = panel.slot;
        let touch = (width - 4.0, height - 4.0);
        scene.targets.push(place(touches::piece(size), panel.slots[size.index()], touch, name));
    }
}
