//! The parameters of the statements that append: one array for each column.

use std::borrow::Cow;

use tokio_postgres::types::ToSql;

use crate::store::encoding::{from_count, from_guest, from_stage, from_time};
use crate::store::{Append, TableStage};

/// Appends as columns.
#[derive(Default)]
pub(super) struct AppendColumns<'a> {
    ids: Vec<&'a str>,
    versions: Vec<i64>,
    event_counts: Vec<i64>,
    kinds: Vec<&'a str>,
    stages: Vec<i16>,
    are_listed: Vec<bool>,
    setups: Vec<&'a str>,
    listings: Vec<Option<&'a str>>,
    names: Vec<&'a str>,
    outcomes: Vec<&'a str>,
    openers: Vec<i64>,
    wake_ats: Vec<Option<i64>>,
    ats: Vec<i64>,
    are_joinable: Vec<bool>,
    acted_ats: Vec<i64>,
    opened_froms: Vec<Option<i64>>,
    /// The number of the append (from 1), the number of the event, and its line.
    events: (Vec<i64>, Vec<i64>, Vec<&'a str>),
    turns: Vec<Option<i16>>,
    have_seats_changed: Vec<bool>,
    are_compactions: Vec<bool>,
    plies: Vec<i64>,
    /// The number of the append (from 1), the seat, and its guest.
    seats: (Vec<i64>, Vec<i16>, Vec<i64>),
}

impl<'a> AppendColumns<'a> {
    pub(super) fn new(appends: &'a [Append]) -> AppendColumns<'a> {
        let mut batch = AppendColumns::default();
        for (number, append) in (1..).zip(appends) {
            let Append { id, version, events, is_compaction, summary, has_seats_changed, opened_from } =
                append;
            batch.ids.push(id.as_str());
            batch.versions.push(from_count(*version));
            batch.event_counts.push(from_count(events.len()));
            batch.kinds.push(summary.kind.id());
            batch.stages.push(from_stage(summary.stage));
            batch.are_listed.push(summary.is_listed);
            batch.setups.push(&summary.setup);
            batch.listings.push(summary.listing.as_deref());
            batch.names.push(&summary.names);
            batch.outcomes.push(&summary.outcome);
            batch.openers.push(from_guest(summary.opener));
            batch.wake_ats.push(summary.wake_at.map(from_time));
            batch.ats.push(from_time(summary.at));
            batch.are_joinable.push(summary.is_joinable);
            batch.acted_ats.push(from_time(summary.acted_at));
            batch.opened_froms.push(*opened_from);
            batch.turns.push(summary.turn.map(i16::from));
            batch.have_seats_changed.push(*has_seats_changed);
            batch.are_compactions.push(*is_compaction);
            batch.plies.push(summary.ply.into());
            for (index, event) in append.written_events() {
                batch.events.0.push(number);
                batch.events.1.push(from_count(index));
                batch.events.2.push(event);
            }
            let has_seats = *has_seats_changed && summary.stage != TableStage::Closed;
            for &(guest, seat) in summary.guests.iter().filter(|_| has_seats) {
                batch.seats.0.push(number);
                batch.seats.1.push(seat.into());
                batch.seats.2.push(from_guest(guest));
            }
        }
        batch
    }

    /// The parameters of the statement for all appends.
    pub(super) fn values(&self) -> [&(dyn ToSql + Sync); 26] {
        [
            &self.ids,
            &self.versions,
            &self.event_counts,
            &self.kinds,
            &self.stages,
            &self.are_listed,
            &self.setups,
            &self.listings,
            &self.names,
            &self.outcomes,
            &self.openers,
            &self.wake_ats,
            &self.ats,
            &self.events.0,
            &self.events.1,
            &self.events.2,
            &self.seats.0,
            &self.seats.1,
            &self.seats.2,
            &self.are_joinable,
            &self.acted_ats,
            &self.opened_froms,
            &self.turns,
            &self.have_seats_changed,
            &self.are_compactions,
            &self.plies,
        ]
    }
}

/// Appends to games that are being played, as columns.
#[derive(Default)]
pub(super) struct MoveColumns<'a> {
    ids: Vec<&'a str>,
    versions: Vec<i64>,
    event_counts: Vec<i64>,
    listings: Vec<Option<&'a str>>,
    wake_ats: Vec<Option<i64>>,
    ats: Vec<i64>,
    acted_ats: Vec<i64>,
    turns: Vec<Option<i16>>,
    /// The events of each append, one on each line.
    lines: Vec<Cow<'a, str>>,
    plies: Vec<i64>,
}

impl<'a> MoveColumns<'a> {
    pub(super) fn new(appends: &'a [Append]) -> MoveColumns<'a> {
        let mut columns = MoveColumns::default();
        for Append { id, version, events, summary, .. } in appends {
            columns.ids.push(id.as_str());
            columns.versions.push(from_count(*version));
            columns.event_counts.push(from_count(events.len()));
            columns.listings.push(summary.listing.as_deref());
            columns.wake_ats.push(summary.wake_at.map(from_time));
            columns.ats.push(from_time(summary.at));
            columns.acted_ats.push(from_time(summary.acted_at));
            columns.turns.push(summary.turn.map(i16::from));
            columns.plies.push(summary.ply.into());
            columns.lines.push(match events.as_slice() {
                [event] => Cow::Borrowed(event),
                events => Cow::Owned(events.join("\n")),
            });
        }
        columns
    }

    /// The parameters of the statement for moves.
    pub(super) fn values(&self) -> [&(dyn ToSql + Sync); 10] {
        [
            &self.ids,
            &self.versions,
            &self.event_counts,
            &self.listings,
            &self.wake_ats,
            &self.ats,
            &self.acted_ats,
            &self.turns,
            &self.lines,
            &self.plies,
        ]
    }
}
