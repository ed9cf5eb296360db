//! The record of a finished game, built from its snapshot: the server and every client write the same text.

use rules::record::{StandInMoves, seat_tag, stand_in_tag};
use rules::{AnyGame, Record, Seat};

use crate::event::EndReason;
use crate::line_codec::List;
use crate::setup::Seating;
use crate::snapshot::{Occupant, Snapshot};

/// What stands before the level in the name of an engine.
pub const ENGINE_NAME_PREFIX: &str = "engine level ";

/// The tag of a record that says what ended the game, if not the rules: an [`EndReason`].
pub const TERMINATION_TAG: &str = "Termination";

/// The tag of a record with the id of the table, for which the players signed their contributions.
pub const TABLE_TAG: &str = "Table";

impl Snapshot {
    /// The record of the game once it is over, with what is needed to check its shuffles. `None` before, and for a
    /// game that never began.
    pub fn record(&self) -> Option<Record> {
        let (end, secret) = (self.end?, self.secret?);
        if self.order.is_empty() {
            return None;
        }
        let mut record = Record::new(AnyGame::new(self.kind, &self.options).ok()?);
        for (index, occupant) in self.seats.iter().enumerate() {
            if let Some(name) = occupant.record_name() {
                record.set_tag(&seat_tag(Seat::from_index(index as u8)), &name);
            }
        }
        record.set_tag("Commitment", &self.commitment.to_string());
        record.set_tag("Secret", &secret.to_string());
        for (index, contribution) in self.contributions.iter().enumerate() {
            let text = contribution.map_or_else(|| "-".to_owned(), |contribution| contribution.to_string());
            record.set_tag(&format!("Contribution{}", index + 1), &text);
        }
        let how = if self.seating == Seating::Random { "random" } else { "chosen" };
        record.set_tag("Seating", &format!("{how} {}", List(&self.order)));
        for seen in &self.moves {
            let mv = record.end().parse_move(&seen.mv).ok()?;
            record.push(mv).ok()?;
        }
        for seat in (0..self.seats.len()).map(|index| Seat::from_index(index as u8)) {
            let moves = StandInMoves::of_moves(self.moves_of(&record, seat));
            if !moves.is_empty() {
                record.set_tag(&stand_in_tag(seat), &moves.to_string());
            }
        }
        if end.why != EndReason::Rules {
            record.set_tag(TERMINATION_TAG, &end.why.to_string());
            record.declare(end.outcome);
        }
        Some(record)
    }

    /// The numbers of a player's moves, each with whether an engine made it in the player's place.
    fn moves_of(&self, record: &Record, seat: Seat) -> Vec<(usize, bool)> {
        let turns = record.positions().map(|position| position.turn().seat());
        let of_players = self.moves.iter().zip(turns).filter_map(|(seen, by)| Some((seen, by?)));
        let numbered = (1..).zip(of_players);
        numbered
            .filter(|(_, (_, by))| *by == seat)
            .map(|(number, (seen, _))| (number, seen.is_stand_in))
            .collect()
    }
}

impl Occupant {
    /// The player's name in a record; `None` for an empty seat.
    fn record_name(&self) -> Option<String> {
        match self {
            Occupant::Human { name, .. } => Some(name.to_string()),
            Occupant::Engine(level) => Some(format!("{ENGINE_NAME_PREFIX}{level}")),
            Occupant::Open | Occupant::Reserved => None,
        }
    }
}
