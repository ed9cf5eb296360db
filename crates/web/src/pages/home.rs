//! The five games.

use leptos::prelude::*;
use rules::{Kind, Words};

use crate::app::said;
use crate::route::Route;
use crate::router::Link;

/// The five games.
#[component]
pub fn Page() -> impl IntoView {
    let games = Kind::ALL.iter().map(|&kind| {
        view! { <li><Link to=Route::Play(kind)>{said(kind.name())}</Link></li> }
    });
    view! {
        <h1>{said(Words::new("Les jeux de trois", "The games of three"))}</h1>
        <ul class="games">{games.collect_view()}</ul>
    }
}
