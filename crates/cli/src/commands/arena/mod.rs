//! `trois arena`: a match between two players, and an estimate of their difference in strength.

mod child;
mod contest;
mod external;
mod players;
mod round;
mod sprt;
mod stats;

use std::io::Write;

use serde_json::{Value, json};

use crate::args::ArenaArgs;
use crate::errors::Failure;
use crate::output::{HEADING, NAME, write_json};
pub(crate) use contest::{Contest, MatchReport};
pub(crate) use players::PlayerSpec;
use round::MatchSide;
use sprt::{Sprt, SprtDecision};
use stats::Estimate;

/// How many games lost by a failure to play are listed.
const MAX_FORFEITS_LISTED: usize = 10;

pub(crate) fn run(args: &ArenaArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let sprt = args.sprt.as_deref().map(read_sprt).transpose()?;
    let contest = Contest::new(args.game, &args.contest, (args.a.clone(), args.b.clone()), sprt)?;
    let report = contest.play()?;
    if args.json.json {
        return write_json(out, &json(&contest, &report));
    }
    write_report(&contest, &report, out)
}

fn read_sprt(elos: &[f64]) -> Result<Sprt, Failure> {
    match elos {
        &[elo0, elo1] if elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0 => {
            Ok(Sprt { elo0, elo1 })
        }
        _ => Err(Failure::input(
            "--sprt needs two Elo differences between -1000 and 1000, the smaller one first.",
        )),
    }
}

fn write_report(contest: &Contest, report: &MatchReport, out: &mut dyn Write) -> Result<(), Failure> {
    let (tally, start) = (&report.tally, &contest.openings.start);
    let (games, rounds, seats) = (tally.games(), tally.rounds().len(), start.seats());
    writeln!(out, "{HEADING}{} {}, {seats} players{HEADING:#}", start.kind(), start.options())?;
    let [a_ms, b_ms] = report.ms_per_move;
    writeln!(out, "A  {NAME}{}{NAME:#}  {a_ms:.1} ms a move", contest.a)?;
    writeln!(out, "B  {NAME}{}{NAME:#}  {b_ms:.1} ms a move", contest.b)?;
    writeln!(
        out,
        "games   {games} in {rounds} rounds, {} random moves first, seed {}, {:.0} s",
        contest.openings.random, contest.openings.seed, report.seconds
    )?;
    writeln!(out, "A       +{} ={} -{}", tally.wins, tally.draws, tally.losses)?;
    writeln!(out, "score   {}", percent(tally.score()))?;
    writeln!(out, "Elo     {}", elo_text(tally.elo()))?;
    if let Some(sprt) = contest.sprt {
        let (llr, bound) = (sprt.llr(tally), sprt.bound());
        let decided = match report.decision {
            Some(SprtDecision::H0) => format!("not better by {}", sprt.elo1),
            Some(SprtDecision::H1) => format!("better by more than {}", sprt.elo0),
            None => "not decided".to_owned(),
        };
        writeln!(out, "SPRT    {} against {}: {llr:.2} in ±{bound:.2}, {decided}", sprt.elo0, sprt.elo1)?;
    }
    for (number, side, what) in report.forfeits.iter().take(MAX_FORFEITS_LISTED) {
        writeln!(out, "note    game {number}: {side:?} ({}) {what}", name(contest, *side))?;
    }
    if report.forfeits.len() > MAX_FORFEITS_LISTED {
        writeln!(
            out,
            "note    and {} more games lost in such ways",
            report.forfeits.len() - MAX_FORFEITS_LISTED
        )?;
    }
    Ok(())
}

fn name(contest: &Contest, side: MatchSide) -> &PlayerSpec {
    match side {
        MatchSide::A => &contest.a,
        MatchSide::B => &contest.b,
    }
}

/// `65.0 % [59.1, 70.3]`.
pub(crate) fn percent(Estimate { low, value, high }: Estimate) -> String {
    format!("{:.1} % [{:.1}, {:.1}]", value * 100.0, low * 100.0, high * 100.0)
}

/// `+107 [+63, +149]`.
pub(crate) fn elo_text(Estimate { low, value, high }: Estimate) -> String {
    let one = |elo: f64| {
        if elo.is_finite() {
            format!("{elo:+.0}")
        } else {
            format!("{}∞", if elo > 0.0 { '+' } else { '-' })
        }
    };
    format!("{} [{}, {}]", one(value), one(low), one(high))
}

fn json(contest: &Contest, report: &MatchReport) -> Value {
    let start = &contest.openings.start;
    let forfeits: Vec<Value> = report
        .forfeits
        .iter()
        .map(|(number, side, what)| json!({ "game": number, "player": format!("{side:?}"), "what": what }))
        .collect();
    let sprt = contest.sprt.map(|sprt| {
        let accepted = report.decision.map(|decision| format!("{decision:?}"));
        let (llr, bound) = (sprt.llr(&report.tally), sprt.bound());
        json!({ "elo0": sprt.elo0, "elo1": sprt.elo1, "llr": llr, "bound": bound, "accepted": accepted })
    });
    let mut object = json!({
        "game": start.kind().id(),
        "options": start.options(),
        "players": start.seats(),
        "a": contest.a.to_string(),
        "b": contest.b.to_string(),
        "time_ms": contest.budget.time.map(|time| time.as_millis() as u64),
        "nodes": contest.budget.nodes,
        "random_moves": contest.openings.random,
        "seed": contest.openings.seed,
    });
    merge(&mut object, results_json(report));
    object["sprt"] = sprt.unwrap_or(Value::Null);
    object["a_ms_per_move"] = json!(report.ms_per_move[0]);
    object["b_ms_per_move"] = json!(report.ms_per_move[1]);
    object["forfeits"] = json!(forfeits);
    object["seconds"] = json!(report.seconds);
    object
}

/// The results in JSON. An Elo difference that is infinite is null.
pub(crate) fn results_json(report: &MatchReport) -> Value {
    let (tally, score, elo) = (&report.tally, report.tally.score(), report.tally.elo());
    json!({
        "games": tally.games(),
        "rounds": tally.rounds().len(),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": score.value,
        "score_low": score.low,
        "score_high": score.high,
        "elo": elo.value,
        "elo_low": elo.low,
        "elo_high": elo.high,
    })
}

/// Adds the members of one object to another.
pub(crate) fn merge(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}
