//! Hidden information in the card game: closes hands to a viewer, and determinizes what they hold.
//!
//! A viewer knows their own hand, the table, how many cards there are elsewhere, and whose turn it is. From this
//! follows what a closed hand may hold: unseen cards, at least one of them playable if its owner is to play, and some
//! of them unplayable if its owner had to draw because no card was playable.

use super::bag::Bag;
use super::{Cards, SEATS, Stage};
use crate::rng::Rng;
use crate::seat::{Seat, Viewer};

/// How many random deals are tried to find a playable hand, before one is constructed.
const TRIES: u32 = 64;

/// What is known about the hidden cards of a closed hand.
#[derive(Clone, Copy, Default)]
pub(super) struct HandConstraints {
    /// How many of them are known to be unplayable.
    pub(super) dead: u8,
    /// How many of them may be any card.
    pub(super) free: u8,
    /// Whether at least one of the free ones must be playable.
    pub(super) plays: bool,
}

impl Cards {
    /// Closes the hands that a viewer may not see.
    pub(super) fn close(&mut self, viewer: Viewer) {
        let copies = self.options.copies();
        for seat in SEATS.into_iter().filter(|&seat| !viewer.is(seat)) {
            self.closed |= 1 << seat.index();
        }
        // A viewer who sees neither hand could not deduce either when the pot was reshuffled.
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

    /// What is known about the hidden cards of a hand.
    pub(super) fn hand_constraints(&self, seat: Seat) -> HandConstraints {
        let playable = self.playable();
        let known = self.hands[seat.index() & 1];
        // Exposed cards are older than those drawn since, so the known unplayable cards are among those that `stuck`
        // counts.
        let known_dead = known.without(playable).len() as u8;
        let dead = self.stuck(seat).saturating_sub(known_dead).min(self.hidden(seat));
        let plays = self.stage == Stage::Play(seat) && known.only(playable).is_empty();
        HandConstraints { dead, free: self.hidden(seat) - dead, plays }
    }

    /// Whether the unseen cards can be dealt to the hands and the draw pile in a way that explains whose turn it is.
    pub(super) fn is_explained(&self) -> bool {
        let playable = self.playable();
        let bounds = SEATS.map(|seat| self.hand_constraints(seat));
        let dead: u32 = bounds.iter().map(|bound| u32::from(bound.dead)).sum();
        let alive = self.unseen.only(playable).len();
        SEATS.into_iter().zip(bounds).all(|(seat, bound)| {
            let known_alive = self.hands[seat.index()].only(playable).len();
            let is_stuck_explained = known_alive + u32::from(self.stuck(seat)) <= self.hand_size(seat).into();
            is_stuck_explained && (!bound.plays || bound.free > 0 && alive > 0)
        }) && dead <= self.unseen.without(playable).len()
    }

    /// Deals the unseen cards at random to the hidden places of the hands; the rest is the draw pile. All deals that
    /// explain whose turn it is are equally likely.
    pub(super) fn fill(&mut self, rng: &mut Rng) {
        let playable = self.playable();
        let bounds = SEATS.map(|seat| self.hand_constraints(seat));
        for (seat, bound) in SEATS.into_iter().zip(bounds) {
            self.deal(seat, bound.dead, self.unseen.without(playable), rng);
        }
        // The hand that must be able to play is dealt first, while all cards are still available.
        let order = if bounds[1].plays { [Seat::TWO, Seat::ONE] } else { SEATS };
        for seat in order {
            let HandConstraints { free, plays, .. } = bounds[seat.index()];
            if plays {
                self.deal_playable(seat, free, playable, rng);
            } else {
                self.deal(seat, free, Bag::DECK, rng);
            }
        }
        self.hidden = [0; 2];
        self.closed = 0;
    }

    /// Deals a seat `count` unseen cards of the given kinds, or of any kind once those run out.
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

    /// Deals a seat `count` unseen cards, at least one of them playable.
    fn deal_playable(&mut self, seat: Seat, count: u8, playable: Bag, rng: &mut Rng) {
        let before = (self.hands, self.unseen);
        // A single card can be drawn from the playable ones directly: the distribution is the same.
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
