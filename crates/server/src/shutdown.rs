//! The signal that a server is shutting down, for all tasks that have to end then.

use tokio::sync::watch;

/// Sends the signal, once.
#[derive(Debug)]
pub(crate) struct Shutdown(watch::Sender<bool>);

/// Waits for the signal.
#[derive(Debug)]
pub(crate) struct ShutdownListener(watch::Receiver<bool>);

impl Shutdown {
    pub(crate) fn new() -> Shutdown {
        Shutdown(watch::Sender::new(false))
    }

    pub(crate) fn begin(&self) {
        self.0.send_replace(true);
    }

    pub(crate) fn has_begun(&self) -> bool {
        *self.0.borrow()
    }

    pub(crate) fn listen(&self) -> ShutdownListener {
        ShutdownListener(self.0.subscribe())
    }
}

impl ShutdownListener {
    /// Returns when the shutdown begins.
    pub(crate) async fn wait(&mut self) {
        // An error means that the server is gone altogether.
        let _ = self.0.wait_for(|has_begun| *has_begun).await;
    }
}
