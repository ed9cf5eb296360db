//! The trait that a game implements to be drawn, touched and described in words. Each game has its own file.

use rules::{Game, Lang};

use crate::draw_context::DrawContext;
use crate::names::Names;
use crate::notation::NotationPart;
use crate::scene::{Scene, Spot};

/// The spots to touch, in order, to make a move: at most three.
pub type TouchPath = Vec<Spot>;

/// A game that can be drawn and touched.
pub trait Drawable: Game {
    /// Draws the position with its touch targets. The caller fills in which targets are legal or picked, from the
    /// touch paths of the legal moves.
    fn draw(&self, context: &DrawContext<Self::Move, Self::Illegal>) -> Scene;

    /// The touch paths of a legal move, the usual one first. No path of a legal move is a prefix of another's.
    fn touch_paths(&self, mv: Self::Move) -> Vec<TouchPath>;

    /// The move, legal or not, that these touches ask for. It is used to ask the rules for the reason when the
    /// touches lead to no legal move. `None` if they do not make a whole move.
    fn intended_move(&self, touched: &[Spot]) -> Option<Self::Move>;

    /// The spots to highlight as the reason for a refusal, for example the board that the player was sent to or the
    /// group that would be too big.
    fn refusal_spots(&self, why: Self::Illegal) -> Vec<Spot>;

    /// Whether the refusal spots are where the piece should have gone instead. Red never marks such a place.
    fn shows_where_to_play(&self, _why: Self::Illegal) -> bool {
        false
    }

    /// The sentence for a touch that begins no move and asks for none: "Pick a piece first."
    fn say_no_move(&self, spot: Spot, lang: Lang) -> String;

    /// The accessible name of a spot: what it is and what is on it.
    fn spot_name(&self, spot: Spot, lang: Lang) -> String;

    /// The announcement for a spot that was just picked, without a full stop: "Small pyramid picked". Empty in games
    /// where one touch is a whole move.
    fn say_picked(&self, _spot: Spot, _lang: Lang) -> String {
        String::new()
    }

    /// The noun for the pieces beside the board, singular and plural: "size", "sizes".
    fn piece_nouns(_lang: Lang) -> [&'static str; 2] {
        [""; 2]
    }

    /// The noun for the places of the board, singular and plural: "square", "squares".
    fn place_nouns(_lang: Lang) -> [&'static str; 2] {
        [""; 2]
    }

    /// A move for a list of moves.
    fn notation(mv: Self::Move) -> Vec<NotationPart> {
        NotationPart::text(&mv)
    }

    /// Describes a move played here and what follows from it: "You play in the centre of the top-left board." It
    /// begins with the player and the verb, and says nothing about the end of the game.
    fn say_move(&self, mv: Self::Move, names: &Names, lang: Lang) -> String;

    /// Says whose turn it is and what they may do, while the game runs.
    fn say_turn(&self, names: &Names, lang: Lang) -> String;

    /// Says in a sentence what decided a finished game: "Three crosses in a row.", "5 boards to 3." `None` while the
    /// game runs.
    fn say_end_reason(&self, lang: Lang) -> Option<String>;
}
