//! The board of a puzzle. Until the collection is loaded, an invisible board keeps its place; before a run, the board
//! shows a position of the game.

use boards::Scene;
use leptos::prelude::*;
use rules::{AnyGame, Viewer};

use super::current::CurrentPuzzle;
use super::session::PuzzleSession;
use crate::board::Board;
use crate::language::lang;
use crate::layout::PageLayout;
use crate::sample_games;

/// The board on which a puzzle is solved.
#[component]
pub fn PuzzleBoard(
    /// The session.
    session: PuzzleSession,
) -> impl IntoView {
    let wide = PageLayout::wide_board();
    let kind = session.kind;
    let empty = StoredValue::new(AnyGame::new(kind, "").ok());
    let awaits_run = move || session.run.with(|run| run.as_ref().is_some_and(|run| !run.has_begun));
    let scene = Memo::new(move |_| -> Scene {
        let awaits_next = session.is_between_puzzles();
        let shown = session.current.with(|current| {
            current.as_ref().map(|current| {
                let viewer = PuzzleSession::viewer(current);
                (
                    current.position.view(viewer).position(),
                    viewer,
                    current.is_live() && !awaits_next,
                    current.last,
                )
            })
        });
        let sample = || {
            let positions = sample_games::positions(kind);
            let (game, last) = positions.get(positions.len() * 2 / 3).cloned()?;
            Some((game.view(Viewer::Public).position(), Viewer::Public, false, last))
        };
        let shown = shown.or_else(|| if awaits_run() { sample() } else { None });
        let shown = shown.or_else(|| Some((empty.get_value()?, Viewer::Public, false, None)));
        let Some((game, viewer, live, last)) = shown else { return Scene::default() };
        let mut context = session.selection.draw_context(viewer, live, last);
        context.coordinates = true;
        context.wide = wide.get();
        boards::draw(&game, &context)
    });
    // Each puzzle has its own board: pieces do not slide from one puzzle into the next.
    let serial =
        Memo::new(move |_| session.current.with(|current| current.as_ref().map(|current| current.serial)));
    // For the tests in a browser, which wait until a move is wanted or the solution is on the board.
    let state = move |is: fn(&CurrentPuzzle) -> bool| {
        move || {
            let is_now = session.current.with(|current| current.as_ref().is_some_and(is));
            (is_now && !session.is_between_puzzles()).then_some("")
        }
    };
    let is_done = move || session.run.with(|run| run.as_ref().is_some_and(|run| run.is_best.is_some()));
    let touch = Callback::new(move |touch| session.touch(touch));
    let label = Signal::derive(move || kind.name().get(lang()).to_owned());
    view! {
        <div class="surface" data-live=state(CurrentPuzzle::is_live) data-over=state(CurrentPuzzle::is_over)
            class:waiting=move || serial.get().is_none() class:is-sample=awaits_run class:is-done=is_done>
            {move || {
                serial.track();
                view! { <Board scene touch label/> }
            }}
        </div>
    }
}
