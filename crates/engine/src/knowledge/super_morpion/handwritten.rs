//! The hand-written evaluation of Super Morpion, with fitted weights.
//!
//! Each open board has a class for each player ([`class`]), and each class has two worths: what such a board counts by
//! itself, and how far it counts as won in a line of boards. From these:
//!
//! - **boards**: the worth of every board, by its place and by how many boards are closed: late in the game boards
//!   count for the majority, which is a matter of the option `tiebreak`;
//! - **lines**: for each line of boards, the product of its three worths, so that a line with a lost board in it is
//!   worth nothing;
//! - **the move**: the class of the board to which the player is sent, or the freedom to choose; and how many of its
//!   cells are safe, that is, send the opponent neither to a closed board nor to one that can be won at once.

use std::sync::OnceLock;

use rules::grid::{LINE_CELLS, has_line};
use rules::super_morpion::Tiebreak;

use super::features::{KIND, Situation, class, count, losses};
use super::patterns::{PATTERNS, open_patterns, pattern};
use super::position::Position;
use super::weights::{DRAW, MAJORITY, Weights};

/// The evaluation with some weights.
pub(super) struct Handwritten {
    weights: &'static Weights,
    /// The worth of each pattern of an open board.
    patterns: &'static [Worth],
    /// Whether only a line wins, so that a position without possible lines is a draw.
    is_line_needed: bool,
}

/// The worth of a won board.
const WHOLE: i16 = 1000;

/// The worth of a board.
#[derive(Clone, Copy)]
struct Worth {
    /// How far it counts as won in a line, for each player.
    held: [f32; 2],
    /// What it counts by itself, for the first player.
    board: i16,
}

impl Worth {
    const DRAWN: Worth = Worth { held: [0.0; 2], board: 0 };
    const WON: Worth = Worth { held: [WHOLE as f32, 0.0], board: WHOLE };
    const LOST: Worth = Worth { held: [0.0, WHOLE as f32], board: -WHOLE };
}

/// The worth of each pattern of an open board. The first player has the first set of cells.
fn pattern_worths(weights: &Weights) -> Vec<Worth> {
    let mut worths = vec![Worth::DRAWN; PATTERNS];
    for (number, [one, two]) in open_patterns() {
        let (one, two) = (class(one, two), class(two, one));
        worths[number] = Worth {
            held: [f32::from(weights.held[one]), f32::from(weights.held[two])],
            board: weights.board[one] - weights.board[two],
        };
    }
    worths
}

impl Handwritten {
    pub(super) fn new(tiebreak: Tiebreak) -> Handwritten {
        static PATTERNS: [OnceLock<Vec<Worth>>; 2] = [const { OnceLock::new() }; 2];
        let (weights, patterns) = match tiebreak {
            Tiebreak::Majority => (&MAJORITY, &PATTERNS[0]),
            Tiebreak::Draw => (&DRAW, &PATTERNS[1]),
        };
        let patterns = patterns.get_or_init(|| pattern_worths(weights));
        Handwritten { weights, patterns, is_line_needed: tiebreak == Tiebreak::Draw }
    }

    /// The worth of a board.
    #[inline]
    fn worth(&self, position: &Position, board: usize) -> Worth {
        let bit = 1 << board;
        if position.open & bit != 0 {
            self.patterns[pattern(position.marks[0][board], position.marks[1][board])]
        } else if position.won[0] & bit != 0 {
            Worth::WON
        } else if position.won[1] & bit != 0 {
            Worth::LOST
        } else {
            Worth::DRAWN
        }
    }

    /// The value for the player to move, in points.
    #[inline]
    pub(super) fn value(&self, position: &Position) -> i32 {
        if self.is_line_needed && position.won.iter().all(|&won| !has_line(won | position.open)) {
            return 0;
        }
        let weights = self.weights;
        let closed = 9 - count(position.open);
        let (mut held, mut kinds) = ([[0.0; 2]; 9], [0; 3]);
        for (board, kind) in KIND.into_iter().enumerate() {
            let worth = self.worth(position, board);
            held[board] = worth.held;
            kinds[kind] += i32::from(worth.board);
        }
        let mut boards = 0;
        for (worth, place) in kinds.into_iter().zip(&weights.place) {
            boards += worth * i32::from(place[closed]);
        }
        let mut first = boards as f32 * (1.0 / f32::from(WHOLE));
        // For both players at once: the products of each line, added up for each kind of line.
        let product = |line: usize| {
            let [a, b, c] = LINE_CELLS[line];
            let (a, b, c) = (held[a], held[b], held[c]);
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
        let situation = Situation {
            open: position.open,
            won: [position.won[me], position.won[me ^ 1]],
            winnable: [position.winnable[me], position.winnable[me ^ 1]],
            sent,
        };
        for feature in situation.features(losing) {
            value += i32::from(weights.situation[feature]);
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use rules::{Game, Rng, SuperMorpion};

    use super::*;

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
        let evaluation = Handwritten::new(Tiebreak::Majority);
        let mut rng = Rng::new(6);
        let value = |game: &SuperMorpion| {
            let position = Position::new(game);
            evaluation.value(&position)
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
