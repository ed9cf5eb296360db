//! Tic Tac Doh!: pyramids on an imaginary grid; the board shows which squares the grid can still include. The pieces
//! belong to no player, so only the status line shows whose turn it is.

mod fan;
mod ground;
mod layout;
mod piles;
mod pyramid;
mod reason;
mod stash;
mod words;

pub(crate) use piles::loose_pile;

use rules::doh::{Illegal, Move, Pile, Size};
use rules::frame::Square;
use rules::{Doh, Game, Lang};

use crate::draw::{Drawable, TouchPath};
use crate::draw_context::DrawContext;
use crate::names::Names;
use crate::scene::{Scene, Spot};
use layout::Layout;

impl Drawable for Doh {
    fn draw(&self, context: &DrawContext<Move, Illegal>) -> Scene {
        let layout = Layout::new(self, context);
        let (width, height) = layout.size();
        let mut scene = Scene::new(width, height);
        ground::add(self, context, layout, &mut scene);
        piles::add_lines(self, layout, &mut scene);
        if context.coordinates {
            scene.add(ground::coordinates(layout));
        }
        stash::add(self, context, layout, &mut scene);
        piles::add(self, context, layout, &mut scene);
        piles::add_ghost(self, context, layout, &mut scene);
        if let Some(why) = context.refused {
            reason::add(self, why, layout, &mut scene);
        }
        fan::add(self, context, layout, &mut scene);
        scene
    }

    fn touch_paths(&self, mv: Move) -> Vec<TouchPath> {
        let piece = Spot::Piece(mv.size().index() as u8);
        let place = Spot::Place(mv.square().index() as u8);
        vec![vec![piece, place], vec![place, piece]]
    }

    fn intended_move(&self, touched: &[Spot]) -> Option<Move> {
        match *touched {
            [Spot::Piece(piece), Spot::Place(place)] | [Spot::Place(place), Spot::Piece(piece)] => {
                Some(Move::new(*Size::ALL.get(usize::from(piece))?, Square::from_index(place)?))
            }
            // A pile that takes no more pieces has a separate explanation, which is longer than one refusal.
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

    fn refusal_spots(&self, why: Illegal) -> Vec<Spot> {
        words::refusal_spots(why)
    }

    fn shows_where_to_play(&self, why: Illegal) -> bool {
        matches!(why, Illegal::NotCentre)
    }

    fn say_no_move(&self, spot: Spot, lang: Lang) -> String {
        words::say_no_move(self, spot, lang)
    }

    fn spot_name(&self, spot: Spot, lang: Lang) -> String {
        words::spot_name(self, spot, lang)
    }

    fn say_picked(&self, spot: Spot, lang: Lang) -> String {
        words::say_picked(spot, lang)
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
