//! The notation of the card game: cards `R5`, moves `R5@c3` and `+R5`, the stage, writing positions, and a diagram.
//! `read.rs` reads positions.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::bag::Bag;
use super::{Card, Cards, Move, SEATS, Stage};
use crate::frame::{self, Square};
use crate::seat::{Outcome, Seat};
use crate::text::{TextError, words};

/// The letter of a colour.
pub(super) const LETTERS: [char; 2] = ['R', 'B'];

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.owner(), self.number()) {
            (Some(owner), Some(number)) => write!(f, "{}{number}", LETTERS[owner.index() & 1]),
            _ if *self == Card::YELLOW => f.write_str("Y"),
            _ => f.write_str("G"),
        }
    }
}

impl FromStr for Card {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Card, TextError> {
        let card = match text.as_bytes() {
            b"Y" => Some(Card::YELLOW),
            b"G" => Some(Card::GREEN),
            [b'R', digits @ ..] => number(digits).and_then(|number| Card::colour(Seat::ONE, number)),
            [b'B', digits @ ..] => number(digits).and_then(|number| Card::colour(Seat::TWO, number)),
            _ => None,
        };
        card.ok_or_else(|| {
            TextError::new(
                0,
                text,
                words!(
                    fr: "une carte (R1 à R18, B1 à B18, Y ou G)",
                    en: "a card (R1 to R18, B1 to B18, Y or G)"
                ),
            )
        })
    }
}

/// A number of one or two digits, written without a leading zero.
pub(super) fn number(digits: &[u8]) -> Option<u8> {
    match digits {
        [ones @ b'0'..=b'9'] => Some(ones - b'0'),
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => Some((tens - b'0') * 10 + ones - b'0'),
        _ => None,
    }
}

/// `R5@c3`, `Y@c3`, `G@b2-d4`, `+R5` or `+?`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_draw(), self.card(), self.square()) {
            (true, Some(card), _) => write!(f, "+{card}"),
            (false, Some(card), Some(square)) => write!(f, "{card}@{square}"),
            (false, Some(card), None) => {
                // The lower bit is the lower rank or, within a rank, the left square.
                let (first, last) = (
                    self.squares().trailing_zeros() as u8,
                    self.squares().checked_ilog2().unwrap_or(0) as u8,
                );
                match (Square::from_index(first), Square::from_index(last)) {
                    (Some(first), Some(last)) => write!(f, "{card}@{first}-{last}"),
                    _ => Ok(()),
                }
            }
            (_, None, _) => f.write_str("+?"),
        }
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        if text == "+?" {
            return Ok(Move::HIDDEN_DRAW);
        }
        if let Some(card) = text.strip_prefix('+') {
            return card.parse().map(Move::draw).map_err(|error: TextError| error.shifted(1));
        }
        let Some((card_text, place)) = text.split_once('@') else {
            return Err(TextError::new(
                0,
                text,
                words!(
                    fr: "une carte et une place (R5@c3, Y@c3, G@b2-d4), ou une carte piochée (+R5, +?)",
                    en: "a card and a space (R5@c3, Y@c3, G@b2-d4), or a card drawn (+R5, +?)"
                ),
            ));
        };
        let card = card_text.parse()?;
        let shift = |error: TextError| error.shifted(card_text.len() + 1);
        if card != Card::GREEN {
            let square = place.parse().map_err(shift)?;
            return Move::at(card, square).ok_or_else(|| shift(TextError::new(0, place, line_words())));
        }
        let not_a_line = || shift(TextError::new(0, place, line_words()));
        let (first, last) = place.split_once('-').ok_or_else(not_a_line)?;
        let (first, last): (Square, Square) =
            (first.parse().map_err(|_| not_a_line())?, last.parse().map_err(|_| not_a_line())?);
        let is_between = |line: &u32| {
            line.trailing_zeros() as usize == first.index() && line.ilog2() as usize == last.index()
        };
        frame::LINES.iter().copied().find(is_between).and_then(Move::clear_line).ok_or_else(not_a_line)
    }
}

fn line_words() -> crate::text::Words {
    words!(
        fr: "les deux bouts d’une ligne de trois places, celui du bas ou de gauche d’abord (b2-d4)",
        en: "the two ends of a line of three spaces, the lower or the left one first (b2-d4)"
    )
}

/// `1` or `2` to play; `deal+1`, `+1` or `blocked2+1` when the seat after the `+` draws: in the deal, after playing,
/// or because the seat before the `+` is blocked; `win1`, `win2` or `draw`.
impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Deal(seat) => write!(f, "deal+{seat}"),
            Stage::Play(seat) => seat.fmt(f),
            Stage::Refill(seat) => write!(f, "+{seat}"),
            Stage::Blocked { mover, drawer } => write!(f, "blocked{mover}+{drawer}"),
            Stage::Over(outcome) => outcome.fmt(f),
        }
    }
}

impl FromStr for Stage {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Stage, TextError> {
        let seat = |text: &str| text.parse().ok().filter(|seat: &Seat| seat.index() < 2);
        let stage = match text.split_once('+') {
            Some(("", drawer)) => seat(drawer).map(Stage::Refill),
            Some(("deal", drawer)) => seat(drawer).map(Stage::Deal),
            Some((before, drawer)) => before
                .strip_prefix("blocked")
                .and_then(seat)
                .zip(seat(drawer))
                .map(|(mover, drawer)| Stage::Blocked { mover, drawer }),
            None => match text.parse() {
                Ok(Outcome::Win(winner)) if winner.index() > 1 => None,
                Ok(outcome) => Some(Stage::Over(outcome)),
                Err(_) => seat(text).map(Stage::Play),
            },
        };
        stage.ok_or_else(|| {
            TextError::new(
                0,
                text,
                words!(
                    fr: "un tour (1, 2, deal+1, deal+2, +1, +2, blocked1+1, blocked1+2, blocked2+1, blocked2+2, win1, win2 ou draw)",
                    en: "a turn (1, 2, deal+1, deal+2, +1, +2, blocked1+1, blocked1+2, blocked2+1, blocked2+2, win1, win2 or draw)"
                ),
            )
        })
    }
}

/// The grid from rank 5 to rank 1, the two hands, the draw pile, the pot, the tokens, the turn and the options.
/// With `#`, a diagram.
///
/// A square is `.` if it has not been used since the grid was last empty, `_` if it was used and is empty now, or a
/// pile: its top card, then the number of red (`r`) and blue (`b`) cards under it, `R5r1b2`. In hands, `*` marks a
/// card that the opponent knows, `?` and a number are hidden cards, and `!` and a number are the cards that everyone
/// knows to be unplayable; `-` means no cards.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return self.diagram(f);
        }
        for rank in (0..5).rev() {
            for square in Square::all().filter(|square| square.rank() == rank) {
                self.write_square(f, square)?;
            }
            f.write_char(if rank > 0 { '/' } else { ' ' })?;
        }
        for seat in SEATS {
            self.write_hand(f, seat)?;
            f.write_char(' ')?;
        }
        if self.closed == 0 {
            self.write_bag(f, self.unseen)?;
        } else {
            write!(f, "?{}", self.draw_pile_size())?;
        }
        f.write_char(' ')?;
        self.write_bag(f, self.pot)?;
        write!(f, " {}-{} {} {}", self.tokens[0], self.tokens[1], self.stage, self.options)
    }
}

impl Cards {
    fn write_square(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let Some(pile) = self.pile(square) else {
            return f.write_char(if self.used & square.bit() != 0 { '_' } else { '.' });
        };
        write!(f, "{}", pile.top())?;
        for (owner, letter) in SEATS.into_iter().zip(['r', 'b']) {
            let is_top = pile.top().owner() == Some(owner);
            match pile.cards(owner).saturating_sub(u8::from(is_top)) {
                0 => {}
                under => write!(f, "{letter}{under}")?,
            }
        }
        Ok(())
    }

    fn write_bag(&self, f: &mut fmt::Formatter<'_>, bag: Bag) -> fmt::Result {
        if bag.is_empty() {
            return f.write_char('-');
        }
        bag.cards(self.options.copies()).try_for_each(|card| write!(f, "{card}"))
    }

    /// The known cards of a hand, each with `*` if the opponent knows it.
    fn hand_with_marks(&self, seat: Seat) -> impl Iterator<Item = (Card, &'static str)> {
        let copies = self.options.copies();
        let mut exposed = self.exposed[seat.index()];
        self.hand(seat).map(move |card| (card, if exposed.remove(card, copies) { "*" } else { "" }))
    }

    fn write_hand(&self, f: &mut fmt::Formatter<'_>, seat: Seat) -> fmt::Result {
        if !self.is_closed(seat) && self.hand_size(seat) == 0 {
            return f.write_char('-');
        }
        self.hand_with_marks(seat).try_for_each(|(card, mark)| write!(f, "{card}{mark}"))?;
        if self.is_closed(seat) {
            write!(f, "?{}", self.hidden(seat))?;
        }
        match self.stuck(seat) {
            0 => Ok(()),
            stuck => write!(f, "!{stuck}"),
        }
    }

    /// The frame (a dot where a card may still go, a dash on a used place that is empty, a pile as its top card and
    /// its height), then a line for each player with tokens and hand, then the draw pile, the pot and the turn.
    fn diagram(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..5).rev() {
            let mut line = format!("{} ", rank + 1);
            for square in Square::all().filter(|square| square.rank() == rank) {
                let cell = match self.pile(square) {
                    Some(pile) if pile.height() > 1 => format!("{}×{}", pile.top(), pile.height()),
                    Some(pile) => pile.top().to_string(),
                    None if self.used & square.bit() != 0 => "_".to_owned(),
                    None if self.free() & square.bit() != 0 => "·".to_owned(),
                    None => String::new(),
                };
                write!(line, "{cell:^7}")?;
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(f, "     a      b      c      d      e")?;
        for seat in SEATS {
            write!(f, "{seat} {} ", LETTERS[seat.index()])?;
            (0..self.tokens(seat)).try_for_each(|_| f.write_char('●'))?;
            for (card, mark) in self.hand_with_marks(seat) {
                write!(f, " {card}{mark}")?;
            }
            (0..self.hidden(seat)).try_for_each(|_| f.write_str(" ?"))?;
            writeln!(f)?;
        }
        write!(f, "+{}  pot", self.draw_pile_size())?;
        self.pot().try_for_each(|card| write!(f, " {card}"))?;
        writeln!(f, "  [{}]", self.stage)
    }
}
