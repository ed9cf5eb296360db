//! The icons on buttons, as SVG paths in a square of 24 units.

use leptos::prelude::*;

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Icon {
    Undo,
    Redo,
    Hint,
    Draw,
    Flag,
    Swap,
    Plus,
    Share,
    First,
    Back,
    Forward,
    Last,
    Turn,
    Close,
    Learn,
    Study,
    Settings,
    Games,
    Online,
    Say,
    Device,
}

impl Icon {
    const fn path(self) -> &'static str {
        match self {
            Icon::Undo => "M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
            Icon::Redo => "m15 5 5 5-5 5M20 10H10a6 6 0 0 0 0 12h3",
            Icon::Hint => "M9 18h6M10 21h4M12 3a6 6 0 0 0-3 11v1h6v-1a6 6 0 0 0-3-11Z",
            Icon::Draw => "M5 9h14M5 15h14",
            Icon::Flag => "M6 21V4M6 4h11l-2 4 2 4H6",
            Icon::Swap => "M7 4 3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7",
            Icon::Plus => "M12 5v14M5 12h14",
            Icon::Share => "M12 15V4M8 7l4-4 4 4M5 13v7h14v-7",
            Icon::First => "M18 5v14l-9-7ZM6 5v14",
            Icon::Back => "M16 5v14L6 12Z",
            Icon::Forward => "M8 5v14l10-7Z",
            Icon::Last => "M6 5v14l9-7ZM18 5v14",
            Icon::Turn => "M4 12a8 8 0 0 1 14-5M20 3v5h-5M20 12a8 8 0 0 1-14 5M4 21v-5h5",
            Icon::Close => "M6 6l12 12M18 6 6 18",
            Icon::Learn => "M3 8l9-4 9 4-9 4ZM7 10v6c3 2 7 2 10 0v-6M21 8v6",
            Icon::Study => "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5",
            Icon::Settings => "M4 7h9M17 7h3M4 17h3M11 17h9M15 4v6M9 14v6",
            Icon::Online => {
                "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 20a6 6 0 0 1 12 0M16 11a3 3 0 1 0-1-6M17 14a6 6 0 0 1 5 6"
            }
            Icon::Say => "M4 5h16v11H11l-5 4v-4H4Z",
            Icon::Device => "M7 3h10v18H7ZM11 18h2",
            Icon::Games => "M4 6h16M4 12h16M4 18h16",
        }
    }

    /// The icon as SVG. It is hidden from screen readers, since its button has a name.
    pub fn view(self) -> impl IntoView {
        view! {
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                <path d=self.path()></path>
            </svg>
        }
    }
}
