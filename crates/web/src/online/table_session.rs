//! One table as this page follows it: the conversation with the server, its connection, and the signals that
//! components read.

use std::time::Duration;

use leptos::prelude::*;
use rules::{AnyMove, Lang, Say, Seat, Words};
use table::{
    ConnectionState, Conversation, Notification, Offer, Phrase, Request, RequestKind, Snapshot, TableId, Time,
};

use super::api::{self, ApiError};
use super::guest_profile::GuestProfile;
use super::server_clock;
use super::socket::{Socket, SocketEvent};
use super::table_board::{self, PlyPosition, PremoveInput};
use super::table_labels;
use crate::router::Router;
use crate::selection::Selection;
use crate::settings::SettingsStore;
use crate::sound::{self, Sound};
use crate::storage;

/// How often clocks are redrawn and timeouts checked.
const TICK: Duration = Duration::from_millis(200);

/// A table as this page follows it.
#[derive(Clone, Copy)]
pub struct TableSession {
    /// The table's id.
    pub id: StoredValue<TableId>,
    /// What is known of the table, and the requests on their way.
    conversation: RwSignal<Conversation>,
    /// The state of the connection.
    pub connection: RwSignal<ConnectionState>,
    /// Whether the server speaks another version of the protocol than this page.
    pub is_other_version: RwSignal<bool>,
    /// Why the table cannot be shown.
    pub error: RwSignal<Option<ApiError>>,
    /// What is selected on the board.
    pub selection: Selection,
    /// Why the server refused the last request.
    pub refusal: RwSignal<Option<Words>>,
    /// What just happened, in words.
    pub announcement: RwSignal<Option<Words>>,
    /// Whether the request to join came too late: every seat was taken.
    pub joined_too_late: RwSignal<bool>,
    /// The last phrase that was said, and by whom.
    pub phrase: RwSignal<Option<(Seat, Phrase)>>,
    /// Whether phrases of others are hidden.
    pub muted: RwSignal<bool>,
    /// The move that waits to be confirmed by the player.
    pub proposed: RwSignal<Option<AnyMove>>,
    /// What is selected for a premove.
    pub premove_input: PremoveInput,
    /// Whether the board is flipped.
    pub flipped: RwSignal<bool>,
    /// Whether the space for the board is wider than high.
    pub wide: Signal<bool>,
    /// The index in [`history`](Self::history) that is shown, if not the last.
    pub shown_ply: RwSignal<Option<usize>>,
    /// The current position, with the player's move that is not confirmed yet.
    pub current: Memo<Option<PlyPosition>>,
    /// The positions that can be shown, where the game can be replayed.
    pub history: Memo<Vec<PlyPosition>>,
    /// The server's time, updated every `TICK`.
    pub now: RwSignal<Time>,
    pub(super) settings: SettingsStore,
    pub(super) router: Router,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    /// Whether the socket was opened by a visitor: the server does not know whose it is.
    is_anonymous: StoredValue<bool>,
}

/// What was shown before a line arrived.
struct PreviousView {
    table: Option<Snapshot>,
    has_pending_move: bool,
}

impl TableSession {
    /// Opens a session at a table. `key` takes a seat over from another device.
    pub fn new(id: TableId, key: Option<String>, guest: GuestProfile, wide: Signal<bool>) -> TableSession {
        let conversation = RwSignal::new(Conversation::new());
        let session = TableSession {
            id: StoredValue::new(id),
            conversation,
            connection: RwSignal::new(ConnectionState::Connecting),
            is_other_version: RwSignal::new(false),
            error: RwSignal::new(None),
            selection: Selection::new(),
            refusal: RwSignal::new(None),
            announcement: RwSignal::new(None),
            joined_too_late: RwSignal::new(false),
            phrase: RwSignal::new(None),
            muted: RwSignal::new(storage::load("muted").is_some()),
            proposed: RwSignal::new(None),
            premove_input: PremoveInput::new(),
            flipped: RwSignal::new(false),
            wide,
            shown_ply: RwSignal::new(None),
            current: Memo::new(move |_| conversation.with(table_board::current)),
            history: Memo::new(move |_| {
                conversation
                    .with(|conversation| table_board::history(conversation.table()?))
                    .unwrap_or_default()
            }),
            now: RwSignal::new(server_clock::now()),
            settings: SettingsStore::expect(),
            router: Router::here(),
            socket: StoredValue::new_local(None),
            is_anonymous: StoredValue::new(false),
        };
        if let Ok(interval) = set_interval_with_handle(move || session.tick(), TICK) {
            on_cleanup(move || interval.clear());
        }
        on_cleanup(move || session.close_socket());
        // The session first waits for the answer that says whether there is a cookie.
        let is_known = Memo::new(move |_| guest.known.with(Option::is_some));
        Effect::new(move |_| {
            if is_known.get() {
                let has_name =
                    guest.known.with_untracked(|name| name.as_ref().is_some_and(|name| !name.is_empty()));
                session.is_anonymous.set_value(!has_name);
                session.enter(key.clone());
            }
        });
        Effect::new(move |_| {
            if guest.error.get() == Some(ApiError::Unreachable) {
                session.error.set(Some(ApiError::Unreachable));
            }
        });
        session
    }

    /// Takes the seat over if there is a key, checks that the table exists, and connects.
    fn enter(self, key: Option<String>) {
        leptos::task::spawn_local(async move {
            let Some(id) = self.id.try_get_value() else { return };
            match enter(&id, key.as_deref()).await {
                Ok(taken_over) => {
                    if let Err(ApiError::Refused(_, words)) = taken_over {
                        self.refusal.try_set(Some(words));
                    }
                    self.connect(&id);
                }
                Err(ApiError::Unreachable) => {
                    self.error.try_set(Some(ApiError::Unreachable));
                    self.connection.try_set(ConnectionState::Waiting);
                    let retry = move || {
                        if self.id.try_get_value().is_some() {
                            self.enter(key);
                        }
                    };
                    set_timeout(retry, api::RETRY);
                }
                Err(refused) => drop(self.error.try_set(Some(refused))),
            }
        });
    }

    fn connect(self, id: &TableId) {
        if self.error.try_set(None).is_some() {
            // The page was left in the meantime.
            return;
        }
        let socket = Socket::open(&format!("/api/tables/{id}/socket"), move |event| self.on_socket(event));
        self.socket.set_value(Some(socket));
    }

    fn with_socket(self, act: impl FnOnce(&Socket)) {
        self.socket.try_with_value(|socket| socket.as_ref().map(act));
    }

    /// Replaces a connection that was opened before the visitor became a guest.
    pub(super) fn identify(self) {
        if self.is_anonymous.try_get_value() == Some(true) {
            self.is_anonymous.set_value(false);
            self.with_socket(Socket::reconnect);
        }
    }

    fn close_socket(self) {
        self.with_socket(Socket::close);
    }

    fn on_socket(self, event: SocketEvent) {
        match event {
            SocketEvent::State(state) => {
                self.connection.try_set(state);
                if state != ConnectionState::Open {
                    self.conversation.try_update_untracked(Conversation::disconnected);
                }
            }
            SocketEvent::Opened => {
                let now = server_clock::local_time();
                self.conversation.try_update_untracked(|conversation| conversation.connected(now));
                self.flush(None);
            }
            SocketEvent::Line(line) => {
                let before = self.conversation.try_with_untracked(|conversation| PreviousView {
                    table: conversation.table().cloned(),
                    has_pending_move: conversation.pending_move().is_some(),
                });
                let now = server_clock::local_time();
                self.conversation.try_update_untracked(|conversation| conversation.receive(&line, now));
                self.flush(before.as_ref());
            }
        }
    }

    fn tick(self) {
        self.now.try_set(server_clock::now());
        let now = server_clock::local_time();
        self.conversation.try_update_untracked(|conversation| conversation.tick(now));
        self.flush(None);
    }

    /// Passes on what the conversation has to send and to announce.
    fn flush(self, before: Option<&PreviousView>) {
        let next_line = || self.conversation.try_update_untracked(Conversation::next_line).flatten();
        while let Some(line) = next_line() {
            self.with_socket(|socket| socket.send(&line));
        }
        let next = || self.conversation.try_update_untracked(Conversation::next_notification).flatten();
        while let Some(notification) = next() {
            self.on_notification(notification, before);
        }
    }

    fn on_notification(self, notification: Notification, before: Option<&PreviousView>) {
        match notification {
            Notification::Welcomed => {}
            Notification::Updated(message) => {
                server_clock::observe(message.at);
                self.conversation.notify();
                let (table, had_pending_move) =
                    before.map_or((None, false), |before| (before.table.as_ref(), before.has_pending_move));
                self.announce(&message.update, table, had_pending_move);
            }
            Notification::Done(_) => self.conversation.notify(),
            Notification::Refused { request, code, reason } => {
                self.conversation.notify();
                self.on_refused(request.as_ref(), &code, reason);
            }
            Notification::Reconnect => self.with_socket(Socket::reconnect),
            Notification::Incompatible(_) => {
                self.close_socket();
                self.is_other_version.set(true);
            }
        }
    }

    fn on_refused(self, request: Option<&Request>, code: &str, reason: Words) {
        match request.map(|request| &request.kind) {
            Some(RequestKind::Join { .. })
                if matches!(code, "full" | "seat-taken" | "already-started" | "over") =>
            {
                self.joined_too_late.set(true);
            }
            Some(RequestKind::Premove { .. } | RequestKind::Unpremove) => self.premove_input.reset(),
            _ => {}
        }
        self.refusal.set(Some(reason));
        sound::play(self.settings, Sound::Refused);
    }

    /// Sends a request to the table. It is repeated until the server answers.
    pub fn request(self, kind: RequestKind) {
        self.refusal.set(None);
        let now = server_clock::local_time();
        self.conversation.update(|conversation| _ = conversation.request(kind, now));
        self.flush(None);
    }

    /// Reads what is known of the table, and subscribes to changes. `None` before the first snapshot.
    pub fn with<T>(self, read: impl FnOnce(&Snapshot) -> T) -> Option<T> {
        self.conversation.with(|conversation| conversation.table().map(read))
    }

    /// Whether an own move waits for its confirmation by the server.
    pub fn has_pending_move(self) -> bool {
        self.conversation.with(|conversation| conversation.pending_move().is_some())
    }

    /// Whether the first snapshot has arrived.
    pub fn is_loaded(self) -> bool {
        self.with(|_| ()).is_some()
    }

    /// The seat of this browser's guest.
    pub fn you(self) -> Option<Seat> {
        self.with(|table| table.you).flatten()
    }

    /// Whether the game has started.
    pub fn is_started(self) -> bool {
        self.with(|table| !table.order.is_empty()).unwrap_or(false)
    }

    /// Whether the game has started and is not over.
    pub fn is_running(self) -> bool {
        self.with(|table| !table.order.is_empty() && table.end.is_none()).unwrap_or(false)
    }

    /// Whether the game is over.
    pub fn is_over(self) -> bool {
        self.with(|table| table.end.is_some()).unwrap_or(false)
    }

    /// Whether a rematch can be offered: the game is over, and none is offered or under way.
    pub fn can_rematch(self) -> bool {
        self.with(|table| {
            let is_offered = table.offers.iter().any(|standing| standing.offer == Offer::Rematch);
            table.end.is_some_and(|end| end.outcome.is_some()) && table.rematch.is_none() && !is_offered
        })
        .unwrap_or(false)
    }

    /// The other player of a game for two, as a sentence begins: "Anne", "The engine".
    pub fn opponent_text(self, lang: Lang) -> String {
        self.with(|table| {
            let opponent = table.you.filter(|_| table.seats.len() == 2).map(Seat::other);
            opponent.map(|seat| table_labels::names(table).title(seat, lang))
        })
        .flatten()
        .unwrap_or_else(|| Words::new("Votre adversaire", "Your opponent").say(lang))
    }

    /// The refusal to show: the server's, or that of the rules for the last touch.
    pub fn refusal_text(self) -> Option<String> {
        let refusal = self.refusal.with(|words| words.as_ref().map(|words| words.say(self.settings.lang())));
        refusal.or_else(|| self.selection.refusal_text())
    }
}

/// Takes a seat over if there is a key for it, and checks that the table exists. The inner result is that of taking
/// over: with a used key one can still watch.
async fn enter(id: &TableId, key: Option<&str>) -> Result<Result<(), ApiError>, ApiError> {
    let taken_over = match key {
        Some(key) => match api::post(&format!("/api/tables/{id}/take-over"), key).await {
            Err(ApiError::Unreachable) => return Err(ApiError::Unreachable),
            other => other.map(drop),
        },
        None => Ok(()),
    };
    api::get(&format!("/api/tables/{id}")).await?;
    Ok(taken_over)
}
