//! A table, as it is followed from here: what is known of it, what was asked of it, and whether it can be heard.
//! Components look at its signals and call its methods.

use std::time::Duration;

use leptos::prelude::*;
use rules::{AnyMove, Say, Seat, Words};
use table::{
    Answer, Client, Delivery, Hello, Message, Outbox, Phrase, Request, RequestKind, Snapshot, TableId, Time,
};

use super::api::{self, Trouble};
use super::clock;
use super::guest::Guest;
use super::line::State;
use super::socket::{News, Socket};
use super::surface::{self, Ahead, Stop};
use crate::router::Router;
use crate::selection::Selection;
use crate::settings::SettingsStore;
use crate::sound::{self, Sound};
use crate::storage;

/// How often clocks are looked at.
const BEAT: Duration = Duration::from_millis(200);

/// How long it takes to ask again whether the server is there.
const AGAIN: Duration = Duration::from_secs(2);

/// A move that is shown before the server has agreed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pending {
    /// The number of the request.
    pub number: u64,
    /// How many moves of players came before it.
    pub ply: u32,
    /// The move.
    pub mv: AnyMove,
}

/// A table, as it is followed from here.
#[derive(Clone, Copy)]
pub struct Meeting {
    /// Which table.
    pub id: StoredValue<TableId>,
    /// What is known of it.
    pub client: RwSignal<Option<Client>>,
    /// How the connection stands.
    pub state: RwSignal<State>,
    /// Why there is nothing to follow.
    pub trouble: RwSignal<Option<Trouble>>,
    /// The hand over the board.
    pub selection: Selection,
    /// What the server refused, in words.
    pub note: RwSignal<Option<Words>>,
    /// What just happened, in words.
    pub news: RwSignal<Option<Words>>,
    /// Whether no seat was left when one wanted to sit down.
    pub missed: RwSignal<bool>,
    /// What was last said, and by whom.
    pub phrase: RwSignal<Option<(Seat, Phrase)>>,
    /// Whether the others are muted.
    pub muted: RwSignal<bool>,
    /// The own move that the server has not answered yet.
    pub pending: RwSignal<Option<Pending>>,
    /// What is chosen ahead.
    pub ahead: Ahead,
    /// Whether the board is turned.
    pub flipped: RwSignal<bool>,
    /// Whether the room for the board is wider than high.
    pub wide: Signal<bool>,
    /// Which position of a finished game is shown, if not the last.
    pub shown: RwSignal<Option<usize>>,
    /// The position now.
    pub position: Memo<Option<Stop>>,
    /// The positions of a finished game.
    pub stops: Memo<Vec<Stop>>,
    /// The server's time, now and then.
    pub now: RwSignal<Time>,
    pub(super) chosen: SettingsStore,
    pub(super) router: Router,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    outbox: StoredValue<Outbox>,
}

impl Meeting {
    /// Goes to a table. `key` takes a seat over from another device.
    pub fn new(id: TableId, key: Option<String>, guest: Guest, wide: Signal<bool>) -> Meeting {
        let (client, pending) = (RwSignal::new(None::<Client>), RwSignal::new(None));
        let meeting = Meeting {
            id: StoredValue::new(id),
            client,
            state: RwSignal::new(State::Connecting),
            trouble: RwSignal::new(None),
            selection: Selection::new(),
            note: RwSignal::new(None),
            news: RwSignal::new(None),
            missed: RwSignal::new(false),
            phrase: RwSignal::new(None),
            muted: RwSignal::new(storage::load("muted").is_some()),
            pending,
            ahead: Ahead::new(),
            flipped: RwSignal::new(false),
            wide,
            shown: RwSignal::new(None),
            position: Memo::new(move |_| {
                client.with(|client| surface::position(client.as_ref()?.table(), pending.get()))
            }),
            stops: Memo::new(move |_| {
                client.with(|client| surface::stops(client.as_ref()?.table())).unwrap_or_default()
            }),
            now: RwSignal::new(clock::now()),
            chosen: SettingsStore::expect(),
            router: Router::here(),
            socket: StoredValue::new_local(None),
            outbox: StoredValue::new(Outbox::default()),
        };
        if let Ok(interval) = set_interval_with_handle(move || meeting.now.set(clock::now()), BEAT) {
            on_cleanup(move || interval.clear());
        }
        on_cleanup(move || {
            meeting.socket.with_value(|socket| {
                if let Some(socket) = socket {
                    socket.close();
                }
            });
        });
        // Without a cookie one would be nobody at the table.
        let is_known = Memo::new(move |_| guest.known.with(Option::is_some));
        Effect::new(move |_| {
            if is_known.get() {
                meeting.arrive(key.clone());
            }
        });
        Effect::new(move |_| {
            if guest.trouble.get() == Some(Trouble::NoServer) {
                meeting.trouble.set(Some(Trouble::NoServer));
            }
        });
        meeting
    }

    /// Asks whether there is such a table, and then follows it.
    fn arrive(self, key: Option<String>) {
        leptos::task::spawn_local(async move {
            let Some(id) = self.id.try_get_value() else { return };
            match arrive(&id, key.as_deref()).await {
                Ok(taken) => {
                    if let Some(Trouble::Refused(_, words)) = taken.err() {
                        self.note.try_set(Some(words));
                    }
                    self.connect(&id);
                }
                Err(Trouble::NoServer) => {
                    self.trouble.try_set(Some(Trouble::NoServer));
                    self.state.try_set(State::Waiting);
                    let again = move || {
                        if self.id.try_get_value().is_some() {
                            self.arrive(key);
                        }
                    };
                    set_timeout(again, AGAIN);
                }
                Err(refused) => drop(self.trouble.try_set(Some(refused))),
            }
        });
    }

    fn connect(self, id: &TableId) {
        if self.trouble.try_set(None).is_some() {
            // The page was left in the meantime.
            return;
        }
        let socket = Socket::open(&format!("/api/tables/{id}/socket"), move |news| self.hear(news));
        self.socket.set_value(Some(socket));
    }

    fn hear(self, news: News) {
        match news {
            News::State(state) => drop(self.state.try_set(state)),
            News::Opened => self.hello(),
            News::Frame(line) => self.hear_line(&line),
        }
    }

    fn send(self, line: &str) {
        self.socket.with_value(|socket| {
            if let Some(socket) = socket {
                socket.send(line);
            }
        });
    }

    fn hello(self) {
        let seen = self.client.with_untracked(|client| client.as_ref().map_or(0, Client::number));
        self.send(&Hello { seen }.to_string());
    }

    /// Says hello again, on a new connection.
    fn again(self) {
        self.socket.with_value(|socket| {
            if let Some(socket) = socket {
                socket.again();
            }
        });
    }

    fn hear_line(self, line: &str) {
        if line.starts_with(|first: char| first.is_ascii_digit()) {
            match line.parse() {
                Ok(message) => self.hear_message(&message),
                Err(_) => self.other_version(),
            }
            return;
        }
        match line.parse() {
            Ok(Answer::Welcome { last_request, .. }) => {
                self.outbox.update_value(|outbox| outbox.known(last_request));
                let again = self.outbox.with_value(|outbox| outbox.unanswered().to_vec());
                for request in again {
                    self.send(&request.to_string());
                }
            }
            Ok(Answer::Still { number }) => {
                let known = self.client.with_untracked(|client| client.as_ref().map_or(0, Client::number));
                if known < number {
                    self.again();
                }
            }
            Ok(Answer::Done { request }) => drop(self.take_answered(request)),
            Ok(Answer::Refused { request, code, fr, en }) => {
                if code == "other-version" {
                    return self.other_version();
                }
                let asked = self.take_answered(request);
                let is_late = matches!(code.as_str(), "full" | "seat-taken" | "already-started" | "over");
                if is_late
                    && asked.as_ref().is_some_and(|asked| matches!(asked.kind, RequestKind::Join { .. }))
                {
                    self.missed.set(true);
                }
                self.refused(asked.as_ref(), Words { fr: fr.into(), en: en.into() });
            }
            Err(_) => self.other_version(),
        }
    }

    fn hear_message(self, message: &Message) {
        clock::heard(message.at);
        let before = self.client.get_untracked();
        let mut client = before.clone();
        let heard = match &mut client {
            Some(client) => client.receive(message),
            None => {
                client = Client::new(message);
                if client.is_some() { Delivery::New } else { Delivery::Gap }
            }
        };
        match heard {
            Delivery::Duplicate => {}
            Delivery::Gap => self.again(),
            Delivery::New => {
                let ply = client.as_ref().map_or(0, |client| client.table().ply());
                let own = self.pending.get_untracked();
                self.client.set(client);
                if own.is_some_and(|own| own.ply < ply) {
                    self.pending.set(None);
                }
                self.react(&message.update, before.as_ref().map(Client::table), own.is_some());
            }
        }
    }

    fn take_answered(self, number: u64) -> Option<Request> {
        let mut request = None;
        self.outbox.update_value(|outbox| request = outbox.answered(number));
        request
    }

    /// The server refuses something: what was shown too early is taken back, and the reason is told.
    fn refused(self, asked: Option<&Request>, why: Words) {
        let number = asked.map(|asked| asked.number);
        if self.pending.with_untracked(|pending| pending.map(|pending| pending.number) == number) {
            self.pending.set(None);
        }
        if matches!(
            asked.map(|asked| &asked.kind),
            Some(RequestKind::Premove { .. } | RequestKind::Unpremove)
        ) {
            self.ahead.forget();
        }
        self.note.set(Some(why));
        sound::play(self.chosen, Sound::Refused);
    }

    fn other_version(self) {
        self.note.set(Some(Words::new(
            "Le serveur parle une autre version. Rechargez la page.",
            "The server speaks another version. Reload the page.",
        )));
    }

    /// Asks something of the table; it is repeated until it is answered. Says under which number.
    pub fn ask(self, ask: RequestKind) -> u64 {
        self.note.set(None);
        let mut request = None;
        self.outbox.update_value(|outbox| request = Some(outbox.ask(ask, clock::local())));
        request.map_or(0, |request: Request| {
            self.send(&request.to_string());
            request.number
        })
    }

    /// Asks what is known of the table; whoever asks is told when it changes. `None` before anything is known.
    pub fn with<T>(self, look: impl FnOnce(&Snapshot) -> T) -> Option<T> {
        self.client.with(|client| client.as_ref().map(|client| look(client.table())))
    }

    /// Where one sits.
    pub fn you(self) -> Option<Seat> {
        self.with(|table| table.you).flatten()
    }

    /// Whether the game has begun.
    pub fn has_begun(self) -> bool {
        self.with(|table| !table.order.is_empty()).unwrap_or(false)
    }

    /// Whether the game has begun and is not over.
    pub fn is_on(self) -> bool {
        self.with(|table| !table.order.is_empty() && table.end.is_none()).unwrap_or(false)
    }

    /// Whether the game is over.
    pub fn is_over(self) -> bool {
        self.with(|table| table.end.is_some()).unwrap_or(false)
    }

    /// What is to be told of a refusal: by the server, or by the rules on the board.
    pub fn refusal(self) -> Option<String> {
        let note = self.note.with(|note| note.as_ref().map(|note| note.say(self.chosen.lang())));
        note.or_else(|| self.selection.refusal_text())
    }
}

/// Takes a seat over if there is a key for it, and asks whether there is such a table.
async fn arrive(id: &TableId, key: Option<&str>) -> Result<Result<(), Trouble>, Trouble> {
    let taken = match key {
        Some(key) => match api::post(&format!("/api/tables/{id}/take-over"), key).await {
            Err(Trouble::NoServer) => return Err(Trouble::NoServer),
            other => other.map(drop),
        },
        None => Ok(()),
    };
    api::get(&format!("/api/tables/{id}")).await?;
    Ok(taken)
}
