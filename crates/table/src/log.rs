//! One entry of a table's log: the event, and what redaction needs to describe it later to any viewer.

use rules::{Seat, Viewer};

use crate::clock::Clocks;
use crate::event::{Event, EventKind};
use crate::state::{MAX_SEATS, PlayedMove, State};

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
