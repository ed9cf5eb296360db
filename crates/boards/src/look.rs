//! What boards and pieces are made of: the themes to choose from, and the colours that they change.

use std::fmt;

use crate::paint::{Paint, Theme};

macro_rules! themes {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident $id:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            #[default]
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// All of them, the default first.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// Its name in settings and style sheets.
            pub const fn id(self) -> &'static str {
                match self { $($name::$variant => $id,)* }
            }

            /// The one with this name.
            pub fn from_id(id: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|theme| theme.id() == id)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.id())
            }
        }
    };
}

themes! {
    /// What a board is made of.
    BoardTheme {
        /// A sheet of paper, printed.
        Paper "paper",
        /// Maple by day, walnut by night.
        Wood "wood",
        /// A slate, dark in every theme.
        Slate "slate",
    }
}

themes! {
    /// How pieces, marks and cards are made.
    PieceTheme {
        /// Painted wood, with light and shade.
        Painted "painted",
        /// Drawn with a pen and washed with colour.
        Ink "ink",
        /// Flat colours that stay apart for colour-blind people.
        Bright "bright",
    }
}

/// The materials of a board and its pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// What the board is made of.
    pub board: BoardTheme,
    /// How the pieces are made.
    pub pieces: PieceTheme,
}

/// The paints that a material changes, each with its colour in the light and in the dark theme. The high-contrast theme
/// has only one look.
pub(crate) type Colours = &'static [(Paint, &'static str, &'static str)];

impl BoardTheme {
    /// Whether it is dark even in the light theme.
    pub(crate) const fn is_dark(self) -> bool {
        matches!(self, BoardTheme::Slate)
    }

    /// The colours that differ from paper.
    pub(crate) const fn colours(self) -> Colours {
        match self {
            BoardTheme::Paper => &[],
            BoardTheme::Wood => &[
                (Paint::Ground, "#e2c08e", "#2a1c12"),
                (Paint::Board, "#f0d9b2", "#3b2819"),
                (Paint::Cell, "#e7cb99", "#4a3422"),
                (Paint::Grain, "#e6ca9b", "#452f1e"),
                (Paint::Line, "#7a5227", "#a98255"),
                (Paint::Ink, "#24170c", "#f6e8d2"),
                (Paint::Muted, "#57401f", "#d3ba98"),
            ],
            BoardTheme::Slate => &[
                (Paint::Ground, "#24302d", "#24302d"),
                (Paint::Board, "#2c3a36", "#2c3a36"),
                (Paint::Cell, "#374741", "#374741"),
                (Paint::Grain, "#313f3b", "#313f3b"),
                (Paint::Line, "#98a89f", "#98a89f"),
                (Paint::Ink, "#f4f2e8", "#f4f2e8"),
                (Paint::Muted, "#c5cfc8", "#c5cfc8"),
            ],
        }
    }
}

impl PieceTheme {
    /// The colours that differ from painted wood.
    pub(crate) const fn colours(self) -> Colours {
        match self {
            PieceTheme::Painted => &[],
            PieceTheme::Ink => &[
                (Paint::Seat1, "#2b4a86", "#9fb9f0"),
                (Paint::Seat2, "#ad4200", "#f7a877"),
                (Paint::Seat3, "#2f6d3c", "#97cf9b"),
                (Paint::Seat4, "#6b3f88", "#d2aaea"),
                (Paint::Soft1, "#dde3f1", "#28324a"),
                (Paint::Soft2, "#f6e0d2", "#4f3222"),
                (Paint::Soft3, "#dcebdb", "#284029"),
                (Paint::Soft4, "#ebdff1", "#3d2b4a"),
                (Paint::Small, "#f0a898", "#e79a89"),
                (Paint::Medium, "#f5cc94", "#eec285"),
                (Paint::Large, "#f6e7ae", "#f0dfa0"),
            ],
            PieceTheme::Bright => &[
                (Paint::Seat1, "#0067a6", "#56b4e9"),
                (Paint::Seat2, "#b54a00", "#ffa04a"),
                (Paint::Seat3, "#00785a", "#3fd0a7"),
                (Paint::Seat4, "#a03a78", "#f0a3cf"),
                (Paint::Soft1, "#cfe6f5", "#123c57"),
                (Paint::Soft2, "#fbe0c8", "#5a3209"),
                (Paint::Soft3, "#cdece2", "#0c4636"),
                (Paint::Soft4, "#f4d9e9", "#55213f"),
                (Paint::Small, "#e06a1c", "#e8782e"),
                (Paint::Medium, "#56b4e9", "#63bbec"),
                (Paint::Large, "#f0e442", "#f2e75a"),
            ],
        }
    }
}

impl Look {
    /// The theme whose colours a board uses: a dark board uses those of the dark theme.
    pub(crate) const fn theme(self, theme: Theme) -> Theme {
        match theme {
            Theme::Light if self.board.is_dark() => Theme::Dark,
            theme => theme,
        }
    }
}
