//! Connections that are used in turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::connection::Connection;

/// Connections that are used in turn.
#[derive(Debug)]
pub(super) struct Pool {
    connections: Vec<Connection>,
    turn: AtomicUsize,
}

impl Pool {
    pub(super) fn new(connections: Vec<Connection>) -> Arc<Pool> {
        Arc::new(Pool { connections, turn: AtomicUsize::new(0) })
    }

    /// The next connection that is established.
    pub(super) fn next(&self) -> &Connection {
        let (connections, count) = (&self.connections, self.connections.len());
        let first = self.turn.fetch_add(1, Ordering::Relaxed);
        let mut in_turn = (0..count).map(|next| &connections[first.wrapping_add(next) % count]);
        in_turn.find(|connection| connection.is_up()).unwrap_or(&connections[first % count])
    }
}
