//! A WebSocket that reconnects by itself: at once when the network returns, else after growing waits.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

use leptos::leptos_dom::helpers::{
    IntervalHandle, TimeoutHandle, WindowListenerHandle, set_interval_with_handle, set_timeout_with_handle,
};
use leptos::prelude::{document, location, window_event_listener, window_event_listener_untyped};
use table::{Backoff, ConnectionState, ReconnectAction, Reconnector, SILENCE_TIMEOUT};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, MessageEvent, VisibilityState, WebSocket};

/// The waits between attempts to connect, in ms.
const BACKOFF: Backoff = Backoff::new(250, 4_000);

/// How long an attempt to connect may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(6);

/// When the page becomes visible again, a connection is trusted if it received something within this many ms.
const RECENT: f64 = 20_000.0;

/// How often the length of the server's silence is checked.
const SILENCE_CHECK: Duration = Duration::from_secs(5);

/// An event that a socket reports to its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SocketEvent {
    /// The state of the connection has changed.
    State(ConnectionState),
    /// A new connection is open.
    Opened,
    /// A text frame arrived.
    Line(String),
}

/// A WebSocket that reconnects by itself until it is closed.
#[derive(Clone)]
pub struct Socket(Rc<Inner>);

struct Inner {
    path: String,
    on_event: Box<dyn Fn(SocketEvent)>,
    reconnector: Cell<Reconnector>,
    connection: RefCell<Option<Connection>>,
    /// Ends the wait before the next attempt.
    retry_timer: Cell<Option<TimeoutHandle>>,
    /// Ends an attempt that takes too long.
    connect_timer: Cell<Option<TimeoutHandle>>,
    /// Checks how long the server has been silent.
    silence_timer: Cell<Option<IntervalHandle>>,
    listeners: RefCell<Vec<WindowListenerHandle>>,
    /// When something last arrived, in ms since 1970.
    last_received: Cell<f64>,
    /// The number of the current connection: callbacks of older ones are ignored.
    generation: Cell<u64>,
}

/// One WebSocket of the browser, with its callbacks.
struct Connection {
    socket: WebSocket,
    _opened: Closure<dyn Fn()>,
    _closed: Closure<dyn Fn()>,
    _message: Closure<dyn Fn(MessageEvent)>,
}

impl Socket {
    /// Connects to a path of this server.
    pub fn open(path: &str, on_event: impl Fn(SocketEvent) + 'static) -> Socket {
        let inner = Rc::new(Inner {
            path: path.to_owned(),
            on_event: Box::new(on_event),
            reconnector: Cell::new(Reconnector::new(BACKOFF)),
            connection: RefCell::new(None),
            retry_timer: Cell::new(None),
            connect_timer: Cell::new(None),
            silence_timer: Cell::new(None),
            listeners: RefCell::new(Vec::new()),
            last_received: Cell::new(js_sys::Date::now()),
            generation: Cell::new(0),
        });
        inner.listen();
        inner.connect();
        Socket(inner)
    }

    /// Sends a line if the connection is open.
    pub fn send(&self, line: &str) {
        let connection = self.0.connection.borrow();
        let is_open = |connection: &&Connection| connection.socket.ready_state() == WebSocket::OPEN;
        if let Some(connection) = connection.as_ref().filter(is_open) {
            // The owner of the socket sends again what is lost.
            let _ = connection.socket.send_with_str(line);
        }
    }

    /// Gives the current connection up and opens another.
    pub fn reconnect(&self) {
        self.0.reconnect();
    }

    /// Closes the socket for good.
    pub fn close(&self) {
        self.0.generation.set(self.0.generation.get() + 1);
        for timer in [self.0.retry_timer.take(), self.0.connect_timer.take()].into_iter().flatten() {
            timer.clear();
        }
        if let Some(interval) = self.0.silence_timer.take() {
            interval.clear();
        }
        for listener in self.0.listeners.take() {
            listener.remove();
        }
        self.0.drop_connection();
    }
}

impl Inner {
    /// Listens to the browser's reports about the network and the visibility of the page.
    fn listen(self: &Rc<Inner>) {
        let network_changed = |is_network: bool| {
            let weak = Rc::downgrade(self);
            move || {
                if let Some(inner) = weak.upgrade() {
                    inner.network_changed(is_network);
                }
            }
        };
        let (online, offline) = (network_changed(true), network_changed(true));
        let (visible, page_shown) = (network_changed(false), network_changed(false));
        let weak = Rc::downgrade(self);
        let visibility_changed = move |_: Event| {
            if document().visibility_state() == VisibilityState::Visible {
                visible();
            }
        };
        *self.listeners.borrow_mut() = vec![
            window_event_listener(leptos::ev::online, move |_| online()),
            // The browser may be wrong about being offline: a new connection will tell.
            window_event_listener(leptos::ev::offline, move |_| offline()),
            window_event_listener_untyped("visibilitychange", visibility_changed),
            // A browser may keep a page in memory after it was left, with its connection open. The connection is
            // closed, so that the player does not count as present.
            window_event_listener_untyped("pagehide", move |_| {
                if let Some(inner) = weak.upgrade() {
                    inner.reconnect();
                }
            }),
            window_event_listener_untyped("pageshow", move |_| page_shown()),
        ];
        let weak = Rc::downgrade(self);
        let check_silence = move || {
            if let Some(inner) = weak.upgrade()
                && inner.reconnector.get().state() == ConnectionState::Open
                && js_sys::Date::now() > inner.last_received.get() + SILENCE_TIMEOUT as f64
            {
                inner.reconnect();
            }
        };
        self.silence_timer.set(set_interval_with_handle(check_silence, SILENCE_CHECK).ok());
    }

    /// The network has changed, or the page is visible again.
    fn network_changed(self: &Rc<Inner>, is_network: bool) {
        match self.update(Reconnector::network_changed) {
            ReconnectAction::Connect => self.connect(),
            ReconnectAction::Check
                if is_network || js_sys::Date::now() > self.last_received.get() + RECENT =>
            {
                self.reconnect();
            }
            ReconnectAction::Check | ReconnectAction::None | ReconnectAction::Wait(_) => {}
        }
    }

    fn reconnect(self: &Rc<Inner>) {
        self.generation.set(self.generation.get() + 1);
        self.drop_connection();
        self.lost();
    }

    /// Updates the reconnector, and reports the state of the connection if it changed.
    fn update<T>(&self, change: impl FnOnce(&mut Reconnector) -> T) -> T {
        let mut reconnector = self.reconnector.get();
        let before = reconnector.state();
        let result = change(&mut reconnector);
        self.reconnector.set(reconnector);
        if reconnector.state() != before {
            (self.on_event)(SocketEvent::State(reconnector.state()));
        }
        result
    }

    fn connect(self: &Rc<Inner>) {
        self.drop_connection();
        self.generation.set(self.generation.get() + 1);
        let generation = self.generation.get();
        let scheme =
            if location().protocol().is_ok_and(|protocol| protocol == "https:") { "wss" } else { "ws" };
        let address = format!("{scheme}://{}{}", location().host().unwrap_or_default(), self.path);
        let Ok(socket) = WebSocket::new(&address) else {
            self.lost();
            return;
        };
        let weak = Rc::downgrade(self);
        let current =
            move |weak: &Weak<Inner>| weak.upgrade().filter(|inner| inner.generation.get() == generation);
        let opened = Closure::new({
            let weak = weak.clone();
            move || {
                if let Some(inner) = current(&weak) {
                    inner.stop_connect_timer();
                    inner.last_received.set(js_sys::Date::now());
                    inner.update(Reconnector::opened);
                    (inner.on_event)(SocketEvent::Opened);
                }
            }
        });
        let closed = Closure::new({
            let weak = weak.clone();
            move || {
                if let Some(inner) = current(&weak) {
                    inner.lost();
                }
            }
        });
        let message = Closure::new({
            let weak = weak.clone();
            move |event: MessageEvent| {
                if let (Some(inner), Some(text)) = (current(&weak), event.data().as_string()) {
                    inner.last_received.set(js_sys::Date::now());
                    inner.update(Reconnector::received);
                    (inner.on_event)(SocketEvent::Line(text));
                }
            }
        });
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(message.as_ref().unchecked_ref()));
        *self.connection.borrow_mut() =
            Some(Connection { socket, _opened: opened, _closed: closed, _message: message });
        let give_up = move || {
            if let Some(inner) = current(&weak) {
                inner.reconnect();
            }
        };
        self.stop_connect_timer();
        self.connect_timer.set(set_timeout_with_handle(give_up, CONNECT_TIMEOUT).ok());
    }

    fn lost(self: &Rc<Inner>) {
        self.stop_connect_timer();
        if let ReconnectAction::Wait(milliseconds) =
            self.update(|reconnector| reconnector.lost(js_sys::Math::random()))
        {
            let weak = Rc::downgrade(self);
            let retry = move || {
                if let Some(inner) = weak.upgrade()
                    && inner.update(Reconnector::wait_is_over) == ReconnectAction::Connect
                {
                    inner.connect();
                }
            };
            let timer = set_timeout_with_handle(retry, Duration::from_millis(milliseconds)).ok();
            if let Some(before) = self.retry_timer.replace(timer) {
                before.clear();
            }
        }
    }

    fn stop_connect_timer(&self) {
        if let Some(timer) = self.connect_timer.take() {
            timer.clear();
        }
    }

    fn drop_connection(&self) {
        if let Some(connection) = self.connection.take() {
            connection.socket.set_onopen(None);
            connection.socket.set_onclose(None);
            connection.socket.set_onmessage(None);
            // Closing a socket that is closed already does no harm.
            let _ = connection.socket.close();
        }
    }
}
