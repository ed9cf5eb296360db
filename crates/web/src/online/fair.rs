//! Fair shuffles: the server's commitment, and its verification after the game, done in the page.

use leptos::prelude::*;
use rules::{Lang, Record, Say, Seat, Words};
use table::{COMMITMENT_TAG, Receipt, ReceiptMismatch, ReceiptProof, Seating, verify};

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
            <summary>{tr(Words::new("Tirage vérifiable", "Provably fair"))}</summary>
            <p>{tr(Words::new(
                "Le serveur a déjà choisi un nombre secret, dont voici l’empreinte. Chaque joueur ajoute sa part de hasard en s’asseyant, et signe le tout\u{a0}: plus personne ne peut alors y toucher. À la fin de la partie, le secret est révélé, et chacun peut vérifier que tous les tirages en découlent.",
                "The server has already picked a secret number; this is its fingerprint. Each player adds some randomness on joining and signs the result, so nobody can change it later. When the game is over the secret is revealed, and anyone can check that every draw follows from it.",
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
                Err(error) => {
                    vec![Check {
                        is_so: false,
                        words: crate::language::in_both_languages(|lang| error.say(lang)),
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
            <summary on:click=check>{tr(Words::new("Vérifier le tirage", "Check that it was fair"))}</summary>
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
    let record = match Record::parse(text, None) {
        Ok(record) => record,
        Err(why) => return vec![no(crate::language::in_both_languages(|lang| why.say(lang)))],
    };
    let shown = untrack(|| session.with(|table| table.commitment.to_string()));
    let own = receipt::load(session).map(|receipt| (receipt, untrack(|| session.you())));
    let own = own.map(|(receipt, you)| check_receipt(&receipt, you, &record));
    // A reader who did not play here can only compare with what the table shows now.
    let of_reader = || Check {
        is_so: record.tag(COMMITMENT_TAG) == shown.as_deref(),
        words: Words::new(
            "L’empreinte de la partie est celle que la table montre. Seul le reçu d’un joueur montre qu’elle était là avant son arrivée.",
            "The fingerprint in the record is the one that the table shows. Only a player’s receipt shows that it was there before they joined.",
        ),
    };
    let mut checks = own.unwrap_or_else(|| vec![of_reader()]);
    checks.extend(check_record(&record));
    checks
}

const fn yes(words: Words) -> Check {
    Check { is_so: true, words }
}

const fn no(words: Words) -> Check {
    Check { is_so: false, words }
}

/// Compares a record with the receipt of this device, and the seat in the record with the seat that the player has.
fn check_receipt(receipt: &Receipt, you: Option<Seat>, record: &Record) -> Vec<Check> {
    let proof = match receipt.check(record) {
        Ok(ReceiptProof::Setup) => yes(Words::new(
            "L’empreinte de la partie est celle que cet appareil a vue avant que vous rejoigniez la table, et la part de hasard que vous avez ajoutée, liée à cette table et à ses réglages, y figure.",
            "The fingerprint in the record is the one that this device saw before you joined, and the randomness you added for this table and its settings is in it.",
        )),
        Ok(ReceiptProof::Table) => yes(Words::new(
            "L’empreinte de la partie est celle que cet appareil a vue avant que vous rejoigniez la table, et la part de hasard que vous avez ajoutée, liée à cette table, y figure. Elle vient d’une version antérieure\u{a0}: le serveur pouvait encore choisir entre quelques tirages, en échangeant les places des joueurs.",
            "The fingerprint in the record is the one that this device saw before you joined, and the randomness you added for this table is in it. It was made by an earlier version: the server could still choose between a few shuffles by swapping the players’ seats.",
        )),
        Ok(ReceiptProof::Commitment) => yes(Words::new(
            "L’empreinte de la partie est celle que cet appareil a vue avant que vous rejoigniez la table, et la part de hasard que vous avez ajoutée y figure. Elle vient d’une version antérieure, qui ne permet pas de savoir si cette empreinte avait déjà servi à une autre de vos tables.",
            "The fingerprint in the record is the one that this device saw before you joined, and the randomness you added is in it. It was made by an earlier version, which cannot show that this fingerprint was never used at another of your tables.",
        )),
        Err(ReceiptMismatch::OtherTable) => no(Words::new(
            "Cette partie a été jouée à une autre table que la vôtre.",
            "This record comes from a different table from the one you joined.",
        )),
        Err(ReceiptMismatch::OtherSetup) => no(Words::new(
            "Les réglages de la partie ne sont pas ceux que cet appareil a vus avant que vous rejoigniez la table\u{a0}: le serveur les a changés.",
            "The settings in the record are not those that this device saw before you joined: the server has changed them.",
        )),
        Err(ReceiptMismatch::OtherCommitment) => no(Words::new(
            "L’empreinte de la partie n’est pas celle que cet appareil a vue avant que vous rejoigniez la table\u{a0}: le serveur a changé de secret.",
            "The fingerprint in the record is not the one that this device saw before you joined: the server has replaced its secret.",
        )),
        Err(ReceiptMismatch::NoContribution) => no(Words::new(
            "La part de hasard de cet appareil ne figure pas dans la partie.",
            "The randomness that this device added is not in the record.",
        )),
    };
    let seat = receipt.seat(record);
    let other_seat = no(Words::new(
        "Dans la partie, votre part de hasard est celle d’une autre place que la vôtre\u{a0}: le serveur a échangé les joueurs.",
        "In the record, the randomness you added belongs to a different seat from yours: the server has swapped the players.",
    ));
    let is_elsewhere = seat.is_some() && you.is_some() && seat != you;
    [proof].into_iter().chain(is_elsewhere.then_some(other_seat)).collect()
}

/// Verifies a record.
fn check_record(record: &Record) -> Vec<Check> {
    let proof = match verify(record) {
        Ok(proof) => proof,
        Err(flaw) => return vec![no(crate::language::in_both_languages(|lang: Lang| flaw.say(lang)))],
    };
    let draws = proof.draws;
    vec![
        yes(Words::new(
            "Le secret révélé correspond à l’empreinte.",
            "The revealed secret matches the fingerprint.",
        )),
        yes(if proof.seating {
            Words::new(
                "Les places ont bien été tirées au sort.",
                "The seats were assigned at random, as promised.",
            )
        } else {
            Words::new(
                "Les places ont été choisies, et non tirées au sort.",
                "The seats were chosen, not assigned at random.",
            )
        }),
        yes(rules::words!(
            fr: "Tous les tirages découlent de ce secret ({draws}).",
            en: "Every draw follows from that secret ({draws})."
        )),
    ]
}

#[cfg(test)]
mod tests {
    use table::{Actor, GuestId, PlayerSecret, Secret, Table, TableId, Time};

    use super::*;

    /// A finished two-player game with random seats: its record, and the receipt of the first player to join.
    fn finished_game() -> (Record, Receipt) {
        let (id, secret): (TableId, _) = ("abc".parse().unwrap(), Secret::new([1; 32]));
        let setup: table::Setup = "morpion - open,open untimed random".parse().unwrap();
        let mut table = Table::new(setup.clone(), Time(0), secret).with_id(id.clone());
        let commitment = secret.commitment();
        let [anne, luc] =
            [1, 2].map(|device| PlayerSecret::new([device; 32]).contribute("Anne", &id, &commitment, &setup));
        for (guest, line) in [
            (1, format!("1 join seat=- name=Anne contribution={anne}")),
            (2, format!("1 join seat=- name=Luc contribution={luc}")),
            (1, "2 offer what=draw".to_owned()),
            (2, "2 accept what=draw".to_owned()),
        ] {
            let events = table.handle(Actor::Guest(GuestId(guest)), &line.parse().unwrap(), Time(0)).unwrap();
            events.into_iter().for_each(|event| table.apply(event).unwrap());
        }
        let receipt = Receipt { table: id, commitment, setup: Some(setup), contribution: anne };
        (table.record().unwrap(), receipt)
    }

    #[test]
    fn the_receipt_and_the_seat_of_the_player_are_compared_with_the_record() {
        let (record, receipt) = finished_game();
        let seat = receipt.seat(&record);
        let results = |receipt: &Receipt, you: Option<Seat>| -> Vec<bool> {
            check_receipt(receipt, you, &record).iter().map(|check| check.is_so).collect()
        };
        assert!(seat.is_some());
        assert_eq!(results(&receipt, seat), [true]);
        assert_eq!(results(&receipt, None), [true], "a seat that was handed over to another device");
        assert_eq!(results(&receipt, seat.map(Seat::other)), [true, false]);
        let other = "morpion - open,open untimed first".parse().ok();
        assert_eq!(results(&Receipt { setup: other, ..receipt }, seat), [false]);
        assert!(check_record(&record).iter().all(|check| check.is_so));
    }
}
