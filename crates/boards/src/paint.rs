//! Paints by meaning, with their colours in each theme on a board of paper with painted pieces. `look.rs` has the
//! other boards and pieces, `palette.rs` puts them together.

/// Light, dark, or high contrast.
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

    pub(crate) const fn column(self) -> usize {
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

            pub(crate) const fn colours(self) -> [&'static str; 3] {
                match self { Paint::None => ["none"; 3], $(Paint::$paint => [$light, $dark, $contrast],)* }
            }
        }
    };
}

paints! {
    /// Behind everything.
    Ground "ground" "#f5eee0" "#1b1712" "#000000";
    /// The board.
    Board "board" "#fffaf0" "#27211a" "#000000";
    /// A cell, square or point on which players may play.
    Cell "cell" "#ece2cf" "#352d23" "#1a1a1a";
    /// The grain of the board's material; on plain boards the colour of the board itself.
    Grain "grain" "#fffaf0" "#27211a" "#000000";
    /// Lines of the board.
    Line "line" "#8c7d66" "#8f816c" "#ffffff";
    /// Text and other essential details.
    Ink "ink" "#2a2018" "#f1e8d8" "#ffffff";
    /// Less important text.
    Muted "muted" "#625440" "#bdaf99" "#e0e0e0";
    /// The first seat.
    Seat1 "seat1" "#1d5c9e" "#7db3ec" "#5cb8ff";
    /// The second seat.
    Seat2 "seat2" "#b84a00" "#ff9468" "#ffab40";
    /// The third seat.
    Seat3 "seat3" "#2c7348" "#7fc794" "#6dff8a";
    /// The fourth seat.
    Seat4 "seat4" "#773f8f" "#cf9fe6" "#e6a8ff";
    /// A surface in the colour of the first seat.
    Soft1 "soft1" "#d8e5f2" "#213a52" "#00305c";
    /// A surface in the colour of the second seat.
    Soft2 "soft2" "#f9dccd" "#57301d" "#5c2c00";
    /// A surface in the colour of the third seat.
    Soft3 "soft3" "#d9ebdc" "#224630" "#00450f";
    /// A surface in the colour of the fourth seat.
    Soft4 "soft4" "#ecdcf2" "#43284f" "#43005c";
    /// A small pyramid.
    Small "small" "#d5432f" "#e8624f" "#ff5a4d";
    /// A medium pyramid.
    Medium "medium" "#ea8a23" "#f09b3e" "#ff9d1f";
    /// A large pyramid.
    Large "large" "#f2c53a" "#f5cf55" "#ffe13b";
    /// Letters, pips and outlines on pyramids.
    Pip "pip" "#2a1d08" "#20160a" "#000000";
    /// Legal places.
    Legal "legal" "#1b746a" "#62c9bb" "#00ff85";
    /// The last move.
    Last "last" "#b08413" "#d9b84a" "#ffff00";
    /// The reason for a refused touch.
    Refused "refused" "#b3261e" "#ff8a7d" "#ff6b6b";
    /// Winning lines and pieces: gold, which is no player's colour.
    Win "win" "#d99a10" "#f0b83c" "#ffd500";
    /// The paper of a card.
    Paper "paper" "#fffdf7" "#f3ecdf" "#ffffff";
    /// The back of a card.
    Back "back" "#3f4f6e" "#566789" "#3355aa";
    /// A red card, for seat 1 of the card game.
    Red "red" "#b3261e" "#b3261e" "#a30000";
    /// A blue card, for seat 2 of the card game.
    Blue "blue" "#1d4f91" "#1d4f91" "#0033a0";
    /// The sign of seat 1 of the card game on the background of a page, without paper behind it.
    RedInk "red-ink" "#b3261e" "#f0756b" "#ff6b6b";
    /// The sign of seat 2 of the card game on the background of a page.
    BlueInk "blue-ink" "#1d4f91" "#7fb0ee" "#7cb8ff";
    /// A yellow card, which removes a pile.
    Yellow "yellow" "#f2c230" "#f2c230" "#ffdf2e";
    /// A green card, which removes a line.
    Green "green" "#1f6b34" "#1f6b34" "#005c1a";
    /// A token.
    Token "token" "#d4a017" "#e3b53c" "#ffd700";
    /// A shadow.
    Shade "shade" "#1c1206" "#000000" "#000000";
    /// A light reflection.
    Shine "shine" "#ffffff" "#fff6e6" "#ffffff";
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
