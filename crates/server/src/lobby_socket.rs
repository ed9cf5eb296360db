//! A socket in the lobby: the open tables, one's own games and how many are here, whenever they change.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::Response;
use table::GuestId;
use tokio::sync::Notify;
use tokio::time::MissedTickBehavior;

use crate::app_state::AppState;
use crate::http::{Caller, HttpRefusal};
use crate::lobby::{self, LOOK_AGAIN, lines};
use crate::table_socket::{admit, send, small};

/// How often both sides hear of each other even if nothing happens.
const PING: Duration = Duration::from_secs(20);

/// After how long without a sign of life somebody is gone.
const SILENCE: Duration = Duration::from_secs(50);

/// The least time between two tellings of one's own games.
const PAUSE: Duration = Duration::from_millis(300);

pub(crate) async fn upgrade(
    State(state): State<Arc<AppState>>,
    caller: Caller,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, HttpRefusal> {
    let permit = admit(&state, caller, &headers)?;
    Ok(small(upgrade).on_upgrade(move |socket| async move {
        let _counted = permit;
        hold(&state, caller.guest, socket).await;
    }))
}

async fn hold(state: &Arc<AppState>, guest: Option<GuestId>, mut socket: WebSocket) {
    let mut open = state.lobby.open();
    let mut counts = state.lobby.counts();
    let mine = guest.map_or_else(|| Arc::new(Notify::new()), |guest| state.lobby.follow(guest));
    mine.notify_one();
    open.mark_changed();
    counts.mark_changed();
    let mut told = String::new();
    let mut heard = Instant::now();
    let mut stopping = state.stopping();
    let mut pings = tokio::time::interval_at(tokio::time::Instant::now() + PING, PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let is_sent = tokio::select! {
            () = stopping.wait() => {
                let frame = CloseFrame { code: close_code::RESTART, reason: "restart".into() };
                send(state, &mut socket, Message::Close(Some(frame))).await;
                return;
            }
            changed = open.changed() => {
                let frame = open.borrow_and_update().to_string();
                changed.is_ok() && send(state, &mut socket, Message::Text(frame.into())).await
            }
            changed = counts.changed() => {
                let frame = here(*counts.borrow_and_update());
                changed.is_ok() && send(state, &mut socket, frame).await
            }
            () = mine.notified() => {
                tokio::time::sleep(PAUSE).await;
                tell_mine(state, guest, &mut socket, &mut told).await
            }
            () = tokio::time::sleep(LOOK_AGAIN), if state.is_shared() => {
                tell_mine(state, guest, &mut socket, &mut told).await
            }
            // The ping tells the server that the page is there; the frame tells the page, which sees no pings, that the
            // server is.
            _ = pings.tick() => {
                let frame = here(*counts.borrow_and_update());
                heard.elapsed() <= SILENCE
                    && send(state, &mut socket, Message::Ping("".into())).await
                    && send(state, &mut socket, frame).await
            }
            message = socket.recv() => {
                heard = Instant::now();
                // Nothing is asked in the lobby; whoever talks all the same is not answered.
                matches!(message, Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Text(_))))
            }
        };
        if !is_sent {
            return;
        }
    }
}

/// How many people are connected, and how many games are played.
fn here((people, games): (u32, u32)) -> Message {
    Message::Text(format!("here {people} {games}").into())
}

/// Tells somebody's own games if they are not what was told last.
async fn tell_mine(
    state: &AppState,
    guest: Option<GuestId>,
    socket: &mut WebSocket,
    told: &mut String,
) -> bool {
    let Some(guest) = guest else { return true };
    let Ok(listings) = lobby::mine(state, guest).await else { return true };
    let frame = lines("mine", &listings);
    if frame == *told {
        return true;
    }
    told.clone_from(&frame);
    send(state, socket, Message::Text(frame.into())).await
}
