//! The user's settings, saved on this device.

use std::cell::Cell;
use std::fmt;

use boards::{BoardTheme, Look, PieceTheme, Theme};
use engine::Level;
use leptos::prelude::*;
use rules::Lang;

use crate::{browser, storage};

/// Whether the app animates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Motion {
    /// As the system prefers.
    System,
    Off,
}

/// The user's settings. `None` follows the system.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The language.
    pub lang: Option<Lang>,
    /// Light, dark or high contrast.
    pub theme: Option<Theme>,
    /// What boards and pieces are made of.
    pub look: Look,
    /// Whether pieces of different seats and sizes also differ by pattern, not only by colour.
    pub patterns: bool,
    /// Whether coordinates are written beside the board.
    pub coordinates: bool,
    /// Whether moves make a sound; `None` until the user has chosen.
    pub sounds: Option<bool>,
    /// Whether a move at a table is sent only when it is confirmed.
    pub confirm_moves: bool,
    /// Whether the app animates.
    pub motion: Motion,
    /// The engine's level in a new game.
    pub level: Level,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            lang: None,
            theme: None,
            look: Look::default(),
            patterns: false,
            coordinates: false,
            sounds: None,
            confirm_moves: false,
            motion: Motion::System,
            level: Level::new(3).unwrap_or(Level::MAX),
        }
    }
}

impl Settings {
    /// Reads what [`Display`](fmt::Display) writes. Missing and unknown values keep their default, so settings
    /// of another version never stop the app.
    pub fn read(text: &str) -> Settings {
        let mut settings = Settings::default();
        for (key, value) in text.lines().filter_map(|line| line.split_once('=')) {
            match key {
                "lang" => settings.lang = value.parse().ok(),
                "theme" => settings.theme = Theme::ALL.into_iter().find(|theme| theme.id() == value),
                "board" => settings.look.board = BoardTheme::from_id(value).unwrap_or_default(),
                "pieces" => settings.look.pieces = PieceTheme::from_id(value).unwrap_or_default(),
                "patterns" => settings.patterns = value == "on",
                "coordinates" => settings.coordinates = value == "on",
                "sounds" => settings.sounds = Some(value == "on"),
                "confirm" => settings.confirm_moves = value == "on",
                "motion" => settings.motion = if value == "off" { Motion::Off } else { Motion::System },
                "level" => settings.level = value.parse().unwrap_or(settings.level),
                _ => {}
            }
        }
        settings
    }

    /// The theme in use: the chosen one, or else the system's.
    pub fn shown_theme(&self) -> Theme {
        self.theme.unwrap_or_else(|| {
            if browser::matches_media("(prefers-color-scheme: dark)") { Theme::Dark } else { Theme::Light }
        })
    }

    /// The language in use: the chosen one, or else the browser's.
    pub fn language(&self) -> Lang {
        self.lang.unwrap_or_else(browser_language)
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let switch = |on: bool| if on { "on" } else { "off" };
        if let Some(lang) = self.lang {
            writeln!(f, "lang={lang}")?;
        }
        if let Some(theme) = self.theme {
            writeln!(f, "theme={}", theme.id())?;
        }
        writeln!(f, "board={}", self.look.board)?;
        writeln!(f, "pieces={}", self.look.pieces)?;
        writeln!(f, "patterns={}", switch(self.patterns))?;
        writeln!(f, "coordinates={}", switch(self.coordinates))?;
        if let Some(sounds) = self.sounds {
            writeln!(f, "sounds={}", switch(sounds))?;
        }
        writeln!(f, "confirm={}", switch(self.confirm_moves))?;
        writeln!(f, "motion={}", if self.motion == Motion::Off { "off" } else { "system" })?;
        writeln!(f, "level={}", self.level)
    }
}

/// The settings of the app as a signal. Copies are the same store.
#[derive(Clone, Copy)]
pub struct SettingsStore(RwSignal<Settings>);

thread_local! {
    // Callbacks of the browser run outside the component tree and have no context.
    static STORE: Cell<Option<SettingsStore>> = const { Cell::new(None) };
}

impl SettingsStore {
    /// Loads the settings, saves them when they change, and applies them to the page.
    pub fn provide() -> SettingsStore {
        let settings = storage::load("settings").map_or_else(Settings::default, |text| Settings::read(&text));
        let store = SettingsStore(RwSignal::new(settings));
        Effect::new(move |before: Option<()>| {
            let settings = store.0.get();
            if before.is_some() {
                // Settings that cannot be saved hold until the page is closed.
                let _ = storage::save("settings", &settings.to_string());
            }
            apply(&settings);
        });
        STORE.set(Some(store));
        store
    }

    /// Makes these the settings of the app. Outside a browser, none are saved.
    #[cfg(not(target_family = "wasm"))]
    pub fn provide_with(settings: Settings) -> SettingsStore {
        let store = SettingsStore(RwSignal::new(settings));
        STORE.set(Some(store));
        store
    }

    /// The settings of the app, for components and for callbacks of the browser.
    ///
    /// # Panics
    /// Before [`SettingsStore::provide`].
    pub fn expect() -> SettingsStore {
        STORE.get().expect("the app begins with its settings")
    }

    /// The current settings. Reading them in a reactive scope subscribes to changes.
    pub fn get(self) -> Settings {
        self.0.get()
    }

    /// The current settings, without a subscription.
    pub fn get_untracked(self) -> Settings {
        self.0.get_untracked()
    }

    /// Changes the settings.
    pub fn update(self, change: impl FnOnce(&mut Settings)) {
        self.0.update(change);
    }

    /// The language.
    pub fn lang(self) -> Lang {
        self.0.with(Settings::language)
    }
}

/// Sets the attributes of the root element that the style sheets select on.
fn apply(settings: &Settings) {
    let Some(root) = document().document_element() else { return };
    // These names and values are valid, so the browser never refuses them.
    let set = |name: &str, value: Option<&str>| {
        let _ = match value {
            Some(value) => root.set_attribute(name, value),
            None => root.remove_attribute(name),
        };
    };
    set("lang", Some(&settings.language().to_string()));
    set("data-theme", settings.theme.map(Theme::id));
    // Boards say themselves what they are made of; this is for the signs of the players beside them.
    set("data-pieces", Some(settings.look.pieces.id()));
    set("data-patterns", settings.patterns.then_some("on"));
    set("data-motion", (settings.motion == Motion::Off).then_some("off"));
    remember_language(settings.lang);
}

/// Tells the server by a cookie which language was chosen, so that the next page arrives in it.
fn remember_language(lang: Option<Lang>) {
    let cookie = match lang {
        Some(lang) => format!("lang={lang}; path=/; max-age=31536000; samesite=lax"),
        None => "lang=; path=/; max-age=0; samesite=lax".to_owned(),
    };
    // Without cookies, the next page arrives in the language of the browser until the app has started.
    let _ = js_sys::Reflect::set(&document(), &"cookie".into(), &cookie.into());
}

/// French if the browser prefers it, else English.
fn browser_language() -> Lang {
    let wants = if browser::IN_BROWSER { window().navigator().language() } else { None };
    if wants.unwrap_or_default().starts_with("fr") { Lang::Fr } else { Lang::En }
}

/// Whether animations are allowed by the system and by the settings.
pub fn animations_enabled() -> bool {
    let store = SettingsStore::expect().get_untracked();
    store.motion == Motion::System && !browser::matches_media("(prefers-reduced-motion: reduce)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_from_their_text() {
        let settings = Settings {
            lang: Some(Lang::Fr),
            theme: Some(Theme::Contrast),
            look: Look { board: BoardTheme::Slate, pieces: PieceTheme::Ink },
            patterns: true,
            coordinates: true,
            sounds: Some(true),
            confirm_moves: true,
            motion: Motion::Off,
            level: Level::MAX,
        };
        assert_eq!(Settings::read(&settings.to_string()), settings);
        assert_eq!(Settings::read(&Settings::default().to_string()), Settings::default());
    }

    #[test]
    fn settings_that_are_not_understood_keep_their_default() {
        let odd = "lang=tlh\ntheme=pink\nboard=marble\npieces=\nlevel=99\nnonsense\nmotion=\n";
        assert_eq!(Settings::read(odd), Settings::default());
    }
}
