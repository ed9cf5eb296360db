//! `trois rules`: prints the rules of a game on one page.

use std::io::Write;

use rules::{Kind, Lang, Say};
use serde_json::json;

use crate::args::RulesArgs;
use crate::commands::games::{facts, write_options};
use crate::errors::Failure;
use crate::output::{FAINT, HEADING, wrap, write_json};

pub(crate) fn run(args: &RulesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let (kind, lang) = (args.game, args.language.get());
    if args.json.json {
        let (name, text) = (kind.name().say(lang), text(kind, lang));
        return write_json(
            out,
            &json!({
                "game": kind.id(),
                "lang": lang.to_string(),
                "name": name,
                "text": text,
                "first_player": kind.info().first_player.get(lang),
                "credits": kind.info().credits.get(lang),
            }),
        );
    }
    write_rules(kind, lang, out)
}

/// Writes the rules of a game: its name, the text, who goes first, the options and the credits.
pub(crate) fn write_rules(kind: Kind, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{HEADING}{}{HEADING:#}", kind.name().say(lang))?;
    writeln!(out, "{FAINT}{}{FAINT:#}\n", wrap(facts(kind, lang).split(' '), 0))?;
    writeln!(out, "{}\n", text(kind, lang).trim_end())?;
    writeln!(out, "{}", wrap(kind.info().first_player.get(lang).split(' '), 0))?;
    if !kind.options().is_empty() {
        writeln!(out, "\n{HEADING}Options{HEADING:#}")?;
        write_options(kind, 2, lang, out)?;
    }
    let credits = wrap(kind.info().credits.get(lang).split(' '), 0);
    writeln!(out, "\n{FAINT}{credits}{FAINT:#}")?;
    Ok(())
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
    fn french_punctuation_follows_french_typography() {
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
