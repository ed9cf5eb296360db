//! Small charts as SVG files: `trois load` and `cargo xtask plots` draw their reports with it.
//!
//! A [`Chart`] holds its data in the units of its axes. [`figure`] scales one or several charts to pixels, side by side
//! in rows, and returns the text of one SVG file.
//!
//! ```
//! use plot::{Chart, figure};
//!
//! let chart = Chart::new("Moves a second", (0.0, 3.0), (0.0, 1100.0))
//!     .x_label("seconds")
//!     .line("made", &[(1.0, 990.0), (2.0, 1004.0), (3.0, 1000.0)])
//!     .goal(1000.0);
//! assert!(figure("Moves a second", 1, &[chart]).starts_with("<svg "));
//! ```

mod svg;
mod ticks;

pub use svg::figure;
pub use ticks::round_ticks;

/// A point or a range, in the units of the axes.
pub type Pair = (f64, f64);

/// A chart: two axes with labelled ticks, and the marks over them, in the order in which they were added.
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    x: Axis,
    y: Axis,
    x_label: String,
    marks: Vec<Mark>,
    size: Pair,
}

/// The range that an axis shows, and the values that are labelled on it.
#[derive(Clone, Debug)]
struct Axis {
    range: Pair,
    ticks: Vec<(f64, String)>,
}

/// A mark over the axes.
#[derive(Clone, Debug)]
enum Mark {
    /// A named line through points. Lines get the colours of the palette in turn.
    Line { name: String, points: Vec<Pair> },
    /// A bar from the bottom of the chart, with a text that browsers show as a tooltip.
    Bar { from: f64, to: f64, value: f64, hover: String },
    /// A vertical interval with a dot at the measured value.
    Interval { x: f64, low: f64, high: f64, value: f64 },
    /// A dot.
    Dot(Pair),
    /// A shaded horizontal band between two values.
    Band(Pair),
    /// A dashed horizontal line at a value to reach.
    Goal(f64),
}

impl Chart {
    /// An empty chart over these ranges. Both axes have ticks at round values until others are given.
    pub fn new(title: &str, x: Pair, y: Pair) -> Chart {
        let axis = |range: Pair| Axis { range, ticks: round_ticks(range) };
        Chart {
            title: title.to_owned(),
            x: axis(x),
            y: axis(y),
            x_label: String::new(),
            marks: Vec::new(),
            size: (760.0, 360.0),
        }
    }

    /// Sets the width and height in pixels, title and labels included.
    #[must_use]
    pub fn size(mut self, width: f64, height: f64) -> Chart {
        self.size = (width, height);
        self
    }

    /// Sets the text below the horizontal axis.
    #[must_use]
    pub fn x_label(mut self, label: &str) -> Chart {
        label.clone_into(&mut self.x_label);
        self
    }

    /// Replaces the ticks of the horizontal axis.
    #[must_use]
    pub fn x_ticks(mut self, ticks: Vec<(f64, String)>) -> Chart {
        self.x.ticks = ticks;
        self
    }

    /// Replaces the ticks of the vertical axis.
    #[must_use]
    pub fn y_ticks(mut self, ticks: Vec<(f64, String)>) -> Chart {
        self.y.ticks = ticks;
        self
    }

    /// Adds a named line through points.
    #[must_use]
    pub fn line(self, name: &str, points: &[Pair]) -> Chart {
        self.with(Mark::Line { name: name.to_owned(), points: points.to_vec() })
    }

    /// Adds a bar between two values of the horizontal axis.
    #[must_use]
    pub fn bar(self, from: f64, to: f64, value: f64, hover: &str) -> Chart {
        self.with(Mark::Bar { from, to, value, hover: hover.to_owned() })
    }

    /// Adds a measured value with its interval.
    #[must_use]
    pub fn interval(self, x: f64, low: f64, high: f64, value: f64) -> Chart {
        self.with(Mark::Interval { x, low, high, value })
    }

    /// Adds a dot.
    #[must_use]
    pub fn dot(self, at: Pair) -> Chart {
        self.with(Mark::Dot(at))
    }

    /// Shades the band between two values.
    #[must_use]
    pub fn band(self, from: f64, to: f64) -> Chart {
        self.with(Mark::Band((from, to)))
    }

    /// Adds a dashed line at a value to reach.
    #[must_use]
    pub fn goal(self, value: f64) -> Chart {
        self.with(Mark::Goal(value))
    }

    fn with(mut self, mark: Mark) -> Chart {
        self.marks.push(mark);
        self
    }
}
