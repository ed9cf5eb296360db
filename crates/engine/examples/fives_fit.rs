//! Fits the weights of the evaluation of Three Fives to games that the engine played against itself.
//!
//! ```text
//! fives_fit play GAMES NODES SEED >> games.txt   one line a position: result, what the search said, position
//! fives_fit fit ROUNDS < games.txt               logistic regression, from the weights in use
//! ```
//!
//! The target of each position is the mean of the result of its game and of the value of the search.

#![allow(clippy::unwrap_used, reason = "a test or an experiment fails by panicking")]

use std::io::BufRead;

use engine::{Engine, Limits, Value};
use rules::fives::Options;
use rules::{AnyGame, AnyMove, Fives, Game, Outcome, Rng, Seat, Viewer};

#[path = "../src/knowledge/fives/features.rs"]
#[allow(dead_code, reason = "the engine uses more of it")]
mod features;
#[path = "../src/knowledge/fives/growth.rs"]
#[allow(dead_code, reason = "the engine uses more of it")]
mod growth;
#[path = "../src/knowledge/fives/weights.rs"]
#[allow(dead_code, reason = "the engine uses more of it")]
mod weights;

use features::{FEATURES, features, phase};
use weights::WEIGHTS;

/// How many weights there are.
const ALL: usize = 6 * FEATURES;

/// The points of one natural unit of log-odds.
const POINTS: f64 = 400.0;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| args[at].parse::<u64>().unwrap();
    match args[0].as_str() {
        "play" => (0..number(1)).for_each(|game| play(number(2), number(3) * 1_000_000 + game)),
        _ => fit(number(1)),
    }
}

/// Plays one game and prints its positions.
fn play(nodes: u64, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut game = Fives::new(Options::default());
    let mut engine = Engine::new();
    let mut seen = Vec::new();
    let opening = 2 + rng.below(8);
    let mut plies = 0;
    while let Some(seat) = game.to_move() {
        plies += 1;
        if plies <= opening || rng.below(25) == 0 {
            let mv = game.random_move(&mut rng, &mut Vec::new()).unwrap();
            game.play_unchecked(mv);
            continue;
        }
        if plies > 300 {
            break;
        }
        let view = AnyGame::from(game.clone()).view(Viewer::Seat(seat));
        let limits =
            Limits { nodes: Some(nodes / 2 + u64::from(rng.below(nodes as u32))), ..Limits::default() };
        let analysis = engine.think(&view, &limits, &mut ()).unwrap();
        seen.push((game.clone(), analysis.value()));
        let AnyMove::Fives(mv) = analysis.chosen else { unreachable!() };
        game.play_unchecked(mv);
    }
    let result = match game.turn().outcome() {
        Some(Outcome::Win(Seat::ONE)) => 1.0,
        Some(Outcome::Win(_)) => 0.0,
        _ => 0.5,
    };
    for (game, value) in seen {
        let Some(mover) = game.to_move() else { continue };
        let share = match value {
            Value::Proven { outcome: Outcome::Draw, .. } => 0.5,
            value => value.share(mover, 2),
        };
        let result = if mover == Seat::ONE { result } else { 1.0 - result };
        println!("{result} {share:.3} {game}");
    }
}

/// The features of a position, the index of its weights, and its target.
struct Sample {
    mine: [i16; FEATURES],
    theirs: [i16; FEATURES],
    at: [usize; 2],
    target: f64,
}

fn fit(rounds: u64) {
    let mut samples = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let mut words = line.splitn(3, ' ');
        let mut number = || words.next().unwrap().parse::<f64>().unwrap();
        let target = (number() + number()) / 2.0;
        let game: Fives = words.next().unwrap().parse().unwrap();
        let (table, mover) = (game.position(), game.to_move().unwrap());
        let (mine, theirs) = (features(table, mover), features(table, mover.other()));
        let at = [phase(table, mover) * FEATURES, (3 + phase(table, mover.other())) * FEATURES];
        samples.push(Sample { mine, theirs, at, target });
    }
    let mut weights = [0.0f64; ALL];
    for (weight, begun) in weights.iter_mut().zip(WEIGHTS.mover.iter().chain(&WEIGHTS.opponent).flatten()) {
        *weight = f64::from(*begun) / POINTS;
    }
    let begun = weights;
    // Adam, on all samples at once.
    let (mut mean, mut square) = ([0.0; ALL], [0.0; ALL]);
    for round in 1..=rounds {
        let mut slope = [0.0f64; ALL];
        let mut loss = 0.0;
        for sample in &samples {
            let [mine, theirs] = sample.at;
            let mut sum = 0.0;
            for i in 0..FEATURES {
                sum += f64::from(sample.mine[i]) * weights[mine + i];
                sum -= f64::from(sample.theirs[i]) * weights[theirs + i];
            }
            let share = 1.0 / (1.0 + (-sum).exp());
            let target = sample.target;
            loss -= target * share.max(1e-9).ln() + (1.0 - target) * (1.0 - share).max(1e-9).ln();
            for i in 0..FEATURES {
                slope[mine + i] += (share - target) * f64::from(sample.mine[i]);
                slope[theirs + i] -= (share - target) * f64::from(sample.theirs[i]);
            }
        }
        let n = samples.len() as f64;
        for i in 0..ALL {
            // Weights of rare features stay near their initial values.
            let slope = slope[i] / n + 1e-5 * (weights[i] - begun[i]);
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            square[i] = 0.999 * square[i] + 0.001 * slope * slope;
            let (mean, square) = (
                mean[i] / (1.0 - 0.9f64.powi(round as i32)),
                square[i] / (1.0 - 0.999f64.powi(round as i32)),
            );
            weights[i] -= 0.02 * (1.0 - round as f64 / (rounds as f64 + 1.0)) * mean / (square.sqrt() + 1e-9);
        }
        if round % 100 == 0 || round == 1 {
            eprintln!("{round}: {:.5} over {} positions", loss / n, samples.len());
        }
    }
    for (name, weights) in ["mover", "opponent"].into_iter().zip(weights.chunks(3 * FEATURES)) {
        println!("    {name}: [");
        for row in weights.chunks(FEATURES) {
            let words: Vec<String> = row.iter().map(|weight| format!("{:.0}", weight * POINTS)).collect();
            println!("        [{}],", words.join(", "));
        }
        println!("    ],");
    }
}
