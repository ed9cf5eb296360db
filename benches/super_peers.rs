//! Compares Super Morpion with the `board-game` crate's super tic-tac-toe: random playouts and perft leaves per
//! second, measured alternately in one run on one core. `cargo bench -p benches --bench super_peers`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use board_game::board::{Board, BoardMoves};
use board_game::games::sttt::STTTBoard;
use internal_iterator::InternalIterator;
use rand_xoshiro::Xoroshiro64StarStar;
use rand_xoshiro::rand_core::SeedableRng;
use rules::{Game, Rng, SuperMorpion, perft};

// Many short, alternating rounds: other load on the machine hits both sides alike, and medians ignore outliers.
const ROUNDS: usize = 41;
const ROUND: Duration = Duration::from_millis(120);
const PERFT_DEPTH: u32 = 6;

fn main() {
    let start = SuperMorpion::new(Default::default());
    let mut rng = Rng::new(1);
    let mut peer_rng = Xoroshiro64StarStar::seed_from_u64(1);
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for _ in 0..ROUNDS {
        ours.push(rate(|| {
            black_box(black_box(&start).playout(&mut rng, &mut Vec::new()));
            1
        }));
        theirs.push(rate(|| {
            let mut board = STTTBoard::default();
            while board.play_random_available_move(&mut peer_rng).is_ok() {}
            black_box(board.outcome());
            1
        }));
    }
    report("random playouts", ours, theirs);

    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(rate(|| perft(black_box(&start), PERFT_DEPTH, &[]).unwrap_or_default()));
        theirs.push(rate(|| peer_perft(black_box(&STTTBoard::default()), PERFT_DEPTH)));
    }
    report(&format!("perft {PERFT_DEPTH} leaves"), ours, theirs);
}

/// Perft of the peer, with bulk counting at depth 1 as in ours.
fn peer_perft(board: &STTTBoard, depth: u32) -> u64 {
    let Ok(moves) = board.available_moves() else { return 0 };
    if depth == 1 {
        return moves.count() as u64;
    }
    let mut total = 0;
    moves.for_each(|mv| {
        if let Ok(next) = board.clone_and_play(mv) {
            total += peer_perft(&next, depth - 1);
        }
    });
    total
}

/// Units of work that `work` does per second.
fn rate(mut work: impl FnMut() -> u64) -> f64 {
    let begin = Instant::now();
    let mut units = 0;
    while begin.elapsed() < ROUND {
        for _ in 0..16 {
            units += work();
            if units > 1_000_000 && begin.elapsed() >= ROUND {
                break;
            }
        }
    }
    units as f64 / begin.elapsed().as_secs_f64()
}

/// Prints the medians, their ratio, and the interquartile range of the ratios.
fn report(what: &str, mut ours: Vec<f64>, mut theirs: Vec<f64>) {
    let mut ratios: Vec<f64> = ours.iter().zip(&theirs).map(|(ours, theirs)| ours / theirs).collect();
    for figures in [&mut ours, &mut theirs, &mut ratios] {
        figures.sort_by(f64::total_cmp);
    }
    let (ours, theirs) = (ours[ROUNDS / 2], theirs[ROUNDS / 2]);
    println!(
        "{what}: trois {:.2} M/s, board-game {:.2} M/s, ratio {:.2} (medians of {ROUNDS} rounds; half of them {:.2} to {:.2})",
        ours / 1e6,
        theirs / 1e6,
        ours / theirs,
        ratios[ROUNDS / 4],
        ratios[ROUNDS - 1 - ROUNDS / 4],
    );
}
