//! `trois bench`: random games and perft leaves per second, on one thread; the signature of the engine, and how fast it
//! stops.

mod stop;

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use rules::{Game, Kind, Rng, with_game};
use serde_json::{Value, json};

use crate::args::{BenchArgs, Measure};
use crate::errors::Failure;
use crate::output::{HEADING, grouped, write_json};
use crate::progress::WorkProgress;
use crate::thinking;

/// How often the clock is read.
const CLOCK_INTERVAL: Duration = Duration::from_millis(20);

/// The measurements of one game.
struct BenchFigures {
    kind: Kind,
    playouts_per_s: Option<f64>,
    leaves_per_s: Option<f64>,
}

pub(crate) fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match args.what {
        Some(Measure::Engine) => return engine(args, out),
        Some(Measure::Stop) => return stop::run(args, out),
        Some(Measure::Playouts | Measure::Perft) | None => {}
    }
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

/// The engine's signature: always the same positions, to the same depth. Speed is per second of processor time.
fn engine(args: &BenchArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if args.game.is_some() {
        return Err(Failure::input("bench engine has its own positions: name no game."));
    }
    let mut games = Vec::new();
    let (mut nodes, mut seconds) = (0, 0.0);
    for &kind in Kind::ALL {
        let started = thinking::processor_time();
        let signature = ::engine::bench::signature_of(kind);
        let time = thinking::processor_time().saturating_sub(started).as_secs_f64();
        (nodes, seconds) = (nodes + signature, seconds + time);
        games.push((kind, signature, signature as f64 / time));
    }
    if args.json.json {
        let game = |&(kind, nodes, speed): &(Kind, u64, f64)| json!({ "game": kind.id(), "nodes": nodes, "nodes_per_s": speed as u64 });
        let games: Vec<Value> = games.iter().map(game).collect();
        return write_json(out, &json!({ "nodes": nodes, "seconds": seconds, "games": games }));
    }
    writeln!(out, "Bench: {nodes}")?;
    for (kind, nodes, speed) in games {
        writeln!(out, "{kind:<8}{:>10} nodes {:>12} nodes/s", grouped(nodes as f64), grouped(speed))?;
    }
    Ok(())
}

fn measure<G: Game>(what: Option<Measure>, time: Duration) -> Result<BenchFigures, Failure> {
    let playouts_per_s = (what != Some(Measure::Perft)).then(|| playouts::<G>(time));
    let leaves_per_s = (what != Some(Measure::Playouts)).then(|| leaves::<G>(time)).transpose()?;
    Ok(BenchFigures { kind: G::KIND, playouts_per_s, leaves_per_s })
}

/// Plays random games for `time`. The seed, and so the games, are fixed.
fn playouts<G: Game>(time: Duration) -> f64 {
    let start = G::new(G::Options::default());
    let mut rng = Rng::new(1);
    let mut buffer = Vec::new();
    let (games, seconds) = repeat_for(format!("{} playouts", G::KIND), time, || {
        black_box(black_box(&start).playout(&mut rng, &mut buffer));
        Some(1)
    })
    .unwrap_or_default();
    games as f64 / seconds
}

/// Counts the same tree repeatedly for `time`.
fn leaves<G: Game>(time: Duration) -> Result<f64, Failure> {
    let start = G::new(G::Options::default());
    let deck = G::ordered_deck(start.options());
    let depth = G::INFO.bench_depth;
    let label = format!("{} perft {depth}", G::KIND);
    let (leaves, seconds) = repeat_for(label.clone(), time, || rules::perft(black_box(&start), depth, &deck))
        .ok_or_else(|| Failure::Internal(format!("The deck is too short for {label}.")))?;
    Ok(leaves as f64 / seconds)
}

/// Repeats the work until the time is over. Returns the sum of its results, and the seconds it took; `None` as soon as
/// the work fails.
fn repeat_for(label: String, time: Duration, mut work: impl FnMut() -> Option<u64>) -> Option<(u64, f64)> {
    let mut progress = WorkProgress::new(label, time.as_millis() as u64).with_delay(Duration::ZERO);
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
        progress.set_done(elapsed.as_millis() as u64);
        if elapsed - before < CLOCK_INTERVAL {
            rounds = rounds.saturating_mul(2);
        }
    }
    Some((total, elapsed.as_secs_f64()))
}

fn head(what: Option<Measure>) -> String {
    let playouts = format!("{:>14}", "playouts/s");
    let leaves = format!("{:>16} {:>6}", "perft leaves/s", "depth");
    match what {
        Some(Measure::Playouts) => format!("game    {playouts}"),
        Some(Measure::Perft) => format!("game    {leaves}"),
        Some(Measure::Engine | Measure::Stop) | None => format!("game    {playouts}{leaves}"),
    }
}

fn row(figures: &BenchFigures) -> String {
    let mut row = format!("{:<8}", figures.kind);
    if let Some(playouts) = figures.playouts_per_s {
        row += &format!("{:>14}", grouped(playouts));
    }
    if let Some(leaves) = figures.leaves_per_s {
        row += &format!("{:>16} {:>6}", grouped(leaves), figures.kind.info().bench_depth);
    }
    row
}

fn json(figures: &BenchFigures) -> Value {
    let mut object = json!({ "game": figures.kind.id() });
    if let Some(playouts) = figures.playouts_per_s {
        object["playouts_per_s"] = json!(playouts as u64);
    }
    if let Some(leaves) = figures.leaves_per_s {
        object["leaves_per_s"] = json!(leaves as u64);
        object["depth"] = json!(figures.kind.info().bench_depth);
    }
    object
}
