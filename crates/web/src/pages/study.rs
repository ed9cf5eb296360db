//! The analysis board: a game with variations, the engine's lines, and a graph of the value.

use leptos::prelude::*;
use rules::{AnyGame, Kind, Words};

use crate::atlas;
use crate::board::{ArrowInput, Board, Touch};
use crate::browser;
use crate::ending;
use crate::export;
use crate::gallery::Gallery;
use crate::keyboard_help::on_shortcut;
use crate::labels;
use crate::language::{lang, tr};
use crate::layout::PageLayout;
use crate::paint_job::PaintJob;
use crate::panel::{EndedMark, HistoryNav};
use crate::route::Route;
use crate::router::{Link, Router, replace_address_with_state};
use crate::start_queue::Deferred;
use crate::study::analysis_board::AnalysisBoard;
use crate::study::arrow_tools::ArrowTools;
use crate::study::engine_lines::EngineLines;
use crate::study::explorer::panel::ExplorerPanel;
use crate::study::graph::Graph;
use crate::study::import::{self, Imported};
use crate::study::import_panel::ImportPanel;
use crate::study::notation::Notation;
use crate::study::persistence::{self, Slot};
use crate::study::players::Players;
use crate::study::position_editor::EditorPanel;
use crate::study::review::panel::ReviewPanel;
use crate::study::review::retry_panel::RetryPanel;
use crate::study::review::saved_reviews;
use crate::study::tree::StudyTree;

/// The analysis board of a game, or the gallery to choose one.
#[component]
pub fn Page(
    /// The game, if one is chosen.
    kind: Option<Kind>,
) -> impl IntoView {
    match kind {
        Some(kind) => view! { <StudyBoard kind/> }.into_any(),
        None => view! {
            <h1 class="hello">{tr(Words::new("Quel jeu étudier\u{202f}?", "Which game would you like to study?"))}</h1>
            <Gallery to=|kind| Route::Study(Some(kind)) more=|kind| atlas::of(kind).map(|atlas| view! {
                <p class="row"><Link to=Route::Atlas(kind)>{tr(atlas.name.clone())}</Link></p>
            })/>
        }
        .into_any(),
    }
}

#[component]
fn StudyBoard(kind: Kind) -> impl IntoView {
    let Ok(new) = AnyGame::new(kind, "") else { return ().into_any() };
    let link = export::text_in_fragment(&browser::fragment());
    let link = link.map(|(text, is_whole)| (import::read_link(&text, !is_whole, kind), text));
    let (imported, error) = match link {
        // A game of another kind is studied on the page of that kind.
        Some((Ok(Imported { tree, .. }), text)) if tree.current().game.kind() != kind => {
            let (router, address) =
                (Router::here(), export::study_path_of_text(tree.current().game.kind(), &text));
            Effect::new(move |_| router.go_by(&address));
            return ().into_any();
        }
        Some((Ok(Imported { tree, error }), _)) => (Some(tree), error),
        Some((Err(error), _)) => (None, Some(error)),
        None => (None, None),
    };
    let error = RwSignal::new(error);
    let save_failure = RwSignal::new(None::<Words>);
    let (now, before) = (persistence::load(kind, Slot::Current), persistence::load(kind, Slot::Previous));
    let (mut tree, before) = persistence::open(imported, now, before, StudyTree::new(new));
    let query = browser::query();
    let you = export::reader_in_query(&query).or_else(|| browser::history_state()?.parse().ok());
    saved_reviews::restore(&mut tree);
    let analysis = AnalysisBoard::new(tree, before, you, PageLayout::wide_board());
    if export::asks_for_review(&query) {
        Effect::new(move |_| {
            if analysis.review.with_untracked(Option::is_none) {
                analysis.start_review();
            }
        });
    }
    sync_address(kind, analysis, error);
    autosave_study(kind, analysis, save_failure);
    let is_editing = Memo::new(move |_| analysis.editor.draft.with(Option::is_some));
    let walk = move |key: &str| {
        match key {
            _ if analysis.retry.with_untracked(Option::is_some) => return false,
            // The game would change behind the position that is set up.
            "ArrowLeft" | "ArrowRight" | "Home" | "End" if is_editing.get_untracked() => return false,
            "ArrowLeft" => analysis.change(|tree| {
                tree.back();
            }),
            "ArrowRight" => analysis.change(|tree| {
                tree.forward();
            }),
            "Home" => analysis.change(|tree| tree.go(0)),
            "End" => analysis.change(|tree| while tree.forward() {}),
            "f" => analysis.flipped.update(|flipped| *flipped = !*flipped),
            _ => return false,
        }
        true
    };
    let listener = on_shortcut(move |key| {
        let asks_engine = key == "h";
        if asks_engine && !analysis.engine_on.get_untracked() {
            analysis.toggle_engine();
        }
        asks_engine || walk(key)
    });
    on_cleanup(move || listener.remove());
    let scene = Memo::new(move |_| analysis.scene());
    let touch = Callback::new(move |touch: Touch| analysis.touch(touch));
    // The curve belongs to the story of a reviewed game.
    let is_reviewed = Memo::new(move |_| analysis.review.with(Option::is_some));
    let is_retrying = Memo::new(move |_| analysis.retry.with(Option::is_some));
    let arrows = Signal::derive(move || match analysis.draws_arrows.get() {
        true => ArrowInput::Always,
        false => ArrowInput::RightButton,
    });
    // A game that was resigned does not look alive at its end, unless another question is on the board.
    let end = Memo::new(move |_| analysis.tree.with(StudyTree::end));
    let turn = move || match end.get() {
        Some(end) => ending::result(end, &analysis.names(), lang()),
        None => boards::say_turn(&analysis.game(), &analysis.names(), lang()),
    };
    let reason = move || {
        let end = end.get().filter(|_| !is_retrying.get() && !is_editing.get())?;
        ending::reason(end, &analysis.game(), &analysis.names(), lang())
    };
    let ended = Memo::new(move |_| {
        let is_shown = !is_retrying.get() && !is_editing.get();
        end.get().filter(|_| is_shown).and_then(ending::mark)
    });
    view! {
        <div class="table" class:is-wide=PageLayout::two_columns()>
            <Players analysis>
                <div class="surface" class:is-ended=move || ended.get().is_some()>
                    <Board scene touch arrows label=Signal::derive(tr(kind.name()))/>
                    <EndedMark ended/>
                </div>
            </Players>
            <div class="side">
                <h1>{tr(Words::new("Étudier", "Study"))} " · " {tr(kind.name())}</h1>
                <div class="status">
                    <div role="status">
                        // The position that is set up is not that of the study: the panel has its turn.
                        <p class="turn">{move || (!is_retrying.get() && !is_editing.get()).then(turn)}</p>
                        {move || reason().map(|reason| view! { <p class="reason">{reason}</p> })}
                    </div>
                    <div role="alert">
                        {move || analysis.selection.refusal_text().map(|why| view! { <p class="refusal">{why}</p> })}
                        {move || error.get().map(|words| view! { <p class="refusal">{tr(words)}</p> })}
                        {move || save_failure.get().map(|words| view! { <p class="refusal">{tr(words)}</p> })}
                    </div>
                </div>
                <Show when=move || is_retrying.get()><RetryPanel analysis/></Show>
                <Show when=move || !is_retrying.get()>
                    <HistoryNav press=Callback::new(move |key| {
                            walk(key);
                        })
                        can_back=Signal::derive(move || analysis.tree.with(|tree| tree.current().parent.is_some()))
                        can_forward=Signal::derive(move || analysis.tree.with(|tree| !tree.current().children.is_empty()))
                        steps=Signal::derive(move || !is_editing.get())/>
                    <Show when=move || !is_editing.get()>
                        <Deferred><ReviewPanel analysis/></Deferred>
                        <Show when=move || is_reviewed.get()><Graph analysis/></Show>
                    </Show>
                    <Deferred><EditorPanel analysis/></Deferred>
                    <Show when=move || !is_editing.get()>
                        <Deferred><EngineLines analysis/></Deferred>
                        <Deferred><ExplorerPanel kind analysis/></Deferred>
                        <Deferred><Notation analysis/></Deferred>
                        <Deferred><ArrowTools analysis/></Deferred>
                        <Show when=move || !is_reviewed.get()><Deferred><Graph analysis/></Deferred></Show>
                        <Deferred><ImportPanel kind analysis/></Deferred>
                        <Deferred><p class="facts"><small>{move || labels::credit(kind, lang())}</small></p></Deferred>
                    </Show>
                </Show>
            </div>
        </div>
    }
    .into_any()
}

/// Keeps the line shown in the address, so that a reload or a shared link opens it again. The seat of the reader is not
/// part of the address, which may be copied for others: the browser's history has it. An address that could not be read
/// stays until the first change.
fn sync_address(kind: Kind, analysis: AnalysisBoard, error: RwSignal<Option<Words>>) {
    let address = Memo::new(move |_| {
        let record = analysis.tree.with(StudyTree::record);
        let is_new =
            record.steps().is_empty() && AnyGame::new(kind, "").is_ok_and(|new| new == *record.start());
        if is_new { Route::Study(Some(kind)).to_string() } else { export::study_path(&record) }
    });
    Effect::new(move |before: Option<()>| {
        let address = address.get();
        if before.is_some() {
            error.set(None);
        }
        if error.get_untracked().is_none() {
            let you = analysis.you.get().map(|seat| seat.to_string());
            replace_address_with_state(&address, you.as_deref());
        }
    });
}

/// Saves the study with its variations on this device after each change. A game that was opened but not changed is in
/// the address already, and does not replace the saved study.
fn autosave_study(kind: Kind, analysis: AnalysisBoard, save_failure: RwSignal<Option<Words>>) {
    let opened = analysis.tree.with_untracked(StudyTree::text);
    let saving = PaintJob::new();
    let handled = StoredValue::new(None);
    let save = move || {
        // Most changes of the tree are values that the engine found, which are not saved.
        let before = analysis.previous.with_untracked(|before| before.as_ref().map(StudyTree::text));
        let state = analysis.tree.with_untracked(|tree| (tree.text(), tree.current_id(), before));
        let is_as_opened = state.0 == opened;
        if handled.with_value(|handled| handled.as_ref() == Some(&state)) {
            return;
        }
        handled.set_value(Some(state));
        let has_variations = analysis.tree.with_untracked(StudyTree::has_variations);
        if is_as_opened && !has_variations {
            return;
        }
        let saved = analysis.tree.with_untracked(|tree| persistence::save(kind, Slot::Current, Some(tree)));
        let before = analysis
            .previous
            .with_untracked(|before| persistence::save(kind, Slot::Previous, before.as_ref()));
        // Without variations, the address holds everything, so a failure is harmless.
        save_failure.set(saved.and(before).err().filter(|_| has_variations).map(persistence::save_failure));
    };
    Effect::new(move |_| {
        analysis.tree.track();
        analysis.previous.track();
        saving.set(save.clone());
    });
}
