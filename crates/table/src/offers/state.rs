//! The offers that stand open: at most one of each kind, with the seats that have accepted it so far. The table and
//! its clients change this state by the same methods, so a client needs no message about an offer that lapses.

use std::fmt;
use std::str::FromStr;

use rules::{Seat, TextError, words};

use crate::line_codec::{self, List, word_text};

/// What a player can offer to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Offer {
    /// To end the game as a draw.
    Draw,
    /// To take back the last move of the player who asks, and everything played since.
    TakeBack,
    /// To play again, with each player moved on by one seat.
    Rematch,
}

word_text!(
    Offer, "une proposition", "an offer",
    Offer::Draw => "draw", Offer::TakeBack => "take-back", Offer::Rematch => "rematch",
);

/// An offer that stands open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StandingOffer {
    /// What is offered.
    pub offer: Offer,
    /// The seat that made it.
    pub by: Seat,
    /// The seats that have accepted it, in the order in which they did.
    pub accepted: Vec<Seat>,
}

/// `draw:1:-`, or `draw:1:2+3` when seats 2 and 3 have accepted.
impl fmt::Display for StandingOffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let accepted = List(&self.accepted).to_string().replace(',', "+");
        write!(f, "{}:{}:{accepted}", self.offer, self.by)
    }
}

impl FromStr for StandingOffer {
    type Err = TextError;

    fn from_str(text: &str) -> Result<StandingOffer, TextError> {
        let mut parts = text.split(':');
        match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(offer), Some(by), Some(accepted), None) if !accepted.contains(',') => Ok(StandingOffer {
                offer: offer.parse()?,
                by: by.parse()?,
                accepted: line_codec::list(&accepted.replace('+', ","))?,
            }),
            _ => Err(TextError::new(0, text, words!(fr: "une proposition", en: "an offer"))),
        }
    }
}

/// The offers that stand open, in the order of their kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Offers(pub(crate) Vec<StandingOffer>);

impl Offers {
    pub(crate) fn get(&self, offer: Offer) -> Option<&StandingOffer> {
        self.0.iter().find(|standing| standing.offer == offer)
    }

    pub(crate) fn make(&mut self, offer: Offer, by: Seat) {
        self.drop(offer);
        self.0.push(StandingOffer { offer, by, accepted: Vec::new() });
        self.0.sort_by_key(|standing| standing.offer);
    }

    pub(crate) fn accept(&mut self, offer: Offer, by: Seat) {
        if let Some(standing) = self.0.iter_mut().find(|standing| standing.offer == offer)
            && !standing.accepted.contains(&by)
        {
            standing.accepted.push(by);
        }
    }

    pub(crate) fn drop(&mut self, offer: Offer) {
        self.0.retain(|standing| standing.offer != offer);
    }

    /// A human's move declines a take-back, and a draw that another player offered. An engine's move declines nothing,
    /// since the humans may not have seen the offer yet.
    pub(crate) fn human_moved(&mut self, by: Seat) {
        self.0.retain(|standing| match standing.offer {
            Offer::TakeBack => false,
            Offer::Draw => standing.by == by,
            Offer::Rematch => true,
        });
    }

    /// The game is over: only a rematch can still be agreed on.
    pub(crate) fn game_ended(&mut self) {
        self.0.retain(|standing| standing.offer == Offer::Rematch);
    }

    /// An engine takes this seat over: what the human there had offered or accepted is void.
    pub(crate) fn engine_took_over(&mut self, seat: Seat) {
        self.0.retain(|standing| standing.by != seat);
        for standing in &mut self.0 {
            standing.accepted.retain(|&accepted| accepted != seat);
        }
    }
}
