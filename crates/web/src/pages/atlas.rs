//! The atlas: what is proven.

use leptos::prelude::*;
use rules::Words;

use crate::atlas::{Contents, KIND};
use crate::language::tr;
use crate::route::Route;
use crate::router::Link;

/// The atlas.
#[component]
pub fn Page() -> impl IntoView {
    view! {
        <h1>"Atlas · " {tr(KIND.name())}</h1>
        <p>{tr(Words::new(
            "Ici, tout est prouvé\u{a0}: toutes les positions du jeu ont été calculées jusqu’à la fin. Touchez un coup pour voir ce qui peut suivre.",
            "Everything here is proven: every position of the game was computed to the end. Touch a move to see what can follow.",
        ))}</p>
        <Contents/>
        <p class="row">
            <Link to=Route::Play(KIND) class="button">{tr(Words::new("Jouer", "Play"))}</Link>
            <Link to=Route::Learn(KIND)>{tr(Words::new("Apprendre", "Learn"))}</Link>
            <Link to=Route::Study(Some(KIND))>{tr(Words::new("Étudier", "Study"))}</Link>
        </p>
    }
}
