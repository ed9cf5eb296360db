//! One entry of a table's log: the event, and what redaction needs to describe it later to any viewer.

use std::sync::Arc;

use rules::{Seat, Viewer};

use crate::clock::Clocks;
use crate::event::{Event, EventKind};
use crate::state::{MAX_SEATS, PlayedMove, State};

/// How many entries a copy of a log has of its own at most, apart from those that were added to it.
const MAX_OWN: usize = 64;

/// The entries of a table's log, the oldest first. Entries never change, and copies share all but the newest: a copy
/// costs the same however long the log is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    shared: Arc<Vec<Arc<LogEntry>>>,
    own: Vec<Arc<LogEntry>>,
}

impl Log {
    pub(crate) fn len(&self) -> usize {
        self.shared.len() + self.own.len()
    }

    pub(crate) fn get(&self, index: usize) -> Option<&LogEntry> {
        let entry = self.shared.get(index).or_else(|| self.own.get(index.checked_sub(self.shared.len())?));
        entry.map(Arc::as_ref)
    }

    pub(crate) fn last(&self) -> Option<&LogEntry> {
        self.get(self.len().checked_sub(1)?)
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &LogEntry> + DoubleEndedIterator {
        let (older, own) = (self.shared.len(), &self.own);
        (0..self.len())
            .map(move |index| if index < older { &*self.shared[index] } else { &*own[index - older] })
    }

    pub(crate) fn push(&mut self, entry: LogEntry) {
        self.own.push(Arc::new(entry));
        self.share();
    }

    /// Lets later copies share the entries, unless a copy exists that shares the older ones.
    pub(crate) fn share(&mut self) {
        if self.own.len() >= MAX_OWN
            && let Some(shared) = Arc::get_mut(&mut self.shared)
        {
            shared.append(&mut self.own);
        }
    }
}

/// How many viewers count messages of their own: each seat, and the public.
const VIEWERS: usize = MAX_SEATS + 1;

/// An event, how things stood after it, and the number of its message for each viewer.
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
    pub(crate) fn new(event: Event, state: &State, before: Option<&LogEntry>) -> LogEntry {
        let is_move = matches!(event.kind, EventKind::Moved { .. } | EventKind::Drawn { .. });
        let mut numbers = before.map_or([0; VIEWERS], |before| before.numbers);
        for (index, number) in numbers.iter_mut().enumerate() {
            *number += u32::from(event.kind.is_visible_to(viewer_at(index)));
        }
        LogEntry {
            clocks: state.clocks.clone(),
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

    use super::*;

    #[test]
    fn a_commit_copies_a_few_entries_however_long_the_log_is() {
        let setup = "morpion - open,open untimed first".parse().unwrap();
        let mut table = Table::new(setup, Time(1), Secret::new([7; 32]));
        for number in 1..=3000 {
            let act = if number % 2 == 1 {
                "join seat=- name=A contribution=000102030405060708090a0b0c0d0e0f"
            } else {
                "leave"
            };
            let request = format!("{number} {act}").parse().unwrap();
            let events = table.handle(Actor::Guest(GuestId(1)), &request, Time(number)).unwrap();
            let next = table.after(events).unwrap();
            assert!(next.log().own.len() <= MAX_OWN + 1, "{} entries copied", next.log().own.len());
            table.replace_with(next);
        }
        let at: Vec<u64> = table.events().map(|event| event.at.0).collect();
        assert_eq!((table.version(), at[0], at[1], at[3000]), (3001, 1, 1, 3000));
        assert!(at.is_sorted());
    }
}
