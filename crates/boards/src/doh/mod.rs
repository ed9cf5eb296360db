//! Tic Tac Doh!: pyramids on a grid that exists only in the players' heads, of which the board shows what it can
//! still be. The pieces belong to nobody, so whose turn it is, is only said.

mod fan;
mod ground;
mod layout;
mod piles;
mod pyramid;
mod reason;
mod stash;
mod words;

use rules::doh::{Illegal, Move, Pile, Size};
use rules::frame::Square;
use rules::{Doh, Game, Lang, Seat};

use crate::drawn::{Drawn, Path};
use crate::look::Look;
use crate::scene::{Scene, Spot};
use layout::Layout;

impl Drawn for Doh {
    fn draw(&self, look: &Look<Move, Illegal>) -> Scene {
        let layout = Layout { wide: look.wide, flipped: look.flipped };
        let (width, height) = layout.size();
        let mut scene = Scene::new(width, height);
        ground::add(self, look, layout, &mut scene);
        piles::add_lines(self, layout, &mut scene);
        if look.coordinates {
            scene.add(ground::coordinates(layout));
        }
        stash::add(self, look, layout, &mut scene);
        piles::add(self, look, layout, &mut scene);
        piles::add_ghost(self, look, layout, &mut scene);
        if let Some(why) = look.refused {
            reason::add(self, why, layout, &mut scene);
        }
        fan::add(self, look, layout, &mut scene);
        scene
    }

    fn paths(&self, mv: Move) -> Vec<Path> {
        let piece = Spot::Piece(mv.size().index() as u8);
        let place = Spot::Place(mv.square().index() as u8);
        vec![vec![piece, place], vec![place, piece]]
    }

    fn meant(&self, touched: &[Spot]) -> Option<Move> {
        match *touched {
            [Spot::Piece(piece), Spot::Place(place)] | [Spot::Place(place), Spot::Piece(piece)] => {
                Some(Move::new(*Size::ALL.get(usize::from(piece))?, Square::from_index(place)?))
            }
            // Where a pile is touched that takes no more, there is more to say than one refusal.
            [Spot::Place(place)] => {
                let square = Square::from_index(place)?;
                let size = Size::ALL.into_iter().find(|&size| self.left(size) > 0).unwrap_or(Size::Small);
                (self.at(square) == Pile::Empty || self.turn().is_over()).then_some(Move::new(size, square))
            }
            [Spot::Piece(piece)] => {
                let size = *Size::ALL.get(usize::from(piece))?;
                let useless = self.left(size) == 0 || self.turn().is_over();
                useless.then_some(Move::new(size, Square::CENTRE))
            }
            _ => None,
        }
    }

    fn shown(&self, why: Illegal) -> Vec<Spot> {
        words::shown(why)
    }

    fn first(&self, spot: Spot, lang: Lang) -> String {
        words::first(self, spot, lang)
    }

    fn name(&self, spot: Spot, lang: Lang) -> String {
        words::name(self, spot, lang)
    }

    fn say_picked(&self, spot: Spot, lang: Lang) -> String {
        words::say_picked(spot, lang)
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
        words::seat_name(seat, lang)
    }
}
