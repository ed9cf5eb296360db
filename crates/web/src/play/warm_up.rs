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
use crate::{browser, saved_games, sound, startup};

/// The delay between showing the page and the warm-up: the page has other things to do first.
const DELAY: Duration = Duration::from_millis(300);

/// The most touches that a move takes.
const TOUCHES: usize = 5;

thread_local! {
    /// The games that are warmed up already.
    static WARMED_UP: RefCell<Vec<Kind>> = const { RefCell::new(Vec::new()) };
}

/// Plays a first move outside the document, once for each game. `build_page` starts a game and builds the page around
/// it.
pub fn warm_up(kind: Kind, build_page: impl FnOnce() -> Option<(LocalSession, AnyView)> + 'static) {
    if !browser::IN_BROWSER || WARMED_UP.with_borrow(|known| known.contains(&kind)) {
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
        let built = owner.with(|| {
            provide_context(OutsideDocument);
            let (session, view) = build_page()?;
            Some((session, mount_to(element, move || view)))
        });
        run_last(move || {
            let Some((session, copy)) = built.filter(|_| page.try_get_untracked().is_some()) else { return };
            let page_copy = PageCopy { session, page, _copy: copy, _owner: owner };
            run_last(move || page_copy.touch(TOUCHES));
        });
    };
    startup::when_in_page(move || browser::after(DELAY, move || run_last(act)));
}

/// The copy of a page, until it is dropped.
struct PageCopy<C> {
    session: LocalSession,
    /// Disposed together with the page that people see.
    page: RwSignal<()>,
    _copy: C,
    _owner: Owner,
}

impl<C: 'static> PageCopy<C> {
    /// Touches legal spots until a move is played, each in a separate task, so that a tap in the meantime waits for one
    /// task at most. The engine is not asked for its reply.
    fn touch(self, touches: usize) {
        if self.page.try_get_untracked().is_none() {
            return;
        }
        let session = self.session;
        let scene = untrack(|| session.scene());
        let target = scene.targets.iter().find(|target| target.legal && !target.picked);
        let is_played = |game: &LocalGame| !game.record().steps().iter().all(RecordedMove::is_chance);
        let Some(target) = target.filter(|_| touches > 0 && !session.game.with_untracked(is_played)) else {
            session.engine.cancel();
            return run_last(move || self.save());
        };
        let spot = target.spot;
        session.touch(Touch::Hover(Some(spot)));
        run_last(move || {
            sound::silently(|| session.touch(Touch::Spot(spot)));
            session.engine.cancel();
            run_last(move || {
                session.touch(Touch::Hover(None));
                run_last(move || self.touch(touches - 1));
            });
        });
    }

    /// Saves the copy's game under a name that no game has, and deletes it.
    fn save(self) {
        const NAME: &str = "warm-up";
        let _ = self.session.game.with_untracked(|game| saved_games::save(NAME, game));
        saved_games::delete(NAME);
        run_last(move || drop(self));
    }
}
