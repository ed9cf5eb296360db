//! An address that leads nowhere.

use leptos::prelude::*;
use rules::Words;

use crate::app::said;
use crate::gallery::Gallery;
use crate::route::Route;

/// An address that leads nowhere, and where to go instead.
#[component]
pub fn Page() -> impl IntoView {
    view! {
        <h1>{said(Words::new("Il n’y a rien ici", "There is nothing here"))}</h1>
        <p>{said(Words::new("Mais voici les cinq jeux.", "But here are the five games."))}</p>
        <Gallery to=Route::Play more=|_| ()/>
    }
}
