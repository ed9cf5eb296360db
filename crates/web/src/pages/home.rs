//! Home: the five games as living pictures, and the games that wait.

use std::time::Duration;

use boards::Look;
use leptos::prelude::*;
use rules::{Kind, Lang, Viewer, Words};

use crate::app::{lang, said};
use crate::board::Picture;
use crate::icon::Icon;
use crate::online::api;
use crate::route::Route;
use crate::router::Link;
use crate::{kept, naming, sample, settings, storage};

/// How long it takes from a move in one living picture to a move in the next.
const BEAT: Duration = Duration::from_millis(260);

/// How long it takes from making one picture to making the next: about a frame, in which the browser can answer.
const APART: Duration = Duration::from_millis(20);

/// The five games.
#[component]
pub fn Page() -> impl IntoView {
    let beat = RwSignal::new(0usize);
    if settings::moves()
        && let Ok(interval) = set_interval_with_handle(move || beat.update(|beat| *beat += 1), BEAT)
    {
        on_cleanup(move || interval.clear());
    }
    let waiting: Vec<Kind> = kept::unfinished().map(|(_, game)| game.kind()).collect();
    let cards = Kind::ALL.iter().map(|&kind| {
        let waits = waiting.contains(&kind);
        view! { <GameCard kind beat waits/> }
    });
    view! {
        <h1 class="hello">{said(Words::new("À quoi jouons-nous\u{a0}?", "What shall we play?"))}</h1>
        <OnlineGames/>
        <ul class="games">
            {cards.collect_view()}
            <li class="friends">
                {Icon::Online.view()}
                <p>{said(Words::new(
                    "Avec des amis, chacun chez soi\u{a0}: ouvrez une table et envoyez le lien.",
                    "With friends, each at home: open a table and send the link.",
                ))}</p>
                <Link to=Route::NewTable class="button strong">
                    {said(Words::new("Ouvrir une table", "Open a table"))}
                </Link>
            </li>
        </ul>
    }
}

/// Whether games with others wait. Nothing is asked of the server before somebody has played online from here.
#[component]
fn OnlineGames() -> impl IntoView {
    let waiting = RwSignal::new(0);
    if storage::load("online").is_some() {
        leptos::task::spawn_local(async move {
            // Without a server, nothing waits there.
            if let Ok(list) = api::get("/api/mine").await {
                waiting.try_set(api::waiting(&list));
            }
        });
    }
    let text = move || match (waiting.get(), lang()) {
        (1, Lang::Fr) => "Une partie en ligne vous attend.".to_owned(),
        (1, Lang::En) => "An online game waits for you.".to_owned(),
        (count, Lang::Fr) => format!("{count} parties en ligne vous attendent."),
        (count, Lang::En) => format!("{count} online games wait for you."),
    };
    view! {
        <Show when=move || waiting.get() != 0>
            <p class="online-waits"><Link to=Route::Online class="waits">{text}</Link></p>
        </Show>
    }
}

/// One game: its living picture leads to the board, and so does its name.
#[component]
fn GameCard(
    kind: Kind,
    beat: RwSignal<usize>,
    /// Whether a game of it is not over yet.
    waits: bool,
) -> impl IntoView {
    let is_drawn = RwSignal::new(false);
    // Whoever has left the page by then wants no picture.
    set_timeout(move || _ = is_drawn.try_set(true), APART * kind as u32);
    let facts = move || {
        let (players, minutes) = (naming::players(kind), naming::minutes(kind));
        match lang() {
            Lang::Fr => format!("{players} joueurs · {minutes}\u{a0}min"),
            Lang::En => format!("{players} players · {minutes} min"),
        }
    };
    view! {
        <li class="game-card">
            <Link to=Route::Play(kind) class="cover">
                <span class="frame" aria-hidden="true">
                    {move || is_drawn.get().then(|| view! { <Living kind beat/> })}
                </span>
                <span class="title">{said(kind.name())}</span>
            </Link>
            <p>{said(naming::about(kind))}</p>
            <p class="facts">{facts}</p>
            <p class="row">
                {waits.then(|| view! {
                    <Link to=Route::Play(kind) class="waits">{said(Words::new("Une partie vous attend", "A game waits for you"))}</Link>
                })}
                <Link to=Route::Learn(kind)>{said(Words::new("Apprendre", "Learn"))}</Link>
                <Link to=Route::Study(Some(kind))>{said(Words::new("Étudier", "Study"))}</Link>
            </p>
        </li>
    }
}

/// A game that plays itself.
#[component]
fn Living(kind: Kind, beat: RwSignal<usize>) -> impl IntoView {
    let positions = StoredValue::new(sample::positions(kind));
    // The pictures move in turn, so that never much is drawn at once.
    let own = Memo::new(move |_| (beat.get() + kind as usize) / Kind::ALL.len());
    let scene = Memo::new(move |_| {
        let lang = lang();
        positions.with_value(|positions| {
            // Beginning in the middle.
            let at = (own.get() + positions.len() / 2) % positions.len().max(1);
            positions.get(at).map_or_else(Default::default, |(game, last)| {
                let look = Look { last: *last, ..Look::plain(lang) };
                boards::draw(&game.view(Viewer::Public).position(), &look)
            })
        })
    });
    view! { <Picture scene label=""/> }
}
