//! A scene: drawn items with stable keys, and touch targets.

use std::fmt;
use std::str::FromStr;

use crate::look::Look;
use crate::paint::Paint;

/// A point of a scene, in scene units from the top left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec2 {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

impl Vec2 {
    /// The point with these coordinates.
    pub const fn new(x: f32, y: f32) -> Vec2 {
        Vec2 { x, y }
    }
}

/// Something that can be touched. The game defines the number: the index of a cell, square or point, of a piece size,
/// or of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// A cell, square or point of the board.
    Place(u8),
    /// A piece beside the board: a size in the stash or in hand, a card in hand.
    Piece(u8),
}

/// `p12`, `h3`: the `data-spot` attribute in the page.
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

/// The minimum text size in scene units: 10 pixels on a 320 pixel phone, on every board.
pub(crate) const MIN_TEXT_SIZE: f32 = 12.0;

/// Fill and outline of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The paint of the inside.
    pub fill: Paint,
    /// The paint of the outline.
    pub stroke: Paint,
    /// The width of the outline.
    pub width: f32,
    /// From 0 (invisible) to 1.
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

    /// The same with this opacity.
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
    Circle(Vec2, f32, Style),
    /// A rectangle: its middle, its width and height, the radius of its corners.
    Rect(Vec2, (f32, f32), f32, Style),
    /// A text, centred on a point, of a size.
    Text(Vec2, f32, String, Style),
}

/// A drawn item. Its key is stable from scene to scene, so that a page can move it instead of drawing it again.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its identity, unique within a scene.
    pub key: String,
    /// The position of its origin.
    pub at: Vec2,
    /// The start of its entrance animation: a stash, a hand, the square it left.
    pub from: Option<Vec2>,
    /// The class of the style sheet that animates it (`piece`, `marker`, `glow`, `send`…).
    pub class: &'static str,
    /// How much larger than its shapes it is drawn.
    pub scale: f32,
    /// Its shapes, from back to front.
    pub shapes: Vec<Shape>,
}

impl Item {
    /// An item of this class at a point.
    pub fn new(class: &'static str, key: impl Into<String>, at: Vec2) -> Item {
        Item { key: key.into(), at, from: None, class, scale: 1.0, shapes: Vec::new() }
    }

    /// The same item with this start of its entrance animation.
    #[must_use]
    pub fn coming_from(mut self, from: Option<Vec2>) -> Item {
        self.from = from;
        self
    }

    /// The same item, drawn larger.
    #[must_use]
    pub fn scaled(mut self, scale: f32) -> Item {
        self.scale = scale;
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

/// The area where a spot is touched.
#[derive(Clone, Debug, PartialEq)]
pub struct TouchTarget {
    /// The spot that a touch here selects.
    pub spot: Spot,
    /// The centre of the area.
    pub at: Vec2,
    /// Its width and height.
    pub size: (f32, f32),
    /// The accessible name: "cell 5, empty".
    pub name: String,
    /// Whether touching it leads to a legal move.
    pub legal: bool,
    /// Whether it has been touched as part of the current move.
    pub picked: bool,
}

/// A drawing of a position with its touch targets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The width in scene units.
    pub width: f32,
    /// The height in scene units.
    pub height: f32,
    /// The drawn items, from back to front.
    pub items: Vec<Item>,
    /// The touch targets; where two overlap, the later one takes the touch.
    pub targets: Vec<TouchTarget>,
    /// The materials of board and pieces, which give the paints their colours.
    pub look: Look,
    /// Whether board targets are points marked by circles, rather than squares.
    pub round: bool,
    /// What a screen reader announces after a piece was picked or put back.
    pub announcement: Option<String>,
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

    /// The touch target of a spot, if the scene has one.
    pub fn target(&self, spot: Spot) -> Option<&TouchTarget> {
        self.targets.iter().find(|target| target.spot == spot)
    }
}
