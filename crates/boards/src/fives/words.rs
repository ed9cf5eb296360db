//! Three Fives in words.

use rules::fives::board::PERIMETER;
use rules::fives::{Ending, Fives, GROUPS_TO_WIN, Illegal, Move, Point as Node, Size};
use rules::{Game, Lang, Seat, capitalized};

use super::touches::size_of;
use crate::names::{Names, Verb, of};
use crate::scene::Spot;

/// What sentences call the player of a colour: "les bleus", "blue".
fn side(seat: Seat, lang: Lang) -> &'static str {
    Fives::KIND.seat(seat).side.get(lang)
}

/// "grande pièce", "large piece".
fn piece_name(size: Size, lang: Lang) -> &'static str {
    match (size, lang) {
        (Size::Small, Lang::Fr) => "petite pièce",
        (Size::Medium, Lang::Fr) => "pièce moyenne",
        (Size::Large, Lang::Fr) => "grande pièce",
        (Size::Small, Lang::En) => "small piece",
        (Size::Medium, Lang::En) => "medium piece",
        (Size::Large, Lang::En) => "large piece",
    }
}

/// "grande pièce bleue", "large blue piece".
pub(crate) fn coloured_piece(seat: Seat, size: Size, lang: Lang) -> String {
    let colour = Fives::KIND.seat(seat).name.get(lang);
    match lang {
        Lang::Fr if colour.ends_with('e') => format!("{} {colour}", piece_name(size, lang)),
        Lang::Fr => format!("{} {colour}e", piece_name(size, lang)),
        Lang::En => format!("{} {colour} piece", size.adjective(lang)),
    }
}

/// "grandes pièces", "large pieces".
fn pieces_name(size: Size, count: u8, lang: Lang) -> String {
    let one = piece_name(size, lang);
    match (count > 1 || (count == 0 && lang == Lang::En), lang) {
        (false, _) => one.to_owned(),
        (true, Lang::Fr) => one.split(' ').map(|word| format!("{word}s")).collect::<Vec<_>>().join(" "),
        (true, Lang::En) => format!("{one}s"),
    }
}

/// "1 groupe", "2 groups".
fn count_groups(count: u8, lang: Lang) -> String {
    let plural = if count > 1 || (count == 0 && lang == Lang::En) { "s" } else { "" };
    match lang {
        Lang::Fr => format!("{count} groupe{plural}"),
        Lang::En => format!("{count} group{plural}"),
    }
}

/// What is on a point, or how many pieces of a size a hand has.
pub(super) fn spot_name(game: &Fives, spot: Spot, lang: Lang) -> String {
    match spot {
        Spot::Place(index) => {
            Node::from_index(index).map_or_else(String::new, |node| point(game, node, lang))
        }
        Spot::Piece(index) => {
            let seat = game.to_move().unwrap_or(Seat::ONE);
            size_of(index).map_or_else(String::new, |size| hand(game, seat, false, size, lang))
        }
    }
}

fn point(game: &Fives, node: Node, lang: Lang) -> String {
    let rim = PERIMETER & node.bit() != 0;
    let what = match (game.position().at(node), lang) {
        (None, Lang::Fr) => "vide".to_owned(),
        (None, Lang::En) => "empty".to_owned(),
        (Some((seat, size)), Lang::Fr) => {
            let count = game.position().group_at(node).count_ones();
            let group = if count > 1 { format!(", dans un groupe de {count}") } else { String::new() };
            format!("{}{group}", coloured_piece(seat, size, lang))
        }
        (Some((seat, size)), Lang::En) => {
            let count = game.position().group_at(node).count_ones();
            let group = if count > 1 { format!(", in a group of {count}") } else { String::new() };
            format!("{}{group}", coloured_piece(seat, size, lang))
        }
    };
    match lang {
        Lang::Fr => {
            format!("Point {node}, {}\u{a0}: {what}", if rim { "sur le pourtour" } else { "à l’intérieur" })
        }
        Lang::En => format!("Point {node}, {}: {what}", if rim { "on the perimeter" } else { "inside" }),
    }
}

/// How many pieces of a size a seat has in hand; `is_own` if the reader plays that seat.
pub(super) fn hand(game: &Fives, seat: Seat, is_own: bool, size: Size, lang: Lang) -> String {
    let count = game.position().hand(seat, size);
    let (who, pieces) = (side(seat, lang), pieces_name(size, count, lang));
    match (is_own, lang) {
        (true, Lang::Fr) => format!("Votre main\u{a0}: {count} {pieces}"),
        (true, Lang::En) => format!("Your hand: {count} {pieces}"),
        (false, Lang::Fr) => format!("Main {}\u{a0}: {count} {pieces}", of(who)),
        (false, Lang::En) => format!("{}’s hand: {count} {pieces}", capitalized(who)),
    }
}

/// The announcement for a spot that was just picked.
pub(super) fn say_picked(game: &Fives, spot: Spot, lang: Lang) -> String {
    let piece = |size: Size| capitalized(piece_name(size, lang));
    match spot {
        Spot::Place(index) => {
            Node::from_index(index).map_or_else(String::new, |node| match (game.position().at(node), lang) {
                (Some((_, size)), Lang::Fr) => format!("{} en {node} prise", piece(size)),
                (Some((_, size)), Lang::En) => format!("{} on {node} picked", piece(size)),
                (None, Lang::Fr) => format!("Point {node} choisi"),
                (None, Lang::En) => format!("Point {node} picked"),
            })
        }
        Spot::Piece(index) => size_of(index).map_or_else(String::new, |size| match lang {
            Lang::Fr => format!("{} prise", piece(size)),
            Lang::En => format!("{} picked", piece(size)),
        }),
    }
}

/// The noun for the pieces beside the board, singular and plural.
pub(super) const fn piece_nouns(lang: Lang) -> [&'static str; 2] {
    match lang {
        Lang::Fr => ["taille", "tailles"],
        Lang::En => ["size", "sizes"],
    }
}

/// The noun for the places of the board, singular and plural.
pub(super) const fn place_nouns(lang: Lang) -> [&'static str; 2] {
    match lang {
        Lang::Fr | Lang::En => ["point", "points"],
    }
}

/// What to do instead of a touch that begins no move.
pub(super) fn say_no_move(game: &Fives, spot: Spot, lang: Lang) -> String {
    let own = match spot {
        Spot::Place(index) => Node::from_index(index).and_then(|node| game.position().at(node)),
        Spot::Piece(_) => None,
    };
    match (own, spot, lang) {
        _ if game.to_move().is_none() => rules::Say::say(&Illegal::Over, lang),
        (Some(_), _, Lang::Fr) => {
            "Cette pièce ne peut ni se déplacer ni s’échanger\u{a0}: prenez-en une autre.".to_owned()
        }
        (Some(_), _, Lang::En) => "This piece can neither move nor swap: pick another one.".to_owned(),
        (None, Spot::Piece(_), Lang::Fr) => {
            "Vous ne pouvez rien poser maintenant\u{a0}: déplacez ou échangez une de vos pièces.".to_owned()
        }
        (None, Spot::Piece(_), Lang::En) => {
            "You cannot drop anything now: move or swap one of your pieces.".to_owned()
        }
        (None, _, Lang::Fr) => "Prenez d’abord une pièce, en main ou sur le plateau.".to_owned(),
        (None, _, Lang::En) => "Pick a piece first, from your hand or on the board.".to_owned(),
    }
}

const DROPS: Verb = Verb { fr: ["posez", "pose", "posent"], en: ["drop", "drops"] };
const MOVES: Verb = Verb { fr: ["déplacez", "déplace", "déplacent"], en: ["move", "moves"] };
const SWAPS: Verb = Verb { fr: ["échangez", "échange", "échangent"], en: ["swap", "swaps"] };
const COMPLETES: Verb =
    Verb { fr: ["complétez", "complète", "complètent"], en: ["complete", "completes"] };
const CANNOT_PLAY: Verb = Verb {
    fr: [
        "ne pouvez pas jouer et perdez votre tour",
        "ne peut pas jouer et perd son tour",
        "ne peuvent pas jouer et perdent leur tour",
    ],
    en: ["have no move and miss a turn", "has no move and misses a turn"],
};
const HAS: Verb = Verb { fr: ["avez", "a", "ont"], en: ["have", "has"] };

/// What a move does, with the groups that it completes and the turns that are lost after it.
pub(super) fn say_move(game: &Fives, mv: Move, names: &Names, lang: Lang) -> String {
    let Some(seat) = game.to_move() else { return String::new() };
    let mut sentence = say_act(game, seat, mv, names, lang);
    let mut after = game.clone();
    if after.play(mv).is_err() {
        return sentence;
    }
    let around = || std::iter::successors(Some(seat), |seat| Some(seat.next(game.seats())));
    for owner in around().take(usize::from(game.seats())) {
        let groups = after.position().groups(owner);
        if groups > game.position().groups(owner) {
            let (completes, nth) =
                (names.does(owner, &COMPLETES, lang), ordinal(groups.min(GROUPS_TO_WIN), lang));
            sentence += &match lang {
                Lang::Fr => format!(" {completes} un {nth} groupe de cinq\u{202f}!"),
                Lang::En => format!(" {completes} a {nth} group of five!"),
            };
        }
    }
    if let Some(next) = after.to_move() {
        for lost in around().skip(1).take(usize::from(game.seats())).take_while(|&seat| seat != next) {
            sentence += &format!(" {}.", names.does(lost, &CANNOT_PLAY, lang));
        }
    }
    sentence
}

fn ordinal(count: u8, lang: Lang) -> &'static str {
    match (count, lang) {
        (0 | 1, Lang::Fr) => "premier",
        (2, Lang::Fr) => "deuxième",
        (_, Lang::Fr) => "troisième",
        (0 | 1, Lang::En) => "first",
        (2, Lang::En) => "second",
        (_, Lang::En) => "third",
    }
}

fn say_act(game: &Fives, seat: Seat, mv: Move, names: &Names, lang: Lang) -> String {
    let at = |node: Node| game.position().at(node);
    let piece = |node: Node| at(node).map_or("", |(_, size)| piece_name(size, lang));
    match (mv, lang) {
        (Move::Drop(size, to), Lang::Fr) => {
            format!("{} une {} en {to}.", names.does(seat, &DROPS, lang), piece_name(size, lang))
        }
        (Move::Drop(size, to), Lang::En) => {
            format!("{} a {} on {to}.", names.does(seat, &DROPS, lang), piece_name(size, lang))
        }
        (Move::Step(from, to), Lang::Fr) => {
            format!("{} une {} de {from} en {to}.", names.does(seat, &MOVES, lang), piece(from))
        }
        (Move::Step(from, to), Lang::En) => {
            format!("{} a {} from {from} to {to}.", names.does(seat, &MOVES, lang), piece(from))
        }
        (Move::Swap(from, to), _) => {
            let owner = at(to).map_or(seat, |(seat, _)| seat);
            let (swaps, own, other) = (names.does(seat, &SWAPS, lang), piece(from), piece(to));
            let theirs = names.noun(owner, lang);
            match (owner == seat, Some(owner) == names.you(), lang) {
                (true, _, Lang::Fr) => {
                    format!("{swaps} deux pièces, la {own} en {from} et la {other} en {to}.")
                }
                (true, _, Lang::En) => {
                    format!("{swaps} two pieces, the {own} on {from} and the {other} on {to}.")
                }
                (false, true, Lang::Fr) => {
                    format!("{swaps} une {own} en {from} avec votre {other} en {to}.")
                }
                (false, true, Lang::En) => format!("{swaps} a {own} on {from} with your {other} on {to}."),
                (false, false, Lang::Fr) => {
                    format!("{swaps} une {own} en {from} avec la {other} {} en {to}.", of(&theirs))
                }
                (false, false, Lang::En) => {
                    format!("{swaps} a {own} on {from} with {theirs}’s {other} on {to}.")
                }
            }
        }
    }
}

/// Whose turn it is and who has how many groups.
pub(super) fn say_turn(game: &Fives, names: &Names, lang: Lang) -> String {
    let Some(seat) = game.to_move() else { return String::new() };
    let mut sentence = format!("{}.", names.turn(seat, lang));
    let has_groups = |seat: &Seat| game.position().groups(*seat) > 0;
    for seat in (0..game.seats()).map(Seat::from_index).filter(has_groups) {
        let count = count_groups(game.position().groups(seat), lang);
        sentence += &match lang {
            Lang::Fr => format!(" {} {count} sur {GROUPS_TO_WIN}.", names.does(seat, &HAS, lang)),
            Lang::En => format!(" {} {count} of {GROUPS_TO_WIN}.", names.does(seat, &HAS, lang)),
        };
    }
    sentence
}

/// What decided a finished game.
pub(super) fn end_reason(game: &Fives, lang: Lang) -> Option<String> {
    Some(match (game.ending()?, lang) {
        (Ending::Groups, _) => {
            let mut groups: Vec<u8> =
                (0..game.seats()).map(|index| game.position().groups(Seat::from_index(index))).collect();
            groups.sort_unstable_by(|a, b| b.cmp(a));
            let others: Vec<String> = groups.iter().skip(1).map(u8::to_string).collect();
            match lang {
                Lang::Fr => format!("Trois groupes de cinq à {}.", others.join(" et ")),
                Lang::En => format!("Three groups of five, against {}.", others.join(" and ")),
            }
        }
        (Ending::Stuck, Lang::Fr) => "Personne ne peut plus jouer.".to_owned(),
        (Ending::Stuck, Lang::En) => "Nobody can move any more.".to_owned(),
        (Ending::Repetition, Lang::Fr) => {
            format!("La même position s’est présentée {} fois.", game.occurrences())
        }
        (Ending::Repetition, Lang::En) => format!("The same position came up {} times.", game.occurrences()),
    })
}
