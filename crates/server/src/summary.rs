//! The summary of a table that the store keeps beside its events, for lists and searches.

use std::sync::Arc;

use rules::{Seat, Viewer};
use table::{GuestId, Occupant, Table, TableId, Time};

use crate::lobby;
use crate::store::{TableStage, TableSummary};
use crate::text_line::to_string_with_capacity;

/// After how many milliseconds without a move an engine is started again: its server was lost while it was thinking.
pub(crate) const ENGINE_OVERDUE_AFTER: u64 = 10_000;

/// The length of most listings.
const LISTING_LENGTH: usize = 256;

/// The stage of a table and its players, which decide whom a change of the table concerns.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Occupancy {
    pub(crate) stage: TableStage,
    /// The guests who have a seat, each with the seat (from 1).
    pub(crate) guests: Vec<(GuestId, u8)>,
}

impl Occupancy {
    fn of(table: &Table) -> Occupancy {
        Occupancy { stage: stage(table.is_started(), table.is_over()), guests: guests(table).collect() }
    }

    /// Whether this table has this stage and these players.
    fn matches(&self, table: &Table) -> bool {
        self.stage == stage(table.is_started(), table.is_over())
            && self.guests.iter().copied().eq(guests(table))
    }
}

/// The guests who have a seat, each with the seat (from 1).
fn guests(table: &Table) -> impl Iterator<Item = (GuestId, u8)> {
    let seats = (0..table.setup().seats().len() as u8).map(Seat::from_index);
    seats.filter_map(|seat| Some((table.guest(seat)?, seat.index() as u8 + 1)))
}

fn stage(is_started: bool, is_over: bool) -> TableStage {
    match (is_over, is_started) {
        (false, false) => TableStage::Waiting,
        (false, true) => TableStage::Playing,
        (true, true) => TableStage::Over,
        (true, false) => TableStage::Closed,
    }
}

/// The part of a summary that depends only on who sits at the table.
#[derive(Clone, Debug)]
pub(crate) struct SummaryTexts {
    occupancy: Arc<Occupancy>,
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
            occupancy: Arc::new(Occupancy::of(table)),
            setup: table.setup().to_string().into(),
            names: names.collect::<Vec<_>>().join("\n").into(),
        }
    }

    /// The texts of a later version of the table. They are computed again only if the seats have changed.
    pub(crate) fn after(&self, table: &Table) -> SummaryTexts {
        if self.occupancy.matches(table) { self.clone() } else { SummaryTexts::of(table) }
    }

    pub(crate) fn occupancy(&self) -> &Arc<Occupancy> {
        &self.occupancy
    }
}

/// The summary of a table that had `from` events when its listing was last stored. The listing is written anew only if more of
/// it has changed than moves change. Time and listing are those that the public may see: private events leave them as they
/// are.
pub(crate) fn summarize_after(
    from: usize,
    id: &TableId,
    table: &Table,
    texts: &SummaryTexts,
    is_listed: bool,
    opener: GuestId,
) -> TableSummary {
    if table.has_listing_changed_since(from) {
        return summarize(id, table, texts, is_listed, opener);
    }
    TableSummary {
        kind: table.setup().kind(),
        stage: TableStage::Playing,
        is_listed,
        is_joinable: false,
        setup: Arc::clone(&texts.setup),
        wake_at: wake_at(table, table.last_event_at()),
        at: table.last_event_at(),
        acted_at: table.last_request_at(),
        names: Arc::clone(&texts.names),
        outcome: String::new(),
        guests: texts.occupancy.guests.clone(),
        turn: turn(table.to_move()),
        ply: table.ply(),
        opener,
        listing: None,
    }
}

/// The summary of a table, with its listing.
pub(crate) fn summarize(
    id: &TableId,
    table: &Table,
    texts: &SummaryTexts,
    is_listed: bool,
    opener: GuestId,
) -> TableSummary {
    let listing = table.listing(id.clone(), Viewer::Public);
    let stage = stage(listing.is_started, listing.end.is_some());
    TableSummary {
        kind: listing.kind,
        stage,
        is_listed,
        is_joinable: stage == TableStage::Waiting && lobby::is_joinable(&listing),
        setup: Arc::clone(&texts.setup),
        wake_at: wake_at(table, listing.at),
        at: listing.at,
        acted_at: table.last_request_at(),
        names: Arc::clone(&texts.names),
        outcome: listing.end.and_then(|end| end.outcome).map_or(String::new(), |outcome| outcome.to_string()),
        guests: texts.occupancy.guests.clone(),
        turn: turn(listing.turn),
        ply: listing.ply,
        opener,
        listing: Some(to_string_with_capacity(LISTING_LENGTH, &listing).into()),
    }
}

/// When the table changes without a request.
pub(crate) fn wake_at(table: &Table, last_event_at: Time) -> Option<Time> {
    let engine = table.awaited_engine().map(|_| last_event_at.plus(ENGINE_OVERDUE_AFTER));
    table.wake_at().into_iter().chain(engine).min()
}

/// A seat, from 1.
fn turn(seat: Option<Seat>) -> Option<u8> {
    seat.map(|seat| seat.index() as u8 + 1)
}

#[cfg(test)]
mod tests {
    use table::{Actor, Request, RequestKind, Secret};

    use super::*;
    use crate::store::encoding::current_listing;

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

    /// What lists show after an append must be the listing of the table, whether or not the append writes one. `stored` is the
    /// listing that is stored. Returns whether the append leaves it.
    fn follow(stored: &mut String, before: &Table, after: &Table) -> bool {
        let id: TableId = "abc".parse().unwrap();
        let texts = SummaryTexts::of(before).after(after);
        let whole = summarize(&id, after, &SummaryTexts::of(after), true, GuestId(1));
        let summary = summarize_after(before.version(), &id, after, &texts, true, GuestId(1));
        assert_eq!(TableSummary { listing: whole.listing.clone(), ..summary.clone() }, whole);
        let is_left = summary.listing.is_none();
        if let Some(listing) = summary.listing {
            *stored = listing.to_string();
        }
        let [at, ply] = [whole.at.0, u64::from(whole.ply)].map(|number| i64::try_from(number).unwrap());
        let shown = current_listing(stored.clone(), at, whole.turn.map(i16::from), ply);
        assert_eq!(Some(shown.as_str()), whole.listing.as_deref());
        is_left
    }

    /// Random games in which, now and then, a player loses the connection and comes back.
    #[test]
    fn lists_show_the_same_whether_or_not_a_move_writes_the_listing() {
        for &kind in rules::Kind::ALL {
            let setup = |seats: usize| {
                format!("{} - {} 600+5 first", kind.id(), vec!["open"; seats].join(","))
                    .parse::<table::Setup>()
            };
            let setup = (2..=4).find_map(|seats| setup(seats).ok()).unwrap();
            let players = setup.seats().len() as u64;
            let mut table = Table::new(setup, Time(1000), Secret::new([7; 32]));
            let (mut stored, mut rng, mut now) = (String::new(), rules::Rng::new(1), 1000);
            let mut left = 0;
            for guest in 1..=players {
                let join = "1 join seat=- name=A%20b contribution=000102030405060708090a0b0c0d0e0f";
                let actor = Actor::Guest(GuestId(guest));
                let next = table.after_request(actor, &join.parse().unwrap(), Time(now)).unwrap().unwrap();
                follow(&mut stored, &table, &next);
                table = next;
            }
            while let Some(seat) = table.to_move() {
                now += 10;
                let guest = GuestId(seat.index() as u64 + 1);
                let viewer = Viewer::Seat(seat);
                let table::Update::Table(snapshot) = table.snapshot_for(viewer).update else { panic!() };
                let mv = snapshot.position().unwrap().random_move(&mut rng).unwrap();
                let number = table.last_request(guest) + 1;
                let request = format!("{number} move ply={} move={mv}", table.ply()).parse().unwrap();
                let next = table.after_request(Actor::Guest(guest), &request, Time(now)).unwrap().unwrap();
                left += u32::from(follow(&mut stored, &table, &next));
                table = next;
                if table.ply() % 7 == 6 {
                    for is_connected in [false, true] {
                        let events = table.presence(GuestId(1), is_connected, Time(now));
                        if let Some(next) = table.after(events).unwrap() {
                            assert!(!follow(&mut stored, &table, &next));
                            table = next;
                        }
                    }
                }
            }
            assert!(table.ply() < 10 || left > 3, "{kind}: {left} of {} moves", table.ply());
        }
    }
}
