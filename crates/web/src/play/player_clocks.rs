//! The players, each with the time they have left.

use std::time::Duration;

use leptos::prelude::*;
use rules::Seat;

use super::local_session::LocalSession;
use crate::browser;
use crate::labels;
use crate::language::lang;
use crate::panel::{PlayerRow, PlayersAround, time_left};
use crate::timing::now;

/// How often the clock advances.
const TICK: Duration = Duration::from_millis(200);

/// The board with the players and their clocks around it. It also makes the clock of the session run.
#[component]
pub fn PlayerClocks(
    /// The game being played.
    session: LocalSession,
    /// The board.
    children: Children,
) -> impl IntoView {
    let last = StoredValue::new(now());
    let tick = move || {
        let time = now();
        let elapsed = Duration::from_secs_f64(((time - last.get_value()) / 1000.0).max(0.0));
        last.set_value(time);
        session.tick(elapsed);
    };
    browser::every(TICK, tick);
    let players = Memo::new(move |_| {
        let lang = lang();
        session.game.with(|game| {
            let kind = game.kind();
            let player = |index: u8| {
                let seat = Seat::from_index(index);
                PlayerRow {
                    class: labels::seat_class(kind, seat),
                    label: game.player_label(seat, lang),
                    is_turn: game.outcome().is_none() && game.game().turn().seat() == Some(seat),
                    left: session.clock.left(game, seat).map(|left| time_left(left.as_millis() as u64, lang)),
                    note: None,
                }
            };
            (0..game.game().seats()).map(player).collect::<Vec<PlayerRow>>()
        })
    });
    let below = Memo::new(move |_| {
        let (near, seats) = session.game.with(|game| (game.near_seat().index(), game.game().seats()));
        if session.flipped.get() && seats == 2 { 1 - near } else { near }
    });
    view! { <PlayersAround players below>{children()}</PlayersAround> }
}
