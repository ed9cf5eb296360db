//! A client's side of the table: what it holds, brought up to date message by message. Messages that come twice
//! change nothing; one that comes too early says that some are missing.

use rules::Seat;

use crate::fold::resumed;
use crate::message::{Message, Told};
use crate::offers::{Offer, Offers};
use crate::snapshot::{End, Premove, Sitter, Snapshot};
use crate::time::Time;

/// What a client knows of a table, and up to which message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    number: u64,
    table: Snapshot,
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// It is news.
    New,
    /// It was known.
    Known,
    /// Others before it are missing: ask for what comes after [`number`](Client::number).
    Missing,
}

impl Client {
    /// What a snapshot says; `None` if the message is none.
    pub fn new(message: &Message) -> Option<Client> {
        match &message.told {
            Told::Table(table) => Some(Client { number: message.number, table: (**table).clone() }),
            _ => None,
        }
    }

    /// The number of the last message that was heard.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// What is known.
    pub fn table(&self) -> &Snapshot {
        &self.table
    }

    /// Hears a message.
    pub fn hear(&mut self, message: &Message) -> Heard {
        if let Told::Table(table) = &message.told {
            // A snapshot from before what is known would lose something; the numbers of another seat are others.
            if message.number < self.number && table.you == self.table.you {
                return Heard::Known;
            }
            self.number = message.number;
            self.table = (**table).clone();
            return Heard::New;
        }
        if message.number <= self.number {
            return Heard::Known;
        }
        if message.number > self.number + 1 {
            return Heard::Missing;
        }
        self.number = message.number;
        self.table.follow(&message.told, message.at);
        Heard::New
    }
}

impl Snapshot {
    fn follow(&mut self, told: &Told, at: Time) {
        match told {
            Told::Table(table) => *self = (**table).clone(),
            Told::Joined { seat, name, contribution, you } => {
                self.you = *you;
                let human = Sitter::Human { name: name.clone(), gone: None, stand_in: None };
                self.sit(*seat, human);
                if let Some(slot) = self.contributions.get_mut(seat.index()) {
                    *slot = Some(*contribution);
                }
            }
            Told::Left { seat, is_reserved, you } => {
                self.you = *you;
                self.sit(*seat, if *is_reserved { Sitter::Reserved } else { Sitter::Open });
                if let Some(slot) = self.contributions.get_mut(seat.index()) {
                    *slot = None;
                }
            }
            Told::Started { order, clocks, you } => {
                self.you = *you;
                self.seats =
                    order.iter().filter_map(|place| self.seats.get(place.index()).cloned()).collect();
                self.order.clone_from(order);
                self.clocks = clocks.clone();
            }
            Told::Moved { seat, step, clocks, .. } => {
                self.steps.push(step.clone());
                self.clocks = clocks.clone();
                self.with_offers(|offers| offers.moved(*seat));
                if self.you == Some(*seat) {
                    self.premove = None;
                }
            }
            Told::Drawn { step, clocks } => {
                self.steps.push(step.clone());
                self.clocks = clocks.clone();
            }
            Told::Premoved { ply, mv } => self.premove = Some(Premove { ply: *ply, mv: mv.clone() }),
            Told::Unpremoved => self.premove = None,
            Told::Offered { seat, offer } => self.with_offers(|offers| offers.make(*offer, *seat)),
            Told::Accepted { seat, offer } => self.with_offers(|offers| offers.accept(*offer, *seat)),
            Told::Declined { offer, .. } | Told::Withdrawn { offer, .. } => {
                self.with_offers(|offers| offers.drop(*offer));
            }
            Told::TookBack { steps, clocks, .. } => {
                self.steps.truncate(*steps as usize);
                self.clocks = clocks.clone();
                self.premove = None;
                self.with_offers(|offers| {
                    offers.drop(Offer::TakeBack);
                    offers.drop(Offer::Draw);
                });
            }
            Told::StoodIn { seat, level, why, clocks } => {
                self.clocks = clocks.clone();
                self.with_offers(|offers| offers.left(*seat));
                if self.you == Some(*seat) {
                    self.premove = None;
                }
                if let Some(Sitter::Human { stand_in, .. }) = self.seats.get_mut(seat.index()) {
                    *stand_in = Some((*level, *why));
                }
            }
            Told::Returned { seat, clocks } => {
                self.clocks = clocks.clone();
                if let Some(Sitter::Human { stand_in, .. }) = self.seats.get_mut(seat.index()) {
                    *stand_in = None;
                }
            }
            Told::Gone { seat } => self.set_gone(*seat, Some(at)),
            Told::Back { seat } => self.set_gone(*seat, None),
            Told::Resumed { down_for, clocks } => {
                self.clocks = clocks.clone();
                for sitter in &mut self.seats {
                    if let Sitter::Human { gone, .. } = sitter {
                        *gone = Some(resumed(*gone, *down_for, at));
                    }
                }
            }
            Told::Said { .. } => {}
            Told::Ended { outcome, why, clocks, secret, steps } => {
                self.end = Some(End { outcome: *outcome, why: *why });
                self.clocks = clocks.clone();
                self.secret = Some(*secret);
                self.premove = None;
                self.with_offers(Offers::ended);
                if let Some(steps) = steps {
                    self.steps.clone_from(steps);
                }
            }
            Told::Rematched { table } => {
                self.rematch = Some(table.clone());
                self.with_offers(|offers| offers.drop(Offer::Rematch));
            }
        }
    }

    fn sit(&mut self, seat: Seat, sitter: Sitter) {
        if let Some(place) = self.seats.get_mut(seat.index()) {
            *place = sitter;
        }
    }

    fn set_gone(&mut self, seat: Seat, since: Option<Time>) {
        if let Some(Sitter::Human { gone, .. }) = self.seats.get_mut(seat.index()) {
            *gone = since;
        }
    }

    fn with_offers(&mut self, change: impl FnOnce(&mut Offers)) {
        let mut offers = Offers(std::mem::take(&mut self.offers));
        change(&mut offers);
        self.offers = offers.0;
    }
}
