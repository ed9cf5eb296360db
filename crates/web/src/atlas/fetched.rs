//! A file of the atlas: fetched when the page is opened, with a button to try again.

use std::sync::Arc;

use leptos::prelude::*;
use rules::Words;

use crate::browser;
use crate::language::tr;
use crate::online::api;
use crate::startup;

/// Fetches a file and shows its content.
#[component]
pub fn Fetched<T: Send + Sync + 'static>(
    /// The address of the file.
    address: &'static str,
    /// The file for the first picture, which the packer renders. A browser fetches it.
    bundled: Option<&'static str>,
    /// Parses the file; `None` if it is damaged.
    read: fn(&str) -> Option<T>,
    /// Renders the content.
    show: fn(Arc<T>) -> AnyView,
) -> impl IntoView {
    /// The file could not be fetched or read.
    #[derive(Clone, Copy)]
    struct Missing;
    let parse = move |text: &str| read(text).map(Arc::new).ok_or(Missing);
    let content = RwSignal::new(bundled.map(parse));
    let load = move || {
        let unfinished = startup::delay_start();
        leptos::task::spawn_local(async move {
            let text = api::get(address).await;
            // The page may have been left by then.
            content.try_set(Some(text.map_err(|_| Missing).and_then(|text| parse(&text))));
            drop(unfinished);
        });
    };
    if browser::IN_BROWSER {
        load();
    }
    let again = move |_| {
        content.set(None);
        load();
    };
    move || match content.get() {
        None => {
            view! { <p role="status">{tr(Words::new("Ouverture de l’atlas…", "Opening the atlas…"))}</p> }
                .into_any()
        }
        Some(Err(Missing)) => view! {
            <p class="refusal" role="alert">{tr(Words::new(
                "L’atlas n’a pas pu être chargé. Vérifiez votre connexion, puis réessayez.",
                "The atlas could not be loaded. Check your connection, then try again.",
            ))}</p>
            <button class="strong" on:click=again>{tr(Words::new("Réessayer", "Try again"))}</button>
        }
        .into_any(),
        Some(Ok(content)) => show(content),
    }
}
