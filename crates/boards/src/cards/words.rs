//! The card game in words.

use rules::cards::{Card, Illegal, Move, Stage};
use rules::frame::{Square, room};
use rules::{Cards, Game, Lang, Seat, capitalized};

use crate::names::{DRAWS, Names, PLAYS, Verb};
use crate::scene::Spot;

const COVERS: Verb = Verb { fr: ["couvrez", "couvre", "couvrent"], en: ["cover", "covers"] };
const CANNOT: Verb = Verb { fr: ["ne pouvez", "ne peut", "ne peuvent"], en: ["cannot", "cannot"] };

/// The names written under the draw pile and the pot.
pub(super) fn stacks(lang: Lang) -> [&'static str; 2] {
    match lang {
        Lang::Fr => ["pioche", "pot"],
        Lang::En => ["draw", "discards"],
    }
}

/// A card in hand and its number of copies.
pub(super) fn in_hand(which: Card, copies: u8, lang: Lang) -> String {
    let name = capitalized(&which.name(lang));
    match (copies, lang) {
        (2.., Lang::Fr) => format!("{name}, {copies} en main"),
        (2.., Lang::En) => format!("{name}, {copies} in hand"),
        (_, Lang::Fr) => format!("{name}, en main"),
        (_, Lang::En) => format!("{name}, in hand"),
    }
}

/// A square of the frame and its contents.
pub(super) fn place(game: &Cards, square: Square, lang: Lang) -> String {
    let is_in = room(game.used()) & square.bit() != 0;
    let what = match (game.pile(square), lang) {
        (Some(pile), Lang::Fr) if pile.height() > 1 => {
            format!("{}, au sommet d’une pile de {} cartes", pile.top().name(lang), pile.height())
        }
        (Some(pile), Lang::En) if pile.height() > 1 => {
            format!("{}, top of a pile of {} cards", pile.top().name(lang), pile.height())
        }
        (Some(pile), _) => pile.top().name(lang),
        (None, Lang::Fr) if is_in => "vide".to_owned(),
        (None, Lang::En) if is_in => "empty".to_owned(),
        (None, Lang::Fr) => "hors de la grille".to_owned(),
        (None, Lang::En) => "outside the grid".to_owned(),
    };
    match lang {
        Lang::Fr => format!("Place {square}\u{a0}: {what}"),
        Lang::En => format!("Space {square}: {what}"),
    }
}

/// The announcement for a spot that was just picked.
pub(super) fn say_picked(spot: Spot, lang: Lang) -> String {
    match spot {
        Spot::Place(index) => Square::from_index(index).map_or_else(String::new, |square| match lang {
            Lang::Fr => format!("Place {square} choisie"),
            Lang::En => format!("Space {square} picked"),
        }),
        Spot::Piece(index) => Card::from_index(usize::from(index)).map_or_else(String::new, |which| {
            let name = capitalized(&which.name(lang));
            match (which.owner(), lang) {
                (Some(_), Lang::Fr) => format!("{name} pris"),
                (None, Lang::Fr) => format!("{name} prise"),
                (_, Lang::En) => format!("{name} picked"),
            }
        }),
    }
}

/// The noun for the places of the grid, singular and plural.
pub(super) const fn place_nouns(lang: Lang) -> [&'static str; 2] {
    match lang {
        Lang::Fr => ["place", "places"],
        Lang::En => ["space", "spaces"],
    }
}

/// The noun for the cards in hand, singular and plural.
pub(super) const fn piece_nouns(lang: Lang) -> [&'static str; 2] {
    match lang {
        Lang::Fr => ["carte", "cartes"],
        Lang::En => ["card", "cards"],
    }
}

/// What to do instead of a touch that begins no move.
pub(super) fn say_no_move(game: &Cards, spot: Spot, lang: Lang) -> String {
    let words = |fr: &str, en: &str| match lang {
        Lang::Fr => fr.to_owned(),
        Lang::En => en.to_owned(),
    };
    if game.turn().is_over() {
        return rules::Say::say(&Illegal::Over, lang);
    }
    if game.to_move().is_none() {
        return words("Une carte doit d’abord être piochée.", "A card must be drawn first.");
    }
    match spot {
        Spot::Piece(index) => match Card::from_index(usize::from(index)) {
            Some(Card::GREEN) if game.occupied() == 0 => words(
                "La grille est vide\u{a0}: la carte verte n’a rien à retirer.",
                "The grid is empty: the green card has nothing to remove.",
            ),
            Some(Card::YELLOW) => words(
                "La grille est vide\u{a0}: la carte jaune n’a rien à retirer.",
                "The grid is empty: the yellow card has nothing to remove.",
            ),
            Some(Card::GREEN) => words(
                "Aucune ligne de trois n’est complète\u{a0}: la carte verte n’a rien à retirer.",
                "No line of three is complete: the green card has nothing to remove.",
            ),
            _ => words(
                "Aucune place n’est libre, et aucune pile ne porte ce chiffre.",
                "No space is free, and no pile has this number.",
            ),
        },
        Spot::Place(index) => {
            let pile = Square::from_index(index).and_then(|square| game.pile(square));
            match (pile.and_then(|pile| pile.top().number()), lang) {
                (Some(number), Lang::Fr) => {
                    format!("Aucune carte en main ne va ici\u{a0}: il faut un {number}, ou une carte jaune.")
                }
                (Some(number), Lang::En) => {
                    let a = if matches!(number, 8 | 11 | 18) { "an" } else { "a" };
                    format!("No card in hand goes here: only {a} {number} or a yellow card does.")
                }
                (None, _) => words("Choisissez d’abord une carte.", "Pick a card first."),
            }
        }
    }
}

/// Whose turn it is and what they do.
pub(super) fn turn(game: &Cards, names: &Names, lang: Lang) -> String {
    match (game.stage(), lang) {
        (Stage::Deal(_), Lang::Fr) => "On distribue les cartes.".to_owned(),
        (Stage::Deal(_), Lang::En) => "The cards are being dealt.".to_owned(),
        (Stage::Play(seat), _) => format!("{}.", names.turn(seat, lang)),
        (Stage::Refill(seat), Lang::Fr) => format!("{} une carte.", names.does(seat, &DRAWS, lang)),
        (Stage::Refill(seat), Lang::En) => format!("{} a card.", names.does(seat, &DRAWS, lang)),
        (Stage::Blocked { mover, .. }, Lang::Fr) => {
            format!("{} rien jouer\u{a0}: chacun pioche une carte.", names.does(mover, &CANNOT, lang))
        }
        (Stage::Blocked { mover, .. }, Lang::En) => {
            format!("{} play anything: each player draws a card.", names.does(mover, &CANNOT, lang))
        }
        (Stage::Over(_), _) => String::new(),
    }
}

/// The tokens that decided the game.
pub(super) fn end_reason(game: &Cards, lang: Lang) -> Option<String> {
    game.turn().outcome()?;
    let (one, two) = (game.tokens(Seat::ONE), game.tokens(Seat::TWO));
    let (more, less) = (one.max(two), one.min(two));
    Some(match (more, lang) {
        (0 | 1, Lang::Fr) => format!("{more} jeton à {less}."),
        (_, Lang::Fr) => format!("{more} jetons à {less}."),
        (1, Lang::En) => format!("{more} token to {less}."),
        (_, Lang::En) => format!("{more} tokens to {less}."),
    })
}

/// What a move does, with what follows from it.
pub(super) fn say_move(game: &Cards, mv: Move, names: &Names, lang: Lang) -> String {
    let Some(who) = game.to_move().or_else(|| game.drawer()) else { return String::new() };
    let (plays, draws) = (names.does(who, &PLAYS, lang), names.does(who, &DRAWS, lang));
    let mut sentence = match (mv.is_draw(), mv.card(), mv.square()) {
        (true, Some(card), _) => format!("{draws} {}.", card.noun(lang)),
        (false, Some(card), Some(square)) => on_square(game, who, card, square, names, lang),
        (false, Some(_), None) => {
            let line = mv.to_string();
            let line = line.split('@').next_back().unwrap_or_default().replace('-', "–");
            match lang {
                Lang::Fr => format!("{plays} une carte verte\u{a0}: la ligne {line} est retirée."),
                Lang::En => format!("{plays} a green card: line {line} is removed."),
            }
        }
        (_, None, _) => match lang {
            Lang::Fr => format!("{draws} une carte."),
            Lang::En => format!("{draws} a card."),
        },
    };
    let mut after = *game;
    if after.play(mv).is_ok() && game.pot().next().is_some() && after.pot().next().is_none() {
        sentence += match lang {
            Lang::Fr => " Le pot est mélangé et devient la pioche.",
            Lang::En => " The discard pile is shuffled and becomes the draw pile.",
        };
    }
    sentence
}

/// Describes a card that is placed on a square or clears it.
fn on_square(game: &Cards, who: Seat, which: Card, square: Square, names: &Names, lang: Lang) -> String {
    let name = which.noun(lang);
    let below = game.pile(square);
    let (plays, covers) = (names.does(who, &PLAYS, lang), names.does(who, &COVERS, lang));
    let Some(owner) = which.owner() else {
        let cards = below.map_or(0, rules::cards::Pile::height);
        return match (cards, lang) {
            (2.., Lang::Fr) => {
                format!("{plays} {name}\u{a0}: la pile de {cards} cartes en {square} est retirée.")
            }
            (2.., Lang::En) => format!("{plays} {name}: the pile of {cards} cards on {square} is removed."),
            (_, Lang::Fr) => format!("{plays} {name}\u{a0}: la carte en {square} est retirée."),
            (_, Lang::En) => format!("{plays} {name}: the card on {square} is removed."),
        };
    };
    let mut sentence = match (below.map(|pile| pile.top().noun(lang)), lang) {
        (None, Lang::Fr) => format!("{plays} {name} en {square}."),
        (None, Lang::En) => format!("{plays} {name} on {square}."),
        (Some(below), Lang::Fr) => format!("{covers} {below} en {square} avec {name}."),
        (Some(below), Lang::En) => format!("{covers} {below} on {square} with {name}."),
    };
    let lines = game.lines_made(which, square).count();
    // A game ends with its last token, so one at least is left here.
    let tokens = lines.min(usize::from(game.tokens_left()));
    if lines > 0 {
        let owner = names.noun(owner, lang);
        sentence += &match (lines, tokens, lang) {
            (1, _, Lang::Fr) => format!(" Une ligne\u{a0}: un jeton pour {owner}\u{202f}!"),
            (1, _, Lang::En) => format!(" A line: a token for {owner}!"),
            (_, 1, Lang::Fr) => format!(" {lines} lignes\u{a0}: le dernier jeton pour {owner}\u{202f}!"),
            (_, 1, Lang::En) => format!(" {lines} lines: the last token for {owner}!"),
            (.., Lang::Fr) => format!(" {lines} lignes\u{a0}: {tokens} jetons pour {owner}\u{202f}!"),
            (.., Lang::En) => format!(" {lines} lines: {tokens} tokens for {owner}!"),
        };
    }
    sentence
}
