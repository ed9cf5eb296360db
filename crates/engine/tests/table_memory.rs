//! The transposition table uses memory only where it stores results. A test process of its own, since it measures the
//! whole process.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::search::transposition::{Bound, Entry, NO_MOVE, TranspositionTable};
use rules::Rng;

/// The memory of this process that is in use, in bytes: the second number of `statm`, in pages.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

#[test]
fn room_for_results_costs_no_memory_until_they_are_stored() {
    let mut table = TranspositionTable::default();
    table.start_search();
    let entry = Entry { mv: NO_MOVE, score: 1, eval: 2, depth: 3, bound: Bound::Exact, is_sound: false };
    let key = |n| Rng::new(n).bits();
    // Each may come to lie on a page of its own.
    (0..1000).for_each(|n| table.put(key(n), entry));
    let before = resident();
    table.reserve(u64::MAX);
    assert_eq!(table.capacity(), 1 << 22);
    let added = resident().saturating_sub(before);
    assert!(added < 8 << 20, "{added} bytes more for a table that is nearly empty");
    // A full table uses what it holds, so the measure above means something.
    (0..1 << 22).for_each(|n| table.put(key(n), entry));
    let full = resident().saturating_sub(before);
    assert!(full > 48 << 20, "{full} bytes more for a full table");
}
