//! The card game, whose hands are hidden: search over imagined deals.
//!
//! Two ways were built and measured against each other at equal time (see `docs/strength.md`):
//!
//! - [`Way::OneTree`]: single-observer information-set search, one tree for what the player sees;
//! - [`Way::ManyWorlds`]: perfect-information Monte Carlo, a small tree for each of many imagined deals, whose
//!   verdicts on each move are added up.
//!
//! Both count cards exactly: the view knows what is unseen, and an imagined world deals just that. Once nothing is
//! hidden (the draw pile is empty, so that whoever counts knows the other hand), an ordinary tree is searched, in which
//! what is decided is proven.

use rules::cards::{Card, Move};
use rules::frame::{self, Squares};
use rules::{Cards, Game, Outcome, Rng, Seat, Turn, View};

use super::{Knowledge, Strength, levels};
use crate::analysis::{Analysis, Line, Value};
use crate::limits::{Control, Limits};
use crate::search::mcts::{Guide, LeftOut, Settings, Shares, shares_of};
use crate::search::{ismcts, mcts};

/// How hidden cards are thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// One tree for what the player sees.
    OneTree,
    /// A tree of its own for each imagined deal, each of so many playouts.
    ManyWorlds {
        /// How many playouts each deal gets.
        playouts: u32,
    },
}

/// How the card game is thought about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardsSettings {
    /// How hidden cards are thought about.
    pub way: Way,
    /// How trees are searched.
    pub tree: Settings,
    /// What playouts are like.
    pub guide: CardsGuide,
}

impl CardsSettings {
    /// What measured strongest.
    pub const BEST: CardsSettings = CardsSettings {
        way: Way::OneTree,
        tree: Settings { exploration: 0.45, caution: 0.2, expand_at: 1, ..Settings::GUIDED },
        guide: CardsGuide { greed: 100, care: 30, length: u32::MAX },
    };
}

/// What is remembered: the room of the searches.
#[derive(Default)]
pub struct CardsMemory {
    one: ismcts::Search<Cards>,
    open: mcts::Search<Cards>,
}

impl Knowledge for Cards {
    type Memory = CardsMemory;

    const HIDES: bool = true;

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

    fn think(
        view: &View<Cards>,
        limits: &Limits,
        memory: &mut CardsMemory,
        control: &mut Control<'_, Move>,
    ) -> Analysis<Move> {
        think_cards(view, limits, &CardsSettings::BEST, memory, control)
    }
}

/// Thinks about the card game in a way of one's choosing.
pub fn think_cards(
    view: &View<Cards>,
    limits: &Limits,
    settings: &CardsSettings,
    memory: &mut CardsMemory,
    control: &mut Control<'_, Move>,
) -> Analysis<Move> {
    let mut guide = settings.guide;
    let position = view.position();
    let is_open = [Seat::ONE, Seat::TWO].into_iter().all(|seat| position.hidden(seat) == 0);
    // Without a draw pile all that is unseen is in the other hand.
    if is_open || position.pile_size() == 0 {
        let world = view.imagine(&mut Rng::new(limits.seed));
        return memory.open.think(&world, limits, &settings.tree, &mut guide, control);
    }
    match settings.way {
        Way::OneTree => memory.one.think(view, limits, &settings.tree, &mut guide, control),
        Way::ManyWorlds { playouts } => {
            let tree = Settings { playouts: playouts.into(), ..settings.tree };
            many_worlds(view, limits, &tree, &mut guide, &mut memory.open, control)
        }
    }
}

/// Perfect-information Monte Carlo.
fn many_worlds(
    view: &View<Cards>,
    limits: &Limits,
    tree: &Settings,
    guide: &mut CardsGuide,
    search: &mut mcts::Search<Cards>,
    control: &mut Control<'_, Move>,
) -> Analysis<Move> {
    let mut rng = Rng::new(limits.seed);
    let seat = view.position().to_move().unwrap_or(Seat::ONE);
    // For each move: in how many worlds it was valued, how often it was tried in all, and the sum of its shares.
    let mut moves: Vec<(Move, f32, u32, f32)> =
        view.position().moves().into_iter().map(|mv| (mv, 0.0, 0, 0.0)).collect();
    let analysis = |moves: &[(Move, f32, u32, f32)]| {
        let mut order = moves.to_vec();
        let mean =
            |&(_, worlds, _, sum): &(Move, f32, u32, f32)| if worlds > 0.0 { sum / worlds } else { 0.5 };
        order.sort_by(|a, b| b.2.cmp(&a.2).then(mean(b).total_cmp(&mean(a))));
        let lines = order.iter().take(limits.lines.max(1));
        let lines =
            lines.map(|entry| Line { value: Value::for_two(seat, mean(entry)), moves: vec![entry.0] });
        Analysis::new(lines.collect(), 1)
    };
    let mut more = control.look();
    while more {
        let world = view.imagine(&mut rng);
        for (mv, visits, means) in search.sample(&world, limits, tree, guide, &mut rng, control) {
            if let Some(entry) = moves.iter_mut().find(|entry| entry.0 == mv && visits > 0) {
                entry.1 += 1.0;
                entry.2 += visits;
                entry.3 += means[seat.index() & 1];
            }
        }
        more = control.look();
    }
    let mut analysis = analysis(&moves);
    control.tell(&mut analysis);
    analysis
}

/// What is known of the card game: take a token where one is to be had, give none away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardsGuide {
    /// Of a hundred moves of a playout, how many are chosen by what they gain. The others are random.
    pub greed: u32,
    /// Of a hundred threats of the other to complete a line, how many are stopped if they can be.
    pub care: u32,
    /// How many moves a playout has at most; then the tokens decide what is expected.
    pub length: u32,
}

/// What a move gains at once for `mover`, in tokens, as far as it is colour cards that gain.
#[inline]
fn gain(game: &Cards, mover: Seat, mv: Move) -> i32 {
    let (Some(card), Some(square)) = (mv.card(), mv.square()) else { return 0 };
    let Some(owner) = card.owner() else { return 0 };
    let lines = game.lines_made(card, square).count() as i32;
    if owner == mover { lines } else { -lines }
}

/// What each seat can expect from its tokens and from the lines that it could complete.
fn outlook(game: &Cards) -> Shares {
    let room = frame::room(game.used());
    let ripe = |seat| (ripe(game, seat) & room).count_ones() as f32;
    let tokens = f32::from(game.tokens(Seat::ONE)) - f32::from(game.tokens(Seat::TWO));
    let mut lead = tokens + 0.35 * (ripe(Seat::ONE) - ripe(Seat::TWO));
    if let Some(mover) = game.to_move() {
        let sign = if mover == Seat::ONE { 1.0 } else { -1.0 };
        lead += sign * if ripe(mover) > 0.0 { 0.4 } else { 0.1 };
    }
    let share = 1.0 / (1.0 + (-0.8 * lead).exp());
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
        game.turn().outcome().map_or_else(|| outlook(game), |outcome| shares_of(outcome, 2))
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

/// How often a move that gives a token away is thrown back.
const TRIES: u32 = 4;

/// A move that gains a token if there is one, else a random one that gives none away if one is soon found.
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
