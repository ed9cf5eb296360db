//! Tic Tac Toe, the card game: three cards of one colour in line earn a token, and hands are hidden.

mod card;
mod flow;
mod hidden;
mod illegal;
mod info;
mod moves;
mod notation;
mod options;
mod read;

pub use card::Card;
pub use illegal::Illegal;
pub use moves::Move;
pub use options::{Green, Options, is_whole_deck, ordered_deck};

use card::Bag;

use crate::frame::{self, Square, Squares};
use crate::game::Game;
use crate::info::GameInfo;
use crate::registry::Kind;
use crate::rng::Rng;
use crate::seat::{Outcome, Seat, Turn, Viewer};

/// The number of tokens.
pub const TOKENS: u8 = 24;

/// The number of cards dealt to each player.
pub const HAND: u8 = 5;

/// The two seats.
const SEATS: [Seat; 2] = [Seat::ONE, Seat::TWO];

/// A position of the card game, whole or as one viewer sees it.
///
/// In a whole position every card has its place and [`unseen`](Self::unseen) is the draw pile. In a redacted position
/// some hands are closed: it holds at most some of their cards and the number of the hidden ones, and `unseen` is the
/// draw pile and all hidden cards together, since the viewer cannot tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cards {
    /// The known cards of each hand.
    hands: [Bag; 2],
    /// The cards of each hand that the opponent knows. When the pot becomes the draw pile, all other cards are
    /// accounted for, so a player who counts cards knows the opponent's whole hand.
    exposed: [Bag; 2],
    /// The cards that are neither on the table nor in a known part of a hand.
    unseen: Bag,
    pot: Bag,
    /// The pile on each square of the frame, 0 for none. All cards of a pile have one number, so the order below the
    /// top card does not matter.
    ///
    /// ```text
    /// bit  0      5     10      15
    ///      number | reds | blues |
    /// ```
    piles: [u16; 25],
    /// The squares whose top card has each seat's colour.
    tops: [Squares; 2],
    /// The squares that have held a card since the grid was last empty: they pin the grid.
    used: Squares,
    tokens: [u8; 2],
    /// The number of unknown cards in each hand; 0 if the hand is open.
    hidden: [u8; 2],
    /// How many cards of each hand everyone knows to be unplayable on this grid, because their owner had to draw, or
    /// to let the opponent play. Reset when the grid changes.
    stuck: [u8; 2],
    /// The seats whose hands are closed to the viewer, one bit each: none in a whole position.
    closed: u8,
    stage: Stage,
    options: Options,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// This seat is dealt one of its first cards.
    Deal(Seat),
    /// This seat plays a card.
    Play(Seat),
    /// This seat draws a card after playing one.
    Refill(Seat),
    /// The seat to move could play nothing, so each player draws a card, the seat to move first.
    Blocked {
        /// The seat to move.
        mover: Seat,
        /// The seat that draws now.
        drawer: Seat,
    },
    /// The game is over.
    Over(Outcome),
}

/// Where cards can be that are not on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The known cards of a hand.
    Hand(Seat),
    /// The draw pile, and in a redacted position the hidden cards of the hands too.
    Unseen,
    /// The cards that were taken off the grid.
    Pot,
}

/// The cards on one place of the grid. All have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile {
    top: Card,
    cards: [u8; 2],
}

impl Pile {
    /// The top card, the only one that counts in lines.
    pub const fn top(self) -> Card {
        self.top
    }

    /// The number of cards of a seat's colour, including the top card.
    pub const fn cards(self, owner: Seat) -> u8 {
        self.cards[owner.index() & 1]
    }

    /// The number of cards in the pile.
    pub const fn height(self) -> u8 {
        self.cards[0] + self.cards[1]
    }
}

impl Cards {
    /// What happens next.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The seat that draws the next card, if a card is to be drawn.
    #[inline]
    pub const fn drawer(&self) -> Option<Seat> {
        match self.stage {
            Stage::Deal(drawer) | Stage::Refill(drawer) | Stage::Blocked { drawer, .. } => Some(drawer),
            Stage::Play(_) | Stage::Over(_) => None,
        }
    }

    /// The pile on a square.
    pub fn pile(&self, square: Square) -> Option<Pile> {
        let owner = SEATS.into_iter().find(|owner| self.tops[owner.index()] & square.bit() != 0)?;
        let top = Card::colour(owner, self.number_on(square))?;
        Some(Pile { top, cards: SEATS.map(|owner| self.cards_on(square, owner)) })
    }

    /// The number of cards of a seat's colour on a square.
    #[inline]
    pub fn cards_on(&self, square: Square, owner: Seat) -> u8 {
        (self.piles[square.index()] >> (5 + 5 * (owner.index() & 1)) & 31) as u8
    }

    /// The number of the cards on a square; 0 if there are none.
    #[inline]
    pub fn number_on(&self, square: Square) -> u8 {
        (self.piles[square.index()] & 31) as u8
    }

    /// Writes the number of the cards on each square; 0 if there are none.
    #[inline]
    pub fn numbers_into(&self, out: &mut [i8; 25]) {
        for (entry, pile) in out.iter_mut().zip(&self.piles) {
            *entry = (pile & 31) as i8;
        }
    }

    /// Writes the number of cards of a seat's colour on each square.
    #[inline]
    pub fn heights_into(&self, owner: Seat, out: &mut [i8; 25]) {
        let shift = 5 + 5 * (owner.index() as u16 & 1);
        for (entry, pile) in out.iter_mut().zip(&self.piles) {
            *entry = (pile >> shift & 31) as i8;
        }
    }

    /// The squares whose top card has a seat's colour.
    #[inline]
    pub const fn tops(&self, owner: Seat) -> Squares {
        self.tops[owner.index() & 1]
    }

    /// The squares with cards on them.
    #[inline]
    pub const fn occupied(&self) -> Squares {
        self.tops[0] | self.tops[1]
    }

    /// The squares that have held a card since the grid was last empty. They pin the grid.
    #[inline]
    pub const fn used(&self) -> Squares {
        self.used
    }

    /// The empty squares on which a colour card may be put: those in some three-by-three grid with all used squares,
    /// or only the centre if the grid is empty.
    #[inline]
    pub const fn free(&self) -> Squares {
        if self.used == 0 { Square::CENTRE.bit() } else { frame::room(self.used) & !self.occupied() }
    }

    /// The squares whose cards have this number.
    #[inline]
    pub fn with_number(&self, number: u8) -> Squares {
        frame::squares(self.occupied())
            .filter(|&square| self.number_on(square) == number)
            .fold(0, |all, square| all | square.bit())
    }

    /// The lines that a green card may take here: complete ones, with cards on all three squares; with the option
    /// [`Green::Any`], lines of a still possible grid with cards on at least one square.
    #[inline]
    pub fn green_lines(&self) -> impl Iterator<Item = Squares> {
        frame::LINES.iter().copied().filter(|&line| self.takes(line))
    }

    /// The [`green_lines`](Self::green_lines) as bits, in the order of [`frame::LINES`].
    #[inline]
    pub fn green_set(&self) -> u64 {
        frame::LINES.iter().enumerate().fold(0, |set, (n, &line)| set | u64::from(self.takes(line)) << n)
    }

    /// Whether a green card may take this line.
    #[inline]
    fn takes(&self, line: Squares) -> bool {
        match self.options.green() {
            Green::Complete => line & !self.occupied() == 0,
            Green::Any => line & self.occupied() != 0 && frame::room(self.used | line) != 0,
        }
    }

    /// The lines of three that become one colour when `card` is put on `square`, and were not before. Each earns the
    /// owner of the colour a token.
    pub fn lines_made(&self, card: Card, square: Square) -> impl Iterator<Item = Squares> {
        let before = card.owner().map_or(0, |owner| self.tops(owner));
        let after = if card.owner().is_some() { before | square.bit() } else { 0 };
        moves::lines_through(square).filter(move |line| before & square.bit() == 0 && line & !after == 0)
    }

    /// The number of tokens of a seat.
    pub const fn tokens(&self, seat: Seat) -> u8 {
        self.tokens[seat.index() & 1]
    }

    /// The number of tokens that are still to be won.
    pub const fn tokens_left(&self) -> u8 {
        TOKENS.saturating_sub(self.tokens[0].saturating_add(self.tokens[1]))
    }

    /// The known cards of a hand, in order, equal ones next to each other.
    pub fn hand(&self, seat: Seat) -> impl Iterator<Item = Card> {
        self.hands[seat.index() & 1].cards(self.options.copies())
    }

    /// The cards of a hand that the opponent knows.
    pub fn exposed(&self, seat: Seat) -> impl Iterator<Item = Card> {
        self.exposed[seat.index() & 1].cards(self.options.copies())
    }

    /// The number of unknown cards in a hand.
    #[inline]
    pub const fn hidden(&self, seat: Seat) -> u8 {
        self.hidden[seat.index() & 1]
    }

    /// Whether a hand is closed to the viewer. In a whole position none is.
    #[inline]
    pub const fn is_closed(&self, seat: Seat) -> bool {
        self.closed >> (seat.index() & 1) & 1 != 0
    }

    /// The number of cards in a hand.
    #[inline]
    pub const fn hand_size(&self, seat: Seat) -> u8 {
        self.hands[seat.index() & 1].len() as u8 + self.hidden(seat)
    }

    /// How many cards of a hand everyone knows to be unplayable on the current grid.
    pub const fn stuck(&self, seat: Seat) -> u8 {
        self.stuck[seat.index() & 1]
    }

    /// The cards that are neither on the table nor in a known part of a hand: the draw pile, and in a redacted
    /// position the hidden cards too.
    pub fn unseen(&self) -> impl Iterator<Item = Card> {
        self.unseen.cards(self.options.copies())
    }

    /// How many of the [`unseen`](Self::unseen) cards are copies of this one.
    pub const fn unseen_copies(&self, card: Card) -> u8 {
        self.unseen.count(card, self.options.copies()) as u8
    }

    /// How many entries [`Cards::count_into`] may overwrite behind its own.
    pub const ROOM: usize = 7;

    /// Writes how many copies of each card lie in a place: the colour of `first` from 1 on, the other colour, yellow,
    /// green. `out` has an entry for each card of the deck, and [`ROOM`](Self::ROOM) more that may be overwritten.
    #[inline]
    pub fn count_into(&self, place: Place, first: Seat, out: &mut [i8]) {
        let bag = match place {
            Place::Hand(seat) => self.hands[seat.index() & 1],
            Place::Unseen => self.unseen,
            Place::Pot => self.pot,
        };
        bag.counts(first, self.options.copies(), out);
    }

    /// The number of cards in the draw pile.
    #[inline]
    pub const fn pile_size(&self) -> u8 {
        (self.unseen.len() as u8).saturating_sub(self.hidden[0].saturating_add(self.hidden[1]))
    }

    /// The cards in the pot, which becomes the draw pile when that runs out.
    pub fn pot(&self) -> impl Iterator<Item = Card> {
        self.pot.cards(self.options.copies())
    }

    /// The cards that any player could play on the current grid: all copies or none of each.
    #[inline]
    fn playable(&self) -> Bag {
        let occupied = self.occupied();
        let mut playable = Bag::EMPTY;
        if self.free() != 0 {
            playable = Bag::COLOURS;
        } else {
            for square in frame::squares(occupied) {
                for owner in SEATS {
                    if let Some(card) = Card::colour(owner, self.number_on(square)) {
                        playable = playable.or(Bag::all_of(card, self.options.copies()));
                    }
                }
            }
        }
        if occupied != 0 {
            playable = playable.or(Bag::YELLOWS);
        }
        if self.green_lines().next().is_some() {
            playable = playable.or(Bag::GREENS);
        }
        playable
    }

    /// The cards that a seat has, or could have as far as the viewer knows.
    #[inline]
    fn possible(&self, seat: Seat) -> Bag {
        let known = self.hands[seat.index() & 1];
        if self.hidden(seat) > 0 { known.or(self.unseen) } else { known }
    }

    /// The outcome if the tokens decide it: a seat has reached the target and leads by two, or no token is left.
    fn outcome_by_target(&self) -> Option<Outcome> {
        for seat in SEATS {
            let (own, other) = (self.tokens(seat), self.tokens(seat.other()));
            if own >= self.options.target() && own >= other + 2 {
                return Some(Outcome::Win(seat));
            }
        }
        (self.tokens_left() == 0).then(|| self.outcome_by_majority())
    }

    /// The outcome if the game ends now: the seat with more tokens wins.
    fn outcome_by_majority(&self) -> Outcome {
        match self.tokens[0].cmp(&self.tokens[1]) {
            std::cmp::Ordering::Greater => Outcome::Win(Seat::ONE),
            std::cmp::Ordering::Less => Outcome::Win(Seat::TWO),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}

impl Game for Cards {
    const KIND: Kind = Kind::Cards;
    const INFO: &'static GameInfo = info::INFO;
    type Options = Options;
    type Move = Move;
    type Illegal = Illegal;

    fn new(options: Options) -> Cards {
        Cards {
            hands: [Bag::EMPTY; 2],
            exposed: [Bag::EMPTY; 2],
            unseen: Bag::DECK,
            pot: Bag::EMPTY,
            piles: [0; 25],
            tops: [0; 2],
            used: 0,
            tokens: [0; 2],
            hidden: [0; 2],
            stuck: [0; 2],
            closed: 0,
            stage: Stage::Deal(Seat::ONE),
            options,
        }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.stage {
            Stage::Play(seat) => Turn::Seat(seat),
            Stage::Deal(_) | Stage::Refill(_) | Stage::Blocked { .. } => Turn::Chance,
            Stage::Over(outcome) => Turn::Over(outcome),
        }
    }

    /// In a redacted position: for a closed hand, every move that some unseen card allows; for a draw to a closed
    /// hand, only the hidden draw; for a draw to an open hand, every card that may come.
    fn moves_into(&self, moves: &mut Vec<Move>) {
        self.list(moves);
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.why_not(mv).map_or(Ok(()), Err)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        self.go(mv, None);
    }

    fn ordered_deck(options: Options) -> Vec<Move> {
        ordered_deck(options)
    }

    fn weight(&self, outcome: Move) -> u32 {
        match outcome.card() {
            Some(card) if outcome.is_draw() => self.unseen.count(card, self.options.copies()),
            _ => 1,
        }
    }

    fn redact(&mut self, viewer: Viewer) {
        self.close(viewer);
    }

    fn redact_move(&self, mv: Move, viewer: Viewer) -> Move {
        let is_own = self.drawer().is_some_and(|drawer| viewer.is(drawer));
        if mv.is_draw() && !is_own { Move::HIDDEN_DRAW } else { mv }
    }

    fn observe(&mut self, mv: Move, turn: Turn) {
        self.go(mv, Some(turn));
    }

    fn determinize(&mut self, rng: &mut Rng) {
        self.fill(rng);
    }

    fn points(&self, seat: Seat) -> u32 {
        u32::from(self.tokens(seat))
    }

    #[inline]
    fn count_moves(&self, _buffer: &mut Vec<Move>) -> usize {
        self.count() as usize
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _buffer: &mut Vec<Move>) -> Option<Move> {
        self.random(rng)
    }
}
