//! Who plays, and how much time each has left.

use leptos::prelude::*;
use rules::Lang;

/// One player, as others see them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerRow {
    /// The classes of the mark of the seat.
    pub class: String,
    /// The name.
    pub name: String,
    /// Whether it is this player's turn.
    pub is_turn: bool,
    /// What the clock shows.
    pub left: Option<String>,
    /// What else is to be known, such as that the player has gone.
    pub note: Option<String>,
}

/// The players, each with what the clock shows.
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

/// What a clock with so many milliseconds shows: `4:05`, tenths when it gets short, days and hours when it is long.
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
    fn a_clock_shows_what_can_still_be_read_in_time() {
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
