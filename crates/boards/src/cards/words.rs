//! The card game in words.

use rules::cards::{Card, Move, Stage};
use rules::frame::{Square, room};
use rules::{Cards, Game, Lang, Seat};

use crate::any::{self, capital, say_over};
use crate::scene::Spot;

/// "red" and "blue".
pub(super) fn seat(seat: Seat, lang: Lang) -> &'static str {
    any::seat_name::<Cards>(seat, lang)
}

/// The names written under the draw pile and the pot.
pub(super) fn stacks(lang: Lang) -> [&'static str; 2] {
    match lang {
        Lang::Fr => ["pioche", "pot"],
        Lang::En => ["pile", "pot"],
    }
}

/// "red 5", "yellow card".
fn card(card: Card, lang: Lang) -> String {
    match (card.owner(), card.number(), lang) {
        (Some(owner), Some(number), Lang::Fr) => format!("{number} {}", seat(owner, lang)),
        (Some(owner), Some(number), Lang::En) => format!("{} {number}", seat(owner, lang)),
        (_, _, Lang::Fr) if card == Card::YELLOW => "carte jaune".to_owned(),
        (_, _, Lang::En) if card == Card::YELLOW => "yellow card".to_owned(),
        (_, _, Lang::Fr) => "carte verte".to_owned(),
        (_, _, Lang::En) => "green card".to_owned(),
    }
}

/// "the red 5", "a yellow card": as a card is named in a sentence.
fn a_card(which: Card, lang: Lang) -> String {
    let name = card(which, lang);
    match (which.owner(), lang) {
        (Some(_), Lang::Fr) => format!("le {name}"),
        (None, Lang::Fr) => format!("une {name}"),
        (Some(_), Lang::En) => format!("the {name}"),
        (None, Lang::En) => format!("a {name}"),
    }
}

/// A card in hand and how many of it there are.
pub(super) fn in_hand(which: Card, copies: u8, lang: Lang) -> String {
    let name = capital(&card(which, lang));
    match (copies, lang) {
        (2.., Lang::Fr) => format!("{name}, {copies} en main"),
        (2.., Lang::En) => format!("{name}, {copies} in hand"),
        (_, Lang::Fr) => format!("{name}, en main"),
        (_, Lang::En) => format!("{name}, in hand"),
    }
}

/// A place of the frame and what is there.
pub(super) fn place(game: &Cards, square: Square, lang: Lang) -> String {
    let is_in = room(game.used()) & square.bit() != 0;
    let what = match (game.pile(square), lang) {
        (Some(pile), Lang::Fr) if pile.height() > 1 => {
            format!("{}, sur une pile de {} cartes", card(pile.top(), lang), pile.height())
        }
        (Some(pile), Lang::En) if pile.height() > 1 => {
            format!("{}, on top of {} cards", card(pile.top(), lang), pile.height())
        }
        (Some(pile), _) => card(pile.top(), lang),
        (None, Lang::Fr) if is_in => "vide".to_owned(),
        (None, Lang::En) if is_in => "empty".to_owned(),
        (None, Lang::Fr) => "hors de la grille".to_owned(),
        (None, Lang::En) => "outside the grid".to_owned(),
    };
    match lang {
        Lang::Fr => format!("Place {square}\u{a0}: {what}"),
        Lang::En => format!("Place {square}: {what}"),
    }
}

/// The announcement for a spot that was just picked.
pub(super) fn say_picked(spot: Spot, lang: Lang) -> String {
    match spot {
        Spot::Place(index) => Square::from_index(index).map_or_else(String::new, |square| match lang {
            Lang::Fr => format!("Place {square} choisie"),
            Lang::En => format!("Place {square} picked"),
        }),
        Spot::Piece(index) => Card::from_index(usize::from(index)).map_or_else(String::new, |which| {
            let name = capital(&card(which, lang));
            match (which.owner(), lang) {
                (Some(_), Lang::Fr) => format!("{name} pris"),
                (None, Lang::Fr) => format!("{name} prise"),
                (_, Lang::En) => format!("{name} picked"),
            }
        }),
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
    if game.to_move().is_none() {
        return turn(game, lang);
    }
    let words = |fr: &str, en: &str| match lang {
        Lang::Fr => fr.to_owned(),
        Lang::En => en.to_owned(),
    };
    match spot {
        Spot::Piece(index) => match Card::from_index(usize::from(index)) {
            Some(Card::GREEN) if game.occupied() == 0 => words(
                "La grille est vide\u{a0}: la carte verte n’a rien à retirer.",
                "The grid is empty: the green card has nothing to take away.",
            ),
            Some(Card::YELLOW) => words(
                "La grille est vide\u{a0}: la carte jaune n’a rien à retirer.",
                "The grid is empty: the yellow card has nothing to take away.",
            ),
            Some(Card::GREEN) => words(
                "Aucune ligne de trois n’est complète\u{a0}: la carte verte n’a rien à retirer.",
                "No line of three is complete: the green card has nothing to take away.",
            ),
            _ => words(
                "Aucune place n’est libre, et aucune pile ne porte ce chiffre.",
                "No place is free, and no pile bears this number.",
            ),
        },
        Spot::Place(index) => {
            let pile = Square::from_index(index).and_then(|square| game.pile(square));
            match (pile.and_then(|pile| pile.top().number()), lang) {
                (Some(number), Lang::Fr) => {
                    format!("Aucune carte en main ne va ici\u{a0}: il faut un {number}, ou une carte jaune.")
                }
                (Some(number), Lang::En) => {
                    format!("No card in hand goes here: it takes a {number}, or a yellow card.")
                }
                (None, _) => words("Choisissez d’abord une carte.", "Pick a card first."),
            }
        }
    }
}

/// Whose turn it is and what they do, or how it ended.
pub(super) fn turn(game: &Cards, lang: Lang) -> String {
    let name = |who: Seat| seat(who, lang);
    match (game.stage(), lang) {
        (Stage::Deal(_), Lang::Fr) => "On distribue les cartes.".to_owned(),
        (Stage::Deal(_), Lang::En) => "The cards are being dealt.".to_owned(),
        (Stage::Play(seat), Lang::Fr) => format!("Au tour de {}.", name(seat)),
        (Stage::Play(seat), Lang::En) => format!("{} to play.", capital(name(seat))),
        (Stage::Refill(seat), Lang::Fr) => format!("{} pioche une carte.", capital(name(seat))),
        (Stage::Refill(seat), Lang::En) => format!("{} draws a card.", capital(name(seat))),
        (Stage::Blocked { mover, drawer }, Lang::Fr) => format!(
            "{} ne peut rien jouer\u{a0}: chacun pioche une carte, et c’est à {}.",
            capital(name(mover)),
            name(drawer)
        ),
        (Stage::Blocked { mover, drawer }, Lang::En) => format!(
            "{} can play nothing: each draws a card, and it is for {} to draw.",
            capital(name(mover)),
            name(drawer)
        ),
        (Stage::Over(_), _) => {
            let (more, less) = (game.tokens(Seat::ONE), game.tokens(Seat::TWO));
            let (more, less) = (more.max(less), more.min(less));
            let said = say_over(game, lang).unwrap_or_default();
            match lang {
                Lang::Fr => format!("{said} Les jetons\u{a0}: {more} à {less}."),
                Lang::En => format!("{said} The tokens: {more} to {less}."),
            }
        }
    }
}

/// What a move does, with what follows from it.
pub(super) fn say_move(game: &Cards, mv: Move, lang: Lang) -> String {
    let who = game.to_move().or_else(|| game.drawer());
    let Some(who) = who.map(|who| capital(seat(who, lang))) else { return String::new() };
    let mut said = match (mv.is_draw(), mv.card(), mv.square()) {
        (true, Some(card), _) => match lang {
            Lang::Fr => format!("{who} pioche {}.", a_card(card, lang)),
            Lang::En => format!("{who} draws {}.", a_card(card, lang)),
        },
        (false, Some(card), Some(square)) => on_square(game, &who, card, square, lang),
        (false, Some(_), None) => {
            let line = mv.to_string();
            let line = line.split('@').next_back().unwrap_or_default().replace('-', "–");
            match lang {
                Lang::Fr => format!("{who} joue une carte verte et retire la ligne {line}."),
                Lang::En => format!("{who} plays a green card and takes the line {line} away."),
            }
        }
        (_, None, _) => match lang {
            Lang::Fr => format!("{who} pioche une carte."),
            Lang::En => format!("{who} draws a card."),
        },
    };
    let mut after = *game;
    if after.play(mv).is_ok() {
        if game.pot().next().is_some() && after.pot().next().is_none() {
            said += match lang {
                Lang::Fr => " Le pot est mélangé et devient la pioche.",
                Lang::En => " The pot is shuffled and becomes the draw pile.",
            };
        }
        if let Some(over) = say_over(&after, lang) {
            said += " ";
            said += &over;
        }
    }
    said
}

/// Describes a card that is placed on a square or clears it.
fn on_square(game: &Cards, who: &str, which: Card, square: Square, lang: Lang) -> String {
    let name = a_card(which, lang);
    let below = game.pile(square);
    let Some(owner) = which.owner() else {
        let cards = below.map_or(0, rules::cards::Pile::height);
        return match (cards, lang) {
            (2.., Lang::Fr) => format!("{who} joue {name} et retire la pile de {cards} cartes en {square}."),
            (2.., Lang::En) => {
                format!("{who} plays {name} and takes the pile of {cards} cards on {square} away.")
            }
            (_, Lang::Fr) => format!("{who} joue {name} et retire la carte en {square}."),
            (_, Lang::En) => format!("{who} plays {name} and takes the card on {square} away."),
        };
    };
    let mut said = match (below.map(|pile| a_card(pile.top(), lang)), lang) {
        (None, Lang::Fr) => format!("{who} joue {name} en {square}."),
        (None, Lang::En) => format!("{who} plays {name} on {square}."),
        (Some(below), Lang::Fr) => format!("{who} couvre {below} en {square} avec {name}."),
        (Some(below), Lang::En) => format!("{who} covers {below} on {square} with {name}."),
    };
    let lines = game.lines_made(which, square).count();
    let tokens = lines.min(usize::from(game.tokens_left()));
    if lines > 0 {
        let seat = seat(owner, lang);
        said += &match (tokens, lang) {
            (0, Lang::Fr) => " Une ligne, mais il n’y a plus de jetons.".to_owned(),
            (0, Lang::En) => " A line, but no token is left.".to_owned(),
            (1, Lang::Fr) => format!(" Une ligne\u{a0}: un jeton pour {seat}\u{a0}!"),
            (1, Lang::En) => format!(" A line: one token for {seat}!"),
            (_, Lang::Fr) => format!(" {lines} lignes\u{a0}: {tokens} jetons pour {seat}\u{a0}!"),
            (_, Lang::En) => format!(" {lines} lines: {tokens} tokens for {seat}!"),
        };
    }
    said
}
