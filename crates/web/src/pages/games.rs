//! The games that were played here.

use leptos::prelude::*;
use rules::Words;

use crate::app::said;

/// The games that were played here.
#[component]
pub fn Page() -> impl IntoView {
    view! { <h1>{said(Words::new("Mes parties", "My games"))}</h1> }
}
