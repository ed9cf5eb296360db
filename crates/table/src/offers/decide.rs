//! Offers and their answers: a draw, a move taken back, another game.

use rules::{Outcome, Seat};

use crate::decide::Draft;
use crate::event::{EndReason, EventKind};
use crate::offers::{Offer, StandingOffer};
use crate::refusal::Refusal;

impl Draft {
    /// Offers something. Who offers what is offered already accepts it.
    pub(crate) fn offer(&mut self, seat: Seat, offer: Offer) -> Result<(), Refusal> {
        self.may_offer(seat, offer)?;
        if self.state.offers.get(offer).is_some_and(|standing| standing.by != seat) {
            return self.accept(seat, offer);
        }
        let ply = self.state.ply();
        let offered = |chair: &crate::state::SeatState| chair.offered.contains(&(offer, ply));
        if self.state.chair(seat).is_some_and(offered) {
            return Err(Refusal::OfferedAlready);
        }
        self.push(EventKind::Offered { seat, offer })?;
        self.conclude()
    }

    pub(crate) fn accept(&mut self, seat: Seat, offer: Offer) -> Result<(), Refusal> {
        let standing = self.offered_by_another(seat, offer)?;
        if standing.accepted.contains(&seat) {
            return Err(Refusal::AcceptedAlready);
        }
        self.push(EventKind::Accepted { seat, offer })?;
        self.conclude()
    }

    pub(crate) fn decline(&mut self, seat: Seat, offer: Offer) -> Result<(), Refusal> {
        self.offered_by_another(seat, offer)?;
        self.push(EventKind::Declined { seat, offer })
    }

    pub(crate) fn withdraw(&mut self, seat: Seat, offer: Offer) -> Result<(), Refusal> {
        match self.state.offers.get(offer) {
            Some(standing) if standing.by == seat => self.push(EventKind::Withdrawn { seat, offer }),
            _ => Err(Refusal::NoOffer),
        }
    }

    fn offered_by_another(&self, seat: Seat, offer: Offer) -> Result<StandingOffer, Refusal> {
        match self.state.offers.get(offer) {
            None => Err(Refusal::NoOffer),
            Some(standing) if standing.by == seat => Err(Refusal::OwnOffer),
            Some(standing) => Ok(standing.clone()),
        }
    }

    fn may_offer(&self, seat: Seat, offer: Offer) -> Result<(), Refusal> {
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
                Some((_, true)) => Err(Refusal::CardsSeen),
                Some((_, false)) => Ok(()),
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

    /// Lets happen what all have agreed on. Another game is for the server to open.
    pub(crate) fn conclude(&mut self) -> Result<(), Refusal> {
        if !self.state.is_playing() {
            return Ok(());
        }
        if self.state.is_agreed(Offer::Draw) {
            return self.push(EventKind::Ended { outcome: Some(Outcome::Draw), why: EndReason::Agreement });
        }
        if self.state.is_agreed(Offer::TakeBack) {
            let by = self.state.offers.get(Offer::TakeBack).map(|standing| standing.by);
            if let Some((ply, false)) = by.and_then(|by| self.state.take_back(by)) {
                self.push(EventKind::TookBack { ply })?;
            }
        }
        Ok(())
    }
}
