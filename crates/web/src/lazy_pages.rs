//! Code splitting: pages that are loaded when they are first opened, so that home stays small.
//!
//! Each function marked `#[wasm_split(name, …)]` becomes a WebAssembly file `name` with the code that only it needs;
//! code that several of them share, but home does not, goes to separate files. `xtask/pack` splits the compiled app
//! at these functions. The service worker caches all files, so every page opens offline too.
//!
//! To make a page lazy, write a function like [`study`] and show it in [`crate::app`] with [`when_loaded`].

use std::future::Future;

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use rules::{Kind, Words};

use crate::language::tr;
use crate::route::Route;
use crate::start_queue::Deferred;
use crate::{pages, startup};

/// The file of a page could not be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadError;

impl From<SplitLoaderError> for LoadError {
    fn from(_: SplitLoaderError) -> LoadError {
        LoadError
    }
}

/// A lazy page, once it is loaded.
pub type LazyPage = Result<AnyView, LoadError>;

/// The play page.
#[wasm_split(play, wasm_split_path = leptos::wasm_split, fallible)]
pub fn play(kind: Kind) -> LazyPage {
    Ok(view! { <Deferred><pages::play::Page kind/></Deferred> }.into_any())
}

/// The learn page.
#[wasm_split(learn, wasm_split_path = leptos::wasm_split, fallible)]
pub fn learn(kind: Kind) -> LazyPage {
    Ok(view! { <Deferred><pages::learn::Page kind/></Deferred> }.into_any())
}

/// The study page.
#[wasm_split(study, wasm_split_path = leptos::wasm_split, fallible)]
pub fn study(kind: Option<Kind>) -> LazyPage {
    Ok(view! { <Deferred><pages::study::Page kind/></Deferred> }.into_any())
}

/// The atlas.
#[wasm_split(atlas, wasm_split_path = leptos::wasm_split, fallible)]
pub fn atlas(kind: Kind) -> LazyPage {
    Ok(view! { <Deferred><pages::atlas::Page kind/></Deferred> }.into_any())
}

/// The puzzles.
#[wasm_split(puzzles, wasm_split_path = leptos::wasm_split, fallible)]
pub fn puzzles(kind: Option<Kind>) -> LazyPage {
    Ok(view! { <Deferred><pages::puzzles::Page kind/></Deferred> }.into_any())
}

/// The pages for playing online. They share a file, since people go from one to the other.
#[wasm_split(online, wasm_split_path = leptos::wasm_split, fallible)]
pub fn online(route: Route) -> LazyPage {
    let page = move || match route {
        Route::NewTable => pages::new_table::Page().into_any(),
        Route::Table => pages::table::Page().into_any(),
        Route::Archive => pages::archive::Page().into_any(),
        _ => pages::online::Page().into_any(),
    };
    Ok(view! { <Deferred>{page()}</Deferred> }.into_any())
}

/// The name of the part with the code of a page, if the page is lazy. The page arrives with the list of the part's files.
pub fn part(route: Route) -> Option<&'static str> {
    match route {
        Route::Play(_) => Some("play"),
        Route::Learn(_) => Some("learn"),
        Route::Study(_) => Some("study"),
        Route::Puzzles(_) => Some("puzzles"),
        Route::Atlas(_) => Some("atlas"),
        Route::Online | Route::NewTable | Route::Table | Route::Archive => Some("online"),
        Route::Home | Route::Games | Route::Settings | Route::NotFound => None,
    }
}

/// Shows a lazy page once it is loaded, at once if it is loaded already. If loading fails, it shows a message and a
/// button to retry.
pub fn when_loaded<F>(page: impl Fn() -> F + Send + Sync + 'static) -> AnyView
where
    F: Future<Output = LazyPage> + Send + 'static,
{
    let again = RwSignal::new(());
    let shown = move || {
        again.track();
        let (page, unfinished) = (page(), startup::delay_start());
        Suspend::new(async move {
            let page = page.await.unwrap_or_else(|LoadError| retry(again));
            drop(unfinished);
            page
        })
    };
    shown.into_any()
}

fn retry(again: RwSignal<()>) -> AnyView {
    view! {
        <div role="alert">
            <p class="refusal">{tr(Words::new(
                "Cette page n’a pas pu être chargée. Vérifiez votre connexion\u{202f}; si rien n’y fait, rechargez l’application.",
                "This page could not be loaded. Check your connection; if that does not help, reload the app.",
            ))}</p>
        </div>
        <button class="strong" on:click=move |_| again.set(())>
            {tr(Words::new("Réessayer", "Try again"))}
        </button>
    }
    .into_any()
}
