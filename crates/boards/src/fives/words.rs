//! Three Fives in words.

use rules::fives::board::PERIMETER;
use rules::fives::{Ending, Fives, GROUPS_TO_WIN, Illegal, Move, Point as Node, Size};
use rules::{Game, Lang, Seat};

use super::touches::size_of;
use crate::any::{self, capital, say_over};
use crate::scene::Spot;

pub(super) fn seat_name(seat: Seat, lang: Lang) -> &'static str {
    any::seat_name::<Fives>(seat, lang)
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

/// "grandes pièces", "large pieces".
fn pieces_name(size: Size, count: u8, lang: Lang) -> String {
    let one = piece_name(size, lang);
    match (count > 1 || (count == 0 && lang == Lang::En), lang) {
        (false, _) => one.to_owned(),
        (true, Lang::Fr) => one.split(' ').map(|word| format!("{word}s")).collect::<Vec<_>>().join(" "),
        (true, Lang::En) => format!("{one}s"),
    }
}

/// "d’orange", "de bleu".
fn of(name: &str) -> String {
    if name.starts_with('o') { format!("d’{name}") } else { format!("de {name}") }
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
            size_of(index).map_or_else(String::new, |size| hand(game, seat, size, lang))
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
            format!("{} {}{group}", piece_name(size, lang), of(seat_name(seat, lang)))
        }
        (Some((seat, size)), Lang::En) => {
            let count = game.position().group_at(node).count_ones();
            let group = if count > 1 { format!(", in a group of {count}") } else { String::new() };
            format!("{} {}{group}", seat_name(seat, lang), piece_name(size, lang))
        }
    };
    match lang {
        Lang::Fr => {
            format!("Point {node}, {}\u{a0}: {what}", if rim { "sur le pourtour" } else { "à l’intérieur" })
        }
        Lang::En => format!("Point {node}, {}: {what}", if rim { "on the perimeter" } else { "inside" }),
    }
}

/// How many pieces of a size a seat has in hand.
pub(super) fn hand(game: &Fives, seat: Seat, size: Size, lang: Lang) -> String {
    let count = game.position().hand(seat, size);
    let (who, pieces) = (seat_name(seat, lang), pieces_name(size, count, lang));
    match lang {
        Lang::Fr => format!("Main {}\u{a0}: {count} {pieces}", of(who)),
        Lang::En => format!("Hand of {who}: {count} {pieces}"),
    }
}

/// The announcement for a spot that was just picked.
pub(super) fn say_picked(game: &Fives, spot: Spot, lang: Lang) -> String {
    let piece = |size: Size| capital(piece_name(size, lang));
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
            "On ne peut rien poser maintenant\u{a0}: déplacez ou échangez une de vos pièces.".to_owned()
        }
        (None, Spot::Piece(_), Lang::En) => {
            "Nothing can be dropped now: move or swap one of your pieces.".to_owned()
        }
        (None, _, Lang::Fr) => "Prenez d’abord une pièce, en main ou sur le plateau.".to_owned(),
        (None, _, Lang::En) => "Pick a piece first, in your hand or on the board.".to_owned(),
    }
}

/// What a move does, with the groups that it completes and the turns that are lost after it.
pub(super) fn say_move(game: &Fives, mv: Move, lang: Lang) -> String {
    let Some(seat) = game.to_move() else { return String::new() };
    let mut said = say_act(game, seat, mv, lang);
    let mut after = game.clone();
    if after.play(mv).is_err() {
        return said;
    }
    let around = || std::iter::successors(Some(seat), |seat| Some(seat.next(game.seats())));
    for owner in around().take(usize::from(game.seats())) {
        let groups = after.position().groups(owner);
        if groups > game.position().groups(owner) {
            let (who, groups) = (capital(seat_name(owner, lang)), groups.min(GROUPS_TO_WIN));
            said += &match lang {
                Lang::Fr => {
                    format!(" {who} complète un groupe de cinq, son {}\u{a0}!", ordinal(groups, lang))
                }
                Lang::En => format!(" {who} completes a group of five, its {}!", ordinal(groups, lang)),
            };
        }
    }
    if let Some(next) = after.to_move() {
        for lost in around().skip(1).take(usize::from(game.seats())).take_while(|&seat| seat != next) {
            let who = capital(seat_name(lost, lang));
            said += &match lang {
                Lang::Fr => format!(" {who} ne peut pas jouer et perd son tour."),
                Lang::En => format!(" {who} has no legal turn and loses it."),
            };
        }
    }
    said
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

fn say_act(game: &Fives, seat: Seat, mv: Move, lang: Lang) -> String {
    let who = capital(seat_name(seat, lang));
    let at = |node: Node| game.position().at(node);
    let own = |node: Node| at(node).map_or("", |(_, size)| piece_name(size, lang));
    match (mv, lang) {
        (Move::Drop(size, to), Lang::Fr) => format!("{who} pose une {} en {to}.", piece_name(size, lang)),
        (Move::Drop(size, to), Lang::En) => format!("{who} drops a {} on {to}.", piece_name(size, lang)),
        (Move::Step(from, to), Lang::Fr) => format!("{who} déplace sa {} de {from} en {to}.", own(from)),
        (Move::Step(from, to), Lang::En) => format!("{who} moves its {} from {from} to {to}.", own(from)),
        (Move::Swap(from, to), _) => {
            let owner = at(to).map_or(seat, |(seat, _)| seat);
            let (mine, other, name) = (own(from), own(to), seat_name(owner, lang));
            match (owner == seat, lang) {
                (true, Lang::Fr) => format!("{who} échange sa {mine} en {from} et sa {other} en {to}."),
                (true, Lang::En) => format!("{who} swaps its {mine} on {from} and its {other} on {to}."),
                (false, Lang::Fr) => {
                    format!("{who} échange sa {mine} en {from} avec la {other} {} en {to}.", of(name))
                }
                (false, Lang::En) => {
                    format!("{who} swaps its {mine} on {from} with {name}’s {other} on {to}.")
                }
            }
        }
    }
}

/// Whose turn it is and who has how many groups, or how the game ended.
pub(super) fn say_turn(game: &Fives, lang: Lang) -> String {
    if let Some(said) = say_over(game, lang) {
        return match (game.ending(), lang) {
            (Some(Ending::Groups) | None, _) => said,
            (Some(Ending::Stuck), Lang::Fr) => format!("{said} Personne ne peut plus jouer."),
            (Some(Ending::Stuck), Lang::En) => format!("{said} Nobody has a legal turn."),
            (Some(Ending::Repetition), Lang::Fr) => {
                format!("{said} La même position est venue {} fois.", game.occurrences())
            }
            (Some(Ending::Repetition), Lang::En) => {
                format!("{said} The same position came {} times.", game.occurrences())
            }
        };
    }
    let Some(seat) = game.to_move() else { return String::new() };
    let who = seat_name(seat, lang);
    let mut said = match lang {
        Lang::Fr => format!("Au tour {}.", of(who)),
        Lang::En => format!("{} to play.", capital(who)),
    };
    let has_groups = |seat: &Seat| game.position().groups(*seat) > 0;
    let counted: Vec<String> = (0..game.seats())
        .map(Seat::from_index)
        .filter(has_groups)
        .map(|seat| {
            let count = count_groups(game.position().groups(seat), lang);
            match lang {
                Lang::Fr => format!("{} a {count}", seat_name(seat, lang)),
                Lang::En => format!("{} has {count}", seat_name(seat, lang)),
            }
        })
        .collect();
    if !counted.is_empty() {
        let end = match lang {
            Lang::Fr => "(il en faut trois)",
            Lang::En => "(three win)",
        };
        said += &format!(" {} {end}.", capital(&counted.join(", ")));
    }
    said
}
