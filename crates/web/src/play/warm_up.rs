//! Warms up the code of a first move. A browser compiles each function of WebAssembly when it first runs, so the first move
//! of a game would take twice as long to be shown as the next ones. Shortly after a play page is shown, this module builds a
//! copy of it outside the document, plays a move there, and drops the copy.

use std::cell::RefCell;
use std::time::Duration;

use leptos::mount::mount_to;
use leptos::prelude::*;
use rules::Kind;
use rules::record::RecordedMove;
use wasm_bindgen::JsCast;

use super::local_session::LocalSession;
use crate::board::Touch;
use crate::local::LocalGame;
use crate::start_queue::{OutsideDocument, run_last};
use crate::{browser, sound, startup};

/// The delay between showing the page and the warm-up: the page has other things to do first.
const DELAY: Duration = Duration::from_millis(300);

/// The most touches that a move takes.
const TOUCHES: usize = 5;

thread_local! {
    /// The games that are warmed up already.
    static WARMED_UP: RefCell<Vec<Kind>> = const { RefCell::new(Vec::new()) };
}

/// Plays a first move outside the document, once for each game. `stage` starts a game and builds the page around it.
pub fn warm_up(kind: Kind, stage: impl FnOnce() -> Option<(LocalSession, AnyView)> + 'static) {
    if !browser::IS_HERE || WARMED_UP.with_borrow(|known| known.contains(&kind)) {
        return;
    }
    // The page owns the copy, so all signals of the copy are disposed with it at the latest.
    let owner = Owner::new();
    let page = RwSignal::new(());
    let act = move || {
        if page.try_get_untracked().is_none() || WARMED_UP.with_borrow(|known| known.contains(&kind)) {
            return;
        }
        WARMED_UP.with_borrow_mut(|known| known.push(kind));
        let element = document().create_element("div").ok().and_then(|element| element.dyn_into().ok());
        let Some(element) = element else { return };
        let staged = owner.with(|| {
            provide_context(OutsideDocument);
            let (session, view) = stage()?;
            Some((session, mount_to(element, move || view)))
        });
        run_last(move || {
            let Some((session, copy)) = staged.filter(|_| page.try_get_untracked().is_some()) else { return };
            sound::silently(|| play(session));
            run_last(move || {
                drop(copy);
                drop(owner);
            });
        });
    };
    startup::when_in_page(move || browser::after(DELAY, move || run_last(act)));
}

/// Touches legal spots until a move is played. The engine is not asked for its reply.
fn play(session: LocalSession) {
    for _ in 0..TOUCHES {
        let scene = untrack(|| session.scene());
        let Some(target) = scene.targets.iter().find(|target| target.legal && !target.picked) else { break };
        session.touch(Touch::Spot(target.spot));
        let is_played = |game: &LocalGame| !game.record().steps().iter().all(RecordedMove::is_chance);
        if session.game.with_untracked(is_played) {
            break;
        }
    }
    session.engine.cancel();
    // The copy is not saved; writing its text warms up the code that saves a game.
    drop(session.game.with_untracked(LocalGame::to_string));
}
