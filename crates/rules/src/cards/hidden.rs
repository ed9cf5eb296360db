//! What is hidden in the card game: closing hands to a viewer, and imagining what they hold.
//!
//! A viewer knows the own hand, the table, how many cards there are elsewhere, and whose turn it is. From this
//! follows what a closed hand may hold: the unseen cards, of which some must be playable (its owner is to play)
//! and some must not (its owner had to draw for want of a playable one).

use super::card::Bag;
use super::{Cards, SEATS, Stage};
use crate::rng::Rng;
use crate::seat::{Seat, Viewer};

/// How often cards are dealt anew to find a hand that can play, before one is made.
const TRIES: u32 = 64;

/// What the hidden cards of a closed hand are bound to be.
#[derive(Clone, Copy, Default)]
pub(super) struct Bound {
    /// How many of them cannot be played.
    pub(super) dead: u8,
    /// How many of them may be anything.
    pub(super) free: u8,
    /// Whether one of the free ones must be playable.
    pub(super) plays: bool,
}

impl Cards {
    /// Closes to a viewer the hands that it may not see.
    pub(super) fn close(&mut self, viewer: Viewer) {
        let copies = self.options.copies();
        for seat in SEATS.into_iter().filter(|&seat| !viewer.is(seat)) {
            self.closed |= 1 << seat.index();
        }
        // Only a player who knows one hand could tell the other when the pot was reshuffled.
        if self.closed == 0b11 {
            self.exposed = [Bag::EMPTY; 2];
        }
        for seat in SEATS.map(Seat::index) {
            if self.closed >> seat & 1 == 0 {
                continue;
            }
            let mut secret = self.hands[seat];
            secret.remove_all(self.exposed[seat], copies);
            self.hidden[seat] += secret.len() as u8;
            self.unseen.add_all(secret, copies);
            self.hands[seat] = self.exposed[seat];
        }
    }

    /// What the hidden cards of a hand are bound to be.
    pub(super) fn bound(&self, seat: Seat) -> Bound {
        let playable = self.playable();
        let known = self.hands[seat.index() & 1];
        // Cards that were exposed are older than those drawn since: what is known to be unplayable is among the
        // first of the cards that had to be.
        let known_dead = known.without(playable).len() as u8;
        let dead = self.stuck(seat).saturating_sub(known_dead).min(self.hidden(seat));
        let plays = self.stage == Stage::Play(seat) && known.only(playable).is_empty();
        Bound { dead, free: self.hidden(seat) - dead, plays }
    }

    /// Whether the unseen cards can fill the hidden places of the hands and of the draw pile in a way that
    /// explains whose turn it is.
    pub(super) fn is_explained(&self) -> bool {
        let playable = self.playable();
        let bounds = SEATS.map(|seat| self.bound(seat));
        let dead: u32 = bounds.iter().map(|bound| u32::from(bound.dead)).sum();
        let alive = self.unseen.only(playable).len();
        SEATS.into_iter().zip(bounds).all(|(seat, bound)| {
            let known_alive = self.hands[seat.index()].only(playable).len();
            let is_stuck_explained = known_alive + u32::from(self.stuck(seat)) <= self.hand_size(seat).into();
            is_stuck_explained && (!bound.plays || bound.free > 0 && alive > 0)
        }) && dead <= self.unseen.without(playable).len()
    }

    /// Deals the unseen cards at random into the hidden places of the hands; the rest is the draw pile. Every way
    /// to deal them that explains whose turn it is comes up as often as the others.
    pub(super) fn fill(&mut self, rng: &mut Rng) {
        let playable = self.playable();
        let bounds = SEATS.map(|seat| self.bound(seat));
        for (seat, bound) in SEATS.into_iter().zip(bounds) {
            self.deal(seat, bound.dead, self.unseen.without(playable), rng);
        }
        // The hand that must be able to play comes first, while all cards are there to choose from.
        let order = if bounds[1].plays { [Seat::TWO, Seat::ONE] } else { SEATS };
        for seat in order {
            let Bound { free, plays, .. } = bounds[seat.index()];
            if plays {
                self.deal_playable(seat, free, playable, rng);
            } else {
                self.deal(seat, free, Bag::DECK, rng);
            }
        }
        self.hidden = [0; 2];
        self.closed = 0;
    }

    /// Deals to a seat `count` unseen cards of the given kinds, or of any kinds when there are no more of those.
    fn deal(&mut self, seat: Seat, count: u8, kinds: Bag, rng: &mut Rng) {
        let copies = self.options.copies();
        for _ in 0..count {
            let mut cards = self.unseen.only(kinds);
            if cards.is_empty() {
                cards = self.unseen;
            }
            if cards.is_empty() {
                return;
            }
            let card = cards.nth(rng.below(cards.len()), copies);
            self.unseen.remove(card, copies);
            self.hands[seat.index()].add(card, copies);
        }
    }

    /// Deals to a seat `count` unseen cards of which one at least is playable.
    fn deal_playable(&mut self, seat: Seat, count: u8, playable: Bag, rng: &mut Rng) {
        let before = (self.hands, self.unseen);
        // With one card to deal, dealing a playable one is as good as trying until one comes.
        for _ in 0..if count > 1 { TRIES } else { 0 } {
            self.deal(seat, count, Bag::DECK, rng);
            if !self.hands[seat.index()].only(playable).is_empty() {
                return;
            }
            (self.hands, self.unseen) = before;
        }
        self.deal(seat, count.min(1), playable, rng);
        self.deal(seat, count.saturating_sub(1), Bag::DECK, rng);
    }
}
