//! Learning a game.

use leptos::prelude::*;
use rules::Kind;

use crate::app::said;

/// Learning a game.
#[component]
pub fn Page(
    /// Which.
    kind: Kind,
) -> impl IntoView {
    view! { <h1>{said(kind.name())}</h1> }
}
