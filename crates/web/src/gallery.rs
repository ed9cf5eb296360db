//! The five games as living pictures, for every page on which one of them is chosen.

use std::time::Duration;

use boards::DrawContext;
use leptos::prelude::*;
use rules::{Kind, Viewer};

use crate::board::Picture;
use crate::language::{lang, tr};
use crate::route::Route;
use crate::router::Link;
use crate::{sample_games, settings};

/// How long it takes from a move in one living picture to a move in the next.
const BEAT: Duration = Duration::from_millis(260);

/// How long it takes from making one picture to making the next: about a frame, in which the browser can answer.
const APART: Duration = Duration::from_millis(20);

/// The five games: the living picture of each leads to a page, and so does its name.
#[component]
pub fn Gallery<F, V>(
    /// Where a game leads.
    to: fn(Kind) -> Route,
    /// What stands below what a game is like.
    more: F,
    /// What stands behind the last game.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView
where
    F: Fn(Kind) -> V,
    V: IntoView + 'static,
{
    let beat = RwSignal::new(0usize);
    if settings::animations_enabled()
        && let Ok(interval) = set_interval_with_handle(move || beat.update(|beat| *beat += 1), BEAT)
    {
        on_cleanup(move || interval.clear());
    }
    let card = |&kind: &Kind| {
        view! {
            <li class="game-card">
                <Link to=to(kind) class="cover">
                    <Frame kind beat/>
                    <span class="title">{tr(kind.name())}</span>
                </Link>
                <p>{tr(kind.info().pitch.clone())}</p>
                {more(kind)}
            </li>
        }
    };
    view! {
        <ul class="games">
            {Kind::ALL.iter().map(card).collect_view()}
            {children.map(|children| children())}
        </ul>
    }
}

/// The frame of a picture, which is drawn a little after the page, so that the browser can answer in between.
#[component]
fn Frame(kind: Kind, beat: RwSignal<usize>) -> impl IntoView {
    let is_drawn = RwSignal::new(false);
    // Whoever has left the page by then wants no picture.
    set_timeout(move || _ = is_drawn.try_set(true), APART * kind as u32);
    view! {
        <span class="frame" aria-hidden="true">
            {move || is_drawn.get().then(|| view! { <Living kind beat/> })}
        </span>
    }
}

/// A game that plays itself.
#[component]
fn Living(kind: Kind, beat: RwSignal<usize>) -> impl IntoView {
    let positions = StoredValue::new(sample_games::positions(kind));
    // The pictures move in turn, so that never much is drawn at once.
    let own = Memo::new(move |_| (beat.get() + kind as usize) / Kind::ALL.len());
    let scene = Memo::new(move |_| {
        let lang = lang();
        positions.with_value(|positions| {
            // Beginning in the middle.
            let at = (own.get() + positions.len() / 2) % positions.len().max(1);
            positions.get(at).map_or_else(Default::default, |(game, last)| {
                let look = DrawContext { last_move: *last, ..DrawContext::plain(lang) };
                boards::draw(&game.view(Viewer::Public).position(), &look)
            })
        })
    });
    view! { <Picture scene label=""/> }
}
