//! Steps per second of a batch without Python: `cargo run --profile wheel -p trois-env --example speed -- super 4096 2 50`
//! (game, games, threads, millions of steps). Prints the median nanoseconds per game for drawing actions and playing
//! them (a median is robust against other load on the machine), and a checksum of the games.

#![allow(clippy::unwrap_used, reason = "a measurement fails by panicking")]

use std::time::{Duration, Instant};

use env::{Arrays, Batch, BatchSettings};
use rules::Kind;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text =
        |index: usize, default: &str| arguments.get(index).cloned().unwrap_or_else(|| default.to_owned());
    let kind: Kind = text(0, "super").parse().ok().unwrap();
    let (len, threads): (usize, usize) = (text(1, "4096").parse().unwrap(), text(2, "1").parse().unwrap());
    let wanted = (text(3, "50").parse::<f64>().unwrap() * 1e6) as usize;
    let settings = BatchSettings { len, seed: 1, auto_reset: true, max_moves: None, threads };
    let mut batch = Batch::new(kind, "", settings).unwrap();
    let (size, count, seats) = (batch.space().size(), batch.space().actions, batch.space().seats);
    let (mut observations, mut masks) = (vec![0; len * size], vec![0; len * count]);
    let (mut players, mut rewards) = (vec![0; len], vec![0.0; len * seats]);
    let (mut terminated, mut truncated) = (vec![false; len], vec![false; len]);
    let mut actions = vec![0; len];
    let (mut sampling, mut stepping, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..wanted.div_ceil(len) {
        let start = Instant::now();
        batch.sample(&mut actions);
        let sampled = Instant::now();
        let arrays = Arrays {
            observations: &mut observations,
            masks: &mut masks,
            players: &mut players,
            rewards: &mut rewards,
            terminated: &mut terminated,
            truncated: &mut truncated,
        };
        batch.step(&actions, arrays).unwrap();
        sampling.push(sampled - start);
        stepping.push(sampled.elapsed());
        all.push(start.elapsed());
    }
    let played = actions.iter().fold(0, |all: i64, action| all.wrapping_mul(31).wrapping_add(*action));
    let per_game = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64() * 1e9 / len as f64
    };
    let [sampling, stepping, all] = [&mut sampling, &mut stepping, &mut all].map(per_game);
    println!(
        "{kind} × {len}, {threads} threads: {:.1} M steps/s; sample {sampling:.1} ns, step {stepping:.1} ns a game ({played:x})",
        1e3 / all
    );
}
