//! The signal that a server is shutting down, for all tasks that have to end then, and the connections that it waits for.

use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

use tokio::sync::{mpsc, watch};

/// Sends the signal, once, and waits for the connections.
#[derive(Debug)]
pub(crate) struct Shutdown {
    signal: watch::Sender<bool>,
    /// Each connection holds a clone: when the last one is dropped, all connections have ended. `None` once the server waits
    /// for that.
    open: Mutex<Option<mpsc::Sender<Infallible>>>,
    all_closed: tokio::sync::Mutex<mpsc::Receiver<Infallible>>,
}

/// Waits for the signal.
#[derive(Debug)]
pub(crate) struct ShutdownListener(watch::Receiver<bool>);

/// A connection that a shutdown waits for until this is dropped.
#[derive(Debug)]
pub(crate) struct OpenConnection {
    _open: Option<mpsc::Sender<Infallible>>,
}

impl Shutdown {
    pub(crate) fn new() -> Shutdown {
        let (open, all_closed) = mpsc::channel(1);
        Shutdown {
            signal: watch::Sender::new(false),
            open: Mutex::new(Some(open)),
            all_closed: tokio::sync::Mutex::new(all_closed),
        }
    }

    pub(crate) fn begin(&self) {
        self.signal.send_replace(true);
    }

    pub(crate) fn has_begun(&self) -> bool {
        *self.signal.borrow()
    }

    pub(crate) fn listen(&self) -> ShutdownListener {
        ShutdownListener(self.signal.subscribe())
    }

    /// Registers a connection that is to be told of the shutdown before the server ends.
    pub(crate) fn register(&self) -> OpenConnection {
        OpenConnection { _open: self.open.lock().unwrap_or_else(PoisonError::into_inner).clone() }
    }

    /// Returns when every registered connection has ended.
    pub(crate) async fn connections_closed(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let _ = self.all_closed.lock().await.recv().await;
    }
}

impl ShutdownListener {
    /// Returns when the shutdown begins.
    pub(crate) async fn wait(&mut self) {
        // An error means that the server is gone altogether.
        let _ = self.0.wait_for(|has_begun| *has_begun).await;
    }
}
