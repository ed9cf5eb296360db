//! PLACEHOLDER, to be replaced by the helper who draws this game.
use crate::drawn::{Drawn, Path};
use crate::look::Look;
use crate::scene::{Scene, Spot};
use rules::cards::{Illegal, Move};
use rules::{Cards, Lang, Seat};
impl Drawn for Cards {
    fn draw(&self, _look: &Look<Move, Illegal>) -> Scene {
        Scene::new(100.0, 100.0)
    }
    fn paths(&self, _mv: Move) -> Vec<Path> {
        Vec::new()
    }
    fn meant(&self, _touched: &[Spot]) -> Option<Move> {
        None
    }
    fn shown(&self, _why: Illegal) -> Vec<Spot> {
        Vec::new()
    }
    fn first(&self, _spot: Spot, _lang: Lang) -> String {
        String::new()
    }
    fn name(&self, _spot: Spot, _lang: Lang) -> String {
        String::new()
    }
    fn say_move(&self, _mv: Move, _lang: Lang) -> String {
        String::new()
    }
    fn say_turn(&self, _lang: Lang) -> String {
        String::new()
    }
    fn seat_name(_seat: Seat, _lang: Lang) -> String {
        String::new()
    }
}
