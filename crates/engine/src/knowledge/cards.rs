//! The card game, whose hands are hidden: search over sampled deals.
//!
//! Two methods were built and measured against each other at equal time (see `docs/strength.md`):
//!
//! - [`Method::InformationSet`]: single-observer information-set search, one tree for what the player sees;
//! - [`Method::PerfectInformation`]: perfect-information Monte Carlo, a small tree for each of many sampled deals, whose
//!   results for each move are added up.
//!
//! Both count cards exactly: the view knows which cards are unseen, and a sampled deal hands out just those. Once nothing
//! is hidden (with an empty draw pile, the unseen cards are the other hand), an ordinary tree is searched, in which
//! decided positions are proven.

mod perfect_information;

use rules::cards::{Card, Move};
use rules::frame::{self, Squares};
use rules::{Cards, Game, Outcome, Rng, Seat, Turn, View};

pub use self::perfect_information::PerfectInformationSearch;
use super::{Knowledge, Strength, levels};
use crate::analysis::Analysis;
use crate::control::SearchControl;
use crate::limits::Limits;
use crate::math::exp;
use crate::search::ismcts::{self, InformationSetSearch};
use crate::search::mcts::{self, Guide, LeftOut, MctsParameters, Shares, TreeSearch, shares_of};
use crate::search::{Search, Status};

/// How hidden cards are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// One tree for what the player sees.
    InformationSet,
    /// A tree for each sampled deal.
    PerfectInformation {
        /// How many playouts each deal gets.
        playouts: u32,
    },
}

/// The parameters of a search of the card game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardsSettings {
    /// How hidden cards are searched.
    pub method: Method,
    /// The parameters of the trees.
    pub tree: MctsParameters,
    /// How playouts are played.
    pub guide: CardsGuide,
}

impl CardsSettings {
    /// The strongest that was measured.
    pub const BEST: CardsSettings = CardsSettings {
        method: Method::InformationSet,
        tree: MctsParameters { exploration: 0.45, caution: 0.2, expand_at: 1, ..MctsParameters::GUIDED },
        guide: CardsGuide { greed: 100, care: 30, length: u32::MAX },
    };
}

/// What searches of the card game remember: their trees, for the room they have allocated.
#[derive(Default)]
pub struct CardsMemory {
    information_set: ismcts::Tree<Cards>,
    open: mcts::Tree<Cards>,
}

impl Knowledge for Cards {
    type Memory = CardsMemory;
    type Search = CardsSearch;

    /// Calibrated with `trois levels`, each level against the one below; see `docs/strength.md`.
    const LEVELS: [Strength; 10] = levels([
        (16, 0.62),
        (24, 0.42),
        (35, 0.29),
        (51, 0.196),
        (75, 0.133),
        (110, 0.09),
        (130, 0.0),
        (400, 0.0),
        (2200, 0.0),
    ]);

    fn can_see(view: &View<Cards>, seat: Seat) -> bool {
        super::is_viewer(view, seat) && view.position().hidden(seat) == 0
    }

    fn start(view: &View<Cards>, limits: &Limits, memory: CardsMemory) -> CardsSearch {
        start_cards(view, limits, &CardsSettings::BEST, memory)
    }
}

/// Starts a search of the card game by a chosen method.
pub fn start_cards(
    view: &View<Cards>,
    limits: &Limits,
    parameters: &CardsSettings,
    memory: CardsMemory,
) -> CardsSearch {
    let (guide, tree) = (parameters.guide, parameters.tree);
    let CardsMemory { information_set, open } = memory;
    let position = view.position();
    let is_open = [Seat::ONE, Seat::TWO].into_iter().all(|seat| position.hidden(seat) == 0);
    // Without a draw pile, all unseen cards are in the other hand.
    if is_open || position.pile_size() == 0 {
        let deal = view.imagine(&mut Rng::new(limits.seed));
        let search = TreeSearch::new(&deal, limits, &tree, guide, open);
        return CardsSearch::Open(Box::new(search), information_set);
    }
    match parameters.method {
        Method::InformationSet => {
            let search = InformationSetSearch::new(view, limits, &tree, guide, information_set);
            CardsSearch::InformationSet(Box::new(search), open)
        }
        Method::PerfectInformation { playouts } => {
            let tree = MctsParameters { playouts: playouts.into(), ..tree };
            let search = PerfectInformationSearch::new(view, limits, tree, guide, open);
            CardsSearch::PerfectInformation(Box::new(search), information_set)
        }
    }
}

/// A search of the card game, and what the other kinds of search remember.
pub enum CardsSearch {
    /// Nothing is hidden.
    Open(Box<TreeSearch<Cards, CardsGuide>>, ismcts::Tree<Cards>),
    /// One tree for what the player sees.
    InformationSet(Box<InformationSetSearch<Cards, CardsGuide>>, mcts::Tree<Cards>),
    /// A tree for each sampled deal.
    PerfectInformation(Box<PerfectInformationSearch>, ismcts::Tree<Cards>),
}

impl Search for CardsSearch {
    type Move = Move;
    type Memory = CardsMemory;

    fn step(&mut self, control: &mut SearchControl<'_, Move>) -> Status {
        match self {
            CardsSearch::Open(search, _) => search.step(control),
            CardsSearch::InformationSet(search, _) => search.step(control),
            CardsSearch::PerfectInformation(search, _) => search.step(control),
        }
    }

    fn analysis(&self) -> Analysis<Move> {
        match self {
            CardsSearch::Open(search, _) => search.analysis(),
            CardsSearch::InformationSet(search, _) => search.analysis(),
            CardsSearch::PerfectInformation(search, _) => search.analysis(),
        }
    }

    fn into_memory(self) -> CardsMemory {
        let (information_set, open) = match self {
            CardsSearch::Open(search, information_set) => (information_set, search.into_memory()),
            CardsSearch::InformationSet(search, open) => (search.into_memory(), open),
            CardsSearch::PerfectInformation(search, information_set) => {
                (information_set, search.into_memory())
            }
        };
        CardsMemory { information_set, open }
    }
}

/// Takes a token where one can be had, and gives none away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardsGuide {
    /// The percentage of playout moves that are chosen by their gain. The others are random.
    pub greed: u32,
    /// The percentage of the opponent's threats to complete a line that are blocked if possible.
    pub care: u32,
    /// How many moves a playout has at most; then the tokens decide the estimate.
    pub length: u32,
}

/// The tokens that a move gains at once for `mover` by a colour card.
#[inline]
fn gain(game: &Cards, mover: Seat, mv: Move) -> i32 {
    let (Some(card), Some(square)) = (mv.card(), mv.square()) else { return 0 };
    let Some(owner) = card.owner() else { return 0 };
    let lines = game.lines_made(card, square).count() as i32;
    if owner == mover { lines } else { -lines }
}

/// An estimate of each seat's share from its tokens and from the lines that it could complete.
fn estimate(game: &Cards) -> Shares {
    let room = frame::room(game.used());
    let ripe = |seat| (ripe(game, seat) & room).count_ones() as f32;
    let tokens = f32::from(game.tokens(Seat::ONE)) - f32::from(game.tokens(Seat::TWO));
    let mut lead = tokens + 0.35 * (ripe(Seat::ONE) - ripe(Seat::TWO));
    if let Some(mover) = game.to_move() {
        let sign = if mover == Seat::ONE { 1.0 } else { -1.0 };
        lead += sign * if ripe(mover) > 0.0 { 0.4 } else { 0.1 };
    }
    let share = 1.0 / (1.0 + exp(-0.8 * lead));
    [share, 1.0 - share, 0.0, 0.0]
}

impl Guide<Cards> for CardsGuide {
    fn narrow(&mut self, game: &Cards, moves: &mut Vec<Move>) -> LeftOut {
        let Some(mover) = game.to_move() else { return LeftOut::Nothing };
        // No square is in more than four lines that can be completed at once.
        if game.tokens(mover) + 4 < game.options().target() || ripe(game, mover) == 0 {
            return LeftOut::Nothing;
        }
        let wins = |&mv: &Move| {
            let mut next = *game;
            next.play_unchecked(mv);
            gain(game, mover, mv) > 0 && next.turn() == Turn::Over(Outcome::Win(mover))
        };
        if !moves.iter().any(wins) {
            return LeftOut::Nothing;
        }
        moves.retain(wins);
        LeftOut::NotWins
    }

    fn bias(&mut self, game: &Cards, mv: Move) -> f32 {
        let Some(mover) = game.to_move() else { return 0.0 };
        (gain(game, mover, mv) as f32 * 0.5 + 0.5).clamp(0.0, 1.0)
    }

    fn playout(&mut self, game: &mut Cards, rng: &mut Rng, buffer: &mut Vec<Move>) -> Shares {
        for _ in 0..self.length {
            match game.turn() {
                Turn::Over(outcome) => return shares_of(outcome, 2),
                Turn::Seat(mover) if rng.below(100) < self.greed => {
                    match quick(game, mover, self.care, rng, buffer) {
                        Some(mv) => game.play_unchecked(mv),
                        None => return shares_of(Outcome::Draw, 2),
                    }
                }
                Turn::Seat(_) | Turn::Chance => match game.random_move(rng, buffer) {
                    Some(mv) => game.play_unchecked(mv),
                    None => return shares_of(Outcome::Draw, 2),
                },
            }
        }
        game.turn().outcome().map_or_else(|| estimate(game), |outcome| shares_of(outcome, 2))
    }
}

/// The squares on which a card of a seat's colour would complete a line.
#[inline]
fn ripe(game: &Cards, owner: Seat) -> Squares {
    let set = game.tops(owner);
    // What runs over the edge of the frame is on no square that a card could be put on: the grid is three wide.
    let third = [1, 4, 5, 6].into_iter().fold(0, |third, step| {
        let (up, down) = (set << step, set >> step);
        third | (up & up << step) | (down & down >> step) | (up & down)
    });
    third & !set
}

/// How many random moves are tried for one that gives no token away.
const TRIES: u32 = 4;

/// A move that gains a token if there is one, else a random one, if possible one that gives none away.
fn quick(game: &Cards, mover: Seat, care: u32, rng: &mut Rng, buffer: &mut Vec<Move>) -> Option<Move> {
    let gains = ripe(game, mover);
    if gains != 0 {
        let free = game.free();
        for card in game.hand(mover).filter(|card| card.owner() == Some(mover)) {
            let squares = gains & (free | game.with_number(card.number().unwrap_or(0)));
            if let Some(square) = frame::squares(squares).next() {
                return Move::at(card, square);
            }
        }
    }
    let gifts = ripe(game, mover.other());
    if gifts != 0 && rng.below(100) < care {
        let free = game.free();
        for card in game.hand(mover).filter(|card| card.owner() == Some(mover)) {
            let squares = gifts & (free | game.with_number(card.number().unwrap_or(0)));
            if let Some(square) = frame::squares(squares).next() {
                return Move::at(card, square);
            }
        }
    }
    for _ in 0..TRIES {
        let mv = game.random_move(rng, buffer)?;
        let owner = mv.card().and_then(Card::owner);
        if owner != Some(mover.other()) || mv.squares() & gifts == 0 {
            return Some(mv);
        }
    }
    game.random_move(rng, buffer)
}
