//! The charts of `docs/strength.md`, drawn from the results of `trois levels --json` and `trois arena --json`.

use std::fs;

use plot::{Chart, figure};
use serde_json::Value;

use crate::step::{Failed, root};

/// The file of results and the title of each chart of levels.
const LEVELS: [(&str, &str); 8] = [
    ("super", "Super Morpion"),
    ("doh", "Tic Tac Doh!"),
    ("doh-3", "Tic Tac Doh!, three players"),
    ("doh-4", "Tic Tac Doh!, four players"),
    ("cards", "The card game"),
    ("fives", "Three Fives"),
    ("fives-3", "Three Fives, three players"),
    ("morpion", "Morpion"),
];

/// The lowest score that the charts of levels show.
const LOWEST_SCORE: f64 = 0.4;

/// Draws all charts into `docs/images`.
pub(crate) fn run() -> Result<(), Failed> {
    write("levels.svg", &levels()?)?;
    if let Some(results) = read("nodes-super.json")? {
        write("nodes.svg", &nodes(&results))?;
    }
    Ok(())
}

/// A chart per game: the score of each level against the level below, with its interval, over the band of 60–80 %.
fn levels() -> Result<String, Failed> {
    let mut charts = Vec::new();
    for (file, title) in LEVELS {
        if let Some(results) = read(&format!("levels-{file}.json"))? {
            charts.push(level_chart(title, &results));
        }
    }
    Ok(figure("Score of each level against the one below", 3, &charts))
}

fn level_chart(title: &str, results: &Value) -> Chart {
    let percent = |score: f64| (score, format!("{:.0} %", score * 100.0));
    let mut chart = Chart::new(title, (1.5, 10.5), (LOWEST_SCORE, 1.0))
        .size(320.0, 230.0)
        .x_ticks((2..=10).map(|level| (f64::from(level), level.to_string())).collect())
        .y_ticks([LOWEST_SCORE, 0.6, 0.8, 1.0].map(percent).to_vec())
        .band(0.6, 0.8);
    let others = number(&results["players"]).max(2.0) - 1.0;
    for row in results["levels"].as_array().into_iter().flatten() {
        // With more than two players, the score that the same odds would give against one.
        let score = |key: &str| {
            let score = number(&row[key]);
            score * others / (score * others + 1.0 - score)
        };
        let level = number(&row["level"]);
        chart = chart.interval(level, score("score_low"), score("score_high"), score("score"));
    }
    chart
}

/// The value of twice the positions: Elo, added up from the smallest number of positions a move to the largest.
fn nodes(results: &Value) -> String {
    const TITLE: &str = "Super Morpion: Elo by positions a move";
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut ticks = Vec::new();
    let mut elo = 0.0;
    for step in results.as_array().into_iter().flatten() {
        let nodes = |player: &str| {
            let text = step[player].as_str().unwrap_or_default();
            text.split("nodes=").nth(1).and_then(|n| n.parse::<f64>().ok()).unwrap_or(f64::NAN)
        };
        let mut add = |nodes: f64, elo: f64| {
            points.push((nodes.log2(), elo));
            ticks.push((nodes.log2(), thousands(nodes)));
        };
        if elo == 0.0 {
            add(nodes("b"), 0.0);
        }
        elo += number(&step["elo"]);
        add(nodes("a"), elo);
    }
    let (first, last) =
        (points.first().map_or(0.0, |point| point.0), points.last().map_or(1.0, |point| point.0));
    let chart = Chart::new(TITLE, (first - 0.3, last + 0.3), (0.0, elo.max(1.0) * 1.05)).x_ticks(ticks);
    let chart = points.iter().fold(chart.line("", &points), |chart, &point| chart.dot(point));
    figure(TITLE, 1, &[chart])
}

fn thousands(number: f64) -> String {
    if number >= 1e6 { format!("{:.1} M", number / 1e6) } else { format!("{:.0} k", number / 1e3) }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// The results in a file of `docs/strength`; `None` if it does not exist.
fn read(name: &str) -> Result<Option<Value>, Failed> {
    let path = root().join("docs/strength").join(name);
    let Ok(text) = fs::read_to_string(&path) else { return Ok(None) };
    serde_json::from_str(&text).map(Some).map_err(|error| Failed(format!("{}: {error}", path.display())))
}

fn write(name: &str, svg: &str) -> Result<(), Failed> {
    let path = root().join("docs/images").join(name);
    fs::write(&path, svg).map_err(|error| Failed(format!("{}: {error}", path.display())))?;
    println!("✓ docs/images/{name}");
    Ok(())
}
