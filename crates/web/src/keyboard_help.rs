//! Keyboard shortcuts, and the dialog that lists them.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use rules::Words;
use wasm_bindgen::JsCast;

use crate::dialog::Dialog;
use crate::language::tr;

/// The keys and their effects.
fn keys() -> [(Words, Words); 9] {
    [
        (Words::new("Tab", "Tab"), Words::new("aller au plateau", "go to the board")),
        (Words::new("← ↑ → ↓", "← ↑ → ↓"), Words::new("se déplacer sur le plateau", "move around the board")),
        (Words::new("Entrée", "Enter"), Words::new("prendre ou jouer", "pick up or play")),
        (Words::new("Échap", "Esc"), Words::new("reposer", "put back")),
        (
            Words::new("← →", "← →"),
            Words::new(
                "hors du plateau\u{a0}: coup précédent, coup suivant",
                "off the board: previous move, next move",
            ),
        ),
        (
            Words::new("Début · Fin", "Home · End"),
            Words::new("début, fin de la partie", "start, end of the game"),
        ),
        (
            Words::new("Entrée", "Enter"),
            Words::new(
                "en étude, avec «\u{a0}Dessiner des flèches\u{a0}»\u{a0}: début, puis fin d’une flèche",
                "in study, with “Draw arrows” on: where an arrow begins, then where it ends",
            ),
        ),
        (Words::new("f · h", "f · h"), Words::new("tourner le plateau · conseil", "flip the board · hint")),
        (Words::new("?", "?"), Words::new("cette aide", "this help")),
    ]
}

/// The list of keys, in a dialog that `?` opens.
#[component]
pub fn KeyboardHelp(
    /// Whether it is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    let listener = on_shortcut(move |key| {
        let asks = key == "?";
        if asks {
            open.update(|open| *open = !*open);
        }
        asks
    });
    on_cleanup(move || listener.remove());
    let rows = move || {
        let row = |(key, what): (Words, Words)| view! { <dt><kbd>{tr(key)}</kbd></dt><dd>{tr(what)}</dd> };
        keys().map(row).collect_view()
    };
    view! {
        <Dialog open title=Words::new("Clavier", "Keyboard")>
            <dl class="keys">{rows()}</dl>
        </Dialog>
    }
}

/// Listens to keys pressed outside text fields. `handle` returns whether it used the key.
pub fn on_shortcut(handle: impl Fn(&str) -> bool + 'static) -> WindowListenerHandle {
    window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let is_text = target
            .is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
        let is_plain = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
        if is_plain && !is_text && !event.default_prevented() && handle(&event.key()) {
            event.prevent_default();
        }
    })
}
