//! The icons on buttons, as SVG paths in a square of 24 units, and the logo of Trois. The icons are one family: lines
//! of the same width with round ends, and one shaded face.

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
    Puzzles,
    Settings,
    Games,
    Online,
    Say,
    Device,
    More,
    /// Opens what is folded below.
    Unfold,
    Erase,
}

impl Icon {
    /// The lines, and the shaded part, which may be empty.
    const fn paths(self) -> (&'static str, &'static str) {
        match self {
            Icon::Undo => ("M9 4.5 4 9.5l5 5M4 9.5h9.5a5 5 0 0 1 0 10H10", ""),
            Icon::Redo => ("m15 4.5 5 5-5 5M20 9.5h-9.5a5 5 0 0 0 0 10H14", ""),
            Icon::Hint => (
                "M9 17.5h6M10 21h4M12 3a6 6 0 0 0-3 11.2v.3h6v-.3A6 6 0 0 0 12 3Z",
                "M12 3a6 6 0 0 1 3 11.2v.3h-3Z",
            ),
            Icon::Draw => ("M5 9h14M5 15h14", ""),
            Icon::Flag => ("M6 21V4h11.5l-2 4 2 4H6", "M6 8h9.5l2 4H6Z"),
            Icon::Swap => ("M7 4 3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7", ""),
            Icon::Plus => ("M12 5v14M5 12h14", ""),
            Icon::Share => ("M12 15V3.5M8 7.2l4-4 4 4M7 11H5v9.500h14V11h-2", "M5 16h14v4.500H5Z"),
            Icon::First => ("M18 5v14l-9-7ZM6 5v14", "M18 12v7l-9-7Z"),
            Icon::Back => ("M16 5v14L6 12Z", "M16 12v7L6 12Z"),
            Icon::Forward => ("M8 5v14l10-7Z", "M8 12v7l10-7Z"),
            Icon::Last => ("M6 5v14l9-7ZM18 5v14", "M6 12v7l9-7Z"),
            Icon::Turn => ("M4 12a8 8 0 0 1 14-5M20 3v5h-5M20 12a8 8 0 0 1-14 5M4 21v-5h5", ""),
            Icon::Close => ("M6 6l12 12M18 6 6 18", ""),
            Icon::Learn => (
                "M12 6.500C10 5 7 4.5 3.5 5v13.500C7 18 10 18.5 12 20c2-1.5 5-2 8.5-1.500V5C17 4.5 14 5 12 6.500ZM12 6.500V20",
                "M12 6.500C14 5 17 4.5 20.5 5v13.500C17 18 14 18.5 12 20Z",
            ),
            Icon::Study => (
                "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.3 15.3 20.5 20.5",
                "M10.5 4a6.5 6.5 0 0 1 0 13Z",
            ),
            Icon::Puzzles => (
                "M4.5 8h4.600a2.6 2.6 0 1 1 3.800 0h4.600v4.100a2.6 2.6 0 1 1 0 3.800v4.600h-13Z",
                "M11 8h6.500v12.500H11Z",
            ),
            Icon::Settings => (
                "M4 7h8M17 7h3M4 17h3M12 17h8M14.5 4.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM9.5 14.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
                "M14.5 4.500a2.5 2.5 0 0 1 0 5ZM9.5 14.500a2.5 2.5 0 0 1 0 5Z",
            ),
            Icon::Games => ("M5.5 3.500h13v17h-13ZM9 8h6M9 12h6M9 16h3", "M12 3.500h6.500v17H12Z"),
            Icon::Online => (
                "M9 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM7.3 9.600C7 13.5 5.5 16.5 3.5 20.500h11c-2-4-3.5-7-3.8-10.900M14.8 4.700a2.8 2.8 0 1 1 1.4 5.200M17.3 10c.3 3.7 1.5 6.5 3.5 10.500h-3.3",
                "M9 4a3 3 0 0 1 1.7 5.600c.3 3.9 1.8 6.9 3.8 10.900H9Z",
            ),
            Icon::Say => ("M4 5h16v11h-9l-5 4v-4H4Z", "M12 5h8v11h-8Z"),
            Icon::Device => ("M7 3h10v18H7ZM11 18h2", "M12 3h5v18h-5Z"),
            Icon::More => ("M5 11.500v1M12 11.500v1M19 11.500v1", ""),
            Icon::Unfold => ("m6 9.5 6 6 6-6", ""),
            Icon::Erase => ("M9 6h11.500v12H9l-6-6ZM11.5 9.500l5 5M16.5 9.500l-5 5", "M3 12h17.500v6H9Z"),
        }
    }

    /// The icon as SVG. It is hidden from screen readers, since its button has a name.
    pub fn view(self) -> impl IntoView {
        let (lines, shade) = self.paths();
        view! {
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                {(!shade.is_empty()).then(|| view! { <path class="shade" d=shade></path> })}
                <path d=lines></path>
            </svg>
        }
    }
}

/// The logo of Trois: a cross, a ring and a pyramid, the marks of its games. `assets/icon.svg` and `index.html` show it
/// too.
pub fn logo() -> impl IntoView {
    view! {
        <svg class="sign" viewBox="0 0 62 20" aria-hidden="true" focusable="false">
            <path class="f-none s-seat1" d="M4 4.5 15 15.500M15 4.5 4 15.5" stroke-width="4.6" stroke-linecap="round"></path>
            <circle class="f-none s-seat2" cx="31" cy="10" r="6.7" stroke-width="4.4"></circle>
            <path class="f-win" d="M52 .8 43 16.5 53.3 19.2 61 16.500Z"></path>
            <path class="f-shade" d="M52 .8 53.3 19.2 61 16.500Z" opacity=".32"></path>
        </svg>
    }
}

#[cfg(test)]
mod tests {
    use boards::{Paint, Palette, Theme};

    #[test]
    fn the_icon_of_the_app_has_the_colours_of_the_sign() {
        let (icon, day) = (include_str!("../assets/icon.svg"), Palette::new(Theme::Light));
        for paint in [Paint::Seat1, Paint::Seat2, Paint::Win, Paint::Ground] {
            let colour = day.colour(paint);
            assert!(icon.contains(colour), "{paint:?}, {colour}, is not in the icon");
        }
    }
}
