//! The plots of `docs/strength.md`, drawn from the results that `trois levels --json` and `trois arena --json` gave.

use std::fmt::Write;
use std::fs;

use serde_json::Value;

use crate::step::{Failed, root};

/// The file of results and the title of each panel of the plot of levels.
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

const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#2b2a33}.title{font-weight:600;font-size:14px}\
.axis{stroke:#c9c2b0}.band{fill:#1f6f8b;opacity:.12}.bar{stroke:#1f6f8b;stroke-width:2}.dot{fill:#1f6f8b}\
.line{fill:none;stroke:#c2452d;stroke-width:2}.mark{fill:#c2452d}";

/// Draws all plots into `docs/images`.
pub(crate) fn run() -> Result<(), Failed> {
    write("levels.svg", &levels()?)?;
    write("nodes.svg", &nodes()?)
}

/// A panel per game: the score of each level against the one below, with its interval, over the band of 60–80 %.
fn levels() -> Result<String, Failed> {
    const PANEL: (f64, f64) = (300.0, 210.0);
    const COLUMNS: usize = 3;
    let mut svg = String::new();
    let mut panels = 0;
    for (file, title) in LEVELS {
        let Some(results) = read(&format!("levels-{file}.json"))? else { continue };
        let (left, top) = ((panels % COLUMNS) as f64 * PANEL.0 + 8.0, (panels / COLUMNS) as f64 * PANEL.1);
        panels += 1;
        let y = |score: f64| top + 180.0 - (score - 0.4) / 0.6 * 140.0;
        let x = |level: f64| left + 55.0 + (level - 2.0) * 26.0;
        let _ = writeln!(svg, r#"<text class="title" x="{}" y="{}">{title}</text>"#, left + 45.0, top + 24.0);
        let (band, width) = (y(0.8), x(10.5) - left - 42.0);
        let height = y(0.6) - y(0.8);
        let _ = writeln!(
            svg,
            r#"<rect class="band" x="{}" y="{band:.1}" width="{width:.1}" height="{height:.1}"/>"#,
            left + 42.0
        );
        for score in [0.4, 0.6, 0.8, 1.0] {
            let (y, percent) = (y(score), score * 100.0);
            let _ = writeln!(
                svg,
                r#"<path class="axis" d="M{} {y:.1}h{width:.1}"/><text x="{}" y="{:.1}" text-anchor="end">{percent:.0} %</text>"#,
                left + 42.0,
                left + 38.0,
                y + 4.0
            );
        }
        let others = results["players"].as_f64().unwrap_or(2.0) - 1.0;
        for row in results["levels"].as_array().into_iter().flatten() {
            let number = |key: &str| row[key].as_f64().unwrap_or(f64::NAN);
            // Among more than two, the score that the same odds would give against one.
            let y = |key: &str| {
                let score = number(key);
                y((score * others / (score * others + 1.0 - score)).max(0.4))
            };
            let x = x(number("level"));
            let (low, high, score) = (y("score_low"), y("score_high"), y("score"));
            let _ = writeln!(
                svg,
                r#"<path class="bar" d="M{x:.1} {low:.1}V{high:.1}"/><circle class="dot" cx="{x:.1}" cy="{score:.1}" r="4"/><text x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
                top + 197.0,
                number("level")
            );
        }
    }
    let rows = panels.div_ceil(COLUMNS).max(1);
    Ok(document(
        PANEL.0 * COLUMNS as f64,
        PANEL.1 * rows as f64,
        "Score of each level against the one below",
        &svg,
    ))
}

/// What twice the positions are worth: Elo, added up from the smallest number of positions a move to the largest.
fn nodes() -> Result<String, Failed> {
    let Some(results) = read("nodes-super.json")? else {
        return Ok(document(10.0, 10.0, "no results yet", ""));
    };
    let mut points = Vec::new();
    let mut elo = 0.0;
    for step in results.as_array().into_iter().flatten() {
        let nodes = |player: &str| {
            let text = step[player].as_str().unwrap_or_default();
            text.split("nodes=").nth(1).and_then(|n| n.parse::<f64>().ok()).unwrap_or(f64::NAN)
        };
        if points.is_empty() {
            points.push((nodes("b"), 0.0));
        }
        elo += step["elo"].as_f64().unwrap_or(f64::NAN);
        points.push((nodes("a"), elo));
    }
    let top = points.last().map_or(1.0, |point| point.1).max(1.0);
    let first = points.first().map_or(1.0, |point| point.0);
    let last = points.last().map_or(2.0, |point| point.0);
    let x = |nodes: f64| 80.0 + (nodes / first).log2() / (last / first).log2() * 520.0;
    let y = |elo: f64| 280.0 - elo / top * 220.0;
    let mut svg = String::from(
        r#"<text class="title" x="60" y="26">Super Morpion: positions a move against strength</text>"#,
    );
    let mut elo_mark = 0.0;
    while elo_mark <= top {
        let at = y(elo_mark);
        let _ = writeln!(
            svg,
            r#"<path class="axis" d="M60 {at:.1}H620"/><text x="54" y="{:.1}" text-anchor="end">{elo_mark}</text>"#,
            at + 4.0
        );
        elo_mark += if top > 600.0 { 200.0 } else { 100.0 };
    }
    let path: Vec<String> =
        points.iter().map(|&(nodes, elo)| format!("{:.1} {:.1}", x(nodes), y(elo))).collect();
    let _ = writeln!(svg, r#"<path class="line" d="M{}"/>"#, path.join("L"));
    for &(nodes, elo) in &points {
        let label =
            if nodes >= 1e6 { format!("{:.1} M", nodes / 1e6) } else { format!("{:.0} k", nodes / 1e3) };
        let _ = writeln!(
            svg,
            r#"<circle class="mark" cx="{:.1}" cy="{:.1}" r="4"/><text x="{:.1}" y="302" text-anchor="middle">{label}</text>"#,
            x(nodes),
            y(elo),
            x(nodes)
        );
    }
    svg.push_str(r#"<text x="8" y="46">Elo</text>"#);
    Ok(document(640.0, 320.0, "Elo against positions a move in Super Morpion", &svg))
}

fn document(width: f64, height: f64, label: &str, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">\n\
         <style>{STYLE}</style>\n<rect width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"#f7f4ec\"/>\n{body}</svg>\n"
    )
}

/// The results of a file in `docs/strength`; `None` where there are none yet.
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
