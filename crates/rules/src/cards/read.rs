//! Reads positions of the card game, and refuses those that no game can reach.

use std::str::FromStr;

use super::bag::Bag;
use super::notation::number;
use super::{Card, Cards, HAND, Options, SEATS, Stage, TOKENS};
use crate::frame::{self, Square};
use crate::game::Game;
use crate::seat::{Seat, Turn};
use crate::text::{Lang, TextError, Words, fields, words};

/// Reads a field from left to right; knows the byte at which the field begins in the whole text.
#[derive(Clone, Copy)]
struct Reader<'t> {
    text: &'t str,
    at: usize,
    offset: usize,
}

impl<'t> Reader<'t> {
    fn new((offset, text): (usize, &'t str)) -> Reader<'t> {
        Reader { text, at: 0, offset }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Reads this character if it comes next.
    fn accept(&mut self, symbol: char) -> bool {
        let is_next = self.rest().starts_with(symbol);
        if is_next {
            self.at += symbol.len_utf8();
        }
        is_next
    }

    /// Reads the digits that come next as a number.
    fn number(&mut self) -> Option<u8> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let value = number(self.rest().get(..digits)?.as_bytes())?;
        self.at += digits;
        Some(value)
    }

    /// Reads a card if one comes next; `None` otherwise.
    fn card(&mut self) -> Option<Card> {
        let digits = self.rest().bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let card = self.rest().get(..1 + digits)?.parse().ok()?;
        self.at += 1 + digits;
        Some(card)
    }

    /// Whether the whole field has been read.
    fn is_done(&self) -> bool {
        self.rest().is_empty()
    }

    /// The error that `expected` belongs at the current byte.
    fn error(&self, expected: Words) -> TextError {
        TextError::new(self.offset + self.at, self.rest(), expected)
    }

    /// The error that the whole field is wrong.
    fn whole_error(&self, expected: Words) -> TextError {
        TextError::new(self.offset, self.text, expected)
    }
}

impl FromStr for Cards {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Cards, TextError> {
        let whole = words!(
            fr: "la grille, les deux mains, la pioche, le pot, les jetons, le tour et les options",
            en: "the grid, the two hands, the draw pile, the discard pile, the tokens, the turn and the options"
        );
        let [grid, one, two, pile, pot, tokens, turn, (options_at, options)] = fields(text, whole)?;
        let options: Options = options.parse().map_err(|error: TextError| error.shifted(options_at))?;
        let mut game = Cards::new(options);
        game.read_grid(Reader::new(grid))?;
        game.read_hand(Reader::new(one), Seat::ONE)?;
        game.read_hand(Reader::new(two), Seat::TWO)?;
        let mut pot_reader = Reader::new(pot);
        game.pot = game.read_bag(&mut pot_reader)?;
        game.read_pile(Reader::new(pile))?;
        game.read_tokens(Reader::new(tokens))?;
        game.stage = turn.1.parse().map_err(|error: TextError| error.shifted(turn.0))?;
        game.refuse_stage().map_err(|expected| TextError::new(turn.0, turn.1, expected))?;
        Ok(game)
    }
}

impl Cards {
    /// Moves a card that the text names out of `unseen`.
    fn take_from_unseen(&mut self, card: Card, reader: &Reader<'_>) -> Result<(), TextError> {
        let options = self.options;
        if self.unseen.remove(card, options.copies()) {
            return Ok(());
        }
        let copies = Bag::DECK.count(card, options.copies());
        let [fr, en] = Lang::ALL.map(|lang| card.name(lang));
        Err(reader.error(match copies {
            0 => words!(fr: "des cartes de ce jeu (sans {fr})", en: "cards of this deck (which has no {en})"),
            _ => words!(
                fr: "au plus {copies} fois la même carte (ici, {fr})",
                en: "no more than {copies} of the same card (here {en})"
            ),
        }))
    }

    fn read_grid(&mut self, mut reader: Reader<'_>) -> Result<(), TextError> {
        let ranks = || {
            words!(
                fr: "cinq rangs de cinq places séparés par / (., _, ou une pile comme R5r1b2)",
                en: "five ranks of five spaces separated by / (., _, or a pile such as R5r1b2)"
            )
        };
        for rank in (0..5).rev() {
            for square in Square::all().filter(|square| square.rank() == rank) {
                if reader.accept('.') {
                    continue;
                }
                self.used |= square.bit();
                if !reader.accept('_') {
                    self.read_square(&mut reader, square, ranks)?;
                }
            }
            if rank > 0 && !reader.accept('/') {
                return Err(reader.error(ranks()));
            }
        }
        if !reader.is_done() {
            return Err(reader.error(ranks()));
        }
        if frame::room(self.used) == 0 {
            return Err(reader.whole_error(words!(
                fr: "des places qui tiennent dans un carré de trois sur trois",
                en: "spaces that fit in a three-by-three square"
            )));
        }
        if self.used != 0 && (self.occupied() == 0 || self.used & Square::CENTRE.bit() == 0) {
            return Err(reader.whole_error(words!(
                fr: "une grille vide, ou dont la première carte était en c3",
                en: "an empty grid, or one whose first card was on c3"
            )));
        }
        Ok(())
    }

    fn read_square(
        &mut self,
        reader: &mut Reader<'_>,
        square: Square,
        expected: impl Fn() -> Words,
    ) -> Result<(), TextError> {
        let start = *reader;
        let top = reader.card().ok_or_else(|| start.error(expected()))?;
        let (Some(owner), Some(number)) = (top.owner(), top.number()) else {
            return Err(start.error(expected()));
        };
        let mut cards = [0; 2];
        cards[owner.index()] = 1;
        for (seat, letter) in SEATS.into_iter().zip(['r', 'b']) {
            if reader.accept(letter) {
                let under = reader.number().filter(|&under| under > 0);
                cards[seat.index()] += under.ok_or_else(|| reader.error(expected()))?;
            }
        }
        for (seat, count) in SEATS.into_iter().zip(cards) {
            let card = Card::colour(seat, number).unwrap_or(top);
            for _ in 0..count {
                self.take_from_unseen(card, &start)?;
            }
        }
        self.piles[square.index()] = u16::from(number) | u16::from(cards[0]) << 5 | u16::from(cards[1]) << 10;
        self.tops[owner.index()] |= square.bit();
        Ok(())
    }

    fn read_hand(&mut self, mut reader: Reader<'_>, seat: Seat) -> Result<(), TextError> {
        let copies = self.options.copies();
        let expected = || {
            words!(
                fr: "une main\u{a0}: des cartes (R5, ou R5* si l’adversaire la connaît), ? et le nombre de cartes cachées, ! et le nombre de cartes injouables, ou -",
                en: "a hand: cards (R5, or R5* if the opponent knows of it), ? and the number of hidden cards, ! and the number of unplayable cards, or -"
            )
        };
        let index = seat.index();
        if reader.text == "-" {
            return Ok(());
        }
        let start = reader;
        while let Some(card) = reader.card() {
            self.take_from_unseen(card, &start)?;
            self.hands[index].add(card, copies);
            if reader.accept('*') {
                self.exposed[index].add(card, copies);
            }
        }
        if reader.accept('?') {
            self.closed |= 1 << index;
            self.hidden[index] =
                reader.number().filter(|&hidden| hidden <= 44).ok_or_else(|| reader.error(expected()))?;
        }
        if reader.accept('!') {
            let stuck = reader.number().filter(|&stuck| stuck > 0 && stuck <= self.hand_size(seat));
            self.stuck[index] = stuck.ok_or_else(|| reader.error(expected()))?;
        }
        if !reader.is_done() || reader.text.is_empty() {
            return Err(reader.error(expected()));
        }
        if self.is_closed(seat) && self.hands[index] != self.exposed[index] {
            return Err(reader.whole_error(words!(
                fr: "une main cachée dont toutes les cartes nommées sont marquées *, ou une main sans carte cachée",
                en: "a hidden hand whose named cards are all marked *, or a hand without hidden cards"
            )));
        }
        Ok(())
    }

    /// Reads cards to the end of the field; `-` means no cards.
    fn read_bag(&mut self, reader: &mut Reader<'_>) -> Result<Bag, TextError> {
        let mut bag = Bag::EMPTY;
        if reader.text == "-" {
            return Ok(bag);
        }
        let start = *reader;
        while let Some(card) = reader.card() {
            self.take_from_unseen(card, &start)?;
            bag.add(card, self.options.copies());
        }
        if reader.is_done() && !bag.is_empty() {
            return Ok(bag);
        }
        Err(reader.error(words!(fr: "des cartes comme R5B9YG, ou -", en: "cards such as R5B9YG, or -")))
    }

    /// Reads the draw pile. Call it after all other fields that hold cards.
    fn read_pile(&mut self, mut reader: Reader<'_>) -> Result<(), TextError> {
        if self.closed == 0 {
            let pile = self.read_bag(&mut reader)?;
            let missing = self.unseen.len();
            if missing > 0 {
                return Err(reader.whole_error(words!(
                    fr: "44 cartes en tout, pioche comprise (il en manque {missing})",
                    en: "44 cards in all, draw pile included ({missing} missing)"
                )));
            }
            self.unseen = pile;
            return Ok(());
        }
        if self.closed == 0b11 && !(self.hands[0].is_empty() && self.hands[1].is_empty()) {
            return Err(reader.whole_error(words!(
                fr: "une main ouverte au moins, ou des mains cachées dont on ne connaît aucune carte",
                en: "at least one open hand, or hidden hands of which no card is known"
            )));
        }
        let hidden = u32::from(self.hidden[0]) + u32::from(self.hidden[1]);
        let size = self.unseen.len().checked_sub(hidden);
        let given = if reader.accept('?') { reader.number().filter(|_| reader.is_done()) } else { None };
        if let Some(size) = size.filter(|&size| given.map(u32::from) == Some(size)) {
            debug_assert_eq!(u32::from(self.draw_pile_size()), size);
            return Ok(());
        }
        let size = size.unwrap_or(0);
        Err(reader.whole_error(words!(
            fr: "44 cartes en tout, pioche cachée comprise (?{size})",
            en: "44 cards in all, hidden draw pile included (?{size})"
        )))
    }

    fn read_tokens(&mut self, mut reader: Reader<'_>) -> Result<(), TextError> {
        let one = reader.number();
        let is_split = reader.accept('-');
        let two = reader.number();
        match (one, is_split, two) {
            (Some(one), true, Some(two)) if reader.is_done() && one + two <= TOKENS => {
                self.tokens = [one, two];
                Ok(())
            }
            (Some(_), true, Some(_)) if reader.is_done() => Err(reader.whole_error(words!(
                fr: "au plus {TOKENS} jetons en tout",
                en: "at most {TOKENS} tokens in all"
            ))),
            _ => Err(reader.whole_error(words!(
                fr: "les jetons des deux joueurs (3-2)",
                en: "the tokens of both players (3-2)"
            ))),
        }
    }

    /// Checks the turn that was read against hands, grid and tokens; the error is what belongs there.
    fn refuse_stage(&self) -> Result<(), Words> {
        if let Some(outcome) = self.outcome_by_target().filter(|&outcome| self.stage != Stage::Over(outcome))
        {
            return Err(words!(
                fr: "le tour {outcome}, car les jetons décident",
                en: "the turn {outcome}, as the tokens decide"
            ));
        }
        if self.turn() == Turn::Chance && self.draw_pile_size() == 0 {
            return Err(words!(
                fr: "un tour où personne ne pioche, car la pioche est vide",
                en: "a turn at which nobody draws, as the draw pile is empty"
            ));
        }
        let is_right = match self.stage {
            Stage::Deal(drawer) => self.is_deal(drawer),
            Stage::Refill(_) => self.stuck == [0; 2],
            Stage::Play(seat) => !self.possible(seat).only(self.playable()).is_empty(),
            Stage::Blocked { mover, drawer } => {
                let drawn = u8::from(mover != drawer);
                self.hand_size(mover) == self.stuck(mover) + drawn
            }
            Stage::Over(outcome) => {
                let is_blocked = self.draw_pile_size() == 0
                    && self.pot.is_empty()
                    && SEATS.into_iter().all(|seat| self.stuck(seat) == self.hand_size(seat))
                    && outcome == self.outcome_by_majority();
                is_blocked || self.outcome_by_target().is_some() && self.stuck == [0; 2]
            }
        };
        if is_right && self.is_explained() {
            return Ok(());
        }
        Err(match self.stage {
            Stage::Play(_) => words!(
                fr: "que le joueur dont c’est le tour puisse jouer une carte",
                en: "a card that the player whose turn it is can play"
            ),
            _ => words!(
                fr: "un tour compatible avec les mains, la grille et les jetons",
                en: "a turn that fits the hands, the grid and the tokens"
            ),
        })
    }

    /// Whether this is a position of the deal, and this seat is dealt the next card.
    fn is_deal(&self, drawer: Seat) -> bool {
        let sizes = SEATS.map(|seat| self.hand_size(seat));
        let is_next = sizes[0] == sizes[1] + u8::from(drawer == Seat::TWO);
        is_next
            && sizes[1] < HAND
            && self.used == 0
            && self.pot.is_empty()
            && self.tokens == [0; 2]
            && self.stuck == [0; 2]
            && self.exposed == [Bag::EMPTY; 2]
    }
}
