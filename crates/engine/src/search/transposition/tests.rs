//! What the table stores, and when it grows.

use super::*;

fn entry(mv: u16) -> Entry {
    Entry { mv, score: -7, eval: 8, depth: 9, bound: Bound::Lower, is_sound: mv.is_multiple_of(2) }
}

fn key(n: u64) -> u64 {
    n.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn filled(keys: impl Iterator<Item = u64>) -> TranspositionTable {
    let mut table = TranspositionTable::default();
    table.start_search();
    fill(&mut table, keys);
    table
}

fn fill(table: &mut TranspositionTable, keys: impl Iterator<Item = u64>) {
    for key in keys {
        table.put(key, entry(key as u16));
    }
}

fn found(table: &TranspositionTable, keys: impl Iterator<Item = u64>) -> usize {
    keys.filter(|&key| table.get(key) == Some(entry(key as u16))).count()
}

#[test]
fn an_entry_comes_back_as_it_was_stored() {
    for (n, bound) in [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().enumerate() {
        for is_sound in [false, true] {
            let entry =
                Entry { mv: 140 + n as u16, score: -31_999, eval: -8000, depth: 255, bound, is_sound };
            for age in [0, 31] {
                assert_eq!(Entry::unpack(entry.pack(age)), entry);
                assert_ne!(entry.pack(age), 0);
            }
        }
    }
}

#[test]
fn buckets_lie_on_cache_lines() {
    let table = filled(std::iter::empty());
    for n in [0, 1, 77] {
        let bucket = table.buckets.of(n).unwrap();
        assert_eq!(bucket.0.as_ptr().align_offset(64), 0);
    }
}

#[test]
fn entries_are_found_again_when_the_table_has_grown_in_many_steps() {
    let keys = || (1..10_000u64).map(key);
    let mut table = filled(keys());
    let before = found(&table, keys());
    assert!(before > 9000, "{before}");
    let mut steps = 0;
    loop {
        let mut has_worked = false;
        let poll = || if std::mem::replace(&mut has_worked, true) { Poll::Pause } else { Poll::Continue };
        steps += 1;
        if table.grow_if_full(poll) {
            break;
        }
    }
    assert!(steps >= MIN_BUCKETS / GROWTH_CHUNK, "{steps}");
    assert_eq!(table.buckets.count(), 4 * MIN_BUCKETS);
    assert_eq!(found(&table, keys()), before);
    assert!(table.grow_if_full(|| panic!("the table is large enough")));
}

#[test]
fn a_table_that_was_stopped_growing_has_lost_nothing() {
    let keys = || (1..10_000u64).map(key);
    let mut table = filled(keys());
    let before = found(&table, keys());
    let mut polls = 0;
    let poll = || {
        polls += 1;
        if polls > 2 { Poll::Stop } else { Poll::Continue }
    };
    assert!(table.grow_if_full(poll));
    assert_eq!(table.buckets.count(), MIN_BUCKETS);
    assert_eq!(found(&table, keys()), before);
}

#[test]
fn many_short_searches_do_not_grow_the_table() {
    let mut table = filled((1..4000).map(key));
    for search in 1..20 {
        assert!(table.grow_if_full(|| panic!("no search has filled half of the table")));
        table.start_search();
        fill(&mut table, (search * 4000..(search + 1) * 4000).map(key));
    }
    assert_eq!(table.buckets.count(), MIN_BUCKETS);
}

#[test]
fn an_estimate_does_not_replace_a_fact() {
    let mut table = filled(std::iter::empty());
    let fact = Entry { score: 0, depth: 3, bound: Bound::Exact, is_sound: true, ..entry(1) };
    table.put(5, fact);
    table.put(5, Entry { score: 40, depth: 9, is_sound: false, ..entry(2) });
    assert_eq!(table.get(5), Some(fact));
    table.put(5, Entry { mv: 3, depth: 1, ..fact });
    assert_eq!(table.get(5).unwrap().mv, 3);
    assert!(table.get(6).is_none());
}

#[test]
fn words_of_two_different_entries_are_not_found_as_an_entry() {
    let mut table = filled(std::iter::empty());
    table.put(5, entry(1));
    let bucket = table.buckets.of(5).unwrap();
    let (torn, other) = (entry(1).pack(table.age), entry(2).pack(table.age));
    assert_ne!(torn, other);
    // What a thread reads while another one has written one of the two words.
    bucket.0[1].store(other, Ordering::Relaxed);
    assert_eq!(table.get(5), None);
}

#[test]
fn threads_that_share_a_table_find_what_the_others_stored_and_nothing_else() {
    let mut table = filled((1..1000).map(key));
    table.grow_to_full_size();
    assert_eq!(found(&table, (1..1000).map(key)), 999);
    // All threads write to the same few buckets, and every result belongs to its key.
    let keys = || (1..64u64).flat_map(|n| (0..8).map(move |same| n | same << 40));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let mut table = table.share();
            scope.spawn(move || {
                for _ in 0..200 {
                    for key in keys() {
                        assert!(table.get(key).is_none_or(|found| found == entry((key | key >> 40) as u16)));
                        table.put(key, entry((key | key >> 40) as u16));
                    }
                }
            });
        }
    });
    assert!(keys().filter(|&key| table.get(key).is_some()).count() >= 4 * 63);
}
