//! The message of a table's page when page and server speak different versions of the protocol.

use leptos::prelude::*;
use rules::Words;

use crate::language::tr;
use crate::update;

/// Explains the problem, and offers to reload the page.
#[component]
pub fn OtherVersion() -> impl IntoView {
    view! {
        <p class="refusal other-version" role="alert">{tr(Words::new(
            "Cette page et le serveur n’ont pas la même version\u{a0}: rechargez la page. Si cela ne suffit pas, le serveur n’est pas encore à jour\u{a0}: réessayez dans quelques minutes.",
            "This page and the server have different versions: reload the page. If that does not help, the server is not up to date yet: try again in a few minutes.",
        ))}</p>
        <p><button on:click=|_| update::reload_newest()>{tr(Words::new("Recharger la page", "Reload the page"))}</button></p>
    }
}
