//! Playing a game: the board, whose turn it is, and what can be done.

use leptos::prelude::*;
use rules::{Kind, Words};

use crate::app::{Room, said};
use crate::board::{Board, Touch};
use crate::dialog::Dialog;
use crate::export::today;
use crate::help::on_key;
use crate::kept;
use crate::local::{LocalGame, Player};
use crate::play::{Buttons, Clocks, Curtain, Moves, Setup, Share, Sitting, Status, Thinking};
use crate::route::Route;
use crate::router::{Link, Way};
use crate::settings::Chosen;

/// Playing a game: the one named in the address, or the last that is not over, or a new one against the engine.
#[component]
pub fn Page(
    /// Which.
    kind: Kind,
) -> impl IntoView {
    let named = location().hash().unwrap_or_default();
    let kept = kept::load(named.trim_start_matches('#')).and_then(|kept| Some((kept.id, kept.game.ok()?)));
    let kept = kept
        .filter(|(_, game)| game.kind() == kind)
        .or_else(|| kept::unfinished().find(|(_, game)| game.kind() == kind));
    let Some((id, game)) = kept.or_else(|| Some((kept::new_id(), new_game(kind)?))) else {
        return ().into_any();
    };
    let sitting = Sitting::new(id, game, Room::wide_board());
    let listener = on_key(move |key| {
        match key {
            "f" => sitting.flipped.update(|flipped| *flipped = !*flipped),
            "h" => sitting.ask_hint(),
            _ => return false,
        }
        true
    });
    on_cleanup(move || listener.remove());
    let renews = RwSignal::new(false);
    let shares = RwSignal::new(false);
    let scene = Memo::new(move |_| sitting.scene());
    let touch = Callback::new(move |touch: Touch| sitting.touch(touch));
    view! {
        <div class="table" class:is-wide=Room::two_columns()>
            <div class="surface">
                <Board scene touch label=Signal::derive(said(kind.name()))/>
                <Curtain sitting/>
            </div>
            <div class="side">
                <h1>{said(kind.name())}</h1>
                <Clocks sitting/>
                <Status sitting/>
                <Thinking sitting/>
                <Buttons sitting renew=Callback::new(move |()| renews.set(true))
                    share=Callback::new(move |()| shares.set(true))/>
                <Moves sitting/>
                <p class="row">
                    <Link to=Route::Learn(kind)>{said(Words::new("Apprendre ce jeu", "Learn this game"))}</Link>
                    <StudyLink sitting kind/>
                </p>
            </div>
        </div>
        <Dialog open=renews title=Words::new("Nouvelle partie", "New game")>
            <Setup sitting done=Callback::new(move |()| {
                renews.set(false);
                // The button that led here may lie below the board.
                window().scroll_to_with_x_and_y(0.0, 0.0);
            })/>
        </Dialog>
        <Dialog open=shares title=Words::new("Partager la partie", "Share the game")>
            <Share sitting/>
        </Dialog>
    }
    .into_any()
}

fn new_game(kind: Kind) -> Option<LocalGame> {
    let level = Chosen::expect().get_untracked().level;
    let mut game = LocalGame::new(kind, "", &[Player::Person, Player::Engine(level)], None).ok()?;
    game.set_date(&today());
    Some(game)
}

/// Leads to the analysis board, with the game as it stands. While hands are hidden there is nothing to study.
#[component]
fn StudyLink(sitting: Sitting, kind: Kind) -> impl IntoView {
    let can = move || kind != Kind::Cards || sitting.game.with(|game| game.outcome().is_some());
    let address = Signal::derive(move || sitting.game.with(|game| crate::export::path(game.record())));
    view! {
        <Show when=can>
            <Way to=address>{said(Words::new("Étudier cette partie", "Study this game"))}</Way>
        </Show>
    }
}
