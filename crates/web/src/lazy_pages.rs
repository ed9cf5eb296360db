//! Pages that are loaded when they are first opened, each in a file of WebAssembly of its own, so that home is small.
//!
//! Every function here that bears `#[wasm_split(name, …)]` becomes a file `name`, with all that only it needs; what
//! two of them share and home does not becomes a file of its own. `xtask/pack` cuts the compiled app at these
//! functions, and the service worker keeps all files, so that every page opens offline too.
//!
//! To make a page lazy: write a function like [`study`] with a name of its own, and let [`crate::app`] show it
//! by [`when_loaded`].

use std::future::Future;

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use rules::{Kind, Words};

use crate::language::tr;
use crate::pages;
use crate::route::Route;

/// The file could not be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadError;

impl From<SplitLoaderError> for LoadError {
    fn from(_: SplitLoaderError) -> LoadError {
        LoadError
    }
}

/// What a lazy page becomes.
pub type LazyPage = Result<AnyView, LoadError>;

/// The page where a game is played.
#[wasm_split(play, wasm_split_path = leptos::wasm_split, fallible)]
pub fn play(kind: Kind) -> LazyPage {
    Ok(view! { <pages::play::Page kind/> }.into_any())
}

/// The page where a game is learnt.
#[wasm_split(learn, wasm_split_path = leptos::wasm_split, fallible)]
pub fn learn(kind: Kind) -> LazyPage {
    Ok(view! { <pages::learn::Page kind/> }.into_any())
}

/// The analysis board.
#[wasm_split(study, wasm_split_path = leptos::wasm_split, fallible)]
pub fn study(kind: Option<Kind>) -> LazyPage {
    Ok(view! { <pages::study::Page kind/> }.into_any())
}

/// The pages where people play together, all in one file: who comes to one of them goes on to another.
#[wasm_split(online, wasm_split_path = leptos::wasm_split, fallible)]
pub fn online(route: Route) -> LazyPage {
    Ok(match route {
        Route::NewTable => pages::new_table::Page().into_any(),
        Route::Table => pages::table::Page().into_any(),
        Route::Archive => pages::archive::Page().into_any(),
        _ => pages::online::Page().into_any(),
    })
}

/// Shows a lazy page as soon as it is there, at once if it is there already. If it cannot be loaded, it says so and
/// offers to try again.
pub fn when_loaded<F>(page: impl Fn() -> F + Send + Sync + 'static) -> AnyView
where
    F: Future<Output = LazyPage> + Send + 'static,
{
    let again = RwSignal::new(());
    let shown = move || {
        again.track();
        let page = page();
        Suspend::new(async move { page.await.unwrap_or_else(|LoadError| retry(again)) })
    };
    shown.into_any()
}

fn retry(again: RwSignal<()>) -> AnyView {
    view! {
        <div role="alert">
            <p class="refusal">{tr(Words::new(
                "Cette page n’a pas pu être chargée. Vérifiez la connexion\u{a0}; si rien n’y fait, rechargez l’application.",
                "This page could not be loaded. Check the connection; if nothing helps, reload the app.",
            ))}</p>
        </div>
        <button class="strong" on:click=move |_| again.set(())>
            {tr(Words::new("Réessayer", "Try again"))}
        </button>
    }
    .into_any()
}
