//! Playing a game on this device.

use leptos::prelude::*;
use rules::{Kind, Words};
use table::TimeControl;

use crate::board::{Board, Touch};
use crate::dialog::Dialog;
use crate::export::{self, today};
use crate::keyboard_help::on_shortcut;
use crate::language::{lang, tr};
use crate::layout::PageLayout;
use crate::local::{LocalGame, PlayerKind};
use crate::panel::{EndedMark, SoundOffer};
use crate::play::{
    CurtainOverlay, EngineStatus, LocalSession, Moves, NewGameForm, PlayerClocks, SharePanel, Status,
    Toolbar, autosave, warm_up,
};
use crate::route::Route;
use crate::router::{AddressLink, Link};
use crate::settings::SettingsStore;
use crate::start_queue::Deferred;
use crate::{browser, ending, labels, saved_games};

/// Plays the saved game named in the address, else the last unfinished one, else a new game against the engine.
#[component]
pub fn Page(
    /// The game.
    kind: Kind,
) -> impl IntoView {
    let named = browser::fragment();
    let saved =
        saved_games::load(named.trim_start_matches('#')).and_then(|saved| Some((saved.id, saved.game.ok()?)));
    let saved = saved
        .filter(|(_, game)| game.kind() == kind)
        .or_else(|| saved_games::unfinished().find(|(_, game)| game.kind() == kind));
    let Some((id, game)) = saved.or_else(|| Some((saved_games::new_id(), new_game(kind)?))) else {
        return ().into_any();
    };
    let session = LocalSession::new(id, game, PageLayout::wide_board());
    autosave(session);
    let listener = on_shortcut(move |key| {
        match key {
            "f" => session.flipped.update(|flipped| *flipped = !*flipped),
            "h" => session.ask_hint(),
            key => return session.on_key(key),
        }
        true
    });
    on_cleanup(move || listener.remove());
    let wide = PageLayout::wide_board();
    warm_up(kind, move || {
        let session = LocalSession::new(saved_games::new_id(), new_game(kind)?, wide);
        Some((session, game_view(kind, session)))
    });
    game_view(kind, session)
}

/// The board and the panels around it.
fn game_view(kind: Kind, session: LocalSession) -> AnyView {
    let new_game_open = RwSignal::new(false);
    let share_open = RwSignal::new(false);
    let open_share = Callback::new(move |()| share_open.set(true));
    let ended = Memo::new(move |_| session.game.with(LocalGame::end).and_then(ending::mark));
    let scene = Memo::new(move |_| session.scene());
    let touch = Callback::new(move |touch: Touch| session.touch(touch));
    view! {
        <div class="table" class:is-wide=PageLayout::two_columns()>
            <PlayerClocks session>
                <div class="surface" class:ahead=move || session.premove.is_chosen()
                    class:is-ended=move || ended.get().is_some()>
                    <Board scene touch label=Signal::derive(tr(kind.name()))/>
                    <EndedMark ended/>
                    <CurtainOverlay session/>
                </div>
            </PlayerClocks>
            <div class="side">
                <h1>{tr(kind.name())}</h1>
                <Deferred><Status session share=open_share/></Deferred>
                <Deferred><EngineStatus session/></Deferred>
                <Deferred>
                    <Toolbar session new_game=Callback::new(move |()| new_game_open.set(true)) share=open_share/>
                </Deferred>
                <Deferred><Moves session/></Deferred>
                <Deferred>
                    <SoundOffer has_moved=Signal::derive(move || session.with_painted(LocalGame::can_undo))/>
                    <p class="row">
                        <Link to=Route::Learn(kind)>{tr(Words::new("Apprendre ce jeu", "Learn this game"))}</Link>
                        <StudyLink session kind/>
                    </p>
                </Deferred>
                <p class="facts"><small>{move || labels::facts(kind, lang())}</small></p>
            </div>
        </div>
        <Deferred>
            <Dialog open=new_game_open title=Words::new("Nouvelle partie", "New game")>
                <NewGameForm session done=Callback::new(move |()| {
                    new_game_open.set(false);
                    // On a phone, the button that opened the form is below the board.
                    window().scroll_to_with_x_and_y(0.0, 0.0);
                })/>
            </Dialog>
            <Dialog open=share_open title=Words::new("Partager la partie", "Share the game")>
                <SharePanel session/>
            </Dialog>
        </Deferred>
    }
    .into_any()
}

fn new_game(kind: Kind) -> Option<LocalGame> {
    let level = SettingsStore::expect().get_untracked().level;
    let mut game =
        LocalGame::new(kind, "", &[PlayerKind::Person, PlayerKind::Engine(level)], TimeControl::Untimed)
            .ok()?;
    game.set_date(&today());
    Some(game)
}

/// Links to the analysis board with the game so far. A game with hidden hands can be studied when it is over.
#[component]
fn StudyLink(session: LocalSession, kind: Kind) -> impl IntoView {
    let can = move || !kind.hides() || session.game.with(|game| game.outcome().is_some());
    let address = Signal::derive(move || {
        session.with_painted(|game| export::study_path_for(game.record(), game.only_person()))
    });
    view! {
        <Show when=can>
            <AddressLink to=address>{tr(Words::new("Étudier cette partie", "Study this game"))}</AddressLink>
        </Show>
    }
}
