//! Tic Tac Toe, the card game: cards on a floating grid, two hands, a draw pile, a pot and tokens.
//!
//! A position is drawn as far as it is known: hidden cards are backs, so whoever looks must have been given a
//! position that was redacted for them.

mod explain;
mod face;
mod grid;
mod hands;
mod happened;
mod layout;
mod touches;
mod words;

use rules::cards::{Card, Illegal, Move};
use rules::frame::Square;
use rules::{Cards, Lang, Seat};

use crate::drawn::{Drawn, Path};
use crate::look::Look;
use crate::scene::{Scene, Spot};

impl Drawn for Cards {
    fn draw(&self, look: &Look<Move, Illegal>) -> Scene {
        let layout = layout::Layout::new(self, look);
        let mut scene = Scene::new(layout.width, layout.height);
        grid::add_frame(&mut scene, self, &layout, look);
        hands::add_stacks(&mut scene, self, &layout, look);
        explain::add_ribbons(&mut scene, self, &layout, look);
        grid::add_piles(&mut scene, self, &layout, look);
        hands::add_squares(&mut scene, self, &layout, look);
        hands::add_hands(&mut scene, self, &layout, look);
        hands::add_players(&mut scene, self, &layout, look);
        explain::add_marks(&mut scene, self, &layout, look);
        grid::add_heights(&mut scene, self, &layout);
        scene
    }

    fn paths(&self, mv: Move) -> Vec<Path> {
        touches::paths(self, mv)
    }

    fn meant(&self, touched: &[Spot]) -> Option<Move> {
        touches::meant(self, touched)
    }

    fn shown(&self, why: Illegal) -> Vec<Spot> {
        touches::shown(why)
    }

    fn first(&self, spot: Spot, lang: Lang) -> String {
        words::first(self, spot, lang)
    }

    fn name(&self, spot: Spot, lang: Lang) -> String {
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

    fn pieces(lang: Lang) -> [&'static str; 2] {
        words::pieces(lang)
    }

    fn say_move(&self, mv: Move, lang: Lang) -> String {
        words::say_move(self, mv, lang)
    }

    fn say_turn(&self, lang: Lang) -> String {
        words::turn(self, lang)
    }

    fn seat_name(seat: Seat, lang: Lang) -> String {
        words::seat(seat, lang).to_owned()
    }
}
