//! `trois admin`: what the people who run a server can do.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use rules::date_of;
use serde_json::{Value, json};
use server::operator::{Act, ActEntry, BanSubject, Operator, OperatorError, TableFilter, TableRow};
use server::store::TableStage;
use table::Time;

use crate::args::{AdminArgs, AdminCommand, JsonArgs, StageArg};
use crate::commands::backup::block_on;
use crate::commands::serve::settings;
use crate::errors::Failure;
use crate::output::write_json;

pub(crate) fn run(args: &AdminArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let database = settings::database(&args.store)?;
    block_on(async {
        let mut operator = Operator::open(&database).await.map_err(|error| failed(&error))?;
        match &args.act {
            AdminCommand::List { stage, name, limit, json } => {
                let name = name.as_ref().map(|name| name.to_lowercase());
                let filter = TableFilter { stage: stage.map(to_stage), name, limit: *limit };
                let tables = operator.tables(&filter).await.map_err(|error| failed(&error))?;
                list(out, &tables, json)
            }
            AdminCommand::Log { json } => {
                let acts = operator.acts().await.map_err(|error| failed(&error))?;
                log(out, &acts, json)
            }
            command => {
                let act = act(command)?;
                operator.act(&act, &user(), now()).await.map_err(|error| failed(&error))?;
                writeln!(out, "Done and logged: {act}")?;
                if let Act::Ban(BanSubject::Range(range), _) | Act::Unban(BanSubject::Range(range)) = &act
                    && range.is_ipv6_network()
                {
                    writeln!(
                        out,
                        "All addresses of an IPv6 /64 count as one: this is about all of {range}."
                    )?;
                }
                Ok(())
            }
        }
    })?
}

fn failed(error: &OperatorError) -> Failure {
    Failure::input(format!("Nothing was done: {error}."))
}

fn now() -> Time {
    Time(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
}

/// The user of the operating system, for the log.
fn user() -> String {
    let known = |name: &str| std::env::var(name).ok().filter(|name| !name.trim().is_empty());
    known("SUDO_USER")
        .or_else(|| known("USER"))
        .or_else(|| known("USERNAME"))
        .unwrap_or_else(|| "?".to_owned())
}

fn act(command: &AdminCommand) -> Result<Act, Failure> {
    let line = |text: &str| {
        if text.contains(char::is_control) || text.chars().count() > 300 {
            return Err(Failure::input(
                "The sentence must be one line of at most 300 characters.".to_owned(),
            ));
        }
        Ok(text.trim().to_owned())
    };
    Ok(match command {
        AdminCommand::Hide { table } => Act::Hide(table.clone()),
        AdminCommand::Show { table } => Act::Show(table.clone()),
        AdminCommand::Delete { table } => Act::Delete(table.clone()),
        AdminCommand::Ban { who, days } => {
            Act::Ban(*who, days.map(|days| now().plus(u64::from(days) * 24 * 3_600_000)))
        }
        AdminCommand::Unban { who } => Act::Unban(*who),
        AdminCommand::CloseLobby { why } => Act::CloseLobby(line(why)?),
        AdminCommand::OpenLobby => Act::OpenLobby,
        AdminCommand::Announce { text } if text.trim().is_empty() => {
            return Err(Failure::input(
                "There is nothing to announce: say something, or use unannounce.".to_owned(),
            ));
        }
        AdminCommand::Announce { text } => Act::Announce(line(text)?),
        AdminCommand::Unannounce => Act::Unannounce,
        AdminCommand::List { .. } | AdminCommand::Log { .. } => {
            return Err(Failure::Internal("A list is not an act.".to_owned()));
        }
    })
}

fn to_stage(stage: StageArg) -> TableStage {
    match stage {
        StageArg::Waiting => TableStage::Waiting,
        StageArg::Playing => TableStage::Playing,
        StageArg::Over => TableStage::Over,
        StageArg::Closed => TableStage::Closed,
    }
}

fn word(stage: TableStage) -> &'static str {
    match stage {
        TableStage::Waiting => "waiting",
        TableStage::Playing => "playing",
        TableStage::Over => "over",
        TableStage::Closed => "closed",
    }
}

fn list(out: &mut dyn Write, tables: &[TableRow], json: &JsonArgs) -> Result<(), Failure> {
    if json.json {
        let row = |table: &TableRow| {
            let guests: Vec<String> = table.guests.iter().map(ToString::to_string).collect();
            json!({
                "id": table.id, "game": table.kind, "stage": word(table.stage), "listed": table.is_listed,
                "at": table.at.0, "names": table.names, "opener": table.opener.to_string(), "guests": guests,
            })
        };
        return write_json(out, &json!({ "tables": tables.iter().map(row).collect::<Vec<Value>>() }));
    }
    for table in tables {
        let TableRow { id, kind, stage, is_listed, at, names, opener, guests } = table;
        let shown = if *is_listed { "listed" } else { "hidden" };
        let guests: Vec<String> = guests.iter().map(ToString::to_string).collect();
        let (stage, date) = (word(*stage), date_of(at.0));
        let (names, guests) = (names.join(", "), guests.join(" "));
        writeln!(out, "{id}  {date}  {kind}  {stage}  {shown}  opened by {opener}  [{names}]  {guests}")?;
    }
    Ok(())
}

fn log(out: &mut dyn Write, acts: &[ActEntry], json: &JsonArgs) -> Result<(), Failure> {
    if json.json {
        let row = |entry: &ActEntry| json!({ "number": entry.number, "at": entry.at.0, "who": entry.who, "act": entry.text });
        return write_json(out, &json!({ "acts": acts.iter().map(row).collect::<Vec<Value>>() }));
    }
    for ActEntry { number, at, who, text, .. } in acts {
        writeln!(out, "{number}  {}  {who}  {text}", date_of(at.0))?;
    }
    Ok(())
}
