//! A socket at a table: lines in, lines out, and a sign of life now and then.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::SinkExt;
use rules::words;
use table::{Answer, GuestId, Hello, LONGEST_LINE, Refusal, Request};
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;

use crate::app_state::AppState;
use crate::http::{Caller, HttpRefusal, is_same_origin, unreadable};
use crate::live_table::LiveTable;
use crate::rate_limit::{Rate, TokenBucket};
use crate::sockets::SocketPermit;

/// The largest frame that is read, so that a line that is too long still gets an answer.
const LARGEST_FRAME: usize = 8 * LONGEST_LINE;

/// How many lines may wait to be sent to somebody.
const QUEUE: usize = 512;

/// After how long without a sign of life somebody is gone.
const SILENCE: Duration = Duration::from_secs(50);

/// How many lines, and about how many bytes, are sent at once when they wait.
const SENT_AT_ONCE: usize = 32;
const WRITTEN_AT_ONCE: usize = 2048;

/// How long somebody who is let go has to read why.
const LINGER: Duration = Duration::from_secs(1);

/// How many lines too many end a conversation.
const PATIENCE: u32 = 200;

/// Gives a socket the small buffers that lines need.
pub(crate) fn small(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(2048)
        .write_buffer_size(WRITTEN_AT_ONCE)
        .max_write_buffer_size(1 << 20)
        .max_message_size(LARGEST_FRAME)
        .max_frame_size(LARGEST_FRAME)
}

/// Whether somebody may open a socket.
pub(crate) fn admit(state: &AppState, caller: Caller, headers: &HeaderMap) -> Result<SocketPermit, Refusal> {
    if !is_same_origin(headers, &state.settings) {
        return Err(Refusal::ForeignPage);
    }
    if state.is_stopping() {
        return Err(Refusal::Unavailable);
    }
    state.sockets.admit(caller.address, caller.guest).ok_or(Refusal::TooFast)
}

pub(crate) async fn upgrade(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    caller: Caller,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, HttpRefusal> {
    let permit = admit(&state, caller, &headers)?;
    let live_table = state.live_table(&id.parse().map_err(|_| Refusal::NoSuchTable)?).await?;
    Ok(small(upgrade).on_upgrade(move |socket| async move {
        let _counted = permit;
        let rate = Rate {
            per_second: state.settings.lines_per_second.max(1) as f32,
            capacity: state.settings.lines_per_second.max(1) as f32 * 3.0,
        };
        let bucket = TokenBucket::new(rate, Instant::now());
        TableConnection { state, live_table, guest: caller.guest, rate, bucket, excess: 0 }
            .hold(socket)
            .await;
    }))
}

/// Somebody at a table.
struct TableConnection {
    state: Arc<AppState>,
    live_table: Arc<LiveTable>,
    guest: Option<GuestId>,
    rate: Rate,
    bucket: TokenBucket,
    excess: u32,
}

impl TableConnection {
    async fn hold(mut self, mut socket: WebSocket) {
        let (out, mut lines) = mpsc::channel::<String>(QUEUE);
        let mut out = Some(out);
        let mut watching = None;
        let mut heard = Instant::now();
        let mut stopping = self.state.stopping();
        let keepalive = self.state.settings.keepalive;
        let mut pings = tokio::time::interval_at(tokio::time::Instant::now() + keepalive, keepalive);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let goodbye = loop {
            let sent = tokio::select! {
                () = stopping.wait() => break Some((close_code::RESTART, "restart")),
                line = lines.recv() => match line {
                    Some(line) => send_all(&self.state, &mut socket, line, &mut lines).await,
                    None => break Some((close_code::POLICY, "too slow: come back for what was missed")),
                },
                _ = pings.tick() => {
                    if heard.elapsed() > SILENCE {
                        break None;
                    }
                    if let Some(number) = watching {
                        self.live_table.send_keepalive(number).await;
                    }
                    send(&self.state, &mut socket, Message::Ping("".into())).await
                }
                message = socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(line))) => self.line(&mut socket, line.as_str(), &mut out, &mut watching).await,
                        Some(Ok(Message::Binary(_))) => self.refuse_binary(&mut socket).await,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => true,
                        Some(Ok(Message::Close(_))) | None => break None,
                        // What is not a frame, or too large for one: there is no going on.
                        Some(Err(_)) => break Some((close_code::SIZE, "text frames of at most 8192 bytes, please")),
                    }
                }
            };
            if !sent {
                break None;
            }
            if self.excess > PATIENCE {
                break Some((close_code::POLICY, "too fast"));
            }
        };
        self.live_table.leave(&self.state, watching, self.guest).await;
        let Some((code, reason)) = goodbye else { return };
        let close = CloseFrame { code, reason: reason.into() };
        if send(&self.state, &mut socket, Message::Close(Some(close))).await && !self.state.is_stopping() {
            // What is not read would take back what was sent: they would never learn why.
            let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
            let _ = tokio::time::timeout(LINGER, rest).await;
        }
    }

    /// A line: a hello, then requests. Whether the conversation can go on.
    async fn line(
        &mut self,
        socket: &mut WebSocket,
        line: &str,
        out: &mut Option<mpsc::Sender<String>>,
        watching: &mut Option<u64>,
    ) -> bool {
        self.state.metrics.lines.add(1);
        if !self.bucket.take(self.rate, Instant::now()) {
            self.excess += 1;
            return self.refuse(socket, line, &Refusal::TooFast).await;
        }
        let Some(number) = *watching else {
            return match Hello::parse(line) {
                Ok(hello) => {
                    if let Some(out) = out.take() {
                        *watching =
                            Some(self.live_table.enter(&self.state, self.guest, hello.seen, out).await);
                    }
                    true
                }
                Err(refusal) => self.refuse(socket, line, &refusal).await,
            };
        };
        let began = Instant::now();
        self.live_table.ask(&self.state, number, line).await;
        self.state.metrics.answered.add(began.elapsed());
        true
    }

    async fn refuse_binary(&self, socket: &mut WebSocket) -> bool {
        self.state.metrics.refused.add(1);
        let answer = unreadable(words!(
            fr: "Cette trame est binaire\u{a0}: ici, on parle par lignes de texte.",
            en: "This frame is binary: lines of text are spoken here."
        ));
        send(&self.state, socket, Message::Text(answer.to_string().into())).await
    }

    async fn refuse(&self, socket: &mut WebSocket, line: &str, refusal: &Refusal) -> bool {
        self.state.metrics.refused.add(1);
        let answer = Answer::refused(Request::number_of(line), refusal);
        send(&self.state, socket, Message::Text(answer.to_string().into())).await
    }
}

/// Sends a line and those that wait behind it, together: most moves have two for the one who made them. `false` if
/// nobody takes them in time.
async fn send_all(
    state: &AppState,
    socket: &mut WebSocket,
    first: String,
    lines: &mut mpsc::Receiver<String>,
) -> bool {
    let sent = tokio::time::timeout(state.settings.client_timeout, async {
        socket.feed(Message::Text(first.into())).await?;
        for _ in 1..SENT_AT_ONCE {
            let Ok(line) = lines.try_recv() else { break };
            socket.feed(Message::Text(line.into())).await?;
        }
        socket.flush().await
    });
    matches!(sent.await, Ok(Ok(())))
}

/// Sends something; `false` if nobody takes it in time.
pub(crate) async fn send(state: &AppState, socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(state.settings.client_timeout, socket.send(message)).await, Ok(Ok(())))
}
