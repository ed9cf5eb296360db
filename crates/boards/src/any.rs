//! Drawing, touching and describing a game chosen at run time ([`AnyGame`]).

use rules::{AnyGame, AnyIllegal, AnyMove, Game, Lang, Say, Seat, match_game};

use crate::draw::Drawable;
use crate::draw_context::DrawContext;
use crate::material;
use crate::names::{Names, PlayerName};
use crate::notation::NotationPart;
use crate::overlay;
use crate::scene::{Scene, Spot};
use crate::touch::{self, TouchOutcome, TouchRefusal};

/// Draws a position.
pub fn draw(game: &AnyGame, context: &DrawContext<AnyMove, AnyIllegal>) -> Scene {
    match_game!(game, via, game => {
        let context = context.convert(|&mv| via!(open mv), |&why| via!(reason why));
        let mut scene = Scene { look: context.look, ..game.draw(&context) };
        material::add_plate(&mut scene);
        overlay::add_overlays(game, &context, scene)
    })
}

/// The result of touching `spot` when `picked` was touched before.
pub fn touch(game: &AnyGame, picked: &[Spot], spot: Spot) -> TouchOutcome<AnyMove, AnyIllegal> {
    match_game!(game, via, game => match touch::touch(game, picked, spot) {
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
        TouchRefusal::NoMove(spot) => match_game!(game, game => game.say_no_move(*spot, lang)),
    }
}

/// The spots that lead from the picked ones towards a legal move, sorted.
pub fn legal_spots(game: &AnyGame, picked: &[Spot]) -> Vec<Spot> {
    match_game!(game, game => touch::legal_spots(game, picked))
}

/// The touch paths of a move.
pub fn touch_paths(game: &AnyGame, mv: AnyMove) -> Vec<Vec<Spot>> {
    match_game!(game, via, game => via!(open mv).map_or_else(Vec::new, |mv| game.touch_paths(mv)))
}

/// The spots to highlight as the reason for a refusal.
pub fn refusal_spots(game: &AnyGame, why: AnyIllegal) -> Vec<Spot> {
    match_game!(game, via, game => via!(reason why).map_or_else(Vec::new, |why| game.refusal_spots(why)))
}

/// The accessible name of a spot: what it is and what is on it.
pub fn spot_name(game: &AnyGame, spot: Spot, lang: Lang) -> String {
    match_game!(game, game => game.spot_name(spot, lang))
}

/// A move for a list of moves.
pub fn notation(game: &AnyGame, mv: AnyMove) -> Vec<NotationPart> {
    fn of<G: Drawable>(_: &G, mv: G::Move) -> Vec<NotationPart> {
        G::notation(mv)
    }
    match_game!(game, via, game => via!(open mv).map_or_else(Vec::new, |mv| of(game, mv)))
}

/// A move for a sentence: its notation, with cards named.
pub fn move_text(game: &AnyGame, mv: AnyMove, lang: Lang) -> String {
    NotationPart::say(&notation(game, mv), lang)
}

/// Moves for a sentence, one after the other.
pub fn moves_text(game: &AnyGame, moves: &[AnyMove], lang: Lang) -> String {
    let texts: Vec<String> = moves.iter().map(|&mv| move_text(game, mv, lang)).collect();
    // Where a move is more than one word, commas separate the moves.
    texts.join(if texts.iter().any(|text| text.contains(' ')) { ", " } else { " " })
}

/// Describes a move and its consequences. `game` is the position before the move.
pub fn say_move(game: &AnyGame, mv: AnyMove, names: &Names, lang: Lang) -> String {
    match_game!(game, via, game => via!(open mv).map_or_else(String::new, |mv| game.say_move(mv, names, lang)))
}

/// Describes a move as advice to the player to move, with what decides the game if it ends it: "play in the
/// centre."
pub fn advise_move(game: &AnyGame, mv: AnyMove, lang: Lang) -> String {
    let mut players = vec![PlayerName::Side; usize::from(game.seats())];
    if let Some(player) = game.turn().seat().and_then(|seat| players.get_mut(seat.index())) {
        *player = PlayerName::You;
    }
    let sentence = say_move(game, mv, &Names::new(game.kind(), players), lang);
    // Without its subject the sentence is an imperative, in both languages.
    let action =
        sentence.strip_prefix("Vous ").or_else(|| sentence.strip_prefix("You ")).unwrap_or(&sentence);
    let mut after = game.clone();
    match after.play(mv).ok().and_then(|()| say_end_reason(&after, lang)) {
        Some(why) => format!("{action} {why}"),
        None => action.to_owned(),
    }
}

/// Says whose turn it is and what they may do, or how the game ended and why.
pub fn say_turn(game: &AnyGame, names: &Names, lang: Lang) -> String {
    match (game.turn().outcome(), say_end_reason(game, lang)) {
        (Some(outcome), Some(why)) => format!("{} {why}", names.result(outcome, lang)),
        (Some(outcome), None) => names.result(outcome, lang),
        (None, _) => match_game!(game, game => game.say_turn(names, lang)),
    }
}

/// Says what decided a finished game; `None` while it runs.
pub fn say_end_reason(game: &AnyGame, lang: Lang) -> Option<String> {
    match_game!(game, game => game.say_end_reason(lang))
}

/// What a game calls the player in a seat.
pub(crate) fn seat_name<G: Game>(seat: Seat, lang: Lang) -> &'static str {
    G::KIND.seat(seat).name.get(lang)
}
