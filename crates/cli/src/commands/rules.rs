//! `trois rules`: prints the rules of a game on one page.

use std::io::Write;

use rules::{Kind, Lang, Say};
use serde_json::json;

use crate::args::RulesArgs;
use crate::commands::games::write_options;
use crate::errors::Failure;
use crate::output::{HEADING, write_json};

pub(crate) fn run(args: &RulesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let (kind, lang) = (args.game, args.language.get());
    if args.json.json {
        let (name, text) = (kind.name().say(lang), text(kind, lang));
        return write_json(
            out,
            &json!({ "game": kind.id(), "lang": lang.to_string(), "name": name, "text": text }),
        );
    }
    write_rules(kind, lang, out)
}

/// Writes the rules of a game: its name, the text and the options.
pub(crate) fn write_rules(kind: Kind, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{HEADING}{}{HEADING:#}\n", kind.name().say(lang))?;
    writeln!(out, "{}", text(kind, lang).trim_end())?;
    if kind.options().is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{HEADING}Options{HEADING:#}")?;
    write_options(kind, 2, lang, out)
}

macro_rules! texts {
    ([] $($kind:ident, $module:ident, $game:ident, $id:literal;)*) => {
        fn text(kind: Kind, lang: Lang) -> &'static str {
            match (kind, lang) {
                $((Kind::$kind, Lang::Fr) => include_str!(concat!("../rules/", $id, ".fr.txt")),
                (Kind::$kind, Lang::En) => include_str!(concat!("../rules/", $id, ".en.txt")),)*
            }
        }
    };
}
rules::for_each_game!([texts]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::WIDTH;

    #[test]
    fn every_text_fits_in_a_terminal() {
        for &kind in Kind::ALL {
            for lang in Lang::ALL {
                let text = text(kind, lang);
                assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{kind} {lang}");
                assert!(text.lines().count() < 60, "{kind} {lang} is short");
            }
        }
    }

    #[test]
    fn french_is_set_as_french_is() {
        for &kind in Kind::ALL {
            let text = text(kind, Lang::Fr);
            for (i, line) in text.lines().enumerate() {
                let place = format!("{kind}, line {}: {line}", i + 1);
                assert!(!line.contains('\''), "an apostrophe is ’: {place}");
                assert!(!line.contains("..."), "an ellipsis is …: {place}");
                for sign in [':', ';', '!', '?', '»'] {
                    assert!(
                        !line.contains(&format!(" {sign}")),
                        "the space before {sign} does not break: {place}"
                    );
                }
                assert!(!line.contains("« "), "the space after « does not break: {place}");
            }
        }
    }
}
