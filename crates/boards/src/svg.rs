//! Writes a scene as a standalone SVG picture.

use std::fmt::{self, Write as _};

use crate::paint::{Paint, Theme};
use crate::palette::Palette;
use crate::scene::{Item, Scene, Shape, Style};

/// A number with at most two decimals, so that pictures are short and always the same.
#[derive(Clone, Copy)]
pub(crate) struct Num(pub(crate) f32);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Adding zero turns −0 into 0.
        write!(f, "{}", rounded + 0.0)
    }
}

impl Scene {
    /// The picture in the colours of a theme, with a title for screen readers.
    pub fn svg(&self, theme: Theme, title: &str) -> String {
        let palette = Palette::with_look(theme, self.look);
        let (width, height) = (Num(self.width), Num(self.height));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"system-ui, sans-serif\">\n<title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            escape(title),
            palette.colour(Paint::Ground),
        );
        for item in self.items.iter().filter(|item| item.class != "send") {
            write_item(&mut out, item, palette);
        }
        out.push_str("</svg>\n");
        out
    }
}

fn write_item(out: &mut String, item: &Item, palette: Palette) {
    let scale = if item.scale == 1.0 { String::new() } else { format!(" scale({})", Num(item.scale)) };
    let _ = writeln!(out, "<g transform=\"translate({} {}){scale}\">", Num(item.at.x), Num(item.at.y));
    for shape in &item.shapes {
        out.push_str(&element(shape, |style| attributes(style, palette)));
        out.push('\n');
    }
    out.push_str("</g>\n");
}

impl Shape {
    /// The shape as an SVG element painted by the classes of the style sheet (`f-…`, `s-…`).
    pub fn markup(&self) -> String {
        element(self, classes)
    }
}

fn element(shape: &Shape, paint: impl Fn(&Style) -> String) -> String {
    match shape {
        Shape::Path(d, style) => format!("<path d=\"{d}\"{}/>", paint(style)),
        Shape::Circle(at, radius, style) => {
            format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
                Num(at.x),
                Num(at.y),
                Num(*radius),
                paint(style)
            )
        }
        Shape::Rect(at, (width, height), radius, style) => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"{}/>",
            Num(at.x - width / 2.0),
            Num(at.y - height / 2.0),
            Num(*width),
            Num(*height),
            Num(*radius),
            paint(style)
        ),
        Shape::Text(at, size, text, style) => format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" dy=\"0.36em\"{}>{}</text>",
            Num(at.x),
            Num(at.y),
            Num(*size),
            paint(style),
            escape(text)
        ),
    }
}

fn attributes(style: &Style, palette: Palette) -> String {
    let mut out = format!(" fill=\"{}\"", palette.colour(style.fill));
    if style.stroke != Paint::None {
        let _ = write!(out, " stroke=\"{}\"", palette.colour(style.stroke));
    }
    out + &common_attributes(style)
}

fn classes(style: &Style) -> String {
    format!(" class=\"f-{} s-{}\"{}", style.fill.id(), style.stroke.id(), common_attributes(style))
}

/// The attributes that are the same for colours and for classes: line width, dashes and opacity.
fn common_attributes(style: &Style) -> String {
    let mut out = String::new();
    if style.stroke != Paint::None {
        let width = Num(style.width);
        let _ = write!(out, " stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    }
    if style.dashed {
        let (dash, gap) = (Num(style.width * 2.5), Num(style.width * 2.0));
        let _ = write!(out, " stroke-dasharray=\"{dash} {gap}\"");
    }
    if style.opacity < 1.0 {
        let _ = write!(out, " opacity=\"{}\"", Num(style.opacity));
    }
    out
}

/// Escapes a text for markup, in elements and in attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
