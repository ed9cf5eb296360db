//! What a page shows while it has no content: a drawing, a title, and links to go on with.

use leptos::prelude::*;
use rules::Words;

use crate::language::tr;

/// The drawings, in a rectangle of 240 by 150 units, painted like the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// A sheet of paper with a grid and a first cross, and a pencil.
    Sheet,
    /// A table at which one pawn waits for another.
    Table,
    /// A box of games.
    Box,
    /// A grid from which a ring has rolled away.
    Lost,
}

impl Drawing {
    const fn markup(self) -> &'static str {
        match self {
            Drawing::Sheet => concat!(
                r#"<g transform="rotate(-3 110 75)"><rect class="f-board s-line" x="42" y="10" width="132" height="130" rx="4" stroke-width="1.2"/>"#,
                r#"<path class="s-seat1" opacity=".16" d="M42 31h132M42 53h132M42 75h132M42 97h132M42 119h132M64 10v130M86 10v130M108 10v130M130 10v130M152 10v130"/>"#,
                r#"<path class="f-none s-ink" stroke-width="3" stroke-linecap="round" d="M87 33q-1 42 0 84M130 32q1 44-1 86M66 54q44-2 86 1M65 97q42 1 88-1"/>"#,
                r#"<path class="f-none s-seat1" stroke-width="6" stroke-linecap="round" d="M97 64q12 9 23 22M120 63q-11 12-24 23"/></g>"#,
                r#"<g transform="rotate(38 176 84)"><path class="f-win s-ink" stroke-width="1.6" stroke-linejoin="round" d="M168 26h16v74l-8 18-8-18Z"/>"#,
                r#"<path class="f-shade" opacity=".2" d="M178 26h6v74l-8 18Z"/><path class="f-paper s-ink" stroke-width="1.6" stroke-linejoin="round" d="M168 100h16l-8 18Z"/>"#,
                r#"<path class="f-ink" d="M173.5 112.500h5l-2.5 5.500Z"/><path class="f-seat2 s-ink" stroke-width="1.6" d="M168 26v-7a4 4 0 0 1 4-4h8a4 4 0 0 1 4 4v7Z"/></g>"#,
            ),
            Drawing::Table => concat!(
                r#"<ellipse class="f-shade" opacity=".12" cx="122" cy="122" rx="92" ry="20"/><ellipse class="f-cell s-line" stroke-width="1.4" cx="120" cy="110" rx="92" ry="28"/>"#,
                r#"<ellipse class="f-board" cx="120" cy="107" rx="84" ry="23"/><path class="f-none s-line" stroke-width="2" stroke-linecap="round" d="M106 97l-7 22M126 97l1 22M91 104h52M87 112h60"/>"#,
                r#"<path class="f-seat1 s-ink" stroke-width="1.6" stroke-linejoin="round" d="M46 92c9-12 12-24 12-40h16c0 16 3 28 12 40q-20 9-40 0Z"/><path class="f-shade" opacity=".22" d="M66 52h8c0 16 3 28 12 40q-10 4.5-20 4.500Z"/>"#,
                r#"<circle class="f-seat1 s-ink" stroke-width="1.6" cx="66" cy="40" r="15"/><path class="f-shade" opacity=".22" d="M66 25a15 15 0 0 1 0 30Z"/>"#,
                r#"<g class="f-none s-seat2" stroke-width="2.2" stroke-dasharray="5 5" stroke-linecap="round"><path d="M154 92c9-12 12-24 12-40h16c0 16 3 28 12 40q-20 9-40 0Z"/><circle cx="174" cy="40" r="15"/></g>"#,
            ),
            Drawing::Box => concat!(
                r#"<path class="f-shade" opacity=".12" d="M34 128 128 146 214 120 204 112 40 118Z"/>"#,
                r#"<path class="f-cell s-line" stroke-width="1.4" stroke-linejoin="round" d="M36 62 124 84v58L36 118Z"/><path class="f-cell s-line" stroke-width="1.4" stroke-linejoin="round" d="M124 84 206 60v56l-82 26Z"/>"#,
                r#"<path class="f-shade" opacity=".16" d="M124 84 206 60v56l-82 26Z"/><path class="f-board s-line" stroke-width="1.4" stroke-linejoin="round" d="M28 52 118 30 214 50 124 76Z"/>"#,
                r#"<path class="f-board s-line" stroke-width="1.4" stroke-linejoin="round" d="M28 52v16l96 25V76ZM214 50v16l-90 27V76Z"/>"#,
                r#"<path class="s-seat1" stroke-width="5" stroke-linecap="round" d="m68 50 24 7M86 46 74 61"/><ellipse class="f-none s-seat2" stroke-width="5" cx="120" cy="54" rx="13" ry="7.5"/>"#,
                r#"<path class="f-win" d="M166 38 148 53l15 4 16-5Z"/><path class="f-shade" opacity=".3" d="M166 38 163 57l16-5Z"/>"#,
            ),
            Drawing::Lost => concat!(
                r#"<path class="f-none s-line" stroke-width="4" stroke-linecap="round" d="M52 20v108M88 20v108M18 56h106M18 92h106"/>"#,
                r#"<path class="f-none s-seat1" stroke-width="7" stroke-linecap="round" d="m60 64 20 20m0-20L60 84M96 28l20 20m0-20L96 48"/>"#,
                r#"<path class="f-win" d="M33 98 20 121l15 4 11-4Z"/><path class="f-shade" opacity=".3" d="M33 98 35 125l11-4Z"/>"#,
                r#"<path class="f-none s-line" stroke-width="2" stroke-linecap="round" stroke-dasharray="2 7" d="M112 78q28 4 44 20t32 22"/>"#,
                r#"<ellipse class="f-shade" opacity=".14" cx="206" cy="137" rx="22" ry="4"/><circle class="f-none s-seat2" stroke-width="8" cx="204" cy="119" r="14"/>"#,
            ),
        }
    }
}

/// A page, or a part of one, without content. The children are the links to go on with.
#[component]
pub fn EmptyPage(
    /// What is drawn.
    drawing: Drawing,
    /// What is missing.
    title: Words,
    /// What would be here, or how it gets here.
    text: Words,
    /// Links and buttons.
    children: Children,
) -> impl IntoView {
    view! {
        <div class="empty-page">
            <svg viewBox="0 0 240 150" aria-hidden="true" focusable="false" inner_html=drawing.markup()></svg>
            <h2>{tr(title)}</h2>
            <p>{tr(text)}</p>
            <div class="row">{children()}</div>
        </div>
    }
}
