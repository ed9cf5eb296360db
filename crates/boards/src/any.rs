//! The same for a game chosen at run time.

use rules::{AnyGame, AnyIllegal, AnyMove, Kind, Lang, Seat};
use rules::{Say, Turn};

use crate::drawn::Drawn;
use crate::look::Look;
use crate::overlay;
use crate::scene::{Scene, Spot};
use crate::touch::{self, Refusal, Touched};

/// Runs an expression on the game inside an [`AnyGame`], with its variant at hand to wrap and unwrap moves.
macro_rules! each {
    ($any:expr, $variant:ident, $game:ident => $body:expr) => {
        each!(@ $any, $variant, $game, $body, Morpion Super Doh Cards Fives)
    };
    (@ $any:expr, $variant:ident, $game:ident, $body:expr, $($kind:ident)*) => {
        match $any {
            $(AnyGame::$kind($game) => {
                #[allow(unused_macros, reason = "not every use wraps or unwraps")]
                macro_rules! $variant {
                    (wrap $mv:expr) => { AnyMove::$kind($mv) };
                    (why $why:expr) => { AnyIllegal::$kind($why) };
                    (open $mv:expr) => { match $mv { AnyMove::$kind(mv) => Some(mv), _ => None } };
                    (reason $why:expr) => { match $why { AnyIllegal::$kind(why) => Some(why), _ => None } };
                }
                $body
            })*
        }
    };
}

/// The picture of a position.
pub fn draw(game: &AnyGame, look: &Look<AnyMove, AnyIllegal>) -> Scene {
    each!(game, via, game => {
        let look = look.convert(|&mv| via!(open mv), |&why| via!(reason why));
        overlay::finish(game, &look, game.draw(&look))
    })
}

/// What comes of touching `spot` when `picked` was touched before.
pub fn touch(game: &AnyGame, picked: &[Spot], spot: Spot) -> Touched<AnyMove, AnyIllegal> {
    each!(game, via, game => match touch::touch(game, picked, spot) {
        Touched::Picked(spots) => Touched::Picked(spots),
        Touched::Played(mv) => Touched::Played(via!(wrap mv)),
        Touched::Refused(Refusal::Rule(why)) => Touched::Refused(Refusal::Rule(via!(why why))),
        Touched::Refused(Refusal::First(spot)) => Touched::Refused(Refusal::First(spot)),
    })
}

/// The sentence for a refusal.
pub fn say_refusal(game: &AnyGame, refusal: &Refusal<AnyIllegal>, lang: Lang) -> String {
    match refusal {
        Refusal::Rule(why) => why.say(lang),
        Refusal::First(spot) => each!(game, via, game => game.first(*spot, lang)),
    }
}

/// The spots that lead on from what is picked, sorted.
pub fn legal_spots(game: &AnyGame, picked: &[Spot]) -> Vec<Spot> {
    each!(game, via, game => touch::legal_spots(game, picked))
}

/// The ways of touching that make a move.
pub fn paths(game: &AnyGame, mv: AnyMove) -> Vec<Vec<Spot>> {
    each!(game, via, game => via!(open mv).map_or_else(Vec::new, |mv| game.paths(mv)))
}

/// The spots that show the reason for a refusal.
pub fn shown(game: &AnyGame, why: AnyIllegal) -> Vec<Spot> {
    each!(game, via, game => via!(reason why).map_or_else(Vec::new, |why| game.shown(why)))
}

/// What a spot is and what is there, in words.
pub fn name(game: &AnyGame, spot: Spot, lang: Lang) -> String {
    each!(game, via, game => game.name(spot, lang))
}

/// What a move played here does, in words. `game` is the position before the move.
pub fn say_move(game: &AnyGame, mv: AnyMove, lang: Lang) -> String {
    each!(game, via, game => via!(open mv).map_or_else(String::new, |mv| game.say_move(mv, lang)))
}

/// Whose turn it is and what they may do, or how it ended, in words.
pub fn say_turn(game: &AnyGame, lang: Lang) -> String {
    each!(game, via, game => game.say_turn(lang))
}

/// Why a game that is over ended as it did, where the board does not show it, in words.
pub fn say_why(game: &AnyGame, lang: Lang) -> Option<String> {
    each!(game, via, game => game.say_why(lang))
}

/// What the player in a seat is called.
pub fn seat_name(kind: Kind, seat: Seat, lang: Lang) -> String {
    rules::with_game!(kind, G => G::seat_name(seat, lang))
}

/// "… wins." or "A draw.", with the name that the game gives its seats, and why: the end of every
/// [`Drawn::say_turn`].
pub(crate) fn say_over<G: Drawn>(game: &G, lang: Lang) -> Option<String> {
    let Turn::Over(outcome) = game.turn() else { return None };
    let said = match (outcome, lang) {
        (rules::Outcome::Draw, _) => outcome.say(lang),
        (rules::Outcome::Win(seat), Lang::Fr) => format!("{} gagne.", capital(&G::seat_name(seat, lang))),
        (rules::Outcome::Win(seat), Lang::En) => format!("{} wins.", capital(&G::seat_name(seat, lang))),
    };
    Some(match game.say_why(lang) {
        Some(why) => format!("{said} {why}"),
        None => said,
    })
}

/// The text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
