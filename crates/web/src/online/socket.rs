//! A WebSocket that comes back by itself: at once when the network does, else after waits that grow.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

use leptos::leptos_dom::helpers::{
    IntervalHandle, TimeoutHandle, WindowListenerHandle, set_interval_with_handle, set_timeout_with_handle,
};
use leptos::prelude::{document, location, window_event_listener, window_event_listener_untyped};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, MessageEvent, VisibilityState, WebSocket};

use super::line::{Do, Line, State};

/// How long a connection may take, and how long an answer may.
const PATIENCE: Duration = Duration::from_secs(6);

/// How long ago, in milliseconds, something was heard of a connection that is not doubted.
const RECENT: f64 = 20_000.0;

/// After how long without a word the connection is lost, in milliseconds: the server says at least every 20 s that it
/// is there.
const SILENCE: f64 = 40_000.0;

/// How often the silence is measured.
const LISTEN: Duration = Duration::from_secs(5);

/// What is told of a socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// How the connection stands has changed.
    State(State),
    /// It was made: say hello.
    Opened,
    /// A frame of text came.
    Frame(String),
}

/// A socket that comes back by itself, until it is closed.
#[derive(Clone)]
pub struct Socket(Rc<Inner>);

struct Inner {
    path: String,
    hear: Box<dyn Fn(News)>,
    line: Cell<Line>,
    wire: RefCell<Option<Wire>>,
    /// The end of a wait.
    wake: Cell<Option<TimeoutHandle>>,
    /// The end of patience.
    watchdog: Cell<Option<TimeoutHandle>>,
    /// What measures the silence.
    listening: Cell<Option<IntervalHandle>>,
    listeners: RefCell<Vec<WindowListenerHandle>>,
    /// When something was last heard.
    heard: Cell<f64>,
    /// Counts connections, so that a late word of an old one is not taken for the new one's.
    count: Cell<u64>,
}

/// One connection, with what listens to it.
struct Wire {
    socket: WebSocket,
    _opened: Closure<dyn Fn()>,
    _closed: Closure<dyn Fn()>,
    _message: Closure<dyn Fn(MessageEvent)>,
}

impl Socket {
    /// Connects to a path of this server; `hear` is told what happens.
    pub fn open(path: &str, hear: impl Fn(News) + 'static) -> Socket {
        let inner = Rc::new(Inner {
            path: path.to_owned(),
            hear: Box::new(hear),
            line: Cell::new(Line::new()),
            wire: RefCell::new(None),
            wake: Cell::new(None),
            watchdog: Cell::new(None),
            listening: Cell::new(None),
            listeners: RefCell::new(Vec::new()),
            heard: Cell::new(js_sys::Date::now()),
            count: Cell::new(0),
        });
        inner.listen();
        inner.connect();
        Socket(inner)
    }

    /// Sends a line, if there is a connection. A server that then stays silent is taken for gone.
    pub fn send(&self, line: &str) {
        let wire = self.0.wire.borrow();
        if let Some(wire) = wire.as_ref().filter(|wire| wire.socket.ready_state() == WebSocket::OPEN) {
            // What is lost on the way is repeated when the connection is back.
            let _ = wire.socket.send_with_str(line);
            self.0.watch();
        }
    }

    /// Gives the connection up for another: something was missed, or nothing was heard for long.
    pub fn again(&self) {
        self.0.again();
    }

    /// Closes it for good.
    pub fn close(&self) {
        self.0.count.set(self.0.count.get() + 1);
        for timer in [self.0.wake.take(), self.0.watchdog.take()].into_iter().flatten() {
            timer.clear();
        }
        if let Some(interval) = self.0.listening.take() {
            interval.clear();
        }
        for listener in self.0.listeners.take() {
            listener.remove();
        }
        self.0.drop_wire();
    }
}

impl Inner {
    /// Listens to what the browser says of the network, and to somebody coming back to the page.
    fn listen(self: &Rc<Inner>) {
        let nudge = |is_network: bool| {
            let weak = Rc::downgrade(self);
            move || {
                if let Some(inner) = weak.upgrade() {
                    inner.nudge(is_network);
                }
            }
        };
        let (online, offline, shown, again) = (nudge(true), nudge(true), nudge(false), nudge(false));
        let left = Rc::downgrade(self);
        let look = move |_: Event| {
            if document().visibility_state() == VisibilityState::Visible {
                shown();
            }
        };
        *self.listeners.borrow_mut() = vec![
            window_event_listener(leptos::ev::online, move |_| online()),
            // What the browser says of the network is not always so: another connection will show it.
            window_event_listener(leptos::ev::offline, move |_| offline()),
            window_event_listener_untyped("visibilitychange", look),
            // A page that was left may be kept asleep by the browser with its connection open: nobody must be taken for
            // present who has gone.
            window_event_listener_untyped("pagehide", move |_| {
                if let Some(inner) = left.upgrade() {
                    inner.again();
                }
            }),
            window_event_listener_untyped("pageshow", move |_| again()),
        ];
        let weak = Rc::downgrade(self);
        let measure = move || {
            if let Some(inner) = weak.upgrade()
                && inner.line.get().state() == State::Up
                && js_sys::Date::now() > inner.heard.get() + SILENCE
            {
                inner.again();
            }
        };
        self.listening.set(set_interval_with_handle(measure, LISTEN).ok());
    }

    /// The network has changed, or somebody looks at the page again.
    fn nudge(self: &Rc<Inner>, is_network: bool) {
        match self.change(Line::nudged) {
            Do::Connect => self.connect(),
            Do::Doubt if is_network || js_sys::Date::now() > self.heard.get() + RECENT => self.again(),
            Do::Doubt | Do::Nothing | Do::Wait(_) => {}
        }
    }

    /// Gives the connection up for another.
    fn again(self: &Rc<Inner>) {
        // From here on the old connection is not listened to.
        self.count.set(self.count.get() + 1);
        self.drop_wire();
        self.lost();
    }

    /// Changes how the line stands, and tells it.
    fn change<T>(&self, change: impl FnOnce(&mut Line) -> T) -> T {
        let mut line = self.line.get();
        let before = line.state();
        let result = change(&mut line);
        self.line.set(line);
        if line.state() != before {
            (self.hear)(News::State(line.state()));
        }
        result
    }

    fn connect(self: &Rc<Inner>) {
        self.drop_wire();
        self.count.set(self.count.get() + 1);
        let count = self.count.get();
        let scheme =
            if location().protocol().is_ok_and(|protocol| protocol == "https:") { "wss" } else { "ws" };
        let address = format!("{scheme}://{}{}", location().host().unwrap_or_default(), self.path);
        let Ok(socket) = WebSocket::new(&address) else {
            self.lost();
            return;
        };
        let weak = Rc::downgrade(self);
        let current = move |weak: &Weak<Inner>| weak.upgrade().filter(|inner| inner.count.get() == count);
        let opened = Closure::new({
            let weak = weak.clone();
            move || {
                if let Some(inner) = current(&weak) {
                    inner.rest();
                    inner.heard.set(js_sys::Date::now());
                    inner.change(Line::opened);
                    (inner.hear)(News::Opened);
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
        let message = Closure::new(move |event: MessageEvent| {
            if let (Some(inner), Some(text)) = (current(&weak), event.data().as_string()) {
                inner.rest();
                inner.heard.set(js_sys::Date::now());
                inner.change(Line::heard);
                (inner.hear)(News::Frame(text));
            }
        });
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(message.as_ref().unchecked_ref()));
        *self.wire.borrow_mut() = Some(Wire { socket, _opened: opened, _closed: closed, _message: message });
        self.watch();
    }

    fn lost(self: &Rc<Inner>) {
        self.rest();
        if let Do::Wait(milliseconds) = self.change(|line| line.lost(js_sys::Math::random())) {
            let weak = Rc::downgrade(self);
            let wake = move || {
                if let Some(inner) = weak.upgrade()
                    && inner.change(Line::due) == Do::Connect
                {
                    inner.connect();
                }
            };
            let timer = set_timeout_with_handle(wake, Duration::from_millis(milliseconds)).ok();
            if let Some(before) = self.wake.replace(timer) {
                before.clear();
            }
        }
    }

    /// Takes silence from now on for a lost connection.
    fn watch(self: &Rc<Inner>) {
        let (weak, count) = (Rc::downgrade(self), self.count.get());
        let bark = move || {
            if let Some(inner) = weak.upgrade().filter(|inner| inner.count.get() == count) {
                inner.again();
            }
        };
        let timer = self.watchdog.take().or_else(|| set_timeout_with_handle(bark, PATIENCE).ok());
        self.watchdog.set(timer);
    }

    /// Nothing is waited for.
    fn rest(&self) {
        if let Some(timer) = self.watchdog.take() {
            timer.clear();
        }
    }

    fn drop_wire(&self) {
        if let Some(wire) = self.wire.take() {
            wire.socket.set_onopen(None);
            wire.socket.set_onclose(None);
            wire.socket.set_onmessage(None);
            // A socket that is closed already stays so.
            let _ = wire.socket.close();
        }
    }
}
