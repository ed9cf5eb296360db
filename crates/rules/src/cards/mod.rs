//! Tic Tac Toe, the card game: three cards of one colour in line earn a token, and hands are hidden.

mod bag;
mod card;
mod flow;
mod grid;
mod hands;
mod hidden;
mod illegal;
mod info;
mod moves;
mod notation;
mod options;
mod read;

pub use card::Card;
pub use grid::Pile;
pub use hands::CardZone;
pub use illegal::Illegal;
pub use moves::Move;
pub use options::{Green, Options, is_whole_deck, ordered_deck};

use bag::Bag;

use crate::frame::Squares;
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

    /// The number of tokens of a seat.
    pub const fn tokens(&self, seat: Seat) -> u8 {
        self.tokens[seat.index() & 1]
    }

    /// The number of tokens that are still to be won.
    pub const fn tokens_left(&self) -> u8 {
        TOKENS.saturating_sub(self.tokens[0].saturating_add(self.tokens[1]))
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
        self.apply(mv, None);
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
        self.apply(mv, Some(turn));
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
