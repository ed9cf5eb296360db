//! The list of players with their clocks.

use leptos::prelude::*;
use rules::Lang;

/// A row of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerRow {
    /// The CSS classes of the seat's mark.
    pub class: String,
    /// The player's name.
    pub name: String,
    /// Whether it is this player's turn.
    pub is_turn: bool,
    /// The time left, formatted.
    pub left: Option<String>,
    /// A note, for example that the player has left.
    pub note: Option<String>,
}

/// The players, each with the time left.
#[component]
pub fn Players(
    /// The players, by seat.
    #[prop(into)]
    players: Signal<Vec<PlayerRow>>,
) -> impl IntoView {
    let count = Memo::new(move |_| players.with(Vec::len));
    let player = move |index: usize| {
        let shown =
            Memo::new(move |_| players.with(|players| players.get(index).cloned().unwrap_or_default()));
        let is_turn = move || shown.with(|shown| shown.is_turn);
        let note = move || {
            shown.with(|shown| shown.note.clone()).map(|note| view! { <span class="note">{note}</span> })
        };
        view! {
            <li class="player" class:turn=is_turn aria-current=move || is_turn().then_some("true")>
                <span class=move || shown.with(|shown| shown.class.clone()) aria-hidden="true"></span>
                <span class="name">{move || shown.with(|shown| shown.name.clone())}</span>
                <span class="left">{move || shown.with(|shown| shown.left.clone())}</span>
                {note}
            </li>
        }
    };
    view! { <ul class="players">{move || (0..count.get()).map(player).collect_view()}</ul> }
}

/// Formats the time left: `4:05`; with tenths below ten seconds, as days and hours above a day.
pub fn time_left(milliseconds: u64, lang: Lang) -> String {
    let tenths = milliseconds / 100;
    let (hours, minutes, seconds) = (tenths / 36_000, tenths / 600 % 60, tenths / 10 % 60);
    match (hours / 24, hours) {
        (0, 0) if tenths < 100 => format!("0:{seconds:02}.{}", tenths % 10),
        (0, 0) => format!("{minutes}:{seconds:02}"),
        (0, _) => format!("{hours}:{minutes:02}:{seconds:02}"),
        (days, _) if lang == Lang::Fr => format!("{days}\u{a0}j {}\u{a0}h", hours % 24),
        (days, _) => format!("{days}\u{a0}d {}\u{a0}h", hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_tenths_below_ten_seconds_and_days_above_a_day() {
        let shown = |milliseconds| time_left(milliseconds, Lang::Fr);
        assert_eq!(shown(0), "0:00.0");
        assert_eq!(shown(9_950), "0:09.9");
        assert_eq!(shown(10_000), "0:10");
        assert_eq!(shown(245_000), "4:05");
        assert_eq!(shown(3_600_000), "1:00:00");
        assert_eq!(shown(2 * 86_400_000 + 3 * 3_600_000), "2\u{a0}j 3\u{a0}h");
        assert_eq!(time_left(86_400_000, Lang::En), "1\u{a0}d 0\u{a0}h");
    }
}
