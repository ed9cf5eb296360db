//! The atlas: what is known of a game.

use leptos::prelude::*;
use rules::{Kind, Words};

use crate::language::{lang, tr};
use crate::route::Route;
use crate::router::Link;
use crate::{atlas, labels};

/// The atlas of a game.
#[component]
pub fn Page(
    /// The game.
    kind: Kind,
) -> impl IntoView {
    let other = |other: Kind| {
        let link = view! { <Link to=Route::Atlas(other)>"Atlas · " {tr(other.name())}</Link> };
        (other != kind).then_some(link)
    };
    view! {
        <h1>"Atlas · " {tr(kind.name())}</h1>
        {atlas::of(kind).map(|atlas| view! { <p>{tr(atlas.introduction.clone())}</p> })}
        {atlas::contents(kind)}
        <p class="row">
            <Link to=Route::Play(kind) class="button">{tr(Words::new("Jouer", "Play"))}</Link>
            <Link to=Route::Learn(kind)>{tr(Words::new("Apprendre", "Learn"))}</Link>
            <Link to=Route::Study(Some(kind))>{tr(Words::new("Étudier", "Study"))}</Link>
            {atlas::kinds().map(other).collect_view()}
        </p>
        <p class="facts"><small>{move || labels::credit(kind, lang())}</small></p>
    }
}
