//! The analysis of a tree: the moves of its root, best first, each with its value and a line.

use rules::{Game, Outcome, Seat, Turn};

use super::node::{Node, Pruned, shares_of};
use super::tree::MctsTree;
use crate::analysis::{Analysis, Line, Value};
use crate::limits::Limits;

impl<G: Game> MctsTree<G> {
    /// The analysis so far.
    pub(super) fn analysis(&self, root: &G, limits: &Limits) -> Analysis<G::Move> {
        let (seats, node) = (root.seats(), &self.nodes[0]);
        let seat = root.to_move().unwrap_or(Seat::ONE);
        let mut children: Vec<&Node<G::Move>> = self.nodes[node.children()].iter().collect();
        // The value of a proven draw, if there is one.
        let draw = children
            .iter()
            .any(|child| child.proof == Some(Outcome::Draw))
            .then(|| shares_of(Outcome::Draw, seats)[seat.index() & 3]);
        children.sort_by(|a, b| rank(b, seat, draw).total_cmp(&rank(a, seat, draw)));
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
        for &mv in self.pruned.iter().take(rest) {
            let mut next = root.clone();
            next.play_unchecked(mv);
            let value = match (next.turn(), node.pruned) {
                (Turn::Over(outcome), _) => Value::Proven { outcome, plies: 1 },
                (Turn::Seat(seat), Pruned::Losses(_)) => {
                    Value::Proven { outcome: Outcome::Win(seat), plies: 2 }
                }
                _ => Value::Expected(unknown),
            };
            lines.push(Line { value, moves: vec![mv] });
        }
        let depth = lines[0].moves.len() as u32;
        Analysis::new(lines, depth)
    }

    /// The most visited moves, starting with a child of the root.
    fn line(&self, child: &Node<G::Move>) -> Vec<G::Move> {
        let mut moves = vec![child.mv];
        let mut node = child;
        // If the outcome is proven, a child that proves it comes before one with more visits.
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

/// The rank of a child of the root for `seat`: first proven wins, short ones before long ones; then by visits; last
/// proven losses, long ones before short ones. A move with a lower value than a proven `draw` comes after it, however
/// many visits it has.
fn rank<M>(node: &Node<M>, seat: Seat, draw: Option<f32>) -> f64 {
    let mean = node.statistics.means[seat.index() & 3];
    let tried = f64::from(node.statistics.visits) + f64::from(mean);
    match node.proof {
        Some(Outcome::Win(winner)) if winner == seat => 3.0e10 - f64::from(node.plies),
        Some(Outcome::Win(_)) => -3.0e10 + f64::from(node.plies),
        None if draw.is_some_and(|draw| mean < draw) => tried - 1.0e10,
        _ => tried,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(visits: u32, mean: f32, proof: Option<Outcome>) -> Node<u8> {
        let mut node = Node::new(0, 0.0);
        (node.statistics.visits, node.statistics.means[0], node.proof) = (visits, mean, proof);
        node
    }

    #[test]
    fn a_proven_draw_comes_before_moves_that_promise_less_and_after_those_that_promise_more() {
        let win = |seat| Some(Outcome::Win(seat));
        let best_first = [
            node(1, 0.1, win(Seat::ONE)),
            node(900, 0.4, None),
            node(300, 0.3, Some(Outcome::Draw)),
            node(2000, 0.3, None),
            node(10, 0.32, None),
            node(5000, 0.1, win(Seat::TWO)),
        ];
        let ranks = best_first.each_ref().map(|node| rank(node, Seat::ONE, Some(1.0 / 3.0)));
        assert!(ranks.is_sorted_by(|a, b| a > b), "{ranks:?}");
        // Without a proven draw, visits decide.
        assert!(rank(&best_first[3], Seat::ONE, None) > rank(&best_first[1], Seat::ONE, None));
    }
}
