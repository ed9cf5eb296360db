//! The settings page.

use boards::{BoardTheme, DrawContext, Look, PieceTheme, Theme};
use engine::Level;
use leptos::prelude::*;
use rules::{Kind, Lang, Seat, Viewer, Words};

use crate::board::Picture;
use crate::labels;
use crate::language::{lang, tr};
use crate::sample_games;
use crate::settings::{Motion, Settings, SettingsStore};
use crate::sound::{self, Sound};
use crate::start_queue::Deferred;

/// The settings page.
#[component]
pub fn Page() -> impl IntoView {
    let store = SettingsStore::expect();
    let levels = move || {
        let now = store.get().level;
        let option = |level: Level| {
            let name = labels::level(level).0;
            view! {
                <option value=level.to_string() selected=level == now>
                    {format!("{level} · {}", name.get(lang()))}
                </option>
            }
        };
        Level::all().map(option).collect_view()
    };
    let has_one_look = Memo::new(move |_| store.get().theme == Some(Theme::Contrast));
    view! {
        <div class="settings">
        <h1>{tr(Words::new("Réglages", "Settings"))}</h1>
        <fieldset class="choices">
            <legend>"Langue · Language"</legend>
            {choice(store, Words::new("Celle du navigateur", "Same as browser"), |now| now.lang.is_none(), |new| new.lang = None)}
            {choice(store, Words::new("Français", "Français"), |now| now.lang == Some(Lang::Fr), |new| new.lang = Some(Lang::Fr))}
            {choice(store, Words::new("English", "English"), |now| now.lang == Some(Lang::En), |new| new.lang = Some(Lang::En))}
        </fieldset>
        <fieldset class="choices">
            <legend>{tr(Words::new("Couleurs", "Colours"))}</legend>
            {choice(store, Words::new("Celles du système", "Same as system"), |now| now.theme.is_none(), |new| new.theme = None)}
            {choice(store, Words::new("Claires", "Light"), |now| now.theme == Some(Theme::Light), |new| new.theme = Some(Theme::Light))}
            {choice(store, Words::new("Sombres", "Dark"), |now| now.theme == Some(Theme::Dark), |new| new.theme = Some(Theme::Dark))}
            {choice(store, Words::new("Contraste élevé", "High contrast"), |now| now.theme == Some(Theme::Contrast), |new| new.theme = Some(Theme::Contrast))}
        </fieldset>
        // The theme with the strongest contrasts has one look.
        <Show when=move || !has_one_look.get() fallback=move || view! {
            <p><small>{tr(Words::new(
                "En contraste élevé, plateaux et pièces ont un seul aspect.",
                "In high contrast, boards and pieces have one look.",
            ))}</small></p>
        }>
        <div class="choices materials" role="group" aria-labelledby="boards">
            <h2 id="boards">{tr(Words::new("Plateaux", "Boards"))}</h2>
            {BoardTheme::ALL.iter().map(|&board| material(
                store,
                labels::board_theme(board),
                move |look| Look { board, ..look },
            )).collect_view()}
        </div>
        <div class="choices materials" role="group" aria-labelledby="pieces">
            <h2 id="pieces">{tr(Words::new("Pièces", "Pieces"))}</h2>
            {PieceTheme::ALL.iter().map(|&pieces| material(
                store,
                labels::piece_theme(pieces),
                move |look| Look { pieces, ..look },
            )).collect_view()}
        </div>
        </Show>
        <Deferred><Preview/></Deferred>
        <fieldset class="choices">
            <legend>{tr(Words::new("Affichage et sons", "Display and sound"))}</legend>
            {switch(store, Words::new("Motifs sur les pièces", "Patterns on pieces"), |now| now.patterns, |new| new.patterns = !new.patterns)}
            {switch(store, Words::new("Coordonnées", "Coordinates"), |now| now.coordinates, |new| new.coordinates = !new.coordinates)}
            {switch(store, Words::new("Animations réduites", "Reduced motion"), |now| now.motion == Motion::Off, |new| {
                new.motion = if new.motion == Motion::Off { Motion::System } else { Motion::Off };
            })}
            {switch(store, Words::new("Sons", "Sounds"), |now| now.sounds == Some(true), |new| new.sounds = Some(new.sounds != Some(true)))}
            <button class="choice" on:click=move |_| sound::preview(Sound::End)>{tr(Words::new("Écouter", "Listen"))}</button>
        </fieldset>
        <fieldset class="choices">
            <legend>{tr(Words::new("Parties en ligne", "Online games"))}</legend>
            {switch(store, Words::new("Confirmer chaque coup", "Confirm each move"), |now| now.confirm_moves, |new| new.confirm_moves = !new.confirm_moves)}
            <small>{tr(Words::new(
                "Votre coup n’est envoyé qu’une fois confirmé.",
                "Your move is sent only once you have confirmed it.",
            ))}</small>
        </fieldset>
        <label class="field">
            <span>{tr(Words::new("Niveau du moteur dans une nouvelle partie", "Engine level in a new game"))}</span>
            <select on:change=move |event| {
                if let Ok(level) = event_target_value(&event).parse() {
                    store.update(|new| new.level = level);
                }
            }>{levels}</select>
            <small>{move || labels::level(store.get().level).1.get(lang()).to_owned()}</small>
        </label>
        <p><a href="/licenses.txt" rel="external" target="_blank">
            {tr(Words::new("Logiciels utilisés et leurs licences", "Third-party software and its licences"))}
        </a></p>
        </div>
    }
}

/// A preview of each game with the current settings.
#[component]
fn Preview() -> impl IntoView {
    let store = SettingsStore::expect();
    let picture = |kind: Kind| {
        let positions = StoredValue::new(sample_games::positions(kind));
        let scene = Memo::new(move |_| {
            positions.with_value(|positions| {
                let at = positions.get(positions.len() * 2 / 3);
                at.map_or_else(Default::default, |(game, last)| {
                    let Settings { coordinates, look, .. } = store.get();
                    let context =
                        DrawContext { last_move: *last, coordinates, look, ..DrawContext::plain(lang()) };
                    boards::draw(&game.view(Viewer::Public).position(), &context)
                })
            })
        });
        view! { <span class="thumbnail"><Picture scene label=""/></span> }
    };
    view! {
        <div class="preview" aria-hidden="true">
            {Kind::ALL.iter().copied().map(picture).collect_view()}
        </div>
    }
}

/// A choice of what boards or pieces are made of, with a picture of it.
fn material(
    store: SettingsStore,
    name: Words,
    change: impl Fn(Look) -> Look + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let is_so = move || {
        let look = store.get().look;
        change(look) == look
    };
    let picture = move |kind: Kind| {
        let positions = StoredValue::new(sample_games::positions(kind));
        let scene = Memo::new(move |_| {
            let look = change(store.get().look);
            positions.with_value(|positions| {
                let at = positions.get(positions.len() * 2 / 3);
                at.map_or_else(Default::default, |(game, _)| {
                    let context = DrawContext { look, ..DrawContext::plain(lang()) };
                    boards::draw(&game.view(Viewer::Public).position(), &context)
                })
            })
        });
        view! { <span class="thumbnail"><Deferred><Picture scene label=""/></Deferred></span> }
    };
    view! {
        <button class="choice material" aria-pressed=move || is_so().to_string()
            on:click=move |_| store.update(|new| new.look = change(new.look))>
            <span class="samples" aria-hidden="true">{material_samples().map(picture).collect_view()}</span>
            <span class="name">{tr(name)}</span>
        </button>
    }
}

/// Two games whose pieces look different: the first game, and the first game whose seats have another mark.
fn material_samples() -> impl Iterator<Item = Kind> {
    let first = Kind::ALL[0];
    let mark = |kind: Kind| kind.seat(Seat::ONE).mark;
    let other = Kind::ALL.iter().copied().find(|&kind| mark(kind) != mark(first));
    std::iter::once(first).chain(other)
}

fn choice(
    store: SettingsStore,
    name: Words,
    is_so: fn(&Settings) -> bool,
    set: fn(&mut Settings),
) -> impl IntoView {
    view! {
        <button class="choice" aria-pressed=move || is_so(&store.get()).to_string()
            on:click=move |_| store.update(set)>{tr(name)}</button>
    }
}

fn switch(
    store: SettingsStore,
    name: Words,
    is_on: fn(&Settings) -> bool,
    turn: fn(&mut Settings),
) -> impl IntoView {
    view! {
        <button class="choice switch" role="switch" aria-checked=move || is_on(&store.get()).to_string()
            on:click=move |_| store.update(turn)>{tr(name)}</button>
    }
}
