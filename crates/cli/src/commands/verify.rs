//! `trois verify`: checks that the shuffles of a recorded game were fair, and explains what that proves.

use std::io::Write;

use rules::{Lang, Record, Say};
use serde_json::{Value, json};
use table::{PlayerCheck, PlayerKey, Receipt, ReceiptMismatch, ReceiptProof, Verified, VerifyError};

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
            Some(proof.map_err(|mismatch| Failure::input(mismatched(mismatch, lang)))?)
        }
    };
    if args.json.json {
        return write_json(out, &as_json(&verified, proof));
    }
    writeln!(out, "{}", from_the_record(&verified, lang))?;
    writeln!(out)?;
    match proof {
        Some(proof) => writeln!(out, "{}", from_the_receipt(proof, lang))?,
        None => writeln!(out, "{}", not_from_the_record(lang))?,
    }
    Ok(())
}

fn as_json(verified: &Verified, proof: Option<ReceiptProof>) -> Value {
    let Verified { draws, seating, players } = verified;
    let signed: Vec<Value> = players
        .iter()
        .map(|player| match player {
            PlayerCheck::Signed(key) | PlayerCheck::SignedForCommitment(key) => json!(key.to_string()),
            PlayerCheck::Unsigned | PlayerCheck::Engine => Value::Null,
        })
        .collect();
    let names_table: Vec<bool> =
        players.iter().map(|player| matches!(player, PlayerCheck::Signed(_))).collect();
    json!({
        "verified": true,
        "draws": draws,
        "seating": seating,
        "keys": signed,
        "signed_for_table": names_table,
        "receipt": proof.is_some(),
        "receipt_for_table": proof == Some(ReceiptProof::Table),
    })
}

/// What the record alone proves.
fn from_the_record(verified: &Verified, lang: Lang) -> String {
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
                    fr: "- place {place}\u{a0}: la clé {key} a signé sa part de hasard pour cette table et cet engagement\u{202f};",
                    en: "- seat {place}: the key {key} signed its contribution for this table and this commitment;"
                ));
            }
            PlayerCheck::SignedForCommitment(key) => {
                let key = short(key);
                lines.push(say!(
                    lang,
                    fr: "- place {place}\u{a0}: la clé {key} a signé sa part de hasard pour cet engagement, à n’importe quelle table (ancienne version)\u{202f};",
                    en: "- seat {place}: the key {key} signed its contribution for this commitment, at whichever table (the former version);"
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
    text + "."
}

/// The first digits of a key, enough to recognise it.
fn short(key: &PlayerKey) -> String {
    key.to_string().chars().take(16).collect()
}

fn not_from_the_record(lang: Lang) -> String {
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
fn from_the_receipt(proof: ReceiptProof, lang: Lang) -> String {
    match proof {
        ReceiptProof::Table => say!(
            lang,
            fr: "Le reçu montre en plus que le serveur avait publié cet engagement à cette table avant de pouvoir connaître la \
                 part de hasard de ce joueur, et que cette part est dans la partie. Le serveur n’a donc pas pu choisir les \
                 tirages, à moins qu’un autre joueur de la partie, complice ou inventé, n’ait ajouté sa part après celle-ci.",
            en: "The receipt also shows that the server had published this commitment at this table before it could know this \
                 player’s contribution, and that the contribution is in the record. So the server could not choose what was \
                 drawn, unless another player of this game, an accomplice or an invented one, contributed after this player."
        ),
        ReceiptProof::Commitment => say!(
            lang,
            fr: "Le reçu montre en plus que ce joueur a vu cet engagement avant d’ajouter sa part de hasard, et que cette part est \
                 dans la partie. Elle est de l’ancienne version, qui ne la liait pas à une table\u{a0}: rien ne montre que le serveur \
                 n’avait pas déjà montré cet engagement à ce joueur à une autre table, et ne connaissait donc pas sa part.",
            en: "The receipt also shows that this player saw this commitment before contributing, and that the contribution is in \
                 the record. It is of the former version, which did not bind it to a table: nothing shows that the server had not \
                 shown this player the same commitment at another table before, and so knew the contribution."
        ),
    }
}

fn mismatched(mismatch: ReceiptMismatch, lang: Lang) -> String {
    match mismatch {
        ReceiptMismatch::OtherCommitment => say!(
            lang,
            fr: "L’engagement de la partie n’est pas celui du reçu\u{a0}: c’est une autre partie, ou le serveur a changé de secret.",
            en: "The commitment in the record is not the one in the receipt: this is another game, or the server has replaced its secret."
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
