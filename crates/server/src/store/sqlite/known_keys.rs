//! The keys of the tables that were appended to lately: most appends need not look them up.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use table::TableId;

/// How many keys are known at most. Beyond that, all are forgotten and looked up again.
const MAX_KEYS: usize = 65_536;

/// Keys by table. A key may be out of date, so a statement that uses one checks the id too.
#[derive(Debug, Default)]
pub(super) struct KnownKeys(Mutex<HashMap<TableId, i64>>);

impl KnownKeys {
    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, id: &TableId) -> Option<i64> {
        self.lock().get(id).copied()
    }

    /// Forgets all keys and frees their memory. Those of the games that are being played are looked up again.
    pub(super) fn clear(&self) {
        *self.lock() = HashMap::new();
    }

    pub(super) fn insert(&self, id: &TableId, key: i64) {
        let mut keys = self.lock();
        if keys.len() >= MAX_KEYS {
            keys.clear();
        }
        keys.insert(id.clone(), key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_hundred_thousand_tables_is_freed() {
        let keys = KnownKeys::default();
        for key in 0..100_000 {
            keys.insert(&format!("t{key}").parse().unwrap(), key);
        }
        assert!((1..=MAX_KEYS).contains(&keys.lock().len()));
        keys.clear();
        assert_eq!(keys.lock().capacity(), 0);
        assert_eq!(keys.get(&"t99999".parse().unwrap()), None, "it is looked up again");
    }
}
