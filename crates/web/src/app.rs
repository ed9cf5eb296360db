//! The frame around every page.

use leptos::prelude::*;
use rules::{Lang, Say, Words};

use crate::pages::{games, home, learn, missing, play, settings, study};
use crate::route::Route;
use crate::router::{Link, Router};
use crate::update;

/// The language in which the app speaks.
pub type Language = RwSignal<Lang>;

/// These words in the language of the app, whenever it changes.
pub fn said(words: Words) -> impl Fn() -> String + Clone + Send {
    let language: Language = expect_context();
    move || words.say(language.get())
}

/// The whole app.
#[component]
pub fn App() -> impl IntoView {
    let language: Language = RwSignal::new(browser_language());
    provide_context(language);
    let router = Router::provide();
    let update = update::waiting();
    Effect::new(move |_| {
        if let Some(root) = document().document_element() {
            // The attribute is a plain word: it cannot be refused.
            let _ = root.set_attribute("lang", &language.get().to_string());
        }
    });
    view! {
        <header class="bar">
            <Link to=Route::Home class="brand">"Trois"</Link>
            <nav aria-label=said(Words::new("Pages", "Pages"))>
                <Link to=Route::Games>{said(Words::new("Mes parties", "My games"))}</Link>
                <Link to=Route::Study(None)>{said(Words::new("Étudier", "Study"))}</Link>
                <Link to=Route::Settings>{said(Words::new("Réglages", "Settings"))}</Link>
            </nav>
        </header>
        <Show when=move || update.get()>
            <p class="update" role="status">
                {said(Words::new("Une nouvelle version est prête.", "A new version is ready."))}
                " "
                <button on:click=|_| update::accept()>
                    {said(Words::new("L’utiliser maintenant", "Use it now"))}
                </button>
            </p>
        </Show>
        <main id="main">
            {move || match router.route() {
                Route::Home => home::Page().into_any(),
                Route::Games => games::Page().into_any(),
                Route::Play(kind) => view! { <play::Page kind/> }.into_any(),
                Route::Learn(kind) => view! { <learn::Page kind/> }.into_any(),
                Route::Study(kind) => view! { <study::Page kind/> }.into_any(),
                Route::Settings => settings::Page().into_any(),
                Route::Missing => missing::Page().into_any(),
            }}
        </main>
    }
}

/// French where the browser asks for it, else English.
fn browser_language() -> Lang {
    let wants = window().navigator().language().unwrap_or_default();
    if wants.starts_with("fr") { Lang::Fr } else { Lang::En }
}
