//! `trois games`: lists the games, their numbers of players and their options.

use std::io::Write;

use rules::{Bounds, Kind, Lang, Say};
use serde_json::{Value, json};

use crate::args::GamesArgs;
use crate::errors::Failure;
use crate::language::say;
use crate::output::{FAINT, NAME, wrap, write_json};

pub(crate) fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if args.json.json {
        let games: Vec<Value> = Kind::ALL.iter().map(|&kind| json(kind)).collect();
        return write_json(out, &json!({ "games": games }));
    }
    let lang = args.language.get();
    for &kind in Kind::ALL {
        let about = format!("{}, {}", kind.name().say(lang), facts(kind, lang));
        let about = wrap(about.split(' '), 10);
        writeln!(out, "{NAME}{kind:<8}{NAME:#}  {}", about.trim_start())?;
        write_options(kind, 10, lang, out)?;
    }
    Ok(())
}

/// Writes the options of a game, in lines that begin with `indent` spaces.
pub(crate) fn write_options(
    kind: Kind,
    indent: usize,
    lang: Lang,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for spec in kind.options() {
        let (key, values, default) = (spec.key, spec.values.join("|"), spec.default);
        let default = say!(lang, fr: "{default} par défaut", en: "default {default}");
        writeln!(out, "{:indent$}{key}={values} {FAINT}({default}){FAINT:#}", "")?;
        writeln!(out, "{}", wrap(spec.about.say(lang).split(' '), indent + 4))?;
    }
    Ok(())
}

fn json(kind: Kind) -> Value {
    let info = kind.info();
    let Bounds { min, max } = info.players;
    let options: Vec<Value> = kind
        .options()
        .iter()
        .map(|spec| {
            json!({
                "key": spec.key,
                "values": spec.values,
                "default": spec.default,
                "about": { "fr": spec.about.fr, "en": spec.about.en },
            })
        })
        .collect();
    json!({
        "id": kind.id(),
        "name": { "fr": kind.name().fr, "en": kind.name().en },
        "pitch": { "fr": info.pitch.fr, "en": info.pitch.en },
        "players": { "min": min, "max": max },
        "minutes": { "min": info.minutes.min, "max": info.minutes.max },
        "ages": info.ages.map(|ages| json!({ "min": ages.min, "max": ages.max })),
        "hides": info.hides,
        "chance": info.has_chance,
        "first_player": { "fr": info.first_player.fr, "en": info.first_player.en },
        "credits": { "fr": info.credits.fr, "en": info.credits.en },
        "options": options,
    })
}

/// The facts about a game, in one line.
pub(crate) fn facts(kind: Kind, lang: Lang) -> String {
    kind.info().facts(lang).join(", ")
}
