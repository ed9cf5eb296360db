//! The opening that the archive is searched for, played on a small board.

use leptos::prelude::*;
use rules::{AnyGame, Kind, Viewer, Words};
use table::Listing;

use crate::board::{Board, Touch};
use crate::labels;
use crate::language::tr;
use crate::panel::parts_view;
use crate::selection::Selection;

/// A board on which the reader plays the first moves of the games to find.
#[component]
pub fn OpeningFilter(
    /// The game.
    kind: Kind,
    /// The moves, separated by commas.
    opening: RwSignal<String>,
) -> impl IntoView {
    let selection = Selection::new();
    let game = Memo::new(move |_| {
        let mut game = AnyGame::new(kind, "").ok()?;
        for text in opening.get().split(',').filter(|text| !text.is_empty()) {
            let mv = game.parse_move(text).ok()?;
            game.play(mv).ok()?;
        }
        Some(game)
    });
    let count =
        Memo::new(move |_| opening.with(|moves| moves.split(',').filter(|text| !text.is_empty()).count()));
    let last = move || opening.with(|moves| game.get()?.parse_move(moves.rsplit(',').next()?).ok());
    let scene = Memo::new(move |_| {
        let Some(game) = game.get() else { return boards::Scene::default() };
        let is_live = count.get() < Listing::OPENING_MOVES;
        let viewer = game.turn().seat().map_or(Viewer::Public, Viewer::Seat);
        boards::draw(&game, &selection.draw_context(viewer, is_live, last()))
    });
    let touch = Callback::new(move |touch: Touch| {
        let Some(spot) = selection.touched_spot(touch) else { return };
        let Some(game) = game.get_untracked() else { return };
        if count.get_untracked() >= Listing::OPENING_MOVES {
            return;
        }
        if let Some(mv) = selection.touch(spot, &game) {
            opening.update(|moves| {
                if !moves.is_empty() {
                    moves.push(',');
                }
                moves.push_str(&mv.to_string());
            });
        }
    });
    // Numbered and with the players' marks, as in lists of moves.
    let moves = move || {
        let mut game = AnyGame::new(kind, "").ok()?;
        let mut shown = Vec::new();
        for (text, number) in opening.get().split(',').filter(|text| !text.is_empty()).zip(1..) {
            let mv = game.parse_move(text).ok()?;
            let mark = game.turn().seat().map(|seat| labels::seat_class(kind, seat));
            let notation = parts_view(boards::notation(&game, mv));
            game.play(mv).ok()?;
            shown.push(view! {
                <span class="opening-move"><small>{number}</small> <i class=mark aria-hidden="true"></i> <b>{notation}</b></span>
            });
        }
        Some(shown.into_iter().collect_view())
    };
    let back = move |_| {
        selection.clear();
        opening.update(|moves| moves.truncate(moves.rfind(',').unwrap_or(0)));
    };
    view! {
        <div class="opening">
            <div class="opening-board"><Board scene touch label=Signal::derive(tr(kind.name()))/></div>
            <div>
                <p>{tr(Words::new(
                    "Jouez les premiers coups\u{a0}: seules les parties qui commencent ainsi restent affichées.",
                    "Play the first moves: only games that begin the same way are listed.",
                ))}</p>
                <p class="row">
                    <span class="opening-moves" role="status">{moves}</span>
                    <button disabled=move || count.get() == 0 on:click=back>{tr(Words::new("Reculer", "Back"))}</button>
                </p>
            </div>
        </div>
    }
}
