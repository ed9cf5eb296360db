//! Why a move of the card game is refused.

use super::{Card, Cards, Green, Move, Stage};
use crate::frame::{self, Square, Squares};
use crate::seat::Seat;
use crate::text::{Lang, Say, capitalized};

/// The reason for which a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// A card must be drawn first, for this seat.
    DrawFirst(Seat),
    /// No card may be drawn now: this seat must play one.
    PlayFirst(Seat),
    /// The draw does not name its card, but the viewer may see it.
    Unnamed,
    /// The draw names its card, but this seat's hand is closed to the viewer.
    Closed(Seat),
    /// The deck has no such card: this is its highest number.
    NoSuchCard(Card, u8),
    /// The draw pile holds no such card.
    NotInPile(Card),
    /// This seat does not hold the card.
    NotInHand(Card, Seat),
    /// On an empty grid the first card goes on the centre.
    NotCentre(Square),
    /// The square lies in no three-by-three grid with these used squares.
    OutsideGrid {
        /// The square of the move.
        square: Square,
        /// The used squares that are too far from it.
        far: Squares,
    },
    /// The pile on the square has another number than the card.
    OtherNumber {
        /// The square of the move.
        square: Square,
        /// The card of the move.
        card: Card,
        /// The card on top of the pile.
        top: Card,
    },
    /// The square has no pile to remove.
    NothingThere(Square),
    /// The line is not complete.
    Incomplete {
        /// The line of the move.
        line: Squares,
        /// Its empty squares.
        empty: Squares,
    },
    /// Green cards may take any line, but this one has no pile.
    EmptyLine(Squares),
    /// Green cards may take any line, but this one lies in no three-by-three grid with these used squares.
    LineOutsideGrid {
        /// The line of the move.
        line: Squares,
        /// The used squares that are too far from it.
        far: Squares,
    },
}

impl Cards {
    /// Why a move is refused here; `None` if it is legal.
    pub(super) fn why_not(&self, mv: Move) -> Option<Illegal> {
        match self.stage {
            Stage::Over(_) => Some(Illegal::Over),
            Stage::Play(seat) if mv.is_draw() => Some(Illegal::PlayFirst(seat)),
            Stage::Play(seat) => self.why_not_play(seat, mv),
            Stage::Deal(drawer) | Stage::Refill(drawer) | Stage::Blocked { drawer, .. } => {
                if mv.is_draw() {
                    self.why_not_draw(drawer, mv)
                } else {
                    Some(Illegal::DrawFirst(drawer))
                }
            }
        }
    }

    fn why_not_draw(&self, drawer: Seat, mv: Move) -> Option<Illegal> {
        match (mv.card(), self.is_closed(drawer)) {
            (None, true) => None,
            (None, false) => Some(Illegal::Unnamed),
            (Some(_), true) => Some(Illegal::Closed(drawer)),
            (Some(card), false) => self
                .no_such_card(card)
                .or_else(|| (self.unseen_copies(card) == 0).then_some(Illegal::NotInPile(card))),
        }
    }

    fn why_not_play(&self, seat: Seat, mv: Move) -> Option<Illegal> {
        let card = mv.card()?;
        if let Some(reason) = self.no_such_card(card) {
            return Some(reason);
        }
        if self.possible(seat).count(card, self.options.copies()) == 0 {
            return Some(Illegal::NotInHand(card, seat));
        }
        let Some(square) = mv.square() else {
            return self.why_not_line(mv.squares());
        };
        match self.pile(square) {
            Some(pile) if card.number().is_some_and(|number| pile.top().number() != Some(number)) => {
                Some(Illegal::OtherNumber { square, card, top: pile.top() })
            }
            Some(_) => None,
            None if card == Card::YELLOW => Some(Illegal::NothingThere(square)),
            None if self.free() & square.bit() != 0 => None,
            None if self.used == 0 => Some(Illegal::NotCentre(square)),
            None => Some(Illegal::OutsideGrid { square, far: self.far_from(square.bit()) }),
        }
    }

    /// Why a green card may not take this line; `None` if it may.
    fn why_not_line(&self, line: Squares) -> Option<Illegal> {
        let empty = line & !self.occupied();
        match self.options.green() {
            Green::Complete => (empty != 0).then_some(Illegal::Incomplete { line, empty }),
            Green::Any if empty == line => Some(Illegal::EmptyLine(line)),
            Green::Any => {
                let is_outside = frame::room(self.used | line) == 0;
                is_outside.then(|| Illegal::LineOutsideGrid { line, far: self.far_from(line) })
            }
        }
    }

    /// The used squares that share no three-by-three grid with this set. If each of them alone would fit, all of
    /// them: only together they do not.
    fn far_from(&self, set: Squares) -> Squares {
        let is_far = |used: &Square| frame::room(used.bit() | set) == 0;
        let far = frame::squares(self.used).filter(is_far).fold(0, |all, used| all | used.bit());
        if far == 0 { self.used & !set } else { far }
    }

    fn no_such_card(&self, card: Card) -> Option<Illegal> {
        let numbers = self.options.numbers();
        let is_too_high = card.number().is_some_and(|number| number > numbers);
        is_too_high.then_some(Illegal::NoSuchCard(card, numbers))
    }
}

/// The squares of a set, as a list: `b2, c3 et d4`.
fn list(set: Squares, lang: Lang) -> String {
    let names: Vec<String> = frame::squares(set).map(|square| square.to_string()).collect();
    let and = match lang {
        Lang::Fr => " et ",
        Lang::En => " and ",
    };
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => first.join(", ") + and + last,
        None => String::new(),
    }
}

/// The name of a line, from its first square to its last: "b2–d4".
fn ends(line: Squares) -> String {
    let mut squares = frame::squares(line);
    let first = squares.next().map_or_else(String::new, |square| square.to_string());
    squares.last().map_or_else(|| first.clone(), |last| format!("{first}–{last}"))
}

impl Say for Illegal {
    fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::Fr => self.in_french(),
            Lang::En => self.in_english(),
        }
    }
}

impl Illegal {
    fn in_french(self) -> String {
        match self {
            Illegal::Over => "La partie est finie.".to_owned(),
            Illegal::DrawFirst(_) => "Il faut d’abord piocher une carte.".to_owned(),
            Illegal::PlayFirst(_) => {
                "Ce n’est pas le moment de piocher\u{a0}: il faut d’abord jouer une carte.".to_owned()
            }
            Illegal::Unnamed => {
                "Cette pioche n’est pas cachée\u{a0}: nommez la carte piochée, par exemple +R5.".to_owned()
            }
            Illegal::Closed(_) => "Cette main est cachée\u{a0}: une carte piochée s’y écrit +?.".to_owned(),
            Illegal::NoSuchCard(card, numbers) => {
                format!(
                    "Il n’y a pas de {} dans cette partie\u{a0}: les chiffres vont de 1 à {numbers}.",
                    card.name(Lang::Fr)
                )
            }
            Illegal::NotInPile(card) => match card.owner() {
                Some(_) => format!("{} n’est plus dans la pioche.", capitalized(&card.noun(Lang::Fr))),
                None => format!("Il n’y a plus de {} dans la pioche.", card.name(Lang::Fr)),
            },
            Illegal::NotInHand(card, _) => format!("Vous n’avez pas {} en main.", the_or_any(card)),
            Illegal::NotCentre(square) => {
                format!("La grille est vide\u{a0}: la première carte se pose en c3, pas en {square}.")
            }
            Illegal::OutsideGrid { square, far } => {
                format!("{square} est hors de la grille de 3 × 3, trop loin de {}.", list(far, Lang::Fr))
            }
            Illegal::OtherNumber { card, top, .. } => {
                let (card, number) = (capitalized(&card.noun(Lang::Fr)), top.number().unwrap_or_default());
                format!("{card} ne va pas sur {}\u{a0}: il faut un {number}.", top.noun(Lang::Fr))
            }
            Illegal::NothingThere(square) => {
                format!("Il n’y a rien en {square}\u{a0}: la carte jaune retire une carte ou une pile.")
            }
            Illegal::Incomplete { line, empty } => {
                let (line, is) =
                    (list(line, Lang::Fr), if empty.count_ones() > 1 { "sont vides" } else { "est vide" });
                let empty = list(empty, Lang::Fr);
                format!(
                    "La ligne {line} n’est pas complète\u{a0}: {empty} {is}. La carte verte retire une ligne de trois."
                )
            }
            Illegal::EmptyLine(line) => format!(
                "Il n’y a aucune carte sur la ligne {}\u{a0}: la carte verte n’a rien à y retirer.",
                list(line, Lang::Fr)
            ),
            Illegal::LineOutsideGrid { line, far } => format!(
                "La ligne {} sort de la grille de 3 × 3\u{a0}: elle est trop loin de {}.",
                list(line, Lang::Fr),
                list(far, Lang::Fr)
            ),
        }
    }

    fn in_english(self) -> String {
        match self {
            Illegal::Over => "The game is over.".to_owned(),
            Illegal::DrawFirst(_) => "A card must be drawn first.".to_owned(),
            Illegal::PlayFirst(_) => "It is not time to draw: a card must be played first.".to_owned(),
            Illegal::Unnamed => {
                "This draw is not hidden: name the card that is drawn, for example +R5.".to_owned()
            }
            Illegal::Closed(_) => "This hand is hidden: write a card drawn as +?.".to_owned(),
            Illegal::NoSuchCard(card, numbers) => {
                format!(
                    "There is no {} in this game: the numbers go from 1 to {numbers}.",
                    card.name(Lang::En)
                )
            }
            Illegal::NotInPile(card) => match card.owner() {
                Some(_) => format!("{} is no longer in the draw pile.", capitalized(&card.noun(Lang::En))),
                None => format!("There is no {} left in the draw pile.", card.name(Lang::En)),
            },
            Illegal::NotInHand(card, _) => format!("You do not have {} in hand.", card.noun(Lang::En)),
            Illegal::NotCentre(square) => {
                format!("The grid is empty: the first card goes on c3, not on {square}.")
            }
            Illegal::OutsideGrid { square, far } => {
                format!("{square} is outside the 3 × 3 grid, too far from {}.", list(far, Lang::En))
            }
            Illegal::OtherNumber { card, top, .. } => {
                let (card, number) = (capitalized(&card.noun(Lang::En)), top.number().unwrap_or_default());
                let a = if matches!(number, 8 | 11 | 18) { "an" } else { "a" };
                format!("{card} does not go on {}: only {a} {number} does.", top.noun(Lang::En))
            }
            Illegal::NothingThere(square) => {
                format!("There is nothing on {square}: a yellow card removes a card or a pile.")
            }
            Illegal::Incomplete { line, empty } => {
                let (line, is) = (ends(line), if empty.count_ones() > 1 { "are" } else { "is" });
                let empty = list(empty, Lang::En);
                format!(
                    "Line {line} is not complete: {empty} {is} empty. A green card removes a line of three."
                )
            }
            Illegal::EmptyLine(line) => format!(
                "There are no cards on line {}: a green card has nothing to remove there.",
                ends(line)
            ),
            Illegal::LineOutsideGrid { line, far } => format!(
                "Line {} is outside the 3 × 3 grid: it is too far from {}.",
                ends(line),
                list(far, Lang::En)
            ),
        }
    }
}

/// "le 8 rouge", "de carte jaune": what French says after a negation.
fn the_or_any(card: Card) -> String {
    match card.owner() {
        Some(_) => card.noun(Lang::Fr),
        None => format!("de {}", card.name(Lang::Fr)),
    }
}
