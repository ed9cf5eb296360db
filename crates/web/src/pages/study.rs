//! The analysis board: any game, with variations, the engine's lines and the value through the game.

use leptos::prelude::*;
use rules::{AnyGame, Kind, Words};

use crate::app::{Room, lang, said};
use crate::board::{Board, Touch};
use crate::export;
use crate::gallery::Gallery;
use crate::help::on_key;
use crate::panel::Walk;
use crate::route::Route;
use crate::router::{Router, replace_address};
use crate::study::bring::Bring;
use crate::study::desk::Desk;
use crate::study::graph::Graph;
use crate::study::import::{self, Brought};
use crate::study::keep::{self, Slot};
use crate::study::lines::Lines;
use crate::study::notation::Notation;
use crate::study::players::Players;
use crate::study::tree::Tree;

/// The analysis board of a game, or the choice of one.
#[component]
pub fn Page(
    /// Which, if that is chosen.
    kind: Option<Kind>,
) -> impl IntoView {
    match kind {
        Some(kind) => view! { <StudyBoard kind/> }.into_any(),
        None => view! {
            <h1 class="hello">{said(Words::new("Quel jeu étudier\u{a0}?", "Which game shall we study?"))}</h1>
            <Gallery to=|kind| Route::Study(Some(kind)) more=|_| ()/>
        }
        .into_any(),
    }
}

#[component]
fn StudyBoard(kind: Kind) -> impl IntoView {
    let Ok(new) = AnyGame::new(kind, "") else { return ().into_any() };
    let link = export::in_fragment(&location().hash().unwrap_or_default());
    let link = link.map(|(text, is_whole)| (import::read_link(&text, !is_whole, kind), text));
    let (brought, trouble) = match link {
        // A game of another kind has a page of its own.
        Some((Ok(Brought { tree, .. }), text)) if tree.here().game.kind() != kind => {
            let (router, address) = (Router::here(), export::path_of(tree.here().game.kind(), &text));
            Effect::new(move |_| router.go_by(&address));
            return ().into_any();
        }
        Some((Ok(Brought { tree, trouble }), _)) => (Some(tree), trouble),
        Some((Err(trouble), _)) => (None, Some(trouble)),
        None => (None, None),
    };
    let trouble = RwSignal::new(trouble);
    let not_kept = RwSignal::new(None::<Words>);
    let (now, before) = (keep::load(kind, Slot::Now), keep::load(kind, Slot::Before));
    let (tree, before) = keep::open(brought, now, before, Tree::new(new));
    let desk = Desk::new(tree, before, Room::wide_board());
    keep_in_address(kind, desk, trouble);
    keep_variations(kind, desk, not_kept);
    let walk = move |key: &str| {
        match key {
            "ArrowLeft" => desk.change(|tree| {
                tree.back();
            }),
            "ArrowRight" => desk.change(|tree| {
                tree.forward();
            }),
            "Home" => desk.change(|tree| tree.go(0)),
            "End" => desk.change(|tree| while tree.forward() {}),
            "f" => desk.flipped.update(|flipped| *flipped = !*flipped),
            _ => return false,
        }
        true
    };
    let listener = on_key(move |key| {
        let asks_engine = key == "h";
        if asks_engine && !desk.engine_on.get_untracked() {
            desk.toggle_engine();
        }
        asks_engine || walk(key)
    });
    on_cleanup(move || listener.remove());
    let scene = Memo::new(move |_| desk.scene());
    let touch = Callback::new(move |touch: Touch| desk.touch(touch));
    let turn = move || boards::say_turn(&desk.game(), lang());
    view! {
        <div class="table" class:is-wide=Room::two_columns()>
            <div class="surface">
                <Board scene touch label=Signal::derive(said(kind.name()))/>
            </div>
            <div class="side">
                <h1>{said(Words::new("Étudier", "Study"))} " · " {said(kind.name())}</h1>
                <Players desk/>
                <div class="status">
                    <div role="status"><p class="turn">{turn}</p></div>
                    <div role="alert">
                        {move || desk.hand.why().map(|why| view! { <p class="refusal">{why}</p> })}
                        {move || trouble.get().map(|words| view! { <p class="refusal">{said(words)}</p> })}
                        {move || not_kept.get().map(|words| view! { <p class="refusal">{said(words)}</p> })}
                    </div>
                </div>
                <Walk press=Callback::new(move |key| {
                        walk(key);
                    })
                    can_back=Signal::derive(move || desk.tree.with(|tree| tree.here().parent.is_some()))
                    can_forward=Signal::derive(move || desk.tree.with(|tree| !tree.here().children.is_empty()))/>
                <Lines desk/>
                <Notation desk/>
                <Graph desk/>
                <Bring kind desk/>
            </div>
        </div>
    }
    .into_any()
}

/// Writes the line that is studied into the address as one goes, so that it is there again when the page is loaded anew
/// or the address is sent to somebody. A link that cannot be read stays as it is until something is played.
fn keep_in_address(kind: Kind, desk: Desk, trouble: RwSignal<Option<Words>>) {
    let address = Memo::new(move |_| {
        let record = desk.tree.with(Tree::record);
        let is_new =
            record.steps().is_empty() && AnyGame::new(kind, "").is_ok_and(|new| new == *record.start());
        if is_new { Route::Study(Some(kind)).to_string() } else { export::path(&record) }
    });
    Effect::new(move |before: Option<()>| {
        let address = address.get();
        if before.is_some() {
            trouble.set(None);
        }
        if trouble.get_untracked().is_none() {
            replace_address(&address);
        }
    });
}

/// Keeps the whole study on this device as one goes. A game that is only looked at is not kept: its address holds it,
/// and the study that was kept stays.
fn keep_variations(kind: Kind, desk: Desk, not_kept: RwSignal<Option<Words>>) {
    let opened = desk.tree.with_untracked(Tree::text);
    let state = Memo::new(move |_| desk.tree.with(|tree| (tree.text(), tree.at())));
    Effect::new(move |_| {
        let is_as_opened = state.with(|(text, _)| *text == opened);
        desk.before.track();
        let has_variations = desk.tree.with_untracked(Tree::has_variations);
        if is_as_opened && !has_variations {
            return;
        }
        let saved = desk.tree.with_untracked(|tree| keep::save(kind, Slot::Now, Some(tree)));
        let before = desk.before.with_untracked(|before| keep::save(kind, Slot::Before, before.as_ref()));
        // Without variations, the address holds all there is.
        not_kept.set(saved.and(before).err().filter(|_| has_variations).map(keep::not_kept));
    });
}
