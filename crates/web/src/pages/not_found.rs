//! The page for unknown addresses.

use leptos::prelude::*;
use rules::Words;

use crate::empty_page::{Drawing, EmptyPage};
use crate::gallery::Gallery;
use crate::language::tr;
use crate::route::Route;
use crate::router::Link;

/// Says that the address is unknown, and shows the gallery of games.
#[component]
pub fn Page() -> impl IntoView {
    view! {
        <h1 class="hello">{tr(Words::new("Page introuvable", "Page not found"))}</h1>
        <EmptyPage
            drawing=Drawing::Lost
            title=Words::new("Un rond a roulé sous la table", "A nought has rolled under the table")
            text=Words::new("Les jeux, eux, sont toujours là.", "The games are still here, though.")
        >
            <Link to=Route::Home class="button">{tr(Words::new("Retour à l’accueil", "Back to home"))}</Link>
        </EmptyPage>
        <Gallery to=Route::Play more=|_| ()/>
    }
}
