//! `trois replay`: checks a record and shows the game.

use std::io::Write;

use rules::record::Step;
use rules::{AnyGame, Record, Say, Turn};
use serde_json::{Map, Value, json};

use crate::args::ReplayArgs;
use crate::commands::show::diagram;
use crate::errors::Failure;
use crate::input;
use crate::language::say;
use crate::output::{FAINT, HEADING, result_json, turn_json, turn_sentence, wrap, write_json};

pub(crate) fn run(args: &ReplayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let lang = args.language.get();
    let text = input::read_file(&args.file)?;
    let record = Record::parse(&text, args.game).map_err(|error| Failure::input(error.say(lang)))?;
    if args.json.json {
        return write_json(out, &json(&record, args.step));
    }

    let start = record.start();
    writeln!(out, "{HEADING}{}{HEADING:#}", start.kind().name().say(lang))?;
    if !start.options().is_empty() {
        let options = start.options();
        writeln!(out, "{}", say!(lang, fr: "Options\u{a0}: {options}", en: "Options: {options}"))?;
    }
    for (name, value) in record.tags() {
        writeln!(out, "{name}: {value}")?;
    }
    writeln!(out)?;
    if args.step {
        steps(&record, out)?;
    } else {
        let words: Vec<String> =
            numbered(&record).map(|(number, step)| number + &step.mv().to_string()).collect();
        if !words.is_empty() {
            writeln!(out, "{}\n", wrap(words.iter().map(String::as_str), 0))?;
        }
        writeln!(out, "{}\n", diagram(record.end()))?;
    }
    match (record.end().turn(), record.result()) {
        (Turn::Over(_), _) | (_, None) => writeln!(out, "{}", turn_sentence(record.end().turn(), lang))?,
        (_, Some(declared)) => {
            let declared = declared.say(lang);
            let by = say!(lang, fr: "Résultat déclaré\u{a0}:", en: "Result as declared:");
            writeln!(out, "{by} {declared}")?;
        }
    }
    Ok(())
}

/// Writes every step with the position after it.
fn steps(record: &Record, out: &mut dyn Write) -> Result<(), Failure> {
    let mut positions = record.positions();
    let show = |position: Option<AnyGame>| position.map(|position| diagram(&position)).unwrap_or_default();
    writeln!(out, "{}\n", show(positions.next()))?;
    comment(record.opening_comment(), out)?;
    for (number, step) in numbered(record) {
        writeln!(out, "{HEADING}{number}{}{HEADING:#}", step.mv())?;
        writeln!(out, "{}\n", show(positions.next()))?;
        comment(step.comment(), out)?;
    }
    Ok(())
}

fn comment(text: &str, out: &mut dyn Write) -> Result<(), Failure> {
    if !text.is_empty() {
        writeln!(out, "{FAINT}{}{FAINT:#}\n", wrap(text.split(' '), 2))?;
    }
    Ok(())
}

/// The steps, each with what stands before it: the number of a player's move, nothing for a card that is drawn.
fn numbered(record: &Record) -> impl Iterator<Item = (String, &Step)> {
    let mut number = 0;
    record.steps().iter().map(move |step| {
        if step.is_chance() {
            return (String::new(), step);
        }
        number += 1;
        (format!("{number}. "), step)
    })
}

fn json(record: &Record, with_positions: bool) -> Value {
    let tags: Map<String, Value> =
        record.tags().iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let moves: Vec<String> = record.steps().iter().map(|step| step.mv().to_string()).collect();
    let end = record.end();
    let mut object = json!({
        "game": end.kind().id(),
        "options": end.options(),
        "tags": tags,
        "moves": moves,
        "position": end.to_string(),
        "turn": turn_json(end.turn()),
        "result": result_json(record.result()),
    });
    if with_positions {
        object["positions"] = record.positions().map(|position| json!(position.to_string())).collect();
    }
    object
}
