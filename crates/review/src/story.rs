//! The sentences of a review, for people, in both languages. The caller names the players.

use rules::{Lang, Outcome, Seat};

use crate::player::{Accuracy, PlayerReview};
use crate::slip::Slip;
use crate::turning::{Decision, TurningPoint};

/// What a seat is called: "Cross · Anne".
pub type Names<'n> = &'n dyn Fn(Seat) -> String;

macro_rules! say {
    ($lang:expr, fr: $fr:literal, en: $en:literal $(,)?) => {
        match $lang {
            Lang::Fr => format!($fr),
            Lang::En => format!($en),
        }
    };
}

/// A share as a percentage: `93 %`. Only what is exact is shown as 0 or 100.
pub fn accuracy(accuracy: Accuracy, lang: Lang) -> String {
    let percent = (accuracy.share * 100.0).round();
    let percent = match accuracy.is_exact {
        true => percent,
        false => percent.clamp(1.0, if accuracy.share < 1.0 { 99.0 } else { 100.0 }),
    };
    say!(lang, fr: "{percent:.0}\u{a0}%", en: "{percent:.0}%")
}

/// The accuracy of a player in words: "93%", "nothing to lose", "did not move".
pub fn player(player: &PlayerReview, lang: Lang) -> String {
    match (player.accuracy, player.moves) {
        (Some(known), _) => accuracy(known, lang),
        (None, 0) => say!(lang, fr: "n’a pas joué", en: "did not move"),
        (None, _) => say!(lang, fr: "n’avait rien à perdre", en: "had nothing to lose"),
    }
}

/// How many mistakes of each kind a player made: "1 blunder, 2 mistakes"; `None` if there is none.
pub fn slips(player: &PlayerReview, lang: Lang) -> Option<String> {
    let part = |slip: Slip| {
        let count = player.slips[slip as usize];
        let s = if count == 1 { "" } else { "s" };
        (count > 0).then(|| match (slip, lang) {
            (Slip::Blunder, Lang::Fr) => format!("{count} gaffe{s}"),
            (Slip::Blunder, Lang::En) => format!("{count} blunder{s}"),
            (Slip::Mistake, Lang::Fr) => format!("{count} erreur{s}"),
            (Slip::Mistake, Lang::En) => format!("{count} mistake{s}"),
            (Slip::Small, Lang::Fr) => format!("{count} imprécision{s}"),
            (Slip::Small, Lang::En) => match count {
                1 => "1 inaccuracy".to_owned(),
                _ => format!("{count} inaccuracies"),
            },
        })
    };
    let parts: Vec<String> = Slip::ALL.into_iter().rev().filter_map(part).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// That an engine took over a seat, and from when on.
pub fn stand_in(player: &PlayerReview, names: Names<'_>, lang: Lang) -> Option<String> {
    let (name, number) = (names(player.seat), player.stand_in_from?);
    Some(say!(
        lang,
        fr: "{name}\u{a0}: un moteur a joué à sa place à partir du coup {number}. Ces coups ne comptent pas.",
        en: "{name}: an engine took over from move {number} on. Its moves do not count."
    ))
}

/// What changed at a turning point.
pub fn turning_point(point: &TurningPoint, names: Names<'_>, lang: Lang) -> String {
    let number = point.number;
    match (point.from.map(names), point.to.map(names)) {
        (None, Some(to)) => {
            say!(lang, fr: "Coup {number}\u{a0}: avantage {to}.", en: "Move {number}: {to} takes the lead.")
        }
        (Some(from), Some(to)) => say!(
            lang,
            fr: "Coup {number}\u{a0}: l’avantage passe de {from} à {to}.",
            en: "Move {number}: the lead passes from {from} to {to}."
        ),
        (from, None) => {
            let from = from.unwrap_or_default();
            say!(
                lang,
                fr: "Coup {number}\u{a0}: {from} perd l’avantage, tout est égal.",
                en: "Move {number}: {from} loses the lead, all is even."
            )
        }
    }
}

/// Where the game was decided.
pub fn decision(decision: Decision, names: Names<'_>, lang: Lang) -> String {
    let Decision { number, outcome, is_proven } = decision;
    let what = match (outcome, lang) {
        (Outcome::Win(seat), Lang::Fr) => format!("victoire de {}", names(seat)),
        (Outcome::Win(seat), Lang::En) => format!("a win for {}", names(seat)),
        (Outcome::Draw, Lang::Fr) => "partie nulle".to_owned(),
        (Outcome::Draw, Lang::En) => "a draw".to_owned(),
    };
    match (number, is_proven) {
        (0, true) => say!(
            lang,
            fr: "Le résultat était acquis dès le début ({what}, c’est prouvé), et aucun coup ne l’a remis en cause.",
            en: "The result was settled from the start ({what}, proven), and no move put it in doubt."
        ),
        (0, false) => say!(
            lang,
            fr: "Le résultat n’a jamais fait de doute\u{a0}: {what}.",
            en: "The result was never in doubt: {what}."
        ),
        (_, true) => say!(
            lang,
            fr: "La partie s’est décidée au coup {number}\u{a0}: ensuite, {what}, c’est prouvé.",
            en: "The game was decided at move {number}: from there on it is {what}, proven."
        ),
        (_, false) => say!(
            lang,
            fr: "La partie s’est décidée au coup {number}\u{a0}: ensuite, {what} ne faisait plus de doute.",
            en: "The game was decided at move {number}: from there on, {what} was never in doubt."
        ),
    }
}

/// Said where a game has a result that no position of it shows, or no result yet.
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
