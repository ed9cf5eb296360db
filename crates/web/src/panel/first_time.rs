//! The way to the course, for those who meet a game for the first time.

use leptos::prelude::*;
use rules::{Kind, Words};

use crate::language::tr;
use crate::route::Route;
use crate::router::Link;
use crate::saved_games::{self, SavedGame};
use crate::storage;

/// Whether the game was never played or learnt on this device.
pub fn is_first_time(kind: Kind) -> bool {
    let is_known = |saved: &SavedGame| saved.game.as_ref().is_ok_and(|game| game.kind() == kind);
    storage::load(&format!("learnt.{kind}")).is_none() && !saved_games::all().iter().any(is_known)
}

/// "First time? Learn it in a minute."
#[component]
pub fn FirstTime(
    /// The game.
    kind: Kind,
) -> impl IntoView {
    view! {
        <p class="first-time">
            {tr(Words::new("Première partie\u{202f}?", "First time?"))} " "
            <Link to=Route::Learn(kind)>
                {tr(Words::new("Apprenez le jeu en une minute", "Learn it in a minute"))}
            </Link>
        </p>
    }
}
