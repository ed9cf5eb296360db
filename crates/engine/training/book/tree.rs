//! The positions that were searched, and the ones that are most likely to be reached next.

use std::collections::{BTreeMap, HashMap};

use engine::book::{Book, BookPosition, Symmetric};

/// For a player who does not follow the book, a move whose share is lower than the best by this much is less likely by
/// the factor 1 ÷ *e*.
const TEMPERATURE: f64 = 0.02;
/// The probability that the first move is the book's best one; otherwise it is any move.
const BEST_FIRST: f64 = 0.5;
/// A position that is this much less likely than the likeliest one is not searched in the same batch, unless threads
/// would be idle: a batch has at least `MIN_BATCH` positions.
const MIN_RELATIVE_PROBABILITY: f64 = 0.1;
const MIN_BATCH: usize = 32;

/// A move, its value by a short search for the player who makes it, and the position after it.
pub(crate) struct Reply<G: Symmetric> {
    pub(crate) mv: G::Move,
    pub(crate) share: f32,
    pub(crate) key: G::Key,
}

/// A searched position.
pub(crate) struct Node<G: Symmetric> {
    pub(crate) moves: Vec<G::Move>,
    /// Who moves: 0 or 1.
    pub(crate) seat: usize,
    pub(crate) best: G::Move,
    pub(crate) share: f32,
    pub(crate) depth: u32,
    pub(crate) replies: Vec<Reply<G>>,
}

/// A value and a best move, from the search of a position or from those of the positions after it.
#[derive(Clone, Copy)]
struct Verdict<M> {
    best: M,
    share: f32,
}

pub(crate) struct BookTree<G: Symmetric> {
    /// Sorted by the number of moves played.
    nodes: Vec<Node<G>>,
    index: HashMap<G::Key, usize>,
    verdicts: Vec<Verdict<G::Move>>,
    /// For each player, the probability of each position if that player follows the book.
    reach: [Vec<f64>; 2],
    /// The probabilities of positions that were not searched, and the moves that lead there.
    candidates: BTreeMap<G::Key, (f64, Vec<G::Move>)>,
}

impl<G: Symmetric> Default for BookTree<G> {
    fn default() -> BookTree<G> {
        let start = rules::Game::new(G::Options::default());
        let candidates = BTreeMap::from([(G::canonical(&start).0, (1.0, Vec::new()))]);
        let (nodes, index, verdicts, reach) = Default::default();
        BookTree { nodes, index, verdicts, reach, candidates }
    }
}

impl<G: Symmetric> BookTree<G> {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The moves that lead to the positions that are most likely to be reached next, at most `count`.
    pub(crate) fn most_likely(&self, count: usize) -> Vec<Vec<G::Move>> {
        let mut candidates: Vec<&(f64, Vec<G::Move>)> = self.candidates.values().collect();
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let least = candidates.first().map_or(0.0, |likeliest| likeliest.0 * MIN_RELATIVE_PROBABILITY);
        let is_next = |(n, (likely, _)): (usize, &&(f64, Vec<G::Move>))| n < MIN_BATCH || *likely >= least;
        let next = candidates.iter().enumerate().take_while(|&(n, candidate)| is_next((n, candidate)));
        next.take(count).map(|(_, (_, moves))| moves.clone()).collect()
    }

    /// Adds searched positions.
    pub(crate) fn add(&mut self, nodes: Vec<Node<G>>) {
        self.nodes.extend(nodes);
        self.nodes.sort_by(|a, b| a.moves.len().cmp(&b.moves.len()).then_with(|| a.moves.cmp(&b.moves)));
        let key = |node: &Node<G>| engine::book::position_after::<G>(&node.moves).unwrap().canonical().0;
        self.index = self.nodes.iter().enumerate().map(|(n, node)| (key(node), n)).collect();
        self.judge();
        let mut candidates = BTreeMap::new();
        self.reach = [0, 1].map(|seat| self.spread(seat, &mut candidates));
        self.candidates = candidates;
    }

    /// Computes the verdicts, the latest positions first.
    fn judge(&mut self) {
        let mut verdicts: Vec<Verdict<G::Move>> =
            self.nodes.iter().map(|node| Verdict { best: node.best, share: node.share }).collect();
        for (n, node) in self.nodes.iter().enumerate().rev() {
            let known = |reply: &Reply<G>| {
                let after = *self.index.get(&reply.key)?;
                Some(Verdict { best: reply.mv, share: 1.0 - verdicts[after].share })
            };
            let own = node.replies.iter().find(|reply| reply.mv == node.best).and_then(known);
            let Some(own) = own else { continue };
            let better = |best: Verdict<G::Move>, other: Verdict<G::Move>| {
                if other.share > best.share { other } else { best }
            };
            verdicts[n] = node.replies.iter().filter_map(known).fold(own, better);
        }
        self.verdicts = verdicts;
    }

    /// The probability of each position if the player `seat` follows the book and the other does not. Adds likely
    /// positions that were not searched to the candidates.
    fn spread(&self, seat: usize, candidates: &mut BTreeMap<G::Key, (f64, Vec<G::Move>)>) -> Vec<f64> {
        let mut reach = vec![0.0; self.nodes.len()];
        if let Some(start) = reach.first_mut() {
            *start = 1.0;
        }
        for (n, node) in self.nodes.iter().enumerate() {
            if reach[n] == 0.0 {
                continue;
            }
            for (reply, likely) in node.replies.iter().zip(self.likely(n, seat)) {
                let likely = likely * reach[n];
                match self.index.get(&reply.key) {
                    Some(&after) => reach[after] += likely,
                    None if likely > 0.0 => {
                        let moves = || node.moves.iter().copied().chain([reply.mv]).collect();
                        let entry = candidates.entry(reply.key.clone());
                        entry.or_insert_with(|| (0.0, moves())).0 += likely;
                    }
                    None => {}
                }
            }
        }
        reach
    }

    /// The probability of each reply in a position if the player `seat` follows the book.
    fn likely(&self, n: usize, seat: usize) -> Vec<f64> {
        let (node, verdict) = (&self.nodes[n], self.verdicts[n]);
        let is_best = |reply: &Reply<G>| f64::from(u8::from(reply.mv == verdict.best));
        if node.moves.is_empty() {
            let any = (1.0 - BEST_FIRST) / node.replies.len() as f64;
            return node.replies.iter().map(|reply| is_best(reply) * BEST_FIRST + any).collect();
        }
        if node.seat == seat {
            return node.replies.iter().map(is_best).collect();
        }
        let shortly_best = node.replies.iter().map(|reply| reply.share).fold(0.0, f32::max);
        let weight = |reply: &Reply<G>| {
            let worse = match self.index.get(&reply.key) {
                _ if reply.mv == verdict.best => 0.0,
                Some(&after) => verdict.share - (1.0 - self.verdicts[after].share),
                None => shortly_best - reply.share,
            };
            (-f64::from(worse.max(0.0)) / TEMPERATURE).exp()
        };
        let weights: Vec<f64> = node.replies.iter().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }

    /// How many moves of a game the player `seat` finds in the book on average.
    pub(crate) fn expected_moves(&self, seat: usize) -> f64 {
        self.nodes
            .iter()
            .zip(&self.reach[seat])
            .filter(|(node, _)| node.seat == seat)
            .map(|(_, reach)| reach)
            .sum()
    }

    /// The number of positions by the number of moves played.
    pub(crate) fn by_length(&self) -> BTreeMap<usize, usize> {
        let mut counts = BTreeMap::new();
        for node in &self.nodes {
            *counts.entry(node.moves.len()).or_default() += 1;
        }
        counts
    }

    /// The book of all positions.
    pub(crate) fn book(&self) -> Book<G> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by(|&a, &b| self.nodes[a].moves.cmp(&self.nodes[b].moves));
        let mut book = Book::default();
        for n in order {
            let (Node { moves, depth, .. }, verdict) = (&self.nodes[n], self.verdicts[n]);
            let value = (verdict.share * 1000.0).round() as u16;
            let position =
                BookPosition { moves: moves.clone(), best: verdict.best, value, depth: (*depth).max(1) };
            book.add(position).unwrap();
        }
        book
    }
}
