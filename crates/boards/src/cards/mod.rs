//! Tic Tac Toe, the card game: cards on a floating grid, two hands, a draw pile, a pot and tokens.
//!
//! Unknown cards are drawn as backs. The caller must redact the position for its viewer first.

mod axis;
mod explain;
mod face;
mod grid;
mod hands;
mod last_move;
mod layout;
pub(crate) mod notation;
mod touches;
mod words;

pub(crate) use grid::loose_pile;

use rules::cards::{Card, Illegal, Move};
use rules::frame::Square;
use rules::{Cards, Lang, Seat};

use crate::draw::{Drawable, TouchPath};
use crate::draw_context::DrawContext;
use crate::names::Names;
use crate::notation::NotationPart;
use crate::scene::{Scene, Spot};

impl Drawable for Cards {
    fn draw(&self, context: &DrawContext<Move, Illegal>) -> Scene {
        let layout = layout::Layout::new(self, context);
        let mut scene = Scene::new(layout.width, layout.height);
        grid::add_frame(&mut scene, self, &layout, context);
        hands::add_stacks(&mut scene, self, &layout, context);
        explain::add_ribbons(&mut scene, self, &layout, context);
        grid::add_piles(&mut scene, self, &layout, context);
        hands::add_squares(&mut scene, self, &layout, context);
        hands::add_hands(&mut scene, self, &layout, context);
        hands::add_players(&mut scene, self, &layout, context);
        explain::add_marks(&mut scene, self, &layout, context);
        grid::add_heights(&mut scene, self, &layout);
        scene
    }

    fn touch_paths(&self, mv: Move) -> Vec<TouchPath> {
        touches::touch_paths(self, mv)
    }

    fn intended_move(&self, touched: &[Spot]) -> Option<Move> {
        touches::intended_move(self, touched)
    }

    fn refusal_spots(&self, why: Illegal) -> Vec<Spot> {
        touches::refusal_spots(why)
    }

    fn shows_where_to_play(&self, why: Illegal) -> bool {
        matches!(why, Illegal::NotCentre(_))
    }

    fn say_no_move(&self, spot: Spot, lang: Lang) -> String {
        words::say_no_move(self, spot, lang)
    }

    fn spot_name(&self, spot: Spot, lang: Lang) -> String {
        match spot {
            Spot::Place(index) => {
                Square::from_index(index).map_or_else(String::new, |square| words::place(self, square, lang))
            }
            Spot::Piece(index) => Card::from_index(usize::from(index)).map_or_else(String::new, |card| {
                let holder = layout::holder(self, Seat::ONE);
                let copies = holder.map_or(0, |seat| self.hand(seat).filter(|&held| held == card).count());
                words::in_hand(card, copies as u8, lang)
            }),
        }
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

    fn notation(mv: Move) -> Vec<NotationPart> {
        notation::notation(mv)
    }

    fn say_move(&self, mv: Move, names: &Names, lang: Lang) -> String {
        words::say_move(self, mv, names, lang)
    }

    fn say_turn(&self, names: &Names, lang: Lang) -> String {
        words::turn(self, names, lang)
    }

    fn say_end_reason(&self, lang: Lang) -> Option<String> {
        words::end_reason(self, lang)
    }
}
