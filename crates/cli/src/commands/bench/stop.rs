//! `trois bench stop`: how fast the engine stops on request.

use std::io::Write;
use std::time::Duration;

use engine::{Engine, Limits, Observer, TimeLimit};
use rules::{AnyGame, Kind, Rng, Turn, Viewer};
use serde_json::{Value, json};

use crate::args::BenchArgs;
use crate::errors::Failure;
use crate::output::{HEADING, write_json};
use crate::progress::WorkProgress;
use crate::thinking;

/// The delays between stop and return of the searches of one game, sorted.
struct Delays {
    kind: Kind,
    options: String,
    delays: Vec<Duration>,
    /// How many searches ended before they were stopped.
    ended: u32,
}

pub(super) fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if !args.json.json {
        writeln!(out, "{HEADING}game             stopped  ended   median ms   99 % ms   most ms{HEADING:#}")?;
    }
    let mut all = Vec::new();
    // Every game, with each number of players.
    let kinds = Kind::ALL.iter().filter(|kind| args.game.is_none_or(|game| game == **kind));
    let tables = kinds.flat_map(|&kind| kind.options_by_players().into_iter().map(move |one| (kind, one)));
    for (kind, options) in tables {
        let delays = measure(kind, options, Duration::from_secs_f64(args.seconds))?;
        if args.json.json {
            all.push(delays.json());
        } else {
            writeln!(out, "{}", delays.row())?;
            out.flush()?;
        }
    }
    if args.json.json { write_json(out, &json!({ "games": all })) } else { Ok(()) }
}

/// Stops the search at a given processor time.
struct Alarm(Duration);

impl Observer for Alarm {
    fn should_stop(&mut self) -> bool {
        thinking::processor_time() >= self.0
    }
}

/// Lets the engine search random positions and stops it after a tenth of a millisecond to a second, on a logarithmic
/// scale. It measures processor time, so that other load on the machine does not count.
fn measure(kind: Kind, options: String, time: Duration) -> Result<Delays, Failure> {
    let mut progress =
        WorkProgress::new(format!("{kind} stop"), time.as_millis() as u64).with_delay(Duration::ZERO);
    let mut rng = Rng::new(1);
    let mut delays = Delays { kind, options, delays: Vec::new(), ended: 0 };
    let begun = thinking::processor_time();
    loop {
        let elapsed = thinking::processor_time().saturating_sub(begun);
        progress.set_done(elapsed.as_millis() as u64);
        if elapsed >= time {
            break;
        }
        let game = some_position(kind, &delays.options, &mut rng).map_err(Failure::Internal)?;
        let Turn::Seat(seat) = game.turn() else { continue };
        let view = game.view(Viewer::Seat(seat));
        let clock = TimeLimit::unlimited(thinking::processor_time);
        let limits = Limits { time: Some(clock), ..Limits::default() };
        let seconds = 1e-4 * 1e4f64.powf(f64::from(rng.below(1 << 16)) / f64::from(1 << 16));
        let mut engine = Engine::new();
        let mut alarm = Alarm(thinking::processor_time() + Duration::from_secs_f64(seconds));
        let stop_at = alarm.0;
        let _ = engine.think(&view, &limits, &mut alarm);
        match thinking::processor_time().checked_sub(stop_at) {
            Some(delay) => delays.delays.push(delay),
            None => delays.ended += 1,
        }
    }
    delays.delays.sort();
    Ok(delays)
}

/// A position of a random game in which a player is to move.
fn some_position(kind: Kind, options: &str, rng: &mut Rng) -> Result<AnyGame, String> {
    let mut game = AnyGame::new(kind, options).map_err(|error| error.to_string())?;
    let mut left = rng.below(30);
    while left > 0 || game.turn() == Turn::Chance {
        left -= u32::from(game.turn() != Turn::Chance);
        let Some(mv) = game.random_move(rng) else { break };
        game.play(mv).map_err(|reason| reason.to_string())?;
    }
    Ok(game)
}

impl Delays {
    /// The delay that this share of the searches did not exceed, in milliseconds.
    fn within(&self, share: f64) -> f64 {
        let last = self.delays.len().saturating_sub(1);
        let delay = self.delays.get((last as f64 * share).ceil() as usize);
        delay.map_or(0.0, |delay| delay.as_secs_f64() * 1e3)
    }

    fn row(&self) -> String {
        let name = format!("{} {}", self.kind, self.options);
        let [half, most, all] = [0.5, 0.99, 1.0].map(|share| self.within(share));
        format!("{name:<16} {:>7} {:>6} {half:>11.3} {most:>9.3} {all:>9.3}", self.delays.len(), self.ended)
    }

    fn json(&self) -> Value {
        json!({
            "game": self.kind.id(),
            "options": self.options,
            "stopped": self.delays.len(),
            "ended": self.ended,
            "median_ms": self.within(0.5),
            "p99_ms": self.within(0.99),
            "max_ms": self.within(1.0),
        })
    }
}
