//! The root: a legal move at once, then deeper and deeper until a limit is met or all is known.

use rules::{Outcome, Seat};

use super::tree::{Node, Search, score_of};
use super::{Evaluation, MAX_PLY, Memory, Position, SURE, WIN, share};
use crate::analysis::{Analysis, Line, Value};
use crate::limits::{Control, Limits};

/// What to think about, and how to name what is found.
pub struct Thought<'t, E: Evaluation, M> {
    /// How good positions look.
    pub evaluation: &'t E,
    /// Where it begins. The game must not be over.
    pub position: E::Position,
    /// What a move is called in the rules.
    pub name: fn(u16) -> M,
}

/// A move at the root and what is known of it.
#[derive(Clone)]
struct RootMove {
    mv: u16,
    score: i32,
    /// Whether the score is an exact draw by the rules.
    is_draw: bool,
    line: Vec<u16>,
}

/// Thinks. With `limits.lines`, that many of the best moves are worked out.
pub fn think<E: Evaluation, M: Copy>(
    thought: &Thought<'_, E, M>,
    limits: &Limits,
    memory: &mut Memory,
    control: &mut Control<'_, M>,
) -> Analysis<M> {
    memory.table.begin();
    let position = thought.position;
    let node = Node { position, state: thought.evaluation.begin(&position) };
    let mut search = Search::new(thought.evaluation, &mut memory.table, control);
    search.path[0] = position.key();
    let mut moves = first_look(&mut search, &node);
    let wanted = limits.lines.clamp(1, moves.len());
    let seat = Seat::from_index(position.mover() as u8);
    let mut is_best_sound = moves.iter().all(|mv| mv.is_draw);
    let mut analysis = describe::<E, M>(&moves, wanted, is_best_sound, seat, 1, thought.name);
    search.control.tell(&mut analysis);
    let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
    for depth in 1..=deepest {
        if search.control.is_stopped() || !search.control.look() {
            break;
        }
        let is_each = wanted == moves.len();
        for at in 0..wanted {
            // Where every move is to be valued, each is searched for itself; else the best of those that are left.
            let end = if is_each { at + 1 } else { moves.len() };
            deepen(&mut search, &node, &mut moves[at..end], depth as i32);
            if search.control.is_stopped() {
                break;
            }
            if at == 0 {
                is_best_sound = !search.is_guess;
            }
        }
        moves[..wanted].sort_by_key(|mv| std::cmp::Reverse(mv.score));
        if is_each {
            is_best_sound = moves.iter().all(|mv| mv.is_draw || mv.score <= -SURE);
        }
        let is_whole = !search.control.is_stopped();
        let seen = if is_whole { depth } else { analysis.depth };
        analysis = describe::<E, M>(&moves, wanted, is_best_sound, seat, seen, thought.name);
        search.control.tell(&mut analysis);
        let is_best_settled = is_best_sound || !moves[0].is_draw;
        if is_best_settled && moves[..wanted].iter().all(|mv| is_settled(mv, depth)) {
            break;
        }
        search.table.grow_if_full(|| search.control.look());
    }
    analysis
}

/// Whether searching deeper can tell nothing more of a move.
fn is_settled(mv: &RootMove, depth: u32) -> bool {
    mv.is_draw || mv.score.abs() >= SURE && WIN - mv.score.abs() <= depth as i32
}

/// All moves, ordered by how the positions after them look.
fn first_look<E: Evaluation, M>(search: &mut Search<'_, '_, E, M>, node: &Node<E>) -> Vec<RootMove> {
    let mut choices = Vec::new();
    node.position.moves(false, &mut choices);
    let mut moves: Vec<RootMove> = choices
        .iter()
        .map(|choice| {
            search.control.visit();
            let next = search.after(node, choice.mv);
            let ending = next.position.ending();
            let value = match ending {
                Some(ending) => score_of(ending, 1),
                None if search.comes_again(&next.position, 1) => 0,
                None => search.evaluation.value(&next.state, &next.position),
            };
            let is_draw = ending.is_some() && value == 0;
            RootMove { mv: choice.mv, score: -value, is_draw, line: vec![choice.mv] }
        })
        .collect();
    moves.sort_by_key(|mv| std::cmp::Reverse(mv.score));
    moves
}

/// Searches one iteration for the best of the moves, which then stands first.
fn deepen<E: Evaluation, M>(
    search: &mut Search<'_, '_, E, M>,
    node: &Node<E>,
    moves: &mut [RootMove],
    depth: i32,
) {
    // The score is expected near that of the last iteration; the window opens on the side where it is not.
    let expected = moves[0].score;
    let mut width = 60;
    let (mut alpha, mut beta) = (-WIN, WIN);
    if depth >= 4 && expected.abs() < SURE {
        (alpha, beta) = (expected - width, expected + width);
    }
    loop {
        let score = pass(search, node, moves, alpha, beta, depth);
        if search.control.is_stopped() {
            return;
        }
        if score <= alpha && alpha > -WIN {
            alpha = if width > 1500 { -WIN } else { (score - width).max(-WIN) };
        } else if score >= beta && beta < WIN {
            beta = if width > 1500 { WIN } else { (score + width).min(WIN) };
        } else {
            return;
        }
        width *= 3;
    }
}

/// One pass over the moves within a window. The best one comes to the front, the others keep their order.
fn pass<E: Evaluation, M>(
    search: &mut Search<'_, '_, E, M>,
    node: &Node<E>,
    moves: &mut [RootMove],
    mut alpha: i32,
    beta: i32,
    depth: i32,
) -> i32 {
    let mut best = -WIN;
    let mut best_at = None;
    let mut is_guess = false;
    for (n, slot) in moves.iter_mut().enumerate() {
        let mv = slot.mv;
        let next = search.after(node, mv);
        search.lines[1].clear();
        let mut score;
        if n == 0 {
            score = -search.search::<true>(&next, -beta, -alpha, depth - 1, 1, mv);
        } else {
            let reduction = if n >= 4 && depth >= 4 { 1 } else { 0 };
            score = -search.search::<false>(&next, -alpha - 1, -alpha, depth - 1 - reduction, 1, mv);
            if score > alpha && reduction > 0 {
                score = -search.search::<false>(&next, -alpha - 1, -alpha, depth - 1, 1, mv);
            }
            if score > alpha && score < beta {
                score = -search.search::<true>(&next, -beta, -alpha, depth - 1, 1, mv);
            }
        }
        if search.control.is_stopped() {
            // What was thought best loses, and there was no time to see whether another move does not.
            if best_at == Some(0) && best <= -SURE {
                best_at = Some(n);
            }
            break;
        }
        is_guess |= search.is_guess;
        best = best.max(score);
        if score > alpha {
            search.keep_line(0, mv);
            // That a move draws is known if what follows it is; that it is the best is another matter.
            let is_draw = score == 0 && !search.is_guess && score < beta;
            *slot = RootMove { mv, score, is_draw, line: search.lines[0].clone() };
            best_at = Some(n);
            alpha = score;
            if score >= beta {
                break;
            }
        }
    }
    search.is_guess = is_guess;
    if let Some(n) = best_at {
        moves[..=n].rotate_right(1);
    }
    best
}

/// The best moves found, in the words of the rules.
fn describe<E: Evaluation, M: Copy>(
    moves: &[RootMove],
    wanted: usize,
    is_best_sound: bool,
    seat: Seat,
    depth: u32,
    name: fn(u16) -> M,
) -> Analysis<M> {
    let line = |(n, mv): (usize, &RootMove)| {
        // The value of the best line is that of the position: it is a draw only if no other move wins.
        let is_draw = mv.is_draw && (n > 0 || is_best_sound);
        let is_move = |mv: &u16| *mv != E::Position::PASS;
        let moves: Vec<M> = mv.line.iter().copied().filter(is_move).map(name).collect();
        let passes = mv.line.len() - moves.len();
        Line { value: value(mv, passes, is_draw, seat), moves }
    };
    Analysis::new(moves[..wanted].iter().enumerate().map(line).collect(), depth)
}

/// What a score means to the seats, after a line with so many lost turns in it.
fn value(mv: &RootMove, passes: usize, is_draw: bool, seat: Seat) -> Value {
    let plies = (WIN - mv.score.abs()) as u32 - passes as u32;
    if mv.score >= SURE {
        Value::Proven { outcome: Outcome::Win(seat), plies }
    } else if mv.score <= -SURE {
        Value::Proven { outcome: Outcome::Win(seat.other()), plies }
    } else if is_draw {
        Value::Proven { outcome: Outcome::Draw, plies: (mv.line.len() - passes) as u32 }
    } else {
        Value::for_two(seat, share(mv.score))
    }
}
