//! `trois verify`: checks that the shuffles of a recorded game were fair, and says what that shows.

use std::io::Write;

use rules::{Lang, Record, Say};
use serde_json::{Value, json};
use table::{PlayerCheck, PlayerKey, Receipt, ReceiptMismatch, Verified, VerifyError};

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
    let receipt = match &args.receipt {
        None => None,
        Some(file) => {
            let text = input::read_file(file)?;
            let receipt: Receipt =
                text.parse().map_err(|error: rules::TextError| Failure::input(error.say(lang)))?;
            receipt.check(&record).map_err(|mismatch| Failure::input(mismatched(mismatch, lang)))?;
            Some(receipt)
        }
    };
    if args.json.json {
        return write_json(out, &as_json(&verified, receipt.is_some()));
    }
    writeln!(out, "{}", from_the_record(&verified, lang))?;
    writeln!(out)?;
    match receipt {
        Some(_) => writeln!(out, "{}", from_the_receipt(lang))?,
        None => writeln!(out, "{}", not_from_the_record(lang))?,
    }
    Ok(())
}

fn as_json(verified: &Verified, has_receipt: bool) -> Value {
    let Verified { draws, seating, players } = verified;
    let signed: Vec<Value> = players
        .iter()
        .map(|player| match player {
            PlayerCheck::Signed(key) => json!(key.to_string()),
            PlayerCheck::Unsigned | PlayerCheck::Engine => Value::Null,
        })
        .collect();
    json!({ "verified": true, "draws": draws, "seating": seating, "keys": signed, "receipt": has_receipt })
}

/// What follows from the record alone.
fn from_the_record(verified: &Verified, lang: Lang) -> String {
    let draws = verified.draws;
    let mut lines = vec![
        say!(lang, fr: "La partie se vérifie. Il suit d’elle seule\u{a0}:", en: "The record checks out. From it alone follows:"),
        say!(
            lang,
            fr: "- le secret est celui de l’engagement qui y est écrit\u{a0};",
            en: "- the secret is the one of the commitment that is in it;"
        ),
        say!(
            lang,
            fr: "- tous les tirages ({draws}) découlent du secret et du hasard des joueurs\u{a0};",
            en: "- all draws ({draws}) follow from the secret and the players’ contributions;"
        ),
    ];
    if verified.seating {
        lines.push(say!(
            lang,
            fr: "- le hasard a bien placé les joueurs ainsi\u{a0};",
            en: "- chance did seat the players like this;"
        ));
    }
    for (index, player) in verified.players.iter().enumerate() {
        let place = index + 1;
        match player {
            PlayerCheck::Signed(key) => {
                let key = short(key);
                lines.push(say!(
                    lang,
                    fr: "- place {place}\u{a0}: la clé {key} a signé son hasard pour cet engagement\u{a0};",
                    en: "- seat {place}: the key {key} signed its contribution for this commitment;"
                ));
            }
            PlayerCheck::Unsigned => lines.push(say!(
                lang,
                fr: "- place {place}\u{a0}: ce hasard n’est pas signé\u{a0};",
                en: "- seat {place}: this contribution is not signed;"
            )),
            PlayerCheck::Engine => {}
        }
    }
    let mut text = lines.join("\n");
    let end = text.trim_end_matches([';', '\u{a0}']).len();
    text.truncate(end);
    text + "."
}

/// The first digits of a key, which tell it from others.
fn short(key: &PlayerKey) -> String {
    key.to_string().chars().take(16).collect()
}

fn not_from_the_record(lang: Lang) -> String {
    say!(
        lang,
        fr: "Il n’en suit pas que le serveur ait montré cet engagement avant que les joueurs s’assoient, ni que ces clés \
             soient les leurs\u{a0}: c’est le serveur qui écrit la partie. Le reçu d’un joueur le montre\u{a0}: \
             trois verify PARTIE --receipt REÇU.",
        en: "It does not follow that the server showed this commitment before the players sat down, nor that these keys \
             are theirs: the server writes the record. A player’s receipt shows it: trois verify RECORD --receipt FILE."
    )
}

fn from_the_receipt(lang: Lang) -> String {
    say!(
        lang,
        fr: "Avec le reçu, il suit encore\u{a0}: le serveur avait montré cet engagement avant que ce joueur y ajoute son \
             hasard, et ce hasard est dans la partie. Le serveur seul n’a donc pas pu choisir les tirages.",
        en: "With the receipt follows too: the server had shown this commitment before this player contributed, and the \
             contribution is in the record. So the server alone could not choose what was drawn."
    )
}

fn mismatched(mismatch: ReceiptMismatch, lang: Lang) -> String {
    match mismatch {
        ReceiptMismatch::OtherCommitment => say!(
            lang,
            fr: "L’engagement de la partie n’est pas celui du reçu\u{a0}: c’est une autre partie, ou le serveur a changé de secret.",
            en: "The commitment in the record is not the one in the receipt: this is another game, or the server has replaced its secret."
        ),
        ReceiptMismatch::NoContribution => say!(
            lang,
            fr: "Le hasard du reçu n’est pas dans la partie\u{a0}: le joueur s’est levé avant le début, ou le serveur l’a remplacé.",
            en: "The contribution in the receipt is not in the record: the player left before the start, or the server has replaced it."
        ),
    }
}
