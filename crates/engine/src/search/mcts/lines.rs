//! The analysis of a tree: the moves of its root, best first, each with its value and a line.

use rules::{Game, Outcome, Seat, Turn};

use super::node::{LeftOut, Node, shares_of};
use super::tree::Tree;
use crate::analysis::{Analysis, Line, Value};
use crate::limits::Limits;

impl<G: Game> Tree<G> {
    /// What is known by now.
    pub(super) fn analysis(&self, root: &G, limits: &Limits) -> Analysis<G::Move> {
        let (seats, node) = (root.seats(), &self.nodes[0]);
        let seat = root.to_move().unwrap_or(Seat::ONE);
        let mut children: Vec<&Node<G::Move>> = self.nodes[node.children()].iter().collect();
        children.sort_by(|a, b| rank(b, seat).total_cmp(&rank(a, seat)));
        let unknown = node.statistics.means_or(shares_of(Outcome::Draw, seats));
        let mut lines: Vec<_> = children
            .iter()
            .take(limits.lines.max(1))
            .map(|child| Line {
                value: match child.proof {
                    Some(outcome) => Value::Proven { outcome, plies: u32::from(child.plies) + 1 },
                    None => Value::Expected(child.statistics.means_or(unknown)),
                },
                moves: self.line(child),
            })
            .collect();
        let rest = limits.lines.saturating_sub(lines.len());
        for &mv in self.left_out.iter().take(rest) {
            let mut next = root.clone();
            next.play_unchecked(mv);
            let value = match (next.turn(), node.left_out) {
                (Turn::Over(outcome), _) => Value::Proven { outcome, plies: 1 },
                (Turn::Seat(seat), LeftOut::Losses(_)) => {
                    Value::Proven { outcome: Outcome::Win(seat), plies: 2 }
                }
                _ => Value::Expected(unknown),
            };
            lines.push(Line { value, moves: vec![mv] });
        }
        let depth = lines[0].moves.len() as u32;
        Analysis::new(lines, depth)
    }

    /// The moves that were tried most, from a child of the root on.
    fn line(&self, child: &Node<G::Move>) -> Vec<G::Move> {
        let mut moves = vec![child.mv];
        let mut node = child;
        // Where the outcome is proven, a child that proves it comes before one that was tried more.
        let proves = |node: &Node<G::Move>, next: &Node<G::Move>| {
            node.proof.is_some() && next.proof == node.proof && next.plies + 1 == node.plies
        };
        let order = |node, next: &&Node<G::Move>| (proves(node, next), next.statistics.visits);
        while let Some(next) = self.nodes[node.children()].iter().max_by_key(|next| order(node, next)) {
            if next.statistics.visits == 0 || moves.len() >= 32 {
                break;
            }
            moves.push(next.mv);
            node = next;
        }
        moves
    }
}

/// How good a child of the root is for `seat`: wins that are proven first, soon rather than late; then by visits;
/// losses that are proven last, late rather than soon.
fn rank<M>(node: &Node<M>, seat: Seat) -> f32 {
    match node.proof {
        Some(Outcome::Win(winner)) if winner == seat => 3.0e9 - f32::from(node.plies) * 1.0e5,
        Some(Outcome::Win(_)) => -3.0e9 + f32::from(node.plies) * 1.0e5,
        _ => node.statistics.visits as f32 + node.statistics.means[seat.index() & 3],
    }
}
