//! `trois admin`: the actions of the operators of a server.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use rules::date_of;
use serde_json::{Value, json};
use server::operator::{
    AdminAction, AdminLogEntry, BanSubject, Operator, OperatorError, TableFilter, TableRow,
};
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
        match &args.command {
            AdminCommand::List { stage, name, limit, json } => {
                let name = name.as_ref().map(|name| name.to_lowercase());
                let filter = TableFilter { stage: stage.map(to_stage), name, limit: *limit };
                let tables = operator.tables(&filter).await.map_err(|error| failed(&error))?;
                list(out, &tables, json)
            }
            AdminCommand::Log { json } => {
                let entries = operator.log().await.map_err(|error| failed(&error))?;
                log(out, &entries, json)
            }
            command => {
                let action = action(command)?;
                operator.perform(&action, &user(), now()).await.map_err(|error| failed(&error))?;
                writeln!(out, "Done and logged: {action}")?;
                if let AdminAction::Ban(BanSubject::Range(range), _)
                | AdminAction::Unban(BanSubject::Range(range)) = &action
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

fn action(command: &AdminCommand) -> Result<AdminAction, Failure> {
    let line = |text: &str| {
        if text.contains(char::is_control) || text.chars().count() > 300 {
            return Err(Failure::input(
                "The sentence must be one line of at most 300 characters.".to_owned(),
            ));
        }
        Ok(text.trim().to_owned())
    };
    Ok(match command {
        AdminCommand::Hide { table } => AdminAction::Hide(table.clone()),
        AdminCommand::Show { table } => AdminAction::Show(table.clone()),
        AdminCommand::Delete { table } => AdminAction::Delete(table.clone()),
        AdminCommand::Ban { who, days } => {
            AdminAction::Ban(*who, days.map(|days| now().plus(u64::from(days) * 24 * 3_600_000)))
        }
        AdminCommand::Unban { who } => AdminAction::Unban(*who),
        AdminCommand::CloseLobby { why } => AdminAction::CloseLobby(line(why)?),
        AdminCommand::OpenLobby => AdminAction::OpenLobby,
        AdminCommand::Announce { text } if text.trim().is_empty() => {
            return Err(Failure::input(
                "There is nothing to announce: say something, or use unannounce.".to_owned(),
            ));
        }
        AdminCommand::Announce { text } => AdminAction::Announce(line(text)?),
        AdminCommand::Unannounce => AdminAction::Unannounce,
        AdminCommand::List { .. } | AdminCommand::Log { .. } => {
            return Err(Failure::Internal("A list is not an action.".to_owned()));
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

fn log(out: &mut dyn Write, entries: &[AdminLogEntry], json: &JsonArgs) -> Result<(), Failure> {
    if json.json {
        let row = |entry: &AdminLogEntry| json!({ "number": entry.number, "at": entry.at.0, "who": entry.who, "act": entry.text });
        return write_json(out, &json!({ "acts": entries.iter().map(row).collect::<Vec<Value>>() }));
    }
    for AdminLogEntry { number, at, who, text, .. } in entries {
        writeln!(out, "{number}  {}  {who}  {text}", date_and_time(at.0))?;
    }
    Ok(())
}

/// The date and the time of day of a time in milliseconds since 1970, in UTC.
fn date_and_time(milliseconds: u64) -> String {
    let second = milliseconds / 1000 % (24 * 3600);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{} {hour:02}:{minute:02}:{second:02} UTC", date_of(milliseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_says_at_which_time_of_which_day_something_was_done() {
        let entry = AdminLogEntry {
            number: 7,
            at: Time(1_763_586_245_678),
            who: "anne".to_owned(),
            action: Some(AdminAction::OpenLobby),
            text: "open-lobby".to_owned(),
        };
        let mut out = Vec::new();
        log(&mut out, &[entry], &JsonArgs { json: false }).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "7  2025-11-19 21:04:05 UTC  anne  open-lobby\n");
    }
}
