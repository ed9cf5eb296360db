//! The record of a finished game, built from its snapshot: the server and every client write the same text.

use rules::record::{RecordedPlayer, StandInMoves, TERMINATION_TAG, stand_in_tag};
use rules::{AnyGame, Record, Seat};

use crate::event::EndReason;
use crate::fair::ShuffleVersion;
use crate::line_codec::{self, List};
use crate::setup::Seating;
use crate::snapshot::{Occupant, Snapshot};

/// The tag of a record that has the [`Commitment`](crate::Commitment).
pub const COMMITMENT_TAG: &str = "Commitment";

/// The tag of a record that reveals the [`Secret`](crate::Secret).
pub(crate) const SECRET_TAG: &str = "Secret";

/// The tag of a record that says how the seats were assigned, and in which order the guests sit.
pub(crate) const SEATING_TAG: &str = "Seating";

/// The tag of a record with the [public setup](crate::Setup::public) of the table, for which the players signed their
/// contributions. Records of the former version have none.
pub(crate) const SETUP_TAG: &str = "Setup";

/// The name of the tag with the [`Contribution`](crate::Contribution) of a seat before the start, counted from 1.
pub(crate) fn contribution_tag(seat: u8) -> String {
    format!("Contribution{seat}")
}

/// The tag of a record with the id of the table, for which the players signed their contributions.
pub const TABLE_TAG: &str = "Table";

/// How a record says in which way the seats were assigned.
pub(crate) const fn seating_word(seating: Seating) -> &'static str {
    match seating {
        Seating::Random => "random",
        Seating::InOrder => "chosen",
    }
}

/// The seats that the players had before the start, in the order of their seats in the game; `None` if the record does
/// not say it.
pub(crate) fn seats_before_start(record: &Record) -> Option<Vec<Seat>> {
    let (_, order) = record.tag(SEATING_TAG)?.split_once(' ')?;
    line_codec::list(order).ok()
}

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
            if let Some(player) = occupant.recorded_player() {
                record.set_player(Seat::from_index(index as u8), &player);
            }
        }
        record.set_tag(COMMITMENT_TAG, &self.commitment.to_string());
        record.set_tag(SECRET_TAG, &secret.to_string());
        if self.shuffle == ShuffleVersion::ByContribution {
            record.set_tag(SETUP_TAG, &self.setup().ok()?.to_string());
        }
        for (seat, contribution) in (1..).zip(&self.contributions) {
            let text = contribution.map_or_else(|| "-".to_owned(), |contribution| contribution.to_string());
            record.set_tag(&contribution_tag(seat), &text);
        }
        record.set_tag(SEATING_TAG, &format!("{} {}", seating_word(self.seating), List(&self.order)));
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
    /// The player as records name them; `None` for an empty seat.
    fn recorded_player(&self) -> Option<RecordedPlayer> {
        match self {
            Occupant::Human { name, .. } => Some(RecordedPlayer::Named(name.to_string())),
            Occupant::Engine(level) => Some(RecordedPlayer::Engine(*level)),
            Occupant::Open | Occupant::Reserved => None,
        }
    }
}
