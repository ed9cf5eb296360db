//! What lists know of a table, worked out from the table.

use rules::{Seat, Viewer};
use table::{GuestId, Occupant, Table, TableId};

use crate::store::{Stage, TableSummary};

/// After how many milliseconds an engine that has not moved counts as forgotten: whoever let it think is gone.
pub(crate) const FORGOTTEN: u64 = 10_000;

/// Who may want to hear of a change: what lists ask of a table before and after it.
#[derive(Debug)]
pub(crate) struct Occupancy {
    /// How far it is.
    pub(crate) stage: Stage,
    /// Who sits there.
    pub(crate) guests: Vec<GuestId>,
}

/// A look at a table.
pub(crate) fn occupancy(table: &Table) -> Occupancy {
    let seats = (0..table.setup().seats().len() as u8).map(Seat::from_index);
    Occupancy {
        stage: stage(table.is_started(), table.is_over()),
        guests: seats.filter_map(|seat| table.guest(seat)).collect(),
    }
}

fn stage(is_started: bool, is_over: bool) -> Stage {
    match (is_over, is_started) {
        (false, false) => Stage::Waiting,
        (false, true) => Stage::Playing,
        (true, true) => Stage::Over,
        (true, false) => Stage::Closed,
    }
}

/// The summary of a table.
pub(crate) fn summarize(id: &TableId, table: &Table, is_listed: bool, opener: GuestId) -> TableSummary {
    let listing = table.listing(id.clone(), Viewer::Public);
    let stage = stage(listing.is_started, listing.end.is_some());
    let engine = table.engine_to_move().map(|_| listing.at.plus(FORGOTTEN));
    let names: Vec<String> = listing
        .seats
        .iter()
        .filter_map(|sitter| match sitter {
            Occupant::Human { name, .. } => Some(name.as_str().to_lowercase()),
            _ => None,
        })
        .collect();
    let seats = (0..listing.seats.len() as u8).map(Seat::from_index);
    let guests = seats.filter_map(|seat| {
        let guest = table.guest(seat)?;
        Some((guest, seat.index() as u8 + 1, listing.turn == Some(seat)))
    });
    TableSummary {
        kind: listing.kind.id().to_owned(),
        stage,
        is_listed,
        setup: table.setup().to_string(),
        wake_at: table.wake_at().into_iter().chain(engine).min(),
        at: listing.at,
        names: names.join("\n"),
        outcome: listing.end.and_then(|end| end.outcome).map_or(String::new(), |outcome| outcome.to_string()),
        guests: guests.collect(),
        opener,
        listing: listing.to_string(),
    }
}
