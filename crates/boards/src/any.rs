//! Drawing, touching and describing a game chosen at run time ([`AnyGame`]).

use rules::{AnyGame, AnyIllegal, AnyMove, Game, Lang, Say, Seat, Turn};

use crate::draw::Drawable;
use crate::draw_context::DrawContext;
use crate::material;
use crate::overlay;
use crate::scene::{Scene, Spot};
use crate::touch::{self, TouchOutcome, TouchRefusal};

/// Runs an expression on the game inside an [`AnyGame`], with its variant at hand to wrap and unwrap moves.
macro_rules! each {
    ([$any:expr, $variant:ident, $position:ident, $body:expr]
        $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        match $any {
            $(AnyGame::$kind($position) => {
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
    ($any:expr, $variant:ident, $game:ident => $body:expr) => {
        rules::for_each_game!([each] $any, $variant, $game, $body)
    };
}

/// Draws a position.
pub fn draw(game: &AnyGame, context: &DrawContext<AnyMove, AnyIllegal>) -> Scene {
    each!(game, via, game => {
        let context = context.convert(|&mv| via!(open mv), |&why| via!(reason why));
        let mut scene = Scene { look: context.look, ..game.draw(&context) };
        material::add_plate(&mut scene);
        overlay::add_overlays(game, &context, scene)
    })
}

/// The result of touching `spot` when `picked` was touched before.
pub fn touch(game: &AnyGame, picked: &[Spot], spot: Spot) -> TouchOutcome<AnyMove, AnyIllegal> {
    each!(game, via, game => match touch::touch(game, picked, spot) {
        TouchOutcome::Picked(spots) => TouchOutcome::Picked(spots),
        TouchOutcome::Played(mv) => TouchOutcome::Played(via!(wrap mv)),
        TouchOutcome::Refused(TouchRefusal::Rule(why)) => TouchOutcome::Refused(TouchRefusal::Rule(via!(why why))),
        TouchOutcome::Refused(TouchRefusal::NoMove(spot)) => TouchOutcome::Refused(TouchRefusal::NoMove(spot)),
    })
}

/// The sentence for a refused touch.
pub fn say_refusal(game: &AnyGame, refusal: &TouchRefusal<AnyIllegal>, lang: Lang) -> String {
    match refusal {
        TouchRefusal::Rule(why) => why.say(lang),
        TouchRefusal::NoMove(spot) => each!(game, via, game => game.say_no_move(*spot, lang)),
    }
}

/// The spots that lead from the picked ones towards a legal move, sorted.
pub fn legal_spots(game: &AnyGame, picked: &[Spot]) -> Vec<Spot> {
    each!(game, via, game => touch::legal_spots(game, picked))
}

/// The touch paths of a move.
pub fn touch_paths(game: &AnyGame, mv: AnyMove) -> Vec<Vec<Spot>> {
    each!(game, via, game => via!(open mv).map_or_else(Vec::new, |mv| game.touch_paths(mv)))
}

/// The spots to highlight as the reason for a refusal.
pub fn refusal_spots(game: &AnyGame, why: AnyIllegal) -> Vec<Spot> {
    each!(game, via, game => via!(reason why).map_or_else(Vec::new, |why| game.refusal_spots(why)))
}

/// The accessible name of a spot: what it is and what is on it.
pub fn spot_name(game: &AnyGame, spot: Spot, lang: Lang) -> String {
    each!(game, via, game => game.spot_name(spot, lang))
}

/// Describes a move and its consequences. `game` is the position before the move.
pub fn say_move(game: &AnyGame, mv: AnyMove, lang: Lang) -> String {
    each!(game, via, game => via!(open mv).map_or_else(String::new, |mv| game.say_move(mv, lang)))
}

/// Says whose turn it is and what they may do, or how the game ended.
pub fn say_turn(game: &AnyGame, lang: Lang) -> String {
    each!(game, via, game => game.say_turn(lang))
}

/// Says why a finished game ended as it did, if the board does not show it.
pub fn say_end_reason(game: &AnyGame, lang: Lang) -> Option<String> {
    each!(game, via, game => game.say_end_reason(lang))
}

/// What a game calls the player in a seat.
pub(crate) fn seat_name<G: Game>(seat: Seat, lang: Lang) -> &'static str {
    G::KIND.seat(seat).name.get(lang)
}

/// "… wins." or "A draw.", with the name that the game gives its seats, and why: the end of every
/// [`Drawable::say_turn`].
pub(crate) fn say_over<G: Drawable>(game: &G, lang: Lang) -> Option<String> {
    let Turn::Over(outcome) = game.turn() else { return None };
    let said = match (outcome, lang) {
        (rules::Outcome::Draw, _) => outcome.say(lang),
        (rules::Outcome::Win(seat), Lang::Fr) => format!("{} gagne.", capital(seat_name::<G>(seat, lang))),
        (rules::Outcome::Win(seat), Lang::En) => format!("{} wins.", capital(seat_name::<G>(seat, lang))),
    };
    Some(match game.say_end_reason(lang) {
        Some(why) => format!("{said} {why}"),
        None => said,
    })
}

/// The text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
