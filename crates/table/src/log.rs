//! One entry of a table's log: the event, and what redaction needs to describe it later to any viewer.

use std::sync::Arc;

use rules::{Seat, Viewer};

use crate::clock::Clocks;
use crate::event::{Event, EventKind};
use crate::shared_vec::SharedVec;
use crate::state::{MAX_SEATS, PlayedMove, State};

/// The entries of a table's log, the oldest first. Entries never change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    entries: SharedVec<Arc<LogEntry>>,
    /// How many events were dropped after the first one: the index of an event counts them too.
    dropped: usize,
}

impl Log {
    /// The number of events so far, dropped ones included.
    pub(crate) fn len(&self) -> usize {
        self.entries.len() + self.dropped
    }

    /// The number of events that are still stored.
    pub(crate) fn kept(&self) -> usize {
        self.entries.len()
    }

    /// Whether events were dropped from this index on.
    pub(crate) fn was_compacted_since(&self, from: usize) -> bool {
        (1..=self.dropped).contains(&from)
    }

    pub(crate) fn get(&self, index: usize) -> Option<&LogEntry> {
        if (1..=self.dropped).contains(&index) {
            return None;
        }
        self.entries.get(if index == 0 { 0 } else { index - self.dropped }).map(Arc::as_ref)
    }

    pub(crate) fn last(&self) -> Option<&LogEntry> {
        self.entries.last().map(Arc::as_ref)
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &LogEntry> + DoubleEndedIterator {
        self.since(0)
    }

    /// The entries from this index on.
    pub(crate) fn since(
        &self,
        from: usize,
    ) -> impl ExactSizeIterator<Item = &LogEntry> + DoubleEndedIterator {
        let kept = if from == 0 { 0 } else { from.saturating_sub(self.dropped).max(1) };
        self.entries.since(kept).map(Arc::as_ref)
    }

    /// Adds an event that has just been applied to the state.
    pub(crate) fn push_event(&mut self, event: Event, state: &State) {
        if let EventKind::Compacted(waiting) = &event.kind {
            self.dropped = waiting.events as usize;
            self.entries.truncate(1);
        }
        let entry = LogEntry::new(event, state, self.last());
        self.entries.push(Arc::new(entry));
    }

    /// Lets later copies share all entries.
    pub(crate) fn share(&mut self) {
        self.entries.share();
    }
}

/// The number of message counters: one for each seat, and one for the public.
const VIEWERS: usize = MAX_SEATS + 1;

/// An event, the part of the state after it that redaction needs, and the number of the last message for each viewer.
#[derive(Debug)]
pub(crate) struct LogEntry {
    pub(crate) event: Event,
    pub(crate) clocks: Clocks,
    /// The number of moves that players had made.
    pub(crate) ply: u32,
    /// The number of moves, those of chance included.
    pub(crate) moves: u32,
    /// The move, if the event was one.
    pub(crate) played: Option<PlayedMove>,
    numbers: [u32; VIEWERS],
}

impl LogEntry {
    /// An event that has just been applied, after the entry before it.
    fn new(event: Event, state: &State, before: Option<&LogEntry>) -> LogEntry {
        let is_move = matches!(event.kind, EventKind::Moved { .. } | EventKind::Drawn { .. });
        let mut numbers = before.map_or([0; VIEWERS], |before| before.numbers);
        for (index, number) in numbers.iter_mut().enumerate() {
            *number += u32::from(event.kind.is_visible_to(viewer_at(index)));
        }
        if let EventKind::Compacted(waiting) = &event.kind {
            numbers = [waiting.messages as u32; VIEWERS];
        }
        LogEntry {
            clocks: state.clocks,
            ply: state.ply(),
            moves: state.moves.len() as u32,
            played: state.moves.last().filter(|_| is_move).cloned(),
            event,
            numbers,
        }
    }

    /// The number of the last message for a viewer, up to this event.
    pub(crate) fn number(&self, viewer: Viewer) -> u64 {
        let index = match viewer {
            Viewer::Seat(seat) => seat.index().min(MAX_SEATS),
            Viewer::Public => MAX_SEATS,
        };
        self.numbers[index].into()
    }
}

/// The viewer whose number has this index.
fn viewer_at(index: usize) -> Viewer {
    if index < MAX_SEATS { Viewer::Seat(Seat::from_index(index as u8)) } else { Viewer::Public }
}

#[cfg(test)]
mod tests {
    use crate::{Actor, GuestId, Secret, Table, Time};

    #[test]
    fn a_commit_copies_no_older_entries_however_long_the_log_is() {
        let setup = "morpion - open,open untimed first".parse().unwrap();
        let mut table = Table::new(setup, Time(1), Secret::new([7; 32]));
        for number in 1..=3000 {
            let text = if number % 2 == 1 {
                "join seat=- name=A contribution=000102030405060708090a0b0c0d0e0f"
            } else {
                "leave"
            };
            let request = format!("{number} {text}").parse().unwrap();
            let next =
                table.after_request(Actor::Guest(GuestId(1)), &request, Time(number)).unwrap().unwrap();
            assert_eq!(
                next.log().entries.own_len(),
                1,
                "only the new event is the copy's own; the others are shared"
            );
            table.replace_with(next);
            assert_eq!(table.log().entries.own_len(), 0, "the next copy shares it");
        }
        let at: Vec<u64> = table.events().map(|event| event.at.0).collect();
        assert_eq!((table.version(), at[0], at[1], at[3000]), (3001, 1, 1, 3000));
        assert!(at.is_sorted());
    }
}
