//! The name that one has on the server. Nobody signs in: the server knows a browser by its cookie.

use std::time::Duration;

use leptos::prelude::*;
use rules::{Say, Words};

use super::api::{self, Trouble};
use crate::language::{lang, tr};

/// How long it takes to ask again whether the server is there.
const AGAIN: Duration = Duration::from_secs(2);

/// Whoever uses this browser, as the server knows them.
#[derive(Clone, Copy)]
pub struct Guest {
    /// The name, as it is typed.
    pub name: RwSignal<String>,
    /// The name that the server knows; empty if none was picked yet, `None` before it was asked.
    pub known: RwSignal<Option<String>>,
    /// Why there is no name.
    pub trouble: RwSignal<Option<Trouble>>,
}

impl Guest {
    /// Asks the server for the name, again and again until it answers. Only one such question is on its way at a time:
    /// the first answer brings the cookie by which one is known from then on.
    pub fn new() -> Guest {
        let guest = Guest {
            name: RwSignal::new(String::new()),
            known: RwSignal::new(None),
            trouble: RwSignal::new(None),
        };
        guest.knock();
        guest
    }

    fn knock(self) {
        leptos::task::spawn_local(async move {
            match api::get("/api/me").await {
                Ok(name) => self.learn(name.trim_end()),
                Err(trouble) => {
                    let is_left = self.trouble.try_set(Some(trouble)).is_some();
                    if !is_left {
                        set_timeout(
                            move || {
                                if self.known.try_get_untracked().is_some() {
                                    self.knock();
                                }
                            },
                            AGAIN,
                        );
                    }
                }
            }
        });
    }

    fn learn(self, name: &str) {
        self.trouble.try_set(None);
        self.name.try_update(|typed| {
            // Whoever types while the server thinks is not interrupted.
            if typed.trim().is_empty() || !name.is_empty() {
                name.clone_into(typed);
            }
        });
        self.known.try_set(Some(name.to_owned()));
    }

    /// Tells the server the name that was typed, if it is another.
    pub async fn saved(self) {
        let Some(name) = self.name.try_get_untracked() else { return };
        if name.trim().is_empty() || self.known.get_untracked().as_deref() == Some(name.trim()) {
            return;
        }
        match api::post("/api/me", &name).await {
            Ok(name) => self.learn(name.trim_end()),
            Err(trouble) => drop(self.trouble.try_set(Some(trouble))),
        }
    }

    /// The same, without waiting for it.
    pub fn save(self) {
        leptos::task::spawn_local(self.saved());
    }

    /// Whether there is a name to sit down with.
    pub fn has_name(self) -> bool {
        !self.name.with(|name| name.trim().is_empty())
    }
}

impl Default for Guest {
    fn default() -> Guest {
        Guest::new()
    }
}

/// The field for the name.
#[component]
pub fn NameField(
    /// Whose.
    guest: Guest,
) -> impl IntoView {
    view! {
        <label class="field name-field" aria-busy=move || guest.known.with(Option::is_none).to_string()>
            <span>{tr(Words::new("Votre nom", "Your name"))}</span>
            <input maxlength="24" autocomplete="nickname" prop:value=move || guest.name.get()
                on:input=move |event| guest.name.set(event_target_value(&event))
                on:change=move |_| guest.save()/>
        </label>
        {move || guest.trouble.get().filter(|trouble| *trouble != Trouble::NoServer).map(|trouble| view! { <p class="refusal" role="alert">{trouble.say(lang())}</p> })}
    }
}
