//! The cross and the nought, and the names of cells of a grid: shared by Morpion and Super Morpion.

use rules::grid::{LINE_CELLS, place_name};
use rules::{Game, Lang, Seat};

use crate::any::seat_name;
use crate::look::PieceTheme;
use crate::paint::Paint;
use crate::scene::{Shape, Style, Vec2};
use crate::svg::Num;

/// Marks of at least this size have light and shade, which would be invisible on smaller ones.
const SHADED: f32 = 20.0;

/// The mark of a seat, centred on the origin: painted, drawn with a pen, or cut from cardboard.
pub(crate) fn mark(seat: Seat, radius: f32, opacity: f32, pieces: PieceTheme) -> Vec<Shape> {
    let paint = Paint::seat(seat.index());
    match pieces {
        PieceTheme::Painted => painted(seat, radius, opacity, paint),
        PieceTheme::Ink => vec![drawn(seat, radius, Style::stroke(paint, radius * 0.26).faded(opacity))],
        PieceTheme::Bright => vec![cut(seat, radius, paint, opacity)],
    }
}

/// Round strokes with a shadow below and a reflection along their middle.
fn painted(seat: Seat, radius: f32, opacity: f32, paint: Paint) -> Vec<Shape> {
    let width = radius * 0.38;
    let r = radius - width / 2.0;
    let stroke = |paint: Paint, width: f32, opacity: f32, up: f32| {
        let style = Style::stroke(paint, width).faded(opacity);
        if seat == Seat::ONE {
            let (near, far) = (Num(-r - up), Num(r - up));
            let r = Num(r);
            Shape::Path(format!("M-{r} {near}L{r} {far}M{r} {near}L-{r} {far}"), style)
        } else {
            Shape::Circle(Vec2::new(0.0, -up), r, style)
        }
    };
    let body = stroke(paint, width, opacity, 0.0);
    if radius < SHADED || opacity < 1.0 {
        return vec![body];
    }
    vec![
        stroke(Paint::Shade, width, 0.16, -radius * 0.07),
        body,
        stroke(Paint::Shine, width * 0.2, 0.3, radius * 0.07),
    ]
}

/// Pen strokes, not quite straight and not quite round.
fn drawn(seat: Seat, radius: f32, style: Style) -> Shape {
    let n = |share: f32| Num(share * radius * 0.87);
    let d = if seat == Seat::ONE {
        let (down, up) = ([-1.0, -0.94, 0.12, -0.16, 0.96, 1.0], [1.0, -0.98, -0.1, -0.04, -0.98, 0.94]);
        [down, up]
            .map(|[x, y, bx, by, ex, ey]| {
                format!("M{} {}Q{} {} {} {}", n(x), n(y), n(bx), n(by), n(ex), n(ey))
            })
            .concat()
    } else {
        // The ring begins at the top and overshoots its beginning.
        format!(
            "M{} {}C{} {} {} {} {} {}C{} {} {} {} {} {}C{} {} {} {} {} {}",
            n(0.3),
            n(-1.0),
            n(-0.55),
            n(-1.12),
            n(-1.12),
            n(-0.5),
            n(-1.0),
            n(0.12),
            n(-0.9),
            n(0.72),
            n(-0.4),
            n(1.02),
            n(0.1),
            n(0.98),
            n(0.78),
            n(0.92),
            n(1.14),
            n(0.3),
            n(0.92),
            n(-0.3)
        ) + &format!("C{} {} {} {} {} {}", n(0.78), n(-0.72), n(0.3), n(-0.98), n(-0.12), n(-0.9))
    };
    Shape::Path(d, style)
}

/// A flat cross with straight ends, or a broad ring.
fn cut(seat: Seat, radius: f32, paint: Paint, opacity: f32) -> Shape {
    let width = radius * 0.42;
    if seat != Seat::ONE {
        return Shape::Circle(
            Vec2::default(),
            radius - width / 2.0,
            Style::stroke(paint, width).faded(opacity),
        );
    }
    // Half the width of an arm, along each axis.
    let w = width * std::f32::consts::FRAC_1_SQRT_2;
    let (r, out) = (radius, radius - w);
    let corners = [
        (-r, -out),
        (-out, -r),
        (0.0, -w),
        (out, -r),
        (r, -out),
        (w, 0.0),
        (r, out),
        (out, r),
        (0.0, w),
        (-out, r),
        (-r, out),
        (-w, 0.0),
    ];
    let points: Vec<String> = corners.iter().map(|&(x, y)| format!("{} {}", Num(x), Num(y))).collect();
    Shape::Path(format!("M{}Z", points.join("L")), Style::fill(paint).faded(opacity))
}

/// The index of the cell in the middle of a grid.
pub(crate) const CENTRE: usize = 4;

/// Where a cell of a grid is, after "plays": "en haut à gauche", "top left", "in the centre".
pub(crate) const fn where_played(index: usize, lang: Lang) -> &'static str {
    match (index, lang) {
        (CENTRE, Lang::En) => "in the centre",
        _ => place_name(index, lang),
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

/// An SVG path through every complete line of a set of cells, or `None` if there is no line; `middle` maps a cell to
/// its centre.
pub(crate) fn through(places: u16, middle: impl Fn(usize) -> Vec2) -> Option<String> {
    let whole = LINE_CELLS.iter().filter(|line| line.iter().all(|place| places >> place & 1 != 0));
    let strokes: String = whole
        .map(|&[first, _, last]| {
            let (from, to) = (middle(first), middle(last));
            format!("M{} {}L{} {}", Num(from.x), Num(from.y), Num(to.x), Num(to.y))
        })
        .collect();
    (!strokes.is_empty()).then_some(strokes)
}
