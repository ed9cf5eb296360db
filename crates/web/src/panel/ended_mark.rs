//! A mark on the board of a game that was resigned, agreed drawn or lost on time, so that it does not look alive.

use leptos::prelude::*;
use rules::{Say, Words};

use crate::language::lang;

/// The mark, if something other than the rules ended the game.
#[component]
pub fn EndedMark(
    /// A few words about the end.
    #[prop(into)]
    ended: Signal<Option<Words>>,
) -> impl IntoView {
    // The status line says it to screen readers.
    move || {
        ended.get().map(|words| view! { <p class="ended-mark" aria-hidden="true">{words.say(lang())}</p> })
    }
}
