//! The page for unknown addresses.

use leptos::prelude::*;
use rules::Words;

use crate::gallery::Gallery;
use crate::language::tr;
use crate::route::Route;

/// Says that the address is unknown, and shows the gallery of games.
#[component]
pub fn Page() -> impl IntoView {
    view! {
        <h1>{tr(Words::new("Il n’y a rien ici", "There is nothing here"))}</h1>
        <p>{tr(Words::new("Mais voici les cinq jeux.", "But here are the five games."))}</p>
        <Gallery to=Route::Play more=|_| ()/>
    }
}
