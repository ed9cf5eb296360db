//! The plots of a report, as SVG.

use std::fmt::Write;

use super::histogram::Histogram;
use super::tally::Second;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 110.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 48.0;

/// Colours that stay apart for most who see colours otherwise.
const COLOURS: [&str; 4] = ["#0072b2", "#009e73", "#d55e00", "#999999"];

/// A frame with axes, onto which things are drawn.
struct Plot {
    text: String,
    across: f64,
    up: f64,
}

impl Plot {
    fn new(title: &str, under: &str, across: f64, up: f64) -> Plot {
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"system-ui, sans-serif\" font-size=\"12\">\n\
             <title>{title}</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"24\" font-size=\"15\" font-weight=\"600\">{title}</text>\n"
        );
        let middle = (LEFT + WIDTH - RIGHT) / 2.0;
        let _ = writeln!(
            text,
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{under}</text>",
            HEIGHT - 10.0
        );
        let mut plot = Plot { text, across: across.max(1e-9), up: up.max(1e-9) };
        let step = step(plot.up);
        let mut value = 0.0;
        while value <= plot.up * 1.0001 {
            let y = plot.y(value);
            plot.line(LEFT, y, WIDTH - RIGHT, y, "#ddd", "");
            let _ = writeln!(
                plot.text,
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
                LEFT - 8.0,
                y + 4.0
            );
            value = ((value + step) / step).round() * step;
        }
        plot
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + value / self.across * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - value.min(self.up) / self.up * (HEIGHT - TOP - BOTTOM)
    }

    fn line(&mut self, x1: f64, y1: f64, x2: f64, y2: f64, colour: &str, more: &str) {
        let _ = writeln!(
            self.text,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"{more}/>"
        );
    }

    fn under(&mut self, value: f64, text: &str) {
        let (x, y) = (self.x(value), HEIGHT - BOTTOM + 18.0);
        let _ = writeln!(self.text, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{text}</text>");
    }

    /// The seconds under a plot over time.
    fn times(&mut self) {
        let step = step(self.across);
        let mut value = 0.0;
        while value <= self.across * 1.0001 {
            self.under(value, &format!("{value}"));
            value = ((value + step) / step).round() * step;
        }
    }

    fn curve(&mut self, points: &[(f64, f64)], colour: &str) {
        let points: Vec<String> =
            points.iter().map(|(x, y)| format!("{:.1},{:.1}", self.x(*x), self.y(*y))).collect();
        let _ = writeln!(
            self.text,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>",
            points.join(" ")
        );
    }

    fn legend(&mut self, row: usize, name: &str, colour: &str) {
        let (x, y) = (WIDTH - RIGHT + 14.0, TOP + 18.0 * row as f64 + 8.0);
        let _ = writeln!(
            self.text,
            "<rect x=\"{x}\" y=\"{}\" width=\"12\" height=\"4\" fill=\"{colour}\"/>",
            y - 6.0
        );
        let _ = writeln!(self.text, "<text x=\"{}\" y=\"{y}\">{name}</text>", x + 18.0);
    }

    fn goal(&mut self, value: f64, row: usize) {
        let y = self.y(value);
        self.line(LEFT, y, WIDTH - RIGHT, y, "#cc0000", " stroke-dasharray=\"6 4\"");
        self.legend(row, "goal", "#cc0000");
    }

    fn end(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

/// A round number of which about five fit into a length.
fn step(length: f64) -> f64 {
    let power = 10_f64.powf((length / 5.0).max(1e-9).log10().floor());
    let rest = length / 5.0 / power;
    power
        * if rest > 5.0 {
            10.0
        } else if rest > 2.0 {
            5.0
        } else if rest > 1.0 {
            2.0
        } else {
            1.0
        }
}

fn last(seconds: &[Second]) -> f64 {
    seconds.last().map_or(1.0, |second| second.at)
}

/// How long moves took to the opponent, second by second.
pub(super) fn latency(seconds: &[Second], goal: f64) -> String {
    let highest = seconds.iter().map(|second| second.heard[3]).fold(goal, f64::max);
    let mut plot =
        Plot::new("From a move to the opponent, milliseconds", "seconds", last(seconds), highest * 1.1);
    plot.times();
    for (index, name) in [(3, "max"), (2, "p99"), (1, "p90"), (0, "p50")] {
        let points: Vec<(f64, f64)> = seconds.iter().map(|second| (second.at, second.heard[index])).collect();
        plot.curve(&points, COLOURS[index]);
        plot.legend(3 - index, name, COLOURS[index]);
    }
    plot.goal(goal, 4);
    plot.end()
}

/// How many moves there were, second by second.
pub(super) fn moves(seconds: &[Second], rate: f64) -> String {
    let highest = seconds.iter().map(|second| second.moves).fold(rate, f64::max);
    let mut plot = Plot::new("Moves a second", "seconds", last(seconds), highest * 1.1);
    plot.times();
    let points: Vec<(f64, f64)> = seconds.iter().map(|second| (second.at, second.moves)).collect();
    plot.curve(&points, COLOURS[0]);
    plot.legend(0, "made", COLOURS[0]);
    plot.goal(rate, 1);
    plot.end()
}

/// How many moves took how long: from, to (in milliseconds), how many. Each bar is half as wide again as the last.
pub(super) fn bars(histogram: &Histogram) -> Vec<(f64, f64, u64)> {
    let mut bars = Vec::new();
    let (mut from, mut to) = (0.0, 0.1);
    while from <= histogram.most().unwrap_or_default() && bars.len() < 60 {
        bars.push((from, to, histogram.between(from, to)));
        (from, to) = (to, to * 1.5);
    }
    bars
}

/// How the times from a move to the opponent are spread.
pub(super) fn histogram(histogram: &Histogram) -> String {
    let bars = bars(histogram);
    let highest = bars.iter().map(|bar| bar.2).max().unwrap_or(1) as f64;
    let title = "Moves by how long they took to the opponent";
    let mut plot = Plot::new(title, "milliseconds", bars.len() as f64, highest * 1.1);
    for (index, (from, to, count)) in bars.iter().enumerate() {
        let (x, y) = (plot.x(index as f64) + 1.0, plot.y(*count as f64));
        let (width, height) = (plot.x(1.0) - plot.x(0.0) - 2.0, plot.y(0.0) - y);
        let _ = writeln!(
            plot.text,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{}\">\
             <title>{from:.2}–{to:.2} ms: {count}</title></rect>",
            COLOURS[0]
        );
        if index.is_multiple_of(bars.len().div_ceil(10).max(1)) {
            let digits = if *from < 1.0 { 2 } else { usize::from(*from < 10.0) };
            plot.under(index as f64, &format!("{from:.digits$}"));
        }
    }
    plot.end()
}
