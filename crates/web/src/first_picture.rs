//! The first picture of each page: the page as it looks before the app runs, as HTML. The packer writes it into the files
//! in which the pages arrive, one for each language.
//!
//! The components that the browser runs render it, so that texts and boards exist once. What only the browser knows has
//! its initial value: nothing is saved, the window is narrow, hidden cards are face down.

use std::sync::Arc;

use any_spawner::{CustomExecutor, Executor, PinnedFuture, PinnedLocalFuture};
use hydration_context::SsrSharedContext;
use leptos::prelude::*;
use rules::{Kind, Lang, Words};

use crate::route::Route;
use crate::router::Router;
use crate::settings::{Settings, SettingsStore};
use crate::{app, atlas, browser};

/// A page before the app runs.
#[derive(Clone, Debug)]
pub struct FirstPicture {
    /// The title of the document.
    pub title: String,
    /// What search engines show below the title.
    pub description: String,
    /// The content of the body.
    pub html: String,
}

/// Renders the first picture of a page.
pub fn render(route: Route, lang: Lang) -> FirstPicture {
    browser::render_first_pictures();
    // If there is an executor already, it is this one.
    let _ = Executor::init_custom_executor(NoTasks);
    let owner = Owner::new_root(Some(Arc::new(SsrSharedContext::new())));
    let html = owner.with(|| {
        // `first.css` hides the coordinates from those who have not chosen them.
        let settings = Settings { lang: Some(lang), coordinates: true, ..Settings::default() };
        let store = SettingsStore::provide_with(settings);
        app::frame(store, Router::provide_at(route)).to_html()
    });
    drop(owner);
    // Leptos marks where a browser would find dynamic text. The app builds its own elements and does not need the
    // marks.
    let html = html.replace("<!>", "").replace("<!---->", "");
    FirstPicture {
        title: app::title(route, lang),
        description: description(route).get(lang).to_owned(),
        html,
    }
}

fn description(route: Route) -> Words {
    match route {
        Route::Puzzles(None) => Words::new(
            "Chaque jour, une énigme pour chacun de nos jeux, et des milliers d’autres, dont la solution est prouvée.",
            "A puzzle a day for each of our games, and thousands more, each with a proven solution.",
        ),
        Route::Play(kind) | Route::Learn(kind) | Route::Study(Some(kind)) | Route::Puzzles(Some(kind)) => {
            let Words { fr, en } = kind.info().pitch.clone();
            let Words { fr: name_fr, en: name_en } = kind.name();
            rules::words!(fr: "{name_fr} · {fr}", en: "{name_en} · {en}")
        }
        _ => Words::new(
            "Des jeux où tout va par trois\u{a0}: jouer, apprendre, étudier, en solo ou à plusieurs.",
            "Games where everything comes in threes: play, learn, study, alone or with others.",
        ),
    }
}

/// All pages that have their own first picture.
pub fn routes() -> Vec<Route> {
    let mut routes = vec![Route::Home, Route::Games, Route::Study(None), Route::Settings];
    routes.extend([Route::Online, Route::NewTable, Route::Table, Route::Archive]);
    routes.extend([Route::Puzzles(None), Route::NotFound]);
    routes.extend(atlas::kinds().map(Route::Atlas));
    for &kind in Kind::ALL {
        routes.extend([Route::Play(kind), Route::Learn(kind), Route::Study(Some(kind))]);
        routes.push(Route::Puzzles(Some(kind)));
    }
    routes
}

/// Requests to the server and other tasks belong to the running app: this executor drops them.
struct NoTasks;

impl CustomExecutor for NoTasks {
    fn spawn(&self, _: PinnedFuture<()>) {}
    fn spawn_local(&self, _: PinnedLocalFuture<()>) {}
    fn poll_local(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_its_frame_title_and_words_in_both_languages() {
        for route in routes() {
            for lang in Lang::ALL {
                let picture = render(route, lang);
                assert!(picture.html.contains("<main"), "{route:?} {lang}");
                assert!(picture.title.contains("Trois"), "{route:?} {lang}");
                if route != Route::Table {
                    assert!(picture.html.contains("<h1"), "{route:?} {lang}: {}", picture.html);
                }
            }
            assert_ne!(render(route, Lang::Fr).html, render(route, Lang::En).html, "{route:?}");
        }
    }

    #[test]
    fn pages_with_a_board_show_it() {
        for &kind in Kind::ALL {
            for route in [Route::Play(kind), Route::Learn(kind), Route::Study(Some(kind))] {
                let html = render(route, Lang::En).html;
                assert!(html.contains("<g aria-hidden=\"true\"><g class=\"item "), "{route:?}: {html}");
                let has_places = html.contains("data-spot=\"");
                assert!(has_places || kind.hides(), "{route:?}");
            }
        }
        let pictures = |route| render(route, Lang::En).html.matches("class=\"board picture\"").count();
        assert_eq!(pictures(Route::Home), Kind::ALL.len());
        assert!(pictures(Route::Settings) >= Kind::ALL.len());
    }

    #[test]
    fn every_page_of_a_game_names_its_makers() {
        let mut pages: Vec<(Kind, Route)> = atlas::kinds().map(|kind| (kind, Route::Atlas(kind))).collect();
        for &kind in Kind::ALL {
            let own =
                [Route::Play(kind), Route::Learn(kind), Route::Study(Some(kind)), Route::Puzzles(Some(kind))];
            // These begin all games.
            let all = [Route::Home, Route::Online];
            pages.extend(own.into_iter().chain(all).map(|route| (kind, route)));
        }
        // It presents the game that is chosen.
        pages.push((Kind::default(), Route::NewTable));
        for (kind, route) in pages {
            for lang in Lang::ALL {
                let (html, byline) = (render(route, lang).html, kind.info().byline.get(lang).to_owned());
                assert!(html.contains(&byline), "{route:?} {lang} does not name: {byline}");
            }
        }
    }

    /// The Content-Security-Policy forbids inline styles and scripts.
    #[test]
    fn nothing_is_inline() {
        for route in routes() {
            let html = render(route, Lang::Fr).html;
            for forbidden in [" style=", "<script", "<style", " onclick="] {
                assert!(!html.contains(forbidden), "{route:?} has {forbidden}");
            }
        }
    }

    #[test]
    fn the_cards_of_a_game_that_is_not_dealt_yet_lie_face_down() {
        for &kind in Kind::ALL.iter().filter(|kind| kind.hides()) {
            let one = render(Route::Play(kind), Lang::En).html;
            assert!(!one.contains("class=\"place legal"), "{kind}: {one}");
        }
    }
}
