//! Three Fives: pyramids on a hexagon of 19 points. Groups are seen and counted as they grow, a piece shows its
//! reach, and completed groups stand as trophies in the corners.

mod board;
mod geometry;
mod groups;
mod hands;
mod pieces;
mod signs;
mod touches;
mod words;

use rules::fives::{Illegal, Move, Point as Node, Size};
use rules::{Fives, Lang, Seat};

use self::geometry::{Layout, TOUCH};
use crate::drawn::{Drawn, Path};
use crate::look::Look;
use crate::scene::{Item, Place, Point, Scene, Spot};

impl Drawn for Fives {
    fn draw(&self, look: &Look<Move, Illegal>) -> Scene {
        let position = self.position();
        let layout = Layout::new(position, look);
        let mut scene = Scene { round: true, ..Scene::new(layout.width, layout.height) };
        scene.add(board::plate(&layout));
        groups::add_halos(position, &layout, &mut scene);
        scene.add(board::lines(&layout));
        scene.add(hands::rights(&layout, look));
        hands::add_hands(position, look, &layout, &mut scene);
        signs::add_ways(self, look, &layout, &mut scene);
        add_pieces(self, look, &layout, &mut scene);
        if look.coordinates {
            scene.add(board::coordinates(&layout));
        }
        groups::add_counts(position, signs::about_to_complete(self, look), &layout, &mut scene);
        signs::add_moves(self, look, &layout, &mut scene);
        signs::add_refusal(self, look, &layout, &mut scene);
        let taken = signs::taken(position, look.last);
        for &(seat, node) in &taken {
            scene.add(signs::celebration(seat, layout.node(node), node, position.at(node).is_some()));
        }
        let from: Vec<(Seat, Point)> = taken.iter().map(|&(seat, node)| (seat, layout.node(node))).collect();
        hands::add_trophies(position, &layout, &from, &mut scene);
        add_places(self, look, &layout, &mut scene);
        scene
    }

    fn paths(&self, mv: Move) -> Vec<Path> {
        touches::paths(self.position(), mv)
    }

    fn meant(&self, touched: &[Spot]) -> Option<Move> {
        touches::meant(self.position(), touched)
    }

    fn shown(&self, why: Illegal) -> Vec<Spot> {
        touches::shown(why)
    }

    fn first(&self, spot: Spot, lang: Lang) -> String {
        words::first(self, spot, lang)
    }

    fn name(&self, spot: Spot, lang: Lang) -> String {
        words::name(self, spot, lang)
    }

    fn say_picked(&self, spot: Spot, lang: Lang) -> String {
        words::say_picked(self, spot, lang)
    }

    fn pieces(lang: Lang) -> [&'static str; 2] {
        words::pieces(lang)
    }

    fn say_move(&self, mv: Move, lang: Lang) -> String {
        words::say_move(self, mv, lang)
    }

    fn say_turn(&self, lang: Lang) -> String {
        words::say_turn(self, lang)
    }

    fn seat_name(seat: Seat, lang: Lang) -> String {
        words::seat_name(seat, lang).to_owned()
    }
}

/// The pieces on the board, those lower on the picture in front. A piece has a key by its point, so one that has
/// just arrived is new there and comes from where it was.
fn add_pieces(game: &Fives, look: &Look<Move, Illegal>, layout: &Layout, scene: &mut Scene) {
    let mut nodes: Vec<Node> = Node::all().collect();
    nodes.sort_by(|&a, &b| layout.node(a).y.total_cmp(&layout.node(b).y));
    for node in nodes {
        let Some((seat, size)) = game.position().at(node) else { continue };
        let from = match look.last {
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
        scene.add(item.with_all(pieces::pyramid(seat, size, 1.0)));
    }
}

fn add_places(game: &Fives, look: &Look<Move, Illegal>, layout: &Layout, scene: &mut Scene) {
    let place = |spot, at, size, name| Place { spot, at, size, name, legal: false, picked: false };
    for node in Node::all() {
        let spot = touches::place(node);
        scene.places.push(place(spot, layout.node(node), TOUCH, game.name(spot, look.lang)));
    }
    let Some(panel) = layout.panels.first() else { return };
    for size in Size::ALL {
        let name = words::hand(game, panel.seat, size, look.lang);
        let (width, height) = panel.slot;
        let touch = (width - 4.0, height - 4.0);
        scene.places.push(place(touches::piece(size), panel.slots[size.index()], touch, name));
    }
}
