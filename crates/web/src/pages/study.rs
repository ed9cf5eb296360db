//! The analysis board: any game, with variations, the engine's lines and the value through the game.

use leptos::prelude::*;
use rules::{AnyGame, Kind, Record, Words};

use crate::app::{Room, lang, said};
use crate::board::{Board, Touch};
use crate::export;
use crate::gallery::Gallery;
use crate::help::on_key;
use crate::panel::{CopyField, Walk};
use crate::route::Route;
use crate::router::{Router, replace_address};
use crate::study::desk::Desk;
use crate::study::graph::Graph;
use crate::study::import;
use crate::study::lines::Lines;
use crate::study::notation::Notation;
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
    let trouble = RwSignal::new(None::<Words>);
    let brought = match export::in_fragment(&location().hash().unwrap_or_default()) {
        None => None,
        Some(Ok(text)) => match Record::parse(&text, Some(kind)) {
            Ok(record) => Some(record),
            Err(why) => {
                trouble.set(Some(broken_link(&why)));
                None
            }
        },
        Some(Err(())) => {
            trouble.set(Some(Words::new(
                "Ce lien est abîmé\u{a0}: il a sans doute été coupé. Demandez-le de nouveau, ou collez la partie ci-dessous.",
                "This link is damaged: it was probably cut off. Ask for it again, or paste the game below.",
            )));
            None
        }
    };
    let tree = match (&brought, AnyGame::new(kind, "")) {
        (Some(record), _) => Tree::from_record(record),
        (None, Ok(game)) => Tree::new(game),
        (None, Err(_)) => return ().into_any(),
    };
    let desk = Desk::new(tree, Room::wide_board());
    keep_in_address(kind, desk, trouble);
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
        if asks_engine {
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
                <div class="status">
                    <div role="status"><p class="turn">{turn}</p></div>
                    <div role="alert">
                        {move || desk.hand.why().map(|why| view! { <p class="refusal">{why}</p> })}
                        {move || trouble.get().map(|words| view! { <p class="refusal">{said(words)}</p> })}
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
        if before.is_some() || trouble.get_untracked().is_none() {
            replace_address(&address);
        }
    });
}

fn broken_link(why: &rules::record::RecordError) -> Words {
    use rules::{Lang, Say};
    let (fr, en) = (why.say(Lang::Fr), why.say(Lang::En));
    rules::words!(
        fr: "La partie de ce lien ne se lit pas. {fr}",
        en: "The game in this link cannot be read. {en}"
    )
}

/// Bringing a game or a position, and taking one away.
#[component]
fn Bring(kind: Kind, desk: Desk) -> impl IntoView {
    let router = Router::here();
    let text = RwSignal::new(String::new());
    let wrong = RwSignal::new(None::<Words>);
    let read = move |_| {
        match import::read(&text.get_untracked(), kind) {
            // Another game has a page of its own, with its own address and title.
            Ok(record) if record.start().kind() != kind => router.go_by(&export::path(&record)),
            Ok(record) => {
                desk.load(&record);
                wrong.set(None);
                text.set(String::new());
            }
            Err(why) => wrong.set(Some(why)),
        }
    };
    let position = move || desk.game().to_string();
    let link = Memo::new(move |_| desk.tree.with(|tree| export::link(&tree.record())));
    view! {
        <details class="bring">
            <summary>{said(Words::new("Apporter ou emporter une partie", "Bring or take a game"))}</summary>
            <label class="field">
                <span>{said(Words::new("Partie, liste de coups ou position", "Game, list of moves or position"))}</span>
                <textarea rows="4" prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))></textarea>
            </label>
            <p class="row">
                <button class="strong" on:click=read>{said(Words::new("Lire", "Read"))}</button>
            </p>
            <div role="alert">{move || wrong.get().map(|why| view! { <p class="refusal">{said(why)}</p> })}</div>
            <label class="field">
                <span>{said(Words::new("La position", "The position"))}</span>
                <input readonly class="link" prop:value=position/>
            </label>
            {move || view! {
                <CopyField name=Words::new("Lien", "Link") button=Words::new("Copier le lien", "Copy the link") text=link.get()/>
            }}
        </details>
    }
}
