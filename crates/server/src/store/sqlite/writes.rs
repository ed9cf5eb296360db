//! The statements that write. They run inside a transaction of the [writer](super::writer).

use rusqlite::{Connection, OptionalExtension, params};
use table::{GuestId, TableId, Time};

use super::known_keys::KnownKeys;
use super::writer::WriteError;
use crate::store::encoding::{from_count, from_guest, from_stage, from_time, to_guest, to_time};
use crate::store::{Append, Outage, TableStage, TableSummary};

pub(super) fn append(connection: &Connection, keys: &KnownKeys, append: &Append) -> Result<(), WriteError> {
    let key = summary_row(connection, keys, append)?.ok_or(WriteError::Conflict)?;
    if append.is_compaction {
        connection
            .prepare_cached("DELETE FROM events WHERE table_key = ?1 AND number > 0")?
            .execute([key])?;
    }
    let mut insert = connection.prepare_cached("INSERT INTO events VALUES (?1, ?2, ?3)")?;
    for (number, event) in append.written_events() {
        insert.execute(params![key, from_count(number), event])?;
    }
    if append.has_seats_changed {
        update_seats(connection, key, &append.summary)?;
    }
    Ok(())
}

/// Writes the row of a table if its version is the expected one, and returns its key. Otherwise writes nothing.
fn summary_row(connection: &Connection, keys: &KnownKeys, append: &Append) -> rusqlite::Result<Option<i64>> {
    const FIND: &str = "SELECT key FROM tables WHERE id = ?1 AND version = ?2";
    let id = append.id.as_str();
    if append.version == 0 {
        return insert_row(connection, append, id);
    }
    if append.is_mid_game()
        && let Some(key) = keys.get(&append.id)
        && update_playing_row(connection, key, append)?
    {
        return Ok(Some(key));
    }
    let mut find = connection.prepare_cached(FIND)?;
    let key = find.query_row(params![id, from_count(append.version)], |row| row.get(0)).optional()?;
    let Some(key) = key else { return Ok(None) };
    if append.is_mid_game() {
        keys.insert(&append.id, key);
        update_playing_row(connection, key, append)?;
    } else {
        update_row(connection, key, append)?;
    }
    Ok(Some(key))
}

/// Writes the row of a new table, unless its id is taken.
fn insert_row(connection: &Connection, append: &Append, id: &str) -> rusqlite::Result<Option<i64>> {
    const OPEN: &str =
        "INSERT INTO tables (id, version, kind, stage, is_listed, setup, listing, names, outcome, opener,
            wake_at, at, opened_at, is_joinable, acted_at, opened_from, turn, ended_at, ply)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12, ?13, ?14, ?15, ?16, iif(?4 < 2, NULL, ?12), ?17
        WHERE true
        ON CONFLICT (id) DO NOTHING";
    let Append { events, summary, opened_from, .. } = append;
    let inserted = connection.prepare_cached(OPEN)?.execute(params![
        id,
        from_count(events.len()),
        summary.kind.id(),
        from_stage(summary.stage),
        summary.is_listed,
        summary.setup,
        summary.listing.as_deref().unwrap_or_default(),
        summary.names,
        summary.outcome,
        from_guest(summary.opener),
        summary.wake_at.map(from_time),
        from_time(summary.at),
        summary.is_joinable,
        from_time(summary.acted_at),
        opened_from,
        summary.turn,
        summary.ply,
    ])?;
    Ok((inserted == 1).then(|| connection.last_insert_rowid()))
}

/// Updates the row of a table whose game continues with the same players: writes what a move changes. The listing, which is
/// the longest part of the row, is written only if it changes in more than moves do; and `wake_at`, which has an index, only if
/// the table is due earlier than the row says, or no longer. Returns whether the row with this key is that of the table, at the
/// expected version.
fn update_playing_row(connection: &Connection, key: i64, append: &Append) -> rusqlite::Result<bool> {
    const MOVE: &str = "UPDATE tables SET version = ?2, at = ?4, acted_at = ?5, turn = ?6, ply = ?7
        WHERE key = ?1 AND id = ?8 AND version = ?9 AND (wake_at <= ?3 OR wake_at IS ?3)";
    const MORE_THAN_A_MOVE: &str = "UPDATE tables SET version = ?2,
            wake_at = iif(wake_at <= ?3, wake_at, ?3), at = ?4, acted_at = ?5, turn = ?6, ply = ?7,
            listing = coalesce(?10, listing)
        WHERE key = ?1 AND id = ?8 AND version = ?9";
    let Append { id, version, events, summary, .. } = append;
    let common = params![
        key,
        from_count(version + events.len()),
        summary.wake_at.map(from_time),
        from_time(summary.at),
        from_time(summary.acted_at),
        summary.turn,
        summary.ply,
        id.as_str(),
        from_count(*version),
    ];
    if summary.listing.is_none() && connection.prepare_cached(MOVE)?.execute(common)? == 1 {
        return Ok(true);
    }
    let values = [common, params![summary.listing]].concat();
    Ok(connection.prepare_cached(MORE_THAN_A_MOVE)?.execute(&*values)? == 1)
}

fn update_row(connection: &Connection, key: i64, append: &Append) -> rusqlite::Result<()> {
    const UPDATE: &str =
        "UPDATE tables SET version = ?2, kind = ?3, stage = ?4, is_listed = iif(stage < 2, ?5, is_listed), setup = ?6,
            listing = coalesce(?7, listing),
            names = ?8, outcome = ?9, opener = ?10, wake_at = ?11, at = ?12, is_joinable = ?13,
            acted_at = ?14, opened_from = coalesce(opened_from, ?15), turn = ?16,
            ended_at = iif(?4 < 2, NULL, ?12), ply = ?17
        WHERE key = ?1";
    let Append { version, events, summary, opened_from, .. } = append;
    connection.prepare_cached(UPDATE)?.execute(params![
        key,
        from_count(version + events.len()),
        summary.kind.id(),
        from_stage(summary.stage),
        summary.is_listed,
        summary.setup,
        summary.listing,
        summary.names,
        summary.outcome,
        from_guest(summary.opener),
        summary.wake_at.map(from_time),
        from_time(summary.at),
        summary.is_joinable,
        from_time(summary.acted_at),
        opened_from,
        summary.turn,
        summary.ply,
    ])?;
    Ok(())
}

/// Updates the seats of a table that have changed.
fn update_seats(connection: &Connection, key: i64, summary: &TableSummary) -> rusqlite::Result<()> {
    let ended_at = (summary.stage == TableStage::Over).then_some(from_time(summary.at));
    let guests = if summary.stage == TableStage::Closed { &[][..] } else { &summary.guests };
    let new = guests.iter().map(|&(guest, seat)| (seat, from_guest(guest), ended_at));
    let new: Vec<(u8, i64, Option<i64>)> = new.collect();
    let mut select =
        connection.prepare_cached("SELECT seat, guest, ended_at FROM seats WHERE table_key = ?1")?;
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let old: Vec<(u8, i64, Option<i64>)> = select.query_map([key], row)?.collect::<rusqlite::Result<_>>()?;
    let mut delete = connection.prepare_cached("DELETE FROM seats WHERE table_key = ?1 AND seat = ?2")?;
    for gone in old.iter().filter(|old| new.iter().all(|new| new.0 != old.0)) {
        delete.execute(params![key, gone.0])?;
    }
    let mut put = connection.prepare_cached(
        "INSERT INTO seats (table_key, seat, guest, ended_at) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET guest = ?3, ended_at = ?4",
    )?;
    for (seat, guest, ended_at) in new.iter().filter(|new| !old.contains(new)) {
        put.execute(params![key, seat, guest, ended_at])?;
    }
    Ok(())
}

pub(super) fn set_guest_name(
    connection: &Connection,
    guest: GuestId,
    name: &str,
    now: Time,
) -> rusqlite::Result<()> {
    const PUT: &str =
        "INSERT INTO guests (id, name, at) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET name = ?2, at = ?3";
    connection.prepare_cached(PUT)?.execute(params![from_guest(guest), name, from_time(now)])?;
    Ok(())
}

pub(super) fn put_handover_key(
    connection: &Connection,
    key: &str,
    id: &TableId,
    guest: GuestId,
    until: Time,
) -> Result<(), WriteError> {
    const PUT: &str = "INSERT INTO keys (key, table_key, guest, until)
        SELECT ?1, tables.key, ?3, ?4 FROM tables WHERE id = ?2
        ON CONFLICT DO UPDATE SET table_key = excluded.table_key, guest = ?3, until = ?4";
    let values = params![key, id.to_string(), from_guest(guest), from_time(until)];
    match connection.prepare_cached(PUT)?.execute(values)? {
        0 => Err(WriteError::Conflict),
        _ => Ok(()),
    }
}

pub(super) fn take_handover_key(
    connection: &Connection,
    key: &str,
    id: &TableId,
    now: Time,
) -> rusqlite::Result<Option<GuestId>> {
    const FIND: &str = "SELECT guest FROM keys WHERE key = ?1 AND until >= ?3
        AND table_key = (SELECT tables.key FROM tables WHERE id = ?2)";
    let values = params![key, id.to_string(), from_time(now)];
    let guest = connection.prepare_cached(FIND)?.query_row(values, |row| row.get(0)).optional()?;
    if guest.is_some() {
        connection.prepare_cached("DELETE FROM keys WHERE key = ?1")?.execute([key])?;
    }
    Ok(guest.map(to_guest))
}

pub(super) fn heartbeat(
    connection: &Connection,
    now: Time,
    min_outage: u64,
) -> rusqlite::Result<Option<Outage>> {
    let mut select = connection.prepare_cached("SELECT at FROM heartbeats")?;
    let last = select.query_row([], |row| row.get(0)).optional()?.map(to_time);
    const PUT: &str =
        "INSERT INTO heartbeats (id, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = max(at, ?1)";
    connection.prepare_cached(PUT)?.execute([from_time(now)])?;
    let outage = last.filter(|&from| now.since(from) > min_outage).map(|from| Outage { from, to: now });
    if let Some(Outage { from, to }) = outage {
        let mut insert =
            connection.prepare_cached("INSERT OR IGNORE INTO outages (from_at, to_at) VALUES (?1, ?2)")?;
        insert.execute([from_time(from), from_time(to)])?;
    }
    Ok(outage)
}

/// Deletes some closed tables and returns how many.
pub(super) fn delete_closed(connection: &Connection, before: Time, limit: usize) -> rusqlite::Result<usize> {
    const DELETE: &str =
        "DELETE FROM tables WHERE key IN (SELECT key FROM tables WHERE stage = 3 AND ended_at < ?1 LIMIT ?2)";
    connection.prepare_cached(DELETE)?.execute(params![from_time(before), from_count(limit)])
}

pub(super) fn clean_up(connection: &Connection, before: Time, now: Time) -> rusqlite::Result<Vec<String>> {
    let (before, now) = (from_time(before), from_time(now));
    connection.prepare_cached("DELETE FROM keys WHERE until < ?1")?.execute([now])?;
    // A running game that has not been loaded since an outage still has to be credited with it.
    const OLD_OUTAGES: &str = "DELETE FROM outages WHERE to_at < ?1
        AND to_at < (SELECT coalesce(min(at), ?1) FROM tables WHERE stage < 2 AND stage = 1)";
    connection.prepare_cached(OLD_OUTAGES)?.execute([before])?;
    let mut select = connection.prepare_cached(
        "SELECT id FROM tables WHERE stage < 2 AND stage = 0 AND acted_at < ?1 ORDER BY acted_at, key",
    )?;
    select.query_map([before], |row| row.get(0))?.collect()
}
