//! `trois verify`: checks that the shuffles of a recorded game were fair.

use std::io::Write;

use rules::{Record, Say};
use serde_json::json;
use table::{Verified, VerifyError};

use crate::args::VerifyArgs;
use crate::errors::Failure;
use crate::input;
use crate::language::say;
use crate::output::write_json;

pub(crate) fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let lang = args.language.get();
    let text = input::read_file(&args.file)?;
    let record = Record::parse(&text, None).map_err(|error| Failure::input(error.say(lang)))?;
    let Verified { draws, seating } =
        table::verify(&record).map_err(|flaw: VerifyError| Failure::input(flaw.say(lang)))?;
    if args.json.json {
        return write_json(out, &json!({ "verified": true, "draws": draws, "seating": seating }));
    }
    let heading = say!(lang, fr: "Tout se vérifie.", en: "Everything checks out.");
    let secret = say!(
        lang,
        fr: "Le secret est celui sur lequel le serveur s’était engagé.",
        en: "The secret is the one to which the server had committed itself."
    );
    let drawn = say!(lang, fr: "Tirages recalculés\u{a0}: {draws}.", en: "Draws worked out again: {draws}.");
    writeln!(out, "{heading} {secret}\n{drawn}")?;
    if seating {
        let seated = say!(
            lang,
            fr: "Le hasard a bien placé les joueurs ainsi.",
            en: "Chance did seat the players like this."
        );
        writeln!(out, "{seated}")?;
    }
    Ok(())
}
