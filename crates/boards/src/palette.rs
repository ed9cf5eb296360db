//! Palettes: the colours of all paints in a theme, on a board and with pieces of these materials. The style sheet of the
//! app begins with [`Palette::style_sheet`], so a page and an exported picture have the same colours.

use std::fmt::Write as _;

use crate::look::{BoardTheme, Colours, Look, PieceTheme};
use crate::paint::{Paint, Theme};

/// The colours of a theme and of the materials of board and pieces.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    theme: Theme,
    look: Look,
}

impl Palette {
    /// The palette of a theme, for paper and painted pieces.
    pub fn new(theme: Theme) -> Palette {
        Palette::with_look(theme, Look::default())
    }

    /// The palette of a theme for a board and pieces of these materials.
    pub const fn with_look(theme: Theme, look: Look) -> Palette {
        Palette { theme: look.theme(theme), look }
    }

    /// The colour of a paint, as `#rrggbb`, or `none`.
    pub fn colour(self, paint: Paint) -> &'static str {
        let own = |colours: Colours| colours.iter().find(|(changed, ..)| *changed == paint);
        let changed = own(self.look.board.colours()).or_else(|| own(self.look.pieces.colours()));
        match (self.theme, changed) {
            (Theme::Light, Some((_, light, _))) => light,
            (Theme::Dark, Some((.., dark))) => dark,
            _ => paint.colours()[self.theme.column()],
        }
    }

    /// The style sheet that gives every paint its colours, and its two classes: `f-` to fill with it and `s-` to
    /// outline with it. `light-dark()` follows the `color-scheme` of the element that is painted, so a dark board in a
    /// light page takes the dark colours. Materials are chosen by the attributes `data-board` and `data-pieces`.
    pub fn style_sheet() -> String {
        let mut css = String::from("/* The colours, from crates/boards/src/paint.rs and look.rs. */\n");
        let all = Paint::ALL.iter().map(|paint| {
            let [light, dark, _] = paint.colours();
            both(*paint, light, dark)
        });
        let _ = write!(css, ":root {{\n{}}}\n", all.collect::<String>());
        for board in BoardTheme::ALL.iter().filter(|board| !board.colours().is_empty()) {
            let scheme = if board.is_dark() { "  color-scheme: dark;\n" } else { "" };
            let _ = write!(css, "[data-board=\"{board}\"] {{\n{scheme}{}}}\n", variables(board.colours()));
        }
        // A picture may use other pieces than the page around it, the default ones included.
        let usual = Paint::ALL.iter().filter(|paint| {
            let changes = |colours: Colours| colours.iter().any(|(changed, ..)| changed == *paint);
            PieceTheme::ALL.iter().any(|pieces| changes(pieces.colours()))
        });
        let usual = usual.map(|paint| both(*paint, paint.colours()[0], paint.colours()[1]));
        let _ =
            write!(css, "[data-pieces=\"{}\"] {{\n{}}}\n", PieceTheme::default(), usual.collect::<String>());
        for pieces in PieceTheme::ALL.iter().filter(|pieces| !pieces.colours().is_empty()) {
            let _ = write!(css, "[data-pieces=\"{pieces}\"] {{\n{}}}\n", variables(pieces.colours()));
        }
        let strongest = ":root[data-theme=\"contrast\"]";
        let contrast = Paint::ALL.iter().map(|paint| {
            let colour = paint.colours()[Theme::Contrast.column()];
            format!("  --{}: {colour};\n", paint.id())
        });
        let _ = write!(
            css,
            "{strongest}, {strongest} [data-board], {strongest} [data-pieces] {{\n{}}}\n",
            contrast.collect::<String>()
        );
        for paint in Paint::ALL {
            let id = paint.id();
            let _ = writeln!(css, ".f-{id} {{ fill: var(--{id}); }} .s-{id} {{ stroke: var(--{id}); }}");
        }
        css
    }
}

fn variables(colours: Colours) -> String {
    colours.iter().map(|&(paint, light, dark)| both(paint, light, dark)).collect()
}

/// The custom property of a paint with its colours in the light and in the dark theme.
fn both(paint: Paint, light: &str, dark: &str) -> String {
    let id = paint.id();
    if light == dark {
        return format!("  --{id}: {light};\n");
    }
    format!("  --{id}: light-dark({light}, {dark});\n")
}
