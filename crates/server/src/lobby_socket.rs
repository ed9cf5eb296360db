//! The socket of the lobby: sends the joinable tables, the guest's own games and the number of people when they change.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::time::MissedTickBehavior;

use crate::app_state::AppState;
use crate::client_stream::is_over_quota;
use crate::frame_limit::FrameLimit;
use crate::http::{Caller, HttpRefusal};
use crate::own_games::OwnGamesFollower;
use crate::table_socket::{
    BANNED, BINARY, CloseReason, RESTART, TOO_FAST, TOO_LARGE, admit, close, is_banned, note_flood, send,
    with_small_buffers,
};

/// How often the server pings the client.
const PING_INTERVAL: Duration = Duration::from_secs(20);

/// How long the client may be silent before the server closes the connection.
const MAX_SILENCE: Duration = Duration::from_secs(50);

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
    let mut bans = state.moderation.subscribe_to_bans();
    let mut joinable = state.lobby.joinable();
    let mut games_to_watch = state.lobby.games_to_watch();
    let mut counts = state.lobby.counts();
    let mut announcement = state.moderation.announcement();
    let mut own_games = caller.guest.map(|guest| state.lobby.own_games.follow(guest));
    joinable.mark_changed();
    games_to_watch.mark_changed();
    counts.mark_changed();
    if !announcement.borrow().is_empty() {
        announcement.mark_changed();
    }
    let mut last_received = Instant::now();
    let mut frames = FrameLimit::new(state.settings.lines_per_second, last_received);
    let mut shutdown = state.shutdown.listen();
    let mut pings = tokio::time::interval_at(tokio::time::Instant::now() + PING_INTERVAL, PING_INTERVAL);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let is_sent = tokio::select! {
            () = shutdown.wait() => {
                return close(&mut socket, RESTART).await;
            }
            _ = bans.changed() => {
                if is_banned(state, caller) {
                    return close(&mut socket, BANNED).await;
                }
                true
            }
            changed = joinable.changed() => {
                let frame = joinable.borrow_and_update().clone();
                changed.is_ok() && send(state, &mut socket, Message::Text(frame)).await
            }
            changed = games_to_watch.changed() => {
                let frame = games_to_watch.borrow_and_update().clone();
                changed.is_ok() && send(state, &mut socket, Message::Text(frame)).await
            }
            changed = counts.changed() => {
                let frame = counts_frame(*counts.borrow_and_update());
                changed.is_ok() && send(state, &mut socket, frame).await
            }
            changed = announcement.changed() => {
                let frame = format!("notice\n{}", &**announcement.borrow_and_update());
                changed.is_ok() && send(state, &mut socket, Message::Text(frame.into())).await
            }
            frame = next_own_games(state, &mut own_games) => {
                send(state, &mut socket, Message::Text(frame)).await
            }
            // The ping tells the server whether the page is alive. Pages cannot see pings: the frame tells them that the
            // server is.
            _ = pings.tick() => {
                let frame = counts_frame(*counts.borrow_and_update());
                last_received.elapsed() <= MAX_SILENCE
                    && send(state, &mut socket, Message::Ping("".into())).await
                    && send(state, &mut socket, frame).await
            }
            message = socket.recv() => {
                last_received = Instant::now();
                if let Some(Ok(message)) = &message {
                    frames.allows(message, last_received);
                }
                match message {
                    Some(Err(error)) if is_over_quota(&error) => return refuse(state, &mut socket, TOO_FAST).await,
                    Some(Ok(_)) if frames.is_exceeded() => return refuse(state, &mut socket, TOO_FAST).await,
                    // There are no requests in the lobby: lines are ignored.
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Text(_))) => true,
                    Some(Ok(Message::Binary(_))) => return refuse(state, &mut socket, BINARY).await,
                    Some(Ok(Message::Close(_))) | None => false,
                    // Not a frame, or too large: the stream cannot be read any further.
                    Some(Err(_)) => return refuse(state, &mut socket, TOO_LARGE).await,
                }
            }
        };
        if !is_sent {
            return;
        }
    }
}

/// Counts a violation of the limits or of the protocol, and closes the connection.
async fn refuse(state: &AppState, socket: &mut WebSocket, reason: CloseReason) {
    match reason {
        TOO_FAST => note_flood(state),
        BINARY => state.metrics.refusals.add("unreadable"),
        // The connection may just have failed.
        _ => {}
    }
    close(socket, reason).await;
}

/// The frame with the number of people connected and of games being played.
fn counts_frame((people, games): (u32, u32)) -> Message {
    Message::Text(format!("here {people} {games}").into())
}

/// Waits for the next frame with the games of the guest, if there is one.
async fn next_own_games(state: &AppState, own_games: &mut Option<OwnGamesFollower>) -> Utf8Bytes {
    match own_games {
        Some(follower) => follower.next_frame(state).await,
        None => std::future::pending().await,
    }
}
