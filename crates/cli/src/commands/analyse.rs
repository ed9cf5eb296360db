//! `trois analyse`: the best moves of a position.

use std::io::Write;
use std::time::{Duration, Instant};

use engine::book::BookLine;
use engine::{Analysis, Engine, Limits, Value};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use rules::{AnyGame, AnyMove, Game, Lang, Seat, Viewer, with_game};
use serde_json::json;

use crate::args::AnalyseArgs;
use crate::errors::Failure;
use crate::output::{HEADING, NAME, grouped, write_json};
use crate::position::{StartPosition, move_list};
use crate::thinking::{self, ProgressObserver, StopFlag, moves_text, value_json, value_words};

/// The time if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// The time between two updates of the live rows.
const REDRAW_INTERVAL: Duration = Duration::from_millis(50);

pub(crate) fn run(args: &AnalyseArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let game = with_game!(args.position.game, G => position::<G>(args))?;
    let seat = game.turn().seat();
    let has_limit =
        args.limits.time.or(args.depth.map(|_| DEFAULT_TIME)).is_some() || args.limits.nodes.is_some();
    let limits = Limits {
        time: thinking::wall_limit(args.limits.time.or((!has_limit).then_some(DEFAULT_TIME))),
        nodes: args.limits.nodes,
        depth: args.depth,
        level: args.level,
        lines: args.lines,
        seed: args.seed,
        threads: args.threads.map_or_else(|| default_threads(args), usize::from),
        // The command always searches; the book's entry is shown beside the result.
        book: false,
    };
    let view = game.view(seat.map_or(Viewer::Public, Viewer::Seat));
    let printer = AnalysisPrinter { game: &game, seat: seat.unwrap_or(Seat::ONE), lines: args.lines };
    let mut live = (!args.json.json).then(|| LiveAnalysis::new(args.lines));
    let on_progress = |analysis: &Analysis<AnyMove>| {
        if let Some(live) = &mut live {
            live.show(|| printer.table(analysis));
        }
    };
    let mut observer = ProgressObserver { stop: StopFlag::default(), on_progress };
    let mut engine = Engine::new();
    let analysis = engine.think(&view, &limits, &mut observer);
    drop(live);
    let analysis = analysis.map_err(|reason| Failure::input(sentence(&reason.to_string())))?;
    let book = engine.book_line(&game).filter(|_| args.book);
    if args.json.json {
        let mut json = printer.json(&analysis);
        json["book"] = book.map_or(serde_json::Value::Null, |line| printer.book_json(&line));
        return write_json(out, &json);
    }
    if let Some(line) = &book {
        writeln!(out, "{}", printer.book_row(line))?;
    }
    let table = printer.table(&analysis);
    writeln!(out, "{HEADING}{}{HEADING:#}", table[0])?;
    for line in &table[1..] {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "best {NAME}{}{NAME:#}", analysis.chosen)?;
    Ok(())
}

/// One thread for each processor, unless the search must be reproducible.
fn default_threads(args: &AnalyseArgs) -> usize {
    let is_repeatable = args.limits.nodes.is_some() || args.depth.is_some();
    if is_repeatable { 1 } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

/// The position that the arguments describe.
fn position<G: Game + Into<AnyGame>>(args: &AnalyseArgs) -> Result<AnyGame, Failure> {
    Ok(StartPosition::<G>::read(&args.position)?.play(&move_list(&args.position)?)?.game.into())
}

/// A reason as a whole sentence.
fn sentence(reason: &str) -> String {
    format!("{}.", rules::capitalized(reason))
}

/// Prints an analysis for the player to move.
struct AnalysisPrinter<'g> {
    game: &'g AnyGame,
    seat: Seat,
    lines: usize,
}

impl AnalysisPrinter<'_> {
    /// Depth, positions and speed, then one row for each of the best moves.
    fn table(&self, analysis: &Analysis<AnyMove>) -> Vec<String> {
        let (nodes, speed) = (grouped(analysis.nodes as f64), grouped(analysis.nodes_per_second() as f64));
        let (depth, seconds) = (analysis.depth, analysis.elapsed.as_secs_f64());
        let head = format!("depth {depth}  nodes {nodes}  nodes/s {speed}  {seconds:.2} s");
        let lines = analysis.lines.iter().take(self.lines).enumerate().map(|(i, line)| {
            let value = value_words(&line.value, self.seat, self.game.seats(), Lang::En);
            format!("{:>3}  {value:>11}  {}", i + 1, moves_text(&line.moves))
        });
        std::iter::once(head).chain(lines).collect()
    }

    /// The opening book's entry: the value, the moves and the depth of its search.
    fn book_row(&self, line: &BookLine<AnyMove>) -> String {
        let value = value_words(&self.book_value(line), self.seat, self.game.seats(), Lang::En);
        format!("book  {value:>9}  {}  (depth {})", moves_text(&line.moves), line.depth)
    }

    fn book_json(&self, line: &BookLine<AnyMove>) -> serde_json::Value {
        let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
        let value = value_json(&self.book_value(line), self.game.seats());
        json!({ "moves": moves, "value": value, "depth": line.depth })
    }

    fn book_value(&self, line: &BookLine<AnyMove>) -> Value {
        Value::for_two(self.seat, line.share)
    }

    fn json(&self, analysis: &Analysis<AnyMove>) -> serde_json::Value {
        let lines: Vec<serde_json::Value> = analysis
            .lines
            .iter()
            .take(self.lines)
            .map(|line| {
                let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
                json!({ "moves": moves, "value": value_json(&line.value, self.game.seats()) })
            })
            .collect();
        json!({
            "game": self.game.kind().id(),
            "options": self.game.options(),
            "turn": self.seat.number(),
            "best": analysis.chosen.to_string(),
            "value": value_json(&analysis.value(), self.game.seats()),
            "depth": analysis.depth,
            "nodes": analysis.nodes,
            "seconds": analysis.elapsed.as_secs_f64(),
            "nodes_per_s": analysis.nodes_per_second(),
            "lines": lines,
        })
    }
}

/// The best moves so far: on the standard error stream, and only if that is a terminal.
struct LiveAnalysis {
    rows: Vec<ProgressBar>,
    shown: Option<Instant>,
}

impl LiveAnalysis {
    fn new(lines: usize) -> LiveAnalysis {
        let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
        let row = |_| {
            let bar = ProgressBar::no_length();
            let bar = match ProgressStyle::with_template("{wide_msg}") {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            };
            all.add(bar)
        };
        LiveAnalysis { rows: (0..=lines).map(row).collect(), shown: None }
    }

    fn show(&mut self, table: impl FnOnce() -> Vec<String>) {
        if self.shown.is_some_and(|shown| shown.elapsed() < REDRAW_INTERVAL) {
            return;
        }
        self.shown = Some(Instant::now());
        for (row, text) in self.rows.iter().zip(table()) {
            row.set_message(text);
        }
    }
}

/// Clears the live rows before the final ones are printed.
impl Drop for LiveAnalysis {
    fn drop(&mut self) {
        for row in &self.rows {
            row.finish_and_clear();
        }
    }
}
