//! Tic Tac Doh! in words: the stash, the squares and the moves, in both languages.

use rules::doh::{Illegal, Move, Pile, Size};
use rules::frame::{self, Square};
use rules::{Doh, Game, Lang, Outcome, capitalized};

use crate::names::{Names, Verb};
use crate::scene::Spot;

/// "large, medium and small".
fn list(sizes: impl Iterator<Item = Size>, lang: Lang, last: &str) -> String {
    let names: Vec<&str> = sizes.map(|size| size.adjective(lang)).collect();
    match names.split_last() {
        Some((end, [])) => (*end).to_owned(),
        Some((end, start)) => format!("{} {last} {end}", start.join(", ")),
        None => String::new(),
    }
}

const fn and(lang: Lang) -> &'static str {
    match lang {
        Lang::Fr => "et",
        Lang::En => "and",
    }
}

const PUTS: Verb = Verb { fr: ["posez", "pose", "posent"], en: ["put", "puts"] };

/// What a pile is and counts as, in a few words without a full stop.
pub(super) fn counts(pile: Pile, lang: Lang) -> String {
    let top = pile.top().map_or("", |size| size.adjective(lang));
    match (pile, lang) {
        (Pile::Empty, Lang::Fr) => "vide".to_owned(),
        (Pile::Empty, Lang::En) => "empty".to_owned(),
        (Pile::Lone(_), Lang::Fr) => format!("Une {top}, seule"),
        (Pile::Lone(_), Lang::En) => format!("A {top} one on its own"),
        (Pile::Tree(&[_, _]), Lang::Fr) => "Empilement\u{a0}: compte comme les deux".to_owned(),
        (Pile::Tree(&[_, _]), Lang::En) => "Tree: counts as both".to_owned(),
        (Pile::Tree(_), Lang::Fr) => "Empilement\u{a0}: compte comme les trois".to_owned(),
        (Pile::Tree(_), Lang::En) => "Tree: counts as all three".to_owned(),
        (Pile::Nest(_), Lang::Fr) => format!("Emboîtement\u{a0}: compte comme {top}"),
        (Pile::Nest(_), Lang::En) => format!("Nest: counts as {top} only"),
    }
}

/// What stands on a square, from the bottom to the top.
fn content(pile: Pile, lang: Lang) -> String {
    let pieces = list(pile.pieces().iter().copied(), lang, and(lang));
    let top = pile.top().map_or("", |size| size.adjective(lang));
    match (pile, lang) {
        (Pile::Empty, _) => counts(pile, lang),
        (Pile::Lone(_), _) => pieces,
        (Pile::Tree(_), Lang::Fr) => format!("empilement, {pieces}"),
        (Pile::Tree(_), Lang::En) => format!("tree, {pieces}"),
        (Pile::Nest(_), Lang::Fr) => format!("emboîtement, {pieces}, compte comme {top}"),
        (Pile::Nest(_), Lang::En) => format!("nest, {pieces}, counts as {top}"),
    }
}

/// The accessible name of a spot.
pub(super) fn spot_name(game: &Doh, spot: Spot, lang: Lang) -> String {
    match spot {
        Spot::Place(index) => Square::from_index(index).map_or_else(String::new, |square| {
            let outside = game.grid() & square.bit() == 0;
            let what = match (outside, lang) {
                (true, Lang::Fr) => "hors de la grille".to_owned(),
                (true, Lang::En) => "outside the grid".to_owned(),
                (false, _) => content(game.at(square), lang),
            };
            match lang {
                Lang::Fr => format!("Case {square}\u{a0}: {what}"),
                Lang::En => format!("Square {square}: {what}"),
            }
        }),
        Spot::Piece(index) => Size::ALL.get(usize::from(index)).map_or_else(String::new, |&size| {
            let (left, size) = (game.left(size), size.adjective(lang));
            match (left, lang) {
                (0, Lang::Fr) => format!("Réserve\u{a0}: aucune {size}"),
                (0, Lang::En) => format!("Stash: no {size} left"),
                (1, Lang::Fr) => format!("Réserve\u{a0}: 1 {size}"),
                (_, Lang::Fr) => format!("Réserve\u{a0}: {left} {size}s"),
                (_, Lang::En) => format!("Stash: {left} {size}"),
            }
        }),
    }
}

/// The announcement for a spot that was just picked.
pub(super) fn say_picked(spot: Spot, lang: Lang) -> String {
    match spot {
        Spot::Place(index) => Square::from_index(index).map_or_else(String::new, |square| match lang {
            Lang::Fr => format!("Case {square} choisie"),
            Lang::En => format!("Square {square} picked"),
        }),
        Spot::Piece(index) => Size::ALL.get(usize::from(index)).map_or_else(String::new, |size| {
            let adjective = size.adjective(lang);
            match (size, lang) {
                (Size::Medium, Lang::Fr) => format!("Pyramide {adjective} prise"),
                (_, Lang::Fr) => format!("{} pyramide prise", capitalized(adjective)),
                (_, Lang::En) => format!("{} pyramid picked", capitalized(adjective)),
            }
        }),
    }
}

/// The noun for the places of the grid, singular and plural.
pub(super) const fn place_nouns(lang: Lang) -> [&'static str; 2] {
    match lang {
        Lang::Fr => ["case", "cases"],
        Lang::En => ["square", "squares"],
    }
}

/// The noun for the pieces beside the board, singular and plural.
pub(super) const fn piece_nouns(lang: Lang) -> [&'static str; 2] {
    match lang {
        Lang::Fr => ["taille", "tailles"],
        Lang::En => ["size", "sizes"],
    }
}

/// What to do instead of this touch, or why this pile or size cannot be used now.
pub(super) fn say_no_move(game: &Doh, spot: Spot, lang: Lang) -> String {
    match spot {
        Spot::Place(index) => {
            if let Some(square) = Square::from_index(index).filter(|&square| game.at(square) != Pile::Empty) {
                return closed(game, square, lang);
            }
        }
        Spot::Piece(index) => {
            if let Some(&size) = Size::ALL.get(usize::from(index)).filter(|&&size| game.placements(size) == 0)
            {
                let size = size.adjective(lang);
                return match lang {
                    Lang::Fr => format!("Aucune {size} ne peut être posée\u{a0}: prenez une autre taille."),
                    Lang::En => format!("No {size} pyramid fits anywhere now: choose another size."),
                };
            }
        }
    }
    match lang {
        Lang::Fr => "Choisissez une taille dans la réserve, puis une case.".to_owned(),
        Lang::En => "Pick a size from the stash, then a square.".to_owned(),
    }
}

/// What a pile counts as, and why it takes no more pieces now.
fn closed(game: &Doh, square: Square, lang: Lang) -> String {
    let pile = game.at(square);
    let what = counts(pile, lang);
    let or = match lang {
        Lang::Fr => "ou une",
        Lang::En => "or a",
    };
    let fitting = list(Size::ALL.into_iter().filter(|&size| pile.fits(size)), lang, or);
    match (fitting.is_empty(), lang) {
        (true, Lang::Fr) => format!("{what}. Plus rien ne va sur {square}."),
        (true, Lang::En) => format!("{what}. Nothing more fits on {square}."),
        (false, Lang::Fr) => format!("{what}. Sur {square}, il faut une {fitting}, et il n’en reste plus."),
        (false, Lang::En) => format!("{what}. Only a {fitting} one fits on {square}, and none is left."),
    }
}

/// "une petite pyramide", "a small pyramid".
fn a_pyramid(size: Size, lang: Lang) -> String {
    let adjective = size.adjective(lang);
    match (size, lang) {
        (Size::Medium, Lang::Fr) => format!("une pyramide {adjective}"),
        (_, Lang::Fr) => format!("une {adjective} pyramide"),
        (_, Lang::En) => format!("a {adjective} pyramid"),
    }
}

/// What a move played here does.
pub(super) fn say_move(game: &Doh, mv: Move, names: &Names, lang: Lang) -> String {
    let mut after = *game;
    let (Some(seat), Ok(())) = (game.to_move(), after.play(mv)) else { return String::new() };
    let (puts, pyramid) = (names.does(seat, &PUTS, lang), a_pyramid(mv.size(), lang));
    let (size, square) = (mv.size().adjective(lang), mv.square());
    let mut sentence = match lang {
        Lang::Fr => format!("{puts} {pyramid} en {square}."),
        Lang::En => format!("{puts} {pyramid} on {square}."),
    };
    let pile = after.at(square);
    let sizes = list(pile.pieces().iter().copied(), lang, and(lang));
    sentence += &match (pile, lang) {
        (Pile::Tree(_), Lang::Fr) => {
            format!(" C’est un empilement\u{a0}: la case compte comme {sizes}.")
        }
        (Pile::Tree(_), Lang::En) => format!(" That makes a tree: the square counts as {sizes}."),
        (Pile::Nest(_), Lang::Fr) => {
            format!(" C’est un emboîtement\u{a0}: la case ne compte plus que comme {size}.")
        }
        (Pile::Nest(_), Lang::En) => format!(" That makes a nest: the square now counts as {size} only."),
        _ => String::new(),
    };
    if after.grid().count_ones() == 9 && game.grid() != after.grid() {
        let corners = (frame::squares(after.grid()).next(), frame::squares(after.grid()).last());
        if let (Some(low), Some(high)) = corners {
            sentence += &match lang {
                Lang::Fr => format!(" La grille est fixée\u{a0}: de {low} à {high}."),
                Lang::En => format!(" The grid is now fixed: {low} to {high}."),
            };
        }
    }
    sentence
}

/// What decided a finished game.
pub(super) fn end_reason(game: &Doh, lang: Lang) -> Option<String> {
    Some(match (game.turn().outcome()?, line_of(game), lang) {
        (Outcome::Win(_), Some(size), Lang::Fr) => {
            let adjective = size.adjective(lang);
            match size {
                Size::Medium => format!("Trois pyramides {adjective}s alignées."),
                Size::Small | Size::Large => format!("Trois {adjective}s pyramides alignées."),
            }
        }
        (Outcome::Win(_), Some(size), Lang::En) => {
            format!("Three {} pyramids in a row.", size.adjective(lang))
        }
        (Outcome::Win(_), None, Lang::Fr) => {
            "Plus aucune pyramide ne peut être posée\u{a0}: le dernier à avoir joué gagne.".to_owned()
        }
        (Outcome::Win(_), None, Lang::En) => {
            "No more pyramids can be placed: the last player to move wins.".to_owned()
        }
        (Outcome::Draw, _, Lang::Fr) => "Les quinze pyramides sont posées, sans ligne de trois.".to_owned(),
        (Outcome::Draw, _, Lang::En) => "All fifteen pyramids are placed, with no three in a row.".to_owned(),
    })
}

/// Whose turn it is.
pub(super) fn say_turn(game: &Doh, names: &Names, lang: Lang) -> String {
    let Some(seat) = game.to_move() else { return String::new() };
    let turn = names.turn(seat, lang);
    match (game.placed(), lang) {
        (0, Lang::Fr) => format!("{turn}\u{a0}: la première pyramide se pose au centre."),
        (0, Lang::En) => format!("{turn}: the first pyramid goes in the centre."),
        (_, Lang::Fr) => format!("{turn}\u{a0}: une taille, puis une case."),
        (_, Lang::En) => format!("{turn}: a size, then a square."),
    }
}

/// The size of the line that won.
fn line_of(game: &Doh) -> Option<Size> {
    let won = |&size: &Size| frame::LINES.iter().any(|&line| game.counts_as(size) & line == line);
    Size::ALL.into_iter().find(won)
}

/// The spots to highlight as the reason for a refusal.
pub(super) fn refusal_spots(why: Illegal) -> Vec<Spot> {
    let place = |square: Square| vec![Spot::Place(square.index() as u8)];
    match why {
        Illegal::Over => Vec::new(),
        Illegal::NotCentre => place(Square::CENTRE),
        Illegal::NoneLeft(size) => vec![Spot::Piece(size.index() as u8)],
        Illegal::Outside { square, .. } | Illegal::NextToNothing { square, .. } => place(square),
        Illegal::SameSize(below)
        | Illegal::TwoApart(below)
        | Illegal::TreeIntoNest(below)
        | Illegal::NestIntoTree(below) => place(below.square),
    }
}
