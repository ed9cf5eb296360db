//! An opening book from long searches.
//!
//! ```text
//! opening_book GAME OUT SECONDS THREADS NODES POSITIONS
//! ```
//!
//! The book begins with the start position and grows by the positions that are most likely to be reached when one
//! player follows the book and the other plays any good move (`tree.rs`). Each position is searched by itself, for
//! NODES nodes, on one of THREADS threads. The values of later positions replace those of earlier searches, so that the
//! best move is chosen by what follows it. OUT is rewritten regularly, and for the last time after POSITIONS positions
//! or about SECONDS. Unless the time ends it, the same arguments give the same book on every machine.

#![allow(clippy::unwrap_used, reason = "a broken experiment should stop at once")]

mod search;
mod super_morpion;
mod tree;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use engine::book::Symmetric;
use rules::AnyGame;

use search::search;
use tree::BookTree;

/// At most this many positions are searched before the next ones are chosen.
const BATCH: usize = 96;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games = [super_morpion::BUILDER];
    match games.iter().find(|(id, _)| *id == args[0]) {
        Some((_, build)) => build(&args[1..]),
        None => panic!("{} has no book: {:?} have one", args[0], games.map(|(id, _)| id)),
    }
}

fn build<G: Symmetric + Into<AnyGame>>(args: &[String])
where
    G::Key: Send + Sync,
{
    let numbers: Vec<u64> = args[1..5].iter().map(|arg| arg.parse().unwrap()).collect();
    let [seconds, threads, nodes, positions] = numbers[..] else { panic!("four numbers are needed") };
    let start = Instant::now();
    let deadline = start + Duration::from_secs(seconds);
    let mut tree: BookTree<G> = BookTree::default();
    let mut longest = Duration::ZERO;
    loop {
        let left = (positions as usize).saturating_sub(tree.len());
        let batch = tree.most_likely(BATCH.min(left));
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::new());
        let slowest = Mutex::new(longest);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(moves) = batch.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let began = Instant::now();
                        if began + *slowest.lock().unwrap() > deadline {
                            break;
                        }
                        let node = search::<G>(moves, nodes);
                        done.lock().unwrap().push(node);
                        let mut slowest = slowest.lock().unwrap();
                        *slowest = slowest.max(began.elapsed());
                    }
                });
            }
        });
        longest = slowest.into_inner().unwrap();
        let done = done.into_inner().unwrap();
        let is_whole = done.len() == batch.len();
        tree.add(done);
        let text = tree.book().to_string();
        let unfinished = format!("{}.unfinished", args[0]);
        std::fs::write(&unfinished, &text).unwrap();
        std::fs::rename(&unfinished, &args[0]).unwrap();
        eprintln!(
            "{:.0} s: {} positions, {} bytes, {:.2} and {:.2} moves of a game, slowest search {:.1} s",
            start.elapsed().as_secs_f64(),
            tree.len(),
            text.len(),
            tree.expected_moves(0),
            tree.expected_moves(1),
            longest.as_secs_f64(),
        );
        if !is_whole || batch.is_empty() || tree.len() >= positions as usize {
            break;
        }
    }
    eprintln!("positions by the number of moves played: {:?}", tree.by_length());
}
