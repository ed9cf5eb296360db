//! The nodes of a Monte-Carlo tree: statistics and proofs.

use rules::{Outcome, Seat};

use super::MctsParameters;

/// The share of each seat: 1 for a win, 1 divided by the number of seats for a draw.
pub type Shares = [f32; 4];

/// The shares of an outcome at a table of `seats`.
#[inline]
pub fn shares_of(outcome: Outcome, seats: u8) -> Shares {
    let mut shares = [0.0; 4];
    match outcome {
        Outcome::Win(seat) => shares[seat.index() & 3] = 1.0,
        Outcome::Draw => shares[..usize::from(seats).min(4)].fill(1.0 / f32::from(seats)),
    }
    shares
}

/// Which moves a guide pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruned {
    /// None.
    Nothing,
    /// Moves that do not win at once, since others do.
    NotWins,
    /// Moves after which another seat has won or can win at once, since there are moves after which none can. The seat,
    /// if it is the same one after each of them.
    Losses(Option<Seat>),
}

/// The visits of a move, and the mean share of each seat.
#[derive(Clone, Debug)]
pub(crate) struct Statistics {
    pub(crate) visits: u32,
    /// The guide's rating of the move, from 0 to 1.
    bias: f32,
    /// The mean share of each seat.
    pub(crate) means: Shares,
}

impl Statistics {
    /// The statistics of a move that was never tried.
    pub(crate) fn new(bias: f32) -> Statistics {
        Statistics { visits: 0, bias, means: [0.0; 4] }
    }

    /// Adds a result.
    #[inline]
    pub(crate) fn add(&mut self, shares: &Shares) {
        self.visits += 1;
        let weight = 1.0 / self.visits as f32;
        for (mean, share) in self.means.iter_mut().zip(shares) {
            *mean += (share - *mean) * weight;
        }
    }

    /// The UCT value of the move for `seat`. `log` is the logarithm of how often it was available; an untried move is
    /// expected to be worth `untried`.
    #[inline]
    pub(crate) fn uct_value(&self, seat: Seat, log: f32, untried: f32, parameters: &MctsParameters) -> f32 {
        let value = match self.visits {
            0 => untried + parameters.exploration * (log + 1.0).sqrt(),
            visits => self.means[seat.index() & 3] + parameters.exploration * (log / visits as f32).sqrt(),
        };
        value + parameters.bias * self.bias / (self.visits + 1) as f32
    }

    /// The expected share of a seat after an untried move.
    #[inline]
    pub(crate) fn untried(&self, seat: Seat, parameters: &MctsParameters) -> f32 {
        self.means[seat.index() & 3] - parameters.caution
    }

    /// The means, or `unknown` if there are none.
    pub(crate) fn means_or(&self, unknown: Shares) -> Shares {
        if self.visits > 0 { self.means } else { unknown }
    }
}

/// A node: a move, and what is known of the position after it.
///
/// The children of a node are adjacent, in random order, so that untried moves are tried in random order.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    pub(super) mv: M,
    /// The index of the first child; 0, which is the root, if there are none.
    pub(super) first: u32,
    pub(super) count: u16,
    /// How many moves from here the proven outcome is away.
    pub(super) plies: u16,
    pub(super) statistics: Statistics,
    /// The outcome, if it is proven.
    pub(super) proof: Option<Outcome>,
    /// What was pruned from the children.
    pub(super) pruned: Pruned,
}

impl<M> Node<M> {
    /// A node that was never visited.
    pub(super) fn new(mv: M, bias: f32) -> Node<M> {
        Node {
            mv,
            first: 0,
            count: 0,
            plies: 0,
            statistics: Statistics::new(bias),
            proof: None,
            pruned: Pruned::Nothing,
        }
    }

    /// The indices of the children.
    #[inline]
    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }

    /// Whether the children are in the tree.
    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.first != 0
    }
}

/// What the children prove about a node at which `mover` moves, or chance if `None`: the outcome, and the number of
/// moves to it.
///
/// A seat that can win wins, and one that can draw and not win draws. A seat that loses in any case does not care who
/// wins: with more than two seats the outcome is proven only if every move leads to the same one.
pub(super) fn prove<M>(node: &Node<M>, children: &[Node<M>], mover: Option<Seat>) -> Option<(Outcome, u16)> {
    let Some(mover) = mover else {
        let outcome = children.first()?.proof?;
        let same = children.iter().all(|child| child.proof == Some(outcome));
        let plies = children.iter().map(|child| child.plies).max().unwrap_or(0);
        return same.then_some((outcome, plies.saturating_add(1)));
    };
    let win = Outcome::Win(mover);
    let wins = children.iter().filter(|child| child.proof == Some(win));
    if let Some(plies) = wins.map(|child| child.plies).min() {
        return Some((win, plies.saturating_add(1)));
    }
    let (mut best, mut is_settled) = match node.pruned {
        Pruned::Losses(Some(winner)) => (Some(Outcome::Win(winner)), true),
        Pruned::Losses(None) => (Some(Outcome::Win(mover.other())), false),
        Pruned::Nothing | Pruned::NotWins => (None, true),
    };
    let mut plies = 0;
    for child in children {
        let outcome = child.proof?;
        match best {
            Some(known) if known == outcome && is_settled => plies = plies.max(child.plies),
            Some(Outcome::Draw) => {}
            // A draw is better than any loss, and two losses are equally bad.
            Some(_) if outcome != Outcome::Draw => is_settled = false,
            _ => {
                (best, plies) = (Some(outcome), child.plies);
                is_settled = true;
            }
        }
    }
    best.filter(|&outcome| is_settled || outcome == Outcome::Draw)
        .map(|outcome| (outcome, plies.saturating_add(1)))
}
