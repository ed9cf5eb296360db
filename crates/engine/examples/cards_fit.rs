//! Trains the network that evaluates the card game, on games that the engine played against itself.
//!
//! ```text
//! cards_fit play GAMES NODES SEED [NETWORK [EXPLORATION CAUTION]] > games.txt
//!     one line a position: result, what the search said, position
//! cards_fit fit EPOCHS RESULT OUT < games.txt
//!     writes OUT.net and OUT.check
//! ```
//!
//! NETWORK is a file, or `playouts` for games played out instead; without it, the built-in network evaluates. EXPLORATION
//! and CAUTION are parameters of the search, in place of those that the engine plays with.
//!
//! The target of a position is a weighted mean: RESULT (from 0 to 1) of the result of its game, and the rest of the
//! value of the search. The result is based on both hands, as the network is; the value is less noisy.

#![allow(clippy::unwrap_used, reason = "a test or an experiment fails by panicking")]

use std::io::{BufRead, BufWriter, Write};

use engine::knowledge::Knowledge;
use engine::knowledge::cards::{CardsMemory, CardsSettings, start_cards};
use engine::search::{self, mcts::MctsParameters};
use engine::{Limits, NetworkSource, Value};
use rules::cards::Options;
use rules::hash::fnv1a;
use rules::{Cards, Game, Outcome, Rng, Turn, View, Viewer};

#[path = "../src/knowledge/cards/features.rs"]
mod features;
use features::{Features, ROWS};

const WIDTH: usize = 32;
const VERSION: u32 = 201;

/// All numbers of the network: rows, bias, last layer, direct numbers, last bias.
const BIAS: usize = ROWS * WIDTH;
const LAST: usize = BIAS + WIDTH;
const DIRECT: usize = LAST + WIDTH;
const ALL: usize = DIRECT + ROWS + 1;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| args[at].parse::<u64>().unwrap();
    match args[0].as_str() {
        "play" => {
            let mut player = Player::new(&args[4..]);
            let mut out = BufWriter::new(std::io::stdout().lock());
            for game in 0..number(1) {
                play(&mut player, number(2), number(3) * 1_000_000 + game, &mut out);
            }
        }
        _ => fit(number(1), args[2].parse().unwrap(), &args[3]),
    }
}

/// The engine that plays.
struct Player {
    settings: CardsSettings,
    memory: CardsMemory,
}

impl Player {
    /// The engine with the optional arguments of `play`.
    fn new(args: &[String]) -> Player {
        let (mut settings, mut memory) = (CardsSettings::BEST, CardsMemory::default());
        match args.first().map(String::as_str) {
            None => {}
            Some("playouts") => settings = CardsSettings::PLAYOUTS,
            Some(file) => {
                let file = std::fs::read(file).unwrap();
                Cards::use_network(&mut memory, NetworkSource::File(&file)).unwrap();
            }
        }
        if let [_, exploration, caution] = args {
            let (exploration, caution) = (exploration.parse().unwrap(), caution.parse().unwrap());
            settings.tree = MctsParameters { exploration, caution, ..settings.tree };
        }
        Player { settings, memory }
    }
}

/// Plays one game and prints its positions.
fn play(player: &mut Player, nodes: u64, seed: u64, out: &mut impl Write) {
    let mut rng = Rng::new(seed);
    let options = match rng.below(8) {
        0 => Options::new(6, 5),
        1 => Options::new(18, 5),
        2 => Options::new(3, 3),
        _ => Options::new(9, 5),
    };
    let mut game = Cards::new(options.unwrap());
    let mut seen = Vec::new();
    loop {
        let seat = match game.turn() {
            Turn::Over(_) => break,
            Turn::Seat(seat) if rng.below(16) > 0 => seat,
            _ => {
                let mv = game.random_move(&mut rng, &mut Vec::new()).unwrap();
                game.play_unchecked(mv);
                continue;
            }
        };
        let view = View::new(&game, Viewer::Seat(seat));
        let nodes = nodes / 2 + u64::from(rng.below(nodes as u32));
        let limits = Limits { nodes: Some(nodes), seed: rng.bits(), ..Limits::default() };
        let memory = std::mem::take(&mut player.memory);
        let (analysis, memory) = search::run(start_cards(&view, &limits, &player.settings, memory), &limits);
        player.memory = memory;
        seen.push((game, seat, analysis.value()));
        game.play_unchecked(analysis.chosen);
    }
    let winner = match game.turn() {
        Turn::Over(Outcome::Win(seat)) => Some(seat),
        _ => None,
    };
    for (game, mover, value) in seen {
        let result = winner.map_or(0.5, |winner| if winner == mover { 1.0 } else { 0.0 });
        let share = match value {
            Value::Proven { outcome: Outcome::Draw, .. } => 0.5,
            value => value.share(mover, 2),
        };
        writeln!(out, "{result} {share:.3} {game}").unwrap();
    }
}

/// The rows of a position, and its target.
struct Sample {
    rows: Vec<u16>,
    target: f32,
}

/// The values that the network computes for a position.
struct Pass {
    hidden: [f32; WIDTH],
    log_odds: f32,
}

fn pass(weights: &[f32], rows: &[u16]) -> Pass {
    let mut hidden: [f32; WIDTH] = std::array::from_fn(|i| weights[BIAS + i]);
    let mut log_odds = weights[ALL - 1];
    for &row in rows {
        let row = usize::from(row);
        log_odds += weights[DIRECT + row];
        for (sum, weight) in hidden.iter_mut().zip(&weights[row * WIDTH..]) {
            *sum += weight;
        }
    }
    for (i, sum) in hidden.iter().enumerate() {
        log_odds += sum.clamp(0.0, 1.0) * weights[LAST + i];
    }
    Pass { hidden, log_odds }
}

fn loss(share: f32, target: f32) -> f64 {
    let (share, target) = (f64::from(share).clamp(1e-6, 1.0 - 1e-6), f64::from(target));
    -(target * share.ln() + (1.0 - target) * (1.0 - share).ln())
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn read(result: f32) -> (Vec<Sample>, Vec<String>) {
    let (mut samples, mut texts) = (Vec::new(), Vec::new());
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let mut words = line.splitn(3, ' ');
        let mut number = || words.next().unwrap().parse::<f32>().unwrap();
        let target = result * number() + (1.0 - result) * number();
        let text = words.next().unwrap();
        let game: Cards = text.parse().unwrap();
        let features = Features::new(&game, game.to_move().unwrap());
        // The engine sees such a win without the network.
        if !features.wins {
            samples.push(Sample { rows: features.rows().to_vec(), target });
            if samples.len() % 997 == 0 {
                texts.push(text.to_owned());
            }
        }
    }
    (samples, texts)
}

fn fit(epochs: u64, result: f32, out: &str) {
    let (samples, texts) = read(result);
    // Positions of a game are adjacent, so whole stretches are held back for validation.
    let is_held = |at: usize| at / 2000 % 20 == 7;
    let mut order: Vec<usize> = (0..samples.len()).filter(|&at| !is_held(at)).collect();
    let held: Vec<usize> = (0..samples.len()).filter(|&at| is_held(at)).collect();
    let mut rng = Rng::new(1);
    let mut noise = |width: f32| (rng.below(2001) as f32 / 1000.0 - 1.0) * width;
    let mut weights: Vec<f32> = (0..ALL).map(|at| if at < BIAS { noise(0.1) } else { 0.0 }).collect();
    weights[BIAS..LAST].fill(0.3);
    (LAST..DIRECT).for_each(|at| weights[at] = noise(0.5));
    let (mut mean, mut square, mut slope) = (vec![0.0f32; ALL], vec![0.0f32; ALL], vec![0.0f32; ALL]);
    let mut rng = Rng::new(2);
    let batches = (order.len() / BATCH).max(1) as u64 * epochs;
    let mut batch_number = 0;
    for epoch in 1..=epochs {
        rng.shuffle(&mut order);
        let mut total = 0.0;
        for batch in order.chunks_exact(BATCH.min(order.len())) {
            slope.fill(0.0);
            for &at in batch {
                let Sample { rows, target } = &samples[at];
                let Pass { hidden, log_odds } = pass(&weights, rows);
                let share = sigmoid(log_odds);
                total += loss(share, *target);
                let error = (share - target) / BATCH as f32;
                let mut back = [0.0; WIDTH];
                for (i, &sum) in hidden.iter().enumerate() {
                    slope[LAST + i] += error * sum.clamp(0.0, 1.0);
                    // A small gradient passes where the output is clipped, so that nothing gets stuck there.
                    let is_clipped = !(0.0..=1.0).contains(&sum);
                    back[i] = error * weights[LAST + i] * if is_clipped { 0.01 } else { 1.0 };
                    slope[BIAS + i] += back[i];
                }
                slope[ALL - 1] += error;
                for &row in rows {
                    let row = usize::from(row);
                    slope[DIRECT + row] += error;
                    for (slope, back) in slope[row * WIDTH..].iter_mut().zip(back) {
                        *slope += back;
                    }
                }
            }
            batch_number += 1;
            let rate = 0.004 * (1.0 - batch_number as f32 / (batches + 1) as f32);
            let (first, second) = (1.0 - 0.9f32.powi(batch_number), 1.0 - 0.999f32.powi(batch_number));
            for at in 0..ALL {
                let slope = slope[at] + 1e-6 * weights[at];
                mean[at] = 0.9 * mean[at] + 0.1 * slope;
                square[at] = 0.999 * square[at] + 0.001 * slope * slope;
                weights[at] -= rate * (mean[at] / first) / ((square[at] / second).sqrt() + 1e-8);
            }
        }
        let share = |at: usize| sigmoid(pass(&weights, &samples[at].rows).log_odds);
        let held_loss: f64 = held.iter().map(|&at| loss(share(at), samples[at].target)).sum();
        eprintln!(
            "{epoch}: {:.5}, held back {:.5}, {} positions",
            total / order.len() as f64,
            held_loss / held.len() as f64,
            samples.len()
        );
    }
    write(&weights, &texts, out);
}

/// The number of positions in a training step.
const BATCH: usize = 1024;

/// Writes the network in the format of `src/network/file.rs`, and some positions with their values.
fn write(weights: &[f32], texts: &[String], out: &str) {
    let mut bytes = b"TROISNET".to_vec();
    bytes.extend(VERSION.to_le_bytes());
    for group in [&weights[..LAST], &weights[LAST..]] {
        let scale = group.iter().fold(1e-9f32, |most, weight| most.max(weight.abs())) / 32767.0;
        bytes.extend(scale.to_le_bytes());
        bytes.extend((group.len() as u32).to_le_bytes());
        for weight in group {
            bytes.extend(((weight / scale).round() as i16).to_le_bytes());
        }
    }
    bytes.extend(fnv1a(bytes.iter().copied()).to_le_bytes());
    std::fs::write(format!("{out}.net"), bytes).unwrap();
    let mut check = String::new();
    for text in texts.iter().take(40) {
        let game: Cards = text.parse().unwrap();
        let features = Features::new(&game, game.to_move().unwrap());
        check += &format!("{text} {:.3}\n", pass(weights, features.rows()).log_odds);
    }
    std::fs::write(format!("{out}.check"), check).unwrap();
}
