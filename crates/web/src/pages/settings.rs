//! Language, theme, sounds and strength.

use leptos::prelude::*;
use rules::Words;

use crate::app::said;

/// Language, theme, sounds and strength.
#[component]
pub fn Page() -> impl IntoView {
    view! { <h1>{said(Words::new("Réglages", "Settings"))}</h1> }
}
