//! Playing a game.

use leptos::prelude::*;
use rules::Kind;

use crate::app::said;

/// Playing a game.
#[component]
pub fn Page(
    /// Which.
    kind: Kind,
) -> impl IntoView {
    view! { <h1>{said(kind.name())}</h1> }
}
