//! The analysis board.

use leptos::prelude::*;
use rules::{Kind, Words};

use crate::app::said;

/// The analysis board, of one game or with a game still to choose.
#[component]
pub fn Page(
    /// Which game, if one is chosen.
    kind: Option<Kind>,
) -> impl IntoView {
    let title = kind.map_or(Words::new("Étudier", "Study"), Kind::name);
    view! { <h1>{said(title)}</h1> }
}
