//! The sentences of a review, for people, in both languages. The caller names the players.

use rules::{Lang, Outcome, Seat, number_text};

use crate::mistake_grade::MistakeGrade;
use crate::player::{Accuracy, PlayerReview};
use crate::turning::{Decision, TurningPoint};

/// The noun that sentences use for a seat, after a preposition: "Anne", "crosses", "you".
pub type SeatNames<'n> = &'n dyn Fn(Seat) -> String;

macro_rules! say {
    ($lang:expr, fr: $fr:literal, en: $en:literal $(,)?) => {
        match $lang {
            Lang::Fr => format!($fr),
            Lang::En => format!($en),
        }
    };
}

/// A share as a percentage: `93 %`. Only exact shares are shown as 0 or 100.
pub fn accuracy(accuracy: Accuracy, lang: Lang) -> String {
    let percent = (accuracy.share * 100.0).round();
    let percent = match accuracy.is_exact {
        true => percent,
        false => percent.clamp(1.0, if accuracy.share < 1.0 { 99.0 } else { 100.0 }),
    };
    number_text::percent(format!("{percent:.0}"), lang)
}

/// The accuracy of a player in words, for a list of players: "93%", "nothing at stake", "no moves".
pub fn player(player: &PlayerReview, lang: Lang) -> String {
    match (player.accuracy, player.moves) {
        (Some(known), _) => accuracy(known, lang),
        (None, 0) => say!(lang, fr: "aucun coup", en: "no moves"),
        (None, _) => say!(lang, fr: "aucun enjeu", en: "nothing at stake"),
    }
}

/// How many mistakes of each kind a player made: "1 blunder, 2 mistakes"; `None` if there is none.
pub fn mistakes(player: &PlayerReview, lang: Lang) -> Option<String> {
    let part = |grade: MistakeGrade| {
        let count = player.mistakes[grade as usize];
        let s = if count == 1 { "" } else { "s" };
        (count > 0).then(|| match (grade, lang) {
            (MistakeGrade::Blunder, Lang::Fr) => format!("{count} gaffe{s}"),
            (MistakeGrade::Blunder, Lang::En) => format!("{count} blunder{s}"),
            (MistakeGrade::Mistake, Lang::Fr) => format!("{count} erreur{s}"),
            (MistakeGrade::Mistake, Lang::En) => format!("{count} mistake{s}"),
            (MistakeGrade::Inaccuracy, Lang::Fr) => format!("{count} imprécision{s}"),
            (MistakeGrade::Inaccuracy, Lang::En) => match count {
                1 => "1 inaccuracy".to_owned(),
                _ => format!("{count} inaccuracies"),
            },
        })
    };
    let parts: Vec<String> = MistakeGrade::ALL.into_iter().rev().filter_map(part).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Says that an engine took over a seat, and from which move on. `label` is the player as in a list: "Cross · Anne".
pub fn stand_in(player: &PlayerReview, label: &str, lang: Lang) -> Option<String> {
    let number = player.stand_in_from?;
    if player.has_returned {
        return Some(say!(
            lang,
            fr: "{label}\u{a0}: un moteur a joué certains coups à partir du coup {number}\u{202f}; ils ne comptent pas.",
            en: "{label}: an engine played some of the moves, from move {number} on. They do not count."
        ));
    }
    Some(say!(
        lang,
        fr: "{label}\u{a0}: un moteur a pris le relais au coup {number}. Ses coups ne comptent pas.",
        en: "{label}: an engine took over at move {number}. Its moves do not count."
    ))
}

/// What changed at a turning point.
pub fn turning_point(point: &TurningPoint, names: SeatNames<'_>, lang: Lang) -> String {
    let number = point.number;
    match (point.from.map(names), point.to.map(names)) {
        (None, Some(to)) => {
            say!(lang, fr: "Coup {number}\u{a0}: avantage pour {to}.", en: "Move {number}: the advantage goes to {to}.")
        }
        (Some(_), Some(to)) => say!(
            lang,
            fr: "Coup {number}\u{a0}: la situation se retourne, avantage pour {to}.",
            en: "Move {number}: the tables turn, and the advantage passes to {to}."
        ),
        (_, None) => say!(
            lang,
            fr: "Coup {number}\u{a0}: l’avantage s’est envolé, la partie est équilibrée.",
            en: "Move {number}: the advantage is gone, the game is level."
        ),
    }
}

/// Where the game was decided.
pub fn decision(decision: Decision, names: SeatNames<'_>, lang: Lang) -> String {
    let Decision { number, outcome, is_proven } = decision;
    let what = match (outcome, is_proven, lang) {
        (Outcome::Win(seat), true, Lang::Fr) => format!("victoire assurée pour {}", names(seat)),
        (Outcome::Win(seat), true, Lang::En) => format!("a forced win for {}", names(seat)),
        (Outcome::Win(seat), false, Lang::Fr) => format!("victoire pour {}", names(seat)),
        (Outcome::Win(seat), false, Lang::En) => format!("a win for {}", names(seat)),
        (Outcome::Draw, true, Lang::Fr) => "nulle assurée".to_owned(),
        (Outcome::Draw, true, Lang::En) => "a forced draw".to_owned(),
        (Outcome::Draw, false, Lang::Fr) => "partie nulle".to_owned(),
        (Outcome::Draw, false, Lang::En) => "a draw".to_owned(),
    };
    match (number, is_proven) {
        (0, true) => say!(
            lang,
            fr: "Le résultat était acquis dès le début ({what}), et aucun coup ne l’a remis en cause.",
            en: "The result was settled from the start ({what}), and no move put it in doubt."
        ),
        (0, false) => say!(
            lang,
            fr: "Le résultat n’a jamais fait de doute\u{a0}: {what}.",
            en: "The result was never in doubt: {what}."
        ),
        (_, true) => say!(
            lang,
            fr: "La partie s’est décidée au coup {number}\u{a0}: {what}.",
            en: "The game was decided at move {number}: {what}."
        ),
        (_, false) => say!(
            lang,
            fr: "La partie s’est décidée au coup {number}\u{a0}: le résultat ne faisait ensuite plus de doute ({what}).",
            en: "The game was decided at move {number}: after that, the result was no longer in doubt ({what})."
        ),
    }
}

/// The sentence for a game without a result, or with one that no position shows.
pub fn undecided(has_result: bool, lang: Lang) -> String {
    if has_result {
        say!(
            lang,
            fr: "La partie s’est arrêtée avant d’être décidée sur le plateau.",
            en: "The game ended before it was decided on the board."
        )
    } else {
        say!(lang, fr: "Cette partie n’est pas finie.", en: "This game is not over.")
    }
}
