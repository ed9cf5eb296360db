//! The charts of `docs/strength.md`, drawn from the results of `trois levels --json` and `trois arena --json`.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use plot::{Chart, figure};
use serde_json::Value;

use crate::step::{Failed, root};

/// The lowest score that the charts of levels show.
const LOWEST_SCORE: f64 = 0.4;

/// Draws all charts into `docs/images`.
pub(crate) fn run() -> Result<(), Failed> {
    write("levels.svg", &levels()?)?;
    write("nodes.svg", &nodes()?)
}

/// A chart per file of results: the score of each level against the level below, with its interval, over the band of
/// 60–80 %.
fn levels() -> Result<String, Failed> {
    let charts = all("levels-")?.iter().map(level_chart).collect::<Result<Vec<_>, _>>()?;
    Ok(figure("Score of each level against the one below", 3, &charts))
}

fn level_chart(results: &Value) -> Result<Chart, Failed> {
    let players = number(&results["players"]);
    let title = match players > 2.0 {
        true => format!("{}, {players} players", game_name(results)?),
        false => game_name(results)?,
    };
    let percent = |score: f64| (score, format!("{:.0} %", score * 100.0));
    let mut chart = Chart::new(&title, (1.5, 10.5), (LOWEST_SCORE, 1.0))
        .size(320.0, 230.0)
        .x_ticks((2..=10).map(|level| (f64::from(level), level.to_string())).collect())
        .y_ticks([LOWEST_SCORE, 0.6, 0.8, 1.0].map(percent).to_vec())
        .band(0.6, 0.8);
    let others = players.max(2.0) - 1.0;
    for row in results["levels"].as_array().into_iter().flatten() {
        // With more than two players, the score that the same odds would give against one.
        let score = |key: &str| {
            let score = number(&row[key]);
            score * others / (score * others + 1.0 - score)
        };
        let level = number(&row["level"]);
        chart = chart.interval(level, score("score_low"), score("score_high"), score("score"));
    }
    Ok(chart)
}

/// A chart per game: the gain in Elo from searching twice the positions.
fn nodes() -> Result<String, Failed> {
    let charts = all("nodes-")?.iter().map(nodes_chart).collect::<Result<Vec<_>, _>>()?;
    Ok(figure("Elo by positions a move", 1, &charts))
}

/// Elo, added up from the smallest number of positions a move to the largest.
fn nodes_chart(results: &Value) -> Result<Chart, Failed> {
    let title = format!("{}: Elo by positions a move", game_name(&results[0])?);
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
    let chart = Chart::new(&title, (first - 0.3, last + 0.3), (0.0, elo.max(1.0) * 1.05)).x_ticks(ticks);
    Ok(points.iter().fold(chart.line("", &points), |chart, &point| chart.dot(point)))
}

fn thousands(number: f64) -> String {
    if number >= 1e6 { format!("{:.1} M", number / 1e6) } else { format!("{:.0} k", number / 1e3) }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// The English name of the game of some results: the last part of the title of `docs/games/<id>.md`.
fn game_name(results: &Value) -> Result<String, Failed> {
    let id = results["game"].as_str().unwrap_or_default();
    let path = root().join("docs/games").join(format!("{id}.md"));
    let page = fs::read_to_string(&path).map_err(|error| failed(&path, &error))?;
    let title = page.lines().next().unwrap_or_default().trim_start_matches("# ");
    Ok(title.rsplit(" · ").next().unwrap_or(title).to_owned())
}

/// The results in all files of `docs/strength` whose names begin with `prefix`, in the order of their names.
fn all(prefix: &str) -> Result<Vec<Value>, Failed> {
    let folder = root().join("docs/strength");
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&folder).map_err(|error| failed(&folder, &error))? {
        let path = entry.map_err(|error| failed(&folder, &error))?.path();
        paths.extend(Some(path).filter(|path| is_named(path, prefix)));
    }
    // Without the extension, the game for two comes before those for three and four.
    paths.sort_by_key(|path| path.with_extension(""));
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).map_err(|error| failed(path, &error))?;
        serde_json::from_str(&text).map_err(|error| failed(path, &error))
    };
    paths.iter().map(read).collect()
}

fn is_named(path: &Path, prefix: &str) -> bool {
    path.file_name().and_then(OsStr::to_str).is_some_and(|name| name.starts_with(prefix))
}

fn failed(path: &Path, error: &dyn std::error::Error) -> Failed {
    Failed(format!("{}: {error}", path.display()))
}

fn write(name: &str, svg: &str) -> Result<(), Failed> {
    let path = root().join("docs/images").join(name);
    fs::write(&path, svg).map_err(|error| failed(&path, &error))?;
    println!("✓ docs/images/{name}");
    Ok(())
}
