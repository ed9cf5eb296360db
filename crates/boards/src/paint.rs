//! Paints by meaning, and the palettes that give them colours. The style sheet of the app begins with
//! [`Palette::style_sheet`], so a page and an exported picture have the same colours.

use std::fmt::Write as _;

/// Light, dark, or with the strongest contrasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Theme {
    #[default]
    Light,
    Dark,
    Contrast,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Contrast];

    /// Its name in settings and style sheets.
    pub const fn id(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Contrast => "contrast",
        }
    }

    const fn column(self) -> usize {
        match self {
            Theme::Light => 0,
            Theme::Dark => 1,
            Theme::Contrast => 2,
        }
    }
}

macro_rules! paints {
    ($($(#[$doc:meta])* $paint:ident $name:literal $light:literal $dark:literal $contrast:literal;)*) => {
        /// What a shape is painted with, by meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Paint {
            /// Not painted.
            None,
            $($(#[$doc])* $paint,)*
        }

        impl Paint {
            /// All paints that have a colour.
            pub const ALL: &'static [Paint] = &[$(Paint::$paint,)*];

            /// Its name in style sheets.
            pub const fn id(self) -> &'static str {
                match self { Paint::None => "none", $(Paint::$paint => $name,)* }
            }

            const fn colours(self) -> [&'static str; 3] {
                match self { Paint::None => ["none"; 3], $(Paint::$paint => [$light, $dark, $contrast],)* }
            }
        }
    };
}

paints! {
    /// Behind everything.
    Ground "ground" "#f6f3ec" "#16181d" "#000000";
    /// The board.
    Board "board" "#fffdf8" "#22252c" "#000000";
    /// A cell, square or point where one may play.
    Cell "cell" "#efe9dc" "#2e323b" "#1a1a1a";
    /// Lines of the board.
    Line "line" "#8d8574" "#7c8493" "#ffffff";
    /// Text and other essential details.
    Ink "ink" "#26231c" "#eceae4" "#ffffff";
    /// Text of less weight.
    Muted "muted" "#645d4e" "#a9afba" "#e0e0e0";
    /// The first seat.
    Seat1 "seat1" "#1864ab" "#74b4f0" "#5cb8ff";
    /// The second seat.
    Seat2 "seat2" "#c2410c" "#ff9b63" "#ffab40";
    /// The third seat.
    Seat3 "seat3" "#2b7a3d" "#7ccf8d" "#6dff8a";
    /// The fourth seat.
    Seat4 "seat4" "#7b3fa0" "#c99be8" "#e6a8ff";
    /// A surface of the first seat's.
    Soft1 "soft1" "#d5e5f5" "#1f3a55" "#00305c";
    /// A surface of the second seat's.
    Soft2 "soft2" "#fbdfcf" "#54301c" "#5c2c00";
    /// A surface of the third seat's.
    Soft3 "soft3" "#d6eddb" "#20452a" "#00450f";
    /// A surface of the fourth seat's.
    Soft4 "soft4" "#ecdcf5" "#402452" "#43005c";
    /// A small pyramid.
    Small "small" "#d92f2f" "#f06a5f" "#ff5a4d";
    /// A medium pyramid.
    Medium "medium" "#ee8a1d" "#f59f3d" "#ff9d1f";
    /// A large pyramid.
    Large "large" "#f4c91d" "#f7d548" "#ffe13b";
    /// Letters and pips on pyramids.
    Pip "pip" "#2a1d08" "#20160a" "#000000";
    /// Where one may play.
    Legal "legal" "#2f9e62" "#5fcf92" "#00ff85";
    /// What was just played.
    Last "last" "#c9a227" "#d9b84a" "#ffff00";
    /// Why a touch was refused.
    Refused "refused" "#c92a2a" "#ff7b7b" "#ff6b6b";
    /// What leads to victory.
    Win "win" "#2f9e44" "#69db7c" "#00ff66";
    /// The paper of a card.
    Paper "paper" "#ffffff" "#f1ede3" "#ffffff";
    /// The back of a card.
    Back "back" "#4a5a78" "#5b6c8d" "#3355aa";
    /// A red card, for seat 1 of the card game.
    Red "red" "#b3261e" "#b3261e" "#a30000";
    /// A blue card, for seat 2 of the card game.
    Blue "blue" "#1d4f91" "#1d4f91" "#0033a0";
    /// The sign of seat 1 of the card game on the ground of a page, where no paper is behind it.
    RedInk "red-ink" "#b3261e" "#f0756b" "#ff6b6b";
    /// The sign of seat 2 of the card game on the ground of a page.
    BlueInk "blue-ink" "#1d4f91" "#7fb0ee" "#7cb8ff";
    /// A yellow card, which removes a pile.
    Yellow "yellow" "#f2c230" "#f2c230" "#ffdf2e";
    /// A green card, which removes a line.
    Green "green" "#1f6b34" "#1f6b34" "#005c1a";
    /// A token.
    Token "token" "#d4a017" "#e3b53c" "#ffd700";
    /// A shadow.
    Shade "shade" "#000000" "#000000" "#000000";
    /// A light reflection.
    Shine "shine" "#ffffff" "#ffffff" "#ffffff";
}

impl Paint {
    /// The paint of a seat.
    pub const fn seat(index: usize) -> Paint {
        match index {
            0 => Paint::Seat1,
            1 => Paint::Seat2,
            2 => Paint::Seat3,
            _ => Paint::Seat4,
        }
    }

    /// The paint of a surface of a seat.
    pub const fn soft(index: usize) -> Paint {
        match index {
            0 => Paint::Soft1,
            1 => Paint::Soft2,
            2 => Paint::Soft3,
            _ => Paint::Soft4,
        }
    }
}

/// The colours of a theme.
#[derive(Clone, Copy, Debug)]
pub struct Palette(Theme);

impl Palette {
    /// The palette of a theme.
    pub const fn new(theme: Theme) -> Palette {
        Palette(theme)
    }

    /// The colour of a paint, as `#rrggbb`, or `none`.
    pub fn colour(self, paint: Paint) -> &'static str {
        paint.colours()[self.0.column()]
    }

    /// The style sheet that gives every theme its colours, and every paint its two classes: `f-` to fill with it
    /// and `s-` to outline with it.
    pub fn style_sheet() -> String {
        let mut css = String::from("/* The colours, from crates/boards/src/paint.rs. */\n");
        let variables = |theme: Theme| {
            let colours = Paint::ALL.iter().map(|&paint| (paint.id(), Palette(theme).colour(paint)));
            colours.map(|(id, colour)| format!("  --{id}: {colour};\n")).collect::<String>()
        };
        let _ = write!(css, ":root {{\n{}}}\n", variables(Theme::Light));
        let _ = write!(
            css,
            "@media (prefers-color-scheme: dark) {{\n:root:not([data-theme]) {{\n{}}}\n}}\n",
            variables(Theme::Dark)
        );
        for theme in Theme::ALL {
            let _ = write!(css, ":root[data-theme=\"{}\"] {{\n{}}}\n", theme.id(), variables(theme));
        }
        for paint in Paint::ALL {
            let id = paint.id();
            let _ = writeln!(css, ".f-{id} {{ fill: var(--{id}); }} .s-{id} {{ stroke: var(--{id}); }}");
        }
        css
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour, as WCAG defines it.
    fn light(colour: &str) -> f64 {
        let channel = |index: usize| {
            let value = u8::from_str_radix(&colour[index..index + 2], 16).expect("two digits");
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    #[test]
    fn the_sign_of_every_seat_stands_out_from_the_page_in_every_theme() {
        let signs = [Paint::Seat1, Paint::Seat2, Paint::Seat3, Paint::Seat4, Paint::RedInk, Paint::BlueInk];
        for theme in Theme::ALL {
            let palette = Palette::new(theme);
            for (sign, ground) in
                signs.into_iter().flat_map(|sign| [(sign, Paint::Ground), (sign, Paint::Board)])
            {
                let (a, b) = (light(palette.colour(sign)), light(palette.colour(ground)));
                let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                assert!(contrast >= 3.0, "{} on {}: {contrast:.1}", sign.id(), ground.id());
            }
        }
    }
}
