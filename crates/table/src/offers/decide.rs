//! The rules for making an offer and for answering one, and what happens when it is agreed on.

use rules::{Outcome, Seat};

use crate::decide::TableDraft;
use crate::event::{EndReason, EventKind};
use crate::offers::{Offer, StandingOffer};
use crate::refusal::Refusal;
use crate::state::State;

/// The result of a take-back.
struct TakeBack {
    /// The number of moves that would be left.
    ply: u32,
    /// Whether a card was drawn since. A card that players have seen cannot be taken back.
    is_revealing: bool,
}

impl State {
    /// Whether every other human has accepted a standing offer. Engines accept all offers, but a draw needs the consent
    /// of at least one human.
    pub(crate) fn is_agreed(&self, offer: Offer) -> bool {
        self.offers.get(offer).is_some_and(|standing| {
            let others = self.other_humans(standing.by);
            let can_agree = offer != Offer::Draw || !others.is_empty();
            can_agree && others.iter().all(|other| standing.accepted.contains(other))
        })
    }

    /// What taking back the last move of a seat would mean; `None` if the seat has not moved.
    fn take_back(&self, seat: Seat) -> Option<TakeBack> {
        let last = self.moves.iter().rposition(|played| played.by == Some(seat))?;
        Some(TakeBack {
            ply: self.moves.iter().take(last).filter(|played| played.by.is_some()).count() as u32,
            is_revealing: self.moves.since(last).any(|played| played.by.is_none()),
        })
    }
}

impl TableDraft {
    /// Makes an offer. A player who makes an offer that another player has already made accepts it.
    pub(crate) fn offer(&mut self, seat: Seat, offer: Offer) -> Result<(), Refusal> {
        self.check_offer(seat, offer)?;
        if self.state.offers.get(offer).is_some_and(|standing| standing.by != seat) {
            return self.accept(seat, offer);
        }
        let made = (offer, self.state.ply());
        if self.state.seat(seat).is_some_and(|state| state.offered.contains(&made)) {
            return Err(Refusal::OfferedAlready);
        }
        self.push(EventKind::Offered { seat, offer })?;
        self.conclude()
    }

    pub(crate) fn accept(&mut self, seat: Seat, offer: Offer) -> Result<(), Refusal> {
        if self.offer_of_another(seat, offer)?.accepted.contains(&seat) {
            return Err(Refusal::AcceptedAlready);
        }
        self.push(EventKind::Accepted { seat, offer })?;
        self.conclude()
    }

    pub(crate) fn decline(&mut self, seat: Seat, offer: Offer) -> Result<(), Refusal> {
        self.offer_of_another(seat, offer)?;
        self.push(EventKind::Declined { seat, offer })
    }

    pub(crate) fn withdraw(&mut self, seat: Seat, offer: Offer) -> Result<(), Refusal> {
        match self.state.offers.get(offer) {
            Some(standing) if standing.by == seat => self.push(EventKind::Withdrawn { seat, offer }),
            _ => Err(Refusal::NoOffer),
        }
    }

    /// The standing offer of another player, for this seat to answer.
    fn offer_of_another(&self, seat: Seat, offer: Offer) -> Result<&StandingOffer, Refusal> {
        match self.state.offers.get(offer) {
            None => Err(Refusal::NoOffer),
            Some(standing) if standing.by == seat => Err(Refusal::OwnOffer),
            Some(standing) => Ok(standing),
        }
    }

    /// Whether a seat may make or accept this kind of offer now.
    fn check_offer(&self, seat: Seat, offer: Offer) -> Result<(), Refusal> {
        let state = &self.state;
        match offer {
            Offer::Rematch if !state.is_over() => Err(Refusal::NotOver),
            Offer::Rematch if state.rematch.is_some() => Err(Refusal::Rematched),
            Offer::Rematch => Ok(()),
            _ if state.is_over() => Err(Refusal::Over),
            Offer::Draw if state.other_humans(seat).is_empty() => Err(Refusal::OnlyEngines),
            Offer::Draw => Ok(()),
            Offer::TakeBack => match state.take_back(seat) {
                None => Err(Refusal::NothingToTakeBack),
                Some(TakeBack { is_revealing: true, .. }) => Err(Refusal::CardsSeen),
                Some(_) => Ok(()),
            },
        }
    }

    /// Withdraws a draw offer that no human is left to accept.
    pub(crate) fn withdraw_hopeless_draw(&mut self) -> Result<(), Refusal> {
        match self.state.offers.get(Offer::Draw) {
            Some(&StandingOffer { by, .. }) if self.state.other_humans(by).is_empty() => {
                self.push(EventKind::Withdrawn { seat: by, offer: Offer::Draw })
            }
            _ => Ok(()),
        }
    }

    /// Ends the game or takes moves back if that is agreed on. The table of a rematch is opened by the server.
    pub(crate) fn conclude(&mut self) -> Result<(), Refusal> {
        if !self.state.is_playing() {
            return Ok(());
        }
        if self.state.is_agreed(Offer::Draw) {
            return self.push(EventKind::Ended { outcome: Some(Outcome::Draw), why: EndReason::Agreement });
        }
        if self.state.is_agreed(Offer::TakeBack) {
            let by = self.state.offers.get(Offer::TakeBack).map(|standing| standing.by);
            if let Some(TakeBack { ply, is_revealing: false }) = by.and_then(|by| self.state.take_back(by)) {
                self.push(EventKind::TookBack { ply })?;
            }
        }
        Ok(())
    }
}
