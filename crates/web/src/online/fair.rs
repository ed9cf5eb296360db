//! Fair shuffles: the server's commitment, and its verification after the game, done in the page.

use leptos::prelude::*;
use rules::{Lang, Record, Say, Words};
use table::verify;

use super::api;
use super::table_session::TableSession;
use super::waiting_room;
use crate::language::tr;
use crate::storage;

/// The server's commitment to its secret.
#[component]
pub fn Commitment(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let commitment = move || session.with(|table| table.commitment.to_string());
    view! {
        <details class="fair">
            <summary>{tr(Words::new("Tirage vérifiable", "Verifiable shuffle"))}</summary>
            <p>{tr(Words::new(
                "Le serveur a déjà choisi un nombre secret, dont voici l’empreinte. Chaque joueur y ajoute sa part de hasard en rejoignant la table. À la fin de la partie, le secret est révélé, et chacun peut vérifier que tous les tirages en découlent.",
                "The server has already picked a secret number; this is its fingerprint. Each player adds some randomness by joining. When the game is over the secret is revealed, and anyone can check that every draw follows from it.",
            ))}</p>
            <p><code class="hash">{commitment}</code></p>
        </details>
    }
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq)]
struct Check {
    is_so: bool,
    words: Words,
}

/// A button that verifies the record of a finished game, and the results.
#[component]
pub fn Verify(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let checks = RwSignal::new(None::<Vec<Check>>);
    let busy = RwSignal::new(false);
    let check = move |_| {
        busy.set(true);
        leptos::task::spawn_local(async move {
            let Some(id) = session.id.try_get_value() else { return };
            let found = match api::get(&format!("/games/{id}.trois")).await {
                Ok(text) => checked(session, &text),
                Err(trouble) => {
                    vec![Check {
                        is_so: false,
                        words: crate::language::in_both_languages(|lang| trouble.say(lang)),
                    }]
                }
            };
            checks.try_set(Some(found));
            busy.try_set(false);
        });
    };
    let line = move |check: Check| {
        let mark = if check.is_so { "✓ " } else { "✗ " };
        view! { <li class:wrong=!check.is_so>{mark}{tr(check.words)}</li> }
    };
    view! {
        <button on:click=check disabled=move || busy.get()>
            {tr(Words::new("Vérifier le tirage", "Verify the shuffle"))}
        </button>
        <div role="status">
            <ul class="checks">
                {move || checks.get().unwrap_or_default().into_iter().map(line).collect_view()}
            </ul>
        </div>
    }
}

/// Runs all checks, in order.
fn checked(session: TableSession, text: &str) -> Vec<Check> {
    let yes = |words: Words| Check { is_so: true, words };
    let no = |words: Words| Check { is_so: false, words };
    let record = match Record::parse(text, None) {
        Ok(record) => record,
        Err(why) => return vec![no(crate::language::in_both_languages(|lang| why.say(lang)))],
    };
    let mut checks = Vec::new();
    let shown = untrack(|| session.with(|table| table.commitment.to_string()));
    let is_same = record.tag("Commitment") == shown.as_deref();
    checks.push(Check {
        is_so: is_same,
        words: Words::new(
            "L’empreinte est bien celle qui était affichée pendant la partie.",
            "The fingerprint is the one that was shown during the game.",
        ),
    });
    if let Some(mine) = storage::load(&waiting_room::contribution_key(session)) {
        checks.push(Check {
            is_so: record
                .tags()
                .iter()
                .any(|(name, value)| name.starts_with("Contribution") && *value == mine),
            words: Words::new(
                "La part de hasard de cet appareil en fait partie.",
                "The randomness that this device added is part of it.",
            ),
        });
    }
    match verify(&record) {
        Ok(proof) => {
            checks.push(yes(Words::new(
                "Le secret révélé correspond à l’empreinte.",
                "The revealed secret matches the fingerprint.",
            )));
            checks.push(yes(if proof.seating {
                Words::new("Les places ont bien été tirées au sort.", "The seats were drawn fairly.")
            } else {
                Words::new(
                    "Les places ont été choisies, pas tirées au sort.",
                    "The seats were chosen, not drawn.",
                )
            }));
            let draws = proof.draws;
            checks.push(yes(rules::words!(
                fr: "Tous les tirages en découlent ({draws}).",
                en: "Every draw follows from it ({draws})."
            )));
        }
        Err(flaw) => checks.push(no(crate::language::in_both_languages(|lang: Lang| flaw.say(lang)))),
    }
    checks
}
