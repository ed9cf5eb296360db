//! The name of this browser's guest on the server. There are no accounts: the server knows a browser by its cookie.

use leptos::prelude::*;
use rules::{Lang, Say, Words};
use table::{Name, Refusal};

use super::api::{self, ApiError};
use crate::language::{lang, tr};
use crate::{random, storage};

/// The storage key of the name that was made up for this guest.
const DEFAULT_NAME: &str = "guest-name";

/// The guest of this browser, as the server knows them.
#[derive(Clone, Copy)]
pub struct GuestProfile {
    /// The name in the input field.
    pub name: RwSignal<String>,
    /// The name on the server: empty if none was chosen yet, `None` before the server has answered.
    pub known: RwSignal<Option<String>>,
    /// Why the name could not be loaded or saved.
    pub error: RwSignal<Option<ApiError>>,
}

impl GuestProfile {
    /// Loads the name from the server, and retries until it answers. Only one such request is made at a time: the
    /// first response brings the cookie.
    pub fn new() -> GuestProfile {
        let guest = GuestProfile {
            name: RwSignal::new(String::new()),
            known: RwSignal::new(None),
            error: RwSignal::new(None),
        };
        guest.load();
        guest
    }

    fn load(self) {
        leptos::task::spawn_local(async move {
            match api::get("/api/me").await {
                Ok(name) => self.set_known(name.trim_end()),
                Err(error) => {
                    let is_left = self.error.try_set(Some(error)).is_some();
                    if !is_left {
                        set_timeout(
                            move || {
                                if self.known.try_get_untracked().is_some() {
                                    self.load();
                                }
                            },
                            api::RETRY,
                        );
                    }
                }
            }
        });
    }

    fn set_known(self, name: &str) {
        if !name.is_empty() {
            // From now on the home page asks the server whether a game waits for a move. It answers guests only.
            let _ = storage::save("online", "yes");
        }
        self.error.try_set(None);
        self.name.try_update(|typed| {
            // What was typed while the server was answering stays.
            if !name.is_empty() {
                name.clone_into(typed);
            } else if typed.trim().is_empty() {
                *typed = default_name();
            }
        });
        self.known.try_set(Some(name.to_owned()));
    }

    /// Saves the name in the input field on the server, if it has changed.
    pub async fn saved(self) {
        let Some(name) = self.name.try_get_untracked() else { return };
        if Name::tidy(&name).is_err() || self.known.get_untracked().as_deref() == Some(name.trim()) {
            return;
        }
        match api::post("/api/me", &name).await {
            Ok(name) => self.set_known(name.trim_end()),
            Err(error) => drop(self.error.try_set(Some(error))),
        }
    }

    /// Starts [`saved`](Self::saved) without waiting for it.
    pub fn save(self) {
        leptos::task::spawn_local(self.saved());
    }

    /// Why the name in the input field cannot be used, if it cannot.
    pub fn name_problem(self) -> Option<Words> {
        match self.name.with(|name| Name::tidy(name)) {
            Ok(_) => None,
            Err(Refusal::NoName) => Some(Words::new("Choisissez d’abord un nom.", "Choose a name first.")),
            Err(refusal) => Some(refusal.words()),
        }
    }

    /// Whether the input field has a name that can be used.
    pub fn has_name(self) -> bool {
        self.name_problem().is_none()
    }
}

impl Default for GuestProfile {
    fn default() -> GuestProfile {
        GuestProfile::new()
    }
}

/// The name of a guest who has not chosen one: "Guest 4821". It stays the same on this device.
fn default_name() -> String {
    storage::load(DEFAULT_NAME).unwrap_or_else(|| {
        let number = 1000 + random::seed() % 9000;
        let name = match untrack(lang) {
            Lang::Fr => format!("Anonyme {number}"),
            Lang::En => format!("Guest {number}"),
        };
        // Without storage, another page makes up another name.
        let _ = storage::save(DEFAULT_NAME, &name);
        name
    })
}

/// The input field for the name.
#[component]
pub fn NameField(
    /// The guest.
    guest: GuestProfile,
) -> impl IntoView {
    view! {
        <label class="field name-field" aria-busy=move || guest.known.with(Option::is_none).to_string()>
            <span>{tr(Words::new("Votre nom", "Your name"))}</span>
            <input autocomplete="nickname" prop:value=move || guest.name.get()
                on:input=move |event| guest.name.set(event_target_value(&event))
                on:change=move |_| guest.save()/>
        </label>
        {move || guest.name_problem().filter(|_| guest.known.with(Option::is_some)).map(|problem| view! {
            <p class="refusal" role="alert">{problem.say(lang())}</p>
        })}
        {move || guest.error.get().filter(|error| *error != ApiError::Unreachable).map(|error| view! { <p class="refusal" role="alert">{error.say(lang())}</p> })}
    }
}
