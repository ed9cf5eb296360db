//! The turn sequence of the card game: applies a played or drawn card and decides who acts next.
//!
//! ```text
//! Deal ×10 ──► turn of seat 1 ──► Play ──► Refill ──► turn of the other ──► Play …
//!                    │ nothing to play        ▲
//!                    ▼                        │ the opponent plays instead, if only the opponent can
//!              Blocked: both draw, until someone can play
//! ```

use super::bag::Bag;
use super::{Card, Cards, HAND, Move, SEATS, Stage, moves};
use crate::frame::{self, Square, Squares};
use crate::seat::{Seat, Turn};

impl Cards {
    /// Plays a move. `seen` is the turn that follows, as the viewer saw it: where a hand is hidden, the position does not
    /// determine it.
    #[inline]
    pub(super) fn apply(&mut self, mv: Move, seen: Option<Turn>) {
        match self.stage {
            Stage::Play(seat) => {
                if let (Some(card), false) = (mv.card(), mv.is_draw()) {
                    self.play_card(seat, card, mv, seen);
                }
            }
            Stage::Deal(seat) => {
                if self.draw_card(seat, mv) {
                    let dealt = self.hand_size(Seat::ONE) + self.hand_size(Seat::TWO);
                    if dealt < 2 * HAND {
                        self.stage = Stage::Deal(seat.other());
                    } else {
                        self.begin_turn(Seat::ONE, seen);
                    }
                }
            }
            Stage::Refill(seat) => {
                if self.draw_card(seat, mv) {
                    self.begin_turn(seat.other(), seen);
                }
            }
            Stage::Blocked { mover, drawer } => {
                if self.draw_card(drawer, mv) {
                    if drawer == mover && self.ensure_draw_pile() {
                        self.stage = Stage::Blocked { mover, drawer: mover.other() };
                    } else {
                        self.resolve(mover, seen);
                    }
                }
            }
            Stage::Over(_) => {}
        }
    }

    #[inline]
    fn play_card(&mut self, seat: Seat, card: Card, mv: Move, seen: Option<Turn>) {
        self.spend(seat, card);
        // Which cards are known to be unplayable depends on the grid, which changes now.
        self.stuck = [0; 2];
        match (card.owner(), mv.square()) {
            (Some(owner), Some(square)) => self.put(card, owner, square),
            _ => self.take(mv.squares(), card),
        }
        if let Some(outcome) = self.outcome_by_target() {
            self.stage = Stage::Over(outcome);
        } else if self.ensure_draw_pile() {
            self.stage = Stage::Refill(seat);
        } else {
            self.begin_turn(seat.other(), seen);
        }
    }

    /// Removes a card from a hand.
    #[inline]
    fn spend(&mut self, seat: Seat, card: Card) {
        let (copies, seat) = (self.options.copies(), seat.index() & 1);
        if self.hands[seat].remove(card, copies) {
            self.exposed[seat].remove(card, copies);
        } else if self.hidden[seat] > 0 && self.unseen.remove(card, copies) {
            self.hidden[seat] -= 1;
        }
    }

    /// Puts a colour card on a square and awards a token for each line it makes.
    #[inline]
    fn put(&mut self, card: Card, owner: Seat, square: Square) {
        let (owner, bit) = (owner.index(), square.bit());
        let (before, number) = (self.tops[owner], card.number().unwrap_or(0));
        let pile = &mut self.piles[square.index()];
        *pile = (*pile & !31 | u16::from(number)).wrapping_add(1 << (5 + 5 * owner));
        self.tops[owner] |= bit;
        self.tops[owner ^ 1] &= !bit;
        self.used |= bit;
        if before & bit != 0 {
            return;
        }
        let tops = self.tops[owner];
        let lines = moves::lines_through(square).filter(|line| line & !tops == 0).count() as u8;
        self.tokens[owner] += lines.min(self.tokens_left());
    }

    /// Moves the piles of some squares, and the removal card, to the pot.
    fn take(&mut self, squares: Squares, card: Card) {
        let copies = self.options.copies();
        for square in frame::squares(squares & self.occupied()) {
            if let Some(pile) = self.pile(square) {
                for owner in SEATS {
                    let Some(card) = pile.top().number().and_then(|number| Card::colour(owner, number))
                    else {
                        continue;
                    };
                    (0..pile.cards(owner)).for_each(|_| self.pot.add(card, copies));
                }
            }
            self.piles[square.index()] = 0;
        }
        self.pot.add(card, copies);
        self.tops[0] &= !squares;
        self.tops[1] &= !squares;
        if self.occupied() == 0 {
            self.used = 0;
        }
    }

    /// Gives a seat the card that a move draws; returns whether there was such a card.
    #[inline]
    fn draw_card(&mut self, seat: Seat, mv: Move) -> bool {
        let copies = self.options.copies();
        if !mv.is_draw() || self.draw_pile_size() == 0 {
            return false;
        }
        if self.is_closed(seat) {
            self.hidden[seat.index() & 1] += 1;
            return true;
        }
        let Some(card) = mv.card() else { return false };
        if !self.unseen.remove(card, copies) {
            return false;
        }
        self.hands[seat.index() & 1].add(card, copies);
        true
    }

    /// Turns the pot into the draw pile if that is empty. Returns whether there is a card to draw.
    #[inline]
    fn ensure_draw_pile(&mut self) -> bool {
        if self.draw_pile_size() == 0 && !self.pot.is_empty() {
            self.reshuffle();
        }
        self.draw_pile_size() > 0
    }

    /// Turns the pot into the draw pile, which is empty. A viewer who knows one hand now knows the other.
    fn reshuffle(&mut self) {
        let copies = self.options.copies();
        if self.closed == 0b11 {
            self.unseen.add_all(self.pot, copies);
        } else {
            if let Some(seat) = SEATS.into_iter().find(|&seat| self.is_closed(seat)) {
                self.hands[seat.index()].add_all(self.unseen, copies);
                self.hidden[seat.index()] = 0;
            }
            self.unseen = self.pot;
            self.exposed = self.hands;
        }
        self.pot = Bag::EMPTY;
    }

    /// Whether a seat can play a card. Where its cards are hidden, `seen` decides; without `seen`, it can if some unseen
    /// card would be playable.
    #[inline]
    fn can_play(&self, seat: Seat, seen: Option<Turn>) -> bool {
        let hand = self.hands[seat.index() & 1];
        // Fast path: almost always there is a colour card in hand and an empty place for it.
        if !hand.only(Bag::COLOURS).is_empty() && self.free() != 0 {
            return true;
        }
        let playable = self.playable();
        if !hand.only(playable).is_empty() {
            return true;
        }
        match seen {
            _ if self.hidden(seat) == 0 => false,
            Some(turn) => turn == Turn::Seat(seat),
            None => self.hand_constraints(seat).free > 0 && !self.unseen.only(playable).is_empty(),
        }
    }

    /// Records that everyone has seen that a seat can play none of its cards.
    #[inline]
    fn note_stuck(&mut self, seat: Seat) {
        self.stuck[seat.index() & 1] = self.hand_size(seat);
    }

    /// Starts a seat's turn: it plays, else both draw; with nothing to draw, the opponent plays or the game ends.
    #[inline]
    fn begin_turn(&mut self, mover: Seat, seen: Option<Turn>) {
        if self.can_play(mover, seen) {
            self.stage = Stage::Play(mover);
            return;
        }
        self.note_stuck(mover);
        if self.ensure_draw_pile() {
            self.stage = Stage::Blocked { mover, drawer: mover };
        } else {
            self.let_other_play(mover, seen);
        }
    }

    /// Continues after a round of draws: the seat to move plays if it can, else the opponent, else both draw again.
    fn resolve(&mut self, mover: Seat, seen: Option<Turn>) {
        if self.can_play(mover, seen) {
            self.stage = Stage::Play(mover);
        } else {
            self.note_stuck(mover);
            self.let_other_play(mover, seen);
        }
    }

    /// Continues when the seat to move cannot play and has drawn if there was a card to draw.
    fn let_other_play(&mut self, mover: Seat, seen: Option<Turn>) {
        let other = mover.other();
        if self.can_play(other, seen) {
            self.stage = Stage::Play(other);
            return;
        }
        self.note_stuck(other);
        self.stage = if self.ensure_draw_pile() {
            Stage::Blocked { mover, drawer: mover }
        } else {
            Stage::Over(self.outcome_by_majority())
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::seat::Outcome;

    /// With the real deck a player can always play or draw, since the six yellow cards are never on the grid. This
    /// test removes them from the deck.
    #[test]
    fn if_neither_can_draw_nor_play_the_game_ends_and_more_tokens_win() {
        let full = "...../.R1B1R1./.B2R2B1./.B3B3R3./.....";
        for (tokens, outcome) in
            [("3-1", Outcome::Win(Seat::ONE)), ("1-3", Outcome::Win(Seat::TWO)), ("2-2", Outcome::Draw)]
        {
            let rest = "R4R4R5R5R6R7R7R8R8R9R9B2B4B4B5B5B6B7B7B8B8B9B9YYYYYYGG";
            let text = format!("{full} R2R6 R3B6 {rest} - {tokens} 1 numbers=9,target=5");
            let mut game: Cards = text.parse().unwrap();
            game.unseen = Bag::EMPTY;
            for (mv, turn) in [("R2@c3", Turn::Seat(Seat::TWO)), ("R3@d2", Turn::Over(outcome))] {
                assert_eq!(game.play(mv.parse().unwrap()), Ok(()));
                assert_eq!(game.turn(), turn);
            }
            assert!(game.moves().is_empty());
        }
    }
}
