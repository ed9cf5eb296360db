//! Playing a game: the board, whose turn it is, and what can be done.

use leptos::prelude::*;
use rules::{Kind, Words};

use crate::board::{Board, Touch};
use crate::dialog::Dialog;
use crate::export::today;
use crate::keyboard_help::on_shortcut;
use crate::language::{lang, tr};
use crate::layout::Layout;
use crate::local::{LocalGame, PlayerKind};
use crate::play::{
    Curtain, EngineStatus, LocalSession, Moves, NewGameForm, PlayerClocks, SharePanel, Status, Toolbar,
};
use crate::route::Route;
use crate::router::{AddressLink, Link};
use crate::settings::SettingsStore;
use crate::{labels, saved_games};

/// Playing a game: the one named in the address, or the last that is not over, or a new one against the engine.
#[component]
pub fn Page(
    /// Which.
    kind: Kind,
) -> impl IntoView {
    let named = location().hash().unwrap_or_default();
    let kept =
        saved_games::load(named.trim_start_matches('#')).and_then(|kept| Some((kept.id, kept.game.ok()?)));
    let kept = kept
        .filter(|(_, game)| game.kind() == kind)
        .or_else(|| saved_games::unfinished().find(|(_, game)| game.kind() == kind));
    let Some((id, game)) = kept.or_else(|| Some((saved_games::new_id(), new_game(kind)?))) else {
        return ().into_any();
    };
    let session = LocalSession::new(id, game, Layout::wide_board());
    let listener = on_shortcut(move |key| {
        match key {
            "f" => session.flipped.update(|flipped| *flipped = !*flipped),
            "h" => session.ask_hint(),
            _ => return false,
        }
        true
    });
    on_cleanup(move || listener.remove());
    let renews = RwSignal::new(false);
    let shares = RwSignal::new(false);
    let scene = Memo::new(move |_| session.scene());
    let touch = Callback::new(move |touch: Touch| session.touch(touch));
    view! {
        <div class="table" class:is-wide=Layout::two_columns()>
            <div class="surface">
                <Board scene touch label=Signal::derive(tr(kind.name()))/>
                <Curtain session/>
            </div>
            <div class="side">
                <h1>{tr(kind.name())}</h1>
                <PlayerClocks session/>
                <Status session/>
                <EngineStatus session/>
                <Toolbar session renew=Callback::new(move |()| renews.set(true))
                    share=Callback::new(move |()| shares.set(true))/>
                <Moves session/>
                <p class="row">
                    <Link to=Route::Learn(kind)>{tr(Words::new("Apprendre ce jeu", "Learn this game"))}</Link>
                    <StudyLink session kind/>
                </p>
                <p class="facts"><small>{move || labels::facts(kind, lang())}</small></p>
            </div>
        </div>
        <Dialog open=renews title=Words::new("Nouvelle partie", "New game")>
            <NewGameForm session done=Callback::new(move |()| {
                renews.set(false);
                // The button that led here may lie below the board.
                window().scroll_to_with_x_and_y(0.0, 0.0);
            })/>
        </Dialog>
        <Dialog open=shares title=Words::new("Partager la partie", "Share the game")>
            <SharePanel session/>
        </Dialog>
    }
    .into_any()
}

fn new_game(kind: Kind) -> Option<LocalGame> {
    let level = SettingsStore::expect().get_untracked().level;
    let mut game = LocalGame::new(kind, "", &[PlayerKind::Person, PlayerKind::Engine(level)], None).ok()?;
    game.set_date(&today());
    Some(game)
}

/// Leads to the analysis board, with the game as it stands. While hands are hidden there is nothing to study.
#[component]
fn StudyLink(session: LocalSession, kind: Kind) -> impl IntoView {
    let can = move || !kind.hides() || session.game.with(|game| game.outcome().is_some());
    let address = Signal::derive(move || session.game.with(|game| crate::export::study_path(game.record())));
    view! {
        <Show when=can>
            <AddressLink to=address>{tr(Words::new("Étudier cette partie", "Study this game"))}</AddressLink>
        </Show>
    }
}
