//! The results of the games with a move, as a bar.

use explorer::{MoveValue, Tally};
use leptos::prelude::*;
use rules::{Kind, Lang, Seat, number_text};

use crate::evaluation_text;
use crate::labels::seat_fill;

/// A part of a bar.
#[derive(Clone, Debug, PartialEq)]
struct BarPart {
    /// The seat that won; `None` for draws.
    seat: Option<Seat>,
    games: u32,
    /// In percent of all games.
    share: f32,
}

/// The parts of a bar from left to right: seat 1, draws, the other seats.
fn parts(tally: &Tally, mover: Seat, seats: u8) -> Vec<BarPart> {
    let total = tally.games().max(1) as f32;
    let part = |seat: Option<Seat>, games: u32| BarPart { seat, games, share: 100.0 * games as f32 / total };
    let mut parts: Vec<BarPart> = (0..seats)
        .map(Seat::from_index)
        .map(|seat| part(Some(seat), tally.won_by(seat, mover, seats)))
        .collect();
    parts.insert(1, part(None, tally.draws));
    parts
}

/// The label of a bar for screen readers: "Cross 57%, draws 30%, nought 12%".
pub(super) fn words(tally: &Tally, kind: Kind, mover: Seat, seats: u8, lang: Lang) -> String {
    let name = |part: &BarPart| match (part.seat, lang) {
        (Some(seat), _) => kind.seat(seat).title(lang),
        (None, Lang::Fr) => "nulles".to_owned(),
        (None, Lang::En) => "draws".to_owned(),
    };
    let part = |part: BarPart| {
        format!("{} {}", name(&part), number_text::percent(format!("{:.0}", part.share), lang))
    };
    parts(tally, mover, seats).into_iter().map(part).collect::<Vec<_>>().join(", ")
}

/// The bar: seat 1 from the left, the other seats from the right, draws between them. Colours are those of the seats.
pub(super) fn bar(tally: &Tally, kind: Kind, mover: Seat, seats: u8) -> impl IntoView + use<> {
    let mut left = 0.0;
    let pieces = parts(tally, mover, seats).into_iter().filter(|part| part.games > 0).map(|part| {
        let x = left;
        left += part.share;
        let class = part.seat.map_or_else(|| "drawn".to_owned(), |seat| seat_fill(kind, seat));
        // A number fits into a part that is wide enough.
        let text = (part.share >= 18.0).then(|| {
            let class = if part.seat.is_some() { "on-seat" } else { "on-drawn" };
            view! { <text class=class x=format!("{:.1}%", x + part.share / 2.0) y="50%">{format!("{:.0}", part.share)}</text> }
        });
        view! { <rect class=class x=format!("{x:.2}%") width=format!("{:.2}%", part.share) height="100%"></rect> {text} }
    });
    view! { <svg class="results" aria-hidden="true">{pieces.collect_view()}</svg> }
}

/// The engine's value of a move in a few characters, for the player who makes it.
pub(super) fn value_text(value: MoveValue, lang: Lang) -> String {
    match (value, lang) {
        (MoveValue::Win, Lang::Fr) => "gagne".to_owned(),
        (MoveValue::Win, Lang::En) => "wins".to_owned(),
        (MoveValue::Draw, Lang::Fr) => "nulle".to_owned(),
        (MoveValue::Draw, Lang::En) => "draw".to_owned(),
        (MoveValue::Loss, Lang::Fr) => "perd".to_owned(),
        (MoveValue::Loss, Lang::En) => "loses".to_owned(),
        (MoveValue::Share(share), _) => number_text::percent(evaluation_text::percent(share), lang),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_has_seat_1_on_the_left_whichever_seat_is_to_move() {
        // Seat 2 is to move and won 1 of 4 games; 1 was drawn.
        let tally = Tally { wins: [1, 2, 0, 0], draws: 1 };
        let shares: Vec<(Option<Seat>, u32)> =
            parts(&tally, Seat::TWO, 2).iter().map(|part| (part.seat, part.games)).collect();
        assert_eq!(shares, [(Some(Seat::ONE), 2), (None, 1), (Some(Seat::TWO), 1)]);
        let kind = Kind::default();
        assert_eq!(words(&tally, kind, Seat::TWO, 2, Lang::En), "Cross 50%, draws 25%, Nought 25%");
        assert_eq!(
            words(&tally, kind, Seat::TWO, 2, Lang::Fr),
            "Croix 50\u{a0}%, nulles 25\u{a0}%, Rond 25\u{a0}%"
        );
    }
}
