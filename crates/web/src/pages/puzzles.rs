//! Puzzles of a game, or the choice of a game.

use std::sync::Arc;

use leptos::prelude::*;
use puzzles::PuzzleCollection;
use rules::{Kind, Words};

use crate::gallery::Gallery;
use crate::language::{lang, tr};
use crate::layout::PageLayout;
use crate::online::api;
use crate::puzzle::{
    GalleryStats, Modes, PuzzleBoard, PuzzleSession, SharePuzzle, SolverStats, Task, Themes, Verdict,
    VerdictButtons,
};
use crate::route::Route;
use crate::router::Link;
use crate::start_queue::Deferred;
use crate::{browser, labels, startup};

/// The puzzles of a game, or the gallery to choose one.
#[component]
pub fn Page(
    /// The game, if one is chosen.
    kind: Option<Kind>,
) -> impl IntoView {
    match kind {
        Some(kind) => view! { <PuzzlesOfGame kind/> }.into_any(),
        None => view! {
            <h1 class="hello">{tr(Words::new("Une énigme par jour, et des milliers d’autres", "A puzzle a day, and thousands more"))}</h1>
            <p>{tr(Words::new(
                "Une seule solution, toujours gagnante\u{a0}: à vous de la trouver.",
                "There is always a win, and just one way to it. Can you find it?",
            ))}</p>
            <Gallery to=|kind| Route::Puzzles(Some(kind)) more=|kind| view! { <GalleryStats kind/> }/>
        }
        .into_any(),
    }
}

/// The address of the collection of a game.
fn collection_address(kind: Kind) -> String {
    format!("/puzzles/{kind}.txt")
}

#[component]
fn PuzzlesOfGame(kind: Kind) -> impl IntoView {
    let session = PuzzleSession::new(kind);
    let error = RwSignal::new(None::<Words>);
    let load = move || {
        let unfinished = startup::delay_start();
        leptos::task::spawn_local(async move {
            let text = api::get(&collection_address(kind)).await;
            let read = text.map_err(|_| unreachable()).and_then(|text| read(kind, &text));
            // The page may have been left by then.
            if error.try_get_untracked().is_some() {
                match read {
                    Ok(collection) => {
                        session.collection.set(Some(Arc::new(collection)));
                        session.open_address();
                    }
                    Err(why) => error.set(Some(why)),
                }
            }
            drop(unfinished);
        });
    };
    if browser::IN_BROWSER {
        load();
    }
    let again = move |_| {
        error.set(None);
        load();
    };
    view! {
        <h1>{tr(Words::new("Énigmes", "Puzzles"))} " · " {tr(kind.name())}</h1>
        <Deferred><Modes session/></Deferred>
        {move || error.get().map(|why| view! {
            <p class="refusal" role="alert">{tr(why)}</p>
            <p class="row"><button class="strong" on:click=again>{tr(Words::new("Réessayer", "Try again"))}</button></p>
        })}
        {move || session.notice.get().map(|why| view! { <p class="notice" role="status">{tr(why)}</p> })}
        <div class="table learn puzzle" class:is-wide=PageLayout::two_columns()>
            <Deferred><Task session/></Deferred>
            <Deferred><PuzzleBoard session/></Deferred>
            <Deferred><Verdict session/></Deferred>
            <Deferred><VerdictButtons session/></Deferred>
        </div>
        <div class="puzzle-more">
            <Deferred><SolverStats session/></Deferred>
            <Deferred><Themes session/></Deferred>
            <Deferred><SharePuzzle session/></Deferred>
        </div>
        <p class="row">
            <Link to=Route::Puzzles(None)>{tr(Words::new("Les autres jeux", "The other games"))}</Link>
            <Link to=Route::Learn(kind)>{tr(Words::new("Apprendre", "Learn"))}</Link>
            <Link to=Route::Play(kind)>{tr(Words::new("Jouer", "Play"))}</Link>
        </p>
        <p class="facts"><small>{move || labels::credit(kind, lang())}</small></p>
        <p><small>{tr(Words::new(
            "Les énigmes sont libres, comme le programme (MIT ou Apache-2.0)\u{a0}: ",
            "The puzzles are free, like the program (MIT or Apache-2.0): ",
        ))} <a href=collection_address(kind) download>{tr(Words::new("les télécharger en un seul fichier", "download them all in one file"))}</a>"."</small></p>
    }
}

fn unreachable() -> Words {
    Words::new(
        "Les énigmes n’ont pas pu être chargées. Vérifiez votre connexion, puis réessayez.",
        "The puzzles could not be loaded. Check your connection, then try again.",
    )
}

/// Reads the collection of a game.
fn read(kind: Kind, text: &str) -> Result<PuzzleCollection, Words> {
    match PuzzleCollection::read(text) {
        Ok(collection) if collection.kind() == kind => Ok(collection),
        Ok(_) => Err(Words::new(
            "Le serveur a envoyé les énigmes d’un autre jeu. Rechargez la page.",
            "The server sent the puzzles of another game. Reload the page.",
        )),
        // The reader cannot repair the file, so the page does not say what is wrong in it; `trois puzzles check` does.
        Err(_) => Err(Words::new(
            "Le fichier des énigmes est incomplet ou d’une autre version. Réessayez\u{202f}; si rien n’y fait, rechargez la page.",
            "The puzzle file is incomplete or from another version. Try again; if that does not help, reload the page.",
        )),
    }
}
