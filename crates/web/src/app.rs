//! The frame around every page.

use leptos::prelude::*;
use rules::{Lang, Words};

use crate::icon::{self, Icon};
use crate::keyboard_help::KeyboardHelp;
use crate::language::tr;
use crate::layout::PageLayout;
use crate::lazy_pages::{self, when_loaded};
use crate::pages::{games, home, not_found, settings};
use crate::route::Route;
use crate::router::{Link, Router};
use crate::settings::SettingsStore;
use crate::start_queue::Deferred;
use crate::{start_queue, update};

/// The document title of a page.
pub(crate) fn title(route: Route, lang: Lang) -> String {
    let page = match route {
        Route::Home => return "Trois".to_owned(),
        Route::Games => Words::new("Mes parties", "My games"),
        Route::Settings => Words::new("Réglages", "Settings"),
        Route::Online => Words::new("En ligne", "Online"),
        Route::NewTable => Words::new("Ouvrir une table", "Open a table"),
        Route::Table => Words::new("Table", "Table"),
        Route::Archive => Words::new("Archives", "Archive"),
        Route::Puzzles(None) => Words::new("Énigmes", "Puzzles"),
        Route::Atlas(kind) => {
            let Words { fr, en } = kind.name();
            rules::words!(fr: "Atlas · {fr}", en: "Atlas · {en}")
        }
        Route::Study(None) => Words::new("Étudier", "Study"),
        Route::NotFound => Words::new("Page introuvable", "Page not found"),
        Route::Play(kind) => kind.name(),
        Route::Learn(kind) => {
            let Words { fr, en } = kind.name();
            rules::words!(fr: "Apprendre · {fr}", en: "Learn · {en}")
        }
        Route::Study(Some(kind)) => {
            let Words { fr, en } = kind.name();
            rules::words!(fr: "Étudier · {fr}", en: "Study · {en}")
        }
        Route::Puzzles(Some(kind)) => {
            let Words { fr, en } = kind.name();
            rules::words!(fr: "Énigmes · {fr}", en: "Puzzles · {en}")
        }
    };
    format!("{} · Trois", page.get(lang))
}

/// The whole app, with the saved settings, at the page in the address.
#[component]
pub fn App() -> impl IntoView {
    frame(SettingsStore::provide(), Router::provide())
}

/// The frame and the page in it.
pub(crate) fn frame(store: SettingsStore, router: Router) -> impl IntoView {
    PageLayout::provide();
    let update = update::available();
    let help_open = RwSignal::new(false);
    provide_context(help_open);
    Effect::new(move |_| document().set_title(&title(router.route(), store.lang())));
    // The page is rendered in a task after the frame, so that the browser can handle input in between.
    let has_frame = RwSignal::new(false);
    start_queue::run(move || has_frame.set(true));
    let other = move || if store.lang() == Lang::Fr { Lang::En } else { Lang::Fr };
    view! {
        <a class="skip" href="#main">{tr(Words::new("Aller au contenu", "Skip to content"))}</a>
        <header class="bar">
            <Link to=Route::Home class="brand">{icon::logo()}<span class="name">"Trois"</span></Link>
            <Deferred><nav aria-label=tr(Words::new("Pages", "Pages"))>
                <Link to=Route::Online>{Icon::Online.view()}<span>{tr(Words::new("En ligne", "Online"))}</span></Link>
                <Link to=Route::Games>{Icon::Games.view()}<span>{tr(Words::new("Mes parties", "My games"))}</span></Link>
                <Link to=Route::Study(None)>{Icon::Study.view()}<span>{tr(Words::new("Étudier", "Study"))}</span></Link>
                <Link to=Route::Puzzles(None)>{Icon::Puzzles.view()}<span>{tr(Words::new("Énigmes", "Puzzles"))}</span></Link>
                <Link to=Route::Settings>{Icon::Settings.view()}<span>{tr(Words::new("Réglages", "Settings"))}</span></Link>
            </nav></Deferred>
            <button class="plain language" on:click=move |_| {
                let next = untrack(other);
                store.update(|new| new.lang = Some(next));
            } lang=move || other().to_string()>
                <span class="long">{move || if other() == Lang::Fr { "Français" } else { "English" }}</span>
                <span class="short" aria-hidden="true">{move || other().to_string().to_uppercase()}</span>
            </button>
        </header>
        <Show when=move || update.get()>
            <p class="update" role="status">
                {tr(Words::new("Une nouvelle version est prête.", "A new version is ready."))}
                " "
                <button on:click=|_| update::accept()>
                    {tr(Words::new("Mettre à jour", "Update now"))}
                </button>
            </p>
        </Show>
        <main id="main" tabindex="-1">
            {move || match router.route() {
                _ if !has_frame.get() => ().into_any(),
                Route::Home => home::Page().into_any(),
                Route::Games => games::Page().into_any(),
                Route::Play(kind) => when_loaded(move || lazy_pages::play(kind)),
                Route::Learn(kind) => when_loaded(move || lazy_pages::learn(kind)),
                Route::Study(kind) => when_loaded(move || lazy_pages::study(kind)),
                Route::Settings => settings::Page().into_any(),
                Route::Puzzles(kind) => when_loaded(move || lazy_pages::puzzles(kind)),
                Route::Atlas(kind) => when_loaded(move || lazy_pages::atlas(kind)),
                route @ (Route::Online | Route::NewTable | Route::Table | Route::Archive) => {
                    when_loaded(move || lazy_pages::online(route))
                }
                Route::NotFound => not_found::Page().into_any(),
            }}
        </main>
        <Deferred><KeyboardHelp open=help_open/></Deferred>
    }
}
