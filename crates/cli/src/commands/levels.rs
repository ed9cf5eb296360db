//! `trois levels`: each level of the engine against the one below.

use std::io::Write;

use engine::Level;
use serde_json::{Value, json};

use super::arena::{Contest, PlayerSpec, elo_text, merge, percent, results_json};
use crate::args::LevelsArgs;
use crate::errors::Failure;
use crate::output::{HEADING, write_json};

pub(crate) fn run(args: &LevelsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let (from, to) = (args.from.number(), args.to.number());
    if from >= to {
        return Err(Failure::input("--from must be lower than --to: levels are measured in pairs."));
    }
    let mut rows = Vec::new();
    let mut head = None;
    for number in from + 1..=to {
        let (Some(above), Some(below)) = (Level::new(number), Level::new(number - 1)) else { continue };
        let contest = Contest::new(
            args.game,
            &args.contest,
            (PlayerSpec::level(above), PlayerSpec::level(below)),
            None,
        )?;
        if head.is_none() {
            head = Some(json!({
                "game": args.game.id(),
                "options": contest.openings.start.options(),
                "players": contest.openings.start.seats(),
                "time_ms": contest.budget.time.map(|time| time.as_millis() as u64),
                "nodes": contest.budget.nodes,
                "random_moves": contest.openings.random,
                "seed": contest.openings.seed,
            }));
            if !args.json.json {
                let (start, titles) = (&contest.openings.start, "level  against     W    D    L");
                writeln!(out, "{HEADING}{} {}{HEADING:#}", start.kind(), start.options())?;
                writeln!(out, "{HEADING}{titles}  {:<23} Elo{HEADING:#}", "score")?;
                out.flush()?;
            }
        }
        let report = contest.play()?;
        if args.json.json {
            let mut row = json!({ "level": number, "against": number - 1 });
            merge(&mut row, results_json(&report));
            rows.push(row);
        } else {
            let tally = &report.tally;
            let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
            let (score, elo) = (percent(tally.score()), elo_text(tally.elo()));
            writeln!(
                out,
                "{number:>5}  {:>7} {wins:>5} {draws:>4} {losses:>4}  {score:<23} {elo}",
                number - 1
            )?;
            out.flush()?;
        }
    }
    if !args.json.json {
        return Ok(());
    }
    let mut object = head.unwrap_or(Value::Null);
    object["levels"] = json!(rows);
    write_json(out, &object)
}
