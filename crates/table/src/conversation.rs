//! The client's side of the table protocol, without I/O: lines and the time come in, lines to send and typed
//! notifications come out. The browser, the `client` crate and the tests all drive this one type.
//!
//! ```
//! use table::{Conversation, Notification, RequestKind, Time};
//!
//! let mut conversation = Conversation::new();
//! conversation.connected(Time(1_000));
//! assert_eq!(conversation.next_line().as_deref(), Some("hello version=5 seat=- seen=0"));
//! conversation.receive("welcome version=5 you=- asked=0", Time(1_010));
//! assert_eq!(conversation.next_notification(), Some(Notification::Welcomed));
//! conversation.request(RequestKind::Resign, Time(1_020));
//! assert_eq!(conversation.next_line().as_deref(), Some("1020 resign"));
//! conversation.receive("done request=1020", Time(1_030));
//! assert!(matches!(conversation.next_notification(), Some(Notification::Done(_))));
//! ```

use std::collections::VecDeque;

use rules::{Seat, Words};

use crate::message::Message;
use crate::outbox::Outbox;
use crate::protocol::{Answer, Hello};
use crate::replica::{Delivery, Replica};
use crate::request::{Request, RequestKind};
use crate::snapshot::Snapshot;
use crate::time::Time;

/// How long the server may take to answer, in ms. Each missing answer in a row makes the next timeout longer by as
/// much, up to [`MAX_TIMEOUTS`] times: reconnecting too eagerly does not help a busy server.
const ANSWER_TIMEOUT: u64 = 4_000;
const MAX_TIMEOUTS: u32 = 7;

/// How long a connection may be silent, in ms, before it counts as lost. The server sends a keepalive every 15 s.
pub const SILENCE_TIMEOUT: u64 = 40_000;

/// The client's side of the protocol at one table, over any number of connections.
///
/// The owner of the transport calls [`connected`](Self::connected), [`receive`](Self::receive),
/// [`disconnected`](Self::disconnected) and, when [`deadline`](Self::deadline) has passed, [`tick`](Self::tick); after
/// each call it sends every [`next_line`](Self::next_line) and handles every
/// [`next_notification`](Self::next_notification).
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    phase: ConversationPhase,
    /// The table as this client knows it. It stays while a connection is lost.
    replica: Option<Replica>,
    /// Whether the next message must be a snapshot: there is no replica, or it was made for another seat.
    needs_snapshot: bool,
    /// Whether the server has not yet sent a message on this connection.
    is_first_message: bool,
    outbox: Outbox,
    outgoing: VecDeque<String>,
    notifications: VecDeque<Notification>,
    /// Since when the server owes an answer.
    awaiting_since: Option<Time>,
    /// How many answers in a row did not come in time.
    timeouts: u32,
    last_received: Time,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ConversationPhase {
    #[default]
    Disconnected,
    /// Hello was sent and not answered yet.
    Greeting,
    /// The server has answered hello.
    Open,
    /// The server speaks another version, or sent a line that cannot be read: nothing more is sent.
    Incompatible,
}

/// An event for the owner of a [`Conversation`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notification {
    /// The server has answered hello; what was missed follows.
    Welcomed,
    /// The message changed the replica of the table.
    Updated(Message),
    /// The request was carried out, and its effects are stored.
    Done(Request),
    /// The request was refused and changed nothing.
    Refused {
        /// The request; `None` if the server could not tell which.
        request: Option<Request>,
        /// The [code](crate::Refusal::code) of the reason.
        code: String,
        /// The reason as a sentence.
        reason: Words,
    },
    /// This connection is useless: close it and open another. Lines of the old one must not be received.
    Reconnect,
    /// The server sent this line, which this version cannot read, or speaks another version of the protocol. The
    /// conversation is over; a browser should reload the page.
    Incompatible(String),
}

impl Conversation {
    /// A conversation that has not begun.
    pub fn new() -> Conversation {
        Conversation { needs_snapshot: true, ..Conversation::default() }
    }

    /// What is known of the table; `None` until the first snapshot.
    pub fn table(&self) -> Option<&Snapshot> {
        self.replica.as_ref().map(Replica::table)
    }

    /// The seat of this client, as far as it knows.
    pub fn you(&self) -> Option<Seat> {
        self.table().and_then(|table| table.you)
    }

    /// The requests without an answer, oldest first.
    pub fn unanswered(&self) -> &[Request] {
        self.outbox.unanswered()
    }

    /// This client's move that was requested in the current position and has not been answered yet.
    pub fn pending_move(&self) -> Option<&str> {
        let now = self.table()?.ply();
        self.unanswered().iter().rev().find_map(|request| match &request.kind {
            RequestKind::Move { ply, mv } if *ply == now => Some(mv.as_str()),
            _ => None,
        })
    }

    /// A new connection is open: says hello on it.
    pub fn connected(&mut self, now: Time) {
        if self.phase == ConversationPhase::Incompatible {
            return;
        }
        self.phase = ConversationPhase::Greeting;
        self.is_first_message = true;
        self.last_received = now;
        self.awaiting_since = Some(now);
        self.outgoing.clear();
        let resumed = self.replica.as_ref().filter(|_| !self.needs_snapshot);
        let hello = Hello {
            seat: resumed.and_then(|replica| replica.table().you),
            seen: resumed.map_or(0, Replica::number),
        };
        self.outgoing.push_back(hello.to_string());
    }

    /// The connection is lost. Requests wait for the next one.
    pub fn disconnected(&mut self) {
        if self.phase != ConversationPhase::Incompatible {
            self.phase = ConversationPhase::Disconnected;
        }
        self.awaiting_since = None;
        self.outgoing.clear();
    }

    /// Requests something of the table. The request is repeated on each new connection until it is answered.
    /// Returns its number.
    pub fn request(&mut self, kind: RequestKind, now: Time) -> u64 {
        let request = self.outbox.push(kind, now);
        let number = request.number;
        if self.phase == ConversationPhase::Open {
            self.outgoing.push_back(request.to_string());
            self.awaiting_since = self.awaiting_since.or(Some(now));
        }
        number
    }

    /// The next line to send on the current connection.
    pub fn next_line(&mut self) -> Option<String> {
        self.outgoing.pop_front()
    }

    /// The next notification, in the order in which things happened.
    pub fn next_notification(&mut self) -> Option<Notification> {
        self.notifications.pop_front()
    }

    /// When to call [`tick`](Self::tick), unless something is received before.
    pub fn deadline(&self) -> Option<Time> {
        match self.phase {
            ConversationPhase::Disconnected | ConversationPhase::Incompatible => None,
            ConversationPhase::Greeting | ConversationPhase::Open => Some(match self.awaiting_since {
                Some(since) => since.plus(ANSWER_TIMEOUT * u64::from(1 + self.timeouts)),
                None => self.last_received.plus(SILENCE_TIMEOUT),
            }),
        }
    }

    /// Gives the connection up if the server has been silent, or has not answered, for too long.
    pub fn tick(&mut self, now: Time) {
        if self.deadline().is_some_and(|deadline| deadline <= now) {
            if self.awaiting_since.is_some() {
                self.timeouts = (self.timeouts + 1).min(MAX_TIMEOUTS);
            }
            self.reconnect();
        }
    }

    /// The server sent this line on the current connection.
    pub fn receive(&mut self, line: &str, now: Time) {
        if matches!(self.phase, ConversationPhase::Disconnected | ConversationPhase::Incompatible) {
            return;
        }
        self.last_received = now;
        if line.starts_with(|first: char| first.is_ascii_digit()) {
            match line.parse() {
                Ok(message) => self.receive_message(message),
                Err(_) => self.incompatible(line),
            }
            return;
        }
        match line.parse() {
            Ok(answer) => self.receive_answer(answer, line, now),
            Err(_) => self.incompatible(line),
        }
    }

    fn receive_message(&mut self, message: Message) {
        if self.phase == ConversationPhase::Greeting {
            // The welcome was lost, so the seat that these messages are for is not known.
            return self.reconnect();
        }
        // A snapshot that answers hello is the truth, even if its number is lower than ours.
        let is_fresh_start = std::mem::take(&mut self.is_first_message) && message.is_snapshot();
        let delivery = match &mut self.replica {
            Some(replica) if !self.needs_snapshot && !is_fresh_start => replica.receive(&message),
            _ => match Replica::new(&message) {
                Some(replica) => {
                    self.replica = Some(replica);
                    self.needs_snapshot = false;
                    Delivery::New
                }
                None => Delivery::Gap,
            },
        };
        match delivery {
            Delivery::New => self.notifications.push_back(Notification::Updated(message)),
            Delivery::Duplicate => {}
            Delivery::Gap => self.reconnect(),
        }
    }

    fn receive_answer(&mut self, answer: Answer, line: &str, now: Time) {
        match answer {
            Answer::Welcome { you, last_request } => self.welcomed(you, last_request),
            Answer::Still { number } => {
                let known = self.replica.as_ref().filter(|_| !self.needs_snapshot).map_or(0, Replica::number);
                if self.phase == ConversationPhase::Open && known < number {
                    self.reconnect();
                }
                return;
            }
            Answer::Done { request } => {
                self.timeouts = 0;
                self.notifications.extend(self.outbox.take(request).map(Notification::Done));
            }
            Answer::Refused { code, .. } if code == "other-version" => return self.incompatible(line),
            Answer::Refused { request: 0, code, fr, en } => {
                let reason = Words { fr: fr.into(), en: en.into() };
                self.notifications.push_back(Notification::Refused { request: None, code, reason });
                // The refusal names no request, so all requests still wait for their answers: the timeout continues.
                return;
            }
            Answer::Refused { request, code, fr, en } => {
                self.timeouts = 0;
                if let Some(request) = self.outbox.take(request) {
                    let (request, reason) = (Some(request), Words { fr: fr.into(), en: en.into() });
                    self.notifications.push_back(Notification::Refused { request, code, reason });
                }
            }
        }
        let owes_answer = self.phase == ConversationPhase::Greeting || !self.outbox.unanswered().is_empty();
        self.awaiting_since = owes_answer.then_some(now);
    }

    fn welcomed(&mut self, you: Option<Seat>, last_request: u64) {
        if self.phase != ConversationPhase::Greeting {
            return;
        }
        self.phase = ConversationPhase::Open;
        if self.you() != you {
            // The messages of another viewer have other numbers: the server sends a snapshot.
            self.needs_snapshot = true;
        }
        self.outbox.skip_to(last_request);
        self.outgoing.extend(self.outbox.unanswered().iter().map(ToString::to_string));
        if self.outbox.unanswered().is_empty() {
            self.timeouts = 0;
        }
        self.notifications.push_back(Notification::Welcomed);
    }

    fn reconnect(&mut self) {
        self.disconnected();
        self.notifications.push_back(Notification::Reconnect);
    }

    fn incompatible(&mut self, line: &str) {
        self.disconnected();
        self.phase = ConversationPhase::Incompatible;
        self.notifications.push_back(Notification::Incompatible(line.to_owned()));
    }
}
