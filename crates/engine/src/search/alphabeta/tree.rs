//! The tree: principal-variation search, and quiescence where it ends.

use super::order::{Order, pick};
use super::{Choice, Ending, Evaluation, MAX_PLY, Position, SURE, WIN};
use crate::limits::Control;
use crate::search::table::{Bound, NO_MOVE, Table};

/// How much worse than `alpha` a position may look, for each move left to search, for quiet moves still to be tried,
/// and up to how many moves.
const HOPELESS: (i32, i32) = (150, 5);

/// Up to how many moves from the end of the search quiet moves are left out when this many, and the square of the
/// moves left more, have been tried.
const ENDLESS: (usize, i32) = (6, 4);

/// A search under way.
pub(super) struct Search<'a, 'c, E: Evaluation, M> {
    pub(super) evaluation: &'a E,
    pub(super) table: &'a mut Table,
    pub(super) control: &'a mut Control<'c, M>,
    pub(super) order: Order,
    /// The moves of all positions on the way from the root, one after the other.
    pub(super) choices: Vec<Choice>,
    /// For each ply on the way from the root, the key of the position.
    pub(super) path: Vec<u64>,
    /// For each ply, the best line from there.
    pub(super) lines: Vec<Vec<u16>>,
    /// Whether the last score that was handed back, read as the bound that it is, hangs on an estimate. A score that
    /// does not is a fact about the game.
    pub(super) is_guess: bool,
    reductions: [[u8; 64]; 64],
}

/// A position and what the evaluation keeps for it.
#[derive(Clone, Copy)]
pub(super) struct Node<E: Evaluation> {
    pub(super) position: E::Position,
    pub(super) state: E::State,
}

impl<'a, 'c, E: Evaluation, M> Search<'a, 'c, E, M> {
    pub(super) fn new(evaluation: &'a E, table: &'a mut Table, control: &'a mut Control<'c, M>) -> Self {
        let mut reductions = [[0; 64]; 64];
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (n, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (0.7 + (depth as f32).ln() * (n as f32).ln() / 1.6) as u8;
            }
        }
        Search {
            evaluation,
            table,
            control,
            order: Order::new::<E::Position>(),
            choices: Vec::with_capacity(1024),
            path: vec![0; MAX_PLY + 1],
            lines: vec![Vec::new(); MAX_PLY + 2],
            is_guess: false,
            reductions,
        }
    }

    #[inline]
    pub(super) fn after(&self, node: &Node<E>, mv: u16) -> Node<E> {
        let mut position = node.position;
        position.play(mv);
        let state = self.evaluation.update(&node.state, &node.position, mv, &position);
        Node { position, state }
    }

    /// Whether the position stood before on the way from the root, or too often in the game before it.
    #[inline]
    pub(super) fn comes_again(&self, position: &E::Position, ply: usize) -> bool {
        let back = position.back();
        back > 0
            && (self.path[ply.saturating_sub(back)..ply].contains(&position.key())
                || self.evaluation.came_too_often(position))
    }

    /// The value for the player to move, `depth` moves deep, if it lies between `alpha` and `beta`; else a bound.
    pub(super) fn search<const PV: bool>(
        &mut self,
        node: &Node<E>,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        before: u16,
    ) -> i32 {
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce::<PV>(node, alpha, beta, ply);
        }
        if PV {
            self.lines[ply].clear();
        }
        self.is_guess = false;
        if !self.control.visit() {
            self.is_guess = true;
            return 0;
        }
        let position = &node.position;
        if let Some(ending) = position.ending() {
            return score_of(ending, ply);
        }
        if self.comes_again(position, ply) {
            self.is_guess = true;
            return 0;
        }
        // No way is shorter than one already found, nor a loss longer than being lost now.
        alpha = alpha.max(-WIN + ply as i32);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }

        let key = position.key();
        self.path[ply] = key;
        let is_kept = depth >= E::KEPT;
        let known = if is_kept { self.table.get(key) } else { None };
        let mut remembered = NO_MOVE;
        let mut estimate = None;
        if let Some(entry) = known {
            remembered = entry.mv;
            estimate = Some(i32::from(entry.eval));
            if !PV && (i32::from(entry.depth) >= depth || entry.is_sound()) {
                let score = from_table(entry.score, ply);
                let is_enough = match entry.bound() {
                    Bound::Exact => true,
                    Bound::Lower => score >= beta,
                    Bound::Upper => score <= alpha,
                };
                if is_enough {
                    self.is_guess = !entry.is_sound();
                    return score;
                }
            }
        }
        let estimate = estimate.unwrap_or_else(|| self.evaluation.value(&node.state, position));

        if !PV && depth <= 5 && estimate - E::ENOUGH * depth >= beta && beta > -SURE {
            self.is_guess = true;
            return estimate;
        }
        if remembered == NO_MOVE && depth >= 4 {
            depth -= 1;
        }

        let first = self.choices.len();
        position.moves(false, &mut self.choices);
        let count = self.choices.len() - first;
        let mover = position.mover();
        self.order.rank(&mut self.choices[first..], mover, before, ply, remembered);

        let mut best = -WIN;
        let mut best_move = NO_MOVE;
        let mut bound = Bound::Upper;
        let mut is_guess = false;
        for n in 0..count {
            let choice = pick(&mut self.choices[first..], n);
            if !PV && !choice.is_loud && best > -SURE {
                let is_hopeless = depth <= HOPELESS.1 && estimate + HOPELESS.0 * depth <= alpha;
                let is_endless = depth <= ENDLESS.1 && n >= ENDLESS.0 + (depth * depth) as usize;
                if is_hopeless || is_endless {
                    is_guess = true;
                    continue;
                }
            }
            let next = self.after(node, choice.mv);
            let new_depth = if count == 1 { depth } else { depth - 1 };
            if PV {
                // A search that keeps no line leaves none of an earlier move either.
                self.lines[ply + 1].clear();
            }
            let mut score;
            if n == 0 {
                score = -self.search::<PV>(&next, -beta, -alpha, new_depth, ply + 1, choice.mv);
            } else {
                let mut reduction = 0;
                if depth >= 2 && n >= 2 && !choice.is_loud {
                    reduction = i32::from(self.reductions[depth.min(63) as usize][n.min(63)]);
                    reduction -= self.order.history(mover, before, choice.mv) / 800;
                    reduction -= i32::from(PV);
                    reduction = reduction.clamp(0, new_depth);
                }
                score = -self.search::<false>(
                    &next,
                    -alpha - 1,
                    -alpha,
                    new_depth - reduction,
                    ply + 1,
                    choice.mv,
                );
                if score > alpha && reduction > 0 {
                    score = -self.search::<false>(&next, -alpha - 1, -alpha, new_depth, ply + 1, choice.mv);
                }
                if PV && score > alpha && score < beta {
                    score = -self.search::<true>(&next, -beta, -alpha, new_depth, ply + 1, choice.mv);
                }
            }
            if self.control.is_stopped() {
                self.choices.truncate(first);
                self.is_guess = true;
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = choice.mv;
                    if PV {
                        self.keep_line(ply, choice.mv);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        // That this move is good enough hangs on nothing but what follows it.
                        is_guess = self.is_guess;
                        self.order.learn(&self.choices[first..=first + n], mover, before, ply, depth);
                        break;
                    }
                    alpha = score;
                    bound = Bound::Exact;
                }
            }
            is_guess |= self.is_guess;
        }
        self.choices.truncate(first);
        // A win is a win however it was found, and so is a loss.
        let is_sound =
            !is_guess || best >= SURE && bound != Bound::Upper || best <= -SURE && bound != Bound::Lower;
        self.is_guess = !is_sound;
        if is_kept {
            self.table.put(
                key,
                best_move,
                to_table(best, ply),
                estimate as i16,
                depth.min(255) as u8,
                bound,
                is_sound,
            );
        }
        best
    }

    /// The value where the search ends: what the position looks like, or better if loud moves make it so.
    fn quiesce<const PV: bool>(&mut self, node: &Node<E>, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        if PV {
            self.lines[ply].clear();
        }
        self.is_guess = false;
        if !self.control.visit() {
            self.is_guess = true;
            return 0;
        }
        if let Some(ending) = node.position.ending() {
            return score_of(ending, ply);
        }
        if self.comes_again(&node.position, ply) {
            self.is_guess = true;
            return 0;
        }
        let mut best = self.evaluation.value(&node.state, &node.position);
        if best >= beta || ply >= MAX_PLY {
            self.is_guess = true;
            return best;
        }
        alpha = alpha.max(best);
        self.path[ply] = node.position.key();
        let first = self.choices.len();
        node.position.moves(true, &mut self.choices);
        let count = self.choices.len() - first;
        for n in 0..count {
            let choice = pick(&mut self.choices[first..], n);
            let next = self.after(node, choice.mv);
            let score = -self.quiesce::<PV>(&next, -beta, -alpha, ply + 1);
            if self.control.is_stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    if PV {
                        self.keep_line(ply, choice.mv);
                    }
                    if score >= beta {
                        self.choices.truncate(first);
                        return best;
                    }
                    alpha = score;
                }
            }
        }
        self.choices.truncate(first);
        self.is_guess = true;
        best
    }

    /// The best line from `ply` is `mv` and then the best line from the next.
    pub(super) fn keep_line(&mut self, ply: usize, mv: u16) {
        let (here, next) = self.lines.split_at_mut(ply + 1);
        let here = &mut here[ply];
        here.clear();
        here.push(mv);
        here.extend_from_slice(&next[0]);
    }
}

/// What an end is worth, `ply` moves from the root.
pub(super) fn score_of(ending: Ending, ply: usize) -> i32 {
    match ending {
        Ending::Won => WIN - ply as i32,
        Ending::Drawn => 0,
        Ending::Lost => -WIN + ply as i32,
    }
}

/// Wins count from the root in the search, and from the position in the table.
#[inline]
fn to_table(score: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    (if score >= SURE {
        score + ply
    } else if score <= -SURE {
        score - ply
    } else {
        score
    }) as i16
}

#[inline]
fn from_table(score: i16, ply: usize) -> i32 {
    let (score, ply) = (i32::from(score), ply as i32);
    if score >= SURE {
        score - ply
    } else if score <= -SURE {
        score + ply
    } else {
        score
    }
}
