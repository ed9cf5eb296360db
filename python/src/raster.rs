//! A scene as pixels, drawn by tiny-skia.

use boards::{Palette, Scene, Shape, Style, Theme};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

use crate::stroke_font;
use crate::svg_path;

/// The longest side of a picture, in pixels.
const SIDE: f32 = 480.0;

/// The width, the height and the pixels (red, green, blue) of the picture; `None` if it has no size.
pub(crate) fn draw(scene: &Scene, theme: Theme) -> Option<(usize, usize, Vec<u8>)> {
    let scale = SIDE / scene.width.max(scene.height).max(1.0);
    let (width, height) = ((scene.width * scale).round(), (scene.height * scale).round());
    let mut pixels = Pixmap::new(width as u32, height as u32)?;
    let palette = Palette::new(theme);
    pixels.fill(colour(palette.colour(boards::Paint::Ground), 1.0)?);
    for item in scene.items.iter().filter(|item| item.class != "send") {
        let place = Transform::from_translate(item.at.x, item.at.y).post_scale(scale, scale);
        for shape in &item.shapes {
            draw_shape(&mut pixels, shape, palette, place);
        }
    }
    let rgb = pixels.pixels().iter().flat_map(|pixel| {
        let pixel = pixel.demultiply();
        [pixel.red(), pixel.green(), pixel.blue()]
    });
    Some((width as usize, height as usize, rgb.collect()))
}

fn draw_shape(pixels: &mut Pixmap, shape: &Shape, palette: Palette, place: Transform) {
    let (path, style) = match shape {
        Shape::Path(d, style) => (svg_path::parse(d), *style),
        Shape::Circle(at, radius, style) => (PathBuilder::from_circle(at.x, at.y, *radius), *style),
        Shape::Rect(at, (width, height), radius, style) => {
            (rounded(at.x - width / 2.0, at.y - height / 2.0, *width, *height, *radius), *style)
        }
        Shape::Text(at, size, text, style) => {
            // Letters are strokes in the colour of their filling.
            let width =
                if style.stroke == boards::Paint::None { size * 0.1 } else { style.width + size * 0.1 };
            let letters = Style { fill: boards::Paint::None, stroke: style.fill, width, ..*style };
            (stroke_font::path(text, at.x, at.y, *size), letters)
        }
    };
    let Some(path) = path else { return };
    if let Some(fill) = paint(palette.colour(style.fill), style.opacity) {
        pixels.fill_path(&path, &fill, FillRule::Winding, place, None);
    }
    if let Some(line) = paint(palette.colour(style.stroke), style.opacity) {
        let dash = if style.dashed {
            StrokeDash::new(vec![style.width * 2.5, style.width * 2.0], 0.0)
        } else {
            None
        };
        let stroke = Stroke {
            width: style.width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash,
            ..Stroke::default()
        };
        pixels.stroke_path(&path, &line, &stroke, place, None);
    }
}

/// A rectangle with round corners.
fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Option<Path> {
    let radius = radius.min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        return Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect);
    }
    let (right, bottom) = (x + width, y + height);
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.quad_to(right, y, right, y + radius);
    path.line_to(right, bottom - radius);
    path.quad_to(right, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.quad_to(x, bottom, x, bottom - radius);
    path.line_to(x, y + radius);
    path.quad_to(x, y, x + radius, y);
    path.close();
    path.finish()
}

/// The paint of a colour as `#rrggbb`; `None` for `none`.
fn paint(text: &str, opacity: f32) -> Option<Paint<'static>> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(colour(text, opacity)?);
    Some(paint)
}

fn colour(text: &str, opacity: f32) -> Option<Color> {
    let number = u32::from_str_radix(text.strip_prefix('#')?, 16).ok()?;
    let part = |shift: u32| (number >> shift & 255) as f32 / 255.0;
    Color::from_rgba(part(16), part(8), part(0), opacity.clamp(0.0, 1.0))
}
