//! The curtain between players who share a device in a game with hidden hands: it hides the board until the next
//! player has the device.

use leptos::prelude::*;
use rules::{Lang, Seat, Viewer, Words};
use wasm_bindgen::JsCast;

use super::local_session::LocalSession;
use crate::language::{lang, tr};
use crate::local::{LocalGame, NextActor};

/// Whose turn the curtain was lifted for.
#[derive(Clone, Copy)]
pub struct Curtain {
    lifted_for: RwSignal<Option<Seat>>,
}

impl Curtain {
    /// A lowered curtain.
    pub fn new() -> Curtain {
        Curtain { lifted_for: RwSignal::new(None) }
    }

    /// Whether the curtain hides the board: the person to move has not lifted it yet.
    pub fn is_down(self, game: &LocalGame) -> bool {
        matches!(game.next(), NextActor::Person(seat) if self.hides_from(game, seat))
    }

    /// Who looks at the board: the game's viewer, or the public while the curtain is down.
    pub fn viewer(self, game: &LocalGame) -> Viewer {
        match game.viewer() {
            Viewer::Seat(seat) if self.hides_from(game, seat) => Viewer::Public,
            viewer => viewer,
        }
    }

    fn hides_from(self, game: &LocalGame, seat: Seat) -> bool {
        game.needs_curtain() && self.lifted_for.get() != Some(seat)
    }

    /// Lifts the curtain for the person to move.
    pub fn lift(self, game: &LocalGame) {
        if let NextActor::Person(seat) = game.next() {
            self.lifted_for.set(Some(seat));
        }
    }

    /// Lowers the curtain: the turn is over.
    pub fn lower(self) {
        self.lifted_for.set(None);
    }
}

impl Default for Curtain {
    fn default() -> Curtain {
        Curtain::new()
    }
}

/// The curtain over the board while it is down, with the button that lifts it.
#[component]
pub fn CurtainOverlay(
    /// The game being played.
    session: LocalSession,
) -> impl IntoView {
    let prompt = move || {
        let lang = lang();
        session.game.with(|game| {
            let turn =
                game.game().turn().seat().map_or_else(String::new, |seat| game.names().turn(seat, lang));
            match lang {
                Lang::Fr => format!("{turn}. Passez l’appareil."),
                Lang::En => format!("{turn}. Pass the device."),
            }
        })
    };
    let button = NodeRef::<leptos::html::Button>::new();
    Effect::new(move |_| {
        if let Some(button) = button.get() {
            // Keyboard users need the button next.
            let _ = button.focus();
        }
    });
    let lift = move |_| {
        session.game.with_untracked(|game| session.curtain.lift(game));
        let place = document().query_selector(".board [tabindex='0']").ok().flatten();
        if let Some(place) = place {
            let _ = place.unchecked_into::<web_sys::SvgElement>().focus();
        }
    };
    view! {
        <Show when=move || session.is_curtained()>
            <div class="curtain">
                <p>{prompt}</p>
                <button class="strong" node_ref=button on:click=lift>
                    {tr(Words::new("Montrer ma main", "Show my hand"))}
                </button>
            </div>
        </Show>
    }
}
