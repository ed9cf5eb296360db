//! An address that leads nowhere.

use leptos::prelude::*;
use rules::Words;

use crate::app::said;
use crate::route::Route;
use crate::router::Link;

/// An address that leads nowhere, and the way out.
#[component]
pub fn Page() -> impl IntoView {
    view! {
        <h1>{said(Words::new("Il n’y a rien ici", "There is nothing here"))}</h1>
        <p>
            <Link to=Route::Home>{said(Words::new("Voir les cinq jeux", "See the five games"))}</Link>
        </p>
    }
}
