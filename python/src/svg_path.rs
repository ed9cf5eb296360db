//! The paths that scenes use, as SVG writes them: `M L H V Q A Z`, absolute or relative.

use std::f32::consts::{PI, TAU};

use tiny_skia::{Path, PathBuilder};

/// Reads a path; `None` if it is empty or cannot be read.
pub(crate) fn parse(d: &str) -> Option<Path> {
    let mut reader = Reader { rest: d };
    let mut path = PathBuilder::new();
    let (mut x, mut y) = (0.0, 0.0);
    let (mut begin_x, mut begin_y) = (0.0, 0.0);
    let mut command = 'M';
    loop {
        match reader.command() {
            Some(next) => command = next,
            None if reader.is_at_end() => break,
            // Numbers after a point without a letter are further lines.
            None if command == 'M' => command = 'L',
            None if command == 'm' => command = 'l',
            None => {}
        }
        let (dx, dy) = if command.is_ascii_lowercase() { (x, y) } else { (0.0, 0.0) };
        match command.to_ascii_uppercase() {
            'M' => {
                (x, y) = (dx + reader.number()?, dy + reader.number()?);
                (begin_x, begin_y) = (x, y);
                path.move_to(x, y);
            }
            'L' => {
                (x, y) = (dx + reader.number()?, dy + reader.number()?);
                path.line_to(x, y);
            }
            'H' => {
                x = dx + reader.number()?;
                path.line_to(x, y);
            }
            'V' => {
                y = dy + reader.number()?;
                path.line_to(x, y);
            }
            'Q' => {
                let (cx, cy) = (dx + reader.number()?, dy + reader.number()?);
                (x, y) = (dx + reader.number()?, dy + reader.number()?);
                path.quad_to(cx, cy, x, y);
            }
            'C' => {
                let (ax, ay) = (dx + reader.number()?, dy + reader.number()?);
                let (bx, by) = (dx + reader.number()?, dy + reader.number()?);
                (x, y) = (dx + reader.number()?, dy + reader.number()?);
                path.cubic_to(ax, ay, bx, by, x, y);
            }
            'A' => {
                let (rx, ry, _turn) = (reader.number()?, reader.number()?, reader.number()?);
                let (large, sweep) = (reader.number()? != 0.0, reader.number()? != 0.0);
                let to = (dx + reader.number()?, dy + reader.number()?);
                arc(&mut path, (x, y), (rx, ry), large, sweep, to);
                (x, y) = to;
            }
            'Z' => {
                path.close();
                (x, y) = (begin_x, begin_y);
            }
            _ => return None,
        }
    }
    path.finish()
}

/// An arc of an ellipse whose axes lie along those of the picture, as short lines.
fn arc(
    path: &mut PathBuilder,
    from: (f32, f32),
    radii: (f32, f32),
    large: bool,
    sweep: bool,
    to: (f32, f32),
) {
    let (mut rx, mut ry) = radii;
    let (hx, hy) = ((from.0 - to.0) / 2.0, (from.1 - to.1) / 2.0);
    if rx <= 0.0 || ry <= 0.0 || (hx == 0.0 && hy == 0.0) {
        path.line_to(to.0, to.1);
        return;
    }
    let reach = (hx / rx).powi(2) + (hy / ry).powi(2);
    if reach > 1.0 {
        (rx, ry) = (rx * reach.sqrt(), ry * reach.sqrt());
    }
    let side = if large == sweep { -1.0 } else { 1.0 };
    let factor = side * (1.0 / reach.min(1.0) - 1.0).max(0.0).sqrt();
    let (cx, cy) = (factor * rx * hy / ry, -factor * ry * hx / rx);
    let start = ((hy - cy) / ry).atan2((hx - cx) / rx);
    let end = ((-hy - cy) / ry).atan2((-hx - cx) / rx);
    let mut angle = end - start;
    if sweep && angle <= 0.0 {
        angle += TAU;
    } else if !sweep && angle >= 0.0 {
        angle -= TAU;
    }
    let middle = ((from.0 + to.0) / 2.0 + cx, (from.1 + to.1) / 2.0 + cy);
    let steps = ((angle.abs() / PI * 24.0).ceil() as u32).max(2);
    for step in 1..steps {
        let at = start + angle * step as f32 / steps as f32;
        path.line_to(middle.0 + rx * at.cos(), middle.1 + ry * at.sin());
    }
    path.line_to(to.0, to.1);
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', ',', '\n']);
    }

    fn is_at_end(&mut self) -> bool {
        self.skip();
        self.rest.is_empty()
    }

    fn command(&mut self) -> Option<char> {
        self.skip();
        let letter = self.rest.chars().next().filter(char::is_ascii_alphabetic)?;
        self.rest = &self.rest[1..];
        Some(letter)
    }

    fn number(&mut self) -> Option<f32> {
        self.skip();
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let sign = usize::from(self.rest.starts_with(['-', '+']));
        let mut end = sign + digits(&self.rest[sign..]);
        if self.rest[end..].starts_with('.') {
            end += 1 + digits(&self.rest[end + 1..]);
        }
        let number = self.rest[..end].parse().ok()?;
        self.rest = &self.rest[end..];
        Some(number)
    }
}
