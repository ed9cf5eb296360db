//! The socket of a table: a hello, then requests as lines; answers and messages as lines; keepalives.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::future::FusedFuture;
use futures_util::{FutureExt, SinkExt};
use rules::words;
use table::{Answer, Hello, LONGEST_LINE, Refusal, Request};
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;

use crate::app_state::AppState;
use crate::client_stream::is_over_quota;
use crate::concurrency_limit::ConcurrencyPermit;
use crate::frame_limit::FrameLimit;
use crate::http::{Caller, HttpRefusal, is_same_origin, unreadable};
use crate::limit_log::Limit;
use crate::live_table::LiveTable;
use crate::read_limits;

/// The largest frame that is read, in bytes. It is larger than a line may be, so that a line that is too long gets an
/// answer.
const MAX_FRAME: usize = 8 * LONGEST_LINE;

/// How many lines may wait to be sent on a socket.
const QUEUE_CAPACITY: usize = 512;

/// How long the client may be silent before the server closes the connection.
const MAX_SILENCE: Duration = Duration::from_secs(50);

/// A socket takes one more place of its address for each this many events of its table, which is kept in memory.
const EVENTS_PER_SOCKET: usize = 500;

/// How many waiting lines, and about how many bytes, are sent at a time.
const MAX_LINES_PER_WRITE: usize = 32;
const WRITE_BUFFER: usize = 2048;

/// How long a client has to read why its connection is closed.
const CLOSE_GRACE: Duration = Duration::from_secs(1);

/// How long a shutdown waits for the store before it tells a client whose request is being processed.
const STALL_GRACE: Duration = Duration::from_secs(1);

/// The code and the text with which a connection is closed.
pub(crate) type CloseReason = (u16, &'static str);

pub(crate) const RESTART: CloseReason = (close_code::RESTART, "restart");
pub(crate) const BANNED: CloseReason = (close_code::POLICY, "banned");
pub(crate) const TOO_FAST: CloseReason = (close_code::POLICY, "too fast");

pub(crate) const TOO_LARGE: CloseReason = (close_code::SIZE, "text frames of at most 8192 bytes, please");
pub(crate) const BINARY: CloseReason = (close_code::UNSUPPORTED, "text frames, please");

/// Sets small buffers: lines are short, and there are many sockets.
pub(crate) fn with_small_buffers(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(2048)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(1 << 20)
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME)
}

/// Counts and logs that a client sends too much.
pub(crate) fn note_flood(state: &AppState) {
    state.metrics.refusals.add("too-fast");
    state.limit_log.note(Limit::Frames);
}

/// Whether the guest or the address of a socket is banned.
pub(crate) fn is_banned(state: &AppState, caller: Caller) -> bool {
    state.moderation.check_ban(caller.guest, caller.address, state.now()).is_err()
}

/// Returns when the guest or the address of a socket is banned.
async fn wait_for_ban(state: Arc<AppState>, caller: Caller) {
    let mut bans = state.moderation.subscribe_to_bans();
    while bans.changed().await.is_ok() {
        if is_banned(&state, caller) {
            return;
        }
    }
    std::future::pending::<()>().await;
}

/// Admits a socket, or refuses it.
pub(crate) fn admit(
    state: &AppState,
    caller: Caller,
    headers: &HeaderMap,
) -> Result<ConcurrencyPermit, Refusal> {
    if !is_same_origin(headers, &state.settings) {
        return Err(Refusal::ForeignPage);
    }
    if state.shutdown.has_begun() {
        return Err(Refusal::Unavailable);
    }
    // The request itself was one read.
    state.read_limits.read(caller.address, read_limits::NEW_SOCKET - 1.0)?;
    state.sockets.admit(caller.address, caller.guest).ok_or_else(|| {
        state.limit_log.note(Limit::Sockets);
        Refusal::TooFast
    })
}

pub(crate) async fn upgrade(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    caller: Caller,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, HttpRefusal> {
    let mut permit = admit(&state, caller, &headers)?;
    if caller.guest.is_some() {
        // The connection of a player is recorded in the store.
        state.budget.check(caller)?;
    }
    let id = id.parse().map_err(|_| Refusal::NoSuchTable)?;
    let (live_table, is_just_loaded) = state.live_table_or_load(caller.address, &id).await?;
    let events = live_table.read(|table| table.events().len()).await;
    if !permit.add_weight(events / EVENTS_PER_SOCKET) {
        state.limit_log.note(Limit::Sockets);
        return Err(Refusal::TooFast.into());
    }
    let open = state.shutdown.register();
    // Boxed, because tasks are copied several times when they begin and end.
    let run = move |socket| {
        Box::pin(async move {
            let _counted = (permit, open);
            let frames = FrameLimit::new(state.settings.lines_per_second, Instant::now());
            TableConnection { state, live_table, is_just_loaded, caller, frames }.run(socket).await;
        })
    };
    Ok(with_small_buffers(upgrade).on_upgrade(run))
}

/// The connection of one client to a table.
struct TableConnection {
    state: Arc<AppState>,
    live_table: Arc<LiveTable>,
    /// Whether the table was loaded for this connection.
    is_just_loaded: bool,
    caller: Caller,
    frames: FrameLimit,
}

impl TableConnection {
    async fn run(mut self, mut socket: WebSocket) {
        let (out, mut lines) = mpsc::channel(QUEUE_CAPACITY);
        let mut out = Some(out);
        let mut watching = None;
        let mut last_received = Instant::now();
        // These futures are created once for the whole connection: creating them for every line would cost more than
        // the line.
        let mut shutdown = self.state.shutdown.listen();
        let mut shutdown = pin!(shutdown.wait().fuse());
        let mut ban = pin!(wait_for_ban(Arc::clone(&self.state), self.caller));
        let keepalive = self.state.settings.keepalive;
        let mut pings = tokio::time::interval_at(tokio::time::Instant::now() + keepalive, keepalive);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let close_reason = loop {
            let sent = tokio::select! {
                // In this order: lines are the most frequent, and what the client sends comes last, so that a client
                // that sends without end does not block the rest.
                biased;
                line = lines.recv() => match line {
                    Some(line) => send_all(&self.state, &mut socket, line, &mut lines).await,
                    None => break Some((close_code::POLICY, "say hello on a new connection")),
                },
                () = &mut shutdown => break Some(RESTART),
                () = &mut ban => break Some(BANNED),
                _ = pings.tick() => {
                    if last_received.elapsed() > MAX_SILENCE {
                        break None;
                    }
                    if let Some(number) = watching {
                        let keepalive = self.live_table.send_keepalive(number);
                        complete(keepalive, shutdown.as_mut(), close(&mut socket, RESTART)).await;
                    }
                    send(&self.state, &mut socket, Message::Ping("".into())).await
                }
                message = socket.recv() => {
                    last_received = Instant::now();
                    let is_allowed = message
                        .as_ref()
                        .is_none_or(|message| message.as_ref().is_ok_and(|message| self.frames.allows(message, last_received)));
                    match message {
                        Some(Ok(Message::Text(line))) if !is_allowed => self.refuse(&mut socket, line.as_str(), &Refusal::TooFast).await,
                        Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) if !is_allowed => true,
                        Some(Ok(Message::Text(line))) => {
                            // Boxed, so that an idle connection has no memory for what only a request needs.
                            let processing = Box::pin(self.process_line(line.as_str(), &mut out, &mut watching));
                            let processed = complete(processing, shutdown.as_mut(), close(&mut socket, RESTART)).await;
                            match processed {
                                Ok(()) => true,
                                Err(refusal) => self.refuse(&mut socket, line.as_str(), &refusal).await,
                            }
                        }
                        Some(Ok(Message::Binary(_))) => self.refuse_binary(&mut socket).await,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => true,
                        Some(Ok(Message::Close(_))) | None => break None,
                        Some(Err(error)) if is_over_quota(&error) => break Some(TOO_FAST),
                        // Not a frame, or too large: the stream cannot be read any further.
                        Some(Err(_)) => break Some(TOO_LARGE),
                    }
                }
            };
            if shutdown.is_terminated() {
                break Some(RESTART);
            }
            if !sent {
                break None;
            }
            if self.frames.is_exceeded() {
                break Some(TOO_FAST);
            }
        };
        if close_reason == Some(TOO_FAST) {
            note_flood(&self.state);
        }
        if close_reason == Some(RESTART) {
            // The close reason is sent first: a table that waits for the store must not delay it.
            if let Ok(line) = lines.try_recv() {
                send_all(&self.state, &mut socket, line, &mut lines).await;
            }
            close(&mut socket, RESTART).await;
            return self.live_table.disconnect(&self.state, watching, self.caller).await;
        }
        self.live_table.disconnect(&self.state, watching, self.caller).await;
        if let Some(reason) = close_reason {
            close(&mut socket, reason).await;
        }
    }

    /// Processes a line: first a hello, then requests.
    async fn process_line(
        &mut self,
        line: &str,
        out: &mut Option<mpsc::Sender<Utf8Bytes>>,
        watching: &mut Option<u64>,
    ) -> Result<(), Refusal> {
        self.state.metrics.lines.add(1);
        let Some(number) = *watching else {
            let hello = Hello::parse(line)?;
            if let Some(out) = out.take() {
                let connecting =
                    self.live_table.connect(&self.state, self.caller, hello, self.is_just_loaded, out);
                *watching = Some(connecting.await);
            }
            return Ok(());
        };
        let began = Instant::now();
        self.live_table.process_line(&self.state, number, line).await;
        self.state.metrics.answered.add(began.elapsed());
        Ok(())
    }

    async fn refuse_binary(&self, socket: &mut WebSocket) -> bool {
        self.state.metrics.refusals.add("unreadable");
        let answer = unreadable(words!(
            fr: "Cette trame est binaire\u{a0}: envoyez des lignes de texte.",
            en: "This frame is binary: send lines of text."
        ));
        send(&self.state, socket, Message::Text(answer.to_string().into())).await
    }

    async fn refuse(&self, socket: &mut WebSocket, line: &str, refusal: &Refusal) -> bool {
        self.state.metrics.refusals.add(refusal.code());
        let answer = Answer::refused(Request::number_of(line), refusal);
        send(&self.state, socket, Message::Text(answer.to_string().into())).await
    }
}

/// Sends a line and those that wait behind it in one write. `false` if the client does not take them in time.
async fn send_all(
    state: &AppState,
    socket: &mut WebSocket,
    first: Utf8Bytes,
    lines: &mut mpsc::Receiver<Utf8Bytes>,
) -> bool {
    let sent = tokio::time::timeout(state.settings.client_timeout, async {
        socket.feed(Message::Text(first)).await?;
        for _ in 1..MAX_LINES_PER_WRITE {
            let Ok(line) = lines.try_recv() else { break };
            socket.feed(Message::Text(line)).await?;
        }
        socket.flush().await
    });
    matches!(sent.await, Ok(Ok(())))
}

/// Completes work that may wait for the store. If the server shuts down and `work` still waits a moment later, runs
/// `notify` first, so that the client learns of the shutdown in time; then completes `work`.
async fn complete<T>(
    work: impl Future<Output = T>,
    shutdown: Pin<&mut impl Future<Output = ()>>,
    notify: impl Future<Output = ()>,
) -> T {
    let mut work = pin!(work);
    tokio::select! {
        biased;
        done = &mut work => return done,
        () = shutdown => {}
    }
    if let Ok(done) = tokio::time::timeout(STALL_GRACE, &mut work).await {
        return done;
    }
    notify.await;
    work.await
}

/// Sends the reason for which a connection is closed, and waits a short time for the client to have read it: unread input
/// would reset the connection, and the client would not receive the reason.
pub(crate) async fn close(socket: &mut WebSocket, (code, reason): CloseReason) {
    let frame = CloseFrame { code, reason: reason.into() };
    let closing = async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    let _ = tokio::time::timeout(CLOSE_GRACE, closing).await;
}

/// Sends a message. `false` if the client does not take it in time.
pub(crate) async fn send(state: &AppState, socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(state.settings.client_timeout, socket.send(message)).await, Ok(Ok(())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_client_learns_of_a_shutdown_while_the_store_stalls_and_its_request_is_completed() {
        let was_notified = tokio::sync::Notify::new();
        // The store answers only after the client was notified.
        let work = async {
            was_notified.notified().await;
            7
        };
        let shutdown = pin!(std::future::ready(()));
        assert_eq!(complete(work, shutdown, async { was_notified.notify_one() }).await, 7);
        let shutdown = pin!(std::future::ready(()));
        let done = complete(std::future::ready(8), shutdown, async { panic!("nothing stalls") });
        assert_eq!(done.await, 8);
    }
}
