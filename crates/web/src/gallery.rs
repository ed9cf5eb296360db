//! The gallery of games, each with an animated preview, for every page on which a game is chosen.

use std::time::Duration;

use boards::DrawContext;
use leptos::prelude::*;
use rules::{Kind, Viewer};

use crate::board::Picture;
use crate::language::{lang, tr};
use crate::route::Route;
use crate::router::Link;
use crate::settings::{self, SettingsStore};
use crate::start_queue::Deferred;
use crate::{browser, sample_games};

/// Time between a move in one preview and a move in the next.
const MOVE_INTERVAL: Duration = Duration::from_millis(260);

/// How many moves all previews together play by themselves. They stop within five seconds, since longer animations need
/// a button that stops them.
const AUTOPLAY_MOVES: usize = 18;

/// A preview under the pointer moves once in this many intervals.
const PACE: usize = 3;

/// All games as cards: the animated preview and the name link to a page.
#[component]
pub fn Gallery<F, V>(
    /// The page that a game's card links to.
    to: fn(Kind) -> Route,
    /// Content below the description of a game.
    more: F,
    /// Content after the last card.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView
where
    F: Fn(Kind) -> V,
    V: IntoView + 'static,
{
    let played =
        StoredValue::new(Kind::ALL.iter().map(|_| RwSignal::new(0)).collect::<Vec<RwSignal<usize>>>());
    let moves_of = move |kind: Kind| played.with_value(|played| played[kind as usize]);
    // A preview keeps playing while the pointer or the focus is on its link.
    let pointed = RwSignal::new(None::<Kind>);
    if settings::animations_enabled() {
        let beat = StoredValue::new(0usize);
        browser::every(MOVE_INTERVAL, move || {
            let now = beat.get_value();
            beat.set_value(now + 1);
            let moves = match pointed.get_untracked() {
                Some(kind) => now.is_multiple_of(PACE).then_some(kind),
                // The previews move in turn, so that only one is redrawn at a time.
                None => Kind::ALL.get(now % Kind::ALL.len()).copied().filter(|_| now < AUTOPLAY_MOVES),
            };
            if let Some(kind) = moves {
                moves_of(kind).update(|played| *played += 1);
            }
        });
    }
    let card = |&kind: &Kind| {
        view! {
            <li class="game-card" on:pointerenter=move |_| pointed.set(Some(kind)) on:focusin=move |_| pointed.set(Some(kind))
                on:pointerleave=move |_| pointed.set(None) on:focusout=move |_| pointed.set(None)>
                <Link to=to(kind) class="cover">
                    <PreviewFrame kind played=moves_of(kind)/>
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

/// The frame of a preview. The preview is rendered in a later task, so that the browser can handle input in between.
#[component]
fn PreviewFrame(kind: Kind, played: RwSignal<usize>) -> impl IntoView {
    view! {
        <span class="frame" aria-hidden="true"><Deferred always=true><AnimatedPreview kind played/></Deferred></span>
    }
}

/// A preview that replays a sample game.
#[component]
fn AnimatedPreview(kind: Kind, played: RwSignal<usize>) -> impl IntoView {
    let positions = StoredValue::new(sample_games::positions(kind));
    let scene = Memo::new(move |_| {
        let (lang, look) = (lang(), SettingsStore::expect().get().look);
        positions.with_value(|positions| {
            // It starts in the middle of the game.
            let at = (played.get() + positions.len() / 2) % positions.len().max(1);
            positions.get(at).map_or_else(Default::default, |(game, last)| {
                let context = DrawContext { last_move: *last, look, ..DrawContext::plain(lang) };
                boards::draw(&game.view(Viewer::Public).position(), &context)
            })
        })
    });
    view! { <Picture scene label=""/> }
}
