//! Fair shuffles: the server's commitment, and its verification after the game, done in the page.

use leptos::prelude::*;
use rules::{Lang, Record, Say, Words};
use table::{COMMITMENT_TAG, ReceiptMismatch, ReceiptProof, Seating, verify};

use super::api;
use super::receipt;
use super::table_session::TableSession;
use crate::export;
use crate::language::tr;

/// Whether something was or will be drawn: cards, or the seats.
pub fn has_draws(session: TableSession) -> bool {
    session.with(|table| table.kind.has_chance() || table.seating == Seating::Random).unwrap_or(false)
}

/// The server's commitment to its secret.
#[component]
pub fn Commitment(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let commitment = move || session.with(|table| table.commitment.to_string());
    view! {
        <details class="fair">
            <summary>{tr(Words::new("Tirage vérifiable", "Provably fair draw"))}</summary>
            <p>{tr(Words::new(
                "Le serveur a déjà choisi un nombre secret, dont voici l’empreinte. Chaque joueur ajoute sa part de hasard en s’asseyant, et signe le tout\u{a0}: plus personne ne peut alors y toucher. À la fin de la partie, le secret est révélé, et chacun peut vérifier que tous les tirages en découlent.",
                "The server has already picked a secret number; this is its fingerprint. Each player adds some randomness on joining and signs the whole, so nobody can change it later. When the game is over the secret is revealed, and anyone can check that every draw follows from it.",
            ))}</p>
            <p><code class="hash">{commitment}</code></p>
            <ReceiptNote session/>
        </details>
    }
}

/// Tells the player that this device has the receipt of the seat, and saves it as a file.
#[component]
fn ReceiptNote(session: TableSession) -> impl IntoView {
    let kept = Memo::new(move |_| session.you().and_then(|_| receipt::load(session)));
    let save = move |_| {
        if let Some(receipt) = kept.get_untracked() {
            let name = format!("trois-{}.receipt", receipt.table);
            export::download(&name, "text/plain", format!("{receipt}\n").as_bytes());
        }
    };
    view! {
        <Show when=move || kept.with(Option::is_some)>
            <p>{tr(Words::new(
                "Cet appareil garde le reçu de votre place\u{a0}: l’empreinte que vous avez vue, et votre part de hasard.",
                "This device keeps a receipt for your seat: the fingerprint you saw, and the randomness you added.",
            ))}</p>
            <p><button on:click=save>{tr(Words::new("Enregistrer le reçu", "Save the receipt"))}</button></p>
        </Show>
    }
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq)]
struct Check {
    is_so: bool,
    words: Words,
}

/// Verifies the record of a finished game when it is opened, and shows the results.
#[component]
pub fn Verify(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let checks = RwSignal::new(None::<Vec<Check>>);
    let busy = RwSignal::new(false);
    let check = move |_| {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        leptos::task::spawn_local(async move {
            let Some(id) = session.id.try_get_value() else { return };
            let found = match api::get(&format!("/games/{id}.trois")).await {
                Ok(text) => run_checks(session, &text),
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
        <details class="verify">
            <summary on:click=check>{tr(Words::new("Vérifier le tirage", "Check the draw was fair"))}</summary>
            <div role="status">
                <ul class="checks">
                    {move || checks.get().unwrap_or_default().into_iter().map(line).collect_view()}
                </ul>
            </div>
        </details>
    }
}

/// Runs all checks, in order.
fn run_checks(session: TableSession, text: &str) -> Vec<Check> {
    let yes = |words: Words| Check { is_so: true, words };
    let no = |words: Words| Check { is_so: false, words };
    let record = match Record::parse(text, None) {
        Ok(record) => record,
        Err(why) => return vec![no(crate::language::in_both_languages(|lang| why.say(lang)))],
    };
    let mut checks = Vec::new();
    let shown = untrack(|| session.with(|table| table.commitment.to_string()));
    checks.push(match receipt::load(session).map(|receipt| receipt.check(&record)) {
        Some(Ok(ReceiptProof::Table)) => yes(Words::new(
            "L’empreinte de la partie est celle que cet appareil a vue avant que vous rejoigniez la table, et votre part de hasard, faite pour cette table, y est.",
            "The fingerprint in the record is the one that this device saw before you joined, and the randomness you added for this table is in it.",
        )),
        Some(Ok(ReceiptProof::Commitment)) => yes(Words::new(
            "L’empreinte de la partie est celle que cet appareil a vue avant que vous rejoigniez la table, et votre part de hasard y est. Elle est de l’ancienne version, qui ne montre pas que cette empreinte n’avait pas déjà servi à une autre de vos tables.",
            "The fingerprint in the record is the one that this device saw before you joined, and the randomness you added is in it. It is of the former version, which does not show that this fingerprint had not been used at another table of yours before.",
        )),
        Some(Err(ReceiptMismatch::OtherTable)) => no(Words::new(
            "La partie est celle d’une autre table que celle que vous avez rejointe.",
            "The record is of another table than the one that you joined.",
        )),
        Some(Err(ReceiptMismatch::OtherCommitment)) => no(Words::new(
            "L’empreinte de la partie n’est pas celle que cet appareil a vue avant que vous rejoigniez la table\u{a0}: le serveur a changé de secret.",
            "The fingerprint in the record is not the one that this device saw before you joined: the server has replaced its secret.",
        )),
        Some(Err(ReceiptMismatch::NoContribution)) => no(Words::new(
            "La part de hasard de cet appareil n’est pas dans la partie.",
            "The randomness that this device added is not in the record.",
        )),
        // A reader who did not play here can only compare with what the table shows now.
        None => Check {
            is_so: record.tag(COMMITMENT_TAG) == shown.as_deref(),
            words: Words::new(
                "L’empreinte de la partie est celle que la table montre. Seul le reçu d’un joueur montre qu’elle était là avant son arrivée.",
                "The fingerprint in the record is the one that the table shows. Only a player’s receipt shows that it was there before they joined.",
            ),
        },
    });
    match verify(&record) {
        Ok(proof) => {
            checks.push(yes(Words::new(
                "Le secret révélé correspond à l’empreinte.",
                "The revealed secret matches the fingerprint.",
            )));
            checks.push(yes(if proof.seating {
                Words::new(
                    "Les places ont bien été tirées au sort.",
                    "The seats were drawn at random, as promised.",
                )
            } else {
                Words::new(
                    "Les places ont été choisies, et non tirées au sort.",
                    "The seats were chosen, not drawn at random.",
                )
            }));
            let draws = proof.draws;
            checks.push(yes(rules::words!(
                fr: "Tous les tirages découlent de ce secret ({draws}).",
                en: "Every draw follows from that secret ({draws})."
            )));
        }
        Err(flaw) => checks.push(no(crate::language::in_both_languages(|lang: Lang| flaw.say(lang)))),
    }
    checks
}
