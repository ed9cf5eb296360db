//! The frame around every page.

use leptos::prelude::*;
use rules::{Lang, Say, Words};

use crate::help::Help;
use crate::icon::Icon;
use crate::pages::{games, home, learn, missing, play, settings, study};
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

/// Whether there is more room beside the board than below it.
#[derive(Clone, Copy)]
pub struct Wide(Signal<bool>);

impl Wide {
    fn provide() {
        let is_wide = || {
            let query =
                window().match_media("(min-aspect-ratio: 11/10) and (min-width: 700px)").ok().flatten();
            query.is_some_and(|query| query.matches())
        };
        let wide = RwSignal::new(is_wide());
        window_event_listener(leptos::ev::resize, move |_| {
            let now = is_wide();
            if wide.get_untracked() != now {
                wide.set(now);
            }
        });
        provide_context(Wide(wide.into()));
    }

    /// Whether there is more room beside the board than below it.
    pub fn expect() -> Signal<bool> {
        expect_context::<Wide>().0
    }
}

/// The whole app.
#[component]
pub fn App() -> impl IntoView {
    let chosen = Chosen::provide();
    Wide::provide();
    let router = Router::provide();
    let update = update::waiting();
    let helps = RwSignal::new(false);
    provide_context(helps);
    let other = move || if chosen.lang() == Lang::Fr { Lang::En } else { Lang::Fr };
    view! {
        <a class="skip" href="#main">{said(Words::new("Aller au contenu", "Skip to the content"))}</a>
        <header class="bar">
            <Link to=Route::Home class="brand">"Trois"</Link>
            <nav aria-label=said(Words::new("Pages", "Pages"))>
                <Link to=Route::Games>{Icon::Games.view()}<span>{said(Words::new("Mes parties", "My games"))}</span></Link>
                <Link to=Route::Study(None)>{Icon::Study.view()}<span>{said(Words::new("Étudier", "Study"))}</span></Link>
                <Link to=Route::Settings>{Icon::Settings.view()}<span>{said(Words::new("Réglages", "Settings"))}</span></Link>
            </nav>
            <button class="plain language" on:click=move |_| {
                let next = untrack(other);
                chosen.change(|new| new.lang = Some(next));
            } lang=move || other().to_string()>
                {move || if other() == Lang::Fr { "Français" } else { "English" }}
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
                Route::Home => home::Page().into_any(),
                Route::Games => games::Page().into_any(),
                Route::Play(kind) => view! { <play::Page kind/> }.into_any(),
                Route::Learn(kind) => view! { <learn::Page kind/> }.into_any(),
                Route::Study(kind) => view! { <study::Page kind/> }.into_any(),
                Route::Settings => settings::Page().into_any(),
                Route::Missing => missing::Page().into_any(),
            }}
        </main>
        <Help open=helps/>
    }
}
