//! The charts of a report.

use plot::{Chart, figure};

use super::histogram::Histogram;
use super::stats::Second;

/// The delay from a move to the opponent, second by second, against the goal for the 99th percentile.
pub(super) fn latency(seconds: &[Second], goal: f64) -> String {
    const TITLE: &str = "From a move to the opponent, milliseconds";
    let highest = seconds.iter().map(|second| second.delivered[3]).fold(goal, f64::max);
    let mut chart = over_time(TITLE, seconds, highest);
    for (index, name) in ["p50", "p90", "p99", "max"].into_iter().enumerate() {
        let points: Vec<(f64, f64)> =
            seconds.iter().map(|second| (second.at, second.delivered[index])).collect();
        chart = chart.line(name, &points);
    }
    figure(TITLE, 1, &[chart.goal(goal)])
}

/// The number of moves, second by second, against the requested rate.
pub(super) fn moves(seconds: &[Second], rate: f64) -> String {
    const TITLE: &str = "Moves a second";
    let highest = seconds.iter().map(|second| second.moves).fold(rate, f64::max);
    let points: Vec<(f64, f64)> = seconds.iter().map(|second| (second.at, second.moves)).collect();
    let chart = over_time(TITLE, seconds, highest).line("made", &points).goal(rate);
    figure(TITLE, 1, &[chart])
}

fn over_time(title: &str, seconds: &[Second], highest: f64) -> Chart {
    let end = seconds.last().map_or(1.0, |second| second.at);
    Chart::new(title, (0.0, end), (0.0, highest * 1.1)).x_label("seconds")
}

/// The distribution of delays: from, to (in milliseconds), number of moves. Each bar is half as wide again as the last.
pub(super) fn bars(histogram: &Histogram) -> Vec<(f64, f64, u64)> {
    let mut bars = Vec::new();
    let (mut from, mut to) = (0.0, 0.1);
    while from <= histogram.max().unwrap_or_default() && bars.len() < 60 {
        bars.push((from, to, histogram.between(from, to)));
        (from, to) = (to, to * 1.5);
    }
    bars
}

/// The distribution of delays from a move to the opponent, as a chart of bars of equal width.
pub(super) fn histogram(histogram: &Histogram) -> String {
    const TITLE: &str = "Moves by their delay to the opponent";
    let bars = bars(histogram);
    let highest = bars.iter().map(|bar| bar.2).max().unwrap_or(1) as f64;
    let labelled = bars.len().div_ceil(10).max(1);
    let ticks = bars.iter().enumerate().step_by(labelled).map(|(index, (from, ..))| {
        let digits = if *from < 1.0 { 2 } else { usize::from(*from < 10.0) };
        (index as f64, format!("{from:.digits$}"))
    });
    let mut chart = Chart::new(TITLE, (0.0, bars.len() as f64), (0.0, highest * 1.1))
        .x_label("milliseconds")
        .x_ticks(ticks.collect());
    for (index, (from, to, count)) in bars.iter().enumerate() {
        let (left, hover) = (index as f64, format!("{from:.2}–{to:.2} ms: {count}"));
        chart = chart.bar(left, left + 1.0, *count as f64, &hover);
    }
    figure(TITLE, 1, &[chart])
}
