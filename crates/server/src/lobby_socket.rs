//! The socket of the lobby: sends the joinable tables, the guest's own games and the number of people when they change.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::Response;
use table::GuestId;
use tokio::time::MissedTickBehavior;

use crate::app_state::AppState;
use crate::http::{Caller, HttpRefusal};
use crate::lobby::{self, POLL_INTERVAL, frame};
use crate::table_socket::{FrameLimit, admit, close, is_banned, send, with_small_buffers};

/// How often both sides send a sign of life.
const PING_INTERVAL: Duration = Duration::from_secs(20);

/// After how long without a sign of life the connection is closed.
const MAX_SILENCE: Duration = Duration::from_secs(50);

/// How long changes in a guest's own games are collected before they are sent.
const DEBOUNCE: Duration = Duration::from_millis(300);

pub(crate) async fn upgrade(
    State(state): State<Arc<AppState>>,
    caller: Caller,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, HttpRefusal> {
    let permit = admit(&state, caller, &headers)?;
    let open = state.shutdown.register();
    Ok(with_small_buffers(upgrade).on_upgrade(move |socket| async move {
        let _counted = (permit, open);
        run(&state, caller, socket).await;
    }))
}

async fn run(state: &Arc<AppState>, caller: Caller, mut socket: WebSocket) {
    let guest = caller.guest;
    let mut bans = state.house_rules.bans();
    let mut open = state.lobby.open();
    let mut watched = state.lobby.watched();
    let mut counts = state.lobby.counts();
    let mut announcement = state.house_rules.announcement();
    let follower = guest.map(|guest| state.lobby.follow(guest));
    let own_games = async || match &follower {
        Some(follower) => follower.changed().await,
        None => std::future::pending().await,
    };
    open.mark_changed();
    watched.mark_changed();
    counts.mark_changed();
    if !announcement.borrow().is_empty() {
        announcement.mark_changed();
    }
    let mut last_sent = String::new();
    let mut heard = Instant::now();
    let mut frames = FrameLimit::new(state);
    let mut shutdown = state.shutdown.listen();
    let mut pings = tokio::time::interval_at(tokio::time::Instant::now() + PING_INTERVAL, PING_INTERVAL);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let is_sent = tokio::select! {
            () = shutdown.wait() => {
                return close(&mut socket, close_code::RESTART, "restart").await;
            }
            _ = bans.changed() => {
                if is_banned(state, caller) {
                    return close(&mut socket, close_code::POLICY, "banned").await;
                }
                true
            }
            changed = open.changed() => {
                let frame = open.borrow_and_update().to_string();
                changed.is_ok() && send(state, &mut socket, Message::Text(frame.into())).await
            }
            changed = watched.changed() => {
                let frame = watched.borrow_and_update().to_string();
                changed.is_ok() && send(state, &mut socket, Message::Text(frame.into())).await
            }
            changed = counts.changed() => {
                let frame = counts_frame(*counts.borrow_and_update());
                changed.is_ok() && send(state, &mut socket, frame).await
            }
            changed = announcement.changed() => {
                let frame = format!("notice\n{}", &**announcement.borrow_and_update());
                changed.is_ok() && send(state, &mut socket, Message::Text(frame.into())).await
            }
            () = own_games() => {
                tokio::time::sleep(DEBOUNCE).await;
                send_own_games(state, guest, &mut socket, &mut last_sent).await
            }
            () = tokio::time::sleep(POLL_INTERVAL), if state.is_shared() => {
                send_own_games(state, guest, &mut socket, &mut last_sent).await
            }
            // The ping checks for the server that the page is alive. Pages do not see pings: the frame is for them.
            _ = pings.tick() => {
                let frame = counts_frame(*counts.borrow_and_update());
                heard.elapsed() <= MAX_SILENCE
                    && send(state, &mut socket, Message::Ping("".into())).await
                    && send(state, &mut socket, frame).await
            }
            message = socket.recv() => {
                heard = Instant::now();
                // There are no requests in the lobby: lines are ignored.
                let mut is_fine = |message: &Message| {
                    frames.allows(message);
                    !frames.is_exceeded() && matches!(message, Message::Ping(_) | Message::Pong(_) | Message::Text(_))
                };
                matches!(message, Some(Ok(message)) if is_fine(&message))
            }
        };
        if !is_sent {
            return;
        }
    }
}

/// The frame with the number of people connected and of games being played.
fn counts_frame((people, games): (u32, u32)) -> Message {
    Message::Text(format!("here {people} {games}").into())
}

/// Sends a guest's own games if they differ from what was sent last.
async fn send_own_games(
    state: &AppState,
    guest: Option<GuestId>,
    socket: &mut WebSocket,
    last_sent: &mut String,
) -> bool {
    let Some(guest) = guest else { return true };
    let Ok(listings) = lobby::own_games(state, guest).await else { return true };
    let frame = frame("mine", &listings);
    if frame == *last_sent {
        return true;
    }
    last_sent.clone_from(&frame);
    send(state, socket, Message::Text(frame.into())).await
}
