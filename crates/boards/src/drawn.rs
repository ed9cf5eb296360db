//! What every game does to be seen and touched: one file per game implements it.

use rules::{Game, Lang, Seat};

use crate::look::Look;
use crate::scene::{Scene, Spot};

/// A way of touching that makes a move: at most three spots.
pub type Path = Vec<Spot>;

/// A game that can be seen and touched.
pub trait Drawn: Game {
    /// The picture of the position, and the places that can be touched. Places need not say what is legal or
    /// picked: that is filled in afterwards from the paths of the legal moves.
    fn draw(&self, look: &Look<Self::Move, Self::Illegal>) -> Scene;

    /// The ways of touching that make a legal move, the usual one first. No path of a legal move is the
    /// beginning of another's.
    fn paths(&self, mv: Self::Move) -> Vec<Path>;

    /// The move that a person means who touches these spots, legal or not: what the rules are asked about when
    /// the touches lead to no legal move. `None` where they do not make a whole move.
    fn meant(&self, touched: &[Spot]) -> Option<Self::Move>;

    /// The spots that show the reason for a refusal: the board one was sent to, the group that would be too big.
    fn shown(&self, why: Self::Illegal) -> Vec<Spot>;

    /// What to do first, said when a touch begins nothing and is no move: "Pick a piece first."
    fn first(&self, spot: Spot, lang: Lang) -> String;

    /// What a spot is and what is there, in words.
    fn name(&self, spot: Spot, lang: Lang) -> String;

    /// What is said of a spot that was just picked, in words without a full stop: "Small pyramid picked". Nothing in
    /// games where one touch is a whole move.
    fn say_picked(&self, _spot: Spot, _lang: Lang) -> String {
        String::new()
    }

    /// What the pieces beside the board are called, one and several: "size", "sizes".
    fn pieces(_lang: Lang) -> [&'static str; 2] {
        [""; 2]
    }

    /// What a move played here does, in words, with what follows from it: "Cross plays the centre of the top left
    /// board; nought is sent to the centre board."
    fn say_move(&self, mv: Self::Move, lang: Lang) -> String;

    /// Whose turn it is and what they may do, in words.
    fn say_turn(&self, lang: Lang) -> String;

    /// Why a game that is over ended as it did, where the board does not show it, in words: "5 boards to 3."
    fn say_why(&self, _lang: Lang) -> Option<String> {
        None
    }

    /// What the player in a seat is called: "cross", "red".
    fn seat_name(seat: Seat, lang: Lang) -> String;
}
