//! What the table stores, and when it grows.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rules::{AnyGame, Kind, Rng, Turn, Viewer};

use super::buckets::SEGMENT_BUCKETS;
use super::*;
use crate::{Engine, Limits, TimeLimit};

thread_local! {
    /// How many buckets the growing tables of this thread have split.
    static SPLITS: Cell<u64> = const { Cell::new(0) };
    /// How many bytes of zeros the tables of this thread have allocated.
    static ZEROS: Cell<usize> = const { Cell::new(0) };
    /// How often the clock was read.
    static READINGS: Cell<u64> = const { Cell::new(0) };
    /// What the clock showed last, and the longest time between two readings, in nanoseconds.
    static NOW: Cell<u64> = const { Cell::new(0) };
    static LONGEST: Cell<u64> = const { Cell::new(0) };
}

/// Counts bytes of zeros that are written, if the system does not provide them.
pub(super) fn count_zeros(bytes: usize) {
    ZEROS.set(ZEROS.get() + bytes);
}

/// Counts buckets that are split.
pub(super) fn count_splits(count: usize) {
    SPLITS.set(SPLITS.get() + count as u64);
}

fn entry(mv: u16) -> Entry {
    Entry { mv, score: -7, eval: 8, depth: 9, bound: Bound::Lower, is_sound: mv.is_multiple_of(2) }
}

/// Keys as random as those of positions.
fn key(n: u64) -> u64 {
    Rng::new(n).bits()
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

/// Stores results until the table has this many buckets. Returns how many that took.
fn fill_up_to(table: &mut TranspositionTable, buckets: usize) -> u64 {
    let mut n = 0;
    while table.buckets.count < buckets {
        table.put(key(n), entry(key(n) as u16));
        n += 1;
        assert!(n < 8 * MAX_BUCKETS as u64, "the table does not grow: {} buckets", table.buckets.count);
    }
    n
}

#[test]
fn entries_are_found_again_when_the_table_has_grown() {
    let keys = || (1..6_000u64).map(key);
    for count in [MIN_BUCKETS + GROWTH_STEP, 2 * MIN_BUCKETS - GROWTH_STEP, 2 * MIN_BUCKETS, 16 * MIN_BUCKETS]
    {
        let mut table = filled(keys());
        assert_eq!(table.buckets.count, MIN_BUCKETS);
        let before = found(&table, keys());
        assert!(before > 5800, "{before}");
        while table.buckets.count < count {
            table.grow();
        }
        assert_eq!(found(&table, keys()), before, "{count} buckets");
        // Growing at once does the same, from any size.
        table.grow_to(32 * MIN_BUCKETS);
        assert_eq!(found(&table, keys()), before, "{count} buckets, then more at once");
    }
}

#[test]
fn a_table_that_grows_while_it_is_filled_stays_as_full_as_it_should_and_each_entry_is_found() {
    // A size that is a power of two, and one at which a part of the buckets is split.
    for size in [16 * MIN_BUCKETS, 24 * MIN_BUCKETS] {
        let mut table = filled(std::iter::empty());
        let all = fill_up_to(&mut table, size);
        let entries = |n| (0..ENTRIES).filter(|&i| table.buckets.bucket(n).unwrap().get(i).1 != 0).count();
        let held = (0..size).map(entries).sum::<usize>();
        assert!((full(size - GROWTH_STEP)..=full(size)).contains(&held), "{held} entries");
        assert_eq!(found(&table, (0..all).map(key)), held, "an entry lies in a wrong bucket");
    }
}

#[test]
fn no_result_that_is_stored_moves_more_than_a_few_buckets_or_clears_much_memory_up_to_the_full_size() {
    let (mut table, mut most, mut most_zeros, mut n) = (filled(std::iter::empty()), 0, 0, 0);
    let mut sizes = vec![table.buckets.count];
    while table.buckets.count < MAX_BUCKETS && n < 8 * MAX_BUCKETS as u64 {
        let (splits, zeros) = (SPLITS.get(), ZEROS.get());
        table.put(key(n), entry(1));
        n += 1;
        most = most.max(SPLITS.get() - splits);
        most_zeros = most_zeros.max(ZEROS.get() - zeros);
        if table.buckets.count.is_power_of_two() && sizes.last() != Some(&table.buckets.count) {
            sizes.push(table.buckets.count);
        }
    }
    assert_eq!(sizes, (12..=20).map(|n| 1 << n).collect::<Vec<_>>());
    assert_eq!(most, GROWTH_STEP as u64);
    assert_eq!(most_zeros, (SEGMENT_BUCKETS + 1) * 64);
    // It stays as large, and does not become larger.
    table.start_search();
    fill(&mut table, (n..2 * n).map(key));
    assert_eq!(table.buckets.count, MAX_BUCKETS);
}

#[test]
fn many_short_searches_do_not_grow_the_table() {
    let mut table = filled((1..4000).map(key));
    for search in 1..20 {
        table.start_search();
        fill(&mut table, (search * 4000..(search + 1) * 4000).map(key));
    }
    assert_eq!(table.buckets.count, MIN_BUCKETS);
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
    table.reserve(u64::MAX);
    assert_eq!(table.buckets.count, MAX_BUCKETS);
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

#[test]
fn a_table_that_threads_share_does_not_grow_until_the_next_search() {
    let mut table = filled(std::iter::empty());
    let other = table.share();
    fill(&mut table, (0..8 * full(MIN_BUCKETS) as u64).map(key));
    assert_eq!(table.buckets.count, MIN_BUCKETS);
    drop(other);
    table.start_search();
    fill_up_to(&mut table, 4 * MIN_BUCKETS);
}

/// A clock of a busy machine with slow memory. Besides its own readings, one for each 2048 positions at most, each bucket
/// that is split takes time.
fn slow_clock() -> Duration {
    READINGS.set(READINGS.get() + 1);
    let (before, now) = (NOW.get(), 20_000 * READINGS.get() + 100 * SPLITS.get());
    NOW.set(now);
    LONGEST.set(LONGEST.get().max(now - before));
    Duration::from_nanos(now)
}

#[test]
fn every_move_of_a_game_on_a_busy_machine_is_searched_deeply_while_the_table_grows() {
    let mut engine = Engine::new();
    let mut game = AnyGame::new(Kind::Super, "").unwrap();
    for mv in 1..=10 {
        let Turn::Seat(seat) = game.turn() else { panic!("the game is over after {mv} moves") };
        let limits =
            Limits { time: Some(TimeLimit::new(slow_clock, Duration::from_millis(10))), ..Limits::default() };
        let before = SPLITS.get();
        let analysis = engine.think(&game.view(Viewer::Seat(seat)), &limits, &mut ()).unwrap();
        let (nodes, depth, splits) = (analysis.nodes, analysis.depth, SPLITS.get() - before);
        assert!(
            nodes > 200_000 && depth >= 8,
            "move {mv}: depth {depth}, {nodes} positions, {splits} splits"
        );
        game.play(analysis.chosen).unwrap();
    }
    assert!(SPLITS.get() > 8 * MIN_BUCKETS as u64, "the table has hardly grown: {} splits", SPLITS.get());
    assert!(LONGEST.get() < 500_000, "the search could not be stopped for {} ns", LONGEST.get());
}
