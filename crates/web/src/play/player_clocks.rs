//! Who plays, and how much time each has left.

use std::time::Duration;

use leptos::prelude::*;
use rules::Seat;

use super::local_session::{LocalSession, now};
use crate::labels;
use crate::language::lang;
use crate::panel::{PlayerRow, Players, time_left};

/// The players, each with what the clock shows.
#[component]
pub fn PlayerClocks(
    /// The game on the table.
    session: LocalSession,
) -> impl IntoView {
    let last = StoredValue::new(now());
    let tick = move || {
        let time = now();
        let spent = Duration::from_secs_f64(((time - last.get_value()) / 1000.0).max(0.0));
        last.set_value(time);
        session.tick(spent);
    };
    if let Ok(interval) = set_interval_with_handle(tick, Duration::from_millis(200)) {
        on_cleanup(move || interval.clear());
    }
    let players = Memo::new(move |_| {
        let lang = lang();
        session.game.with(|game| {
            let kind = game.kind();
            let player = |index: u8| {
                let seat = Seat::from_index(index);
                PlayerRow {
                    class: labels::seat_class(kind, seat),
                    name: labels::player(kind, seat, game.players(), lang),
                    is_turn: game.outcome().is_none() && game.game().turn().seat() == Some(seat),
                    left: game.clock().map(|clock| time_left(clock.left(seat).as_millis() as u64, lang)),
                    note: None,
                }
            };
            (0..game.game().seats()).map(player).collect::<Vec<PlayerRow>>()
        })
    });
    view! { <Players players/> }
}
