//! The cross and the nought, and the names of the nine cells of a grid: shared by Morpion and Super Morpion.

use rules::{Game, Lang, Seat};

use crate::any::seat_name;
use crate::paint::Paint;
use crate::scene::{Point, Shape, Style};
use crate::svg::Num;

/// The mark of a seat, centred on the origin.
pub(crate) fn mark(seat: Seat, radius: f32, opacity: f32) -> Shape {
    let width = radius * 0.36;
    let style = Style::stroke(Paint::seat(seat.index()), width).faded(opacity);
    let r = Num(radius - width / 2.0);
    if seat == Seat::ONE {
        Shape::Path(format!("M-{r} -{r}L{r} {r}M{r} -{r}L-{r} {r}"), style)
    } else {
        Shape::Circle(Point::default(), r.0, style)
    }
}

/// The name of a cell of a grid by where it lies.
pub(crate) fn place_name(index: usize, lang: Lang) -> &'static str {
    let (fr, en) = [
        ("en haut à gauche", "top left"),
        ("en haut au milieu", "top middle"),
        ("en haut à droite", "top right"),
        ("au milieu à gauche", "middle left"),
        ("au centre", "centre"),
        ("au milieu à droite", "middle right"),
        ("en bas à gauche", "bottom left"),
        ("en bas au milieu", "bottom middle"),
        ("en bas à droite", "bottom right"),
    ][index % 9];
    match lang {
        Lang::Fr => fr,
        Lang::En => en,
    }
}

/// The name of the mark on a cell, or "empty".
pub(crate) fn content<G: Game>(seat: Option<Seat>, lang: Lang) -> &'static str {
    match (seat, lang) {
        (Some(seat), _) => seat_name::<G>(seat, lang),
        (None, Lang::Fr) => "vide",
        (None, Lang::En) => "empty",
    }
}

/// The eight lines of a grid, as cell indices.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// An SVG path through every complete line of a set of cells, or `None` if there is no line; `middle` maps a cell to
/// its centre.
pub(crate) fn through(places: u16, middle: impl Fn(usize) -> Point) -> Option<String> {
    let whole = LINES.iter().filter(|line| line.iter().all(|place| places >> place & 1 != 0));
    let strokes: String = whole
        .map(|&[first, _, last]| {
            let (from, to) = (middle(first), middle(last));
            format!("M{} {}L{} {}", Num(from.x), Num(from.y), Num(to.x), Num(to.y))
        })
        .collect();
    (!strokes.is_empty()).then_some(strokes)
}
