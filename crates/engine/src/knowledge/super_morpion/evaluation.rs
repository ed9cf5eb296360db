//! What a position of Super Morpion looks like.
//!
//! Each open board has a class for each player ([`class`]), and each class two worths: what such a board counts by
//! itself and how far it counts as won in a line of boards. From these:
//!
//! - **boards**: the worth of every board, by its place and by how many boards are closed: late in the game boards
//!   count for the majority, which is a matter of the option `tiebreak`;
//! - **lines**: for each line of boards, the product of its three worths, so that a line with a lost board in it is
//!   worth nothing;
//! - **the move**: the class of the board to which the player is sent, or the freedom to choose; and how many of its
//!   cells are safe, that is, send the other neither to a closed board nor to one that can be won at once.

use rules::super_morpion::Tiebreak;

use super::features::{KIND, LINE_PLACES, Outlook, class, count, has_line, losses};
use super::position::Position;
use super::weights::{DRAW, MAJORITY, Weights};
use crate::search::alphabeta;

/// What boards and lines are worth by the weights.
pub(super) struct Evaluation {
    weights: &'static Weights,
    /// Whether only lines win, so that nobody can once no line is left to be made.
    is_line_needed: bool,
}

/// No estimate goes beyond this.
const MOST: i32 = 8000;

/// The worth of a won board. Worths are whole numbers, so that adding and taking away leaves nothing behind.
const WHOLE: i16 = 1000;

/// What is kept for a position.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// For each board and player, how far it counts as won in a line.
    held: [[f32; 2]; 9],
    /// For each board, what it counts by itself, for the first player.
    worth: [i16; 9],
    /// For each kind of place, what the boards there count by themselves, for the first player.
    boards: [i32; 3],
}

impl Evaluation {
    pub(super) fn new(tiebreak: Tiebreak) -> Evaluation {
        let weights = match tiebreak {
            Tiebreak::Majority => &MAJORITY,
            Tiebreak::Draw => &DRAW,
        };
        Evaluation { weights, is_line_needed: tiebreak == Tiebreak::Draw }
    }

    /// How far a board counts as won in a line for each player, and what it counts by itself for the first.
    #[inline]
    fn board(&self, position: &Position, board: usize) -> ([f32; 2], i16) {
        let bit = 1 << board;
        if position.open & bit != 0 {
            let [one, two] = [position.marks[0][board], position.marks[1][board]];
            let (one, two) = (class(one, two), class(two, one));
            let weights = self.weights;
            let worth = weights.board[one] - weights.board[two];
            ([f32::from(weights.held[one]), f32::from(weights.held[two])], worth)
        } else if position.won[0] & bit != 0 {
            ([f32::from(WHOLE), 0.0], WHOLE)
        } else if position.won[1] & bit != 0 {
            ([0.0, f32::from(WHOLE)], -WHOLE)
        } else {
            ([0.0, 0.0], 0)
        }
    }
}

impl alphabeta::Evaluation for Evaluation {
    type Position = Position;
    type State = State;

    const MIN_TABLE_DEPTH: i32 = 2;

    fn init(&self, position: &Position) -> State {
        let mut state = State { held: [[0.0; 2]; 9], worth: [0; 9], boards: [0; 3] };
        for (board, kind) in KIND.into_iter().enumerate() {
            let (held, worth) = self.board(position, board);
            state.held[board] = held;
            state.worth[board] = worth;
            state.boards[kind] += i32::from(worth);
        }
        state
    }

    #[inline]
    fn update(&self, state: &State, _before: &Position, mv: u16, after: &Position) -> State {
        let board = mv as usize >> 4;
        let mut state = *state;
        let (held, worth) = self.board(after, board);
        state.held[board] = held;
        state.boards[KIND[board]] += i32::from(worth) - i32::from(state.worth[board]);
        state.worth[board] = worth;
        state
    }

    #[inline]
    fn value(&self, state: &State, position: &Position) -> i32 {
        if self.is_line_needed && position.won.iter().all(|&won| !has_line(won | position.open)) {
            return 0;
        }
        let weights = self.weights;
        let closed = 9 - count(position.open);
        let mut boards = 0;
        for (kind, &worth) in state.boards.iter().enumerate() {
            boards += worth * i32::from(weights.place[kind][closed]);
        }
        let mut first = boards as f32 * (1.0 / f32::from(WHOLE));
        // Both players at once: the products of each line, added up for each kind of line.
        let held = |board: usize| state.held[board];
        let product = |line: usize| {
            let [a, b, c] = LINE_PLACES[line];
            let (a, b, c) = (held(a), held(b), held(c));
            a[0] * b[0] * c[0] - a[1] * b[1] * c[1]
        };
        let diagonal = product(6) + product(7);
        let middle = product(1) + product(4);
        let side = product(0) + product(2) + product(3) + product(5);
        let point = 1.0 / (f32::from(WHOLE) * f32::from(WHOLE) * f32::from(WHOLE));
        first += diagonal * (f32::from(weights.line[0][closed]) * point);
        first += middle * (f32::from(weights.line[1][closed]) * point);
        first += side * (f32::from(weights.line[2][closed]) * point);
        let me = position.mover as usize & 1;
        let mut value = if me == 0 { first as i32 } else { -(first as i32) };
        let mut losing = 0;
        let sent = position.sent().map(|board| (board, position.empty(board)));
        if let Some((board, _)) = sent {
            let class = class(position.marks[me][board], position.marks[me ^ 1][board]);
            value += i32::from(weights.sent[class]);
            losing = losses(class);
        }
        let outlook = Outlook {
            open: position.open,
            won: [position.won[me], position.won[me ^ 1]],
            winnable: [position.winnable[me], position.winnable[me ^ 1]],
            sent,
        };
        for feature in outlook.features(losing) {
            value += i32::from(weights.outlook[feature]);
        }
        value.clamp(-MOST, MOST)
    }
}

#[cfg(test)]
mod tests {
    use alphabeta::{Evaluation as _, Position as _};
    use rules::{Game, Rng, SuperMorpion};

    use super::super::position::number;
    use super::*;

    #[test]
    fn what_is_kept_is_what_would_be_worked_out_from_nothing() {
        let evaluation = Evaluation::new(Tiebreak::Majority);
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let mut game = SuperMorpion::new(Default::default());
            let mut position = Position::new(&game);
            let mut state = evaluation.init(&position);
            while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
                game.play_unchecked(mv);
                let before = position;
                position.play(number(mv));
                state = evaluation.update(&state, &before, number(mv), &position);
                let fresh = evaluation.init(&position);
                assert_eq!((state.held, state.worth, state.boards), (fresh.held, fresh.worth, fresh.boards));
            }
        }
    }
    /// The same position with the pieces and the turn exchanged.
    fn exchanged(game: &SuperMorpion) -> SuperMorpion {
        let text = game.to_string();
        let (boards, rest) = text.split_once(' ').unwrap();
        let boards: String = boards
            .chars()
            .map(|c| match c {
                'x' => 'o',
                'o' => 'x',
                'X' => 'O',
                'O' => 'X',
                c => c,
            })
            .collect();
        let (turn, rest) = rest.split_at(1);
        format!("{boards} {}{rest}", if turn == "1" { "2" } else { "1" }).parse().unwrap()
    }

    #[test]
    fn both_players_see_the_same_from_their_sides() {
        let evaluation = Evaluation::new(Tiebreak::Majority);
        let mut rng = Rng::new(6);
        let value = |game: &SuperMorpion| {
            let position = Position::new(game);
            evaluation.value(&evaluation.init(&position), &position)
        };
        for _ in 0..100 {
            let mut game = SuperMorpion::new(Default::default());
            while !game.turn().is_over() {
                assert_eq!(value(&game), value(&exchanged(&game)), "{game}");
                let mv = game.random_move(&mut rng, &mut Vec::new()).unwrap();
                game.play_unchecked(mv);
            }
        }
    }
}
