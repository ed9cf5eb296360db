//! The parameters of the statement that appends: one array for each column.

use tokio_postgres::types::ToSql;

use crate::store::encoding::{from_count, from_guest, from_stage, from_time};
use crate::store::{Append, TableStage};

/// Appends as columns.
#[derive(Default)]
pub(super) struct Batch<'a> {
    ids: Vec<String>,
    versions: Vec<i64>,
    more: Vec<i64>,
    kinds: Vec<&'a str>,
    stages: Vec<i16>,
    are_listed: Vec<bool>,
    setups: Vec<&'a str>,
    listings: Vec<&'a str>,
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
    /// The number of the append (from 1), the seat, and its guest.
    seats: (Vec<i64>, Vec<i16>, Vec<i64>),
}

impl<'a> Batch<'a> {
    pub(super) fn new(appends: &'a [Append]) -> Batch<'a> {
        let mut batch = Batch::default();
        for (number, append) in (1..).zip(appends) {
            let Append { id, version, events, summary, has_seats_changed, opened_from } = append;
            batch.ids.push(id.to_string());
            batch.versions.push(from_count(*version));
            batch.more.push(from_count(events.len()));
            batch.kinds.push(&summary.kind);
            batch.stages.push(from_stage(summary.stage));
            batch.are_listed.push(summary.is_listed);
            batch.setups.push(&summary.setup);
            batch.listings.push(&summary.listing);
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
            for (index, event) in events.iter().enumerate() {
                batch.events.0.push(number);
                batch.events.1.push(from_count(version + index));
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

    pub(super) fn values(&self) -> [&(dyn ToSql + Sync); 24] {
        [
            &self.ids,
            &self.versions,
            &self.more,
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
        ]
    }
}
