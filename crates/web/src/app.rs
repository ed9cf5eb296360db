//! The frame around every page.

use std::time::Duration;

use leptos::prelude::*;
use rules::{Lang, Say, Words};

use crate::help::Help;
use crate::icon::Icon;
use crate::lazy::{self, when_loaded};
use crate::pages::{games, home, missing, settings};
use crate::route::Route;
use crate::router::{Link, Router};
use crate::settings::Chosen;
use crate::update;

/// The language of the app; whoever asks is told when it changes.
pub fn lang() -> Lang {
    Chosen::expect().lang()
}

/// These words in the language of the app, whenever it changes.
pub fn said(words: Words) -> impl Fn() -> String + Clone + Send + Sync {
    let chosen = Chosen::expect();
    move || words.say(chosen.lang())
}

/// How much room there is: whether the page has two columns, and whether the board lies in a wide one.
#[derive(Clone, Copy, PartialEq)]
pub struct Room {
    /// Whether what belongs to the board stands beside it rather than below.
    pub two_columns: bool,
    /// Whether the room for the board itself is wider than high.
    pub wide_board: bool,
}

impl Room {
    fn now() -> Room {
        let size =
            |side: Result<wasm_bindgen::JsValue, _>| side.ok().and_then(|side| side.as_f64()).unwrap_or(0.0);
        let (width, height) = (size(window().inner_width()), size(window().inner_height()));
        // On a phone that lies on its side there is no room above or below the board.
        let is_lying = width >= 560.0 && height < 420.0;
        let two_columns = (width >= 700.0 || is_lying) && width > 1.1 * height;
        // The second column and the bar at the top take this much.
        let board = if two_columns { (width - 440.0, height - 80.0) } else { (width, 0.78 * height) };
        Room { two_columns, wide_board: board.0 > 1.25 * board.1 }
    }

    fn provide() {
        let room = RwSignal::new(Room::now());
        window_event_listener(leptos::ev::resize, move |_| {
            let now = Room::now();
            if room.get_untracked() != now {
                room.set(now);
            }
        });
        provide_context(room);
    }

    /// Whether what belongs to the board stands beside it.
    pub fn two_columns() -> Signal<bool> {
        let room: RwSignal<Room> = expect_context();
        Signal::derive(move || room.get().two_columns)
    }

    /// Whether the room for the board is wider than high.
    pub fn wide_board() -> Signal<bool> {
        let room: RwSignal<Room> = expect_context();
        Signal::derive(move || room.get().wide_board)
    }
}

/// The title of a page, in tabs and histories.
fn title(route: Route, lang: Lang) -> String {
    let page = match route {
        Route::Home => return "Trois".to_owned(),
        Route::Games => Words::new("Mes parties", "My games"),
        Route::Settings => Words::new("Réglages", "Settings"),
        Route::Online => Words::new("En ligne", "Online"),
        Route::NewTable => Words::new("Ouvrir une table", "Open a table"),
        Route::Table => Words::new("Table", "Table"),
        Route::Archive => Words::new("Archives", "Archive"),
        Route::Study(None) => Words::new("Étudier", "Study"),
        Route::Missing => Words::new("Page introuvable", "No such page"),
        Route::Play(kind) => kind.name(),
        Route::Learn(kind) => {
            let Words { fr, en } = kind.name();
            rules::words!(fr: "Apprendre {fr}", en: "Learn {en}")
        }
        Route::Study(Some(kind)) => {
            let Words { fr, en } = kind.name();
            rules::words!(fr: "Étudier {fr}", en: "Study {en}")
        }
    };
    format!("{} · Trois", page.get(lang))
}

/// The whole app.
#[component]
pub fn App() -> impl IntoView {
    let chosen = Chosen::provide();
    Room::provide();
    let router = Router::provide();
    let update = update::waiting();
    let helps = RwSignal::new(false);
    provide_context(helps);
    Effect::new(move |_| document().set_title(&title(router.route(), chosen.lang())));
    // The page comes after the frame around it, so that the browser can answer in between.
    let has_frame = RwSignal::new(false);
    set_timeout(move || has_frame.set(true), Duration::ZERO);
    let other = move || if chosen.lang() == Lang::Fr { Lang::En } else { Lang::Fr };
    view! {
        <a class="skip" href="#main">{said(Words::new("Aller au contenu", "Skip to the content"))}</a>
        <header class="bar">
            <Link to=Route::Home class="brand">"Trois"</Link>
            <nav aria-label=said(Words::new("Pages", "Pages"))>
                <Link to=Route::Online>{Icon::Online.view()}<span>{said(Words::new("En ligne", "Online"))}</span></Link>
                <Link to=Route::Games>{Icon::Games.view()}<span>{said(Words::new("Mes parties", "My games"))}</span></Link>
                <Link to=Route::Study(None)>{Icon::Study.view()}<span>{said(Words::new("Étudier", "Study"))}</span></Link>
                <Link to=Route::Settings>{Icon::Settings.view()}<span>{said(Words::new("Réglages", "Settings"))}</span></Link>
            </nav>
            <button class="plain language" on:click=move |_| {
                let next = untrack(other);
                chosen.change(|new| new.lang = Some(next));
            } lang=move || other().to_string()>
                <span class="long">{move || if other() == Lang::Fr { "Français" } else { "English" }}</span>
                <span class="short" aria-hidden="true">{move || other().to_string().to_uppercase()}</span>
            </button>
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
        <main id="main" tabindex="-1">
            {move || match router.route() {
                _ if !has_frame.get() => ().into_any(),
                Route::Home => home::Page().into_any(),
                Route::Games => games::Page().into_any(),
                Route::Play(kind) => when_loaded(move || lazy::play(kind)),
                Route::Learn(kind) => when_loaded(move || lazy::learn(kind)),
                Route::Study(kind) => when_loaded(move || lazy::study(kind)),
                Route::Settings => settings::Page().into_any(),
                route @ (Route::Online | Route::NewTable | Route::Table | Route::Archive) => {
                    when_loaded(move || lazy::together(route))
                }
                Route::Missing => missing::Page().into_any(),
            }}
        </main>
        <Help open=helps/>
    }
}
