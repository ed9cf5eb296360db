//! `trois bench`: how many random games and how many perft leaves a second, on one thread.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use rules::{Game, Kind, Rng, with_game};
use serde_json::{Map, Value, json};

use crate::args::{BenchArgs, Measure};
use crate::errors::Failure;
use crate::output::{HEADING, write_json};
use crate::position::ordered_deck;
use crate::progress::Progress;

/// How often the clock is read.
const GLANCE: Duration = Duration::from_millis(20);

/// What was measured of one game.
struct Figures {
    kind: Kind,
    playouts: Option<Playouts>,
    perft: Option<Perft>,
}

struct Playouts {
    per_s: f64,
    moves_per_game: f64,
}

struct Perft {
    depth: u32,
    per_s: f64,
}

pub(crate) fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let kinds = args.game.map_or_else(|| Kind::ALL.to_vec(), |kind| vec![kind]);
    let time = Duration::from_secs_f64(args.seconds);
    if !args.json.json {
        writeln!(out, "{HEADING}{}{HEADING:#}", head(args.what))?;
    }
    let mut all = Vec::new();
    for kind in kinds {
        let figures = with_game!(kind, G => measure::<G>(args.what, time))?;
        if args.json.json {
            all.push(json(&figures));
        } else {
            writeln!(out, "{}", row(&figures))?;
            out.flush()?;
        }
    }
    if !args.json.json {
        return Ok(());
    }
    let object = match (args.game, all.pop()) {
        (Some(_), Some(figures)) => figures,
        (_, last) => {
            all.extend(last);
            json!({ "games": all })
        }
    };
    write_json(out, &object)
}

fn measure<G: Game>(what: Option<Measure>, time: Duration) -> Result<Figures, Failure> {
    let playouts = (what != Some(Measure::Perft)).then(|| playouts::<G>(time));
    let perft = (what != Some(Measure::Playouts)).then(|| perft::<G>(time)).transpose()?;
    Ok(Figures { kind: G::KIND, playouts, perft })
}

/// Plays random games for as long as told. The seed is always the same, and so are the games.
fn playouts<G: Game>(time: Duration) -> Playouts {
    let start = G::new(G::Options::default());
    let mut rng = Rng::new(1);
    let mut buffer = Vec::with_capacity(256);
    let mut moves = 0u64;
    let (games, elapsed) = for_a_while(&format!("{} playouts", G::KIND), time, || {
        let mut game = start.clone();
        while let Some(mv) = game.random_move(&mut rng, &mut buffer) {
            game.play_unchecked(mv);
            moves += 1;
        }
        black_box(&game);
        Some(1)
    })
    .unwrap_or_default();
    Playouts { per_s: games as f64 / elapsed, moves_per_game: moves as f64 / games as f64 }
}

/// Counts the same tree again and again for as long as told.
fn perft<G: Game>(time: Duration) -> Result<Perft, Failure> {
    let start = G::new(G::Options::default());
    let deck = ordered_deck(&start)?.unwrap_or_default();
    let depth = bench_depth(G::KIND);
    let label = format!("{} perft {depth}", G::KIND);
    let (leaves, elapsed) = for_a_while(&label, time, || rules::perft(black_box(&start), depth, &deck))
        .ok_or_else(|| Failure::Internal(format!("The deck is too short for {label}.")))?;
    Ok(Perft { depth, per_s: leaves as f64 / elapsed })
}

/// How deep the tree of a game is counted: some tens of milliseconds each.
fn bench_depth(kind: Kind) -> u32 {
    match kind {
        Kind::Morpion => 8,
        Kind::Super => 6,
    }
}

/// Does the work again and again until the time is over: the sum of what it returned, and the seconds it took.
/// `None` as soon as the work cannot be done.
fn for_a_while(label: &str, time: Duration, mut work: impl FnMut() -> Option<u64>) -> Option<(u64, f64)> {
    let mut progress = Progress::new(label, time.as_millis() as u64);
    let started = Instant::now();
    let mut total = 0;
    let mut rounds = 1u32;
    let mut elapsed = Duration::ZERO;
    while elapsed < time {
        let before = elapsed;
        for _ in 0..rounds {
            total += work()?;
        }
        elapsed = started.elapsed();
        progress.at(elapsed.as_millis() as u64);
        if elapsed - before < GLANCE {
            rounds = rounds.saturating_mul(2);
        }
    }
    Some((total, elapsed.as_secs_f64()))
}

fn head(what: Option<Measure>) -> String {
    let playouts = format!("{:>14} {:>14}", "playouts/s", "moves/playout");
    let perft = format!("{:>16} {:>6}", "perft leaves/s", "depth");
    match what {
        Some(Measure::Playouts) => format!("{:<8}{playouts}", "game"),
        Some(Measure::Perft) => format!("{:<8}{perft}", "game"),
        None => format!("{:<8}{playouts}{perft}", "game"),
    }
}

fn row(figures: &Figures) -> String {
    let mut row = format!("{:<8}", figures.kind);
    if let Some(Playouts { per_s, moves_per_game }) = figures.playouts {
        row += &format!("{:>14} {moves_per_game:>14.1}", grouped(per_s));
    }
    if let Some(Perft { per_s, depth }) = figures.perft {
        row += &format!("{:>16} {depth:>6}", grouped(per_s));
    }
    row
}

fn json(figures: &Figures) -> Value {
    let mut object = Map::new();
    object.insert("game".to_owned(), json!(figures.kind.id()));
    if let Some(Playouts { per_s, moves_per_game }) = figures.playouts {
        object.insert("playouts_per_s".to_owned(), json!(per_s as u64));
        object.insert("moves_per_playout".to_owned(), json!(moves_per_game));
    }
    if let Some(Perft { per_s, depth }) = figures.perft {
        object.insert("leaves_per_s".to_owned(), json!(per_s as u64));
        object.insert("depth".to_owned(), json!(depth));
    }
    Value::Object(object)
}

/// A whole number with its digits in groups of three.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_in_groups_of_three() {
        assert_eq!(grouped(0.4), "0");
        assert_eq!(grouped(999.0), "999");
        assert_eq!(grouped(1_234_567.0), "1 234 567");
    }
}
