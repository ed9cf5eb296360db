//! Connections that are used in turn, or lent to one caller at a time.

use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Semaphore, SemaphorePermit};

use super::connection::Connection;
use crate::store::StoreError;

/// Connections that are used in turn, or lent to one caller at a time.
#[derive(Debug)]
pub(super) struct Pool {
    connections: Vec<Connection>,
    turn: AtomicUsize,
    /// The connections that are not lent, by their index. There are as many permits.
    free: Mutex<Vec<usize>>,
    permits: Semaphore,
}

/// A connection that is lent to one caller until this is dropped.
#[derive(Debug)]
pub(super) struct LentConnection<'a> {
    pool: &'a Pool,
    index: usize,
    _permit: SemaphorePermit<'a>,
}

impl Deref for LentConnection<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.pool.connections[self.index]
    }
}

impl Drop for LentConnection<'_> {
    fn drop(&mut self) {
        self.pool.free().push(self.index);
    }
}

impl Pool {
    pub(super) fn new(connections: Vec<Connection>) -> Arc<Pool> {
        let free = Mutex::new((0..connections.len()).collect());
        let permits = Semaphore::new(connections.len());
        Arc::new(Pool { connections, turn: AtomicUsize::new(0), free, permits })
    }

    fn free(&self) -> MutexGuard<'_, Vec<usize>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next connection that is established.
    pub(super) fn next(&self) -> &Connection {
        let (connections, count) = (&self.connections, self.connections.len());
        let first = self.turn.fetch_add(1, Ordering::Relaxed);
        let mut in_turn = (0..count).map(|next| &connections[first.wrapping_add(next) % count]);
        in_turn.find(|connection| connection.is_up()).unwrap_or(&connections[first % count])
    }

    /// Waits for a connection that no other caller uses. Callers whose statements take long wait here for one another,
    /// and not on a connection, which would count as broken because a reply is overdue. A caller that is cancelled while
    /// a statement runs leaves it to the next one.
    pub(super) async fn borrow(&self) -> Result<LentConnection<'_>, StoreError> {
        let closed = || StoreError::Unavailable("the database is being closed".to_owned());
        let permit = self.permits.acquire().await.map_err(|_| closed())?;
        let mut free = self.free();
        let is_up = |index: &usize| self.connections[*index].is_up();
        let position = free.iter().position(is_up).unwrap_or(0);
        if free.is_empty() {
            return Err(closed());
        }
        Ok(LentConnection { pool: self, index: free.remove(position), _permit: permit })
    }
}
