//! A scene: what is seen, as items with a key, and what can be touched, as places.

use std::fmt;
use std::str::FromStr;

use crate::paint::Paint;

/// Somewhere in a scene, from its top left corner, in units of the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

impl Point {
    /// The point with these coordinates.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }
}

/// What a finger can touch. The numbers are the game's own: the index of a cell, square or point, of a size, or
/// of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// A place of the board.
    Place(u8),
    /// Something to pick up beside the board: a size in the stash or in hand, a card in hand.
    Piece(u8),
}

/// `p12`, `h3`: how a page names the spot in its markup.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Place(index) => write!(f, "p{index}"),
            Spot::Piece(index) => write!(f, "h{index}"),
        }
    }
}

impl FromStr for Spot {
    type Err = ();

    fn from_str(text: &str) -> Result<Spot, ()> {
        let index = |digits: &str| digits.parse().map_err(|_| ());
        match text.split_at_checked(1) {
            Some(("p", digits)) => index(digits).map(Spot::Place),
            Some(("h", digits)) => index(digits).map(Spot::Piece),
            _ => Err(()),
        }
    }
}

/// No text is smaller, in units of a scene: on a phone of 320 pixels that makes 10 pixels on every board.
pub(crate) const SMALLEST: f32 = 12.0;

/// How a shape is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Inside.
    pub fill: Paint,
    /// The outline.
    pub stroke: Paint,
    /// The width of the outline.
    pub width: f32,
    /// From 0, not there, to 1.
    pub opacity: f32,
    /// Whether the outline is dashed.
    pub dashed: bool,
}

impl Style {
    /// Filled, without an outline.
    pub const fn fill(fill: Paint) -> Style {
        Style { fill, stroke: Paint::None, width: 0.0, opacity: 1.0, dashed: false }
    }

    /// Outlined, not filled.
    pub const fn stroke(stroke: Paint, width: f32) -> Style {
        Style { fill: Paint::None, stroke, width, opacity: 1.0, dashed: false }
    }

    /// The same with an outline.
    #[must_use]
    pub const fn outlined(self, stroke: Paint, width: f32) -> Style {
        Style { stroke, width, ..self }
    }

    /// The same, seen through.
    #[must_use]
    pub const fn faded(self, opacity: f32) -> Style {
        Style { opacity, ..self }
    }

    /// The same with a dashed outline.
    #[must_use]
    pub const fn dashed(self) -> Style {
        Style { dashed: true, ..self }
    }
}

/// A shape, around the origin of its item.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A path as SVG writes it.
    Path(String, Style),
    /// A circle around a point.
    Circle(Point, f32, Style),
    /// A rectangle: its middle, its width and height, the radius of its corners.
    Rect(Point, (f32, f32), f32, Style),
    /// A text, centred on a point, of a size.
    Text(Point, f32, String, Style),
}

/// Something seen, which keeps its key from scene to scene: whoever shows scenes moves it where it now is.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Who it is. Distinct within a scene.
    pub key: String,
    /// Where its origin is.
    pub at: Point,
    /// Where it comes from when it has just appeared: a stash, a hand, the square it left.
    pub from: Option<Point>,
    /// How it appears, moves or draws the eye: a class of the style sheet (`piece`, `marker`, `glow`, `send`…).
    pub class: &'static str,
    /// What it is made of, from back to front.
    pub shapes: Vec<Shape>,
}

impl Item {
    /// An item of this class at a point.
    pub fn new(class: &'static str, key: impl Into<String>, at: Point) -> Item {
        Item { key: key.into(), at, from: None, class, shapes: Vec::new() }
    }

    /// The same item, coming from another point when it appears.
    #[must_use]
    pub fn coming_from(mut self, from: Option<Point>) -> Item {
        self.from = from;
        self
    }

    /// The same item with one more shape, in front.
    #[must_use]
    pub fn with(mut self, shape: Shape) -> Item {
        self.shapes.push(shape);
        self
    }

    /// The same item with more shapes, in front.
    #[must_use]
    pub fn with_all(mut self, shapes: impl IntoIterator<Item = Shape>) -> Item {
        self.shapes.extend(shapes);
        self
    }
}

/// Where a spot is touched.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The spot.
    pub spot: Spot,
    /// Its middle.
    pub at: Point,
    /// Its width and height.
    pub size: (f32, f32),
    /// What it is and what is there, in words: "cell 5, empty".
    pub name: String,
    /// Whether touching it leads on to a legal move.
    pub legal: bool,
    /// Whether it is picked up.
    pub picked: bool,
}

/// What is seen and what can be touched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
    /// What is seen, from back to front.
    pub items: Vec<Item>,
    /// What can be touched; where two overlap, the later one is touched.
    pub places: Vec<Place>,
    /// Whether the places of the board are points, marked by circles, rather than squares.
    pub round: bool,
    /// What is to be said of what is picked, or was put back, to whoever does not see it.
    pub said: Option<String>,
}

impl Scene {
    /// An empty scene of this size.
    pub fn new(width: f32, height: f32) -> Scene {
        Scene { width, height, ..Scene::default() }
    }

    /// Adds an item in front.
    pub fn add(&mut self, item: Item) {
        self.items.push(item);
    }

    /// The place of a spot, if it is in the scene.
    pub fn place(&self, spot: Spot) -> Option<&Place> {
        self.places.iter().find(|place| place.spot == spot)
    }
}
