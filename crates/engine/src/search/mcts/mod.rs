//! Monte-Carlo tree search for any game of any number of seats, with chance but without secrets.
//!
//! A node, as limits count them, is one playout: down the tree by UCT (each seat for its own share), on to the end
//! of the game by a [`Guide`], and back. On top of plain UCT, unless the settings say plain:
//!
//! - the guide leaves out moves that lose at once, chooses the moves of playouts and says which moves look good
//!   (progressive bias);
//! - what is decided is proven and backed up exactly, so that the search ends when nothing is left to find out;
//! - a move that was never tried is taken to be a little worse than its parent, not infinitely good.
//!
//! Nodes lie in one vector, which is kept from one thought to the next, so that a playout allocates nothing once
//! the search is warm. For games with secrets see [`ismcts`](super::ismcts).

mod lines;
mod tree;

pub(crate) use tree::Record;
pub use tree::{LeftOut, Shares, shares_of};

use rules::{Game, Outcome, Rng, Seat, Turn};
use tree::{Node, prove};

use crate::analysis::Analysis;
use crate::limits::{Control, Limits};

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// At most this many playouts, whatever the limits allow.
    pub playouts: u64,
    /// How much a move that was tried less often is preferred: the constant of UCT.
    pub exploration: f32,
    /// Plain UCT with random playouts, and nothing else. The guide is not asked.
    pub plain: bool,
    /// How often a position is visited before its moves come into the tree.
    pub expand_at: u32,
    /// How much the bias of the guide counts.
    pub bias: f32,
    /// How much worse than its parent an untried move is taken to be.
    pub caution: f32,
    /// How many nodes the tree has at most. Then it stops growing, and playouts go on from its leaves.
    pub room: usize,
}

impl Settings {
    /// Plain UCT with random playouts: the ground on which every other player must stand.
    pub const PLAIN: Settings = Settings {
        playouts: u64::MAX,
        exploration: 1.0,
        plain: true,
        expand_at: 1,
        bias: 0.0,
        caution: 0.0,
        room: 4_000_000,
    };

    /// All improvements.
    pub const GUIDED: Settings = Settings { exploration: 0.6, plain: false, caution: 0.1, ..Settings::PLAIN };

    /// Plays to the end, at random or as the guide does.
    pub(crate) fn playout<G: Game>(
        &self,
        game: &mut G,
        guide: &mut impl Guide<G>,
        rng: &mut Rng,
        buffer: &mut Vec<G::Move>,
    ) -> Shares {
        if self.plain {
            shares_of(game.playout(rng, buffer), game.seats())
        } else {
            guide.playout(game, rng, buffer)
        }
    }
}

/// What a game knows that helps the search.
pub trait Guide<G: Game> {
    /// Leaves out of `moves`, the legal moves of a seat, those that need not be looked at: all that do not win at
    /// once where one does, and those after which another seat can win at once where there are others. At least
    /// one move stays. The answer says what was left out.
    fn narrow(&mut self, _game: &G, _moves: &mut Vec<G::Move>) -> LeftOut {
        LeftOut::Nothing
    }

    /// How good a move looks, from 0 to 1.
    fn bias(&mut self, _game: &G, _mv: G::Move) -> f32 {
        0.0
    }

    /// Plays to the end, or far enough to say what each seat can expect. `game`, which is not over, may be left
    /// anywhere; `buffer` is room to work in.
    fn playout(&mut self, game: &mut G, rng: &mut Rng, buffer: &mut Vec<G::Move>) -> Shares {
        shares_of(game.playout(rng, buffer), game.seats())
    }
}

/// Knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {}

/// A search: the tree and the room it works in.
pub struct Search<G: Game> {
    nodes: Vec<Node<G::Move>>,
    path: Vec<Step>,
    moves: Vec<G::Move>,
    left_out: Vec<G::Move>,
    game: Option<G>,
}

impl<G: Game> Default for Search<G> {
    fn default() -> Search<G> {
        Search { nodes: Vec::new(), path: Vec::new(), moves: Vec::new(), left_out: Vec::new(), game: None }
    }
}

/// A step on the way down.
struct Step {
    at: u32,
    mover: Option<Seat>,
    /// The child that would have been chosen if it were not proven; 0 if none.
    instead: u32,
}

/// How many playouts pass between two looks at what is proven.
const LOOK: u64 = 32;

/// How many playouts are enough where there is nothing to choose.
const ENOUGH: u64 = 1024;

impl<G: Game> Search<G> {
    /// Thinks about a position that is whole and in which a seat is to move.
    pub fn think(
        &mut self,
        root: &G,
        limits: &Limits,
        settings: &Settings,
        guide: &mut impl Guide<G>,
        control: &mut Control<'_, G::Move>,
    ) -> Analysis<G::Move> {
        let mut rng = Rng::new(limits.seed);
        let mut done = 0;
        let mut next_tell = 1024;
        let mut more = self.begin(root, settings, guide, &mut rng) && control.look();
        while more && done < settings.playouts {
            self.iterate(root, limits, settings, guide, &mut rng);
            done += 1;
            more = control.visit();
            let is_idle = limits.lines <= 1 && self.nodes[0].count == 1 && done >= ENOUGH;
            more &= self.nodes[0].proof.is_none() && !is_idle;
            // A seat that loses in any case does not prove who wins; then there is nothing to find out either.
            more &=
                done % LOOK != 0 || self.nodes[self.nodes[0].children()].iter().any(|n| n.proof.is_none());
            if more && done >= next_tell {
                next_tell = done + done / 4;
                control.tell(&mut self.analysis(root, limits));
            }
        }
        let mut analysis = self.analysis(root, limits);
        control.tell(&mut analysis);
        analysis
    }

    /// What the root's children got in `settings.playouts` playouts from a whole position, each with its visits and
    /// means. For searches that look at many worlds.
    pub(crate) fn sample(
        &mut self,
        root: &G,
        limits: &Limits,
        settings: &Settings,
        guide: &mut impl Guide<G>,
        rng: &mut Rng,
        control: &mut Control<'_, G::Move>,
    ) -> impl Iterator<Item = (G::Move, u32, Shares)> {
        let mut more = self.begin(root, settings, guide, rng);
        let mut done = 0;
        // A world in which nothing is to be found out counts as one playout.
        let mut is_counted = control.visit();
        while more && is_counted && done < settings.playouts {
            self.iterate(root, limits, settings, guide, rng);
            done += 1;
            is_counted = control.visit();
            more = self.nodes[0].proof.is_none();
        }
        let seats = root.seats();
        self.nodes[self.nodes[0].children()].iter().map(move |node| {
            let means = node.proof.map_or(node.record.means, |outcome| shares_of(outcome, seats));
            (node.mv, node.record.visits, means)
        })
    }

    /// Plants a new tree whose root has its moves; whether there is anything to find out.
    fn begin(&mut self, root: &G, settings: &Settings, guide: &mut impl Guide<G>, rng: &mut Rng) -> bool {
        self.nodes.clear();
        self.left_out.clear();
        self.moves.clear();
        root.moves_into(&mut self.moves);
        let Some(&any) = self.moves.first() else { return false };
        self.nodes.push(Node::new(any, 0.0));
        self.left_out.append(&mut self.moves);
        self.expand(0, root, settings, guide, rng);
        let children = &self.nodes[self.nodes[0].children()];
        self.left_out.retain(|mv| children.iter().all(|child| child.mv != *mv));
        if !settings.plain {
            for at in self.nodes[0].children() {
                let mut next = root.clone();
                next.play_unchecked(self.nodes[at].mv);
                self.nodes[at].proof = next.turn().outcome();
            }
            self.settle(0, root.to_move());
        }
        self.nodes[0].proof.is_none()
    }

    /// One playout.
    fn iterate(
        &mut self,
        root: &G,
        limits: &Limits,
        settings: &Settings,
        guide: &mut impl Guide<G>,
        rng: &mut Rng,
    ) {
        let mut game = match self.game.take() {
            Some(mut game) => {
                game.clone_from(root);
                game
            }
            None => root.clone(),
        };
        let deepest = limits.depth.map_or(usize::MAX, |depth| depth.max(1) as usize);
        self.path.clear();
        let mut at = 0;
        let mut shares = loop {
            let turn = game.turn();
            self.path.push(Step { at: at as u32, mover: turn.seat(), instead: 0 });
            if let Some(outcome) = self.nodes[at].proof {
                break shares_of(outcome, game.seats());
            }
            if let Turn::Over(outcome) = turn {
                self.nodes[at].proof = Some(outcome);
                break shares_of(outcome, game.seats());
            }
            let node = &self.nodes[at];
            if !node.is_expanded() {
                if node.record.visits >= settings.expand_at
                    && self.path.len() <= deepest
                    && self.nodes.len() < settings.room
                {
                    self.expand(at, &game, settings, guide, rng);
                } else {
                    break settings.playout(&mut game, guide, rng, &mut self.moves);
                }
            }
            at = match turn {
                Turn::Seat(seat) => {
                    let (best, open) = self.select(at, seat, settings);
                    // Nothing is to be learnt of a child that is proven. What it is worth goes up from here, while
                    // the playout goes to the best of the others.
                    match (self.nodes[best].proof, open, self.path.last_mut()) {
                        (Some(_), Some(open), Some(step)) => {
                            step.instead = best as u32;
                            open
                        }
                        _ => best,
                    }
                }
                _ => self.draw(at, &game, rng),
            };
            game.play_unchecked(self.nodes[at].mv);
        };
        let seats = game.seats();
        let mut is_news = true;
        for place in (0..self.path.len()).rev() {
            let Step { at, mover, instead } = self.path[place];
            let (at, instead) = (at as usize, instead as usize);
            if let (1.., Some(outcome)) = (instead, self.nodes[instead].proof) {
                shares = shares_of(outcome, seats);
                self.nodes[instead].record.add(&shares);
            }
            // What is decided below may decide what is above.
            if !settings.plain && is_news && place + 1 < self.path.len() {
                self.settle(at, mover);
            }
            is_news = self.nodes[at].proof.is_some();
            if let Some(outcome) = self.nodes[at].proof {
                shares = shares_of(outcome, seats);
            }
            self.nodes[at].record.add(&shares);
        }
        self.game = Some(game);
    }

    /// Brings the moves of a position into the tree.
    fn expand(&mut self, at: usize, game: &G, settings: &Settings, guide: &mut impl Guide<G>, rng: &mut Rng) {
        self.moves.clear();
        game.moves_into(&mut self.moves);
        if !settings.plain && game.to_move().is_some() {
            self.nodes[at].left_out = guide.narrow(game, &mut self.moves);
        }
        rng.shuffle(&mut self.moves);
        self.nodes[at].first = self.nodes.len() as u32;
        self.nodes[at].count = self.moves.len() as u16;
        for &mv in &self.moves {
            let bias = if settings.bias > 0.0 { guide.bias(game, mv) } else { 0.0 };
            self.nodes.push(Node::new(mv, bias));
        }
    }

    /// Proves a node if its children allow it.
    fn settle(&mut self, at: usize, mover: Option<Seat>) {
        let node = &self.nodes[at];
        if node.is_expanded()
            && node.proof.is_none()
            && let Some((outcome, plies)) = prove(node, &self.nodes[node.children()], mover)
        {
            (self.nodes[at].proof, self.nodes[at].plies) = (Some(outcome), plies);
        }
    }

    /// The child that `seat` tries next, and the best of those that are not proven; in plain search there are none.
    fn select(&self, at: usize, seat: Seat, settings: &Settings) -> (usize, Option<usize>) {
        let node = &self.nodes[at];
        let log = (node.record.visits.max(1) as f32).ln();
        let untried = node.record.untried(seat, settings);
        let mut best = (f32::MIN, node.first as usize);
        let mut open = (f32::MIN, None);
        for (child, place) in self.nodes[node.children()].iter().zip(node.children()) {
            if settings.plain && child.record.visits == 0 {
                return (place, None);
            }
            let is_lost = matches!(child.proof, Some(Outcome::Win(winner)) if winner != seat);
            let mut merit = child.record.merit(seat, log, untried, settings);
            if is_lost && !settings.plain {
                merit -= 1.0e6;
            }
            if merit > best.0 {
                best = (merit, place);
            }
            if child.proof.is_none() && merit > open.0 {
                open = (merit, Some(place));
            }
        }
        (best.1, open.1.filter(|_| !settings.plain))
    }

    /// A child that chance picks.
    fn draw(&self, at: usize, game: &G, rng: &mut Rng) -> usize {
        let children = self.nodes[at].children();
        let total: u32 = self.nodes[children.clone()].iter().map(|child| game.weight(child.mv)).sum();
        let mut ticket = rng.below(total.max(1));
        for place in children.clone() {
            let weight = game.weight(self.nodes[place].mv);
            if ticket < weight {
                return place;
            }
            ticket -= weight;
        }
        children.start
    }
}
