//! The summary of a table that the store keeps beside its events, for lists and searches.

use std::sync::Arc;

use rules::{Seat, Viewer};
use table::{GuestId, Occupant, Table, TableId};

use crate::lobby;
use crate::store::{TableStage, TableSummary};
use crate::text_line::with_room;

/// After how many milliseconds without a move an engine is started again: its server was lost while it was thinking.
pub(crate) const ENGINE_OVERDUE_AFTER: u64 = 10_000;

/// As long as most listings are.
const LISTING_LENGTH: usize = 256;

/// The stage of a table and its players, which decide whom a change of the table concerns.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Occupancy {
    pub(crate) stage: TableStage,
    /// The guests who have a seat, each with the seat (from 1).
    pub(crate) guests: Vec<(GuestId, u8)>,
}

pub(crate) fn occupancy(table: &Table) -> Occupancy {
    let seats = (0..table.setup().seats().len() as u8).map(Seat::from_index);
    Occupancy {
        stage: stage(table.is_started(), table.is_over()),
        guests: seats.filter_map(|seat| Some((table.guest(seat)?, seat.index() as u8 + 1))).collect(),
    }
}

fn stage(is_started: bool, is_over: bool) -> TableStage {
    match (is_over, is_started) {
        (false, false) => TableStage::Waiting,
        (false, true) => TableStage::Playing,
        (true, true) => TableStage::Over,
        (true, false) => TableStage::Closed,
    }
}

/// The texts of a summary that stay the same while nobody comes or goes.
#[derive(Clone, Debug)]
pub(crate) struct SummaryTexts {
    setup: Arc<str>,
    names: Arc<str>,
}

impl SummaryTexts {
    pub(crate) fn of(table: &Table) -> SummaryTexts {
        let seats = table.occupants();
        let names = seats.iter().filter_map(|occupant| match occupant {
            Occupant::Human { name, .. } => Some(name.as_str().to_lowercase()),
            _ => None,
        });
        SummaryTexts {
            setup: table.setup().to_string().into(),
            names: names.collect::<Vec<_>>().join("\n").into(),
        }
    }
}

/// The summary of a table. Its time and listing are those that the public may see: private events leave them as they are.
pub(crate) fn summarize(
    id: &TableId,
    table: &Table,
    texts: &SummaryTexts,
    is_listed: bool,
    opener: GuestId,
) -> TableSummary {
    let listing = table.listing(id.clone(), Viewer::Public);
    let stage = stage(listing.is_started, listing.end.is_some());
    let engine = table.awaited_engine().map(|_| listing.at.plus(ENGINE_OVERDUE_AFTER));
    TableSummary {
        kind: listing.kind.id().to_owned(),
        stage,
        is_listed,
        is_joinable: stage == TableStage::Waiting && lobby::is_joinable(&listing),
        setup: Arc::clone(&texts.setup),
        wake_at: table.wake_at().into_iter().chain(engine).min(),
        at: listing.at,
        acted_at: table.last_act_at(),
        names: Arc::clone(&texts.names),
        outcome: listing.end.and_then(|end| end.outcome).map_or(String::new(), |outcome| outcome.to_string()),
        guests: occupancy(table).guests,
        turn: listing.turn.map(|seat| seat.index() as u8 + 1),
        opener,
        listing: with_room(LISTING_LENGTH, &listing),
    }
}

#[cfg(test)]
mod tests {
    use table::{Actor, Request, RequestKind, Secret, Time};

    use super::*;

    #[test]
    fn a_premove_changes_nothing_in_the_summary() {
        let setup = "super - open,open untimed first".parse().unwrap();
        let mut table = Table::new(setup, Time(1000), Secret::new([7; 32]));
        let mut handle = |guest: u64, number, kind, at| {
            let events =
                table.handle(Actor::Guest(GuestId(guest)), &Request { number, kind }, Time(at)).unwrap();
            assert!(!events.is_empty());
            events.into_iter().for_each(|event| table.apply(event).unwrap());
            summarize(&"abc".parse().unwrap(), &table, &SummaryTexts::of(&table), true, GuestId(1))
        };
        let contribution: table::Contribution = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
        let join = |name: &str| RequestKind::Join { seat: None, name: name.to_owned(), contribution };
        handle(1, 1, join("Anne"), 2000);
        let before = handle(2, 1, join("Luc"), 3000);
        let after = handle(2, 2, RequestKind::Premove { ply: 1, mv: "5.5".to_owned() }, 4000);
        assert_eq!(after, before);
        let moved = handle(1, 2, RequestKind::Move { ply: 0, mv: "1.1".to_owned() }, 5000);
        assert_eq!(moved.at, Time(5000));
    }
}
