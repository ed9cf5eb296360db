//! Draws charts as SVG.

use std::fmt::Write;

use crate::{Chart, Mark, Pair};

/// Space around the axes, in pixels: left for the labels of values, right for the legend.
const LEFT: f64 = 60.0;
const RIGHT: f64 = 18.0;
const LEGEND: f64 = 78.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 48.0;

/// Colours of lines, in turn. Most people with colour-vision deficiency can tell them apart, too.
const COLOURS: [&str; 4] = ["#0072b2", "#009e73", "#d55e00", "#8a8578"];
const GOAL_COLOUR: &str = "#c2452d";

const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#2b2a33}.title{font-weight:600;font-size:14px}\
.axis{stroke:#ddd6c5}.band{fill:#0072b2;opacity:.12}.interval{stroke:#0072b2;stroke-width:2}.dot{fill:#0072b2}\
.line{fill:none;stroke-width:2}.goal{stroke:#c2452d;stroke-dasharray:6 4}";

/// The text of an SVG file with these charts, `columns` in each row. All charts must have the size of the first.
pub fn figure(label: &str, columns: usize, charts: &[Chart]) -> String {
    let (width, height) = charts.first().map_or((10.0, 10.0), |chart| chart.size);
    let columns = columns.clamp(1, charts.len().max(1));
    let rows = charts.len().div_ceil(columns).max(1);
    let (total_width, total_height) = (width * columns as f64, height * rows as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {total_width} {total_height}\" role=\"img\" \
         aria-label=\"{}\">\n<style>{STYLE}</style>\n\
         <rect width=\"{total_width}\" height=\"{total_height}\" rx=\"12\" fill=\"#f7f4ec\"/>\n",
        escaped(label)
    );
    for (index, chart) in charts.iter().enumerate() {
        let offset = ((index % columns) as f64 * width, (index / columns) as f64 * height);
        Canvas { svg: &mut svg, chart, offset, lines: 0, legend_rows: 0 }.draw();
    }
    svg.push_str("</svg>\n");
    svg
}

/// The state of drawing one chart.
struct Canvas<'a> {
    svg: &'a mut String,
    chart: &'a Chart,
    /// The corner of the chart in the figure.
    offset: Pair,
    /// How many lines have been drawn. Each takes the next colour.
    lines: usize,
    legend_rows: usize,
}

impl Canvas<'_> {
    fn draw(mut self) {
        let chart = self.chart;
        let (left, right) = (self.left(), self.right());
        self.text((left, self.offset.1 + 24.0), "class=\"title\"", &chart.title);
        let middle = ((left + right) / 2.0, self.offset.1 + chart.size.1 - 10.0);
        self.text(middle, "text-anchor=\"middle\"", &chart.x_label);
        for (value, label) in &chart.y.ticks {
            let y = self.y(*value);
            self.element(&format!("<path class=\"axis\" d=\"M{left:.1} {y:.1}H{right:.1}\"/>"));
            self.text((left - 8.0, y + 4.0), "text-anchor=\"end\"", label);
        }
        for (value, label) in &chart.x.ticks {
            let y = self.y(chart.y.range.0) + 18.0;
            self.text((self.x(*value), y), "text-anchor=\"middle\"", label);
        }
        for mark in &chart.marks {
            self.mark(mark);
        }
    }

    fn mark(&mut self, mark: &Mark) {
        let (left, right) = (self.left(), self.right());
        match mark {
            Mark::Line { name, points } => {
                let colour = COLOURS[self.lines % COLOURS.len()];
                self.lines += 1;
                let points: Vec<String> =
                    points.iter().map(|(x, y)| format!("{:.1},{:.1}", self.x(*x), self.y(*y))).collect();
                let points = points.join(" ");
                self.element(&format!("<polyline class=\"line\" stroke=\"{colour}\" points=\"{points}\"/>"));
                self.legend(name, colour);
            }
            Mark::Bar { from, to, value, hover } => {
                let (x, y) = (self.x(*from) + 1.0, self.y(*value));
                let (width, height) = (self.x(*to) - x - 1.0, self.y(self.chart.y.range.0) - y);
                self.element(&format!(
                    "<rect class=\"dot\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\">\
                     <title>{}</title></rect>",
                    escaped(hover)
                ));
            }
            Mark::Interval { x, low, high, value } => {
                let (x, low, high) = (self.x(*x), self.y(*low), self.y(*high));
                self.element(&format!("<path class=\"interval\" d=\"M{x:.1} {low:.1}V{high:.1}\"/>"));
                self.dot((x, self.y(*value)));
            }
            Mark::Dot((x, y)) => self.dot((self.x(*x), self.y(*y))),
            Mark::Band((from, to)) => {
                let (top, width) = (self.y(*to), right - left);
                let height = self.y(*from) - top;
                self.element(&format!(
                    "<rect class=\"band\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
                ));
            }
            Mark::Goal(value) => {
                let y = self.y(*value);
                self.element(&format!("<path class=\"goal\" d=\"M{left:.1} {y:.1}H{right:.1}\"/>"));
                self.legend("goal", GOAL_COLOUR);
            }
        }
    }

    fn dot(&mut self, (x, y): Pair) {
        self.element(&format!("<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"));
    }

    fn legend(&mut self, name: &str, colour: &str) {
        if name.is_empty() {
            return;
        }
        let (x, y) = (self.right() + 14.0, self.offset.1 + TOP + 18.0 * self.legend_rows as f64 + 8.0);
        self.legend_rows += 1;
        let top = y - 6.0;
        self.element(&format!("<rect x=\"{x}\" y=\"{top}\" width=\"12\" height=\"4\" fill=\"{colour}\"/>"));
        self.text((x + 18.0, y), "", name);
    }

    fn text(&mut self, (x, y): Pair, attributes: &str, text: &str) {
        if !text.is_empty() {
            self.element(&format!("<text x=\"{x:.1}\" y=\"{y:.1}\" {attributes}>{}</text>", escaped(text)));
        }
    }

    fn element(&mut self, element: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.svg, "{element}");
    }

    fn left(&self) -> f64 {
        self.offset.0 + LEFT
    }

    fn right(&self) -> f64 {
        let has_legend = self.chart.marks.iter().any(|mark| match mark {
            Mark::Line { name, .. } => !name.is_empty(),
            Mark::Goal(_) => true,
            _ => false,
        });
        self.offset.0 + self.chart.size.0 - RIGHT - if has_legend { LEGEND } else { 0.0 }
    }

    /// The pixel of a value of the horizontal axis.
    fn x(&self, value: f64) -> f64 {
        let (from, to) = self.chart.x.range;
        self.left() + (value - from) / (to - from).max(1e-9) * (self.right() - self.left())
    }

    /// The pixel of a value of the vertical axis. Values beyond the axis are drawn at its end.
    fn y(&self, value: f64) -> f64 {
        let (from, to) = self.chart.y.range;
        let (top, bottom) = (self.offset.1 + TOP, self.offset.1 + self.chart.size.1 - BOTTOM);
        bottom - (value.clamp(from, to.max(from)) - from) / (to - from).max(1e-9) * (bottom - top)
    }
}

/// Escapes a text for markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_scaled_to_the_corners_of_the_axes() {
        let chart = Chart::new("t", (0.0, 10.0), (0.0, 100.0)).line("", &[(0.0, 0.0), (10.0, 100.0)]);
        let svg = figure("t", 1, &[chart]);
        // 760 × 360, minus the space around the axes, without a legend.
        assert!(svg.contains("points=\"60.0,312.0 742.0,44.0\""), "{svg}");
    }

    #[test]
    fn values_beyond_the_axis_stay_inside_the_chart() {
        let chart = Chart::new("t", (0.0, 1.0), (0.0, 1.0)).dot((0.5, 7.0)).dot((0.5, -7.0));
        let svg = figure("t", 1, &[chart]);
        assert!(svg.contains("cy=\"44.0\"") && svg.contains("cy=\"312.0\""), "{svg}");
    }

    #[test]
    fn charts_stand_side_by_side_in_rows() {
        let chart = Chart::new("t", (0.0, 1.0), (0.0, 1.0)).size(300.0, 200.0);
        let svg = figure("t", 2, &[chart.clone(), chart.clone(), chart]);
        assert!(svg.contains("viewBox=\"0 0 600 400\""), "{svg}");
        for corner in ["x=\"60.0\" y=\"24.0\"", "x=\"360.0\" y=\"24.0\"", "x=\"60.0\" y=\"224.0\""] {
            assert!(svg.contains(corner), "{corner}: {svg}");
        }
    }

    #[test]
    fn texts_are_escaped() {
        let svg = figure("a \"b\"", 1, &[Chart::new("<&>", (0.0, 1.0), (0.0, 1.0))]);
        assert!(svg.contains("&lt;&amp;&gt;") && svg.contains("a &quot;b&quot;"), "{svg}");
    }
}
