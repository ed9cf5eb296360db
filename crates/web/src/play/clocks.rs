//! Who plays, and how much time each has left.

use std::time::Duration;

use leptos::prelude::*;
use rules::Seat;

use super::sitting::{Sitting, now};
use crate::app::lang;
use crate::naming;

/// The players, each with what the clock shows.
#[component]
pub fn Clocks(
    /// The game on the table.
    sitting: Sitting,
) -> impl IntoView {
    let last = StoredValue::new(now());
    let tick = move || {
        let time = now();
        let spent = Duration::from_secs_f64(((time - last.get_value()) / 1000.0).max(0.0));
        last.set_value(time);
        sitting.tick(spent);
    };
    if let Ok(interval) = set_interval_with_handle(tick, Duration::from_millis(200)) {
        on_cleanup(move || interval.clear());
    }
    let seats = move || sitting.game.with(|game| game.game().seats());
    let player = move |index: u8| {
        let seat = Seat::from_index(index);
        let name =
            move || sitting.game.with(|game| naming::player(game.kind(), seat, game.players(), lang()));
        let is_turn = move || {
            sitting.game.with(|game| game.outcome().is_none() && game.game().turn().seat() == Some(seat))
        };
        let left = move || sitting.game.with(|game| game.clock().map(|clock| shown(clock.left(seat))));
        view! {
            <li class="player" class:turn=is_turn aria-current=move || is_turn().then_some("true")>
                <span class=move || sitting.game.with(|game| naming::seat_class(game.kind(), seat)) aria-hidden="true"></span>
                <span class="name">{name}</span>
                <span class="left">{left}</span>
            </li>
        }
    };
    view! { <ul class="players">{move || (0..seats()).map(player).collect_view()}</ul> }
}

/// `4:05`, and tenths when it gets short.
fn shown(left: Duration) -> String {
    let tenths = left.as_millis() / 100;
    let (minutes, seconds) = (tenths / 600, tenths / 10 % 60);
    if tenths < 100 { format!("0:{seconds:02}.{}", tenths % 10) } else { format!("{minutes}:{seconds:02}") }
}
