//! `trois verify`: checks that the shuffles of a recorded game were fair, and explains what that proves.

use std::io::Write;

use rules::record::RecordedPlayer;
use rules::{Lang, Record, Say, Seat};
use serde_json::{Value, json};
use table::{
    PlayerCheck, PlayerKey, Receipt, ReceiptMismatch, ReceiptProof, ShuffleVersion, Verified, VerifyError,
};

use crate::args::VerifyArgs;
use crate::errors::Failure;
use crate::input;
use crate::language::say;
use crate::output::write_json;

pub(crate) fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let lang = args.language.get();
    let text = input::read_file(&args.file)?;
    let record = Record::parse(&text, None).map_err(|error| Failure::input(error.say(lang)))?;
    let verified = table::verify(&record).map_err(|flaw: VerifyError| Failure::input(flaw.say(lang)))?;
    let proof = match &args.receipt {
        None => None,
        Some(file) => {
            let text = input::read_file(file)?;
            let receipt: Receipt =
                text.parse().map_err(|error: rules::TextError| Failure::input(error.say(lang)))?;
            let proof = receipt.check(&record);
            let proof = proof.map_err(|mismatch| Failure::input(mismatch_text(mismatch, lang)))?;
            Some((proof, receipt.seat(&record)))
        }
    };
    if args.json.json {
        return write_json(out, &as_json(&verified, proof));
    }
    writeln!(out, "{}", record_proof_text(&verified, lang))?;
    writeln!(out)?;
    match proof {
        Some((proof, seat)) => {
            writeln!(out, "{}", receipt_proof_text(proof, &record, lang))?;
            if !verified.seating {
                writeln!(out, "{}", chosen_seats_text(lang))?;
            }
            if let Some(seat) = seat {
                writeln!(out, "{}", receipt_seat_text(&record, seat, lang))?;
            }
        }
        None => writeln!(out, "{}", limits_of_the_record_text(lang))?,
    }
    Ok(())
}

fn as_json(verified: &Verified, proof: Option<(ReceiptProof, Option<Seat>)>) -> Value {
    let Verified { draws, seating, shuffle, players } = verified;
    let signed: Vec<Value> = players
        .iter()
        .map(|player| match player {
            PlayerCheck::Signed(key)
            | PlayerCheck::SignedForTable(key)
            | PlayerCheck::SignedForCommitment(key) => json!(key.to_string()),
            PlayerCheck::Unsigned | PlayerCheck::Engine => Value::Null,
        })
        .collect();
    let names_setup: Vec<bool> =
        players.iter().map(|player| matches!(player, PlayerCheck::Signed(_))).collect();
    let names_table: Vec<bool> = players
        .iter()
        .map(|player| matches!(player, PlayerCheck::Signed(_) | PlayerCheck::SignedForTable(_)))
        .collect();
    let seat = proof.and_then(|(_, seat)| seat);
    let proof = proof.map(|(proof, _)| proof);
    json!({
        "verified": true,
        "draws": draws,
        "seating": seating,
        "keys": signed,
        "shuffle_version": shuffle.to_string().parse().unwrap_or(0),
        "signed_for_table": names_table,
        "signed_for_setup": names_setup,
        "receipt": proof.is_some(),
        "receipt_for_table": matches!(proof, Some(ReceiptProof::Table | ReceiptProof::Setup)),
        "receipt_for_setup": proof == Some(ReceiptProof::Setup),
        "receipt_seat": seat.map(Seat::number),
    })
}

/// What the record alone proves.
fn record_proof_text(verified: &Verified, lang: Lang) -> String {
    let draws = verified.draws;
    let mut lines = vec![
        say!(lang, fr: "La partie est vérifiée. À elle seule, elle montre que\u{a0}:", en: "The record checks out. On its own, it shows that:"),
        say!(
            lang,
            fr: "- le secret correspond à l’engagement qui y est écrit\u{202f};",
            en: "- the secret matches the commitment in it;"
        ),
        say!(
            lang,
            fr: "- tous les tirages ({draws}) découlent du secret et des parts de hasard des joueurs\u{202f};",
            en: "- all draws ({draws}) follow from the secret and the players’ contributions;"
        ),
    ];
    if verified.seating {
        lines.push(say!(
            lang,
            fr: "- les places ont bien été tirées au sort ainsi\u{202f};",
            en: "- the players were seated like this by the draw;"
        ));
    }
    for (index, player) in verified.players.iter().enumerate() {
        let place = index + 1;
        match player {
            PlayerCheck::Signed(key) => {
                let key = short(key);
                lines.push(say!(
                    lang,
                    fr: "- place {place}\u{a0}: la clé {key} a signé sa part de hasard pour cette table, ses réglages et cet engagement\u{202f};",
                    en: "- seat {place}: the key {key} signed its contribution for this table, its setup and this commitment;"
                ));
            }
            PlayerCheck::SignedForTable(key) => {
                let key = short(key);
                lines.push(say!(
                    lang,
                    fr: "- place {place}\u{a0}: la clé {key} a signé sa part de hasard pour cette table et cet engagement (deuxième version)\u{202f};",
                    en: "- seat {place}: the key {key} signed its contribution for this table and this commitment (the second version);"
                ));
            }
            PlayerCheck::SignedForCommitment(key) => {
                let key = short(key);
                lines.push(say!(
                    lang,
                    fr: "- place {place}\u{a0}: la clé {key} a signé sa part de hasard pour cet engagement, à n’importe quelle table (première version)\u{202f};",
                    en: "- seat {place}: the key {key} signed its contribution for this commitment, at whichever table (the first version);"
                ));
            }
            PlayerCheck::Unsigned => lines.push(say!(
                lang,
                fr: "- place {place}\u{a0}: la part de hasard n’est pas signée\u{202f};",
                en: "- seat {place}: this contribution is not signed;"
            )),
            PlayerCheck::Engine => {}
        }
    }
    let mut text = lines.join("\n");
    let end = text.trim_end_matches([';', '\u{202f}']).len();
    text.truncate(end);
    text.push('.');
    if verified.shuffle == ShuffleVersion::BySeat {
        text += "\n\n";
        text += &say!(
            lang,
            fr: "Elle est d’une ancienne version, où les tirages dépendaient aussi des places données aux joueurs avant le début.",
            en: "It is of a former version, in which the draws also depended on the seats that the players were given before the start."
        );
    }
    text
}

/// The first digits of a key, enough to recognise it.
fn short(key: &PlayerKey) -> String {
    key.to_string().chars().take(16).collect()
}

/// What the record alone does not prove.
fn limits_of_the_record_text(lang: Lang) -> String {
    say!(
        lang,
        fr: "Elle ne montre pas que le serveur avait publié cet engagement avant que les joueurs ne s’assoient, ni que ces clés \
             sont les leurs\u{a0}: c’est le serveur qui écrit la partie. Le reçu d’un joueur le montre\u{a0}: \
             trois verify PARTIE --receipt REÇU.",
        en: "It does not show that the server published this commitment before the players sat down, nor that these keys \
             are theirs: the server writes the record. A player’s receipt shows it: trois verify RECORD --receipt FILE."
    )
}

/// What the receipt of a player proves, beyond the record.
fn receipt_proof_text(proof: ReceiptProof, record: &Record, lang: Lang) -> String {
    match proof {
        ReceiptProof::Setup => say!(
            lang,
            fr: "Le reçu montre en plus que le serveur avait publié cet engagement et les réglages de cette table avant de \
                 pouvoir connaître la part de hasard de ce joueur, et que cette part est dans la partie. Le serveur n’a donc pas \
                 pu choisir les tirages, à moins d’avoir choisi qui joue avec ce joueur\u{a0}: un complice, un joueur inventé, ou \
                 l’un de ceux qui demandaient une place.",
            en: "The receipt also shows that the server had published this commitment and the setup of this table before it could \
                 know this player’s contribution, and that the contribution is in the record. So the server could not choose \
                 what was drawn, unless it chose who plays with this player: an accomplice, an invented player, or one of those \
                 who asked for a seat."
        ),
        ReceiptProof::Table => {
            let choices: u32 = (1..=u32::from(record.start().seats())).product();
            say!(
                lang,
                fr: "Le reçu montre en plus que le serveur avait publié cet engagement à cette table avant de pouvoir connaître \
                     la part de hasard de ce joueur, et que cette part est dans la partie. Elle est de la deuxième version\u{a0}: \
                     le serveur, qui donnait les places, pouvait encore choisir entre {choices} tirages, et dire choisies des \
                     places qui devaient être tirées au sort.",
                en: "The receipt also shows that the server had published this commitment at this table before it could know this \
                     player’s contribution, and that the contribution is in the record. It is of the second version: the server, \
                     which gave the seats, could still choose between {choices} shuffles, and call seats chosen that were to be \
                     drawn."
            )
        }
        ReceiptProof::Commitment => say!(
            lang,
            fr: "Le reçu montre en plus que ce joueur a vu cet engagement avant d’ajouter sa part de hasard, et que cette part est \
                 dans la partie. Elle est de la première version, qui ne la liait pas à une table\u{a0}: rien ne montre que le serveur \
                 n’avait pas déjà montré cet engagement à ce joueur à une autre table, et ne connaissait donc pas sa part.",
            en: "The receipt also shows that this player saw this commitment before contributing, and that the contribution is in \
                 the record. It is of the first version, which did not bind it to a table: nothing shows that the server had not \
                 shown this player the same commitment at another table before, and so knew the contribution."
        ),
    }
}

/// What a server can still do where seats are not drawn.
fn chosen_seats_text(lang: Lang) -> String {
    say!(
        lang,
        fr: "Les places n’étaient pas tirées au sort\u{a0}: en refusant une place à un joueur, le serveur pouvait encore influer \
             sur qui reçoit quel tirage.",
        en: "The seats were not drawn: by refusing a player a seat, the server could still influence who gets which draw."
    )
}

/// Which seat the player had, so that the player can compare it.
fn receipt_seat_text(record: &Record, seat: Seat, lang: Lang) -> String {
    let number = seat.number();
    match record.player(seat) {
        Some(RecordedPlayer::Named(name)) => say!(
            lang,
            fr: "C’est le reçu du joueur de la place {number}\u{a0}: {name}. Si vous en aviez une autre, les joueurs ont été échangés.",
            en: "It is the receipt of the player in seat {number}: {name}. If you had another seat, the players were exchanged."
        ),
        _ => say!(
            lang,
            fr: "C’est le reçu du joueur de la place {number}. Si vous en aviez une autre, les joueurs ont été échangés.",
            en: "It is the receipt of the player in seat {number}. If you had another seat, the players were exchanged."
        ),
    }
}

/// Why a receipt and a record do not belong together.
fn mismatch_text(mismatch: ReceiptMismatch, lang: Lang) -> String {
    match mismatch {
        ReceiptMismatch::OtherCommitment => say!(
            lang,
            fr: "L’engagement de la partie n’est pas celui du reçu\u{a0}: c’est une autre partie, ou le serveur a changé de secret.",
            en: "The commitment in the record is not the one in the receipt: this is another game, or the server has replaced its secret."
        ),
        ReceiptMismatch::OtherSetup => say!(
            lang,
            fr: "Les réglages de la partie ne sont pas ceux du reçu\u{a0}: c’est une autre partie, ou le serveur a changé la table.",
            en: "The setup in the record is not the one in the receipt: this is another game, or the server has changed the table."
        ),
        ReceiptMismatch::OtherTable => say!(
            lang,
            fr: "La partie n’est pas celle de la table du reçu\u{a0}: c’est une autre partie, ou le serveur s’est servi deux fois du même secret.",
            en: "The record is not of the table in the receipt: this is another game, or the server has used the same secret twice."
        ),
        ReceiptMismatch::NoContribution => say!(
            lang,
            fr: "La part de hasard du reçu n’est pas dans la partie\u{a0}: le joueur s’est levé avant le début, ou le serveur l’a remplacée.",
            en: "The contribution in the receipt is not in the record: the player left before the start, or the server has replaced it."
        ),
    }
}
