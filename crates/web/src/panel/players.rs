//! The players with their clocks, above and below the board.

use leptos::prelude::*;
use rules::Lang;
use rules::number_text::minutes_and_seconds;

use crate::labels::PlayerLabel;
use crate::start_queue::Deferred;

/// A row of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerRow {
    /// The CSS classes of the seat's mark.
    pub class: String,
    /// Who it is, and in which seat.
    pub label: PlayerLabel,
    /// Whether it is this player's turn.
    pub is_turn: bool,
    /// The time left, formatted.
    pub left: Option<String>,
    /// A note, for example that the player has left.
    pub note: Option<String>,
}

/// A board with the players around it: one below it, the others above it in the order in which they move on. Where the
/// panels stand beside the board, the players do too.
#[component]
pub fn PlayersAround(
    /// The players, by seat.
    #[prop(into)]
    players: Signal<Vec<PlayerRow>>,
    /// Who is below the board, by seat.
    #[prop(into)]
    below: Signal<usize>,
    /// The board.
    children: Children,
) -> impl IntoView {
    let others = Memo::new(move |_| split(players.get(), below.get()).0);
    let own = Memo::new(move |_| split(players.get(), below.get()).1);
    view! {
        <Deferred><PlayerList players=others class="players above"/></Deferred>
        <Deferred>{children()}</Deferred>
        <Deferred><PlayerList players=own class="players below"/></Deferred>
    }
}

/// The players above and below a board.
fn split(mut players: Vec<PlayerRow>, below: usize) -> (Vec<PlayerRow>, Vec<PlayerRow>) {
    if players.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let below = below % players.len();
    players.rotate_left(below);
    let others = players.split_off(1);
    (others, players)
}

/// Players, each with the time left.
#[component]
fn PlayerList(#[prop(into)] players: Signal<Vec<PlayerRow>>, class: &'static str) -> impl IntoView {
    let count = Memo::new(move |_| players.with(Vec::len));
    let player = move |index: usize| {
        let shown =
            Memo::new(move |_| players.with(|players| players.get(index).cloned().unwrap_or_default()));
        let seat = Memo::new(move |_| shown.with(|shown| shown.label.seat.clone()));
        let seat =
            move || seat.get().map(|seat| view! { <span class="seat-name">{format!(" ({seat})")}</span> });
        let is_turn = move || shown.with(|shown| shown.is_turn);
        let note = move || {
            shown.with(|shown| shown.note.clone()).map(|note| view! { <span class="note">{note}</span> })
        };
        view! {
            <li class="player" class:turn=is_turn aria-current=move || is_turn().then_some("true")>
                <span class=move || shown.with(|shown| shown.class.clone()) aria-hidden="true"></span>
                <span class="name">{move || shown.with(|shown| shown.label.who.clone())}{seat}</span>
                {note}
                <span class="left">{move || shown.with(|shown| shown.left.clone())}</span>
            </li>
        }
    };
    let list = move || view! { <ul class=class>{(0..count.get()).map(player).collect_view()}</ul> };
    move || (count.get() > 0).then(list)
}

/// Formats the time left: `4:05`; with tenths below ten seconds, as days and hours above a day.
pub fn time_left(milliseconds: u64, lang: Lang) -> String {
    let tenths = milliseconds / 100;
    let (hours, minutes, seconds) = (tenths / 36_000, tenths / 600 % 60, tenths / 10 % 60);
    match (hours / 24, hours) {
        (0, 0) if tenths < 100 => {
            let point = if lang == Lang::Fr { ',' } else { '.' };
            format!("0:{seconds:02}{point}{}", tenths % 10)
        }
        (0, 0) => minutes_and_seconds(tenths / 10),
        (0, _) => format!("{hours}:{minutes:02}:{seconds:02}"),
        (days, _) if lang == Lang::Fr => format!("{days}\u{a0}j {}\u{a0}h", hours % 24),
        (days, _) => format!("{days}\u{a0}d {}\u{a0}h", hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_players_above_the_board_are_in_the_order_in_which_they_move() {
        let player =
            |name: &str| PlayerRow { label: PlayerLabel::from(name.to_owned()), ..PlayerRow::default() };
        let around = |names: &[&str], below| {
            let (above, below) = split(names.iter().map(|name| player(name)).collect(), below);
            let names = |rows: Vec<PlayerRow>| {
                rows.into_iter().map(|row| row.label.who).collect::<Vec<_>>().join(" ")
            };
            (names(above), names(below))
        };
        let is = |above: &str, below: &str| (above.to_owned(), below.to_owned());
        assert_eq!(around(&["a", "b"], 0), is("b", "a"));
        assert_eq!(around(&["a", "b"], 1), is("a", "b"));
        assert_eq!(around(&["a", "b", "c", "d"], 2), is("d a b", "c"));
        assert_eq!(around(&[], 1), is("", ""));
    }

    #[test]
    fn a_clock_shows_tenths_below_ten_seconds_and_days_above_a_day() {
        let shown = |milliseconds| time_left(milliseconds, Lang::Fr);
        assert_eq!(shown(0), "0:00,0");
        assert_eq!(shown(9_950), "0:09,9");
        assert_eq!(time_left(9_950, Lang::En), "0:09.9");
        assert_eq!(shown(10_000), "0:10");
        assert_eq!(shown(245_000), "4:05");
        assert_eq!(shown(3_600_000), "1:00:00");
        assert_eq!(shown(2 * 86_400_000 + 3 * 3_600_000), "2\u{a0}j 3\u{a0}h");
        assert_eq!(time_left(86_400_000, Lang::En), "1\u{a0}d 0\u{a0}h");
    }
}
