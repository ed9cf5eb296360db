//! A client's copy of the table: a snapshot, kept up to date by the messages that follow it.

use rules::Seat;

use crate::apply::gone_since_after_outage;
use crate::message::{Message, Update};
use crate::offers::{Offer, Offers};
use crate::snapshot::{End, Occupant, Premove, Snapshot};
use crate::time::Time;

/// The table as a client knows it, and up to which message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replica {
    number: u64,
    table: Snapshot,
}

/// What a message did to a [`Replica`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It was the next one, or a later snapshot, and was applied.
    New,
    /// It was applied before: nothing changed.
    Duplicate,
    /// Messages before it are missing: nothing changed.
    Gap,
}

impl Replica {
    /// The copy that a snapshot gives; `None` if the message is no snapshot.
    pub fn new(message: &Message) -> Option<Replica> {
        match &message.update {
            Update::Table(table) => Some(Replica { number: message.number, table: (**table).clone() }),
            _ => None,
        }
    }

    /// The number of the last message that was applied.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The table.
    pub fn table(&self) -> &Snapshot {
        &self.table
    }

    /// Applies a message for the same viewer.
    pub fn receive(&mut self, message: &Message) -> Delivery {
        // A snapshot with the same number may differ: the server may have lost events, and others took their place.
        let is_known = message.number == self.number
            && !matches!(&message.update, Update::Table(table) if **table != self.table);
        if message.number < self.number || is_known {
            return Delivery::Duplicate;
        }
        if message.number > self.number + 1 && !message.is_snapshot() {
            return Delivery::Gap;
        }
        self.number = message.number;
        self.table.apply(&message.update, message.at);
        Delivery::New
    }
}

impl Snapshot {
    fn apply(&mut self, update: &Update, at: Time) {
        match update {
            Update::Table(table) => *self = (**table).clone(),
            Update::Joined { seat, name, contribution, you } => {
                self.you = *you;
                let human = Occupant::Human { name: name.clone(), gone: None, stand_in: None };
                self.set_occupant(*seat, human);
                if let Some(slot) = self.contributions.get_mut(seat.index()) {
                    *slot = Some(*contribution);
                }
            }
            Update::Left { seat, is_reserved, you } => {
                self.you = *you;
                self.set_occupant(*seat, if *is_reserved { Occupant::Reserved } else { Occupant::Open });
                if let Some(slot) = self.contributions.get_mut(seat.index()) {
                    *slot = None;
                }
            }
            Update::Started { order, shuffle, clocks, you } => {
                self.you = *you;
                self.seats = order.iter().filter_map(|seat| self.seats.get(seat.index()).cloned()).collect();
                self.order.clone_from(order);
                self.shuffle = *shuffle;
                self.clocks = *clocks;
            }
            Update::Moved { seat, mv, clocks, .. } => {
                self.moves.push(mv.clone());
                self.clocks = *clocks;
                if self.is_human(*seat) {
                    self.with_offers(|offers| offers.human_moved(*seat));
                }
                if self.you == Some(*seat) {
                    self.premove = None;
                }
            }
            Update::Drawn { mv, clocks } => {
                self.moves.push(mv.clone());
                self.clocks = *clocks;
            }
            Update::Premoved { ply, mv } => self.premove = Some(Premove { ply: *ply, mv: mv.clone() }),
            Update::Unpremoved => self.premove = None,
            Update::Offered { seat, offer } => self.with_offers(|offers| offers.make(*offer, *seat)),
            Update::Accepted { seat, offer } => self.with_offers(|offers| offers.accept(*offer, *seat)),
            Update::Declined { offer, .. } | Update::Withdrawn { offer, .. } => {
                self.with_offers(|offers| offers.drop(*offer));
            }
            Update::TookBack { moves, clocks, .. } => {
                self.moves.truncate(*moves as usize);
                self.clocks = *clocks;
                self.premove = None;
                self.with_offers(|offers| {
                    offers.drop(Offer::TakeBack);
                    offers.drop(Offer::Draw);
                });
            }
            Update::StoodIn { seat, level, why, clocks } => {
                self.clocks = *clocks;
                self.with_offers(|offers| offers.engine_took_over(*seat));
                if self.you == Some(*seat) {
                    self.premove = None;
                }
                if let Some(Occupant::Human { stand_in, .. }) = self.seats.get_mut(seat.index()) {
                    *stand_in = Some((*level, *why));
                }
            }
            Update::Returned { seat, clocks } => {
                self.clocks = *clocks;
                if let Some(Occupant::Human { stand_in, .. }) = self.seats.get_mut(seat.index()) {
                    *stand_in = None;
                }
            }
            Update::Gone { seat } => self.set_gone(*seat, Some(at)),
            Update::Back { seat } => self.set_gone(*seat, None),
            Update::Resumed { down_for, clocks } => {
                self.clocks = *clocks;
                for occupant in &mut self.seats {
                    if let Occupant::Human { gone, .. } = occupant {
                        *gone = Some(gone_since_after_outage(*gone, *down_for, at));
                    }
                }
            }
            Update::Said { .. } => {}
            Update::Ended { outcome, why, clocks, secret, moves } => {
                self.end = Some(End { outcome: *outcome, why: *why });
                self.clocks = *clocks;
                self.secret = Some(*secret);
                self.premove = None;
                self.with_offers(Offers::game_ended);
                if let Some(moves) = moves {
                    self.moves.clone_from(moves);
                }
            }
            Update::Rematched { table } => {
                self.rematch = Some(table.clone());
                self.with_offers(|offers| offers.drop(Offer::Rematch));
            }
        }
    }

    fn set_occupant(&mut self, seat: Seat, occupant: Occupant) {
        if let Some(slot) = self.seats.get_mut(seat.index()) {
            *slot = occupant;
        }
    }

    fn set_gone(&mut self, seat: Seat, since: Option<Time>) {
        if let Some(Occupant::Human { gone, .. }) = self.seats.get_mut(seat.index()) {
            *gone = since;
        }
    }

    fn with_offers(&mut self, change: impl FnOnce(&mut Offers)) {
        let mut offers = Offers(std::mem::take(&mut self.offers));
        change(&mut offers);
        self.offers = offers.0;
    }
}
